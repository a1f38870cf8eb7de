"""What is left until an estimate is as narrow as wanted: with the judge and without, drawn and not drawn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from galley.core.domain import Cell
from galley.core.metrics import registry, sampling, stratified_samples
from galley.core.metrics._estimate_history import find_question_with_most_errors
from galley.core.metrics._sample_size import plan_reviews
from galley.core.metrics._times import first_times, read_times
from galley.core.metrics.base import Params
from galley.core.metrics.cell_arrays import CellReader
from galley.core.metrics.target_precision import Toward, toward
from galley.core.project.project import Project
from galley.core.review.decision_writer import DecisionWriter
from tests.core.building import flag, project, record

ITEMS, SENTENCES, NAME = 120, 4, "changed-meaning"


def truth() -> np.ndarray[Any, np.dtype[np.bool_]]:
    return np.random.default_rng(31).random((ITEMS, SENTENCES)) < 0.3


def said() -> np.ndarray[Any, np.dtype[np.bool_]]:
    chance = np.random.default_rng(32).random((ITEMS, SENTENCES))
    return np.where(truth(), chance < 0.85, chance < 0.1)


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Project]:
    entry = {"annotator": "judge", "kind": "judge", "scheme": "dial-summer", "criteria": [NAME]}
    records = [
        record(
            f"k{item}",
            documents=[
                {"id": "sum", "role": "summary", "system": "ab"[item % 2],
                 "sentences": [f"Sentence {item} {n}." for n in range(SENTENCES)]}
            ],
            verdicts=[flag(NAME, "sum", n) for n in np.flatnonzero(said()[item]).tolist()],
            judged=[entry],
        )
        for item in range(ITEMS)
    ]  # fmt: skip
    with project(tmp_path, *records) as opened:
        yield opened


def answer(made: Project, cells: list[tuple[int, Cell]]) -> None:
    desk = DecisionWriter(made, "ann")
    for item, cell in cells:
        position = made.read_connection().execute("SELECT position FROM unit WHERE id = ?", (cell.unit,)).fetchone()[0]
        desk.add(item, cell, "yes" if truth()[item - 1, position] else "no").result()


def whole_documents(made: Project, items: int) -> list[tuple[int, Cell]]:
    rows = made.read_connection().execute(
        "SELECT item_id, whole_id, document.id FROM document WHERE role = 'summary' ORDER BY item_id LIMIT ?", (items,)
    )
    row = made.read_connection().execute("SELECT id FROM criterion WHERE name = ?", (NAME,)).fetchone()[0]
    return [(item, Cell(whole + 1 + n, row, home)) for item, whole, home in rows for n in range(SENTENCES)]


def drawn(made: Project, size: int) -> None:
    found = made.write(lambda c: stratified_samples.draw(c, "judge", "dial-summer", NAME, size)).result()
    answer(made, sampling.queue(made.read_connection(), found))


def left(made: Project, wanted: float) -> list[Toward]:
    reader = CellReader(made.read_connection(), Params(target="project"))
    best = find_question_with_most_errors(reader)
    assert best is not None and best[0].id == NAME
    return toward(reader, *best, wanted, first_times(read_times(made.read_connection(), None)))


def test_a_draw_leads_on_by_its_own_interval(made: Project) -> None:
    drawn(made, 120)
    whole, *systems = left(made, 0.03)
    row = next(
        each for each in registry.compute("estimate", made.read_connection(), Params(target="project")).rows
        if each["system"] is None
    )  # fmt: skip
    assert {name: whole.row[name] for name in ("n", "value", "low", "high", "naive")} == {
        name: row[name] for name in ("n", "value", "low", "high", "naive")
    }
    there = ITEMS * SENTENCES

    def more(low: float, high: float) -> int:
        half, n = (high - low) / 2, 120
        while half * ((1 / n - 1 / there) / (1 / 120 - 1 / there)) ** 0.5 > 0.03:
            n += 1
        return n - 120

    assert whole.is_drawn and whole.more == more(row["low"], row["high"])
    assert whole.alone == more(row["reviews_low"], row["reviews_high"]) > whole.more, "the judge saves reviews"
    assert [each.system for each in systems] == ["a", "b"]
    assert whole.done and all(n <= 120 for n, _ in whole.done)
    at, half = whole.ahead[0]
    assert at == 120 and half == pytest.approx(whole.half) and whole.ahead[-1] == (there, 0.0)
    assert left(made, 0.2)[0].more == 0


def test_it_is_borne_out_when_these_are_reviewed(made: Project) -> None:
    drawn(made, 120)
    wanted = 0.03
    told = left(made, wanted)[0].more
    assert told
    drawn(made, told)
    half = left(made, wanted)[0].half
    assert half == pytest.approx(wanted, rel=0.15)


def test_without_a_draw_it_is_the_plan_of_whole_documents(made: Project) -> None:
    answer(made, whole_documents(made, 40))
    whole = left(made, 0.03)[0]
    (plan,) = plan_reviews(made.read_connection(), Params(), 0.03)
    assert not whole.is_drawn and whole.row["why"]
    assert plan.forecast.with_judge.documents is not None and plan.forecast.alone.documents is not None
    assert whole.more == (plan.forecast.with_judge.documents - 40) * SENTENCES
    assert whole.alone == (plan.forecast.alone.documents - 40) * SENTENCES
    # where the curve crosses what is wanted there are as many documents
    crossing = next(n for n, half in whole.ahead if half <= 0.03)
    assert crossing / SENTENCES == pytest.approx(plan.forecast.with_judge.documents, abs=ITEMS / 30)


def test_nothing_is_forecast_from_few_errors(made: Project) -> None:
    answer(made, whole_documents(made, 6))
    whole = left(made, 0.05)[0]
    assert whole.more is None and whole.alone is None and "No forecast because" in whole.why and not whole.ahead
    drawn(made, 20)
    whole = left(made, 0.05)[0]
    assert whole.is_drawn and whole.more is None and "No forecast because" in whole.why


def test_a_width_that_is_none_is_refused(made: Project) -> None:
    drawn(made, 20)
    with pytest.raises(ValueError, match="half width"):
        left(made, 0.0)
