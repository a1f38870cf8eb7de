"""Each printed table and figure of FRANK and DIAL-SUMMER line by line; those of the others are compared by their story
tests, whose projects hold something for each."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from galley.core.definitions.schemes import read_built_in_schemes
from galley.core.paper_tables import registry
from galley.core.papers.dialsummer.methods.coarse_hallucination import TAXONOMIES
from tests.core import building, frank_making
from tests.core.printed_tables import PRINTED, compare


def dialogue(number: int) -> dict[str, Any]:
    """A dialogue and a summary with errors of every kind, by a person, and two judges on the fine and coarse ones."""
    luck, size = random.Random(number), 5
    turns = [{"speaker": ("Human", "Assistant")[n % 2], "text": f"Turn {n} of {number}."} for n in range(size)]
    documents = [
        {"id": "dialogue", "role": "dialogue", "turns": turns},
        {"id": "sum", "role": "summary", "system": "writer", "sentences": [f"Told {number} {n}." for n in range(size)]},
    ]  # fmt: skip
    criteria = read_built_in_schemes()["dial-summer"].criteria
    verdicts, judged = [], []
    for who, kind, more in (("ann", "human", {}), ("m dial-summer-fine", "judge", {"model": "m"})):
        by = {"annotator": who, "kind": kind, "scheme": "dial-summer"} | more
        judged.append(by | {"documents": ["sum"]})
        for criterion in criteria:
            for n in range(size):
                if luck.random() < 0.4:
                    home = {"document": "sum"} if criterion.unit == "sentence" else {"document": "dialogue",
                                                                                     "about": "sum"}  # fmt: skip
                    verdicts.append(by | home | {"criterion": criterion.id, "unit": n, "value": "yes"})
    for taxonomy in TAXONOMIES:
        by = {"annotator": f"m coarse-hallucination {taxonomy}", "kind": "judge", "scheme": "basic", "model": "m"}
        judged.append(by | {"criteria": ["hallucination"], "documents": ["sum"]})
        verdicts += [by | {"criterion": "hallucination", "document": "sum", "unit": n, "value": "yes"}
                     for n in range(size) if luck.random() < 0.4]  # fmt: skip
    return {"key": f"d{number}", "dataset": "chats", "documents": documents, "verdicts": verdicts, "judged": judged}


def test_dial_summer_line_by_line(tmp_path: Path) -> None:
    with building.project(tmp_path, *map(dialogue, range(12)), name="dial.galley") as made:
        path = made.path
    compare("dial-summer", path)


def test_the_frank_study_line_by_line(tmp_path: Path) -> None:
    with frank_making.project(tmp_path) as made:
        path = made.path
    compare("frank", path)


def test_the_comparison_would_find_a_line_that_is_missing_and_one_without_a_mark(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with frank_making.project(tmp_path) as made:
        path = made.path
    original = PRINTED["frank"]
    for name, error in (("BlewE", "lacks"), ("GramE", "without a mark")):
        changed = [dict(entry) for entry in original]
        place = next(n for n, entry in enumerate(changed) if entry.get("table") == "frank-questions")
        lines = dict(changed[place]["lines"])
        if error == "lacks":
            lines[name] = name
        else:
            del lines[name]
        changed[place]["lines"] = lines
        monkeypatch.setitem(PRINTED, "frank", changed)
        with pytest.raises(AssertionError, match=error):
            compare("frank", path)


def test_every_paper_is_in_the_list_or_says_why_not() -> None:
    assert {*PRINTED} <= {paper.name for paper in registry.papers()}
