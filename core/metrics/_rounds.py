"""What somebody said in which round, and what their own answers made pointless: beside the verdicts that count."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from galley.core.domain import AnnotatorId, Criterion, CriterionId, UnitId
from galley.core.metrics._documents import Floats, Ints
from galley.core.rules.arrays import UNSURE
from galley.core.storage import slot_queries
from galley.core.storage.connection import Connection
from galley.core.storage.queries import columns
from galley.core.storage.queries.decisions import DecisionSelection, DecisionTrait, count_decisions


class RoundAnswers(NamedTuple):
    """What one annotator said explicitly about one criterion: a code (or, on an ordinal scale, a number; NaN
    for none) for each cell."""

    unit: Ints
    target: Ints
    code: Ints | Floats


NOTHING = RoundAnswers(np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0, np.int64))


def read_first_round(
    connection: Connection, answers: dict[tuple[AnnotatorId, CriterionId], RoundAnswers], criteria: Sequence[Criterion]
) -> dict[tuple[AnnotatorId, CriterionId], RoundAnswers]:
    """What was said in first rounds: ``said`` (by annotator and criterion) without what was said in a later one, with
    what stood before that; and without what somebody was asked because others had left it undecided: it is about cells
    on which these differ, and no others."""
    answers = _without(answers, read_third_answers(connection))
    if not count_decisions(connection, DecisionSelection(trait=DecisionTrait.LATER_ROUND), most=1):
        return answers
    criteria_by_row = {criterion.row: criterion for criterion in criteria}
    later: dict[tuple[AnnotatorId, CriterionId], list[tuple[UnitId, int]]] = defaultdict(list)
    for cell in columns.read_annotator_cells(connection, columns.CellSource.LATER):
        later[cell.annotator, cell.criterion].append((cell.unit, cell.target))
    before: dict[tuple[AnnotatorId, CriterionId], list[tuple[int, int, float]]] = defaultdict(list)
    for cell in columns.read_annotator_cells(connection, columns.CellSource.FIRST):
        if cell.criterion in criteria_by_row:
            code = _code(criteria_by_row[cell.criterion], cell.value)
            before[cell.annotator, cell.criterion].append((cell.unit, cell.target, code))
    first_answers = dict(answers)
    for key in {key for key in later if key[1] in criteria_by_row} | before.keys():
        own = first_answers.get(key, NOTHING)
        removed_cells = np.array(later.get(key, []), dtype=np.int64).reshape(-1, 2)
        stride = 1 + int(max(own.target.max(initial=0), removed_cells[:, 1].max(initial=0)))
        mask = ~np.isin(own.unit * stride + own.target, removed_cells[:, 0] * stride + removed_cells[:, 1])
        more = np.array(before.get(key, []), dtype=float).reshape(-1, 3)
        ordinal = criteria_by_row[key[1]].scale == "ordinal"
        codes = more[:, 2] if ordinal else more[:, 2].astype(np.int64)
        first_answers[key] = RoundAnswers(
            np.concatenate([own.unit[mask], more[:, 0].astype(np.int64)]),
            np.concatenate([own.target[mask], more[:, 1].astype(np.int64)]),
            np.concatenate([own.code[mask], codes]),
        )
    return first_answers


def read_third_answers(connection: Connection) -> Mapping[tuple[AnnotatorId, CriterionId], Ints]:
    """Units and targets (two rows) of the cells that somebody was assigned since others had left them undecided, by
    annotator and criterion; those that they had answered before are none of them."""
    cells_by_key: dict[tuple[AnnotatorId, CriterionId], list[tuple[UnitId, int]]] = defaultdict(list)
    for who, criterion, unit, target in slot_queries.read_undecided_cells(connection):
        cells_by_key[who, criterion].append((unit, target))
    return {key: np.array(cells, dtype=np.int64).T for key, cells in cells_by_key.items()}


def _without(
    answers: dict[tuple[AnnotatorId, CriterionId], RoundAnswers], cells: Mapping[tuple[AnnotatorId, CriterionId], Ints]
) -> dict[tuple[AnnotatorId, CriterionId], RoundAnswers]:
    remaining = dict(answers)
    for key in remaining.keys() & cells.keys():
        own, (unit, target) = remaining[key], cells[key]
        stride = 1 + int(max(own.target.max(initial=0), target.max(initial=0)))
        mask = ~np.isin(own.unit * stride + own.target, unit * stride + target)
        remaining[key] = RoundAnswers(own.unit[mask], own.target[mask], own.code[mask])
    return remaining


def read_adjudication_answers(connection: Connection, criterion: Criterion) -> dict[AnnotatorId, RoundAnswers]:
    """What the readers of a settle task said of a criterion, by annotator: it is gold's business alone."""
    rows_by_reader: dict[AnnotatorId, list[tuple[int, int, float]]] = defaultdict(list)
    for cell in columns.read_annotator_cells(connection, columns.CellSource.ADJUDICATION, criterion.row):
        rows_by_reader[cell.annotator].append((cell.unit, cell.target, _code(criterion, cell.value)))
    answers = {}
    for who, rows in rows_by_reader.items():
        cells = np.array(rows, dtype=float)
        codes = cells[:, 2] if criterion.scale == "ordinal" else cells[:, 2].astype(np.int64)
        answers[who] = RoundAnswers(cells[:, 0].astype(np.int64), cells[:, 1].astype(np.int64), codes)
    return answers


def _code(criterion: Criterion, value: object) -> float:
    """What stands for a value in the columns: a number, or its place on the scale."""
    if criterion.scale == "ordinal":
        return float("nan") if not isinstance(value, int | float) else float(value)
    values: Sequence[object] = criterion.choices or ("no", "yes")
    return float(values.index(value)) if value in values else float(UNSURE)


def read_unmet_cells(
    connection: Connection, third: Mapping[tuple[AnnotatorId, CriterionId], Ints]
) -> Mapping[tuple[AnnotatorId, CriterionId], tuple[Ints, Ints]]:
    """Units and targets of the cells that somebody's own answer made pointless, by annotator and criterion; but for
    what they said of ``third`` cells."""
    cells_by_key: dict[tuple[AnnotatorId, CriterionId], list[tuple[UnitId, int]]] = defaultdict(list)
    asked_cells = {(who, *cell) for (who, _), cells in third.items() for cell in cells.T.tolist()}
    for cell in columns.read_annotator_cells(connection, columns.CellSource.POINTLESS):
        if (cell.annotator, cell.unit, cell.target) not in asked_cells:
            cells_by_key[cell.annotator, cell.criterion].append((cell.unit, cell.target))
    return {
        key: (cells[:, 0], cells[:, 1])
        for key, rows in cells_by_key.items()
        if (cells := np.array(rows, np.int64)).size
    }
