"""Exact p of ten to twelve pairs (KGDS, figures 4 and 5 have twelve), held against all orders gone through."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import scipy.stats

from galley.core.stats.correlation_coefficients import correlation
from galley.core.stats.half_samples import exact_p_value


def all_orders(x: np.ndarray, y: np.ndarray, kind: str) -> float:
    """Twice the smaller tail, from every order of ``y``; the figure of each is worked out anew."""
    if kind == "spearman":
        x, y = scipy.stats.rankdata(x), scipy.stats.rankdata(y)
    n, head = len(x), 3
    tails = np.array(list(itertools.permutations(range(n - head))))
    seen = low = high = 0.0
    for begin in itertools.permutations(range(n), head):
        rest = np.array([k for k in range(n) if k not in begin])
        orders = np.hstack([np.tile(begin, (len(tails), 1)), rest[tails]])
        mixed = y[orders]
        if kind == "kendall":
            figure = sum(np.sign(x[i] - x[j]) * np.sign(mixed[:, i] - mixed[:, j]) for i in range(n) for j in range(i))
        else:
            figure = mixed @ (x - x.mean())
        if begin == tuple(range(head)):
            seen = figure[0]
        low, high = low + (figure <= seen + 1e-8).sum(), high + (figure >= seen - 1e-8).sum()
    return float(min(1.0, 2 * min(low, high) / len(tails) / np.prod(range(n, n - head, -1))))


@pytest.mark.parametrize("kind", ["pearson", "spearman", "kendall"])
def test_ten_pairs_with_ties_against_every_order(kind: str) -> None:
    rng = np.random.default_rng(7)
    x, y = rng.integers(0, 6, 10).astype(float), rng.integers(0, 5, 10).astype(float)
    found = correlation(x, y + x / 2, kind)
    assert found.p == pytest.approx(all_orders(x, y + x / 2, kind), abs=1e-12)
    assert 0 < found.p < 1


def test_twelve_pairs_without_ties_are_scipys_exact_kendall() -> None:
    x, y = np.random.default_rng(3).normal(size=(2, 12))
    assert exact_p_value(x, y, signs=True) == pytest.approx(
        scipy.stats.kendalltau(x, y, method="exact").pvalue, abs=1e-12
    )


@pytest.mark.parametrize("kind", ["pearson", "spearman"])
def test_twelve_pairs_are_what_many_shuffles_say(kind: str) -> None:
    rng = np.random.default_rng(11)
    x = rng.normal(size=12)
    y = 0.6 * x + rng.normal(size=12)
    one, other = (x, y) if kind == "pearson" else (scipy.stats.rankdata(x), scipy.stats.rankdata(y))
    shuffled = rng.permuted(np.tile(other, (200_000, 1)), axis=1) @ (one - one.mean())
    seen = other @ (one - one.mean())
    wanted = 2 * min((shuffled <= seen + 1e-9).mean(), (shuffled >= seen - 1e-9).mean())
    assert correlation(x, y, kind).p == pytest.approx(wanted, abs=0.005)
    assert correlation(np.arange(12.0), np.arange(12.0), kind).p == pytest.approx(2 / 479_001_600)


def test_nothing_else_has_halves() -> None:
    for size in (3, 13):
        with pytest.raises(ValueError, match="not for halves"):
            exact_p_value(np.arange(float(size)), np.arange(float(size)))
