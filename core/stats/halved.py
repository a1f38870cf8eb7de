"""Exact p-values of correlations between ten to twelve pairs, from all orders of one score without going through each.

Twelve pairs have 479,001,600 orders. For sums of products (Pearson's r, Spearman's rho) each order is two halves: of
every choice of values for the first half the sums of both are listed and sorted, and pairs of sums are counted
(Horowitz and Sahni 1974). For Kendall's tau the orders are counted by which values stand already: what one more adds
depends on these alone. Both count with ties, and give what ``permuted`` gives of fewer pairs.
"""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from galley.core.stats.permuted import NEAR, Floats, unit

MOST = 12
"""Up to so many pairs, in a tenth of a second."""


def halved(x: Floats, y: Floats, signs: bool = False) -> float:
    """The two-sided p of the sum of products of two scores, or with ``signs`` of the signs of all their differences.
    Four to MOST pairs, neither score constant; two-sided is twice the smaller tail."""
    if not 4 <= len(x) <= MOST:
        raise ValueError(f"{len(x)} pairs are not for halves")
    return _known(tuple(x.tolist()), tuple(y.tolist()), signs)


@lru_cache(maxsize=256)  # a chart asks again after each decision, and most of its scores are as they were
def _known(first: tuple[float, ...], second: tuple[float, ...], signs: bool) -> float:
    x, y = np.array(first), np.array(second)
    low, high = _by_sets(x, y) if signs else _by_halves(unit(x), unit(y))
    return float(min(1.0, 2 * min(low, high) / math.factorial(len(x))))


def _by_halves(x: Floats, y: Floats) -> tuple[int, int]:
    """How many orders have a sum of products of at most, and at least, the one that is there."""
    n, seen = len(x), float(x @ y)
    half = n // 2
    chosen = np.array(list(combinations(range(n), half)))
    rest = np.array([[k for k in range(n) if k not in set(each)] for each in chosen.tolist()])
    first = _sums(x[:half], y[chosen])
    second = np.sort(_sums(x[half:], y[rest]), axis=1)
    low = high = 0
    for one, other in zip(first, second, strict=True):
        low += int(np.searchsorted(other, seen + NEAR - one, side="right").sum())
        high += int((len(other) - np.searchsorted(other, seen - NEAR - one, side="left")).sum())
    return low, high


def _sums(x: Floats, y: Floats) -> Floats:
    """The sums of products of ``x`` with all orders of each row of ``y``."""
    orders = np.array(list(permutations(range(len(x)))))
    found = np.zeros((len(y), len(orders)))
    for place, value in enumerate(x.tolist()):
        found += value * y[:, orders[:, place]]
    return found


def _by_sets(x: Floats, y: Floats) -> tuple[int, int]:
    """The same of the sum of signs. Values of ``y`` are laid out over rising ``x``, those over equal ones together."""
    n, most = len(x), len(x) * (len(x) - 1) // 2
    above = np.sign(y[:, None] - y[None, :]).astype(int)
    sets = np.arange(1 << n)[:, None] >> np.arange(n) & 1
    gains = (sets @ above.T).tolist()  # of a value, laid out after a set of others
    seen = sum(int(np.sign(x[i] - x[j])) * int(above[i, j]) for i in range(n) for j in range(i))
    ways: dict[int, NDArray[np.int64]] = {0: np.zeros(2 * most + 1, dtype=np.int64)}
    ways[0][most] = 1  # the sums, from -most to most
    for size in np.unique(x, return_counts=True)[1].tolist():
        now: dict[int, NDArray[np.int64]] = {}
        for placed, counts in ways.items():
            gain = gains[placed]
            for group in combinations([k for k in range(n) if not placed >> k & 1], size):
                more = sum(gain[k] for k in group)
                reached = placed | sum(1 << k for k in group)
                sums = now.setdefault(reached, np.zeros(2 * most + 1, dtype=np.int64))
                sums += math.factorial(size) * np.roll(counts, more)
        ways = now
    (counts,) = ways.values()
    return int(counts[: seen + most + 1].sum()), int(counts[seen + most :].sum())
