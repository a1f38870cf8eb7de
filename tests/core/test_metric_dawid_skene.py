"""Confusion by annotator: judges and humans under one model, without anybody's answers taken for the truth."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from galley.core.metrics.base import Params
from galley.core.metrics.registry import find
from tests.core import building

RIGHT = {"ann": (0.9, 0.95), "ben": (0.8, 0.9), "cat": (0.85, 0.85), "dan": (0.75, 0.9), "jay": (0.7, 0.6)}
"""How often each says yes where it is yes, and no where it is no."""


def test_the_errors_that_answers_were_made_with_are_found_again(tmp_path: Path) -> None:
    chance = random.Random(11)
    records = []
    for number in range(700):
        truth = [chance.random() < 0.4 for _ in range(2)]
        verdicts = []
        for name, (yes, no) in RIGHT.items():
            for unit, true in enumerate(truth):
                said = chance.random() < (yes if true else 1 - no)
                kind = "judge" if name == "jay" else "human"
                value = "yes" if said else "no"
                verdicts.append(
                    building.flag("extrinsic-context", "sum-a", unit, annotator=name) | {"kind": kind, "value": value}
                )
        records.append(building.record(f"k{number}", verdicts=verdicts, judged=[]))
    with building.project(tmp_path, *records) as project:
        result = find("dawid-skene").compute(project.reader(), Params())
    rows = {(r["annotator"], r["true"], r["said"]): r for r in result.rows}
    assert len(rows) == len(result.rows) == 20
    for name, (yes, no) in RIGHT.items():
        assert rows[name, "yes", "yes"]["value"] == pytest.approx(yes, abs=0.06)
        assert rows[name, "no", "no"]["value"] == pytest.approx(no, abs=0.06)
        assert rows[name, "yes", "yes"]["value"] + rows[name, "yes", "no"]["value"] == pytest.approx(1)
    assert {r["n"] for r in result.rows} == {1400} and rows["jay", "no", "no"]["kind"] == "judge"
    assert rows["ann", "yes", "yes"]["prevalence"] == pytest.approx(0.4, abs=0.04)


def test_one_annotator_alone_is_undefined_and_says_why(tmp_path: Path) -> None:
    with building.project(tmp_path, building.record(verdicts=[building.flag("wrong-linking", "sum-a", 0)])) as project:
        (row,) = find("dawid-skene").compute(project.reader(), Params(criteria=("wrong-linking",))).rows
    assert row["value"] is None and "Undefined" in row["why"]
