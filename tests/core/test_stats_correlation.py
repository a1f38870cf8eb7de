"""Correlations, plain and partial, against scipy, statsmodels and an independent computation."""

from __future__ import annotations

import itertools
import math
import subprocess
import sys
import warnings

import numpy as np
import pytest
import scipy.stats
import statsmodels.api

from galley.core.stats.correlation_coefficients import KINDS, correlation, ranks
from galley.core.stats.halved import MOST
from galley.core.stats.permuted import FEW
from galley.core.stats.student import correlation_p
from tests.core.coefficients import partial_correlation

ORACLES = {
    "pearson": scipy.stats.pearsonr,
    "spearman": scipy.stats.spearmanr,
    "kendall": scipy.stats.kendalltau,
}


def scores(rng: np.random.Generator, least: int = MOST + 1, most: int = 120) -> tuple[np.ndarray, np.ndarray]:
    size = int(rng.integers(least, most))
    x = rng.normal(size=size)
    y = rng.uniform(-1, 1) * x + rng.normal(size=size)
    return (np.round(x, 1), np.round(y, 1)) if rng.random() < 0.6 else (x, y)


@pytest.mark.parametrize("kind", KINDS)
def test_value_and_p_equal_scipy(kind: str) -> None:
    rng = np.random.default_rng(1)
    for _ in range(200):
        x, y = scores(rng)
        found, wanted = correlation(x, y, kind), ORACLES[kind](x, y)
        assert found.value == pytest.approx(wanted.statistic, abs=1e-9)
        assert found.p == pytest.approx(wanted.pvalue, abs=1e-9)
        assert found.low < found.value < found.high and found.n == len(x)
        assert found.df == (None if kind == "kendall" else len(x) - 2)


@pytest.mark.parametrize("kind", KINDS)
def test_the_p_of_few_pairs_is_scipys_exact_permutation_test(kind: str) -> None:
    """With ties and without; scipy goes through the orders itself, and counts them itself."""
    rng = np.random.default_rng(11)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", scipy.stats.ConstantInputWarning)
        for number in range(24):
            x, y = scores(rng, 3, 6 if kind == "kendall" else 7)
            if number % 3 == 0:
                x, y = np.round(x), np.round(2 * y)
            if np.ptp(x) == 0 or np.ptp(y) == 0:
                continue
            wanted = scipy.stats.permutation_test(
                (x,), lambda mine, y=y: ORACLES[kind](mine, y).statistic,
                permutation_type="pairings", n_resamples=np.inf, vectorized=False,
            )  # fmt: skip
            found = correlation(x, y, kind)
            assert found.p == pytest.approx(wanted.pvalue, abs=1e-12), (x, y)
            assert found.value == pytest.approx(wanted.statistic, abs=1e-9) and found.df is None
            assert found.p_residuals == found.p


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", [3, 4, FEW])
def test_systems_in_order_are_as_rare_as_their_orders(kind: str, size: int) -> None:
    """The finding: three systems in order had a Spearman p of 0.000; two of six orders are as extreme."""
    x = np.arange(size, dtype=float)
    for y in (x * 2 + 1, -x):
        assert correlation(x, y, kind).p == pytest.approx(2 / math.factorial(size), rel=1e-9)
    assert correlation(np.arange(3.0), np.array([1.0, 2, 2]), "spearman").p == pytest.approx(2 / 3)


@pytest.mark.parametrize("kind", KINDS)
def test_few_pairs_with_confounders_change_places_within_them_only(kind: str) -> None:
    """All orders within the groups, by a loop; the share of them that lie as far out on the nearer side, twice."""
    rng = np.random.default_rng(12)
    for _ in range(8):
        group = np.array([0, 0, 0, 1, 1, 1, 1])
        x, y = rng.integers(0, 5, 7) + group * 3.0, rng.integers(0, 4, 7) * 1.0
        found = partial_correlation(x, y, [group, group.astype(str)], kind)
        if found.value is None:
            continue
        drawn = []
        for first in itertools.permutations(range(3)):
            for second in itertools.permutations(range(3, 7)):
                drawn.append(partial_correlation(x, y[[*first, *second]], [group], kind).value)
        at_most = sum(value <= found.value + 1e-9 for value in drawn) / len(drawn)
        at_least = sum(value >= found.value - 1e-9 for value in drawn) / len(drawn)
        assert found.p == pytest.approx(min(1.0, 2 * min(at_most, at_least)), abs=1e-12)
        assert found.p != found.p_residuals or found.p == 1.0


def test_few_pairs_that_share_no_confounders_have_no_p() -> None:
    x, y = np.array([3.0, 1, 4, 1, 5, 9]), np.array([2.0, 7, 1, 8, 2, 8])
    found = partial_correlation(x, y, [np.array([0, 0, 0, 1, 1, 1]), np.array([0, 1, 2, 0, 1, 2])])
    assert found.value is not None and found.p is None and found.p_residuals is not None
    assert found.why.startswith("No p because no two of these few pairs have the same confounders.")


def test_pearson_interval_equals_scipy() -> None:
    rng = np.random.default_rng(2)
    x, y = scores(rng)
    wanted = scipy.stats.pearsonr(x, y).confidence_interval(0.9)
    found = correlation(x, y, confidence=0.9)
    assert (found.low, found.high) == pytest.approx(tuple(wanted), abs=1e-9)


def test_partial_equals_ordinary_least_squares_of_statsmodels() -> None:
    """The p of a partial Pearson correlation is that of the slope in the full regression."""
    rng = np.random.default_rng(3)
    for _ in range(200):
        size = int(rng.integers(20, 150))
        system, dataset = rng.integers(0, 4, size), rng.integers(0, 2, size)
        x = rng.normal(size=size) + system
        y = 0.3 * x + rng.normal(size=size) - 2 * dataset
        design = np.column_stack(
            [np.ones(size)]
            + [system == k for k in np.unique(system)[1:]]
            + [dataset == k for k in np.unique(dataset)[1:]]
        ).astype(float)
        full = statsmodels.api.OLS(y, np.column_stack([x, design])).fit()
        left = [statsmodels.api.OLS(score, design).fit().resid for score in (x, y)]
        found = partial_correlation(x, y, [system, dataset])
        assert found.value == pytest.approx(scipy.stats.pearsonr(*left).statistic, abs=1e-9)
        assert found.p == pytest.approx(full.pvalues[0], abs=1e-9)
        assert found.df == full.df_resid
        assert found.p_residuals == pytest.approx(scipy.stats.pearsonr(*left).pvalue, abs=1e-9)
        spearman = partial_correlation(x, y, [system, dataset], "spearman")
        wanted = scipy.stats.spearmanr(*left)
        assert spearman.value == pytest.approx(wanted.statistic, abs=1e-9)
        assert spearman.p_residuals == pytest.approx(wanted.pvalue, abs=1e-9)
        assert spearman.df == found.df


def test_ranks_are_taken_of_residuals_and_rounding_breaks_no_tie() -> None:
    """Few distinct scores and groups: residuals are group-centred scores, whose ties are known exactly."""
    rng = np.random.default_rng(4)
    system = rng.integers(0, 5, 400)
    x, y = rng.integers(0, 2, 400), rng.integers(0, 2, 400)
    found = partial_correlation(x, y, [system, system.astype(str)], "spearman")

    def centred(score: np.ndarray) -> np.ndarray:
        sums = np.bincount(system, weights=score)
        counts = np.bincount(system)
        return np.round(score - (sums / counts)[system], 9)

    wanted = scipy.stats.spearmanr(centred(x), centred(y)).statistic
    assert found.value == pytest.approx(wanted, abs=1e-9)
    ranked_first = scipy.stats.pearsonr(centred(ranks(x * 1.0)), centred(ranks(y * 1.0))).statistic
    assert abs(ranked_first - wanted) > 1e-3
    # Saying the same confounder twice costs its degrees of freedom once.
    assert found.df == 400 - 2 - 4


def test_a_confounder_explains_a_spurious_correlation() -> None:
    rng = np.random.default_rng(5)
    system = rng.integers(0, 6, 3000)
    x, y = system + rng.normal(size=3000), system + rng.normal(size=3000)
    assert correlation(x, y).value > 0.6
    partial = partial_correlation(x, y, [system])
    assert abs(partial.value) < 0.06 and partial.low < 0 < partial.high


DEGENERATE = {
    "nothing": ([], [], "there are 0"),
    "one pair": ([1.0], [2.0], "there is one"),
    "two pairs": ([1.0, 2.0], [2.0, 1.0], "there are 2"),
    "all NaN": ([np.nan] * 5, [1.0, 2, 3, 4, 5], "there are 0"),
    "ties everywhere": ([3.0] * 5, [3.0] * 5, "both scores are constant"),
    "first constant": ([3.0] * 5, [1.0, 2, 3, 4, 5], "the first score is constant"),
    "second constant": ([1.0, 2, 3, 4, np.inf], [0.5] * 5, "the second score is constant"),
}


@pytest.mark.parametrize("case", DEGENERATE)
@pytest.mark.parametrize("kind", KINDS)
def test_degenerate_scores_give_a_sentence(case: str, kind: str) -> None:
    x, y, words = DEGENERATE[case]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = correlation(np.array(x), np.array(y), kind)
        partial = partial_correlation(np.array(x), np.array(y), [np.zeros(len(x))], kind)
    for one in (found, partial):
        assert one.value is None and one.p is None
        assert one.why.startswith("Undefined because ") and words in one.why and one.why.endswith(".")


def test_left_out_pairs_are_counted_and_perfect_correlation_has_no_interval() -> None:
    x = np.array([1.0, 2, np.nan, 4, 5, 6])
    found = correlation(x, 2 * x)
    assert found.value == 1.0 and found.n == 5 and found.left_out == {"pairs without both scores": 1}
    assert found.low is None and found.why == "No interval because the correlation is perfect."
    assert found.p == pytest.approx(2 / 120) and found.df is None
    with pytest.raises(ValueError, match="same length"):
        correlation(x, x[:3])
    with pytest.raises(ValueError, match="kind"):
        correlation(x, x, "gamma")


def test_confounders_that_explain_all_or_leave_too_few() -> None:
    system = np.repeat([0, 1, 2], 4)
    found = partial_correlation(system * 2.0, np.arange(12.0), [system])
    assert found.why == "Undefined because the first score is constant once the confounders are accounted for."
    few = partial_correlation(np.arange(5.0), np.array([3.0, 1, 4, 1, 5]), [np.arange(5)])
    assert few.value is None and "too few" in few.why


def test_huge_and_tiny_scores_keep_their_digits() -> None:
    rng = np.random.default_rng(6)
    x, y = rng.normal(size=50), rng.normal(size=50)
    wanted = correlation(x, y).value
    assert correlation(x * 1e200, y * 1e-200).value == pytest.approx(wanted, abs=1e-12)


def test_p_values_equal_scipys_from_the_first_degree_of_freedom_on() -> None:
    for df in (1, 2, 3, 7, 10, 31, 98, 998, 99_998):
        for r in (0.0, 1e-9, 1e-3, 0.02, 0.1, 0.3, 0.5, -0.8, 0.95, 0.999, 1 - 1e-9, 1.0, -1.0):
            t = abs(r) * math.sqrt(df / ((1 - r) * (1 + r))) if abs(r) < 1 else math.inf
            wanted = 2 * float(scipy.stats.t.sf(t, df))
            assert correlation_p(r, df) == pytest.approx(wanted, rel=1e-8, abs=1e-300)
    rng = np.random.default_rng(5)
    for n in (3, 4, 5, 8, 12, 20, 33, 34, 60):
        for noise in (0.0, 0.05, 0.3, 1.0, 30.0):
            x = np.arange(n, dtype=float)
            y = x / n + noise * rng.normal(size=n)
            found, wanted_pair = correlation(x, y, "kendall"), scipy.stats.kendalltau(x, y)
            assert found.value == pytest.approx(wanted_pair.statistic, abs=1e-12)
            assert found.p == pytest.approx(wanted_pair.pvalue, rel=1e-9, abs=1e-300)


def test_a_correlation_of_few_systems_loads_no_scipy() -> None:
    code = (
        "import sys, numpy as np\nfrom galley.core.stats.correlation_coefficients import KINDS, correlation\n"
        "x = np.array([.1, .4, .2, .9, .5]); [correlation(x, x[::-1], k) for k in KINDS]\n"
        "assert not [m for m in sys.modules if m.startswith('scipy')]"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
