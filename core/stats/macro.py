"""Macro averages with bootstrap intervals by item, many at once over the same draws.

A table holds one figure of each item a column; NaN is an item without that figure. All columns are averaged over the
same resamples of items, so that the difference of two columns is a paired one, and its interval is that of the
differences. The rules for when there is no interval are those of ``galley.core.stats.bootstrap``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from galley.core.errors import Cancelled
from galley.core.stats.bootstrap import MOST_UNDEFINED, Interval

Floats = NDArray[np.float64]

_BLOCK = 4_000_000
"""About this many weights are drawn between two looks at ``cancelled``."""


@dataclass(frozen=True, slots=True)
class Draws:
    """Sums of columns over all items (``sums``, ``counts`` of those that have a value) and over each resample
    (``drawn_sums``, ``drawn_counts``: resamples x columns)."""

    sums: Floats
    counts: Floats
    drawn_sums: Floats
    drawn_counts: Floats

    def mean(self, column: int) -> tuple[float | None, Floats]:
        """The mean of a column (None without an item) and that of each resample, NaN where undefined."""
        with np.errstate(invalid="ignore", divide="ignore"):
            resampled_means = self.drawn_sums[:, column] / self.drawn_counts[:, column]
        count = self.counts[column]
        return (float(self.sums[column] / count) if count else None), resampled_means

    def ratio(self, above: int, below: int) -> tuple[float | None, Floats]:
        """The ratio of two summed columns, and that of each resample, NaN where undefined."""
        with np.errstate(invalid="ignore", divide="ignore"):
            resampled_ratios = self.drawn_sums[:, above] / self.drawn_sums[:, below]
        total = self.sums[below]
        return (float(self.sums[above] / total) if total else None), np.where(
            np.isfinite(resampled_ratios), resampled_ratios, np.nan
        )


def draw(
    table: Floats,
    *,
    resamples: int = 2000,
    seed: int = 0,
    cancelled: Callable[[], bool] | None = None,
) -> Draws:
    """Sums and counts of the columns of ``table`` (items x figures) over resamples of items. The same seed gives the
    same draws. Raises: Cancelled."""
    items, width = table.shape
    is_finite = np.isfinite(table)
    both = np.hstack([np.where(is_finite, table, 0.0), is_finite.astype(np.float64)])
    sums = both.sum(axis=0)
    resampled_sums = np.zeros((resamples if items else 0, 2 * width))
    rng = np.random.default_rng(seed)
    block = max(1, _BLOCK // max(items, 1))
    for start in range(0, len(resampled_sums), block):
        if cancelled is not None and cancelled():
            raise Cancelled("The intervals were stopped before they were done.")
        size = min(block, len(resampled_sums) - start)
        if size == len(resampled_sums):
            weights = _at_once(items, size, seed)
        else:
            weights = rng.multinomial(items, np.full(items, 1 / items), size=size).astype(np.float64)
        resampled_sums[start : start + size] = weights @ both
    return Draws(sums[:width], sums[width:], resampled_sums[:, :width], resampled_sums[:, width:])


@lru_cache(maxsize=2)
def _at_once(items: int, resamples: int, seed: int) -> Floats:
    """How often each item is in each resample: the metrics of one page ask for the same draws one after the other."""
    weights = np.random.default_rng(seed).multinomial(items, np.full(items, 1 / items), size=resamples)
    return weights.astype(np.float64)


def interval(value: float | None, resampled_values: Floats, items: int, confidence: float = 0.95) -> Interval:
    """The percentile interval of a figure from its resamples; it holds its ``value``. ``items`` is how many items the
    figure rests on."""
    if not len(resampled_values):
        return Interval(None, None)
    if items < 2:
        return Interval(None, None, f"No interval because there is {'one item' if items else 'no item'} to resample.")
    defined = resampled_values[np.isfinite(resampled_values)]
    missing = len(resampled_values) - len(defined)
    if missing > MOST_UNDEFINED * len(resampled_values):
        return Interval(
            None, None, f"No interval because {missing} of {len(resampled_values)} resamples have no value.", missing
        )
    if defined.max() - defined.min() < 1e-12:
        return Interval(None, None, "No interval because every resample gives the same value.", missing)
    low, high = _quantile(defined, (1 - confidence) / 2, (1 + confidence) / 2)
    return Interval(low, high, "", missing).holding(value)


def _quantile(column: Floats, *shares: float) -> list[float]:
    """numpy's quantiles of a column, several times as fast where there are hundreds of short columns."""
    last = len(column) - 1
    places = [(share * last, int(share * last)) for share in shares]
    ordered = np.partition(column, sorted({at for _, below in places for at in (below, min(below + 1, last))}))
    quantiles = []
    for place, below in places:
        above = min(below + 1, last)
        quantiles.append(float(ordered[below] + (place - below) * (ordered[above] - ordered[below])))
    return quantiles
