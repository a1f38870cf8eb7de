"""Gold of discussions that people make by the protocol: what it does to requests, facts and opinions, by hand."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from galley.core.definitions.protocol_files import find_protocol
from galley.core.errors import InputError
from galley.core.judges.clients.registry import Source
from galley.core.judges.methods.base import Choices
from galley.core.judges.order import Order, prepare
from galley.core.judges.runner import Runner
from galley.core.metrics import registry
from galley.core.metrics.base import Params
from galley.core.project.check import check
from galley.core.project.project import Project
from tests.core import building
from tests.core.kgds_play import MODEL, entries
from tests.core.test_kgds_protocol import run
from tests.core.test_tasks import Study

PARAGRAPHS = ("The mill burned down.", "Nobody was hurt.", "The mayor is fifty.", "It rained.")
SAID = {"ann": ("yes", "yes", "no", "no"), "ben": ("yes", "no", "no", "no")}
"""What the experts say of the paragraphs; the second one is a boundary paragraph."""
FACTS = {"f1": (0, ""), "f2": (1, ""), "f3": (2, ""), "f4": (2, "repeated"), "f5": (3, "masked"), "f6": (3, "")}
"""Facts that were there before the experts spoke: the paragraph of each, and the type that it came with."""


@pytest.fixture
def study(tmp_path: Path) -> Iterator[Study]:
    record: dict[str, Any] = {
        "key": "a",
        "documents": [
            {"id": "dialogue", "role": "dialogue", "turns": [{"speaker": "Ann", "text": "Sad about the mill."},
                                                             {"speaker": "Ben", "text": "I am not."}]},
            {"id": "article", "role": "article", "paragraphs": list(PARAGRAPHS)},
        ],
        "units": [
            {"id": name, "kind": "fact", "text": f"Fact {name}.", "type": came, "from": [["article", at]]}
            for name, (at, came) in FACTS.items()
        ],
    }  # fmt: skip
    with building.project(tmp_path, record) as project:
        made = Study(project, tmp_path)
        made.use(find_protocol("kgds").toml.partition("[[task]]")[2].join(("[[task]]", "")))
        yield made
        assert check(project) == []


def judge(project: Project, method: str, *replies: Mapping[str, Any], **choices: Any) -> None:
    """A run from recorded replies, each with its ``part``, and ``sample`` where there are several."""
    file = project.path.parent / "replies.jsonl"
    file.write_text("".join(json.dumps({"item": "a", **line}) + "\n" for line in replies), "utf-8")
    order = Order(method, Source("replay", replies=str(file)), MODEL, Choices(**choices))
    assert Runner(project, prepare(project, order)).start().join(20).state == "done"


def experts(study: Study) -> None:
    for who, values in SAID.items():
        for at, value in enumerate(values):
            study.say(who, study.cell("kgds-paragraph/supporting", at, "article"), value)


def types(study: Study) -> dict[str, str]:
    return {unit.name: unit.type for unit in study.view.derived_units if unit.kind == "fact"}


def test_facts_from_before_the_gold_get_their_types_when_it_comes(study: Study) -> None:
    assert set(types(study).values()) == {""}  # all wait for the experts
    experts(study)
    assert types(study) == {"f1": "", "f2": "", "f3": "", "f4": "repeated", "f5": "masked", "f6": ""}
    # three samples: f3 conflicts in two of them; f6 in none, but one cannot be read
    said = (("YES", "NO"), ("NO", "NO"), ("YES", None))
    lines = [
        {"part": f"masking P{place}", "sample": number, "reply": entries(labels[at])}
        for number, labels in enumerate(said) for at, place in enumerate((3, 4))
    ]  # fmt: skip
    judge(study.project, "kgds-decompose", *lines, criteria=("masking",), samples=3)
    assert types(study) == {
        "f1": "", "f2": "", "f3": "masked", "f4": "repeated", "f5": "masked", "f6": "non-supporting",
    }  # fmt: skip
    line = study.line("masking")
    assert (line.settled, line.open) == (2, 0)
    for who in SAID:
        for name in ("repeated", "key"):
            study.say(who, study.cell(f"kgds-fact/{name}", "f1", "article"), "yes" if name == "key" else "no")
    assert types(study)["f1"] == "key"
    # who asks again pays for nothing: nothing is left to mask
    before = study.project.read_connection().execute("SELECT count(*) FROM call").fetchone()
    judge(study.project, "kgds-decompose", criteria=("masking",), samples=3)
    assert study.project.read_connection().execute("SELECT count(*) FROM call").fetchone() == before


def test_what_only_judges_answer_is_handed_to_nobody(study: Study, tmp_path: Path) -> None:
    experts(study)
    with pytest.raises(InputError, match="accepts answers from judges only"):
        run(
            "campaign",
            "pack",
            "--task",
            "masking",
            "--for",
            "ann",
            "--project",
            study.project.path,
            "--out",
            tmp_path / "out",
        )


def test_a_tie_of_samples_masks_nothing_and_the_fact_stays_out(study: Study) -> None:
    experts(study)
    lines = [
        {"part": part, "sample": number, "reply": entries(label)}
        for part in ("masking P3", "masking P4") for number, label in enumerate(("YES", "NO"))
    ]  # fmt: skip
    judge(study.project, "kgds-decompose", *lines, criteria=("masking",), samples=2)
    assert types(study)["f3"] == types(study)["f6"] == ""


def test_a_boundary_paragraph_is_in_no_request(study: Study) -> None:
    experts(study)
    summary = {"background_summary": "A mill burned.", "opinion_summary": "Ann is sad."}
    judge(study.project, "kgds-summarize",
          {"part": "ebs-aos", "reply": {"paragraphs": [1, 2, 4], "opinion_summary": "Ann is sad."}},
          {"part": "abs-aos", "reply": summary})  # fmt: skip
    judge(study.project, "kgds-feedback", {"reply": {"reasoning": "So.", "better": "A"}})
    asked = [text for (text,) in study.project.read_connection().execute("SELECT body FROM request")]
    assert len(asked) == 3
    for text in asked:
        assert all(PARAGRAPHS[at] in text for at in (0, 2, 3)) and PARAGRAPHS[1] not in text
        assert "[P1] " in text and "[P3] " in text  # the others keep their numbers
    extract = next(d for d in study.view.documents if d.meta.get("pattern") == "ebs-aos" and d.part == "background")
    assert (extract.meta["paragraphs"], extract.meta["outside"]) == ([0, 3], [2])
    # precision 1/2, recall 1/1, over the paragraphs that the experts agree on; the extract takes two of three
    (row,) = [r for r in study.rows("kgds") if r["pattern"] == "ebs-aos" and r["by"] == "judge"]
    assert (row["recall"], row["precision"]) == (1.0, 0.5)
    shares = {row["system"]: row["value"] for row in study.rows("kgds-retrieval")}
    assert shares == {MODEL: pytest.approx(2 / 3), "experts": pytest.approx(1 / 3)}


def test_an_opinion_counts_only_when_it_is_atomic(tmp_path: Path) -> None:
    made = building.discussion()
    steps = {"o2": "main", "o3": "clarified", "o4": "atomic"}
    made["units"] += [
        {"id": name, "kind": "opinion", "text": f"Bo thinks {name}.", "from": [["dialogue", 1]], "meta": {"step": step}}
        for name, step in steps.items()
    ]
    made["verdicts"] = [v for v in made["verdicts"] if v.get("kind") != "judge"]
    with building.project(tmp_path, made) as project:
        judge(project, "kgds-verify",
              {"document": "written-opinion", "part": "opinions", "reply": entries("YES", "NO")},
              criteria=("opinions",))  # fmt: skip
        asked = " ".join(text for (text,) in project.read_connection().execute("SELECT body FROM request"))
        assert "Bo thinks o4." in asked and "Bo thinks o2." not in asked and "Bo thinks o3." not in asked
        rows = registry.compute("kgds", project.read_connection(), Params(resamples=0)).rows
        (cao,) = [row["cao"] for row in rows if row["pattern"] == "abs-aos" and row["by"] == "judge"]
        assert cao == 0.5
