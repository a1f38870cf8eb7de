"""Whether two scores correlate differently with a third over the same documents: the test of Williams (1959)."""

from __future__ import annotations

import math
from collections.abc import Sequence

from galley.core.stats.student import correlation_p


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
