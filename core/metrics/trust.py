"""Each judge's record: how many of its flags people found right, now and as it changed from decision to decision.

The totals come from the table that the writer keeps (see ``galley.core.review.progress``), so they are there in
milliseconds; where anybody answered of whole summaries, too, they are of the cells, with a row for each level as in
``detection``. A flag counts once its cell has gold or a strict majority of the humans. Where flags were
decided blind, ``bias`` is how much more often flags are accepted that were shown than that were decided blind, by what
each decision says was seen (see ``galley.core.review.decision_context``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from galley.core.domain import AnnotatorId, ItemId
from galley.core.metrics import implicit_no, sampling
from galley.core.metrics._about import about
from galley.core.metrics._documents import Ints, column
from galley.core.metrics._parameters import TARGET, WHAT, Takes
from galley.core.metrics._question import CellQuestion, add_level_column
from galley.core.metrics._times import Times, read_times, text
from galley.core.metrics.base import Params, Reference, Result, Row, TableLayout, put
from galley.core.metrics.cell_arrays import CellReader, Cells
from galley.core.metrics.detection import find_levels
from galley.core.stats.clusters import by_document, share
from galley.core.stats.groups import group_labels
from galley.core.storage import level_queries
from galley.core.storage.connection import Connection
from galley.core.storage.queries import columns, counting

COLUMNS = ("scheme", "criterion", "judge", "n", "right", "wrong", "value", "low", "high", "documents",
           "design_effect", "why")  # fmt: skip
BIAS = ("unknown_n", "blind_n", "blind_value", "shown_n", "shown_value", "bias", "bias_low", "bias_high")
OPEN = "nobody has decided one of its flags on this criterion yet"
NO_CHECK = "No flag in this project names a check of the built-in judge."
_CHECK = re.compile(r"^([a-z-]+): ", re.MULTILINE)
"""How a line of the built-in judge's explanation begins: with the name of the check that flags."""
UNIT = "flags that people decided; in rows of level summary, summaries that the judge flagged"
POINTS = 200
"""A curve has about this many points, however many decisions there are."""


class TrustMetric:
    """See the module."""

    name = "trust"
    title = "Each judge's record on each criterion from the decisions so far, and over time"
    unit = UNIT
    reference = Reference(
        measures="""A judge's record on a criterion: right flags over decided flags. A flag is decided once its cell
        has gold or a strict majority. Flags of units and of whole summaries have rows of their own (column `level`),
        as in `detection`; in those of summaries a judge flags a summary by a verdict on the whole, or on any of its
        units. `--by check` gives the built-in judge's record check by check; a flag of two checks counts for
        both. `--by time` gives the record after each decision, with the shares `implicit_no` and `flag_in_view` of
        the decided flags. Where flags were decided before they were seen, `bias` is how much more often those are
        accepted that were shown: each person's first answer on each cell, by what the decision itself says was seen,
        with an interval by source document; `unknown_n` counts answers of which nobody knows (older decisions).""",
        source="A share.",
        interval="""share by source document: logit with Student's t, CR2 variance; Wilson's where no variance is
        seen; bias as `comparing`""",
        undefined="Where nobody has decided one of its flags.",
        left_out="Flags without gold or a majority.",
    )
    layout = TableLayout(
        heads={"n": "decided flags", "value": "right of 100 flags"}, per_hundred=("value",),
        closing="Between {low} and {high} of 100 flags by {judge} on “{criterion}” are right, from {n} decisions.",
    )  # fmt: skip
    takes = (
        Takes((*WHAT, *TARGET, "judges"), ("time", "check"), ("unit", "summary")),
        Takes((*WHAT, "judges"), ("time", "check"), ("unit", "summary"), when=("by", ("time",))),
        Takes((*WHAT, *TARGET, "judges"), ("time", "check"), when=("by", ("check",))),
    )

    def compute(self, connection: Connection, params: Params) -> Result:
        """A row for each judge, criterion and level; ``by`` time: a row for each point of its curve; ``by`` check: a
        row for each check of the built-in judge."""
        reader = CellReader(connection, params)
        if params.by == "check":
            rows = list(_records_of_checks(reader))
            columns: tuple[str, ...] = (*COLUMNS[:3], "check", *COLUMNS[3:])
            return Result(self.name, "gold", rows, {}, columns, () if rows else (NO_CHECK,), about(params, UNIT))
        if params.by == "time":
            rows = list(_curves(reader))
            head, figures = (*COLUMNS[:3], "at"), (*COLUMNS[3:-1], *implicit_no.COLUMNS, "why")
            columns = _add_level(reader, (*head, *figures), rows)
            return Result(self.name, "gold", rows, {}, columns, () if rows else (_nothing(),), about(params, UNIT))
        rows = list(_records(reader))
        blind = sampling.blind_share(connection) > 0 or sampling.decided_blind(connection)
        if blind:
            for row in rows:
                on_wholes = row["level"] == "summary" if row["_by_level"] else None
                row.update(sampling.bias(connection, row["_judge"], row["_criterion"], on_wholes))
        for row in rows:
            del row["_judge"], row["_criterion"], row["_by_level"]
        left_out = {"flags without gold or a majority": sum(row["open"] for row in rows)}
        left_out = {reason: count for reason, count in left_out.items() if count}
        columns = _add_level(reader, (*COLUMNS[:-1], *(BIAS if blind else ()), "why"), rows)
        notes = () if rows else (_nothing(),)
        return Result(self.name, "gold", rows, left_out, columns, notes, about(params, UNIT))


def _add_level(reader: CellReader, columns: tuple[str, ...], rows: list[Row]) -> tuple[str, ...]:
    return columns if reader.params.level else add_level_column(columns, rows, reader.questions(), 3)


def _nothing() -> str:
    return "No judge has flagged anything in this project, so there is no record yet."


def _records(reader: CellReader) -> Iterator[Row]:
    decided = {
        (record.judge, record.criterion): [column(text) for text in (record.items, record.right, record.wrong)]
        for record in columns.read_trust_columns(reader.connection)
    }
    origin = reader.documents.origin_of
    nothing = [np.empty(0, dtype=np.int64)] * 3
    for question in reader.questions():
        if question.is_combined:
            continue
        criterion = question.members[0].row
        by_level = _has_levels(reader, question)
        for judge in reader.judges:
            if not reader.has_answered(judge, question):
                continue
            if by_level:
                for level, cells_of_level in _find_cells(reader, question, judge):
                    if row := _record_of_cells(reader, cells_of_level, judge, level):
                        yield row | {"_by_level": True}
                continue
            items, right, wrong = decided.get((judge, criterion), nothing)
            flags, _ = columns.count_judge_flags(reader.connection, judge, [criterion])
            if not flags:
                continue
            level = "summary" if question.whole else "unit"
            row = _record(reader, question, judge, level, origin(items), right, wrong, flags)
            yield row | {"_by_level": False}


def _has_levels(reader: CellReader, question: CellQuestion) -> bool:
    """Whether the flags must be looked at one by one to tell those of whole summaries from those of units."""
    if question.whole:
        return False
    return bool(reader.params.level) or level_queries.has_answers_on_wholes(reader.connection, question.rows[0])


def _find_cells(reader: CellReader, question: CellQuestion, judge: AnnotatorId) -> Iterator[tuple[str, Cells]]:
    """The levels of a judge's record, with the cells of each."""
    units, summaries = (reader.cells(question, [judge], level, with_gold=True) for level in ("unit", "summary"))
    for level in find_levels(reader.params, reader.find_gold_levels(question), (judge,), units, summaries):
        yield level, units if level == "unit" or question.whole else summaries


def _record_of_cells(reader: CellReader, cells: Cells, judge: AnnotatorId, level: str) -> Row | None:
    """The record over a judge's flags on these cells; None where it has none."""
    assert cells.gold is not None
    flags = cells.only(cells.column(judge) == 1)
    assert flags.gold is not None
    if not len(flags.unit):
        return None
    right, wrong = ((flags.gold == code).astype(np.int64) for code in (1, 0))
    decided = flags.gold >= 0
    origins = flags.origins[decided]
    return _record(reader, cells.question, judge, level, origins, right[decided], wrong[decided], len(flags.unit))


def _records_of_checks(reader: CellReader) -> Iterator[Row]:
    """The record of each check of the built-in judge, by what its flags' explanations name."""
    for question in (question for question in reader.questions() if not question.is_combined):
        for judge in reader.judges:
            if reader.annotator(judge).method != "offline" or not reader.has_answered(judge, question):
                continue
            cells = reader.cells(question, [judge], with_gold=True)
            explanations = counting.read_explanations(reader.connection, judge, question.rows[0])
            places = zip(cells.unit.tolist(), cells.target.tolist(), strict=True)
            named = [frozenset(_CHECK.findall(explanations.get(place, ""))) for place in places]
            for check in sorted(frozenset().union(*named)):
                own = cells.only(np.array([check in names for names in named]))
                if row := _record_of_cells(reader, own, judge, "unit"):
                    del row["_judge"], row["_criterion"]
                    yield row | {"check": check}


def _record(
    reader: CellReader, question: CellQuestion, judge: AnnotatorId, level: str,
    origins: Ints, right: Ints, wrong: Ints, flags: int,
) -> Row:  # fmt: skip
    """A row: ``right`` and ``wrong`` of the source documents ``origins``, of so many ``flags``."""
    yes, cells = by_document(group_labels(origins)[1], right, right + wrong)
    p = reader.params
    taken = p.sampling_fraction(int(cells.sum()), flags)
    estimate = share(yes, cells, empty=OPEN, confidence=p.confidence, taken=taken)
    row: Row = {"scheme": question.scheme, "criterion": question.id, "judge": reader.annotator(judge).name}
    row |= {"level": level, "n": estimate.n, "right": int(right.sum()), "wrong": int(wrong.sum())}
    row["open"] = flags - estimate.n
    put(row, "value", estimate)
    return row | {"why": estimate.why, "_judge": judge, "_criterion": question.rows[0]}


def _curves(reader: CellReader) -> Iterator[Row]:
    """The record after each flag that people have decided, in the order in which they did. Flags whose verdicts
    came with an import have no time and stand first."""
    first_decided = read_times(reader.connection, reader.params.memory)
    for question in reader.questions():
        if question.is_combined:
            continue
        for judge in (judge for judge in reader.judges if reader.has_answered(judge, question)):
            for level, cells in _find_cells(reader, question, judge):
                assert cells.gold is not None
                rows, at = _in_order(first_decided, cells, judge)
                head: Row = {"scheme": question.scheme, "criterion": question.id, "judge": reader.annotator(judge).name}
                head["level"] = level
                curve = _cached_curve(reader.params, head, at, cells.gold[rows], cells.origins[rows])
                if curve and reader.params.resamples:  # what a chart that follows a decision at once leaves out
                    shares = implicit_no.of_row(reader, cells, judge, cells.column(judge) == 1)
                    curve = [row | shares for row in curve]
                yield from curve


def _in_order(first_decided: Times, cells: Cells, judge: AnnotatorId) -> tuple[Ints, Ints]:
    """The decided flags of a judge (rows of ``cells``) in the order in which they were decided, and when."""
    assert cells.gold is not None
    rows = np.flatnonzero((cells.column(judge) == 1) & (cells.gold >= 0))
    at = first_decided.first(cells.question.members[0].row, cells.unit[rows], cells.target[rows], cells.items[rows])
    order = np.argsort(at, kind="stable")
    return rows[order], at[order]


def find_decided_items(connection: Connection, params: Params, row: Mapping[str, Any], first: int) -> list[ItemId]:
    """The items (row ids) of the first so many decided flags of the judge and criterion of a curve's row."""
    only = replace(params, schemes=(row["scheme"],), criteria=(row["criterion"],), judges=(row["judge"],), gold="gold")
    reader = CellReader(connection, only)
    [question] = [question for question in reader.questions() if not question.is_combined]
    [judge] = reader.judges
    cells = dict(_find_cells(reader, question, judge))[row["level"]]
    rows, _ = _in_order(read_times(connection, params.memory), cells, judge)
    return np.unique(cells.items[rows[:first]]).tolist()


def _cached_curve(p: Params, head: Row, at: Ints, truth: NDArray[np.int16], origins: Ints) -> list[Row]:
    """The curve as it was computed last, if no decision on these flags is another one."""
    key = ("trust curve", *head.values())
    return [
        dict(row)
        for row in p.reuse_result(key, [at, truth, origins], lambda: list(_curve(p, head, at, truth, origins)))
    ]


def _curve(p: Params, head: Row, at: Ints, truth: NDArray[np.int16], origins: Ints) -> Iterator[Row]:
    step = max(1, len(at) // POINTS)
    index = group_labels(origins)[1]
    right, cells = (np.zeros(int(index.max()) + 1 if len(index) else 0) for _ in range(2))
    ends = sorted({*range(step, len(at) + 1, step), len(at)}) if len(at) else []
    before = 0
    for n in ends:
        new = slice(before, n)
        np.add.at(right, index[new], truth[new])
        np.add.at(cells, index[new], 1)
        before, hits = n, int(right.sum())
        record = share(right, cells, empty=OPEN, confidence=p.confidence)
        row: Row = head | {"at": text(int(at[n - 1])), "n": n, "right": hits, "wrong": n - hits}
        put(row, "value", record)
        yield row | {"why": record.why}


METRIC = TrustMetric()
