"""Between which bounds the open cells of an item leave its reviewed figures, and what the items reviewed in full weigh.

Items with many facts, paragraphs or opinions are reviewed in full less often; each weighs 1 / P(in full | how many)
among the items that people began with (see ``galley.core.stats.weighting``).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from galley.core.metrics._documents import Floats
from galley.core.stats.weighting import weights

BACKGROUND, OPINION, OVERALL = slice(0, 3), 3, 4


def recall_precision_f1(hits: float, needed: float, chosen_count: float) -> tuple[float, float, float]:
    """(recall, precision, F1) from counts by the rules of ``galley.core.papers.kgds.discussion_figures``.

    >>> shares(0, 3, 0)
    (0.0, 0.0, 0.0)
    """
    if not needed:
        return float("nan"), float("nan"), float("nan")
    recall = hits / needed
    precision = hits / chosen_count if chosen_count else 0.0
    return recall, precision, 2 * precision * recall / (precision + recall) if precision + recall else 0.0


@dataclass(slots=True)
class Bounds:
    """The least and the greatest that each figure of each item may come to (NaN: nobody began with it), and by how many
    cells each figure can be held open."""

    least: Floats
    most: Floats
    cells: Floats

    @classmethod
    def of(cls, items: int) -> Bounds:
        """None yet."""
        return cls(*(np.full((items, 5), np.nan) for _ in range(3)))

    def facts(self, row: int, counts: Sequence[float], total: tuple[int, int]) -> None:
        """Of an item's key facts absent and held, others stated and not; ``total`` are all key facts and all others."""
        absent, present, wrong, right = counts
        if total[0] and any(counts):
            key, other = total[0] - absent - present, total[1] - wrong - right
            self.least[row, BACKGROUND] = recall_precision_f1(present, total[0], present + wrong + other)
            self.most[row, BACKGROUND] = recall_precision_f1(present + key, total[0], present + key + wrong)
            self.cells[row, BACKGROUND] = sum(total)

    def opinions(self, row: int, counts: Sequence[float], total: int) -> None:
        """Of an item's opinions not covered and covered."""
        absent, present = counts
        if total and any(counts):
            self.least[row, OPINION], self.most[row, OPINION] = present / total, (total - absent) / total
            self.cells[row, OPINION] = total

    def extract(self, row: int, faults: Mapping[int, int | None], paragraphs: Collection[int]) -> None:
        """Of the paragraphs by position whether they are a fault of an extract that took some of them."""
        if all(fault is None for fault in faults.values()):
            return
        outcomes = [(n in paragraphs, fault) for n, fault in faults.items()]
        hits, missed = outcomes.count((True, 0)), outcomes.count((False, 1))
        either = outcomes.count((True, None)), outcomes.count((False, None))
        count, most = sum(n in faults for n in paragraphs), hits + either[0]
        ends = (
            recall_precision_f1(hits, hits + missed + either[1], count),
            recall_precision_f1(most, most + missed, count),
        )
        if np.isfinite(ends).all():
            self.least[row, BACKGROUND], self.most[row, BACKGROUND] = ends
            self.cells[row, BACKGROUND] = len(faults)

    def weigh(self, values: Floats) -> Floats:
        """What each figure of each item weighs, and 1 where nobody began with it; works out the overall figure's
        bounds from its parts."""
        for ends in (self.least, self.most):
            ends[:, OVERALL] = np.sqrt(ends[:, 2] * ends[:, OPINION])
        self.cells[:, OVERALL] = self.cells[:, 2] + self.cells[:, OPINION]
        bound_weights = np.ones_like(values)
        for column in range(values.shape[1]):
            has_bounds = np.isfinite(self.least[:, column])
            bound_weights[has_bounds, column] = weights(
                self.cells[has_bounds, column], np.isfinite(values[has_bounds, column])
            )
        return bound_weights
