"""The rate of a corpus from few summaries drawn by strata: by hand, and what the intervals cover."""

from __future__ import annotations

import math

import numpy as np
import pytest
import scipy.stats

from galley.core.stats.stratified import Rate, Stratum, change, rate


def strata(rng: np.random.Generator, sizes: list[tuple[int, int]]) -> list[Stratum]:
    """Strata of so many summaries of which so many are reviewed, each with one to four cells."""
    found = []
    for size, reviewed in sizes:
        length = rng.integers(1, 5, reviewed).astype(float)
        errors = rng.binomial(length.astype(int), 0.2).astype(float)
        said = rng.binomial(length.astype(int), 0.3).astype(float)
        found.append(Stratum(f"of {size}", size, int(2.4 * size), int(0.7 * size), errors, said, length))
    return found


@pytest.mark.parametrize("power", [0.0, 0.6, 1.0, None])
@pytest.mark.parametrize("sizes", [[(900, 20), (100, 10)], [(2, 2), (5000, 40), (7, 3)], [(10, 10)]])
def test_the_rate_and_its_variance_by_hand(power: float | None, sizes: list[tuple[int, int]]) -> None:
    given = strata(np.random.default_rng(1), sizes)
    found = rate(given, power=power, corpus=True)
    level = found.power
    total = errors = said = cells = flags = 0.0
    for stratum in given:
        cells, flags = cells + stratum.cells, flags + stratum.flags
        for y, f, n in zip(stratum.errors, stratum.said, stratum.length, strict=True):
            weight = stratum.size / len(stratum.errors)
            total, errors, said = total + weight * n, errors + weight * y, said + weight * f
    value = level * flags / cells + (errors - level * said) / total
    assert found.estimate.value == pytest.approx(min(max(value, 0.0), 1.0), abs=1e-12)
    variance = 0.0
    for stratum in given:
        e = [
            y - errors / total * n - level * (f - said / total * n)
            for y, f, n in zip(stratum.errors, stratum.said, stratum.length, strict=True)
        ]
        m, mean = len(e), sum(e) / len(e)
        if m > 1:
            square = sum((each - mean) ** 2 for each in e) / (m - 1)
            variance += stratum.size**2 * (1 - m / stratum.size) * square / m
    assert found.variance == pytest.approx(variance / total**2, abs=1e-12)
    assert 0 <= found.estimate.low <= found.estimate.value <= found.estimate.high <= 1  # type: ignore[operator]


def test_tuning_finds_the_least_variance() -> None:
    given = strata(np.random.default_rng(2), [(900, 40), (400, 30)])
    tuned = rate(given, corpus=True)
    others = [rate(given, corpus=True, power=each / 20).variance for each in range(21)]
    assert tuned.variance <= min(others) + 1e-12


def test_a_corpus_that_was_reviewed_in_full_has_no_interval_about_itself() -> None:
    given = [Stratum("all", 3, 6, 1, np.array([1.0, 0, 0]), np.array([1.0, 0, 0]), np.array([2.0, 2, 2]))]
    found = rate(given, corpus=True).estimate
    assert found.value == found.low == found.high == pytest.approx(1 / 6)
    new = rate(given).estimate
    assert new.low < 1 / 6 < new.high  # type: ignore[operator]


@pytest.mark.parametrize("reviewed", [0, 1])
def test_a_stratum_without_two_reviews_is_named(reviewed: int) -> None:
    given = strata(np.random.default_rng(3), [(900, 20), (100, reviewed)])
    found = rate(given).estimate
    assert found.value is None and "of 1 of 2 strata fewer than two drawn summaries are reviewed (of 100)" in found.why


def test_known_mistakes_are_undone() -> None:
    given = strata(np.random.default_rng(4), [(900, 40), (400, 30)])
    seen, undone = rate(given).estimate, rate(given, mistakes=0.05).estimate
    for name in ("value", "low", "high"):
        assert getattr(undone, name) == pytest.approx(max((getattr(seen, name) - 0.05) / 0.9, 0.0), abs=1e-12)


def test_a_change_by_welch() -> None:
    """One cell a summary and strata without end: the test is Welch's of two samples."""
    rng = np.random.default_rng(5)
    samples = [rng.binomial(1, p, 60).astype(float) for p in (0.2, 0.45)]
    rates = [
        rate([Stratum("one", 10**9, 10**9, 0, y, np.zeros(60), np.ones(60))], power=0.0, corpus=True) for y in samples
    ]
    gap, low, high, p = change(*rates)  # type: ignore[misc]
    theirs = scipy.stats.ttest_ind(samples[1], samples[0], equal_var=False)
    assert gap == pytest.approx(samples[1].mean() - samples[0].mean(), abs=1e-12)
    assert p == pytest.approx(theirs.pvalue, rel=1e-6)
    bounds = theirs.confidence_interval()
    assert (low, high) == pytest.approx((bounds.low, bounds.high), rel=1e-6)
    nothing = Rate(rate([]).estimate, math.nan, 0.0, 0.0)
    assert change(nothing, rates[0]) is None


def one(seed: int, p: float, mistakes: float, size: int = 4000) -> bool:
    """Whether the interval holds the planted rate: errors hang together, 400 summaries of eight strata are reviewed,
    with mistakes."""
    rng = np.random.default_rng(seed)
    length = rng.integers(1, 5, size)
    wrong = rng.binomial(length, rng.beta(p * 6, (1 - p) * 6, size))
    flagged = rng.binomial(wrong, 0.5) + rng.binomial(length - wrong, 0.05)
    seen = rng.binomial(wrong, 1 - mistakes) + rng.binomial(length - wrong, mistakes)
    column = rng.integers(0, 4, size)
    given = []
    for flag in (False, True):
        for each in range(4):
            members = np.flatnonzero(((flagged > 0) == flag) & (column == each))
            drawn = rng.permutation(members)[:50]
            given.append(
                Stratum(
                    "", len(members), int(length[members].sum()), int(flagged[members].sum()),
                    seen[drawn].astype(float), flagged[drawn].astype(float), length[drawn].astype(float),
                )
            )  # fmt: skip
    found = rate(given, corpus=True, mistakes=mistakes).estimate
    truth = float(wrong.sum() / length.sum())
    return bool(found.low <= truth <= found.high)  # type: ignore[operator]


@pytest.mark.parametrize("p", [0.02, 0.08, 0.25])
@pytest.mark.parametrize("mistakes", [0.0, 0.05])
def test_intervals_cover_the_planted_rate(p: float, mistakes: float) -> None:
    """Of 400 seeds about 95 in 100 and no fewer than 92.5, two and a half standard errors below."""
    assert np.mean([one(seed, p, mistakes) for seed in range(400)]) >= 0.923
