"""Correlations between two scores, plain and with confounders held fixed.

Pearson and Spearman p-values are two-sided from Student's t; Kendall's is the exact or asymptotic one of
scipy.stats.kendalltau. Partial correlation follows Pagnoni and others 2021 (FRANK), section 4.2, as paper
004 uses it: both scores are regressed on one-hot confounders, and the residuals are correlated; for
Spearman the ranks are taken of the residuals. The degrees of freedom are n - 2 - k, k being what the
confounders cost beyond the mean.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.stats.intervals import fisher
from core.stats.result import Estimate, counted

Floats = NDArray[np.float64]

KINDS = ("pearson", "spearman", "kendall")

_NOISE = 1e-10
"""Residuals nearer to each other than this share of the score's spread differ by rounding only."""


@dataclass(frozen=True, slots=True)
class Correlation(Estimate):
    """An Estimate with its two-sided p. ``n`` counts the pairs; ``df`` are the degrees of freedom behind p
    (None for Kendall); ``p_residuals`` is the p that takes the residuals for raw scores (n - 2 degrees of
    freedom), as the papers report it; for a plain correlation it equals ``p``."""

    p: float | None = None
    df: int | None = None
    p_residuals: float | None = None


def correlation(x: NDArray[Any], y: NDArray[Any], kind: str = "pearson", confidence: float = 0.95) -> Correlation:
    """Pearson, Spearman or Kendall's tau-b of two scores; pairs with a NaN or an infinity are left out."""
    first, second, left_out = _finite(x, y)
    return _correlate(first, second, kind, 0, confidence, left_out, "")


def partial_correlation(
    x: NDArray[Any],
    y: NDArray[Any],
    given: Sequence[NDArray[Any]],
    kind: str = "pearson",
    confidence: float = 0.95,
) -> Correlation:
    """Pearson, Spearman or tau-b of what is left of both scores once ``given`` is accounted for.

    ``given`` holds one column of labels a confounder; each is turned into one-hot columns.
    """
    first, second, left_out, known = _finite_mask(x, y)
    if any(len(column) != len(known) for column in given):
        raise ValueError("each confounder must have one label a pair")
    design, spent = one_hot([np.asarray(column)[known] for column in given], len(first))
    pair = [(residuals(score, design), score) for score in (first, second)]
    x_left, y_left = (left if kind == "pearson" else settled(left, score) for left, score in pair)
    after = " once the confounders are accounted for"
    return _correlate(x_left, y_left, kind, spent, confidence, left_out, after)


def one_hot(given: Sequence[NDArray[Any]], rows: int) -> tuple[Floats, int]:
    """The design matrix (an intercept and all one-hot columns) and its rank beyond the intercept."""
    blocks = [np.ones((rows, 1))]
    for column in given:
        labels, index = np.unique(np.asarray(column).astype(str), return_inverse=True)
        blocks.append(np.eye(len(labels))[index])
    design = np.hstack(blocks)
    # The rank of the small Gram matrix is that of the design, and its entries are exact counts.
    spent = int(np.linalg.matrix_rank(design.T @ design)) - 1 if rows else 0
    return design, spent


def residuals(score: Floats, design: Floats) -> Floats:
    """What least squares on ``design`` leaves of a score; zeros where only rounding noise is left."""
    if not len(score):
        return score
    left: Floats = score - design @ np.linalg.lstsq(design, score, rcond=None)[0]
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


def _finite(x: NDArray[Any], y: NDArray[Any]) -> tuple[Floats, Floats, dict[str, int]]:
    return _finite_mask(x, y)[:3]


def _finite_mask(x: NDArray[Any], y: NDArray[Any]) -> tuple[Floats, Floats, dict[str, int], NDArray[np.bool_]]:
    first, second = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    if first.shape != second.shape or first.ndim != 1:
        raise ValueError("x and y must be two columns of the same length")
    known = np.isfinite(first) & np.isfinite(second)
    missing = int(np.count_nonzero(~known))
    return first[known], second[known], counted(pairs_without_both_scores=missing), known


def _correlate(
    x: Floats, y: Floats, kind: str, spent: int, confidence: float, left_out: dict[str, int], after: str
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
    if kind == "kendall":
        from scipy.stats import kendalltau

        found = kendalltau(x, y)
        value, p, shown, p_residuals = float(found.statistic), float(found.pvalue), None, float(found.pvalue)
    else:
        value = _pearson(ranks(x), ranks(y)) if kind == "spearman" else _pearson(x, y)
        p, shown, p_residuals = _p(value, df), df, _p(value, n - 2)
    ends = fisher(value, n, kind=kind, given=spent, confidence=confidence)
    if ends is None:
        cause = "the correlation is perfect" if abs(value) >= 1 else f"{n} pairs are too few"
        return Correlation(value, None, None, n, f"No interval because {cause}.", left_out, p, shown, p_residuals)
    return Correlation(value, *ends, n, "", left_out, p, shown, p_residuals)


def _pearson(x: Floats, y: Floats) -> float:
    # Scaled first, so that neither huge nor tiny scores leave the range of a double when squared.
    a, b = x - x.mean(), y - y.mean()
    a, b = a / np.abs(a).max(), b / np.abs(b).max()
    value = float(a @ b / np.sqrt((a @ a) * (b @ b)))
    return 1.0 if value > 1 - 1e-15 else -1.0 if value < -1 + 1e-15 else value


def _p(value: float, df: int) -> float:
    """The two-sided p of a correlation with ``df`` degrees of freedom: t = r sqrt(df / (1 - r^2))."""
    from scipy.special import betainc

    # P(|T| > t) is the incomplete beta function at df / (df + t^2) = 1 - r^2.
    return float(betainc(df / 2, 0.5, 1 - value * value))
