"""The estimate after so many reviews, in the order in which they were made."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from galley.core.domain import AnnotatorId
from galley.core.metrics import sampling_chances
from galley.core.metrics._times import NEVER
from galley.core.metrics.cell_arrays import CellQuestion, CellReader, Cells
from galley.core.metrics.sampling import find_level
from galley.core.stats.prediction_powered import Rates, rates_as_reviewed

STEPS = 24


def estimate_by_review_count(
    reader: CellReader, cells: Cells, judge: AnnotatorId, chances: sampling_chances.Chances, times: Mapping[int, int]
) -> list[tuple[tuple[int, ...], Rates]]:
    """At no more than ``STEPS`` moments: the items that were reviewed by then and the rates from them. ``times`` is
    when each item was first decided on. Moments at which not every stratum of a draw has a review are left out."""
    assert cells.gold is not None
    in_scope = chances.in_scope
    reviews = np.where(chances.counted_rows & (cells.gold >= 0), cells.gold, -1)[in_scope]
    flags, items = cells.column(judge)[in_scope].astype(float), cells.items[in_scope]
    seen = np.unique(items[reviews >= 0])
    order = sorted(seen.tolist(), key=lambda item: (times.get(item, NEVER), item))
    ends = sorted({max(2, round(k)) for k in np.linspace(2, len(order), STEPS)} if len(order) > 1 else ())
    moments = [np.array(order[:upto]) for upto in ends]
    is_drawn = chances.probability is not None
    every = rates_as_reviewed(
        flags, reviews, items, is_drawn, moments, documents=cells.origins[in_scope], stratum=chances.stratum[in_scope],
        confidence=reader.params.confidence, project=reader.params.target == "project" and is_drawn,
    )  # fmt: skip
    return [
        (tuple(order[:upto]), rates)
        for upto, rates in zip(ends, every, strict=True)
        # before both strata have a review there is nothing to say of all cells
        if rates.corrected_rate.value is not None and rates.corrected_rate.low is not None and rates.valid == is_drawn
    ]


def find_question_with_most_errors(reader: CellReader) -> tuple[CellQuestion, AnnotatorId] | None:
    """The first judge that was asked anything, and the criterion of its with most errors found; None where there is
    none."""
    for judge in reader.judges:
        best: tuple[tuple[int, bool], CellQuestion] | None = None
        for question in reader.questions():
            if question.binary and reader.tells_more(question) and reader.has_answered(judge, question):
                cells = reader.cells(question, [judge], find_level(reader, question, judge), with_gold=True)
                assert cells.gold is not None
                errors = int(np.count_nonzero((cells.column(judge) >= 0) & (cells.gold == 1)))
                if best is None or (errors, question.is_combined) > best[0]:
                    best = (errors, question.is_combined), question
        if best is not None:
            return best[1], judge
    return None
