"""The way back from a figure to its cells: a click on a bar opens the queue filtered to them.

Every row of a metric names scheme, criterion and, where it has them, judge, annotators, system, data set, split or
item. ``behind`` turns such a row into cells; ``outcome`` narrows them to what a column counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from galley.core.domain import JUDGES, AnnotatorId, AnnotatorKind, Cell, ItemId, UnitId
from galley.core.errors import InputError
from galley.core.metrics import gold
from galley.core.metrics._question import by_level
from galley.core.metrics.base import Params
from galley.core.metrics.cell_arrays import CellReader, Cells, against
from galley.core.metrics.position import PARTS, part, places
from galley.core.storage.connection import Connection

AGAINST = {"tp": (1, 1), "fp": (1, 0), "tn": (0, 0), "fn": (0, 1)}
OUTCOMES = ("", *AGAINST, "yes", "no", "tie", "agree", "disagree", "unscored", *PARTS)
"""What may be asked for: counts against gold; yes and no of the judge in the row, else of gold; ties of the humans;
cells on which the row's annotators agree or not; cells the judge left unscored; errors by their place."""


@dataclass(frozen=True, slots=True)
class FigureCells:
    """``items`` are row ids in the order of the file, each once; ``cells`` the cells behind the figure. The criterion
    of a combined criterion's cell is its first criterion."""

    items: list[ItemId]
    cells: list[Cell]


def behind(connection: Connection, params: Params, row: Mapping[str, Any], outcome: str = "") -> FigureCells:
    """The cells behind a row that a metric computed under ``params``.

    Raises: InputError for an outcome that there is not, or a row whose names the project no longer holds.
    """
    if outcome not in OUTCOMES:
        raise InputError(f"There is no outcome {outcome!r}; use one of: {', '.join(filter(None, OUTCOMES))}.")
    reader = CellReader(connection, _narrow_params(params, row))
    question = next((q for q in reader.questions() if q.id == row.get("criterion")), None)
    if question is None and any(by_level(scheme) for scheme in reader.schemes):  # the part of a roll-up on one level
        levels = CellReader(connection, replace(reader.params, by="level")).questions()
        question = next((q for q in levels if q.id == row.get("criterion")), None)
    if question is None:
        return FigureCells([], [])
    judge = row.get("judge") or (
        row.get("by") if row.get("by") not in (gold.ADJUDICATED, gold.MAJORITY, gold.OUTCOME) else None
    )
    people = [reader.find_annotator(name) for name in row.get("annotators") or ()]
    if judge:
        people.append(reader.find_annotator(judge, (*JUDGES, AnnotatorKind.HUMAN)))
    if outcome == "tie":
        people += reader.humans
    level = row.get("level") or params.level
    cells = reader.cells(question, people, "summary" if level == "summary" else "unit", with_gold=True)
    cells = against(reader, cells)
    mask = _select_cells(reader, cells, people, bool(judge), outcome)
    if row.get("item"):
        codes, names = cells.label("item")
        mask &= codes == names.index(row["item"])
    cell_rows = np.flatnonzero(mask)
    criterion = question.members[0].row
    return FigureCells(
        np.unique(cells.items[cell_rows]).tolist(),
        [Cell(UnitId(int(cells.unit[n])), criterion, int(cells.target[n])) for n in cell_rows],
    )


def _narrow_params(params: Params, row: Mapping[str, Any]) -> Params:
    """The parameters with the row's own system, data set and split."""

    def own(values: tuple[str, ...], *fields: str) -> tuple[str, ...]:
        return next(((row[field],) for field in fields if row.get(field)), values)

    return replace(
        params,
        schemes=(row["scheme"],),
        criteria=(),
        judges=(),
        annotators=(),
        systems=own(params.systems, "system"),
        datasets=own(params.datasets, "dataset", "source"),
        splits=own(params.splits, "split"),
    )


def _select_cells(
    reader: CellReader, cells: Cells, people: list[AnnotatorId], judged: bool, outcome: str
) -> NDArray[np.bool_]:
    assert cells.gold is not None
    truth = cells.gold
    answers = cells.column(people[-1]) if judged and outcome != "tie" else None
    if outcome in AGAINST and answers is not None:
        judge_state, gold_state = AGAINST[outcome]
        return (answers == judge_state) & (truth == gold_state)
    if outcome == "unscored" and answers is not None:
        return answers == -1
    if outcome in ("yes", "no", *PARTS):
        mask = (truth if answers is None else answers) == (0 if outcome == "no" else 1)
        if outcome in PARTS:
            mask &= part(*places(reader, cells.unit)) == PARTS.index(outcome)
        return mask
    states = cells.states[:, [cells.annotators.index(person) for person in dict.fromkeys(people)]]
    if outcome == "tie":
        return np.asarray(gold.majority(states, cells.values) == gold.TIE)
    has_answer = states >= 0
    if outcome in ("agree", "disagree"):
        high = np.where(has_answer, states, -1).max(axis=1, initial=-1)
        low = np.where(has_answer, states, 127).min(axis=1, initial=127)
        return np.asarray((has_answer.sum(axis=1) >= 2) & ((high == low) == (outcome == "agree")))
    if answers is not None:
        return (answers >= 0) & (truth >= 0)
    return np.asarray(has_answer.any(axis=1) if people else truth >= 0)
