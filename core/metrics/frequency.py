"""How often each error occurs: the share of summaries that show it at least once (paper 003, section 5, figure 2).

The verdicts are gold's, or each named judge's. Beside the share of summaries a row has the share of units
(``unit_rate``), the mean share of units in a summary (``mean_share``; one less it is FineSurE's faithfulness), and
how many units an error spans where it occurs (``spread``). One certain yes makes a summary a yes, while one undecided
unit keeps it from being a no; ``at_least`` is the share if every undecided summary were a no. Split by system,
``rank`` orders the systems by ``mean_share``, best first.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from galley.core.metrics import gold
from galley.core.metrics._takes import SPLITS, WHAT, WHERE, Takes
from galley.core.metrics.base import Params, Result, Row, add_up, put
from galley.core.metrics.cells import Cells, Reader
from galley.core.stats.groups import grouped
from galley.core.stats.intervals import proportion

COLUMNS = (
    *("scheme", "criterion", "by", "n", "yes", "value", "low", "high", "at_least"),
    *("units", "unit_rate", "mean_share", "spread", "why"),
)


class FrequencyMetric:
    """See the module."""

    name = "frequency"
    title = "The share of summaries with each error, and how many units it spans"
    takes = (
        Takes((*WHAT, *WHERE, "gold", "judges"), ("group", *SPLITS)),
        Takes((*WHAT, *WHERE, "judges"), ("group", *SPLITS), when=("judges", ())),
    )

    def compute(self, connection: sqlite3.Connection, params: Params) -> Result:
        """A row for each criterion and roll-up (and system, data set, …), of gold or of each named judge."""
        reader = Reader(connection, params)
        who: list[int | None] = list(reader.judges) if params.judges else [None]
        questions = [question for question in reader.questions() if question.binary]
        reader.fetch(questions, [*(w for w in who if w), *([] if params.judges else gold.sources(reader).annotators)])
        rows: list[Row] = []
        for question in questions:
            for annotator in who:
                if annotator and not reader.asked(annotator, question):
                    continue
                people = [annotator] if annotator else []
                units, summaries = (
                    reader.cells(question, people, level, with_gold=not annotator) for level in ("unit", "summary")
                )
                name = reader.annotator(annotator).name if annotator else params.gold
                head: Row = {"scheme": question.scheme, "criterion": question.id, "by": name}
                if question.rollup:
                    head["rollup"] = True
                found = [head | split | row for split, row in _rows(params, units, summaries, annotator)]
                rows += _ranked(found) if params.by == "system" else found
        note = "Nobody has given a yes or no here that these figures could count."
        split = (params.by,) if params.by in SPLITS else ()
        columns = (*COLUMNS[:3], *split, *(("rank",) if params.by == "system" else ()), *COLUMNS[3:])
        said = "" if params.judges else params.gold
        return Result(self.name, said, rows, add_up(rows), columns, () if rows else (note,))


def _states(cells: Cells, annotator: int | None) -> NDArray[np.int16]:
    if annotator:
        return cells.column(annotator)
    assert cells.gold is not None
    return cells.gold


def _rows(params: Params, units: Cells, summaries: Cells, annotator: int | None) -> Iterator[tuple[Row, Row]]:
    by = params.by
    if by not in SPLITS:
        if len(summaries.unit):
            yield {}, _remembered(params, units, summaries, annotator)
        return
    of_units, names = units.label(by)
    of_summaries, _ = summaries.label(by)
    for code in np.unique(of_summaries):
        row = _row(units.only(of_units == code), summaries.only(of_summaries == code), annotator)
        yield {by: names[code]}, row


def _remembered(params: Params, units: Cells, summaries: Cells, annotator: int | None) -> Row:
    """The row as it was computed last, if no verdict that it rests on is another one."""
    key = ("frequency", units.question.scheme, units.question.id, annotator)
    inputs = [each for cells in (units, summaries) for each in (_states(cells, annotator), cells.target)]
    found = params.same(key, inputs, lambda: _row(units, summaries, annotator))
    return found | {"left_out": dict(found["left_out"])}


def _row(units: Cells, summaries: Cells, annotator: int | None) -> Row:
    whole = _states(summaries, annotator)
    parts = _states(units, annotator)
    n, yes = int(np.count_nonzero(whole >= 0)), int(np.count_nonzero(whole == 1))
    without = gold.SILENT if annotator else gold.WITHOUT
    left_out = {reason: int(np.count_nonzero(whole == state)) for state, reason in without.items()}
    share = proportion(yes, n, empty="no summary has a verdict on all of its units")
    row: Row = {"n": n, "yes": yes}
    put(row, "value", share)
    row["at_least"] = yes / (n + sum(left_out.values())) if n else None
    known = parts >= 0
    _, group = grouped(units.target[known])
    count = np.bincount(group)
    marked = np.bincount(group, weights=parts[known] == 1)
    row["units"] = int(known.sum())
    row["unit_rate"] = float(marked.sum() / known.sum()) if known.any() else None
    row["mean_share"] = float((marked / count).mean()) if len(count) else None
    row["spread"] = float(marked[marked > 0].mean()) if (marked > 0).any() else None
    row["why"] = share.why
    summary = {key.replace("cells", "summaries"): value for key, value in left_out.items() if value}
    row["left_out"] = summary
    return row


def _ranked(rows: list[Row]) -> list[Row]:
    """The rows of one criterion with ``rank``, from 1; systems with the same share have the same rank."""
    shares = [row["mean_share"] for row in rows]
    for row in rows:
        mine = row["mean_share"]
        row["rank"] = None if mine is None else 1 + sum(other < mine for other in shares if other is not None)
    return sorted(rows, key=lambda row: (row["rank"] is None, row["rank"] or 0))


METRIC = FrequencyMetric()
