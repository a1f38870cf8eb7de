"""Projects in which summaries are rated, questions checked and versions compared, for tests of these surfaces."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from galley.core.domain import AnnotatorKind
from tests.core import building
from tests.core.qa_making import EVALUATION, made, record, replay
from tests.core.studies import run
from tests.core.test_qa_refine import ROUND_1, ROUND_2, STRICT

ARTICLE = [
    "The Harrow bridge opened in 1912 after six years of work. It cost two million crowns, twice what was planned.",
    "The engineer Ida Falk drew it. She had seen a bridge of that kind in Porto, where she had studied.",
    "The old ferry ran for one more summer. It was then sold to Norway, where it burned in 1931.",
]
SUMMARIES = {
    "alpha": ["The Harrow bridge opened in 1913.", "It was drawn by Ida Falk."],
    "beta": ["Ida Falk drew the Harrow bridge, which opened in 1912.", "The ferry was sold to Norway."],
    "gamma": ["A bridge was opened at Harrow.", "It cost two million crowns.", "The ferry burned in 1931."],
}
RATINGS = """\
format = 1
id = "rated"
name = "Rated"

[[task]]
id = "ratings"
name = "Ratings"
ask = "How good is this summary, from 1 (poor) to 5 (excellent)?"
kind = "answer"
criteria = ["likert/accuracy", "likert/coverage", "likert/overall"]
people = 2
rule = "median"
shows = ["article", "judges"]
"""
_QUESTIONS = (
    # name, side, home, text, its own answer, what the other text of alpha and of beta answers
    ("c1", "coverage", "article", "When did the Harrow bridge open?", "1912", ("1913", "1912")),
    ("c2", "coverage", "article", "What became of the old ferry?", "It was sold to Norway", ("", "sold to Norway")),
    ("s1", "consistency", "sum-alpha", "Who drew the bridge?", "Ida Falk", ("Ida Falk",)),
    ("s2", "consistency", "sum-beta", "Where did the ferry go?", "to Norway", ("to Norway",)),
)


def documents(*systems: str) -> list[dict[str, Any]]:
    """The article with a summary by each of these systems; one without a text here writes of the bridge's age."""
    found: list[dict[str, Any]] = [{"id": "article", "role": "article", "paragraphs": ARTICLE}]
    for number, system in enumerate(systems):
        sentences = SUMMARIES.get(system, [f"The bridge is {number} years old.", "It is made of stone."])
        found.append({"id": f"sum-{system}", "role": "summary", "system": system, "sentences": sentences})
    return found


def rated(folder: Path, systems: tuple[str, ...] = ("alpha", "beta", "gamma"), toml: str = RATINGS) -> Path:
    """Two items whose summaries are rated; a judge has rated the accuracy of all of them."""
    records = []
    for key in ("bridge-1", "bridge-2"):
        judged = {"annotator": "judge-1", "kind": AnnotatorKind.JUDGE.value, "scheme": "likert"}
        verdicts = [
            {**judged, "criterion": "accuracy", "document": f"sum-{system}", "unit": "whole", "value": 4}
            for system in systems
        ]
        records.append({"key": key, "documents": documents(*systems), "verdicts": verdicts})
    return _used(folder, records, toml)


FORM = """\
format = 1
id = "form"
name = "Form"

[[task]]
id = "answers"
name = "Are the answers good?"
ask = "Does the answer respond to the question, and is it right?"
kind = "answer"
criteria = ["qa-validation/answer-relevant", "qa-validation/no-answer", "qa-validation/answer-consistent"]
people = 1

[[task.criterion]]
id = "qa-validation/no-answer"
when = "answer-relevant = yes"

[[task.criterion]]
id = "qa-validation/answer-consistent"
when = "no-answer = no"
"""


def questioned(folder: Path, items: int = 2, protocol: str = "long-sum-eval") -> Path:
    """Items with questions about an article and its two summaries, by this protocol (LongSumEval's)."""
    records = []
    for number in range(items):
        made = {"key": f"bridge-{number + 1}", "documents": documents("alpha", "beta")}
        units, verdicts = [], []
        for rank, (name, side, home, text, own, others) in enumerate(_QUESTIONS, 1):
            meta = {"asks": text.split()[0].lower(), "rank": rank, "answer": own}
            units.append({"id": name, "kind": "question", "type": side, "text": text, "document": home,
                          "from": [[home, 0]], "meta": meta})  # fmt: skip
            targets = ["sum-alpha", "sum-beta"] if side == "coverage" else [home]
            for target, other in zip(targets, others, strict=True):
                who = "summary" if side == "coverage" else "document"
                said = f"The {who} answers: {other}" if other else f"The {who} gives no answer."
                fault = "unanswered" if side == "coverage" else "inconsistent"
                verdicts.append({"annotator": "judge-1", "kind": "judge", "scheme": "qa-evaluation", "criterion": fault,
                                 "unit": name, "about": target, "value": "no" if other else "yes",
                                 "explanation": said})  # fmt: skip
        records.append({**made, "units": units, "verdicts": verdicts})
    return _used(folder, records, protocol)


def refined(folder: Path, *more: dict[str, Any]) -> Path:
    """Two items with a summary in three versions each (and ``more``), whose changes are gone through."""
    options = {**STRICT, "rounds": "2"}
    with made(folder, record("a"), record("b"), *more) as opened:
        lines = [*EVALUATION, *ROUND_1, *ROUND_2]
        assert replay(opened, "refine", lines, model="one", options=options).state == "done"
        path = opened.path
    return _used_in(path, CHANGES)


CHANGES = """\
format = 1
id = "refined"
name = "Refined"

[[task]]
id = "changes"
name = "What the new version changes"
ask = "Should this change stay?"
kind = "verify"
criteria = ["refinement/*"]
people = "any"
silence = "open"
"""


def _used(folder: Path, records: list[dict[str, Any]], protocol: str) -> Path:
    with building.project(folder, *records, name="asked.galley") as opened:
        path = opened.path
    return _used_in(path, protocol)


def _used_in(path: Path, protocol: str) -> Path:
    if "\n" in protocol:
        file = path.with_name("asked.toml")
        file.write_text(protocol, "utf-8")
        protocol = str(file)
    run("campaign", "protocol", "use", protocol, "--project", str(path))
    return path
