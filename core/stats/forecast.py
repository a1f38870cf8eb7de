"""How many documents must be reviewed until an interval is as narrow as wanted, with a judge and without one.

From a pilot of reviewed documents: n = n0 / (1 + n0 / N), n0 = t² S² / (h m)², S² the variance between documents of the
totals of y - L f less m times its mean, m the mean cells a document, h the half width (Cochran 1977, equations 4.6 and
9.14; PPI++, Angelopoulos and others 2023, section 6, for the L with the least variance, which is fitted on the other
documents than those that it is used on). What the judge saves is 1 - n with it / n without it, about the square of the
correlation of the totals.

Nothing is forecast from fewer than ``ENOUGH`` pilot documents with an error. The interval is that of the logarithm of
S² by a jackknife over documents, for intervals by chi-square hold for normal totals only, which these are not: in
simulations with FRANK's document sizes it covered 86 to 96 % (pilots of 20 to 80).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from galley.core.stats.clusters import Floats
from galley.core.stats.student import t_quantile

ENOUGH = 10
"""Pilot documents with an error, below which there is no forecast."""
FOLDS = 10


@dataclass(frozen=True, slots=True)
class ReviewForecast:
    """``documents`` (and ``low``, ``high``, a 95 % interval) is what must be reviewed in all, pilot included;
    ``variance`` is S² / m². None, and ``why``, where nothing can be forecast."""

    documents: int | None
    low: int | None
    high: int | None
    variance: float | None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Forecast:
    """``with_judge``: with the judge; ``alone``: people only. ``saving``: the share of the variance that the judge
    takes away (below 0 where it adds some). ``pilot`` documents, of which ``errors`` hold an error."""

    with_judge: ReviewForecast
    alone: ReviewForecast
    saving: float | None
    power: float | None
    pilot: int
    errors: int


def forecast(
    cells: NDArray[Any],
    errors: NDArray[Any],
    flags: NDArray[Any],
    total_documents: int,
    half_width: float,
    *,
    confidence: float = 0.95,
    seed: int = 0,
) -> Forecast:
    """The plan from a pilot, an entry a reviewed document: its cells, errors and flags on these cells. ``there`` is how
    many documents there are, ``half_width`` (0 to 1) what is wanted of the interval. Raises ValueError."""
    if not 0 < half_width < 1:
        raise ValueError("the half width must lie between 0 and 1")
    m, y, f = (np.asarray(column, dtype=float) for column in (cells, errors, flags))
    some = m > 0
    m, y, f = m[some], y[some], f[some]
    pilot, with_one = len(m), int(np.count_nonzero(y))
    if with_one < ENOUGH:
        why = f"No forecast because {with_one} of the reviewed documents hold an error, and {ENOUGH} are needed."
        none = ReviewForecast(None, None, None, None, why)
        return Forecast(none, none, None, None, pilot, with_one)
    size = float(m.mean())
    own, other = y - m * (y.sum() / m.sum()), f - m * (f.sum() / m.sum())
    power = _cross_fitted(own, other, np.random.default_rng(seed).permutation(pilot) % FOLDS)
    plans = []
    for rest in (own - power * other, own):
        plans.append(_plan(rest / size, total_documents, half_width, confidence))
    judged, alone = plans
    assert judged.variance is not None and alone.variance is not None
    saving = 1 - judged.variance / alone.variance if alone.variance else None
    return Forecast(judged, alone, saving, float(power.mean()), pilot, with_one)


def _cross_fitted(own: Floats, other: Floats, fold: NDArray[np.int64]) -> Floats:
    """The power of each document, from 0 to 1, fitted on those of other folds."""
    powers = np.zeros(len(own))
    for number in np.unique(fold):
        rest = fold != number
        square = float(other[rest] @ other[rest])
        powers[fold == number] = min(max(float(own[rest] @ other[rest]) / square, 0.0), 1.0) if square else 0.0
    return powers


def _plan(score: Floats, total_documents: int, half: float, confidence: float) -> ReviewForecast:
    n = len(score)
    squares = score**2
    variance = float(squares.sum()) / (n - 1)
    if variance <= 0:
        return ReviewForecast(None, None, None, 0.0, "No forecast because the reviewed documents are all alike.")
    # the jackknife of log S²: its documents' shares in the sum
    log_rest = np.log(np.maximum(squares.sum() - squares, 1e-300) / (n - 2))
    error = math.sqrt((n - 1) / n * float(((log_rest - log_rest.mean()) ** 2).sum()))
    spread = t_quantile(n - 1, confidence) * error
    ends = (
        required_documents(variance * math.exp(side), total_documents, half, confidence)
        for side in (0.0, -spread, spread)
    )
    documents, low, high = ends
    return ReviewForecast(documents, low, high, variance)


def required_documents(variance: float, total_documents: int, half_width: float, confidence: float = 0.95) -> int:
    """How many of ``there`` documents: n0 / (1 + n0 / N), Student's t at as many as come out (at least 2)."""
    n = 0.0
    t = t_quantile(1e8, confidence)
    for _ in range(30):
        first = t * t * variance / half_width**2
        next_n = first / (1 + first / total_documents) if total_documents else 0.0
        if abs(next_n - n) < 1e-6:
            break
        n, t = next_n, t_quantile(max(next_n - 1, 1.0), confidence)
    return min(total_documents, max(2, math.ceil(n - 1e-9)))
