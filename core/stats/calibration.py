"""Whether a confidence of 80 % is right in 80 % of cases, and how well it ranks: Brier score, calibration error,
reliability bins, and the ROC curve with the area under it. Cells of one source document hang together.

Sources: Brier 1950; expected calibration error, Naeini and others 2015, over bins of equal width; the area as the share
of pairs in the right order (Mann and Whitney 1947), its variance the jackknife by document (as in Obuchowski 1997).
Intervals: ``galley.core.stats.clusters``.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from galley.core.stats.clusters import ASSUMED, SCARCE, SHARE, Floats, by_document, jackknife, share
from galley.core.stats.groups import group_labels
from galley.core.stats.intervals import wilson
from galley.core.stats.result import Estimate, format_reasons, undefined_estimate
from galley.core.stats.student import t_quantile

NOTHING = "no cell has both a confidence and gold"


@dataclass(frozen=True, slots=True)
class Bin:
    """One bar of a reliability diagram. ``confidence`` is the mean in the bin (None if empty), ``observed_share``
    the share of yes with its interval and n."""

    low: float
    high: float
    confidence: float | None
    observed_share: Estimate


@dataclass(frozen=True, slots=True)
class Calibration:
    """``brier`` and ``error`` run from 0 (good) to 1, ``area`` under the ROC curve from 0 to 1 (.5 is chance); n counts
    cells with both a confidence and gold. ``roc``: (false positive rate, true positive rate, threshold) from the
    strictest threshold on; empty where gold has one value only."""

    brier: Estimate
    error: Estimate
    area: Estimate
    bins: tuple[Bin, ...]
    roc: tuple[tuple[float, float, float], ...]


def calibration(
    confidence: NDArray[Any],
    gold: NDArray[Any],
    documents: NDArray[Any] | None = None,
    *,
    bins: int = 10,
    level: float = 0.95,
) -> Calibration:
    """``confidence`` in yes, 0 to 1 (NaN none); ``gold`` 1, 0, or -1 for none; ``documents`` the source document of
    each cell; without it each cell is a document of its own.

    A confidence on a border belongs to the bin above it, 1 to the last one. Raises ValueError for a confidence outside
    0 to 1.
    """
    p, y = np.asarray(confidence, dtype=float), np.asarray(gold)
    mask = np.isfinite(p) & (y >= 0)
    left_out = format_reasons(
        cells_without_gold=int(np.count_nonzero(y < 0)),
        cells_without_a_confidence=int(np.count_nonzero(~np.isfinite(p) & (y >= 0))),
    )
    p, yes = p[mask], (y[mask] == 1).astype(float)
    index = np.arange(len(p)) if documents is None else group_labels(np.asarray(documents)[mask])[1]
    if np.any((p < 0) | (p > 1)):
        raise ValueError("a confidence is outside 0 to 1")
    # A hair is added because 0.3 * 10 is 2.9999999999999996.
    place = np.minimum((p * bins + 1e-9).astype(np.int64), bins - 1)
    n, cells = len(p), by_document(index, np.ones(len(p)))[0]
    brier = share(*by_document(index, (p - yes) ** 2, np.ones(n)), empty=NOTHING, confidence=level, left_out=left_out)
    size, sure = np.bincount(place, minlength=bins), np.bincount(place, weights=p, minlength=bins)
    bars = []
    for k in range(bins):
        in_bin = place == k
        sums = by_document(group_labels(index[in_bin])[1], yes[in_bin], np.ones(int(size[k])))
        observed = share(*sums, empty="no cell falls into this bin", confidence=level)
        bars.append(Bin(k / bins, (k + 1) / bins, float(sure[k] / size[k]) if size[k] else None, observed))
    error = undefined_estimate(NOTHING, 0, left_out)
    if n:
        error = _error(p - yes, place, index, cells, bins, level, left_out)
    return Calibration(brier, error, area(p, yes, index, level, left_out), tuple(bars), _roc(p, yes))


def _error(
    gap: Floats, place: NDArray[np.int64], index: NDArray[np.int64], cells: Floats, bins: int, level: float,
    left_out: dict[str, int],
) -> Estimate:  # fmt: skip
    rows = np.zeros((len(cells), bins + 1))
    np.add.at(rows, (index, place), gap)
    rows[:, bins] = cells

    def figure(sums: Floats) -> Floats:
        return np.asarray(np.abs(sums[:, :bins]).sum(axis=1) / sums[:, bins])

    best = np.zeros(bins + 1)
    best[bins] = 1.0
    worst = best.copy()
    total = rows.sum(axis=0)
    most = int(np.argmax(np.abs(total[:bins])))
    worst[most] = 1.0 if total[most] >= 0 else -1.0
    ends = jackknife(rows, figure, cells, scale=SHARE, rarer=len(rows) - 1, worse=best, better=worst, confidence=level)
    value = float(figure(total[None, :])[0])
    return Estimate(value, min(ends.low, value), max(ends.high, value), len(gap), "", left_out, ends.documents)


def area(
    score: NDArray[Any], yes: NDArray[Any], index: NDArray[Any], level: float = 0.95,
    left_out: dict[str, int] | None = None,
) -> Estimate:  # fmt: skip
    """The area under the ROC curve: the share of pairs of a yes and a no of gold in which the yes has the higher score,
    a tie counting half. ``index`` numbers the document of each cell from 0; n counts the cells."""
    n, positive = len(score), np.asarray(yes) > 0
    count = int(np.count_nonzero(positive))
    if count in (0, n):
        return undefined_estimate(NOTHING if n == 0 else "gold has only one value among these cells", n, left_out)
    ranks = np.unique(score, return_inverse=True)[1].astype(np.int64)
    size = int(index.max()) + 1
    above = np.bincount(index[positive], weights=_below(ranks[positive], ranks[~positive]), minlength=size)
    beneath = np.bincount(index[~positive], minlength=size) * float(count)
    beneath -= np.bincount(index[~positive], weights=_below(ranks[~positive], ranks[positive]), minlength=size)
    # within a document: the same among scores that the document sets apart
    stride = int(ranks.max()) + 2
    keys = index * stride + ranks
    noes_by_document = np.bincount(index[~positive], minlength=size)
    earlier = np.concatenate([[0], np.cumsum(noes_by_document)[:-1]])[index[positive]]
    inside = np.bincount(
        index[positive], weights=_below(keys[positive], keys[~positive]) - earlier, minlength=size
    )
    yeses, noes = np.bincount(index[positive], minlength=size), noes_by_document
    total = float(above.sum())
    value = total / (count * (n - count))
    with np.errstate(invalid="ignore", divide="ignore"):
        influence = (total - above - beneath + inside) / ((count - yeses) * (n - count - noes)).astype(float)
    documents = int(np.count_nonzero(yeses + noes))
    sides = min(int(np.count_nonzero(yeses)), int(np.count_nonzero(noes)))
    variance = (documents - 1) / documents * float(((influence - influence.mean()) ** 2).sum())
    if sides >= SCARCE and 0 < value < 1 and math.isfinite(variance) and variance > 1e-15:
        half = t_quantile(float(sides - 1), level) * math.sqrt(variance) * SHARE.slope(value)
        low, high = SHARE.back(SHARE.forward(value) - half), SHARE.back(SHARE.forward(value) + half)
    else:
        cells = (yeses if count <= n - count else noes).astype(float)
        effective_size = cells.sum() ** 2 / float((cells + ASSUMED * np.maximum(cells * cells - cells, 0)).sum())
        low, high = wilson(value * effective_size, effective_size, level)
    return Estimate(value, min(low, value), max(high, value), n, "", dict(left_out or {}), documents)


def _below(these: NDArray[np.int64], those: NDArray[np.int64]) -> Floats:
    """How many of those are smaller than each of these, equal ones counting half."""
    ordered = np.sort(those)
    return (np.searchsorted(ordered, these, "left") + np.searchsorted(ordered, these, "right")) / 2


def _roc(p: Floats, yes: Floats) -> tuple[tuple[float, float, float], ...]:
    if not 0 < yes.sum() < len(yes):
        return ()
    order = np.argsort(-p, kind="stable")
    hits, wrong = np.cumsum(yes[order]), np.cumsum(1 - yes[order])
    last = np.flatnonzero(np.append(np.diff(p[order]) != 0, True))
    points = zip(wrong[last] / wrong[-1], hits[last] / hits[-1], p[order][last], strict=True)
    return ((0.0, 0.0, math.inf), *((float(a), float(b), float(c)) for a, b, c in points))
