"""Where errors stand: at the start, in the middle or at the end of the summary (DIAL-SUMMER, figure 3 and table 7).

The rule of the table: in a text of two to five units the first is the start and the last the end; from six on the
first two and the last two. The table skips odd lengths above ten, one, and everything above twenty: the rule is
taken to hold for every length from six on, and a text of one unit has no positions and is left out. For an error of
source turns (a missed turn) the text is the dialogue.

``start_of_units`` to ``end_of_units`` are the shares of the units of the texts with such an error that stand there:
where errors would stand that came anywhere alike.

A whole summary has no place: rows are of units (``level``), and errors that were marked on a whole summary and on none
of its units have a row of their own that counts them.

The shares are of the errors that are known. Where cells of these texts are open, more of them at the end for somebody
who stopped reading, ``start_at_least`` to ``end_at_most`` are what the shares could be if the open ones elsewhere, or
these, were all errors.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from galley.core.domain import AnnotatorId
from galley.core.metrics import gold
from galley.core.metrics._documents import Ints, shape
from galley.core.metrics._parameters import DOCUMENT_FILTERS, SPLITS, WHAT, Takes
from galley.core.metrics._question import add_level_column
from galley.core.metrics.base import Params, Reference, Result, Row, TableLayout, add_up
from galley.core.metrics.cell_arrays import CellQuestion, CellReader, Cells
from galley.core.stats.clusters import by_document, share
from galley.core.stats.groups import group_labels
from galley.core.storage.connection import Connection

PARTS = ("start", "middle", "end")
RULE = (
    "Start and end are the first and last unit of a text of 2 to 5 units, and the first two and last two from 6 on;"
    " a text of one unit is left out."
)
ON_WHOLES = "an error of a whole summary has no position in it"
COLUMNS = (
    *("scheme", "criterion", "by", "n", *PARTS, *(f"{p}_share" for p in PARTS), *(f"{p}_of_units" for p in PARTS)),
    *("open", "mean_place", "spread", "why"),
)


def part(position: Ints, length: Ints) -> Ints:
    """0 start, 1 middle, 2 end, -1 none, for units counted from 0 in texts of ``length`` units."""
    edge = np.where(length >= 6, 2, 1)
    parts = np.where(position < edge, 0, np.where(position >= length - edge, 2, 1))
    return np.where(length < 2, -1, parts)


class PositionMetric:
    """See the module."""

    name = "position"
    title = "Whether errors are at the start, in the middle or at the end, and how many units they span"
    unit = "errors in texts of two units or more"
    reference = Reference(
        measures="""Where errors stand. In a text of two to five units the first unit is the start and the last the end;
        from six on, the first two and the last two; all others are the middle. `mean_place` runs from 0 (first unit) to
        1 (last); `spread` is how many units an error spans in a summary that has it. For an error of source turns the
        text is the dialogue. `--by system` (or dataset, split, item) splits the rows, `--by level` takes the part of
        each combined criterion on each level; in the Scores view the chart has a page by system. `start_of_units` and
        so on are the shares of the units at that position, in the texts with such an error. The shares are of the
        errors that are known; `start_at_least`, `start_at_most` and so on are the bounds that the `open` cells of these
        texts leave. An error that was marked only on a whole summary has no position: a row of level `summary` counts
        it.""",
        source="""DIAL-SUMMER, figure 3 and table 7. The table skips some lengths; the rule is taken to hold for all
        from six on.""",
        interval="share by source document: logit with Student's t, CR2 variance; Wilson's where no variance is seen",
        undefined="Where no error of the kind was marked in a text of two units or more.",
        left_out="Errors in a text of one unit, and cells without gold by reason.",
    )
    layout = TableLayout(
        heads={
            "n": "errors", "open": "unresolved",
            "start_share": "start %", "middle_share": "middle %", "end_share": "end %",
            "start_of_units": "of units %", "middle_of_units": "of units %", "end_of_units": "of units %",
        },
        per_hundred=tuple(f"{part}_{of}" for part in ("start", "middle", "end") for of in ("share", "of_units")),
        closing="“{criterion}”: a share between {low} and {high} of the errors is at the start, from {n} errors.",
        closing_figure="start",
    )  # fmt: skip
    takes = (
        Takes((*WHAT, *DOCUMENT_FILTERS, "gold", "judges"), ("group", "level", *SPLITS)),
        Takes((*WHAT, *DOCUMENT_FILTERS, "judges"), ("group", "level", *SPLITS), when=("judges", ())),
    )

    def compute(self, connection: Connection, params: Params) -> Result:
        """A row for each criterion and combined criterion (and system, data set, …), of gold or of each named judge."""
        reader = CellReader(connection, params)
        who: list[AnnotatorId | None] = list(reader.judges) if params.judges else [None]
        rows: list[Row] = []
        for question in reader.questions():
            if question.binary and not question.whole:
                for annotator in who:
                    if annotator is None or reader.has_answered(annotator, question):
                        rows += _rows(reader, question, annotator)
        note = "Nobody has marked an error in a sentence or turn, so there are no positions."
        rows = [row for row in rows if row["n"] or row["left_out"]]
        gold_name = "" if params.judges else params.gold
        split = (params.by,) if params.by in SPLITS else ()
        columns = add_level_column((*COLUMNS[:3], *split, *COLUMNS[3:]), rows, reader.questions())
        return Result(self.name, gold_name, rows, add_up(rows), columns, (RULE,) if rows else (note,))


def _rows(reader: CellReader, question: CellQuestion, annotator: AnnotatorId | None) -> Iterator[Row]:
    """The row of a criterion, or one for each system, data set, … of which there are cells."""
    cells = reader.cells(question, [annotator] if annotator else [], with_gold=not annotator)
    name, by = reader.annotator(annotator).name if annotator else reader.params.gold, reader.params.by
    head: Row = question.head(by=name)
    if by not in SPLITS:
        yield head | _row(reader, cells, annotator, name)
    else:
        for label, part in cells.split_by(by):
            yield head | {by: label} | _row(reader, part, annotator, name, label)
    speakers = [annotator] if annotator else gold.sources(reader).annotators
    if "summary" in reader.find_row_levels(question, speakers):
        yield from _rows_of_wholes(reader, cells, annotator, head)


def _rows_of_wholes(reader: CellReader, units: Cells, annotator: AnnotatorId | None, head: Row) -> Iterator[Row]:
    """How many errors were marked on whole summaries and on none of their units; by system, data set, … if asked."""
    by = reader.params.by
    cells = reader.cells(units.question, [annotator] if annotator else [], "summary", with_gold=not annotator)
    states, of_units = ((part.column(annotator) if annotator else part.gold) for part in (cells, units))
    assert states is not None and of_units is not None
    alone = cells.only((states == 1) & ~np.isin(cells.target, units.target[of_units == 1]))
    parts = [({by: label}, part) for label, part in alone.split_by(by)] if by in SPLITS else [({}, alone)]
    figures: Row = dict.fromkeys(COLUMNS[4:-1]) | {"level": "summary", "n": 0, "open": 0, "why": ON_WHOLES}
    for split, part in parts:
        if count := len(part.unit):
            yield head | split | figures | {"left_out": {"errors of whole summaries, which have no position": count}}


def _row(reader: CellReader, cells: Cells, annotator: AnnotatorId | None, *name: str) -> Row:
    """The figures of these cells, as they were computed last if nothing that they rest on is another one."""
    states = cells.column(annotator) if annotator else cells.gold
    assert states is not None
    question = cells.question
    key = ("position", question.scheme, question.id, *name)
    inputs = [states, cells.unit, cells.target]
    cached_row = reader.params.reuse_result(
        key, inputs, lambda: _compute_row(reader, question, cells, states, annotator)
    )
    return cached_row | {"left_out": dict(cached_row["left_out"])}


def _compute_row(
    reader: CellReader, question: CellQuestion, cells: Cells, states: NDArray[np.int16], annotator: AnnotatorId | None
) -> Row:
    yes = states == 1
    unit, target = cells.unit[yes], cells.target[yes]
    position, length = places(reader, unit)
    parts = part(position, length)
    counts = np.bincount(parts[parts >= 0], minlength=3)
    n = int(counts.sum())
    row: Row = {"level": "unit", "n": n}
    row |= dict(zip(PARTS, counts.tolist(), strict=True))
    empty, used = "no error of this kind was marked in a text of two units or more", parts >= 0
    document = group_labels(cells.origins[yes][used])[1]
    for number, part_name in enumerate(PARTS):
        sums = by_document(document, parts[used] == number, np.ones(n))
        estimate = share(*sums, empty=empty, confidence=reader.params.confidence)
        row[f"{part_name}_share"], row[f"{part_name}_low"], row[f"{part_name}_high"] = (
            estimate.value,
            estimate.low,
            estimate.high,
        )
    of_texts = _sentences(reader, np.unique(target[used]), cells)
    for number, part_name in enumerate(PARTS):
        row[f"{part_name}_of_units"] = int(of_texts[number]) / int(of_texts.sum()) if of_texts.sum() else None
    open_ = _open(reader, cells, states)
    row["open"] = int(open_.sum())
    for number, part_name in enumerate(PARTS):
        elsewhere = n + row["open"] - int(open_[number])
        row[f"{part_name}_at_least"] = int(counts[number]) / elsewhere if elsewhere else None
        at_most = n + int(open_[number])
        row[f"{part_name}_at_most"] = (int(counts[number]) + int(open_[number])) / at_most if at_most else None
    row["mean_place"] = float((position[used] / (length[used] - 1)).mean()) if n else None
    row["spread"] = float(np.unique(target, return_counts=True)[1].mean()) if len(target) else None
    row["why"] = estimate.why
    row["left_out"] = _left_out(
        states, int(np.count_nonzero(~used)), gold.WITHOUT_VERDICT if annotator else gold.WITHOUT
    )
    return row


def _sentences(reader: CellReader, targets: Ints, cells: Cells) -> Ints:
    """How many units at the start, in the middle and at the end these texts have, of the kinds that are asked."""
    if not len(targets):
        return np.zeros(3, dtype=np.int64)
    asked_cells = [
        reader.documents.cells(criterion, targets)
        for criterion in {shape(c): c for c in cells.question.members}.values()
    ]
    units = np.unique(np.concatenate([unit for unit, _ in asked_cells]))
    parts = part(*places(reader, units))
    return np.bincount(parts[parts >= 0], minlength=3)


def _open(reader: CellReader, cells: Cells, states: NDArray[np.int16]) -> Ints:
    """How many cells at the start, in the middle and at the end have no answer, of the texts that have any."""
    targets = np.unique(cells.target)
    asked_cells = [
        reader.documents.cells(criterion, targets)
        for criterion in {shape(c): c for c in cells.question.members}.values()
    ]
    stride = 1 + int(targets.max(initial=0))
    whole = np.unique(np.concatenate([unit * stride + target for unit, target in asked_cells]))
    has_answer = states >= 0
    open_keys = np.setdiff1d(whole, cells.unit[has_answer] * stride + cells.target[has_answer], assume_unique=True)
    parts = part(*places(reader, open_keys // stride))
    return np.bincount(parts[parts >= 0], minlength=3)


def _left_out(states: NDArray[np.int16], alone: int, without: dict[int, str]) -> dict[str, int]:
    reasons = {reason: int(np.count_nonzero(states == state)) for state, reason in without.items()}
    reasons["errors in a text of one unit"] = alone
    return {reason: count for reason, count in reasons.items() if count}


def places(reader: CellReader, units: Ints) -> tuple[Ints, Ints]:
    """The position of each text unit in its document, from 0, and how many units that document has."""
    documents = reader.documents
    home = documents.home(units)
    position = units - documents.whole[home] - 1
    inside = (position >= 0) & (position < documents.units[home])
    # A derived unit stands in no text.
    return np.where(inside, position, 0), np.where(inside, documents.units[home], 0)


METRIC = PositionMetric()
