"""The true rate of an error from all of a judge's flags and few reviews: prediction-powered inference.

The judge has an opinion on every cell, people reviewed some that were drawn with known probability. The
judge's mean is corrected by what the reviews say about its errors, each review weighted by the inverse of
its probability:

    rate = L mean(f) + sum(w (y - L f)) / sum(w),     w = 1 / probability

(Angelopoulos and others 2023, "Prediction-powered inference", section 2; the power L is tuned as in PPI++,
the same authors 2023, section 6.) L = 0 uses the reviews only. The variance adds up influences by item, so
cells of one item may hang together. The interval follows Agresti and Coull 1998: two imagined reviews with
an error and two without pull its centre and widen it, so that "no error seen so far" is not taken for "no
error"; with L = 0 and equal weights it is theirs exactly.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.stats.result import Estimate, counted, undefined

Floats = NDArray[np.float64]

_IMAGINED = 2.0
"""Imagined reviews on either side."""


@dataclass(frozen=True, slots=True)
class Rates:
    """``corrected`` (n: reviewed cells), ``judge`` alone (n: scored cells), ``reviews`` alone. ``power`` is
    L.

    ``valid`` says that the reviewed cells were drawn with known probability; if not, ``why`` says what was
    wrong and ``corrected`` and ``reviews`` weigh all reviews alike and carry the same sentence.
    """

    corrected: Estimate
    judge: Estimate
    reviews: Estimate
    power: float
    valid: bool
    why: str = ""


def rates(
    judge: NDArray[Any],
    reviews: NDArray[Any],
    items: NDArray[Any],
    probability: NDArray[Any] | None,
    *,
    power: float | None = None,
    confidence: float = 0.95,
) -> Rates:
    """The rate of yes over all cells, three ways. One entry a cell in each column.

    ``judge``: 0 to 1 (a verdict or its confidence), NaN where it gave none; such cells stay in the
    corrected rate, where the judge's mean stands in for its opinion. ``reviews``: 1 yes, 0 no, -1 or NaN
    not reviewed. ``items``: the item of each cell. ``probability``: with which each cell was drawn for
    review, above 0 up to 1, for all cells, reviewed or not; None or NaN where nobody knows. ``power``: L
    from 0 to 1, None to tune it.
    """
    f, y = np.asarray(judge, dtype=float), np.asarray(reviews, dtype=float)
    scored, reviewed = np.isfinite(f), np.isfinite(y) & (y >= 0)
    index = np.unique(np.asarray(items), return_inverse=True)[1]
    why = _doubt(probability, len(f))
    unscored = counted(cells_without_a_verdict_of_the_judge=int(np.count_nonzero(~scored)))
    if scored.any():
        f = np.where(scored, f, f[scored].mean())
        naive = _mean(f[scored], index[scored], np.ones(int(scored.sum())), confidence, unscored)
    else:
        naive, f, power = undefined("the judge scored no cell", 0, unscored), np.zeros(len(f)), 0.0
    count = int(np.count_nonzero(reviewed))
    if len(np.unique(index[reviewed])) < 2:
        reason = "no cell was reviewed" if count == 0 else "reviews of at least two items are needed"
        none = undefined(reason, count, unscored)
        return Rates(none, naive, none, 0.0, not why, why)
    weight = np.zeros(len(f))
    weight[reviewed] = 1.0 if why or probability is None else 1 / np.asarray(probability, float)[reviewed]
    y = np.where(reviewed, y, 0.0)
    tuned = _tune(f, y, index, weight) if power is None else min(max(power, 0.0), 1.0)
    corrected = _rate(f, y, index, weight, tuned, confidence, why, unscored)
    only = _rate(f, y, index, weight, 0.0, confidence, why, {})
    return Rates(corrected, naive, only, tuned, not why, why)


def _doubt(probability: NDArray[Any] | None, cells: int) -> str:
    """Why the reviews cannot speak for all cells, or nothing."""
    if probability is None:
        return "Not valid for all cells because the reviewed cells were not drawn with a known probability."
    chance = np.asarray(probability, dtype=float)
    if chance.shape != (cells,):
        raise ValueError("probability must have one entry a cell")
    unknown = int(np.count_nonzero(~np.isfinite(chance)))
    never = int(np.count_nonzero(chance <= 0))
    if np.any(chance > 1):
        raise ValueError("a probability is above 1")
    if unknown:
        return f"Not valid for all cells because {unknown} of {cells} have no known probability of being drawn."
    if never:
        return f"Not valid for all cells because {never} of {cells} could not be drawn; add an audit queue."
    return ""


def _influences(f: Floats, y: Floats, index: NDArray[Any], weight: Floats) -> tuple[Floats, Floats]:
    """Each item's share in the reviews' mean and in the judge's; the rate's influence is own + L other."""
    total, size = weight.sum(), int(index.max()) + 1
    mean, seen = (weight * y).sum() / total, (weight * f).sum() / total
    own = np.bincount(index, weights=weight * (y - mean), minlength=size) / total
    all_of = np.bincount(index, weights=f - f.mean(), minlength=size) / len(f)
    drawn = np.bincount(index, weights=weight * (f - seen), minlength=size) / total
    return own, all_of - drawn


def _tune(f: Floats, y: Floats, index: NDArray[Any], weight: Floats) -> float:
    """The L from 0 to 1 with the least variance."""
    own, other = _influences(f, y, index, weight)
    square = float(other @ other)
    return min(max(-float(own @ other) / square, 0.0), 1.0) if square > 1e-300 else 0.0


def _rate(
    f: Floats,
    y: Floats,
    index: NDArray[Any],
    weight: Floats,
    power: float,
    confidence: float,
    why: str,
    left_out: dict[str, int],
) -> Estimate:
    from scipy.special import stdtrit

    total, reviewed = float(weight.sum()), weight > 0
    error = y - power * f
    base, sum_error = power * float(f.mean()), float((weight * error).sum())
    value = base + sum_error / total
    own, other = _influences(f, y, index, weight)
    influence = own + power * other
    items, seen = len(influence), len(np.unique(index[reviewed]))
    variance = float(influence @ influence) * items / (items - 1)
    # An imagined review weighs what a review weighs on average, by weight.
    each = float((weight**2).sum()) / total
    padded = total + 2 * _IMAGINED * each
    shift = (sum_error + _IMAGINED * each * (1 - power)) / padded
    spread = _IMAGINED * each**2 * ((1 - shift) ** 2 + (power + shift) ** 2)
    half = float(stdtrit(seen - 1, (1 + confidence) / 2)) * np.sqrt(
        variance * (total / padded) ** 2 + spread / padded**2
    )
    value = min(max(value, 0.0), 1.0)
    low = min(max(base + shift - half, 0.0), value)
    high = max(min(base + shift + half, 1.0), value)
    return Estimate(value, float(low), float(high), int(np.count_nonzero(reviewed)), why, dict(left_out))


def _mean(y: Floats, index: NDArray[Any], weight: Floats, confidence: float, left_out: dict[str, int]) -> Estimate:
    index = np.unique(index, return_inverse=True)[1]
    if int(index.max()) < 1:
        return Estimate(float(y.mean()), None, None, len(y), "No interval because there is one item.", left_out)
    return _rate(np.zeros(len(y)), y, index, weight, 0.0, confidence, "", left_out)
