"""Correlations between two scores, plain and with confounders held fixed.

Of summaries, what was sampled is the source documents: z = atanh of the coefficient without each source in turn gives
the variance (the jackknife: Efron and Stein 1981), and the interval and the two-sided p are from Student's t with one
degree of freedom less than there are sources. Of systems each pair is one: p of few pairs (``exact_p_value.MOST``)
is exact,
from all orders of one score, with ties too; of more, Pearson's and Spearman's are from Student's t, and Kendall's is
the one of scipy.stats.kendalltau; the interval is Fisher's. Partial correlation follows Pagnoni and others 2021
(FRANK), section 4.2, as the FRANK study uses it: both scores are regressed on one-hot confounders, and the residuals
are correlated; for Spearman the ranks are taken of the residuals. They are fitted again without each source.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from galley.core.stats.correlation_replicates import join_near_values, replicates
from galley.core.stats.groups import group_labels
from galley.core.stats.half_samples import MOST, exact_p_value
from galley.core.stats.intervals import fisher
from galley.core.stats.permutation import FEW, permutation_p_value
from galley.core.stats.result import Estimate, format_reasons
from galley.core.stats.student import correlation_p, t_quantile, t_tails

Floats = NDArray[np.float64]

KINDS = ("pearson", "spearman", "kendall")

_NOISE = 1e-10
"""Neighbours among the sorted residuals nearer than this share of the score's spread differ by rounding only. A grid
would part two equal ones that lie on both sides of its lines."""
COMMON, MOST_OF_ALL = 15, 0.6
"""Two scores have an interval where, were they independent, so many source documents (of few, so large a share of
them) would hold another value than the most common one in both: of fewer it covers too little (``make coverage``)."""
_STILL = 1e-18
"""A variance below this is rounding."""


@dataclass(frozen=True, slots=True)
class Correlation(Estimate):
    """An Estimate with its two-sided p. ``n`` counts the pairs; ``p`` is None where it cannot be told (``why`` says
    so)."""

    p: float | None = None


def correlation(
    x: NDArray[Any],
    y: NDArray[Any],
    kind: str = "pearson",
    confidence: float = 0.95,
    documents: NDArray[Any] | None = None,
) -> Correlation:
    """Pearson, Spearman or Kendall's tau-b of two scores; pairs with a NaN or an infinity are left out. ``documents``
    labels the source document of each pair; without it each pair is a system, and the systems are the sample."""
    first, second, is_finite = _finite(x, y)
    reason = _unusable(first, second, kind, 0, "")
    if reason:
        return Correlation(None, None, None, len(first), reason, _left_out(is_finite))
    value = _value(first, second, kind)
    if documents is None:
        return _of_systems(value, first, second, kind, confidence, _left_out(is_finite))
    basis = np.full((len(first), 1), 1 / math.sqrt(len(first)))
    sources = np.asarray(documents)[is_finite]
    without = replicates(first, second, kind, sources, basis)
    estimate = _of_sources(value, without, _common(first, second, sources), confidence)
    return replace(estimate, n=len(first), left_out=_left_out(is_finite))


def given_basis(
    x: NDArray[Any],
    y: NDArray[Any],
    basis: Floats,
    spent: int,
    documents: NDArray[Any],
    kind: str = "pearson",
    confidence: float = 0.95,
) -> Correlation:
    """Pearson, Spearman or tau-b of what is left of both scores once confounders are accounted for, by what
    ``confounder_basis`` gave of the pairs with both scores, which serves every pair of scores over the same
    documents."""
    first, second, is_finite = _finite(x, y)
    residual_pair = [residuals(score, basis) for score in (first, second)]
    one, other = residual_pair if kind == "pearson" else map(join_residuals, residual_pair, (first, second))
    reason = _unusable(one, other, kind, spent, " once the confounders are accounted for")
    if reason:
        return Correlation(None, None, None, len(first), reason, _left_out(is_finite))
    gaps = _gap(first), _gap(second)
    sources = np.asarray(documents)[is_finite]
    without = replicates(residual_pair[0], residual_pair[1], kind, sources, basis, gaps)
    estimate = _of_sources(_value(one, other, kind), without, _common(first, second, sources), confidence)
    return replace(estimate, n=len(first), left_out=_left_out(is_finite))


def confounder_basis(confounders: Sequence[NDArray[Any]], rows: int) -> tuple[Floats, int]:
    """An orthonormal basis of what the confounders explain (an intercept and all one-hot columns), and its rank
    beyond the intercept."""
    blocks = [np.ones((rows, 1))]
    for column in confounders:
        labels, index = np.unique(np.asarray(column).astype(str), return_inverse=True)
        blocks.append(np.eye(len(labels))[index])
    design = np.hstack(blocks)
    if not rows:
        return design, 0
    # The rank of the small Gram matrix is that of the design, and its entries are exact counts.
    rank = int(np.linalg.matrix_rank(design.T @ design))
    left_vectors, _, _ = np.linalg.svd(design, full_matrices=False)
    return np.ascontiguousarray(left_vectors[:, :rank]), rank - 1


def residuals(score: Floats, basis: Floats) -> Floats:
    """What least squares on the confounders leaves of a score; zeros where only rounding noise is left."""
    if not len(score):
        return score
    # Twice, because the first projection leaves an error of the size of the score's rounding in every direction.
    residual: Floats = score - score.mean()
    for _ in range(2):
        residual = residual - basis @ (basis.T @ residual)
    return residual if np.ptp(residual) > _NOISE * np.ptp(score) else np.zeros(len(score))


def join_residuals(residual: Floats, score: Floats) -> Floats:
    """Residuals as whole numbers in their order, equal where only rounding noise lies between: the same score in the
    same group must stay a tie."""
    return join_near_values(residual, _gap(score))


def _gap(score: Floats) -> float:
    return _NOISE * float(np.ptp(score)) if len(score) else 0.0


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


def _finite(x: NDArray[Any], y: NDArray[Any]) -> tuple[Floats, Floats, NDArray[np.bool_]]:
    """Both scores where they are finite, and where they are."""
    first, second = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    if first.shape != second.shape or first.ndim != 1:
        raise ValueError("x and y must be two columns of the same length")
    is_finite = np.isfinite(first) & np.isfinite(second)
    return first[is_finite], second[is_finite], is_finite


def _left_out(is_finite: NDArray[np.bool_]) -> dict[str, int]:
    return format_reasons(pairs_without_both_scores=int(np.count_nonzero(~is_finite)))


def _unusable(x: Floats, y: Floats, kind: str, spent: int, after: str) -> str:
    """Why there is no coefficient; nothing where there is one."""
    if kind not in KINDS:
        raise ValueError(f"kind must be one of {', '.join(KINDS)}")
    n = len(x)
    reason = ""
    if n < 3:
        reason = f"a correlation takes three pairs of scores and there {'is one' if n == 1 else f'are {n}'}"
    elif n - 2 - spent < 1:
        reason = f"{n} pairs are too few for {spent} confounder columns"
    elif np.ptp(x) == 0 or np.ptp(y) == 0:
        which = (
            "both scores are" if np.ptp(x) == np.ptp(y) else f"the {'first' if np.ptp(x) == 0 else 'second'} score is"
        )
        reason = f"{which} constant{after}"
    return f"Undefined because {reason}." if reason else ""


def _value(x: Floats, y: Floats, kind: str) -> float:
    if kind == "spearman":
        return _pearson(ranks(x), ranks(y))
    if kind == "pearson":
        return _pearson(x, y)
    if len(x) <= MOST:
        return _tau(x, y)
    from scipy.stats import kendalltau

    return float(kendalltau(x, y).statistic)


def _common(x: Floats, y: Floats, documents: NDArray[Any]) -> str:
    """Why the source documents show too little of how these scores vary together: each in so few that hardly any would
    have another value than the most common one in both."""
    labels, index = group_labels(documents)
    value_counts = []
    for score in (x, y):
        code = np.unique(score, return_inverse=True)[1]
        often = code == np.bincount(code).argmax()
        alone = len(np.unique(index[often])) < 2  # no value is common
        value_counts.append(len(labels) if alone else len(np.unique(index[~often])))
    if value_counts[0] * value_counts[1] >= len(labels) * min(COMMON, MOST_OF_ALL * len(labels)):
        return ""
    return (
        "the scores differ from their most common value in too few source documents"
        f" ({value_counts[0]:,} and {value_counts[1]:,} of {len(labels):,})"
    )


def _of_sources(value: float, without: Floats, rare: str, confidence: float) -> Correlation:
    """The interval and p of a coefficient, by those without each source document."""
    sources = len(without)
    if abs(value) >= 1:
        reason = "the correlation is perfect"
    elif sources < 2:
        reason = "all pairs are of one source document"
    elif rare:
        reason = rare
    elif not np.isfinite(without).all() or (np.abs(without) >= 1).any():
        reason = "without one of the source documents the correlation is perfect or undefined"
    else:
        z = np.arctanh(without)
        variance = (sources - 1) / sources * float(((z - z.mean()) ** 2).sum())
        reason = "no source document changes the correlation"
        if variance > _STILL:
            at, error = math.atanh(value), math.sqrt(variance)
            half = t_quantile(sources - 1, confidence) * error
            p = t_tails(at / error, sources - 1)
            return Correlation(value, math.tanh(at - half), math.tanh(at + half), 0, documents=sources, p=p)
    return Correlation(value, None, None, 0, f"No interval and no p because {reason}.", documents=sources)


def _of_systems(
    value: float, x: Floats, y: Floats, kind: str, confidence: float, left_out: dict[str, int]
) -> Correlation:
    n, signs = len(x), kind == "kendall"
    one, other = (ranks(x), ranks(y)) if kind == "spearman" else (x, y)
    if n <= FEW:
        p = permutation_p_value(one, other, signs=signs)
    elif n <= MOST:
        p = exact_p_value(one, other, signs=signs)
    elif signs:
        from scipy.stats import kendalltau

        p = float(kendalltau(x, y).pvalue)
    else:
        p = correlation_p(value, n - 2)
    low, high = fisher(value, n, kind=kind, confidence=confidence) or (None, None)
    why = ""
    if low is None:
        why = f"No interval because {'the correlation is perfect' if abs(value) >= 1 else f'{n} pairs are too few'}."
    return Correlation(value, low, high, n, why, left_out, p=p)


def _pearson(x: Floats, y: Floats) -> float:
    # Scaled first, so that neither huge nor tiny scores leave the range of a double when squared.
    a, b = x - x.mean(), y - y.mean()
    a, b = a / np.abs(a).max(), b / np.abs(b).max()
    value = float(a @ b / np.sqrt((a @ a) * (b @ b)))
    return 1.0 if value > 1 - 1e-15 else -1.0 if value < -1 + 1e-15 else value


def williams(first: float, second: float, between: float, n: int) -> tuple[float, float] | None:
    """t with n - 3 degrees of freedom and its two-sided p, of the correlations of two scores with a third (``first``,
    ``second``) and with each other (``between``) over ``n`` documents; None where it is undefined. It takes documents
    for independent and scores for jointly normal (Steiger 1980, equation 7)."""
    df = n - 3
    if df < 1 or abs(between) >= 1:
        return None
    spread = 1 - first**2 - second**2 - between**2 + 2 * first * second * between
    mean = (first + second) / 2
    under = 2 * spread * (n - 1) / df + mean**2 * (1 - between) ** 3
    if under <= 0:
        return None
    t = (first - second) * math.sqrt((n - 1) * (1 + between) / under)
    return t, correlation_p(t / math.sqrt(t * t + df), df)


def benjamini_hochberg(p: Sequence[float | None]) -> list[float | None]:
    """p of a family of tests, adjusted so that among what is then below a bound that share at most is wrong on average
    (Benjamini and Hochberg 1995); None stays None and is no member."""
    sorted_p = sorted((value, place) for place, value in enumerate(p) if value is not None)
    bh_p: list[float | None] = [None] * len(p)
    least = 1.0
    for rank in range(len(sorted_p), 0, -1):
        value, place = sorted_p[rank - 1]
        least = min(least, value * len(sorted_p) / rank)
        bh_p[place] = least
    return bh_p
