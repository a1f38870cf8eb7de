"""How sure a judge says it is of a yes in each cell: what the metric ``confidence``, ``calibrate`` and trials read."""

from __future__ import annotations

import numpy as np

from galley.core.domain import AnnotatorId
from galley.core.metrics._documents import Floats
from galley.core.metrics.cell_arrays import Cells
from galley.core.storage.connection import Connection
from galley.core.storage.queries.columns import read_confidences


def read_confidence(connection: Connection, cells: Cells, annotator: AnnotatorId) -> Floats:
    """From 0 to 1, NaN where the judge gave no yes or no, or no confidence with it; that of a no is turned round. Where
    it was asked once its vote is not a confidence (1 of 1), unless the server told how likely the answer was."""
    return read_confidence_or_vote(connection, cells, annotator)[0]


def read_confidence_or_vote(connection: Connection, cells: Cells, annotator: AnnotatorId) -> tuple[Floats, bool]:
    """The same, and whether there are verdicts that rest on one vote each and on nothing that says how sure it is."""
    state = cells.column(annotator)
    confidences = np.full(len(state), np.nan)
    rows = read_confidences(connection, annotator, cells.question.rows)
    verdicts = np.fromiter(rows, dtype=[("cell", "i8"), ("confidence", "f8"), ("once", "?")])
    once = bool(verdicts["once"].any())
    verdicts = verdicts[~verdicts["once"]]
    verdicts = verdicts[np.argsort(verdicts["cell"], kind="stable")]
    cell = (cells.unit.astype(np.int64) << 32) + cells.target
    place = np.searchsorted(verdicts["cell"], cell, side="right") - 1  # of several criteria the last one read
    has_verdict = (state >= 0) & (place >= 0)
    has_verdict[has_verdict] = verdicts["cell"][place[has_verdict]] == cell[has_verdict]
    confidence = verdicts["confidence"][place[has_verdict]]
    confidences[has_verdict] = np.where(state[has_verdict] == 1, confidence, 1 - confidence)
    return confidences, once
