"""A study in which facts and opinions are held against the summaries of several systems."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.core import building
from tests.core.studies import run

TOML = """\
format = 1
id = "grid"
name = "Opinions against systems"

[[task]]
id = "covered"
ask = "Does this summary cover the opinion?"
kind = "answer"
criteria = ["kgds-opinion/covered"]
people = 2
silence = "open"
rule = "unanimous"
shows = ["dialogue", "opinion"]

[[task]]
id = "third"
name = "Third reader"
kind = "settle"
of = "covered"
rule = "adjudicator"

[[task]]
id = "key"
kind = "answer"
criteria = ["kgds-fact/repeated", "kgds-fact/key"]
people = 2
silence = "open"
rule = "strict-yes"
shows = ["dialogue", "article"]

[[task]]
id = "errors"
kind = "verify"
criteria = ["kgds-opinion/not-covered", "kgds-opinion/opinion-misattribution"]
people = "any"
silence = "no"
shows = ["dialogue", "opinion"]

[[task]]
id = "write"
ask = "Which opinions does this speaker voice?"
kind = "write"
unit = "opinion"
step = "main"
shows = ["dialogue", "article"]
"""
SAID = (
    ("Ann", "The hall should open in the morning, and the corridor could be locked."),
    ("Bo", "Nobody walks about in a school during lessons. The van is near enough for me."),
    ("Ann", "The van comes too seldom for people who read three books a week."),
)
OPINIONS = (
    ("Ann thinks **the hall on Quarry Street** should open in the morning.", 0),
    ("Ann would lock the corridor.", 0),
    ("Bo does not want strangers in a school.", 1),
    ("Bo finds the van near enough.", 1),
    ("Ann finds that the van comes too seldom.", 2),
)
FACTS = (("The hall is closed.", 0), ("The van stops at the mill.", 1), ("It is blue.", 1))


def judged(criterion: str, unit: str, about: str, judge: str = "verifier") -> dict[str, Any]:
    """A judge's "yes" about an opinion."""
    return {"annotator": judge, "kind": "judge", "scheme": "kgds-opinion", "criterion": criterion, "unit": unit,
            "about": about, "value": "yes", "explanation": "So it reads."}  # fmt: skip


def record(key: str, systems: int = 3, opinions: int = 5) -> dict[str, Any]:
    """A discussion with opinions, facts, and an opinion summary of each system."""
    names = [f"system-{number}" for number in range(1, systems + 1)]
    return {
        "key": key,
        "documents": [
            {"id": "dialogue", "role": "dialogue", "turns": [{"speaker": s, "text": t} for s, t in SAID]},
            {"id": "article", "role": "article", "paragraphs": ["The hall is closed.", "The van is blue."]},
            *({"id": name, "role": "summary", "system": name, "part": "opinion",
               "sentences": [f"Ann is for the hall, says {name}.", "Bo is against it."]} for name in names),
        ],
        "units": [
            *({"id": f"o{n}", "kind": "opinion", "text": OPINIONS[n % 5][0] + ("" if n < 5 else f" ({n})"),
               "from": [["dialogue", OPINIONS[n % 5][1]]]} for n in range(opinions)),
            *({"id": f"f{n}", "kind": "fact", "text": text, "from": [["article", at]]}
              for n, (text, at) in enumerate(FACTS)),
        ],
        "verdicts": [
            judged("not-covered", "o0", "system-1"), judged("opinion-misattribution", "o0", "system-1"),
            judged("not-covered", "o2", "system-2"),
        ] if opinions > 2 and systems > 1 else [],
    }  # fmt: skip


def matrices(folder: Path, *records: dict[str, Any], more: str = "") -> Path:
    """A project of such discussions with their tasks, and ``more`` of them."""
    with building.project(folder, *(records or (record("d0"), record("d1"))), name="grid.galley") as made:
        path = made.path
    (folder / "grid.toml").write_text(TOML + more, "utf-8")
    run("campaign", "protocol", "use", str(folder / "grid.toml"), "--project", str(path))
    return path
