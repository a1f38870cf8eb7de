"""Gold that holds what the scored said: their answers, their adjudications, and rules over many cells that weighed them
are left out, and it is said; refused where nothing remains. Each figure is counted again by a loop."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from galley.core.adjudication import bulk_adjudication
from galley.core.adjudication.bulk_adjudication import BulkOrder, BulkRule
from galley.core.domain import AnnotatorKind, Cell, ChangeSet
from galley.core.errors import InputError
from galley.core.metrics import gold, registry
from galley.core.metrics._index import NOT_ASKED, UNSCORED
from galley.core.metrics.base import Params, Result
from galley.core.project.project import Project
from galley.core.review.decision_writer import DecisionWriter
from galley.core.rules.rule import FLAGS, Rule
from galley.core.storage import names
from tests.core import building

CRITERION = "extrinsic-context"
PEOPLE, JUDGES = ("ann", "ben", "cat"), ("q1", "q2")
Said = dict[tuple[str, int], dict[str, str]]


def made(folder: Path, seed: int = 3) -> tuple[Project, Said]:
    """Twelve summaries of four sentences, of which three people and two judges marked everything."""
    chance, records, said = random.Random(seed), [], {}
    for number in range(12):
        key, verdicts = f"k{number}", []
        for unit in range(4):
            truth = chance.random() < 0.4
            said[key, unit] = {who: "yes" if truth ^ (chance.random() < 0.25) else "no" for who in (*PEOPLE, *JUDGES)}
            for who, value in said[key, unit].items():
                kind = "human" if who in PEOPLE else "judge"
                verdicts.append(building.flag(CRITERION, "s", unit, annotator=who) | {"value": value, "kind": kind})
        documents = [{"id": "s", "role": "summary", "system": "x", "sentences": [f"S{number}.{n}." for n in range(4)]}]
        records.append({"key": key, "documents": documents, "verdicts": verdicts, "judged": []})
    return building.project(folder, *records), said


def cells(project: Project) -> dict[tuple[str, int], tuple[int, Cell]]:
    """(item, cell) of each sentence."""
    rows = project.read_connection().execute(
        "SELECT key, unit.position, item.id, unit.id, document.id FROM unit JOIN document ON document.id = document_id"
        " JOIN item ON item.id = item_id WHERE unit.kind = 'sentence'"
    )
    (criterion,) = (row for row, each in names.criteria(project.read_connection()).items()
                    if (each.scheme, each.id) == ("dial-summer", CRITERION))  # fmt: skip
    return {(key, place): (item, Cell(unit, criterion, target)) for key, place, item, unit, target in rows}


def counts(found: Result, judge: str) -> tuple[int, int, int, int]:
    """Hits, false alarms, misses and right rejections of a judge."""
    (row,) = (row for row in found.rows if row["judge"] == judge and row["criterion"] == CRITERION)
    return row["tp"], row["fp"], row["fn"], row["tn"]


def by_hand(said: Said, scored: str, known: dict[tuple[str, int], str], voters: tuple[str, ...]) -> tuple[int, ...]:
    """The same by a loop: what is ``known``, else the strict majority of ``voters``."""
    found = [0, 0, 0, 0]
    for place, given in said.items():
        yes = sum(given[who] == "yes" for who in voters)
        truth = known.get(place) or ("yes" if 2 * yes > len(voters) else "no" if 2 * yes < len(voters) else None)
        if truth is not None:
            mine = given[scored]
            found[{"yes yes": 0, "yes no": 1, "no yes": 2, "no no": 3}[f"{mine} {truth}"]] += 1
    return tuple(found)


def detected(project: Project, judge: str, truth: str = "gold") -> Result:
    return registry.compute("detection", project.read_connection(), Params(gold=truth, judges=(judge,), resamples=0))


def lead(project: Project, name: str) -> int:
    return project.write(lambda c: (names.annotator(c, name, AnnotatorKind.HUMAN), ChangeSet())).result()


def settle(project: Project, rule: BulkRule, share: float = 0.5) -> dict[tuple[str, int], str]:
    """Settle many cells by ``ito``; what became of each."""
    plan = bulk_adjudication.preview_adjudication(project.read_connection(), BulkOrder(rule, threshold=share))
    bulk_adjudication.write_bulk_decisions(project, lead(project, "ito"), plan, plan.confirmation)
    places = {cell: place for place, (_, cell) in cells(project).items()}
    return {places[each.cell]: str(each.value) for each in plan.outcomes if each.value is not None}


def test_an_adjudicator_is_not_scored_against_their_own_adjudications(tmp_path: Path) -> None:
    project, said = made(tmp_path)
    with project:
        places = cells(project)
        own: dict[tuple[str, int], str] = {}
        others: dict[tuple[str, int], str] = {}
        for number, (place, (item, cell)) in enumerate(sorted(places.items())):
            if number % 3 == 0:
                DecisionWriter(project, "ann").adjudicate(item, cell, said[place]["ann"]).result()
                own[place] = said[place]["ann"]
            elif number % 3 == 1:
                DecisionWriter(project, "ito").adjudicate(item, cell, "yes").result()
                others[place] = "yes"
        found = detected(project, "ann")
        assert counts(found, "ann") == by_hand(said, "ann", others, ("ben", "cat"))
        assert counts(found, "ann") != by_hand(said, "ann", own | others, ("ben", "cat"))
        left_out = f"Gold leaves out {len(own)} adjudications that contain what ann said"
        assert any(left_out in note for note in found.notes)
        alone = detected(project, "ann", "adjudicated")
        assert sum(counts(alone, "ann")) == len(others)
        assert counts(detected(project, "q1"), "q1") == by_hand(said, "q1", own | others, PEOPLE), "a judge keeps all"


@pytest.mark.parametrize("rule", [BulkRule.MAJORITY, BulkRule.DAWID_SKENE])
def test_a_rule_over_many_cells_that_weighed_the_scored_is_left_out(tmp_path: Path, rule: BulkRule) -> None:
    project, said = made(tmp_path)
    with project:
        settled = settle(project, rule)
        assert len(settled) > 30
        found = detected(project, "ann")
        assert counts(found, "ann") == by_hand(said, "ann", {}, ("ben", "cat"))
        judge = detected(project, "q1")
        weighed = rule is BulkRule.DAWID_SKENE
        assert counts(judge, "q1") == by_hand(said, "q1", {} if weighed else settled, PEOPLE)
        assert any("adjudications that contain what q1 said" in each for each in judge.notes) == weighed
        everybody = registry.compute("detection", project.read_connection(), Params(gold="gold", resamples=0))
        assert any("Dawid-Skene, which also weighs judges" in each for each in everybody.notes) == weighed
        with pytest.raises(InputError, match=" alone; score others"):
            detected(project, "ann", "adjudicated")
        if weighed:
            with pytest.raises(InputError, match=" alone; score others"):
                detected(project, "q1", "adjudicated")


def test_one_answer_less_where_a_rule_waits_for_several() -> None:
    """A unanimous rule of three people, one of whom is scored, waits for two where they answered, else for three."""
    votes = np.array([[1, 1], [1, 0], [1, NOT_ASKED], [0, 0], [1, 1]], dtype=np.int16)
    own = np.array([1, 1, 0, UNSCORED, NOT_ASKED], dtype=np.int16)
    on = replace(FLAGS, rule=Rule.UNANIMOUS, people=3, unsure=True)
    found = gold._without([own], on, lambda on: gold.apply_rule(votes, ("no", "yes"), None, on))
    assert found.tolist() == [1, gold.TIE, NOT_ASKED, 0, NOT_ASKED]


def test_a_majority_of_two_others_may_tie(tmp_path: Path) -> None:
    project, said = made(tmp_path)
    with project:
        found = counts(detected(project, "ann", "majority"), "ann")
    assert found == by_hand(said, "ann", {}, ("ben", "cat"))
    tied = sum(given["ben"] != given["cat"] for given in said.values())
    assert sum(found) == len(said) - tied, "two that disagree make no gold"


def test_an_ensemble_is_taken_without_the_judge_that_is_scored(tmp_path: Path) -> None:
    project, said = made(tmp_path)
    with project:
        _ensemble(project, "panel", "majority", ("q1", "q2"))
        found = detected(project, "q1", "panel")
        assert counts(found, "q1") == by_hand(said, "q1", {}, ("q2",))
        assert any("Gold leaves out what q1 said" in each for each in found.notes)
        _ensemble(project, "record", "record", ("q1", "q2"))
        with pytest.raises(InputError, match="has no value without them"):
            detected(project, "q1", "record")
        with pytest.raises(InputError, match="has no value without them"):
            detected(project, "q1", "q1")


def _ensemble(project: Project, name: str, rule: str, members: tuple[str, ...]) -> None:
    """A run that made verdicts of those of other judges."""
    def job(connection: Any) -> tuple[None, ChangeSet]:
        row = names.annotator(connection, name, AnnotatorKind.JUDGE, "panel")
        said = json.dumps({"members": list(members), "rule": rule})
        connection.execute(
            "INSERT INTO run (uid, annotator_id, method, provider, started, state, settings)"
            " VALUES (?, ?, 'panel', '', '2026-01-01', 'done', ?)", (name, row, said))  # fmt: skip
        for item, cell in cells(project).values():
            connection.execute(
                "INSERT INTO verdict (annotator_id, criterion_id, unit_id, target_id, item_id, value)"
                " VALUES (?, ?, ?, ?, ?, 'yes')", (row, cell.criterion, cell.unit, cell.target, item))  # fmt: skip
        return None, ChangeSet()

    project.write(job).result()
