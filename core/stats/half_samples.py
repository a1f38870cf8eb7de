"""Exact p-values of correlations between ten to twelve pairs, from all orders of one score without going through each.

Twelve pairs have 479,001,600 orders. For sums of products (Pearson's r, Spearman's rho) each order is two halves: of
every choice of values for the first half the sums of both are listed and sorted, and pairs of sums are counted
(Horowitz and Sahni 1974); ranks without ties have the same sums always, which are counted once. For Kendall's tau the
orders are counted by which values stand already: what one more adds depends on these alone. All count with ties, and
give what ``permuted`` gives of fewer pairs.
"""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from galley.core.stats.permutation import Floats, unit

MOST = 12
"""Up to so many pairs, in a tenth of a second."""
FINE, ALIKE = 2**29, 2
"""Sums of products, at most 1, are counted in steps of 1 / FINE, which sort twice as fast as floats; so many steps are
what rounding may make of two that are equal, so that p is exact to some 1e-8."""


def exact_p_value(x: Floats, y: Floats, signs: bool = False) -> float:
    """The two-sided p of the sum of products of two scores, or with ``signs`` of the signs of all their differences.
    Four to MOST pairs, neither score constant; two-sided is twice the smaller tail."""
    if not 4 <= len(x) <= MOST:
        raise ValueError(f"{len(x)} pairs are not for halves")
    return _cached_p_value(tuple(x.tolist()), tuple(y.tolist()), signs)


@lru_cache(maxsize=256)  # a chart asks again after each decision, and most of its scores are as they were
def _cached_p_value(first: tuple[float, ...], second: tuple[float, ...], signs: bool) -> float:
    x, y = np.array(first), np.array(second)
    ranked = not signs and sorted(first) == sorted(second) == list(range(1, len(x) + 1))
    if signs:
        tied = min(len(set(first)), len(set(second))) < len(x)
        low, high = _by_sets(x, y) if tied else _by_inversions(x, y)
    else:
        low, high = _by_ranks(x, y) if ranked else _by_halves(unit(x), unit(y))
    return float(min(1.0, 2 * min(low, high) / math.factorial(len(x))))


def _by_halves(x: Floats, y: Floats) -> tuple[int, int]:
    """How many orders have a sum of products of at most, and at least, the one that is there."""
    n, seen = len(x), round(float(x @ y) * FINE)
    half = n // 2
    choices = np.array(list(combinations(range(n), half)))
    rest = np.array(list(combinations(range(n), n - half)))[::-1]  # what each choice leaves
    first = np.sort(np.rint(_sums(x[:half], y[choices]) * FINE).astype(np.int32), axis=1)[:, ::-1]
    second = np.sort(np.rint(_sums(x[half:], y[rest]) * FINE).astype(np.int32), axis=1)
    upto = np.array([other.searchsorted(one, "right") for one, other in zip(seen + ALIKE - first, second, strict=True)])
    low, equal = int(upto.sum()), 0
    near = (upto > 0) & (np.take_along_axis(second, np.maximum(upto - 1, 0), axis=1) >= seen - ALIKE - first)
    for row in np.flatnonzero(near.any(axis=1)):
        near_rows = near[row]
        least = second[row].searchsorted(seen - ALIKE - first[row][near_rows], "left")
        equal += int((upto[row][near_rows] - least).sum())
    return low, math.factorial(n) - low + equal


def _by_ranks(x: Floats, y: Floats) -> tuple[int, int]:
    """The same of ranks without ties, of which the sums are the same whatever the scores were."""
    counts, seen = _rank_sums(len(x)), round(float(x @ y))
    return int(counts[: seen + 1].sum()), int(counts[seen:].sum())


@lru_cache(maxsize=8)
def _rank_sums(n: int) -> NDArray[np.int64]:
    """How many orders of 1 to ``n`` have each sum of products with 1 to ``n``."""
    size = n * (n + 1) * (2 * n + 1) // 6 + 1
    sets = np.arange(1 << n)
    set_sizes = np.array([int(rank_set).bit_count() for rank_set in sets])
    ways = np.eye(1, size, dtype=np.int32)  # a row for each set of ranks that may stand by now; MOST! fits
    for place in range(1, n + 1):
        before, after = sets[set_sizes == place - 1], sets[set_sizes == place]
        next_ways = np.zeros((len(after), size), dtype=np.int32)
        for rank in range(1, n + 1):
            free = before & 1 << rank - 1 == 0
            more = place * rank
            next_ways[np.searchsorted(after, before[free] | 1 << rank - 1), more:] += ways[free, : size - more]
        ways = next_ways
    counts: NDArray[np.int64] = ways[0].astype(np.int64)
    return counts


def _sums(x: Floats, y: Floats) -> Floats:
    """The sums of products of ``x`` with all orders of each row of ``y``."""
    products = x[None, :, None] * y[:, None, :]
    sums: Floats = products.reshape(len(y), -1) @ _places(len(x))
    return sums


@lru_cache(maxsize=8)
def _places(size: int) -> Floats:
    """All orders of so many values, one a column: 1 where a value stands at a place."""
    orders = np.array(list(permutations(range(size)))).T
    indicator = np.zeros((size * size, orders.shape[1]))
    indicator[np.arange(size)[:, None] * size + orders, np.arange(orders.shape[1])[None, :]] = 1
    return indicator


def _by_inversions(x: Floats, y: Floats) -> tuple[int, int]:
    """The same of the sum of signs without ties, which tells how many pairs fall (Kendall 1970)."""
    counts = np.ones(1, dtype=np.int64)
    for k in range(2, len(x) + 1):
        counts = np.convolve(counts, np.ones(k, dtype=np.int64))
    rank = y[np.argsort(x)]
    falling = int(np.triu(rank[:, None] > rank[None, :]).sum())
    return int(counts[falling:].sum()), int(counts[: falling + 1].sum())


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
        next_ways: dict[int, NDArray[np.int64]] = {}
        for placed, before in ways.items():
            counts = math.factorial(size) * before
            gain = gains[placed]
            for group in combinations([k for k in range(n) if not placed >> k & 1], size):
                more = sum(gain[k] for k in group)
                reached = placed | sum(1 << k for k in group)
                sums = next_ways.setdefault(reached, np.zeros(2 * most + 1, dtype=np.int64))
                if more >= 0:
                    sums[more:] += counts[: len(counts) - more]
                else:
                    sums[:more] += counts[-more:]
        ways = next_ways
    (counts,) = ways.values()
    return int(counts[: seen + most + 1].sum()), int(counts[seen + most :].sum())
