"""Closed-form intervals: Wilson's for a proportion of independent cells, Fisher's z for a correlation."""

from __future__ import annotations

import math
from collections.abc import Mapping

from galley.core.stats.result import Estimate, undefined_estimate


def normal_quantile(confidence: float) -> float:
    """The two-sided standard normal quantile, 1.96 for 0.95."""
    if not 0 < confidence < 1:
        raise ValueError("confidence must lie strictly between 0 and 1")
    from statistics import NormalDist  # with fractions and decimals; a start needs none of it

    return NormalDist().inv_cdf((1 + confidence) / 2)


def wilson(hits: float, n: float, confidence: float = 0.95) -> tuple[float, float]:
    """The Wilson score interval of ``hits`` out of ``n`` > 0 (Wilson 1927). Either may be fractional."""
    z2 = normal_quantile(confidence) ** 2
    share = hits / n
    centre = (share + z2 / (2 * n)) / (1 + z2 / n)
    half = math.sqrt(z2 * max(0.0, share * (1 - share) / n + z2 / (4 * n * n))) / (1 + z2 / n)
    low = 0.0 if hits <= 0 else max(0.0, centre - half)
    return low, 1.0 if hits >= n else min(1.0, centre + half)


def proportion(
    hits: int,
    n: int,
    *,
    empty: str,
    confidence: float = 0.95,
    left_out: Mapping[str, int] | None = None,
) -> Estimate:
    """hits / n of independent cells with Wilson's interval; where n is 0, undefined because ``empty``."""
    if n == 0:
        return undefined_estimate(empty, 0, left_out)
    low, high = wilson(hits, n, confidence)
    return Estimate(hits / n, low, high, n, "", dict(left_out or {}))


def fisher(
    value: float, n: int, *, kind: str = "pearson", confidence: float = 0.95
) -> tuple[float, float] | None:
    """The interval of a correlation by Fisher's z, or None where n is too small or the value is exactly +-1.

    ``kind``: pearson, 1 / (n - 3); spearman, (1 + r^2 / 2) / (n - 3) (Bonett and Wright 2000, eq. 3);
    kendall, 0.437 / (n - 4) (Fieller, Hartley, Pearson 1957).
    """
    remaining = n - (4 if kind == "kendall" else 3)
    if remaining <= 0 or abs(value) >= 1:
        return None
    spread = {"pearson": 1.0, "spearman": 1 + value * value / 2, "kendall": 0.437}[kind]
    half = normal_quantile(confidence) * math.sqrt(spread / remaining)
    z = math.atanh(value)
    return math.tanh(z - half), math.tanh(z + half)
