"""The rate of an error over a corpus of which few summaries were reviewed, drawn by strata, and all were judged.

Of each stratum h the corpus has M summaries with so many cells and flags, and m of them, each with the same chance,
were reviewed. With y, f and n the errors, flags and cells of a reviewed summary, w = M / m, and C and F the corpus's
cells and flags,

    rate = L F / C + (sum w y - L sum w f) / sum w n

which is the combined ratio estimate of a stratified draw (Cochran 1977, Sampling Techniques, section 6.11), corrected
by the judge as in prediction-powered inference (see ``prediction_powered``; L is tuned to the least variance,
0 uses the reviews only). Its variance is that of the residuals y - R n - L (f - (sum w f / sum w n) n) within strata
(6.11 and 5.27 there); for new summaries like these that of the corpus itself as a sample is added. The interval pulls
towards a half by two imagined cells on either side, as ``prediction_powered`` does (Agresti and Coull 1998).

Where a known share e of the reviews is wrong, a rate r comes out as e + (1 - 2 e) r, which is undone at the end (Rogan
and Gladen 1978).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from galley.core.stats.result import Estimate, undefined_estimate
from galley.core.stats.student import correlation_p, t_quantile

Floats = NDArray[np.float64]

_IMAGINED = 2.0


@dataclass(frozen=True, slots=True)
class Stratum:
    """``size`` summaries with ``cells`` cells, of which the judge flagged ``flags``; and of each reviewed summary its
    ``errors``, its flags (``said``) and its cells (``length``), each over the cells that have an answer. ``name`` is
    for people."""

    name: str
    size: int
    cells: int
    flags: int
    errors: Floats
    said: Floats
    length: Floats


@dataclass(frozen=True, slots=True)
class Rate:
    """``estimate`` (n: reviewed cells, documents: reviewed summaries), its variance and degrees of freedom, before and
    after which nothing is cut off; ``power`` is L."""

    estimate: Estimate
    variance: float
    df: float
    power: float


def rate(
    strata: Sequence[Stratum],
    *,
    power: float | None = None,
    confidence: float = 0.95,
    corpus: bool = False,
    mistakes: float = 0.0,
) -> Rate:
    """The rate of yes over all cells of the strata. ``power`` is L from 0 to 1, None to tune it. ``corpus``: the
    interval is about these summaries, else about new ones like these. ``mistakes``: the share of reviews that are
    wrong, from 0 to below 0.5."""
    strata = [stratum for stratum in strata if stratum.size]
    count = int(sum(float(stratum.length.sum()) for stratum in strata))
    cells = sum(stratum.cells for stratum in strata)
    why = _lacking(strata)
    if why or not count or not cells:
        return Rate(undefined_estimate(why or "no cell was reviewed", count), math.nan, 0.0, 0.0)
    weights = [stratum.size / len(stratum.length) for stratum in strata]
    parts = list(zip(strata, weights, strict=True))
    total, seen, judge_flags = (
        sum(w * float(getattr(stratum, name).sum()) for stratum, w in parts) for name in ("length", "errors", "said")
    )
    mean, flagged = seen / total, judge_flags / total
    own = [stratum.errors - mean * stratum.length for stratum in strata]
    other = [stratum.said - flagged * stratum.length for stratum in strata]
    if power is None:
        power = _tune_power(strata, own, other)
    base = power * sum(stratum.flags for stratum in strata) / cells
    raw = base + mean - power * flagged
    within = [_within(stratum, a - power * b) for stratum, a, b in zip(strata, own, other, strict=True)]
    variance = sum(within) / total**2
    if not corpus:  # the corpus, too, is a sample of what is like it
        variance += sum(w * float(a @ a) for (_, w), a in zip(parts, own, strict=True)) / total**2
    df = _freedom(strata, within)
    open_ = 1 - count / total if corpus else 1.0
    mean_weight = sum(w * w * float(stratum.length.sum()) for stratum, w in parts) / total
    imagined = _IMAGINED * open_
    padded = total + 2 * imagined * mean_weight
    shift = (total * (raw - base) + imagined * mean_weight * (1 - power)) / padded
    spread = imagined * mean_weight**2 * ((1 - shift) ** 2 + (power + shift) ** 2)
    half = t_quantile(df, confidence) * math.sqrt(variance * (total / padded) ** 2 + spread / padded**2)
    value = min(max(raw, 0.0), 1.0)
    bounds = value, min(max(base + shift - half, 0.0), value), max(min(base + shift + half, 1.0), value)
    apart = value * (1 - value) / count
    value, low, high = (min(max((bound - mistakes) / (1 - 2 * mistakes), 0.0), 1.0) for bound in bounds)
    documents = sum(len(stratum.length) for stratum in strata)
    design = variance / apart if apart > 0 else None
    estimate = Estimate(value, low, high, count, "", {}, documents, design)
    return Rate(estimate, variance / (1 - 2 * mistakes) ** 2, df, power)


def change(before: Rate, after: Rate, confidence: float = 0.95) -> tuple[float, float, float, float] | None:
    """(difference, low, high, p) of two rates over summaries that have none in common, p two-sided by Welch's t; None
    where one of them is undefined or neither varies."""
    if before.estimate.value is None or after.estimate.value is None:
        return None
    gap, variance = after.estimate.value - before.estimate.value, before.variance + after.variance
    if not variance > 0:
        return None
    df = variance**2 / (before.variance**2 / before.df + after.variance**2 / after.df)
    half = t_quantile(df, confidence) * math.sqrt(variance)
    t = gap / math.sqrt(variance)
    return gap, max(gap - half, -1.0), min(gap + half, 1.0), correlation_p(t / math.sqrt(df + t * t), df)


def _lacking(strata: Sequence[Stratum]) -> str:
    """Why the reviews cannot speak for all summaries, or nothing: each stratum needs two, or all that it has."""
    short = [stratum for stratum in strata if len(stratum.length) < min(2, stratum.size)]
    if not short:
        return ""
    names = "; ".join(stratum.name for stratum in short[:3]) + (
        f" and {len(short) - 3:,} more" if len(short) > 3 else ""
    )
    return f"of {len(short):,} of {len(strata):,} strata fewer than two drawn summaries are reviewed ({names})"


def _tune_power(strata: Sequence[Stratum], own: Sequence[Floats], other: Sequence[Floats]) -> float:
    """The L from 0 to 1 with the least variance."""
    both = square = 0.0
    for stratum, a, b in zip(strata, own, other, strict=True):
        if len(b) > 1:
            scale = stratum.size**2 / len(b) / (len(b) - 1)
            both += scale * float((a - a.mean()) @ (b - b.mean()))
            square += scale * float((b - b.mean()) @ (b - b.mean()))
    return min(max(both / square, 0.0), 1.0) if square > 1e-12 else 1.0


def _within(stratum: Stratum, residual: Floats) -> float:
    """The variance of a stratum's total of residuals, drawn without replacement."""
    m = len(residual)
    if m < 2:
        return 0.0
    remaining = 1 - m / stratum.size
    return stratum.size**2 * remaining * float(residual.var(ddof=1)) / m


def _freedom(strata: Sequence[Stratum], within: Sequence[float]) -> float:
    """Satterthwaite's degrees of freedom (Cochran 1977, 5.16)."""
    parts = sum(part**2 / (len(stratum.length) - 1) for stratum, part in zip(strata, within, strict=True) if part > 0)
    return max(sum(within) ** 2 / parts, 1.0) if parts > 0 else max(sum(len(s.length) for s in strata) - 1.0, 1.0)
