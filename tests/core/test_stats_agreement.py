"""Agreement coefficients against independent packages, textbook cases and degenerate input."""

from __future__ import annotations

import itertools

import krippendorff
import numpy as np
import pytest
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.inter_rater import aggregate_raters
from statsmodels.stats.inter_rater import fleiss_kappa as oracle_fleiss

from galley.core.stats.agreement_coefficients import COEFFICIENTS, agreement, coefficients, krippendorff_alpha, pairwise
from galley.core.stats.distinct_rows import encode, matrix, tally
from tests.core.coefficients import cohen_kappa, fleiss_kappa, gwet_ac, percent_agreement, scott_pi

M = -1

# The reliability data that Krippendorff 2011 (section C) and Gwet 2014 both work through: 12 units,
# 4 observers.
TEXTBOOK = np.array(
    [
        [1, 2, 3, 3, 2, 1, 4, 1, 2, M, M, M],
        [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, M, 3],
        [M, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, M],
        [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, M],
    ]
).T
TEXTBOOK_CODES = np.where(TEXTBOOK == M, M, TEXTBOOK - 1)
SCALE = [1.0, 2.0, 3.0, 4.0, 5.0]

# The usual textbook table: 10 subjects, 14 raters, 5 categories; kappa is .210.
FLEISS = np.array(
    [
        [0, 0, 0, 0, 14],
        [0, 2, 6, 4, 2],
        [0, 0, 3, 5, 6],
        [0, 3, 9, 2, 0],
        [2, 2, 8, 1, 1],
        [7, 7, 0, 0, 0],
        [3, 2, 6, 3, 0],
        [2, 5, 3, 2, 2],
        [6, 5, 2, 1, 0],
        [0, 2, 2, 3, 7],
    ]
)


def as_ratings(counts: np.ndarray) -> np.ndarray:
    return np.array([np.repeat(np.arange(counts.shape[1]), row) for row in counts])


def random_matrices(
    seed: int, how_many: int, annotators: tuple[int, ...], missing: bool
) -> list[tuple[np.ndarray, int]]:
    """Matrices whose annotators partly follow a common truth, so that agreement is neither none nor
    complete."""
    rng = np.random.default_rng(seed)
    found = []
    while len(found) < how_many:
        units, size, people = int(rng.integers(4, 60)), int(rng.integers(2, 7)), int(rng.choice(annotators))
        truth = rng.integers(0, size, units)[:, None]
        codes = np.where(rng.random((units, people)) < rng.random(), truth, rng.integers(0, size, (units, people)))
        if missing:
            codes = np.where(rng.random(codes.shape) < rng.uniform(0, 0.6), M, codes)
        pairable = codes[(codes >= 0).sum(axis=1) >= 2]
        if len(pairable) > 1 and len(np.unique(pairable[pairable >= 0])) > 1:
            found.append((codes, size))
    return found


def slow_gwet(codes: np.ndarray, weights: np.ndarray) -> float:
    """AC2 written as loops over pairs of verdicts, independently of the code under test."""
    size = len(weights)
    agree, share, rated = [], np.zeros(size), 0
    for row in codes:
        given = [v for v in row if v >= 0]
        if len(given) >= 2:
            agree.append(np.mean([weights[a, b] for a, b in itertools.permutations(given, 2)]))
        if given:
            rated += 1
            for v in given:
                share[v] += 1 / len(given)
    share /= rated
    expected = weights.sum() / (size * (size - 1)) * sum(p * (1 - p) for p in share)
    return float((np.mean(agree) - expected) / (1 - expected))


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval", "ratio"])
def test_alpha_equals_the_package(level: str) -> None:
    for codes, size in random_matrices(1, 200, (2, 3, 5, 9), missing=True):
        values = np.arange(1.0, size + 1)
        given = np.where(codes < 0, np.nan, values[codes])
        wanted = krippendorff.alpha(reliability_data=given.T, level_of_measurement=level, value_domain=values)
        assert krippendorff_alpha(codes, values, level).value == pytest.approx(wanted, abs=1e-9)


def test_alpha_on_uneven_scales_equals_the_package() -> None:
    rng = np.random.default_rng(2)
    for codes, size in random_matrices(3, 200, (2, 3), missing=True):
        values = np.sort(rng.choice(np.arange(-50, 50), size, replace=False)).astype(float)
        given = np.where(codes < 0, np.nan, values[codes])
        wanted = krippendorff.alpha(reliability_data=given.T, level_of_measurement="interval", value_domain=values)
        assert krippendorff_alpha(codes, values, "interval").value == pytest.approx(wanted, abs=1e-9)
        assert krippendorff_alpha(codes, values * 1e-9, "interval").value == pytest.approx(wanted, abs=1e-9)


@pytest.mark.parametrize("weights", ["unweighted", "linear", "quadratic"])
def test_cohen_equals_scikit_learn(weights: str) -> None:
    for codes, size in random_matrices(4, 200, (2,), missing=True):
        both = codes[(codes >= 0).all(axis=1)]
        kind = None if weights == "unweighted" else weights
        wanted = cohen_kappa_score(*both.T, labels=list(range(size)), weights=kind)
        found = cohen_kappa(codes, size, weights)
        assert found.value == pytest.approx(wanted, abs=1e-9)
        assert found.n == len(both)
        assert found.n + sum(found.left_out.values()) == len(codes)


def test_fleiss_equals_statsmodels_and_scott_is_fleiss_for_two() -> None:
    for codes, size in random_matrices(5, 200, (2, 3, 6), missing=False):
        counts, _ = aggregate_raters(codes, n_cat=size)
        wanted = oracle_fleiss(counts, method="fleiss")
        assert fleiss_kappa(codes, size).value == pytest.approx(wanted, abs=1e-9)
        if codes.shape[1] == 2:
            assert scott_pi(codes, size).value == pytest.approx(wanted, abs=1e-9)


def test_fleiss_with_missing_verdicts_keeps_the_most_common_number() -> None:
    compared = 0
    for codes, size in random_matrices(13, 260, (3, 4, 5), missing=True):
        counts = np.stack([np.count_nonzero(codes == k, axis=1) for k in range(size)], axis=1)
        given = counts.sum(axis=1)
        often = np.bincount(given[given >= 2])
        kept = counts[given == np.flatnonzero(often == often.max())[-1]]
        found = fleiss_kappa(codes, size)
        if len(kept) < 2 or np.count_nonzero(kept.sum(axis=0)) < 2:
            assert found.value is None
            continue
        assert found.value == pytest.approx(oracle_fleiss(kept, method="fleiss"), abs=1e-9)
        assert found.n == len(kept) and found.n + sum(found.left_out.values()) == len(codes)
        compared += 1
    assert compared >= 200


def test_gwet_equals_a_slow_implementation() -> None:
    for codes, size in random_matrices(6, 200, (2, 3, 5), missing=True):
        gap = np.abs(np.subtract.outer(np.arange(size), np.arange(size))) / (size - 1)
        for name, weights in (("unweighted", np.eye(size)), ("linear", 1 - gap), ("quadratic", 1 - gap**2)):
            assert gwet_ac(codes, size, name).value == pytest.approx(slow_gwet(codes, weights), abs=1e-9)


def test_long_rows_take_the_other_path_and_agree() -> None:
    rng = np.random.default_rng(7)
    codes = np.where(rng.random((40, 30)) < 0.7, rng.integers(0, 4, (40, 30)), M)
    wanted = krippendorff.alpha(reliability_data=np.where(codes < 0, np.nan, codes).T, level_of_measurement="ordinal")
    assert len(tally(codes, 4).weight) == 40
    assert krippendorff_alpha(codes, 4, "ordinal").value == pytest.approx(wanted, abs=1e-9)


def test_textbook_figures() -> None:
    for level, wanted in (("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849), ("ratio", 0.797)):
        assert krippendorff_alpha(TEXTBOOK_CODES, SCALE, level).value == pytest.approx(wanted, abs=5e-4)
    assert gwet_ac(TEXTBOOK_CODES, SCALE).value == pytest.approx(0.77544, abs=5e-6)
    assert fleiss_kappa(TEXTBOOK_CODES, SCALE, missing=True).value == pytest.approx(0.76117, abs=5e-6)
    percent = percent_agreement(TEXTBOOK_CODES, SCALE)
    assert percent.value == pytest.approx(0.81818, abs=5e-6)
    assert (percent.n, percent.left_out) == (11, {"cells with one verdict": 1})
    assert fleiss_kappa(as_ratings(FLEISS), 5).value == pytest.approx(0.20993, abs=5e-6)


def test_two_by_two_worked_by_hand() -> None:
    # 20 both yes, 15 both no, 5 and 10 mixed: observed .70, expected .50, kappa .40.
    codes = np.repeat([[1, 1], [1, 0], [0, 1], [0, 0]], [20, 5, 10, 15], axis=0)
    assert percent_agreement(codes, 2).value == pytest.approx(0.70, abs=1e-12)
    assert cohen_kappa(codes, 2).value == pytest.approx(0.40, abs=1e-12)
    # Pooled share of yes is 55 of 100: expected .505.
    assert scott_pi(codes, 2).value == pytest.approx(0.195 / 0.495, abs=1e-12)
    assert gwet_ac(codes, 2).value == pytest.approx((0.70 - 0.495) / 0.505, abs=1e-12)


def test_prevalence_paradox() -> None:
    """Ninety per cent agreement on a rare error: kappa falls below nought, AC1 does not."""
    codes = np.repeat([[1, 0], [0, 1], [0, 0]], [5, 5, 90], axis=0)
    assert cohen_kappa(codes, 2).value == pytest.approx(-0.0526315789, abs=1e-9)
    assert gwet_ac(codes, 2).value == pytest.approx((0.9 - 0.095) / 0.905, abs=1e-9)


@pytest.mark.parametrize("share", [0.5, 0.8])
def test_independence_gives_nought(share: float) -> None:
    rng = np.random.default_rng(8)
    codes = (rng.random((200_000, 2)) < share).astype(np.int8)
    for name in COEFFICIENTS:
        if name == "percent" or (name.startswith("ac") and share != 0.5):
            continue  # per cent is not corrected, and AC's chance is another one where values are uneven
        assert abs(agreement(name, tally(codes, 2)).value or 1.0) < 0.01, name


DEGENERATE = {
    "one annotator": (np.array([[0], [1], [1]]), "two annotators"),
    "no annotator": (np.empty((3, 0), dtype=int), "none"),
    "no cell": (np.empty((0, 2), dtype=int), "no cell"),
    "all missing": (np.full((4, 2), M), "no cell"),
    "never the same cell": (np.array([[0, M], [M, 1], [1, M]]), "no cell"),
    "one cell": (np.array([[0, 1]]), "only one cell"),
    "unanimous": (np.zeros((9, 2), dtype=int), "same value"),
    "unanimous in the other value": (np.ones((9, 2), dtype=int), "same value"),
}


@pytest.mark.parametrize("case", DEGENERATE)
def test_degenerate_input_gives_a_sentence(case: str) -> None:
    codes, word = DEGENERATE[case]
    for name, found in coefficients(codes, 2, documents=np.arange(len(codes))).items():
        if name == "percent" and case in ("one cell", "unanimous", "unanimous in the other value"):
            assert found.value == (0.0 if case == "one cell" else 1.0)
            assert found.low < found.high and found.value in (found.low, found.high)
            continue
        assert found.value is None and found.low is None and found.high is None, name
        assert found.why.startswith("Undefined because ") and word in found.why and found.why.endswith("."), name


def test_three_annotators_for_a_coefficient_of_two() -> None:
    assert "there are 3" in cohen_kappa(np.zeros((4, 3), dtype=int), 2).why


def test_codes_outside_the_scale_are_refused() -> None:
    for bad in (np.array([[0, 2]]), np.array([[-2, 0]])):
        with pytest.raises(ValueError, match="between -1 and 1"):
            tally(bad, 2)
    with pytest.raises(ValueError, match="whole numbers"):
        tally(np.array([[0.5, 1.0]]), 2)


def test_encode_and_matrix() -> None:
    codes, scale = encode(np.array([[3.0, np.nan], [1.0, 3.0]]))
    assert codes.tolist() == [[1, M], [0, 1]] and scale.tolist() == [1.0, 3.0]
    table, rows, people = matrix(np.array([7, 7, 3]), np.array([2, 1, 2]), np.array([0, 1, 1]))
    assert table.tolist() == [[M, 1], [1, 0]]
    assert rows.tolist() == [3, 7] and people.tolist() == [1, 2]


def test_pairwise_is_the_coefficient_of_each_pair() -> None:
    (codes, size), *_ = random_matrices(9, 1, (4,), missing=True)
    found = pairwise("cohen-kappa", codes, size)
    assert sorted(found) == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    assert found[1, 3] == cohen_kappa(codes[:, [1, 3]], size)


@pytest.mark.parametrize("name", COEFFICIENTS)
def test_interval_is_near_a_bootstrap_by_hand(name: str) -> None:
    """The interval against drawing whole documents and computing the coefficient anew: of 40 documents somewhat wider,
    since it has Student's t and percentiles have not."""
    rng = np.random.default_rng(10)
    truth = rng.integers(0, 3, (120, 1))
    codes = np.where(rng.random((120, 2)) < 0.7, truth, rng.integers(0, 3, (120, 2)))
    codes[rng.random(codes.shape) < 0.05] = M
    found = agreement(name, tally(codes, 3), documents=np.repeat(np.arange(40), 3))
    cells = codes.reshape(40, 3, 2)
    draws = [agreement(name, tally(cells[rng.integers(0, 40, 40)].reshape(-1, 2), 3)).value for _ in range(600)]
    low, high = np.quantile(np.array(draws, dtype=float), [0.025, 0.975])
    assert found.low < found.value < found.high
    assert 1.0 < (found.high - found.low) / (high - low) < 1.3
