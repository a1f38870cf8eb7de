"""Bootstrap intervals, resampled by item.

Verdicts on one summary hang together, so what is drawn with replacement is the item, never the single verdict
(a cluster bootstrap: Davison and Hinkley 1997, section 3.8; Field and Welsh 2007). Any figure that is a
function of summed per-item counts can be resampled without going back to the verdicts: a resample is a
vector of item weights times the table of counts. Items with the same counts are interchangeable, so their
joint weight is drawn at once; the distribution is exactly that of drawing items one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from galley.core.errors import Cancelled
from galley.core.stats.groups import group_labels

Floats = NDArray[np.float64]

MOST_UNDEFINED = 0.05
"""Above this share of resamples without a value there is no interval: its tails would be guesswork."""

_BLOCK = 2_000_000
"""About this many weights are drawn between two looks at ``cancelled``: some tens of milliseconds."""
_DRAWN = 20_000
"""About so many draws at once stay in the processor's cache."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A percentile interval, or None twice and a sentence. ``undefined_count`` counts resamples without a value."""

    low: float | None
    high: float | None
    why: str = ""
    undefined_count: int = 0

    def holding(self, value: float | None) -> Interval:
        """The interval wide enough for the figure that it is of: the resamples of a biased figure, or of few items, can
        all lie to one side of it."""
        if value is None or self.low is None or self.high is None:
            return self
        return replace(self, low=min(self.low, value), high=max(self.high, value))


def resample(
    counts: NDArray[Any],
    value: Callable[[Floats], Floats],
    *,
    times: NDArray[Any] | None = None,
    resamples: int = 2000,
    confidence: float = 0.95,
    seed: int = 0,
    cancelled: Callable[[], bool] | None = None,
) -> Interval:
    """The percentile bootstrap interval of a figure, which it holds, drawing items with replacement.

    ``counts`` is items x d, one row of sufficient statistics an item. ``value`` takes sums, resamples x d,
    and gives one figure a row, NaN where undefined. ``cancelled`` is asked every few tens of milliseconds;
    Cancelled is raised once it says True. The same seed gives the same interval.
    ``times`` says how many items each row stands for (default one).
    """
    if resamples < 1:
        raise ValueError("resamples must be at least 1")
    table = np.ascontiguousarray(counts, dtype=np.float64)
    if table.ndim != 2:
        raise ValueError("counts must be a table of items x statistics")
    items = len(table) if times is None else int(np.sum(times))
    if items < 2:
        return Interval(None, None, f"No interval because there is {'one item' if items else 'no item'} to resample.")
    draws = np.concatenate(
        [value(sums) for sums in _sums(table, times, items, resamples, np.random.default_rng(seed), cancelled)]
    )
    defined = draws[np.isfinite(draws)]
    missing = resamples - len(defined)
    if missing > MOST_UNDEFINED * resamples:
        return Interval(None, None, f"No interval because {missing} of {resamples} resamples have no value.", missing)
    low, high = np.quantile(defined, [(1 - confidence) / 2, (1 + confidence) / 2])
    if defined.max() - defined.min() < 1e-12:
        return Interval(None, None, "No interval because every resample gives the same value.", missing)
    (point,) = value((table if times is None else table * np.asarray(times)[:, None]).sum(axis=0, keepdims=True))
    return Interval(float(low), float(high), "", missing).holding(float(point) if np.isfinite(point) else None)


def _sums(
    table: Floats,
    times: NDArray[Any] | None,
    items: int,
    resamples: int,
    rng: np.random.Generator,
    cancelled: Callable[[], bool] | None,
) -> Iterator[Floats]:
    """Yields blocks of summed statistics, together ``resamples`` rows."""
    rows, multiplicity = merge_rows(table) if times is None else (table, np.asarray(times))
    # A multinomial draw costs about eight times as much a kind of item as an index draw costs an item.
    merged = times is not None or len(rows) * 8 <= items
    width = len(rows) if merged else items
    block = max(1, min(resamples, _BLOCK // width))
    done = 0
    while done < resamples:
        if cancelled is not None and cancelled():
            raise Cancelled("The intervals were stopped before they were done.")
        size = min(block, resamples - done)
        if merged:
            yield rng.multinomial(items, multiplicity / items, size=size) @ rows
        else:
            yield _weights(rng, size, items) @ table
        done += size


def _weights(rng: np.random.Generator, size: int, items: int) -> Floats:
    """How often each item is drawn in each of ``size`` resamples: the draws that one resample after the other makes,
    some of them at once, as a call for each costs more than its draws."""
    weights = np.empty((size, items))
    step = max(1, _DRAWN // items)
    for first in range(0, size, step):
        part = weights[first : first + step]
        draws = rng.integers(0, items, part.shape, dtype=np.uint32) + np.arange(len(part))[:, None] * items
        part[:] = np.bincount(draws.ravel(), minlength=part.size).reshape(part.shape)
    return weights


def merge_rows(table: Floats) -> tuple[Floats, NDArray[np.int64]]:
    """The distinct rows of a table and how often each occurs, or the table and ones if few rows repeat."""
    key = table @ np.random.default_rng(20).standard_normal(table.shape[1])
    _, first, inverse, multiplicity = np.unique(key, return_index=True, return_inverse=True, return_counts=True)
    rows = table[first]
    if len(rows) * 8 <= len(table) and np.array_equal(rows[inverse], table):
        return rows, multiplicity
    return table, np.ones(len(table), dtype=np.int64)


def item_sums(features: NDArray[Any], items: NDArray[Any], weights: NDArray[Any] | None = None) -> Floats:
    """Adds up rows of statistics by item: rows x d and an item label a row give items x d."""
    distinct, index = group_labels(items)
    size = len(distinct)
    table = np.empty((size, features.shape[1]))
    for column in range(features.shape[1]):
        part = features[:, column] if weights is None else features[:, column] * weights
        table[:, column] = np.bincount(index, weights=part, minlength=size)
    return table
