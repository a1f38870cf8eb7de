"""Two-sided p-values of correlations without scipy, of which the import takes two seconds. The tests hold them against
it."""

from __future__ import annotations

import math

EXACT = 33
"""Up to so many pairs without ties Kendall's p is exact (and beyond, where at most one pair of pairs disagrees), as in
scipy.stats.kendalltau."""

_TINY = 1e-300
_ENOUGH = 10_000


def student(r: float, df: float) -> float:
    """The p of a correlation ``r`` in [-1, 1] with ``df`` > 0 degrees of freedom: P(|T| > r sqrt(df / (1 - r²))).

    >>> student(0.0, 10)
    1.0
    """
    square = r * r
    if square >= 1:
        return 0.0
    if square == 0:
        return 1.0
    a, b, x = df / 2, 0.5, (1 - r) * (1 + r)
    front = math.exp(
        math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log(square)
    )  # of the incomplete beta function I_x(a, b), which that tail is
    if x < (a + 1) / (a + b + 2):
        return min(1.0, front * _fraction(a, b, x) / a)
    return max(0.0, 1 - front * _fraction(b, a, square) / b)


def _fraction(a: float, b: float, x: float) -> float:
    """The continued fraction of the incomplete beta function (DLMF 8.17.22) by Lentz's method."""
    c, d = 1.0, 1 / _kept(1 - (a + b) * x / (a + 1))
    value = d
    for m in range(1, _ENOUGH):
        for factor in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / _kept(1 + factor * d)
            c = _kept(1 + factor / c)
            step = c * d
            value *= step
        if abs(step - 1) < 1e-16:
            break
    return value


def _kept(value: float) -> float:
    return value if abs(value) > _TINY else _TINY


def kendall_exact(falling: int, n: int) -> float:
    """The p of Kendall's tau over ``n`` pairs without ties, ``falling`` of whose pairs disagree: the share of all
    orders that lie as far from the middle (Kendall 1970). Raises: ValueError beyond EXACT, unless all but one agree.

    >>> round(kendall_exact(0, 4), 4)
    0.0833
    """
    total = n * (n - 1) // 2
    least = min(falling, total - falling)
    if 2 * falling == total:
        return 1.0
    if least > 1 and n > EXACT:
        raise ValueError(f"{n} pairs are too many to count their orders")
    if least <= 1:
        orders = n if least else 1
    else:
        counts = [1]  # how many orders of the first k have 0, 1, 2, … inversions
        for k in range(2, n + 1):
            wide = min(len(counts) + k - 1, least + 1)
            running, added = 0, []
            for i in range(wide):
                running += counts[i] if i < len(counts) else 0
                running -= counts[i - k] if 0 <= i - k < len(counts) else 0
                added.append(running)
            counts = added
        orders = sum(counts)
    return min(1.0, 2 * orders / math.factorial(n))
