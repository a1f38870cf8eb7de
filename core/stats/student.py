"""Student's t quantile without scipy, which takes longer to import than a window may take to open."""

from __future__ import annotations

import math
from functools import lru_cache

from galley.core.stats.intervals import normal_quantile

_LARGE = 1e7
"""From so many degrees of freedom on the normal quantile is the same to seven digits."""


@lru_cache(maxsize=10_000)
def t_quantile(df: float, confidence: float = 0.95) -> float:
    """The two-sided quantile of Student's t with ``df`` > 0 degrees of freedom (any real number): 12.706 for 1 and
    0.95. Newton's steps on the incomplete beta function (Abramowitz and Stegun 1964, 26.7.1, 26.5.8)."""
    if df <= 0:
        raise ValueError("the degrees of freedom must be above 0")
    normal = normal_quantile(confidence)
    if df >= _LARGE:
        return normal
    tail = 1 - confidence
    low, high = 0.0, math.inf
    # 26.7.5, its first two terms
    t = normal + (normal**3 + normal) / (4 * max(df, 1.0))
    for _ in range(200):
        gap = _outside(t, df) - tail
        low, high = (t, high) if gap > 0 else (low, t)
        step = t + gap / (2 * _density(t, df))
        if not low < step < high:
            step = 2 * t if high == math.inf else (low + high) / 2
        if abs(step - t) <= 1e-13 * t:
            return step
        t = step
    return t


def _density(t: float, df: float) -> float:
    log = math.lgamma((df + 1) / 2) - math.lgamma(df / 2) - 0.5 * math.log(df * math.pi)
    return math.exp(log - (df + 1) / 2 * math.log1p(t * t / df))


def _outside(t: float, df: float) -> float:
    """P(|T| > t): the regularised incomplete beta function of df / (df + t²) at df / 2 and 1 / 2."""
    x = df / (df + t * t)
    a, b = df / 2, 0.5
    front = math.exp(
        math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log(t * t / (df + t * t))
    )
    if x < (a + 1) / (a + b + 2):
        return front * _fraction(x, a, b) / a
    return 1 - front * _fraction(1 - x, b, a) / b


def _fraction(x: float, a: float, b: float) -> float:
    """The continued fraction of the incomplete beta function, by Lentz's method."""
    tiny = 1e-300
    c, d = 1.0, 1 - (a + b) * x / (a + 1)
    d = 1 / (d if abs(d) > tiny else tiny)
    found = d
    for m in range(1, 10_000):
        for top in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d, c = 1 + top * d, 1 + top / c
            d, c = 1 / (d if abs(d) > tiny else tiny), c if abs(c) > tiny else tiny
            found *= c * d
        if abs(c * d - 1) < 1e-16:
            break
    return found
