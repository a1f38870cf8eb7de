"""Which criterion a judge takes for which: on the units that a judge or gold calls an error, what the other says.

A unit counts under every pair of criteria that the judge and gold give it; where one of them gives none, the pair is
with "none". Where the judge and gold have answers on whole summaries only, these are the units. Criteria that agree on
a unit are paired with themselves only, so what stands off the diagonal is what was mixed up, missed or made up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from galley.core.domain import AnnotatorId
from galley.core.metrics import gold
from galley.core.metrics._parameters import DOCUMENT_FILTERS, WHAT, Takes
from galley.core.metrics.base import Params, Reference, Result, Row
from galley.core.metrics.cell_arrays import CellQuestion, CellReader, Cells
from galley.core.storage.connection import Connection

NONE = "none"
COLUMNS = ("scheme", "judge", "criterion", "gold_criterion", "n", "value", "why")
OF_SUMMARIES = (*COLUMNS[:-1], "level", "why")
"""Where any row is about whole summaries."""

NamesByUnit = dict[tuple[int, int], set[str]]
"""Unit and target to the criteria that somebody calls them."""


class ConfusionMetric:
    """See the module."""

    name = "confusion"
    title = "Which criterion a judge confuses with which, against gold"
    unit = "pairs of criteria on a unit"
    reference = Reference(
        measures="""Counts which criterion a judge confuses with which. On units that the judge or gold calls an error,
        `n` counts each pair of criteria, with "none" where only one of them names an error. A criterion on which both
        agree pairs only with itself, so each pair of different criteria is a confusion, a missed error or a false flag.
        `value` is n over all pairs of that judge's criterion.""",
        source="A cross table; no paper.",
        interval="none",
        undefined="Never: a pair that does not occur has no row.",
        left_out="Units on which the judge or gold has not answered every criterion that the judge was asked.",
    )
    takes = (Takes((*WHAT, *DOCUMENT_FILTERS, "gold", "judges")),)

    def compute(self, connection: Connection, params: Params) -> Result:
        """A row for each judge and pair of criteria with n > 0; ``value`` is the share of the judge's units under
        that criterion. Only units count on which both answered every criterion that the judge was asked."""
        reader = CellReader(connection, params)
        questions = [q for q in reader.questions() if q.binary and not q.is_combined]
        reader.fetch(questions, [*reader.judges, *gold.sources(reader).annotators])
        rows: list[Row] = []
        left_out: dict[str, int] = {}
        for judge in reader.judges:
            for scheme in reader.schemes:
                asked_questions = [q for q in questions if q.scheme == scheme.id and reader.has_answered(judge, q)]
                rows += list(_rows(reader, judge, asked_questions, left_out))
        columns = OF_SUMMARIES if any(row["level"] == "summary" for row in rows) else COLUMNS
        note = "No judge and gold have answers on the same units yet."
        left_out = {reason: count for reason, count in left_out.items() if count}
        return Result(self.name, params.gold, rows, left_out, columns, () if rows else (note,))


def _rows(
    reader: CellReader, judge: AnnotatorId, questions: list[CellQuestion], left_out: dict[str, int]
) -> Iterator[Row]:
    for level, answers in find_levels(reader, judge, questions):
        yield from _rows_of_level(reader, judge, questions, left_out, level, answers)


def _rows_of_level(
    reader: CellReader,
    judge: AnnotatorId,
    questions: list[CellQuestion],
    left_out: dict[str, int],
    level: str,
    answers: list[Cells],
) -> Iterator[Row]:
    judge_names: NamesByUnit = {}
    truth: NamesByUnit = {}
    open_: set[tuple[int, int]] = set()
    for question, cells in zip(questions, answers, strict=True):
        assert cells.gold is not None
        judge_states = cells.column(judge)
        units = list(zip(cells.unit.tolist(), cells.target.tolist(), strict=True))
        for names, states in ((judge_names, judge_states), (truth, cells.gold)):
            for row in np.flatnonzero(states == 1).tolist():
                names.setdefault(units[row], set()).add(question.id)
        open_.update(units[row] for row in np.flatnonzero((judge_states < 0) | (cells.gold < 0)).tolist())
    counts: Counter[tuple[str, str]] = Counter()
    for unit in judge_names.keys() | truth.keys():
        if unit in open_:
            reason = f"{'summaries' if level == 'summary' else 'units'} without an answer on every criterion"
            left_out[reason] = left_out.get(reason, 0) + 1
            continue
        counts.update(_pairs(judge_names.get(unit, set()), truth.get(unit, set())))
    totals = Counter({name: 0 for name, _ in counts})
    for (name, _), count in counts.items():
        totals[name] += count
    order = [*(question.id for question in questions), NONE]
    for first in order:
        for second in order:
            if n := counts[first, second]:
                yield {
                    "scheme": questions[0].scheme,
                    "judge": reader.annotator(judge).name,
                    "criterion": first,
                    "gold_criterion": second,
                    "n": n,
                    "value": n / totals[first],
                    "level": level,
                    "why": "",
                }


def find_levels(
    reader: CellReader, judge: AnnotatorId, questions: Sequence[CellQuestion]
) -> list[tuple[str, list[Cells]]]:
    """The levels at which the judge and gold have answers, units before whole summaries, and the cells of each."""
    units, summaries = (
        [reader.cells(question, [judge], level, with_gold=True) for question in questions]
        for level in ("unit", "summary")
    )
    cells_by_level = {"unit": units, "summary": summaries}
    spoken = {level for question in questions for level in reader.find_gold_levels(question)}
    scored = [level for level in cells_by_level if any(cells.is_scored(judge) for cells in cells_by_level[level])]
    levels = [level for level in scored if level in spoken] or scored[:1] or ["unit"]
    return [(level, cells_by_level[level]) for level in levels]


def _pairs(answers: set[str], truth: set[str]) -> list[tuple[str, str]]:
    both = answers & truth
    own, other = sorted(answers - both) or [NONE], sorted(truth - both) or [NONE]
    pairs = [(name, name) for name in sorted(both)]
    if answers != truth:
        pairs += [(a, b) for a in own for b in other]
    return pairs


METRIC = ConfusionMetric()
