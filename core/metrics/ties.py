"""Ties: cells on which the humans have no strict majority, and how many of them were adjudicated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from galley.core.domain import AnnotatorId, AnnotatorKind
from galley.core.metrics import gold
from galley.core.metrics._parameters import DOCUMENT_FILTERS, WHAT, Takes
from galley.core.metrics._question import add_level_column
from galley.core.metrics.base import Params, Reference, Result, Row, TableLayout, add_up, put
from galley.core.metrics.cell_arrays import NOT_ASKED, UNSCORED, CellQuestion, CellReader, Cells
from galley.core.stats.clusters import by_document, share
from galley.core.stats.groups import group_labels
from galley.core.storage.connection import Connection

COLUMNS = ("scheme", "criterion", "n", "ties", "settled", "left_open", "open", "value", "low", "high", "why")


class TiesMetric:
    """See the module."""

    name = "ties"
    title = "Cells without a strict majority of the humans, and how many were adjudicated"
    unit = "cells with verdicts of two people or more"
    reference = Reference(
        measures="""Of the cells with verdicts of two people or more, the share without a strict majority, and how many
        of these have gold, were left unresolved by an adjudicator, and are still open.""",
        source="A count.",
        interval="share by source document: logit with Student's t, CR2 variance; Wilson's where no variance is seen",
        undefined="Where no cell has verdicts by two people.",
        left_out="Cells with fewer than two verdicts.",
    )
    layout = TableLayout(
        heads={"n": "{units} that two answered", "value": "ties per 100 {units}"}, per_hundred=("value",),
        closing="“{criterion}”: between {low} and {high} of 100 {units} are ties, from {n} that two people answered.",
    )  # fmt: skip
    takes = (Takes((*WHAT, *DOCUMENT_FILTERS), levels=("unit", "summary")),)

    def compute(self, connection: Connection, params: Params) -> Result:
        """A row for each criterion and level at which people answered: n cells with two votes or more, ties among them
        (``value``: their share), settled ones, those that an adjudicator left open on purpose, and those still open.
        Roll-ups have no ties of their own."""
        reader = CellReader(connection, params)
        adjudicators = reader.of_kind(AnnotatorKind.GOLD)
        rows: list[Row] = []
        questions = reader.questions()
        for question in questions:
            if question.is_combined or not any(reader.has_answered(person, question) for person in reader.humans):
                continue
            for level in reader.find_row_levels(question, reader.humans):
                rows.append(_row(reader, question, adjudicators, level))
        columns = COLUMNS if params.level else add_level_column(COLUMNS, rows, questions)
        note = "No human has given a verdict in this project."
        return Result(self.name, "", rows, add_up(rows), columns, () if rows else (note,))


def _row(reader: CellReader, question: CellQuestion, adjudicators: Sequence[AnnotatorId], level: str) -> Row:
    cells = reader.cells(question, [*reader.humans, *adjudicators], level)
    columns = [cells.annotators.index(person) for person in reader.humans]
    votes = cells.states[:, columns]
    enough = (votes >= 0).sum(axis=1) >= 2
    (on,) = gold.terms_of(reader.book, reader.owners(question), question)
    tied = enough & (gold.apply_rule(votes, cells.values, on=replace(on, adjudication=None)) == gold.TIE)
    ruled = np.full(len(tied), NOT_ASKED)
    for adjudicator in adjudicators:
        said = cells.column(adjudicator)
        ruled = np.where(said > NOT_ASKED, said, ruled)
    n, ties = int(enough.sum()), int(tied.sum())
    row: Row = {"scheme": question.scheme, "criterion": question.id, "level": level, "n": n, "ties": ties}
    row["settled"] = int((tied & (ruled >= 0)).sum())
    row["left_open"] = int((tied & (ruled == UNSCORED)).sum())
    row["open"] = ties - row["settled"] - row["left_open"]
    sums = _sums(cells, tied, enough)
    found = share(*sums, empty="no cell has verdicts by two humans", confidence=reader.params.confidence)
    put(row, "value", found)
    row["why"] = found.why
    alone = int(np.count_nonzero(((votes >= 0).sum(axis=1) < 2) & (votes != -2).any(axis=1)))
    row["left_out"] = {"cells with fewer than two verdicts": alone} if alone else {}
    return row


def _sums(cells: Cells, tied: NDArray[np.bool_], enough: NDArray[np.bool_]) -> list[NDArray[np.float64]]:
    """Ties and cells with votes enough, by source document."""
    return by_document(group_labels(cells.origins[enough])[1], tied[enough], enough[enough])


METRIC = TiesMetric()
