"""Diagnosis of annotators, against counts and times that were laid out by hand."""

from __future__ import annotations

import json
import random
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from galley.core.adjudication import bulk_adjudication
from galley.core.domain import AnnotatorKind, ChangeSet
from galley.core.importers.galley import IMPORTER
from galley.core.importers.run_import import import_files
from galley.core.metrics import registry
from galley.core.metrics.base import Memory, Params
from galley.core.project.project import Project
from galley.core.storage import names
from tests.core import building

# seconds at which ann decides: 0, 10, 30, then a break of 400 s, 20 s later one more; a note between takes no answer
ANN = ((0, "accept"), (10, "accept"), (25, "note"), (30, "unsure"), (430, "accept"), (450, "override"))
DOV = ((5, "override"), (6, "override"), (6.01, "override"), (300, "accept"), (301, "accept"))


def _at(seconds: float) -> str:
    minute, second = divmod(seconds, 60)
    return f"2026-11-20T10:{int(minute):02}:{second:09.6f}+00:00"


def _project(folder: Path) -> Project:
    sentences = [f"Sentence {n}." for n in range(6)]
    decisions: list[dict[str, Any]] = []
    for who, done in (("ann", ANN), ("dov", DOV)):
        unit = 0
        for seconds, action in done:
            cell = {"scheme": "basic", "criterion": "hallucination", "document": "s", "unit": unit}
            entry = {"uid": f"{who}{seconds}", "at": _at(seconds), "reviewer": who, "action": action, **cell}
            if action == "note":
                entry["note"] = "Hm."
            else:
                entry |= {"flag": "j", "flag_kind": "judge"}
                entry["value"] = {"accept": "yes", "override": "no", "unsure": None}[action]
                unit += 1
            decisions.append({name: value for name, value in entry.items() if value is not None})
    decisions.sort(key=lambda entry: entry["at"])
    flags = [
        {"annotator": "j", "kind": "judge", "scheme": "basic", "criterion": "hallucination", "document": "s", "unit": n,
         "value": "yes"} for n in range(6)
    ]  # fmt: skip
    gold = [{**flag, "annotator": "gold", "kind": "gold", "value": "yes" if n < 3 else "no"} for n, flag in
            enumerate(flags[:5])]  # fmt: skip
    record = {
        "key": "a",
        "documents": [{"id": "s", "role": "summary", "system": "x", "sentences": sentences}],
        "verdicts": [*flags, *gold],
        "decisions": decisions,
    }
    path = folder / "a.jsonl"
    path.write_text(json.dumps(record) + "\n", "utf-8")
    project = Project.create(folder / "a.galley")
    import_files(project, IMPORTER, [path])
    return project


def test_agreement_unsure_rate_and_speed_are_those_laid_out(tmp_path: Path) -> None:
    with _project(tmp_path) as project:
        result = registry.compute("diagnosis", project.read_connection(), Params(gold="adjudicated"))
    rows = {row["annotator"]: row for row in result.rows if row["criterion"] == "all"}
    ann, dov = rows["ann"], rows["dov"]
    # ann on units 0-4: yes yes unsure yes no; gold: yes yes yes no no
    assert (ann["same"], ann["n"], ann["value"]) == (3, 4, 0.75)
    # yes/yes 2, yes/no 1, no/no 1: observed 3/4, expected 3/4 * 2/4 + 1/4 * 2/4 = 1/2
    assert ann["kappa"] == pytest.approx(0.5)
    assert (ann["answers"], ann["unsure"], ann["unsure_rate"]) == (5, 1, 0.2)
    # gaps before her answers: none, 10, 5 (since the note), 400 (a break), 20
    assert (ann["decisions"], ann["timed"]) == (5, 3)
    assert ann["seconds"] == pytest.approx(10.0, abs=0.001)
    # dov: no no no yes yes; gaps: none, 1, 0.01 (together), 293.99, 1
    assert (dov["same"], dov["n"]) == (0, 5)
    assert dov["timed"] == 3 and dov["seconds"] == pytest.approx(1.0, abs=0.001)
    assert result.left_out == {"answers behind a break, or given together (no time)": 4}
    assert ann["low"] < 0.75 < ann["high"] and "5 minutes" in result.notes[0]
    by_criterion = [row for row in result.rows if row["criterion"] == "hallucination"]
    assert [(row["annotator"], row["value"]) for row in by_criterion] == [("ann", 0.75), ("dov", 0.0)]


def test_filters_and_judges(tmp_path: Path) -> None:
    with _project(tmp_path) as project:
        found = registry.compute(
            "diagnosis", project.read_connection(), Params(gold="adjudicated", annotators=("ann",), judges=("j",))
        )
        nobody = registry.compute("diagnosis", project.read_connection(), Params(gold="adjudicated", items=(99,)))
    rows = {row["annotator"]: row for row in found.rows if row["criterion"] == "all"}
    assert set(rows) == {"ann", "j"}
    assert (rows["j"]["same"], rows["j"]["n"], rows["j"]["decisions"], rows["j"]["seconds"]) == (3, 5, 0, None)
    assert {row["answers"] for row in nobody.rows} == {0}
    assert all(row["value"] is None and row["why"] for row in nobody.rows)


def test_a_project_without_decisions_says_so(tmp_path: Path) -> None:
    with building.project(tmp_path) as project:
        result = registry.compute("diagnosis", project.read_connection(), Params())
    assert result.rows == [] and "This project has no answers yet" in result.notes[0]


def test_the_log_that_is_kept_follows_decisions_that_are_later_and_earlier_than_it(tmp_path: Path) -> None:
    with _project(tmp_path) as project:
        memory = Memory()
        metric = registry.find_metric("diagnosis")

        def add(connection: Any, number: int, who: str, seconds: float) -> ChangeSet:
            connection.execute(
                "INSERT INTO decision (uid, at, reviewer_id, action, item_id, unit_id, criterion_id, target_id,"
                " flag_id) SELECT ?, ?, (SELECT id FROM annotator WHERE name = ?), 'unsure', item_id, unit_id,"
                " criterion_id, target_id, flag_id FROM decision WHERE action = 'accept' LIMIT 1",
                (f"more{number}", _at(seconds), who),
            )
            return ChangeSet(items=frozenset({1}))

        def same() -> tuple[Any, Any]:
            kept, fresh = (
                metric.compute(project.read_connection(), Params(resamples=0, memory=known)).rows
                for known in (memory, None)
            )
            assert kept == fresh
            mine = next(row for row in kept if (row["annotator"], row["criterion"]) == ("ann", "all"))
            return mine["decisions"], mine["seconds"]

        # gaps of 10, 5 and 20; then 16, then 9 behind it, and last one between these that makes 12 and 4 of the 16
        assert same() == (5, pytest.approx(10.0))
        for number, (who, seconds, seen) in enumerate(
            (("ann", 466, (6, 13.0)), ("dov", 470, (6, 13.0)), ("ann", 475, (7, 10.0)), ("ann", 462, (8, 9.5)))
        ):
            project.write(partial(add, number=number, who=who, seconds=seconds)).result()
            assert same() == (seen[0], pytest.approx(seen[1]))


# Held against the others ----------------------------------------------------------------------------------------------


def _said(folder: Path, answers: dict[str, str], name: str, gold: str = "") -> Project:
    """Answers by person, a letter a sentence: y, n, ? for unsure, - for none. ``gold`` the same."""
    size = max(len(given) for given in answers.values())
    verdicts = []
    for who, given in {**answers, **({"gold": gold} if gold else {})}.items():
        kind = "gold" if who == "gold" else "judge" if who.startswith("j") else "human"
        for unit, letter in enumerate(given):
            place = {"annotator": who, "kind": kind, "scheme": "basic", "criterion": "hallucination",
                     "document": "s", "unit": unit}  # fmt: skip
            if letter != "-":
                value = {"y": "yes", "n": "no", "?": None}[letter]
                verdicts.append(place | {"value": value} | ({"reason": "unsure"} if value is None else {}))
    sentences = [f"Sentence {n}." for n in range(size)]
    documents = [{"id": "s", "role": "summary", "system": "x", "sentences": sentences}]
    return building.project(folder, {"key": "a", "documents": documents, "verdicts": verdicts}, name=name)


def _by_hand(answers: dict[str, str], who: str) -> tuple[int, int, int]:
    """(same, compared, undecided) of one person against the strict majority of the other people, cell by cell."""
    same = compared = undecided = 0
    for unit, mine in enumerate(answers[who]):
        votes = [given[unit] for other, given in answers.items() if other != who and given[unit] in "yn"]
        if mine not in "yn" or not votes:
            continue
        yes = votes.count("y")
        if 2 * yes == len(votes):
            undecided += 1
            continue
        compared += 1
        same += (mine == "y") == (2 * yes > len(votes))
    return same, compared, undecided


@pytest.mark.parametrize("seed", range(5))
def test_each_person_is_held_against_the_majority_of_the_others(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    people = {
        who: "".join(chance.choices("yn?-", (3, 5, 1, 1), k=60)) for who in ("ann", "ben", "cat", "dan")[: 3 + seed % 2]
    }
    settled = "".join(chance.choices("yn-", k=60))
    with _said(tmp_path, people, "a.galley", settled) as project:
        result = registry.compute("diagnosis", project.read_connection(), Params())
    rows = {row["annotator"]: row for row in result.rows if row["criterion"] == "all"}
    wanted = {who: _by_hand(people, who) for who in people}
    assert {who: (row["same"], row["n"]) for who, row in rows.items()} == {who: w[:2] for who, w in wanted.items()}
    assert {row["against"] for row in rows.values()} == {"majority of the others"} == {result.gold}
    assert result.left_out.get("cells on which the others have no majority", 0) == sum(w[2] for w in wanted.values())
    for who, (same, n, _) in wanted.items():
        assert rows[who]["value"] == pytest.approx(same / n)


def test_two_of_three_who_agree_at_38_per_cent_are_not_all_perfect(tmp_path: Path) -> None:
    ann = "y" * 19 + "n" * 31
    ben = "y" * 19 + "y" * 31  # the same as ann on 38 %
    cat = "-" * 50
    with _said(tmp_path, {"ann": ann, "ben": ben, "cat": cat[:-1] + "y"}, "a.galley") as project:
        rows = registry.compute("diagnosis", project.read_connection(), Params()).rows
    mine = {row["annotator"]: row for row in rows if row["criterion"] == "all"}
    assert mine["ann"]["value"] == pytest.approx(0.38) and mine["ben"]["n"] == 49


def test_two_people_agree_and_the_figure_is_called_so(tmp_path: Path) -> None:
    people = {"ann": "yynn?y-", "ben": "ynnyy-y"}
    with _said(tmp_path, {**people, "jay": "yyyyyyy"}, "a.galley", "yyyyyyy") as project:
        result = registry.compute("diagnosis", project.read_connection(), Params(judges=("jay",)))
        kappa = registry.compute(
            "agreement", project.read_connection(), Params(level="unit", coefficients=("cohen-kappa",), resamples=0)
        ).rows[0]
        alone = registry.compute("diagnosis", project.read_connection(), Params(gold="ann")).rows
    rows = {row["annotator"]: row for row in result.rows if row["criterion"] == "all"}
    assert [(rows[who]["against"], rows[who]["same"], rows[who]["n"]) for who in ("ann", "ben")] == [
        ("agreement with ben", 2, 4), ("agreement with ann", 2, 4)
    ]  # fmt: skip
    assert rows["ann"]["kappa"] == rows["ben"]["kappa"] == pytest.approx(kappa["value"])
    # a judge has no vote, and is held against gold
    assert (rows["jay"]["against"], rows["jay"]["same"], rows["jay"]["n"]) == ("gold", 7, 7)
    assert "their agreement" in result.notes[-1]
    itself = {row["annotator"]: row for row in alone if row["criterion"] == "all"}
    assert itself["ann"]["value"] is None and "they are the gold" in itself["ann"]["why"] and itself["ben"]["n"] == 4


def test_a_person_alone_has_nobody_to_be_held_against(tmp_path: Path) -> None:
    with _said(tmp_path, {"ann": "yyn"}, "a.galley") as project:
        (row, *_) = registry.compute("diagnosis", project.read_connection(), Params()).rows
    assert (row["value"], row["n"]) == (None, 0) and "the others have no majority" in row["why"]


def test_gold_that_a_rule_settled_is_told_of(tmp_path: Path) -> None:
    with _said(tmp_path, {"ann": "yyn", "ben": "ynn", "cat": "ynn"}, "a.galley") as project:
        lead = project.write(lambda c: (names.annotator(c, "lead", AnnotatorKind.HUMAN), ChangeSet())).result()
        plan = bulk_adjudication.preview_adjudication(project.read_connection(), bulk_adjudication.BulkOrder())
        bulk_adjudication.write_bulk_decisions(project, lead, plan, plan.confirmation)
        adjudicated = registry.compute("diagnosis", project.read_connection(), Params(gold="adjudicated"))
        usual = registry.compute("diagnosis", project.read_connection(), Params())
    assert any("comes from people's votes by a rule" in note for note in adjudicated.notes)
    assert not any("comes from people's votes by a rule" in note for note in usual.notes)
    ann = next(row for row in usual.rows if row["annotator"] == "ann")
    assert (ann["same"], ann["n"]) == (2, 3)
