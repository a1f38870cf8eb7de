"""A reviewer's first and last pass over the same items, rebuilt from the log.

A pass ends with the last *finish item* before the item was opened again; what a finish left because it was not read, a
later one of the same pass adds. What held at the end are the answers that stand from before it, and "no" for every cell
that was covered and had no answer, but for flags, of which silence says nothing (finishes from before there was this
spoke of them, and each ended a pass). Items with two passes or more can be compared.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from galley.core.domain import NO_ANNOTATOR, Action, AnnotatorId, AnnotatorKind, CriterionId, ItemId, UnitId
from galley.core.metrics._documents import Ints
from galley.core.metrics.cell_arrays import CellQuestion, CellReader, Cells
from galley.core.review import item_state
from galley.core.storage import implicit_no
from galley.core.storage.log_row import LogRow
from galley.core.storage.queries.columns import read_repeated_logs
from galley.core.storage.queries.flags import FlagChoice, find_flags

AnswersByCell = dict[tuple[int, int, int], object]
"""(criterion, unit, target) to a value, None for unsure."""


class RepeatedItem(NamedTuple):
    """The log of a reviewer on an item that they finished twice or more: of the first and the last pass the places of
    the finishes, and the units that they came too early for."""

    decisions: list[LogRow]
    ends: tuple[list[int], list[int]]
    unseen: tuple[set[UnitId], set[UnitId]]


Logs = dict[AnnotatorId, list[RepeatedItem]]


def logs(reader: CellReader) -> Logs:
    """What ``passes`` works from: the log of each reviewer, by item."""
    named = [reader.find_annotator(name, (AnnotatorKind.HUMAN,)) for name in reader.params.annotators]
    return {person: list(_repeated_items(reader, person)) for person in dict.fromkeys(named or reader.humans)}


def _repeated_items(reader: CellReader, person: AnnotatorId) -> Iterator[RepeatedItem]:
    for decisions in _logs(reader, person):
        if len(ends := _ends(decisions)) > 1:
            first, last = (
                implicit_no.find_unseen_units(reader.connection, decisions[end[-1]].id) for end in (ends[0], ends[-1])
            )
            yield RepeatedItem(decisions, (ends[0], ends[-1]), (first, last))


def passes(reader: CellReader, question: CellQuestion, logs: Logs) -> Iterator[tuple[str, Cells]]:
    """Each reviewer with the cells of their two passes, in two columns. Yes/no criteria only."""
    if not question.binary or len(question.members) > 1:
        return
    criterion = question.members[0]
    for person in logs:
        first: AnswersByCell = {}
        last: AnswersByCell = {}
        covered: list[list[Ints]] = [[], []]
        later: list[set[int]] = [set(), set()]
        unspoken: list[set[tuple[int, int]]] = [set(), set()]
        flags: dict[ItemId, set[tuple[int, int]]] = defaultdict(set)
        choice = FlagChoice(criterion.row, items=[item.decisions[0].item_id for item in logs[person]])
        for flag in find_flags(reader.connection, choice, person) if logs[person] else ():
            flags[flag.item].add((flag.unit, flag.target))
        for decisions, ends, unseen in logs[person]:
            for number, (answers, end) in enumerate(zip((first, last), ends, strict=True)):
                later[number] |= unseen[number]
                _hold(answers, decisions[: end[-1] + 1], criterion.row)
                asked_targets = {
                    target
                    for n in end
                    for row, target in json.loads(decisions[n].asked or "[]")
                    if row == criterion.row
                }
                if decisions[end[-1]].unread is not None:
                    unspoken[number] |= flags[decisions[end[-1]].item_id]
                covered[number].append(np.array(sorted(asked_targets), dtype=np.int64))
        if not covered[0]:
            continue
        pairs = [reader.documents.cells(criterion, np.concatenate(targets)) for targets in covered]
        states = [
            _states(answers, unit, target, unseen, flagged)
            for answers, (unit, target), unseen, flagged in zip((first, last), pairs, later, unspoken, strict=True)
        ]
        both = sorted(states[0].keys() & states[1].keys())
        if both and reader.filter is not None:
            targets = np.array(both, dtype=np.int64)[:, 1]
            fits_filter = reader.filter[reader.documents.place(targets)]
            both = [cell for cell, fits in zip(both, fits_filter.tolist(), strict=True) if fits]
        if both:
            unit, target = np.array(both, dtype=np.int64).T
            table = np.array([[column[cell] for column in states] for cell in both], dtype=np.int16)
            yield reader.annotator(person).name, Cells(
                question, "unit", (person, person), ("no", "yes"), np.arange(2.0), unit, target, table, None,
                reader.documents,
            )  # fmt: skip


def _ends(decisions: list[LogRow]) -> list[list[int]]:
    """The places of the finishes of each pass."""
    passes: list[list[int]] = []
    goes_on = False
    for n, decision in enumerate(decisions):
        if decision.action == Action.REOPEN:
            goes_on = False
        elif decision.action == Action.FINISH:
            if goes_on and decision.unread is not None:
                passes[-1].append(n)
            else:
                passes.append([n])
            goes_on = decision.unread is not None
    return passes


def _logs(reader: CellReader, person: AnnotatorId) -> list[list[LogRow]]:
    """The reviewer's standing decisions on items that they finished twice or more, item by item, in order."""
    rows_by_item: dict[ItemId, list[LogRow]] = defaultdict(list)
    for row in read_repeated_logs(reader.connection, person):
        rows_by_item[row.item_id].append(row)
    return list(rows_by_item.values())


def items(reader: CellReader, person: str) -> list[ItemId]:
    """The items (row ids) that this reviewer finished twice or more."""
    logs = _logs(reader, reader.find_annotator(person, (AnnotatorKind.HUMAN,)))
    return sorted(log[0].item_id for log in logs if len(_ends(log)) > 1)


def _hold(answers: AnswersByCell, decisions: list[LogRow], criterion: CriterionId) -> None:
    """What these decisions add up to for one criterion."""
    for decision in decisions:
        if criterion not in (decision.criterion_id, decision.other_id):
            continue
        for answer in item_state.answers(decision, NO_ANNOTATOR):
            if answer.criterion == criterion and answer.annotator == decision.reviewer_id:
                answers[criterion, decision.unit_id or 0, decision.target_id or 0] = answer.value


def _states(
    answers: AnswersByCell, unit: Ints, target: Ints, unseen: set[int], flags: set[tuple[int, int]]
) -> dict[tuple[int, int], int]:
    cells = [cell for cell in zip(unit.tolist(), target.tolist(), strict=True) if cell[0] not in unseen]
    states = {cell: 0 for cell in cells if cell not in flags}
    asked_cells = set(cells)
    for (_, u, t), value in answers.items():
        if (u, t) in asked_cells:
            states[u, t] = -1 if value is None else int(value == "yes")
    return states
