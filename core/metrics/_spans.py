"""Marked spans as columns, for agreement over characters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from galley.core.metrics._documents import Ints
from galley.core.metrics._index import Index
from galley.core.metrics.cell_arrays import CellQuestion, CellReader
from galley.core.storage.queries import columns


@dataclass(frozen=True, slots=True)
class MarkedSpans:
    """Texts are cells: their lengths, source documents and who judged them; then one row a span. ``unmarked_yes_count``
    counts yes verdicts that mark nothing: where they mean is not known, so that annotator counts as absent there."""

    lengths: Ints
    origins: Ints
    is_judged: NDArray[np.bool_]
    text: Ints
    annotator: Ints
    start: Ints
    end: Ints
    unmarked_yes_count: int


def read_marked_spans(reader: CellReader, question: CellQuestion, people: Sequence[int]) -> MarkedSpans | None:
    """The spans of these annotators under a question; None if nobody marked any."""
    rows = columns.read_marked_spans(reader.connection, question.rows, people)
    if not rows:
        return None
    reader.read([question], people)
    who, unit, target, start, end = np.array(rows, dtype=np.int64).T
    index = Index(reader.verdicts, question, people)
    states = np.stack([index.answer(person) for person in people], axis=1)
    text = index.rows(unit, target)
    annotator = np.searchsorted(np.sort(people), who)
    annotator = np.argsort(people)[annotator]
    marked = np.zeros(states.shape, dtype=bool)
    marked[text, annotator] = True
    judged = (states >= 0) & ((states == 0) | marked)
    mask = index.proper & judged.any(axis=1)
    if reader.filter is not None:
        mask &= reader.filter[reader.documents.place(index.target)]
    without = int(np.count_nonzero((states == 1)[mask] & ~marked[mask]))
    place = np.cumsum(mask) - 1
    used = mask[text] & judged[text, annotator]
    return MarkedSpans(
        _lengths(reader, index.unit[mask]),
        reader.documents.origin[reader.documents.place(index.target[mask])],
        judged[mask],
        place[text[used]],
        annotator[used],
        start[used],
        end[used],
        without,
    )


def _lengths(reader: CellReader, units: Ints) -> Ints:
    """The code points of each unit."""
    if not len(units):
        return units
    low, high = int(units.min()), int(units.max())
    table = np.array(columns.read_unit_lengths(reader.connection, low, high), dtype=np.int64)
    return table[np.searchsorted(table[:, 0], units), 1]
