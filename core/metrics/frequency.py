"""How often each error occurs: the share of summaries that show it at least once (DIAL-SUMMER, section 5, figure 2).

The verdicts are gold's, or each named judge's. Summaries and their units have rows of their own (``level``): of units
where anybody answered of them, of summaries always, since a summary's answer follows from those of its units.

In a row of summaries one certain yes makes a summary a yes, while one open unit keeps it from being a no, so that the
share of the decided ones is too high. ``value`` is the share over the summaries with an answer on every unit (``n`` of
them), weighted by 1 / P(complete | number of units); ``at_least`` and ``at_most`` are the shares of all ``summaries``
if every open one were a no, or a yes, and ``value`` never lies outside them. ``plain`` is the share over the same
``n`` summaries, each counted once. Where nothing is open, whether or not
every unit has an answer, all summaries count alike and the three are one. ``yes`` counts the summaries that are known
to show the error, ``open`` those that are not known to or not to.

In a row of units ``value`` is the share of the ``n`` units with an answer, kept within the bounds of all. Beside it
stand the mean share of units in a
summary (``mean_share``; FineSurE's faithfulness is 1 minus it), and how many units an error spans where it occurs
(``spread``, over the summaries of which every unit has an answer, weighted alike). Split by system, ``rank`` orders the
systems, best first: by ``mean_share``, of summaries by ``value``.

``same_summaries`` has gold and each judge over the same summaries: those with an answer of gold and of every judge on
every unit. A share over other summaries is no comparison, since what was reviewed is seldom what all
judges answered.

Its shares are plain: no weights for length, which would stand for other summaries. A difference is a judge's share less
gold's, paired by source document.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from galley.core.domain import AnnotatorId
from galley.core.metrics import gold
from galley.core.metrics._about import about
from galley.core.metrics._parameters import DOCUMENT_FILTERS, SPLITS, TARGET, WHAT, Takes
from galley.core.metrics.base import Params, Reference, Result, Row, TableLayout, add_up, put
from galley.core.metrics.cell_arrays import CellQuestion, CellReader, Cells
from galley.core.stats.clusters import by_document, share
from galley.core.stats.groups import group_labels
from galley.core.stats.paired_differences import SHARE, difference
from galley.core.stats.weighting import bound_estimate, bounds, weighted_mean, weighted_share, weights
from galley.core.storage.connection import Connection

COLUMNS = (
    *("scheme", "criterion", "level", "by", "n", "value", "low", "high", "at_least", "at_most", "summaries", "yes"),
    *("open", "mean_share", "spread", "documents", "design_effect", "why"),
)
UNIT = (
    "summaries with an answer on every unit, weighted for their length; units (sentences or turns) in rows of level"
    " unit"
)
LEVELS = ("summary", "unit")


class FrequencyMetric:
    """See the module."""

    name = "frequency"
    title = "The share of summaries with each error, and how many units it spans"
    unit = UNIT
    reference = Reference(
        measures="""The share of summaries with an error at least once, over the `n` complete ones (people who left a
        unit open have no vote), weighted for their length; `at_least` and `at_most` are its bounds over all
        `summaries`, of which `yes` are known to have the error and `open` are not known either way; `plain` counts
        each of the `n` once. The share never lies outside its bounds; where nothing is open it is the plain share of
        all summaries, of which one yes decides one even where its other sentences have no answer. Of 1,500 made-up
        summaries of 2 to 15 sentences, 10 % of them unsure, .353 had the error; the complete ones alone gave .292,
        weighted .350. Units have a row of their own (column `level`), where anybody answered of units: `value` is
        the share of the `n` units with an answer, `mean_share` the mean share of units in a summary (FineSurE's
        faithfulness is 1 minus it), and `spread` how many units an error spans where it occurs (in summaries of which
        every unit is decided, weighted alike). `--level` takes one of the two. `--judge` takes judges' verdicts in
        place of gold; `--by system` ranks systems, by `mean_share`, in rows of summaries by `value`. In the Scores
        view, where judges spoke, gold and judges are plain shares over the summaries that gold and every judge shown
        answered wholly, with the difference in points (the jackknife by source document).""",
        source="""DIAL-SUMMER, section 5 and figure 2; [FineSurE](https://arxiv.org/abs/2407.00908); the weighted
        ones are worth as many equal summaries as (Σw)² / Σw² says (Kish, *Survey Sampling*, 1965, section 11.2).""",
        interval="share by source document: logit with Student's t, CR2 variance; Wilson's where no variance is seen",
        undefined="Where no summary is complete and some are open; the bounds are there all the same.",
        left_out="Summaries, and units, that are undecided, by reason.",
    )
    layout = TableLayout(
        ("documents", "design_effect", "rank", "mean_share", "spread"),
        heads={
            "n": "complete", "value": "with the error per 100", "yes": "with the error", "open": "unresolved",
        },
        per_hundred=("value", "mean_share"),
        closing="Of 100 {units} like the {n} completely answered, between {low} and {high} have “{criterion}”.",
    )  # fmt: skip
    takes = (
        Takes((*WHAT, *DOCUMENT_FILTERS, *TARGET, "gold", "judges"), ("group", "level", *SPLITS), LEVELS),
        Takes((*WHAT, *DOCUMENT_FILTERS, *TARGET, "judges"), ("group", "level", *SPLITS), LEVELS, when=("judges", ())),
    )

    def compute(self, connection: Connection, params: Params) -> Result:
        """A row for each criterion, roll-up and level (and system, data set, …), of gold or of each named judge."""
        reader = CellReader(connection, params)
        who: list[AnnotatorId | None] = list(reader.judges) if params.judges else [None]
        questions = [question for question in reader.questions() if question.binary]
        reader.fetch(questions, [*(w for w in who if w), *([] if params.judges else gold.sources(reader).annotators)])
        rows: list[Row] = []
        for question in questions:
            for annotator in who:
                if annotator and not reader.has_answered(annotator, question):
                    continue
                people = [annotator] if annotator else []
                tables = _Tables(
                    *(
                        reader.cells(question, people, level, with_gold=not annotator, entire=entire)
                        for level in ("unit", "summary")
                        for entire in (False, True)
                    )
                )
                name = reader.annotator(annotator).name if annotator else params.gold
                head: Row = question.head(by=name)
                for level in _find_levels(reader, question, people):
                    figures = [head | split | row for split, row in _rows(params, level, tables, annotator)]
                    rows += _rank_rows(figures) if params.by == "system" else figures
        note = "Nobody has given a yes or no here that these figures could count."
        split = (params.by,) if params.by in SPLITS else ()
        columns = (*COLUMNS[:4], *split, *(("rank",) if params.by == "system" else ()), *COLUMNS[4:])
        gold_name = "" if params.judges else params.gold
        return Result(self.name, gold_name, rows, add_up(rows), columns, () if rows else (note,), about(params, UNIT))


class _Tables(NamedTuple):
    """Units and summaries, by all answers and by entire ones alone (see ``CellReader.cells``)."""

    units: Cells
    entire_units: Cells
    summaries: Cells
    entire_summaries: Cells


def _states(cells: Cells, annotator: AnnotatorId | None) -> NDArray[np.int16]:
    if annotator:
        return cells.column(annotator)
    assert cells.gold is not None
    return cells.gold


def _find_levels(reader: CellReader, question: CellQuestion, people: list[AnnotatorId]) -> tuple[str, ...]:
    """The levels of the rows: that of summaries always, that of units where these (gold's, if nobody is named) answered
    of units."""
    levels = reader.find_row_levels(question, people or gold.sources(reader).annotators)
    return levels if reader.params.level else tuple(level for level in LEVELS if level in ("summary", *levels))


def _rows(params: Params, level: str, tables: _Tables, annotator: AnnotatorId | None) -> Iterator[tuple[Row, Row]]:
    by = params.by
    if by not in SPLITS:
        if len(tables.summaries.unit):
            yield {}, _cached_row(params, level, tables, annotator)
        return
    labels = [cells.label(by)[0] for cells in tables]
    names = tables.summaries.label(by)[1]
    for code in np.unique(labels[2]):
        part = _Tables(*(cells.only(codes == code) for cells, codes in zip(tables, labels, strict=True)))
        yield {by: names[code]}, _row(params, level, part, annotator)


def _cached_row(params: Params, level: str, tables: _Tables, annotator: AnnotatorId | None) -> Row:
    """The row as it was computed last, if no verdict that it rests on is another one."""
    key = ("frequency", tables.units.question.scheme, tables.units.question.id, level, annotator)
    inputs = [column for cells in tables for column in (_states(cells, annotator), cells.target)]
    cached_row = params.reuse_result(key, inputs, lambda: _row(params, level, tables, annotator))
    return cached_row | {"left_out": dict(cached_row["left_out"])}


def _row(params: Params, level: str, tables: _Tables, annotator: AnnotatorId | None) -> Row:
    cells, name = (tables.entire_units, "units") if level == "unit" else (tables.summaries, "summaries")
    states = _states(cells, annotator)
    without = gold.WITHOUT_VERDICT if annotator else gold.WITHOUT
    counts = {reason: int(np.count_nonzero(states == state)) for state, reason in without.items()}
    row: Row = {"level": level}
    row |= _unit_figures(params, tables, annotator) if level == "unit" else _summary_figures(params, tables, annotator)
    return row | {"left_out": {reason.replace("cells", name): count for reason, count in counts.items() if count}}


def _summary_figures(params: Params, tables: _Tables, annotator: AnnotatorId | None) -> Row:
    summaries = tables.summaries
    states, complete = (_states(cells, annotator) for cells in (summaries, tables.entire_summaries))
    length = np.ones(len(states), dtype=np.int64) if summaries.length is None else summaries.length
    yes, total = int(np.count_nonzero(states == 1)), len(states)
    open_ = int(np.count_nonzero(states < 0))
    rests = states if not open_ else complete
    plain, estimate = (
        weighted_share(
            rests == 1, weight, summaries.origins,
            empty="no summary has a verdict on all of its units", confidence=params.confidence,
            fraction=params.sampling_fraction(int(np.count_nonzero(rests >= 0)), total),
        )
        for weight in ((rests >= 0).astype(float), weights(length, rests >= 0))
    )  # fmt: skip
    row: Row = {"n": estimate.n}
    put(row, "plain", plain)
    row["at_least"], row["at_most"] = bounds(states == 1, states < 0)
    put(row, "value", bound_estimate(estimate, row["at_least"], row["at_most"]))
    row |= {"summaries": total, "yes": yes, "open": open_, "mean_share": None, "spread": None}
    return row | {"why": estimate.why}


def _unit_figures(params: Params, tables: _Tables, annotator: AnnotatorId | None) -> Row:
    units, summaries = tables.entire_units, tables.summaries
    states, parts = (_states(cells, annotator) for cells in (tables.units, units))
    length = np.ones(len(summaries.target), dtype=np.int64) if summaries.length is None else summaries.length
    has_answer = parts >= 0
    sums = by_document(group_labels(units.origins[has_answer])[1], parts[has_answer] == 1, has_answer[has_answer])
    estimate = share(
        *sums, empty="no unit has a verdict", confidence=params.confidence,
        taken=params.sampling_fraction(int(has_answer.sum()), len(parts)),
    )  # fmt: skip
    row: Row = {"n": estimate.n}
    row["at_least"], row["at_most"] = bounds(states == 1, states < 0)
    put(row, "value", bound_estimate(estimate, row["at_least"], row["at_most"]))
    document, group = group_labels(units.target[has_answer])
    count = np.bincount(group)
    marked = np.bincount(group, weights=parts[has_answer] == 1)
    row |= {"summaries": len(document), "yes": int(marked.sum()), "open": int(np.count_nonzero(states < 0))}
    row["mean_share"] = float((marked / count).mean()) if len(count) else None
    documents, place = group_labels(summaries.target)
    size = np.bincount(place, weights=length, minlength=len(documents))
    answered, spanned = np.zeros(len(documents)), np.zeros(len(documents))
    at = np.searchsorted(documents, document)
    answered[at], spanned[at] = count, marked
    full = weights(size, (answered > 0) & (answered == size))
    row["spread"] = weighted_mean(spanned, np.where(spanned > 0, full, 0.0))
    return row | {"why": estimate.why}


def _rank_rows(rows: list[Row]) -> list[Row]:
    """The rows of one criterion and level with ``rank``, from 1; systems with the same share have the same rank."""
    shares = [row["mean_share"] if row["level"] == "unit" else row["value"] for row in rows]
    for row, own_share in zip(rows, shares, strict=True):
        row["rank"] = None if own_share is None else 1 + sum(other < own_share for other in shares if other is not None)
    return sorted(rows, key=lambda row: (row["rank"] is None, row["rank"] or 0))


def join_levels(rows: list[Row]) -> list[Row]:
    """The rows of summaries, each with the ``unit_rate`` and the ``spread`` of the row of units that belongs to it:
    None where nobody answered of units."""

    def of(row: Row) -> tuple[object, ...]:
        return tuple(row.get(name) for name in ("scheme", "criterion", "by", *SPLITS))

    units = {of(row): row for row in rows if row["level"] == "unit"}
    nothing: Row = {"value": None, "spread": None}
    return [
        row | {"unit_rate": own["value"], "spread": own["spread"]}
        for row in rows
        if row["level"] == "summary"
        for own in (units.get(of(row), nothing),)
    ]


METRIC = FrequencyMetric()


EMPTY = "no summary has a whole answer of gold and of every judge"


def same_summaries(connection: Connection, params: Params) -> list[Row]:
    """A row for each criterion and roll-up, and each of the judges that were asked it: ``n`` summaries that all have in
    common of ``summaries``, ``gold`` and ``value`` (the judge's share) from 0 to 1, ``apart`` the difference, each with
    its interval; ``gold_items`` and ``items`` have the error by gold and by the judge."""
    reader = CellReader(connection, params)
    questions = [question for question in reader.questions() if question.binary]
    reader.fetch(questions, [*reader.judges, *gold.sources(reader).annotators])
    rows: list[Row] = []
    for question in questions:
        judges = [judge for judge in reader.judges if reader.has_answered(judge, question)]
        if not judges:
            continue
        cells = reader.cells(question, judges, "summary", with_gold=True, entire=True)
        assert cells.gold is not None
        spoke = [judge for judge in judges if (cells.column(judge) >= 0).any()]
        has_answers = (cells.gold >= 0) & np.all([cells.column(judge) >= 0 for judge in spoke], axis=0)
        for judge in spoke:
            row: Row = {"scheme": question.scheme, "criterion": question.id, "judge": reader.annotator(judge).name}
            rows.append(
                row
                | {"rollup": question.is_combined, "summaries": len(has_answers)}
                | _compare_judge(params, cells, judge, has_answers)
            )
    return rows


def _compare_judge(params: Params, cells: Cells, judge: AnnotatorId, has_answers: NDArray[np.bool_]) -> Row:
    assert cells.gold is not None
    best, answers = cells.gold[has_answers] == 1, cells.column(judge)[has_answers] == 1
    items, index = cells.items[has_answers], group_labels(cells.origins[has_answers])[1]
    count, by_gold, by_judge = by_document(index, np.ones(len(best)), best, answers)
    row: Row = {"yes": int(best.sum())}
    for name, hits in (("gold", by_gold), ("value", by_judge)):
        estimate = share(hits, count, empty=EMPTY, confidence=params.confidence)
        put(row, name, estimate)
        row["n"], row["why"] = estimate.n, estimate.why
    first, second = np.column_stack([by_judge, count]), np.column_stack([by_gold, count])
    apart = difference(first, second, SHARE, cells=count, resamples=0, confidence=params.confidence)
    row |= {"apart": apart.value, "apart_low": apart.low, "apart_high": apart.high}
    marked: dict[str, Any] = {"gold_items": items[best], "items": items[answers]}
    return row | {name: tuple(np.unique(item_ids).tolist()) for name, item_ids in marked.items()}
