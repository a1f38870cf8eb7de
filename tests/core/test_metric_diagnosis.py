"""Diagnosis of annotators, against counts and times that were laid out by hand."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from galley.core.domain import ChangeSet
from galley.core.importers.galley import IMPORTER
from galley.core.metrics import registry
from galley.core.metrics.base import Memory, Params
from galley.core.project.imports import import_files
from galley.core.project.project import Project
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
        result = registry.compute("diagnosis", project.reader(), Params(gold="gold"))
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
        found = registry.compute("diagnosis", project.reader(), Params(gold="gold", annotators=("ann",), judges=("j",)))
        nobody = registry.compute("diagnosis", project.reader(), Params(gold="gold", items=(99,)))
    rows = {row["annotator"]: row for row in found.rows if row["criterion"] == "all"}
    assert set(rows) == {"ann", "j"}
    assert (rows["j"]["same"], rows["j"]["n"], rows["j"]["decisions"], rows["j"]["seconds"]) == (3, 5, 0, None)
    assert {row["answers"] for row in nobody.rows} == {0}
    assert all(row["value"] is None and row["why"] for row in nobody.rows)


def test_a_project_without_decisions_says_so(tmp_path: Path) -> None:
    with building.project(tmp_path) as project:
        result = registry.compute("diagnosis", project.reader(), Params())
    assert result.rows == [] and "Nobody has answered" in result.notes[0]


def test_the_log_that_is_kept_follows_decisions_that_are_later_and_earlier_than_it(tmp_path: Path) -> None:
    with _project(tmp_path) as project:
        memory = Memory()
        metric = registry.find("diagnosis")

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
                metric.compute(project.reader(), Params(resamples=0, memory=known)).rows for known in (memory, None)
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
