"""Cells on which people agree and which have no gold: what a rule that settles marked cells passes over.

Silence after going through a text is a "no", and cells that nobody marked are most of them. Settling writes no row for
silence, so figures over adjudicated cells alone leave these cells out, and say how many they are.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from galley.core.metrics import gold
from galley.core.metrics.base import Params
from galley.core.metrics.cell_arrays import CellQuestion, CellReader
from galley.core.rules.arrays import rule_all
from galley.core.rules.rule import FLAGS, Rule, State

AGREED = "cells that people agree on, without gold"
"""What the cells are called under "left out"."""


@dataclass(frozen=True, slots=True)
class SameAnswers:
    """The cells of one criterion on which all of two voters or more say the same: how many there are, how many of these
    have no gold (none was left open either), and how many of those nobody marked, no judge and no person."""

    cells: int
    without: int
    unmarked: int


def agreed(
    reader: CellReader, question: CellQuestion, voters: Sequence[int] = (), least: int = 2, marks: bool = False
) -> SameAnswers:
    """The cells on which all ``voters`` (row ids; everybody, if empty) who answered say the same, ``least`` of them or
    more; with ``marks`` it is also looked up who marked them. ``reader`` must be one whose gold is the adjudicated one.
    """
    people = [who for who in reader.humans if reader.asked(who, question) and (not voters or who in voters)]
    if len(people) < least:
        return SameAnswers(0, 0, 0)
    cells = reader.cells(question, people, with_gold=True)
    assert cells.gold is not None
    states = cells.states[:, [cells.annotators.index(who) for who in people]]
    terms = replace(FLAGS, rule=Rule.UNANIMOUS, people=least)
    same = rule_all(states, terms, values=cells.values).state == State.SETTLED
    without = same & (cells.gold == gold.NOT_ASKED)
    if not marks:
        return SameAnswers(int(same.sum()), int(without.sum()), 0)
    everybody = [row for row in reader.annotators if reader.asked(row, question)]
    reader.read([question], everybody)
    stride = 1 + int(cells.target.max(initial=0))
    marked = [
        said.unit[said.target < stride] * stride + said.target[said.target < stride]
        for said in (reader.verdicts.said(row, member) for row in everybody for member in question.members)
    ]
    mine = cells.unit[without] * stride + cells.target[without]
    spoken = np.isin(mine, np.concatenate(marked)) if marked else np.zeros(len(mine), dtype=bool)
    return SameAnswers(int(same.sum()), int(without.sum()), int((~spoken).sum()))


def questions(reader: CellReader, about: Sequence[str] = ()) -> Iterator[CellQuestion]:
    """The criteria that ``reader`` is about; of the schemes ``about`` alone, if any is named."""
    for question in reader.questions():
        if not question.rollup and (not about or question.scheme in about):
            yield question


def without_gold(
    connection: sqlite3.Connection, params: Params, about: Sequence[str] = (), truth: str = gold.ADJUDICATED
) -> tuple[int, int]:
    """(cells that people agree on, those of them without gold ``truth``) of what ``params`` ask for."""
    reader = CellReader(connection, replace(params, gold=truth, by="criterion", judges=(), annotators=()))
    found = [agreed(reader, question) for question in questions(reader, about)]
    return sum(each.cells for each in found), sum(each.without for each in found)
