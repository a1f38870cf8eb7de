"""Confusion by annotator: judges and humans under one model, without anybody's answers taken for the truth."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from galley.core.adjudication import bulk_adjudication
from galley.core.metrics import posterior
from galley.core.metrics.base import Params
from galley.core.metrics.registry import compute
from galley.core.project.project import Project
from galley.core.storage import names
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
        result = compute("dawid-skene", project.read_connection(), Params())
    rows = {(r["annotator"], r["true"], r["said"]): r for r in result.rows}
    assert len(rows) == len(result.rows) == 20
    for name, (yes, no) in RIGHT.items():
        assert rows[name, "yes", "yes"]["value"] == pytest.approx(yes, abs=0.06)
        assert rows[name, "no", "no"]["value"] == pytest.approx(no, abs=0.06)
        assert rows[name, "yes", "yes"]["value"] + rows[name, "yes", "no"]["value"] == pytest.approx(1)
    assert {r["n"] for r in result.rows} == {1400} and rows["jay", "no", "no"]["kind"] == "judge"
    assert rows["ann", "yes", "yes"]["prevalence"] == pytest.approx(0.4, abs=0.04)


def answers(
    said: dict[str, list[str | None]], kinds: dict[str, str] | None = None, each: int = 1
) -> list[dict[str, Any]]:
    """Records with one summary of two sentences each; ``said`` has each annotator's answers in order, None for none.
    So many records are about the same source document (``each``)."""
    size = max(len(each) for each in said.values())
    records = []
    for number in range(0, size, 2):
        verdicts = [
            building.flag("extrinsic-context", "sum-a", unit, annotator=name)
            | {"kind": (kinds or {}).get(name, "human"), "value": given[number + unit]}
            for name, given in said.items()
            for unit in range(2)
            if given[number + unit] is not None
        ]
        made = building.record(f"k{number}", verdicts=verdicts, judged=[])
        made["documents"][0]["turns"][0]["text"] = made["documents"][1]["paragraphs"][0] = f"{number // 2 // each}."
        records.append(made)
    return records


def drawn(seed: int, rates: dict[str, tuple[float, float]], size: int) -> dict[str, list[str | None]]:
    chance = random.Random(seed)
    truth = [chance.random() < 0.4 for _ in range(size)]
    return {
        name: ["yes" if chance.random() < (yes if true else 1 - no) else "no" for true in truth]
        for name, (yes, no) in rates.items()
    }


def settles(project: Project) -> bulk_adjudication.BulkPreview:
    return bulk_adjudication.preview_adjudication(
        project.read_connection(), bulk_adjudication.BulkOrder(bulk_adjudication.BulkRule.DAWID_SKENE, threshold=0.9)
    )


def suggested(project: Project) -> posterior.Model:
    row = project.read_connection().execute("SELECT id FROM criterion WHERE name = 'extrinsic-context'").fetchone()[0]
    return posterior.fit(project.read_connection(), row, refits=20)


@pytest.mark.parametrize("kind", ["human", "judge"])
def test_two_annotators_are_undefined_everywhere(tmp_path: Path, kind: str) -> None:
    said = drawn(3, {"ann": (0.95, 0.95), "ben": (0.6, 0.6)}, 400)
    with building.project(tmp_path, *answers(said, {"ben": kind})) as project:
        (row,) = compute("dawid-skene", project.read_connection(), Params(criteria=("extrinsic-context",))).rows
        model, plan = suggested(project), settles(project)
    assert row["value"] is None and row["n"]
    assert row["why"].startswith("Undefined because the model needs three annotators")
    assert model.suggest({1: "yes"}).value is None and model.why == row["why"]
    assert not plan.outcomes and (kind == "judge" or plan.model_warnings == (row["why"],))


def test_every_two_of_three_must_share_cells(tmp_path: Path) -> None:
    said = drawn(4, dict.fromkeys(("ann", "ben", "cat", "dan"), (0.9, 0.9)), 90)
    apart = {name: list(given) for name, given in said.items()}
    for n in range(90):
        for name, there in (("ann", n < 60), ("ben", True), ("cat", n >= 60), ("dan", False)):
            apart[name][n] = said[name][n] if there else None  # ann and cat share no cell
    with building.project(tmp_path, *answers(apart), name="a.galley") as project:
        (row,) = compute("dawid-skene", project.read_connection(), Params()).rows
        assert row["value"] is None and "three annotators" in row["why"] and not suggested(project).fits
    for n in range(90):
        apart["cat"][n] = said["cat"][n]
        apart["dan"][n] = said["dan"][n] if n < 60 else None
        apart["ann"][n] = said["ann"][n] if n >= 60 else None
    # ann, ben and cat share cells, and so do ben, cat and dan: only ann and dan do not, and each has two others
    with building.project(tmp_path, *answers(apart), name="b.galley") as project:
        found = compute("dawid-skene", project.read_connection(), Params(resamples=0)).rows
        assert {row["annotator"] for row in found if row["value"] is not None} == {"ann", "ben", "cat", "dan"}
    for n in range(90):
        apart["cat"][n] = said["cat"][n] if n >= 60 else None
    with building.project(tmp_path, *answers(apart), name="c.galley") as project:
        found = compute("dawid-skene", project.read_connection(), Params(resamples=0)).rows
        (left,) = [row for row in found if row["annotator"] == "dan"]
        assert left["value"] is None and "fewer than two others" in left["why"] and left["n"] == 60
        assert {row["annotator"] for row in found if row["value"] is not None} == {"ann", "ben", "cat"}
        assert {who for rates in suggested(project).fits for who in rates.confusion} == {
            row for row, a in names.annotators(project.read_connection()).items() if a.name in ("ann", "ben", "cat")
        }


def test_intervals_are_there_by_document_and_narrow_with_more_of_them(tmp_path: Path) -> None:
    rates = dict.fromkeys(("ann", "ben", "cat"), (0.9, 0.85))
    width: list[float] = []
    for size in (200, 1600):
        with building.project(tmp_path, *answers(drawn(5, rates, size)), name=f"{size}.galley") as project:
            result = compute("dawid-skene", project.read_connection(), Params(resamples=200))
            bare = compute("dawid-skene", project.read_connection(), Params(resamples=0))
        assert len(result.rows) == 12 and [row["value"] for row in result.rows] == [row["value"] for row in bare.rows]
        for row in result.rows:
            assert row["low"] <= row["value"] <= row["high"] and not row["why"]
            assert row["prevalence_low"] <= row["prevalence"] <= row["prevalence_high"]
        width.append(sum(row["high"] - row["low"] for row in result.rows))
        assert all(row["low"] is None and not row["why"] for row in bare.rows)
    assert width[1] < width[0] / 2
    for size, each in ((50, 1), (800, 400)):  # few cells; one source document
        said = answers(drawn(5, rates, size), each=each)
        with building.project(tmp_path, *said, name=f"few{size}.galley") as project:
            found = compute("dawid-skene", project.read_connection(), Params()).rows
        assert all(row["low"] is None and "No interval" in row["why"] for row in found)


def test_summaries_of_one_source_are_drawn_together(tmp_path: Path) -> None:
    """The finding: 78 % covered, as what was drawn were summaries. Every record again under the same source document
    leaves the intervals as wide as they were, but for what the fit takes for granted at the start."""
    said = drawn(8, dict.fromkeys(("ann", "ben", "cat"), (0.85, 0.8)), 400)
    width, ranges = [], []
    for copies in (1, 3):
        records = [{**made, "key": f"{made['key']}-{copy}"} for made in answers(said, each=4) for copy in range(copies)]
        with building.project(tmp_path, *records, name=f"{copies}.galley") as project:
            rows = compute("dawid-skene", project.read_connection(), Params(resamples=200)).rows
            model = suggested(project)
            width.append([row["high"] - row["low"] for row in rows])
            names_ = names.annotators(project.read_connection()).items()
            votes = {row: "no" if each.name == "cat" else "yes" for row, each in names_ if each.name in said}
            told = model.suggest(votes)
            ranges.append(told.high - told.low)
    assert width[0] == pytest.approx(width[1], rel=0.08) and ranges[0] == pytest.approx(ranges[1], rel=0.15)


def test_judges_who_err_alike_are_warned_of(tmp_path: Path) -> None:
    people = {"ann": (0.9, 0.95), "ben": (0.85, 0.9), "cat": (0.8, 0.95)}
    said = drawn(6, {**people, "jay": (0.7, 0.75), "kim": (0.7, 0.75)}, 400)
    kinds = {"jay": "judge", "kim": "judge"}
    with building.project(tmp_path, *answers(said, kinds), name="own.galley") as project:
        assert all(
            not row["why"] for row in compute("dawid-skene", project.read_connection(), Params(resamples=0)).rows
        )
        assert suggested(project).why == ""
    copied = {**said, "kim": [said["jay"][n] if n % 5 else said["kim"][n] for n in range(400)]}
    with building.project(tmp_path, *answers(copied, kinds), name="alike.galley") as project:
        told = {row["why"] for row in compute("dawid-skene", project.read_connection(), Params(resamples=0)).rows}
        assert told == {suggested(project).why} and settles(project).model_warnings == tuple(told)
        assert "say the same more often than their errors allow" in next(iter(told))
    with building.project(tmp_path, *answers({n: said[n] for n in ("ann", *kinds)}, kinds), name="c.galley") as project:
        (why,) = {row["why"] for row in compute("dawid-skene", project.read_connection(), Params(resamples=0)).rows}
        assert why.startswith("It is unknown whether jay and kim err alike.")


def test_one_annotator_alone_is_undefined_and_says_why(tmp_path: Path) -> None:
    with building.project(tmp_path, building.record(verdicts=[building.flag("wrong-linking", "sum-a", 0)])) as project:
        (row,) = compute("dawid-skene", project.read_connection(), Params(criteria=("wrong-linking",))).rows
    assert row["value"] is None and "Undefined" in row["why"]
