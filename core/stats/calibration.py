"""Whether a confidence of 80 % is right in 80 % of cases: Brier score, calibration error, reliability bins.

Sources: Brier 1950; expected calibration error, Naeini and others 2015, over bins of equal width.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from galley.core.stats.bootstrap import Floats, Interval, item_sums, resample
from galley.core.stats.intervals import proportion
from galley.core.stats.result import Estimate, counted, undefined


@dataclass(frozen=True, slots=True)
class Bin:
    """One bar of a reliability diagram. ``confidence`` is the mean in the bin (None if empty), ``observed``
    the share of yes with its Wilson interval and n."""

    low: float
    high: float
    confidence: float | None
    observed: Estimate


@dataclass(frozen=True, slots=True)
class Calibration:
    """``brier`` and ``error`` run from 0 (good) to 1; n counts cells with both a confidence and gold."""

    brier: Estimate
    error: Estimate
    bins: tuple[Bin, ...]


def calibration(
    confidence: NDArray[Any],
    gold: NDArray[Any],
    items: NDArray[Any] | None = None,
    *,
    bins: int = 10,
    resamples: int = 2000,
    level: float = 0.95,
    seed: int = 0,
    cancelled: Callable[[], bool] | None = None,
) -> Calibration:
    """``confidence`` in yes, 0 to 1 (NaN none); ``gold`` 1, 0, or -1 for none; ``items`` the item of each
    cell.

    Without ``items`` each cell is resampled by itself. A confidence on a border belongs to the bin above
    it, 1 to the last one. Raises ValueError for a confidence outside 0 to 1, and Cancelled.
    """
    p, y = np.asarray(confidence, dtype=float), np.asarray(gold)
    known = np.isfinite(p) & (y >= 0)
    left_out = counted(
        cells_without_gold=int(np.count_nonzero(y < 0)),
        cells_without_a_confidence=int(np.count_nonzero(~np.isfinite(p) & (y >= 0))),
    )
    p, yes = p[known], (y[known] == 1).astype(float)
    n = len(p)
    if np.any((p < 0) | (p > 1)):
        raise ValueError("a confidence lies outside 0 to 1")
    # A hair is added because 0.3 * 10 is 2.9999999999999996.
    place = np.minimum((p * bins + 1e-9).astype(np.int64), bins - 1)
    one = np.eye(bins)[place]
    table = np.column_stack([(p - yes) ** 2, np.ones(n), one * (p - yes)[:, None]])

    def brier(sums: Floats) -> Floats:
        return np.asarray(sums[:, 0] / sums[:, 1])

    def error(sums: Floats) -> Floats:
        return np.asarray(np.abs(sums[:, 2:]).sum(axis=1) / sums[:, 1])

    rows = table if items is None else item_sums(table, np.asarray(items)[known])

    def estimate(figure: Callable[[Floats], Floats]) -> Estimate:
        if n == 0:
            return undefined("no cell has both a confidence and gold", 0, left_out)
        interval = Interval(None, None)
        if resamples:
            interval = resample(rows, figure, resamples=resamples, confidence=level, seed=seed, cancelled=cancelled)
        value = float(figure(table.sum(axis=0, keepdims=True))[0])
        return Estimate(value, interval.low, interval.high, n, interval.why, left_out)

    size, sure, hits = one.sum(axis=0), one.T @ p, one.T @ yes
    bars = tuple(
        Bin(
            k / bins,
            (k + 1) / bins,
            float(sure[k] / size[k]) if size[k] else None,
            proportion(int(hits[k]), int(size[k]), empty="no cell falls into this bin", confidence=level),
        )
        for k in range(bins)
    )
    return Calibration(estimate(brier), estimate(error), bars)
