"""Correlations between two scores, plain and with confounders held fixed.

p is two-sided. Of few pairs (``permuted.FEW``; without confounders ``halved.MOST``) it is exact, from all orders of one
score, with ties too; of more, Pearson's and Spearman's are from Student's t, and Kendall's is the exact or asymptotic
one of scipy.stats.kendalltau. Partial correlation follows Pagnoni and others 2021 (FRANK), section 4.2, as the FRANK
study uses it: both scores are regressed on one-hot confounders, and the residuals are correlated; for Spearman the
ranks are taken of the residuals. The degrees of freedom are n - 2 - k, k being what the confounders cost beyond the
mean; of few pairs only those with the same confounders are exchanged.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from galley.core.stats.halved import MOST, halved
from galley.core.stats.intervals import fisher
from galley.core.stats.permuted import FEW, permuted
from galley.core.stats.result import Estimate, counted
from galley.core.stats.student import correlation_p

Floats = NDArray[np.float64]

KINDS = ("pearson", "spearman", "kendall")

_NOISE = 1e-10
"""Residuals nearer to each other than this share of the score's spread differ by rounding only."""


@dataclass(frozen=True, slots=True)
class Correlation(Estimate):
    """An Estimate with its two-sided p. ``n`` counts the pairs; ``df`` are the degrees of freedom behind p
    (None for Kendall, and where p is exact); ``p_residuals`` is the p that takes the residuals for raw scores (n - 2
    degrees of freedom), as the papers report it; for a plain correlation it equals ``p``. ``p`` is None where nothing
    can be exchanged (``why`` says so)."""

    p: float | None = None
    df: int | None = None
    p_residuals: float | None = None


def correlation(x: NDArray[Any], y: NDArray[Any], kind: str = "pearson", confidence: float = 0.95) -> Correlation:
    """Pearson, Spearman or Kendall's tau-b of two scores; pairs with a NaN or an infinity are left out."""
    first, second, left_out = _finite(x, y)
    return _correlate(first, second, kind, 0, confidence, left_out, "", np.zeros(len(first), dtype=np.int64))


def given_basis(
    x: NDArray[Any], y: NDArray[Any], basis: Floats, spent: int, kind: str = "pearson", confidence: float = 0.95
) -> Correlation:
    """Pearson, Spearman or tau-b of what is left of both scores once confounders are accounted for, by what
    ``confounded`` gave of the pairs with both scores, which serves every pair of scores over the same documents."""
    first, second, left_out = _finite(x, y)
    pair = [(residuals(score, basis), score) for score in (first, second)]
    x_left, y_left = (left if kind == "pearson" else settled(left, score) for left, score in pair)
    after = " once the confounders are accounted for"
    # pairs with the same confounders have the same row of the basis, and others have not
    alike = np.unique(np.round(basis, 9), axis=0, return_inverse=True)[1] if 0 < len(first) <= FEW else np.zeros(0)
    return _correlate(x_left, y_left, kind, spent, confidence, left_out, after, np.ravel(alike).astype(np.int64))


def confounded(given: Sequence[NDArray[Any]], rows: int) -> tuple[Floats, int]:
    """An orthonormal basis of what the confounders explain (an intercept and all one-hot columns), and its rank
    beyond the intercept."""
    blocks = [np.ones((rows, 1))]
    for column in given:
        labels, index = np.unique(np.asarray(column).astype(str), return_inverse=True)
        blocks.append(np.eye(len(labels))[index])
    design = np.hstack(blocks)
    if not rows:
        return design, 0
    # The rank of the small Gram matrix is that of the design, and its entries are exact counts.
    rank = int(np.linalg.matrix_rank(design.T @ design))
    left, _, _ = np.linalg.svd(design, full_matrices=False)
    return np.ascontiguousarray(left[:, :rank]), rank - 1


def residuals(score: Floats, basis: Floats) -> Floats:
    """What least squares on the confounders leaves of a score; zeros where only rounding noise is left."""
    if not len(score):
        return score
    # Twice, because the first projection leaves an error of the size of the score's rounding in every direction.
    left: Floats = score - score.mean()
    for _ in range(2):
        left = left - basis @ (basis.T @ left)
    return left if np.ptp(left) > _NOISE * np.ptp(score) else np.zeros(len(score))


def settled(left: Floats, score: Floats) -> Floats:
    """Residuals without rounding noise, for ranking: the same score in the same group must stay a tie."""
    unit = _NOISE * float(np.ptp(score)) if len(score) else 0.0
    return np.round(left / unit) * unit if unit else left


def ranks(values: Floats) -> Floats:
    """Ranks from 1, tied values sharing their mean rank."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    mean: Floats = ((last - counts + 1 + last) / 2.0)[inverse]
    return mean


def _tau(x: Floats, y: Floats) -> float:
    """Tau-b of few pairs, from the signs of all their differences."""
    a, b = (np.sign(np.subtract.outer(score, score)).ravel() for score in (x, y))
    return float(a @ b / np.sqrt((a @ a) * (b @ b)))


def _finite(x: NDArray[Any], y: NDArray[Any]) -> tuple[Floats, Floats, dict[str, int]]:
    first, second = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    if first.shape != second.shape or first.ndim != 1:
        raise ValueError("x and y must be two columns of the same length")
    known = np.isfinite(first) & np.isfinite(second)
    missing = int(np.count_nonzero(~known))
    return first[known], second[known], counted(pairs_without_both_scores=missing)


def _correlate(
    x: Floats,
    y: Floats,
    kind: str,
    spent: int,
    confidence: float,
    left_out: dict[str, int],
    after: str,
    strata: NDArray[np.int64],
) -> Correlation:
    if kind not in KINDS:
        raise ValueError(f"kind must be one of {', '.join(KINDS)}")
    n = len(x)
    df = n - 2 - spent
    reason = ""
    if n < 3:
        reason = f"a correlation takes three pairs of scores and there {'is one' if n == 1 else f'are {n}'}"
    elif df < 1:
        reason = f"{n} pairs are too few for {spent} confounder columns"
    elif np.ptp(x) == 0 or np.ptp(y) == 0:
        which = (
            "both scores are" if np.ptp(x) == np.ptp(y) else f"the {'first' if np.ptp(x) == 0 else 'second'} score is"
        )
        reason = f"{which} constant{after}"
    if reason:
        return Correlation(None, None, None, n, f"Undefined because {reason}.", left_out)
    one, other = (ranks(x), ranks(y)) if kind == "spearman" else (x, y)
    signs, exact = kind == "kendall", n <= FEW or (n <= MOST and not after)
    p: float | None
    shown: int | None = None
    why = []
    if signs and exact:
        value = _tau(x, y)
    elif signs:
        from scipy.stats import kendalltau

        value, p = (float(each) for each in kendalltau(x, y))
        p_residuals = p
    else:
        value = _pearson(one, other)
    if n <= FEW:
        raw = permuted(one, other, np.zeros(n, dtype=np.int64), signs=signs)
        assert raw is not None
        p_residuals = raw
        p = permuted(one, other, strata, signs=signs) if strata.any() else raw
        if p is None:
            why.append("No p because no two of these few pairs have the same confounders.")
    elif exact:
        p = p_residuals = halved(one, other, signs=signs)
    elif not signs:
        p, shown, p_residuals = correlation_p(value, df), df, correlation_p(value, n - 2)
    low, high = fisher(value, n, kind=kind, given=spent, confidence=confidence) or (None, None)
    if low is None:
        cause = "the correlation is perfect" if abs(value) >= 1 else f"{n} pairs are too few"
        why.append(f"No interval because {cause}.")
    return Correlation(value, low, high, n, " ".join(why), left_out, p=p, df=shown, p_residuals=p_residuals)


def _pearson(x: Floats, y: Floats) -> float:
    # Scaled first, so that neither huge nor tiny scores leave the range of a double when squared.
    a, b = x - x.mean(), y - y.mean()
    a, b = a / np.abs(a).max(), b / np.abs(b).max()
    value = float(a @ b / np.sqrt((a @ a) * (b @ b)))
    return 1.0 if value > 1 - 1e-15 else -1.0 if value < -1 + 1e-15 else value
