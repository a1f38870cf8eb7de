"""How often each error occurs: the share of summaries that show it at least once (DIAL-SUMMER, section 5, figure 2).

The verdicts are gold's, or each named judge's. One certain yes makes a summary a yes, while one open unit keeps it
from being a no, so that the share of the decided ones is too high. ``value`` is the share over the summaries with an
answer on every unit (``n`` of them), weighted by 1 / P(complete | number of units); ``at_least`` and ``at_most`` are
the shares of all ``summaries`` if every open one were a no, or a yes, and ``value`` never lies outside them. Where
nothing is open, whether or not every unit has an answer, all summaries count alike and the three are one.
``yes`` counts the summaries that are known to show the error, ``open`` those that are not known to or not to.

Beside them a row has the share of units (``unit_rate``), the mean share of units in a summary (``mean_share``; one less
it is FineSurE's faithfulness), and how many units an error spans where it occurs (``spread``, over the summaries of
which every unit has an answer, weighted alike). Split by system, ``rank`` orders the systems by ``mean_share``, best
first.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from galley.core.metrics import gold
from galley.core.metrics._about import about
from galley.core.metrics._parameters import DOCUMENT_FILTERS, SPLITS, TARGET, WHAT, Takes
from galley.core.metrics.base import Params, Result, Row, add_up, put
from galley.core.metrics.cell_arrays import CellReader, Cells
from galley.core.stats.groups import group_labels
from galley.core.stats.weighting import bound_estimate, bounds, weighted_mean, weighted_share, weights

COLUMNS = (
    *("scheme", "criterion", "by", "n", "value", "low", "high", "at_least", "at_most", "summaries", "yes", "open"),
    *("units", "unit_rate", "mean_share", "spread", "documents", "design_effect", "why"),
)
UNIT = "summaries with an answer on every unit, weighted for their length"


class FrequencyMetric:
    """See the module."""

    name = "frequency"
    title = "The share of summaries with each error, and how many units it spans"
    takes = (
        Takes((*WHAT, *DOCUMENT_FILTERS, *TARGET, "gold", "judges"), ("group", "level", *SPLITS)),
        Takes((*WHAT, *DOCUMENT_FILTERS, *TARGET, "judges"), ("group", "level", *SPLITS), when=("judges", ())),
    )

    def compute(self, connection: sqlite3.Connection, params: Params) -> Result:
        """A row for each criterion and roll-up (and system, data set, …), of gold or of each named judge."""
        reader = CellReader(connection, params)
        who: list[int | None] = list(reader.judges) if params.judges else [None]
        questions = [question for question in reader.questions() if question.binary]
        reader.fetch(questions, [*(w for w in who if w), *([] if params.judges else gold.sources(reader).annotators)])
        rows: list[Row] = []
        for question in questions:
            for annotator in who:
                if annotator and not reader.has_answered(annotator, question):
                    continue
                people = [annotator] if annotator else []
                units, summaries, entire = (
                    reader.cells(question, people, level, with_gold=not annotator, entire=entire)
                    for level, entire in (("unit", True), ("summary", False), ("summary", True))
                )
                name = reader.annotator(annotator).name if annotator else params.gold
                head: Row = question.head(by=name)
                figures = [head | split | row for split, row in _rows(params, (units, summaries, entire), annotator)]
                rows += _rank_rows(figures) if params.by == "system" else figures
        note = "Nobody has given a yes or no here that these figures could count."
        split = (params.by,) if params.by in SPLITS else ()
        columns = (*COLUMNS[:3], *split, *(("rank",) if params.by == "system" else ()), *COLUMNS[3:])
        gold_name = "" if params.judges else params.gold
        return Result(self.name, gold_name, rows, add_up(rows), columns, () if rows else (note,), about(params, UNIT))


Three = tuple[Cells, Cells, Cells]
"""Units, and summaries by all answers and by entire ones alone (see ``CellReader.cells``)."""


def _states(cells: Cells, annotator: int | None) -> NDArray[np.int16]:
    if annotator:
        return cells.column(annotator)
    assert cells.gold is not None
    return cells.gold


def _rows(params: Params, three: Three, annotator: int | None) -> Iterator[tuple[Row, Row]]:
    by = params.by
    if by not in SPLITS:
        if len(three[1].unit):
            yield {}, _cached_row(params, three, annotator)
        return
    (of_units, names), (of_summaries, _) = three[0].label(by), three[1].label(by)
    for code in np.unique(of_summaries):
        units = three[0].only(of_units == code)
        summaries, entire = (cells.only(of_summaries == code) for cells in three[1:])
        yield {by: names[code]}, _row(params, (units, summaries, entire), annotator)


def _cached_row(params: Params, three: Three, annotator: int | None) -> Row:
    """The row as it was computed last, if no verdict that it rests on is another one."""
    key = ("frequency", three[0].question.scheme, three[0].question.id, annotator)
    inputs = [column for cells in three for column in (_states(cells, annotator), cells.target)]
    cached_row = params.reuse_result(key, inputs, lambda: _row(params, three, annotator))
    return cached_row | {"left_out": dict(cached_row["left_out"])}


def _row(params: Params, three: Three, annotator: int | None) -> Row:
    units, summaries, entire = three
    states, complete, parts = (_states(cells, annotator) for cells in (summaries, entire, units))
    length = np.ones(len(states), dtype=np.int64) if summaries.length is None else summaries.length
    without = gold.WITHOUT_VERDICT if annotator else gold.WITHOUT
    left_out = {reason: int(np.count_nonzero(states == state)) for state, reason in without.items()}
    yes, total = int(np.count_nonzero(states == 1)), len(states)
    open_ = int(np.count_nonzero(states < 0))
    rests = states if not open_ else complete
    share = weighted_share(
        rests == 1, weights(length, rests >= 0), summaries.origins,
        empty="no summary has a verdict on all of its units", confidence=params.confidence,
        fraction=params.sampling_fraction(int(np.count_nonzero(rests >= 0)), total),
    )  # fmt: skip
    row: Row = {"n": share.n}
    row["at_least"], row["at_most"] = bounds(states == 1, states < 0)
    put(row, "value", bound_estimate(share, row["at_least"], row["at_most"]))
    row |= {"summaries": total, "yes": yes, "open": open_}
    has_answer = parts >= 0
    document, group = group_labels(units.target[has_answer])
    count = np.bincount(group)
    marked = np.bincount(group, weights=parts[has_answer] == 1)
    row["units"] = int(has_answer.sum())
    row["unit_rate"] = float(marked.sum() / has_answer.sum()) if has_answer.any() else None
    row["mean_share"] = float((marked / count).mean()) if len(count) else None
    documents, place = group_labels(summaries.target)
    size = np.bincount(place, weights=length, minlength=len(documents))
    answered, spanned = np.zeros(len(documents)), np.zeros(len(documents))
    at = np.searchsorted(documents, document)
    answered[at], spanned[at] = count, marked
    full = weights(size, (answered > 0) & (answered == size))
    row["spread"] = weighted_mean(spanned, np.where(spanned > 0, full, 0.0))
    row["why"] = share.why
    summary = {key.replace("cells", "summaries"): value for key, value in left_out.items() if value}
    row["left_out"] = summary
    return row


def _rank_rows(rows: list[Row]) -> list[Row]:
    """The rows of one criterion with ``rank``, from 1; systems with the same share have the same rank."""
    shares = [row["mean_share"] for row in rows]
    for row in rows:
        own_share = row["mean_share"]
        row["rank"] = None if own_share is None else 1 + sum(other < own_share for other in shares if other is not None)
    return sorted(rows, key=lambda row: (row["rank"] is None, row["rank"] or 0))


METRIC = FrequencyMetric()
