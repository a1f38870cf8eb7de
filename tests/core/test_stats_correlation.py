"""Correlations, plain and partial, against scipy, statsmodels and an independent computation."""

from __future__ import annotations

import math
import random
import subprocess
import sys
import warnings
from fractions import Fraction

import numpy as np
import pytest
import scipy.stats
import statsmodels.api

from galley.core.stats.correlation_coefficients import KINDS, correlation, ranks
from galley.core.stats.half_samples import MOST
from galley.core.stats.permutation import FEW
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
            assert found.value == pytest.approx(wanted.statistic, abs=1e-9)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", [3, 4, FEW])
def test_systems_in_order_are_as_rare_as_their_orders(kind: str, size: int) -> None:
    """The finding: three systems in order had a Spearman p of 0.000; two of six orders are as extreme."""
    x = np.arange(size, dtype=float)
    for y in (x * 2 + 1, -x):
        assert correlation(x, y, kind).p == pytest.approx(2 / math.factorial(size), rel=1e-9)
    assert correlation(np.arange(3.0), np.array([1.0, 2, 2]), "spearman").p == pytest.approx(2 / 3)


def at_once(kind: str, x: np.ndarray, y: np.ndarray) -> float:
    return float(ORACLES[kind](x, y).statistic)


def design(labels: list[np.ndarray], kept: np.ndarray) -> np.ndarray:
    columns = [np.ones(int(kept.sum()))]
    columns += [(label[kept] == each) * 1.0 for label in labels for each in np.unique(label[kept])[1:]]
    return np.column_stack(columns)


def by_loop(whole: float, without: list[float]) -> tuple[float, float, float]:
    """The ends and p of the formula, by hand: the jackknife of atanh by source, and Student's t."""
    z = [math.atanh(each) for each in without]
    count, mean = len(z), sum(z) / len(z)
    error = math.sqrt((count - 1) / count * sum((each - mean) ** 2 for each in z))
    half = scipy.stats.t.ppf(0.975, count - 1) * error
    at = math.atanh(whole)
    return math.tanh(at - half), math.tanh(at + half), 2 * scipy.stats.t.sf(abs(at) / error, count - 1)


@pytest.mark.parametrize("kind", KINDS)
def test_summaries_of_one_source_are_one_document(kind: str) -> None:
    """Each source is left out by scipy in a loop; sources of different sizes, and with and without ties."""
    rng = np.random.default_rng(21)
    for number in range(12):
        size = int(rng.integers(60, 90))
        source = rng.integers(0, 24, size)
        x = rng.normal(size=size) + rng.normal(size=24)[source]
        y = 0.4 * x + rng.normal(size=size) + rng.normal(size=24)[source]
        if number % 2:
            x, y = np.round(x), np.round(2 * y)
        found = correlation(x, y, kind, documents=source)
        labels = np.unique(source)
        without = [at_once(kind, x[source != each], y[source != each]) for each in labels]
        assert (found.low, found.high, found.p) == pytest.approx(by_loop(at_once(kind, x, y), without), abs=1e-9)
        assert found.documents == len(labels) and found.n == size


@pytest.mark.parametrize("kind", KINDS)
def test_residuals_are_fitted_again_without_each_source(kind: str) -> None:
    """By ordinary least squares of statsmodels; a level that one source alone has goes with it."""
    rng = np.random.default_rng(22)
    for number in range(4):
        size = 70
        source = rng.integers(0, 22, size)
        labels = [rng.integers(0, 3, size), np.minimum(source, 3) if number % 2 else source % 2]
        x = np.round(rng.normal(size=size) + labels[0] + rng.normal(size=22)[source], 1 if number < 2 else 9)
        y = np.round(0.5 * x + rng.normal(size=size) - labels[1], 1 if number < 2 else 9)

        def left(kept: np.ndarray, x: np.ndarray = x, y: np.ndarray = y, labels: list[np.ndarray] = labels) -> float:
            matrix = design(labels, kept)
            fits = [statsmodels.api.OLS(score[kept], matrix).fit().resid for score in (x, y)]
            return at_once(kind, *(np.round(each, 8) for each in fits))

        found = partial_correlation(x, y, labels, kind, source)
        without = [left(source != each) for each in np.unique(source)]
        wanted = by_loop(left(np.ones(size, dtype=bool)), without)
        assert (found.low, found.high, found.p) == pytest.approx(wanted, abs=1e-7)


@pytest.mark.parametrize("kind", KINDS)
def test_a_confounder_of_many_levels_and_blocks_of_sources_change_nothing(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = np.random.default_rng(23)
    source = np.repeat(np.arange(30), 4)
    x, y = rng.normal(size=(2, 120)) + rng.normal(size=30)[source]
    for given in ([], [source], [source, np.arange(120) % 3]):
        sources = source if len(given) < 2 else np.arange(120) // 6
        found = partial_correlation(x, y, given, kind, sources)
        monkeypatch.setattr("galley.core.stats.correlation_replicates._AT_ONCE", 300)
        again = partial_correlation(x, y, given, kind, sources)
        monkeypatch.undo()
        assert (found.low, found.high, found.p) == pytest.approx((again.low, again.high, again.p), abs=1e-9)
        if not given:
            plain = correlation(x, y, kind, documents=sources)
            assert (found.low, found.high, found.p) == pytest.approx((plain.low, plain.high, plain.p), abs=1e-7)


@pytest.mark.parametrize("kind", KINDS)
def test_copies_of_summaries_and_their_order_change_no_end(kind: str) -> None:
    rng = np.random.default_rng(24)
    source = np.repeat(np.arange(20), 3)
    x, y = np.round(rng.normal(size=(2, 60)) + rng.normal(size=20)[source], 1)
    system = np.tile([0, 1, 2], 20)
    order = rng.permutation(120)
    twice = [np.tile(each, 2)[order] for each in (x, y, system, source)]
    for found, again in (
        (correlation(x, y, kind, documents=source), correlation(*twice[:2], kind, documents=twice[3])),
        (
            partial_correlation(x, y, [system], kind, source),
            partial_correlation(*twice[:2], [twice[2]], kind, twice[3]),
        ),
    ):
        assert (found.low, found.high, found.p) == pytest.approx((again.low, again.high, again.p), abs=1e-9)
        assert found.documents == again.documents == 20


def test_five_summaries_of_a_source_are_not_five_pairs() -> None:
    """The finding: 15 to 18 % false positives where nothing goes together but what the summaries of a source share."""
    rng = np.random.default_rng(25)
    source = np.repeat(np.arange(20), 5)
    wrong = dict.fromkeys(KINDS, 0)
    for _ in range(300):
        x, y = (rng.normal(size=20)[source] + rng.normal(size=100) for _ in range(2))
        for kind in KINDS:
            found = correlation(x, y, kind, documents=source)
            wrong[kind] += found.p <= 0.05
            assert (found.p <= 0.05) == (found.low > 0 or found.high < 0)
    assert all(count <= 0.05 * 300 + 3 * math.sqrt(300 * 0.05 * 0.95) for count in wrong.values()), wrong


def test_sources_that_show_too_little_give_no_interval() -> None:
    rng = np.random.default_rng(26)
    x, y = rng.normal(size=(2, 30))
    rare = np.where(np.arange(30) < 6, 1.0, 0.0)
    cases = {
        "all pairs are of one source document": (x, y, np.zeros(30)),
        "without one of the source documents the correlation is perfect or undefined": (x, y, np.arange(30) // 29),
        "the scores differ from their most common value in too few source documents (6 and 6 of 30)": (
            rare, np.roll(rare, 3), np.arange(30),
        ),
        "the correlation is perfect": (x, 2 * x, np.arange(30)),
    }  # fmt: skip
    for words, (first, second, source) in cases.items():
        for kind in KINDS:
            found = correlation(first, second, kind, documents=source)
            assert found.value is not None and found.low is None and found.high is None and found.p is None
            assert found.why == f"No interval and no p because {words}."


def test_an_outlier_that_holds_nearly_all_squares_may_be_left_out() -> None:
    rng = np.random.default_rng(27)
    x, y = rng.normal(size=(2, 40))
    x[7] = 1e7
    found = correlation(x, y, documents=np.arange(40))
    without = [at_once("pearson", np.delete(x, k), np.delete(y, k)) for k in range(40)]
    assert (found.low, found.high, found.p) == pytest.approx(by_loop(at_once("pearson", x, y), without), abs=1e-9)


def test_pearson_interval_equals_scipy() -> None:
    rng = np.random.default_rng(2)
    x, y = scores(rng)
    wanted = scipy.stats.pearsonr(x, y).confidence_interval(0.9)
    found = correlation(x, y, confidence=0.9)
    assert (found.low, found.high) == pytest.approx(tuple(wanted), abs=1e-9)


def test_partial_equals_ordinary_least_squares_of_statsmodels() -> None:
    """The value is that of the slope in the full regression."""
    rng = np.random.default_rng(3)
    for _ in range(60):
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
        t = found.value * math.sqrt(full.df_resid / (1 - found.value**2))
        assert t == pytest.approx(full.tvalues[0], abs=1e-7)
        spearman = partial_correlation(x, y, [system, dataset], "spearman")
        assert spearman.value == pytest.approx(scipy.stats.spearmanr(*left).statistic, abs=1e-9)


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


@pytest.mark.parametrize("kind", ["spearman", "kendall"])
@pytest.mark.parametrize("seed", [1, 9, 19, 78, 173, 221])
def test_equal_residuals_are_ties_wherever_they_lie(kind: str, seed: int) -> None:
    """Residuals that are multiples of a sixteenth lie in the middle between two steps of a grid of 1e-10 of the range;
    fractions have no rounding. Coefficient, and ends of the interval from the fits without each source."""
    rng = random.Random(seed)
    system = [n // 16 for n in range(32)]
    x, y = ([rng.choice((0, 1, 2, 3, 128)) for _ in system] for _ in "xy")

    def by_fractions(kept: list[int]) -> float:
        order = []
        for score in (x, y):
            rest = {s: [score[n] for n in kept if system[n] == s] for s in {*system}}
            left = [score[n] - Fraction(sum(rest[system[n]]), len(rest[system[n]])) for n in kept]
            order.append(np.array([sorted({*left}).index(each) for each in left]))
        return at_once(kind, *order)

    found = partial_correlation(np.array(x), np.array(y), [np.array(system)], kind, np.arange(32))
    without = [by_fractions([n for n in range(32) if n != each]) for each in range(32)]
    low, high, p = by_loop(by_fractions([*range(32)]), without)
    assert found.value == pytest.approx(by_fractions([*range(32)]), abs=1e-9)
    assert (found.low, found.high, found.p) == pytest.approx((low, high, p), abs=1e-9)


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
    assert found.p == pytest.approx(2 / 120)
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
