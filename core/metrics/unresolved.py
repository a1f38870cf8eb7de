"""Cells on which people agree and which have no gold.

Silence after going through a text is a "no", and cells that nobody marked are most of them. Silence has no row, so
figures over adjudicated cells alone leave these cells out until they are adjudicated, and say how many they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from galley.core.domain import JUDGES, AnnotatorId, UnitId
from galley.core.metrics import gold
from galley.core.metrics.base import Params
from galley.core.metrics.cell_arrays import CellQuestion, CellReader, Cells
from galley.core.rules.arrays import rule_all
from galley.core.rules.rule import FLAGS, Rule, State
from galley.core.storage.connection import Connection

LEAST = 2
"""People who make an agreement."""
AGREED = "cells that people agree on, without gold"
"""What the cells are called under "left out"."""


@dataclass(frozen=True, slots=True)
class SameAnswers:
    """The cells of one criterion on which all of two voters or more say the same: how many there are, and how many of
    these have no gold (none was left open either)."""

    cells: int
    without: int


def find_same_answers(reader: CellReader, question: CellQuestion) -> SameAnswers:
    """The cells on which all people who answered say the same, two of them or more. The gold of ``reader`` says which
    have gold."""
    people = [who for who in reader.humans if reader.has_answered(who, question)]
    if len(people) < LEAST:
        return SameAnswers(0, 0)
    found = [_same(reader, question, people, people, LEAST, level) for level in _find_levels(reader, question, people)]
    return SameAnswers(sum(int(same.sum()) for _, same, _ in found), sum(int(rest.sum()) for _, _, rest in found))


def _find_levels(reader: CellReader, question: CellQuestion, people: Sequence[AnnotatorId]) -> tuple[str, ...]:
    return ("unit",) if question.whole else reader.find_answer_levels(question, people)


def find_unmarked_cells(
    reader: CellReader, question: CellQuestion, voters: Sequence[AnnotatorId] = (), least: int = LEAST
) -> Iterator[tuple[UnitId, int, list[AnnotatorId]]]:
    """(unit, target, who) of the cells without gold that nobody marked, no judge and no person, and that all ``voters``
    (row ids; everybody, if empty) who answered, ``least`` of them or more, said "no" of in silence; ``who`` are all who
    did, judges among them. ``reader`` must be one whose gold is the adjudicated one."""
    people = [who for who in reader.humans if reader.has_answered(who, question) and (not voters or who in voters)]
    if len(people) < least:
        return
    everybody = [row for row in reader.annotators if reader.has_answered(row, question)]
    others = [who for who in everybody if reader.annotator(who).kind in JUDGES]
    for level in _find_levels(reader, question, people):
        yield from _unmarked(reader, question, people, others, least, level)


def _unmarked(
    reader: CellReader,
    question: CellQuestion,
    people: Sequence[AnnotatorId],
    others: Sequence[AnnotatorId],
    least: int,
    level: str,
) -> Iterator[tuple[UnitId, int, list[AnnotatorId]]]:
    everybody = [row for row in reader.annotators if reader.has_answered(row, question)]
    cells, _, without = _same(reader, question, people, [*people, *others], least, level)
    reader.read([question], everybody)
    stride = 1 + int(cells.target.max(initial=0))
    marked = [
        said.unit[said.target < stride] * stride + said.target[said.target < stride]
        for said in (reader.verdicts.explicit_answers(row, member) for row in everybody for member in question.members)
    ]
    mine = cells.unit[without] * stride + cells.target[without]
    rows = np.flatnonzero(without)[~np.isin(mine, np.concatenate(marked))]
    for row in rows.tolist():
        silent = [who for who in (*people, *others) if cells.states[row, cells.annotators.index(who)] == 0]
        yield UnitId(int(cells.unit[row])), int(cells.target[row]), silent


def _same(
    reader: CellReader,
    question: CellQuestion,
    people: Sequence[AnnotatorId],
    annotators: Sequence[AnnotatorId],
    least: int,
    level: str,
) -> tuple[Cells, NDArray[np.bool_], NDArray[np.bool_]]:
    """The cells of these annotators, on which of them all people who answered say the same, and on which of those
    nothing is gold."""
    cells = reader.cells(question, annotators, level, with_gold=True)
    assert cells.gold is not None
    states = cells.states[:, [cells.annotators.index(who) for who in people]]
    terms = replace(FLAGS, rule=Rule.UNANIMOUS, people=least)
    same = rule_all(states, terms, values=cells.values).state == State.SETTLED
    return cells, same, same & (cells.gold == gold.NOT_ASKED)


def questions(reader: CellReader, about: Sequence[str] = ()) -> Iterator[CellQuestion]:
    """The criteria that ``reader`` is about; of the schemes ``about`` alone, if any is named."""
    for question in reader.questions():
        if not question.is_combined and (not about or question.scheme in about):
            yield question


def without_gold(
    connection: Connection, params: Params, about: Sequence[str] = (), truth: str = gold.ADJUDICATED
) -> tuple[int, int]:
    """(cells that people agree on, those of them without gold ``truth``) of what ``params`` ask for."""
    reader = CellReader(connection, replace(params, gold=truth, by="criterion", judges=(), annotators=()))
    same_answers = [find_same_answers(reader, question) for question in questions(reader, about)]
    return sum(same.cells for same in same_answers), sum(same.without for same in same_answers)
