"""Conflicts that are counted in sets are those that one finds by reading every cell."""

from __future__ import annotations

import random
import sqlite3
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from galley.core.adjudication import queue
from galley.core.adjudication.queue import TieFilter, TieView
from galley.core.domain import Action, UnitKind
from galley.core.project.project import Project
from galley.core.review import items
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.revisions import Draft, How
from tests.core import building
from tests.core.made import review

JUDGES = ("judge-a", "judge-b", "judge-c")
CRITERIA = ("changed-meaning", "extrinsic-context", "wrong-linking")


def record(key: str, chance: random.Random) -> dict[str, Any]:
    """Two summaries that several judges went through: flags, noes, cells without an answer, and ratings; some of the
    judges were asked of everything. Some cells have an imported human's answer."""
    found = building.record(key, verdicts=[], judged=[])
    sizes = {d["id"]: len(d["sentences"]) for d in found["documents"] if d["role"] == "summary"}
    voices = [(name, "judge") for name in JUDGES[: chance.randint(1, 3)]] + [("crowd", "human")]
    for name, kind in voices:
        for document, size in sizes.items():
            for criterion in CRITERIA:
                for unit in range(size):
                    if chance.random() < 0.4:
                        value = chance.choice(["yes", "yes", "yes", "no", None])
                        more = {"reason": "unreadable"} if value is None else {}
                        found["verdicts"].append(
                            building.flag(criterion, document, unit, annotator=name)
                            | {"kind": kind, "value": value, **more}
                        )
            if chance.random() < 0.5:
                found["verdicts"].append(
                    {"annotator": name, "kind": kind, "scheme": "likert", "criterion": "coherence",
                     "document": document, "unit": "whole", "value": chance.randint(1, 3)}
                )  # fmt: skip
            if kind == "judge" and chance.random() < 0.7:
                asked = chance.sample(CRITERIA, chance.randint(1, 3))
                found["judged"].append(
                    {
                        "annotator": name,
                        "kind": kind,
                        "scheme": "dial-summer",
                        "criteria": asked,
                        "documents": [document],
                    }
                )
    return found


@pytest.mark.parametrize("seed", range(12))
def test_the_queue_of_conflicts_is_what_one_finds_by_reading_every_cell(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    with building.project(tmp_path, *(record(f"k{number}", chance) for number in range(8))) as project:
        kinds = [Action.ACCEPT, Action.OVERRIDE, Action.UNSURE, Action.ADD, Action.FINISH, Action.FINISH, Action.UNDO]
        kinds += [Action.ADJUDICATE] * (seed % 3)
        kinds += [Action.OVERRIDE] * 2  # silence says nothing of a flag, so that few people deny one
        steps = [
            (who, chance.choice(kinds), chance.randrange(8), chance.randrange(99), "x")
            for who in ("ann", "ben")[: 1 + seed % 2]
            for _ in range(40)
        ]
        review(project, steps)
        if seed % 4 > 1:
            revise(project, chance)
        connection = project.read_connection()
        assert same(connection) > 10


def revise(project: Project, chance: random.Random) -> None:
    """Facts written after some people had finished."""
    for item in (1, 2, 3):
        home = items.load_item_view(project.read_connection(), item).by_role(items.Role.SUMMARY)[0].id
        desk = DecisionWriter(project, chance.choice(["ann", "dan"]))
        desk.revise(item, How.WRITE, [Draft(UnitKind.FACT, "It is so.", home)]).result()


def same(connection: sqlite3.Connection) -> int:
    """How many conflicts there are, after both ways have been compared, with and without a criterion."""
    every = [row[0] for row in connection.execute("SELECT id FROM item ORDER BY id")]
    cases = [case for case in queue.scan(connection, every) if case.conflict and not case.is_adjudicated]
    assert queue.conflicts(connection) == dict(Counter(case.item for case in cases))
    for criterion in {case.cell.criterion for case in cases}:
        plain = Counter(case.item for case in cases if case.cell.criterion == criterion)
        found = queue.find_ties(connection, TieFilter(TieView.CONFLICTS, criterion), 0)
        assert dict(zip(found.items, found.counts, strict=True)) == dict(plain)
    return len(cases)


@pytest.mark.parametrize("kinds", [("human", "human"), ("judge", "judge"), ("judge", "human"), ("import", "human")])
@pytest.mark.parametrize("scheme", ["dial-summer", "likert"])
def test_who_speaks_alone_is_in_no_conflict(tmp_path: Path, kinds: tuple[str, str], scheme: str) -> None:
    rated = {"scheme": "likert", "criterion": "coherence", "document": "sum-a", "unit": "whole"}
    verdicts = [
        ({**rated, "value": 1 + at} if scheme == "likert" else building.flag("wrong-linking", "sum-a", 0))
        | {"annotator": str(at), "kind": kind, **({"value": "no"} if at and scheme != "likert" else {})}
        for at, kind in enumerate(kinds)
    ]
    with building.project(tmp_path, building.record(verdicts=verdicts, judged=[])) as project:
        assert same(project.read_connection()) == int("human" in kinds and kinds[0] != "human")
