"""Intervals by source document, against other ways that share no code: matrices by hand, loops, statsmodels, scipy."""

from __future__ import annotations

import io
import itertools
import math

import numpy as np
import pytest
import scipy.stats
import statsmodels.api
from statsmodels.stats.proportion import proportion_confint

from benchmarks import coverage
from galley.core.stats.agreement_coefficients import COEFFICIENTS, agreement
from galley.core.stats.calibration import area
from galley.core.stats.clusters import ASSUMED, by_document, share
from galley.core.stats.detection_counts import balanced_accuracy, detection
from galley.core.stats.distinct_rows import tally
from galley.core.stats.intervals import wilson
from galley.core.stats.student import t_quantile


def test_the_t_quantile_equals_scipy() -> None:
    for df in (0.5, 1, 1.3, 2, 3.7, 10, 19, 49.5, 500, 1e4, 1e6):
        for confidence in (0.5, 0.8, 0.95, 0.99, 0.9999):
            assert t_quantile(df, confidence) == pytest.approx(scipy.stats.t.ppf((1 + confidence) / 2, df), rel=1e-8)
    with pytest.raises(ValueError, match="above 0"):
        t_quantile(0)


def root(matrix: np.ndarray) -> np.ndarray:
    """The inverse of the symmetric square root."""
    values, vectors = np.linalg.eigh(matrix)
    return (vectors / np.sqrt(values)) @ vectors.T


def by_matrices(y: np.ndarray, document: np.ndarray) -> tuple[float, float]:
    """CR2 of a mean and Bell and McCaffrey's degrees of freedom, by matrices of all cells: their equations (4) to (10)
    with one column of ones."""
    n = len(y)
    hat = np.full((n, n), 1 / n)
    residual = (np.eye(n) - hat) @ y
    variance, columns = 0.0, []
    for each in np.unique(document):
        mine = np.flatnonzero(document == each)
        adjusted = root(np.eye(len(mine)) - hat[np.ix_(mine, mine)])
        variance += float(np.ones(len(mine)) @ adjusted @ residual[mine]) ** 2 / n**2
        columns.append((np.eye(n) - hat)[:, mine] @ adjusted @ np.ones(len(mine)) / n)
    product = np.stack(columns, axis=1).T @ np.stack(columns, axis=1)
    eigen = np.linalg.eigvalsh(product)
    return variance, float(eigen.sum() ** 2 / (eigen**2).sum())


@pytest.mark.parametrize("seed", range(8))
def test_a_share_equals_cr2_by_matrices(seed: int) -> None:
    rng = np.random.default_rng(seed)
    document = np.repeat(np.arange(int(rng.integers(4, 15))), rng.integers(1, 9, 15)[: int(rng.integers(4, 15))].max())
    document = rng.permutation(np.concatenate([document, rng.integers(0, 4, 10)]))
    y = (rng.random(len(document)) < (0.2 + 0.5 * (document % 2))).astype(float)
    variance, df = by_matrices(y, document)
    p = y.mean()
    rarer = len({d for d, v in zip(document, y, strict=True) if v == (p <= 0.5)})
    half = scipy.stats.t.ppf(0.975, min(df, rarer)) * math.sqrt(variance) / (p * (1 - p))
    wanted = [1 / (1 + math.exp(-(math.log(p / (1 - p)) + side * half))) for side in (-1, 1)]
    found = share(*by_document(document, y, np.ones(len(y))), empty="")
    assert found.value == pytest.approx(p) and [found.low, found.high] == pytest.approx(wanted, abs=1e-9)
    assert (found.n, found.documents) == (len(y), len(set(document.tolist())))
    assert found.design == pytest.approx(variance / (p * (1 - p) / len(y)), rel=1e-9)
    # of so many documents of one size the design effect is that of statsmodels' cluster covariance, but for D / (D - 1)
    even = np.repeat(np.arange(60), 5)
    y = (rng.random(300) < rng.beta(1, 2, 60)[even]).astype(float)
    fit = statsmodels.api.OLS(y, np.ones(300)).fit(
        cov_type="cluster", cov_kwds={"groups": even, "use_correction": False}
    )
    found = share(*by_document(even, y, np.ones(300)), empty="")
    mean = y.mean()
    assert found.design == pytest.approx(fit.bse[0] ** 2 * 60 / 59 / (mean * (1 - mean) / 300), rel=1e-9)


def test_a_weighted_share_is_unbiased_where_cells_are_independent() -> None:
    """The same sums by loops over pairs of documents; and of equal weights it is the unweighted one."""
    rng = np.random.default_rng(3)
    document, weight = rng.integers(0, 9, 60), rng.random(60) + 0.2
    y = (rng.random(60) < 0.4).astype(float)
    total = weight.sum()
    p = float(weight @ y) / total
    # each document's sum of w (y - p) is a linear map of the cells
    maps = np.stack([(document == d) * weight - weight[document == d].sum() / total * weight for d in range(9)])
    own = np.array([weight[document == d] @ weight[document == d] for d in range(9)])
    covariance = maps @ maps.T
    scale = own / np.diag(covariance)
    variance = sum(scale[d] * float(maps[d] @ y) ** 2 for d in range(9)) / total**2
    df = (scale @ np.diag(covariance)) ** 2 / (np.outer(scale, scale) * covariance**2).sum()
    rarer = sum(bool(y[document == d].any()) for d in range(9)) if p <= 0.5 else 0
    half = scipy.stats.t.ppf(0.975, min(df, rarer)) * math.sqrt(variance) / (p * (1 - p))
    found = share(*by_document(document, weight * y, weight, weight**2), empty="", n=60)
    at = math.log(p / (1 - p))
    assert [found.low, found.high] == pytest.approx([1 / (1 + math.exp(-at - s * half)) for s in (-1, 1)], abs=1e-9)
    three = share(*by_document(document, 3 * y, np.full(60, 3.0), np.full(60, 9.0)), empty="", n=60)
    one = share(*by_document(document, y, np.ones(60)), empty="")
    assert (three.low, three.high) == pytest.approx((one.low, one.high), abs=1e-12)


def test_where_each_document_has_one_cell_it_is_wilsons_interval() -> None:
    for n in (1, 2, 7, 50, 400):
        for hits in {0, 1, n // 3, n - 1, n}:
            rows = np.arange(n) < hits
            found = share(rows, np.ones(n), empty="")
            low, high = proportion_confint(hits, n, method="wilson")
            assert (found.low, found.high) == pytest.approx((low, high), abs=1e-9)
            assert found.design is None


def test_where_no_variance_is_seen_a_correlation_is_assumed() -> None:
    cells = np.array([5.0, 5, 2, 8])
    worth = 20 / (1 + (sum(cells**2) / 20 - 1) * ASSUMED)
    for hits in (0.0, 20.0):
        found = share(cells * hits / 20, cells, empty="")
        low, high = proportion_confint(hits * worth / 20, worth, method="wilson")
        assert (found.low, found.high) == pytest.approx((low, high), abs=1e-9)
    alone = share([3], [9], empty="")  # one document shows nothing of how documents differ
    assert (alone.low, alone.high) == pytest.approx(wilson(9 / (1 + 8 * ASSUMED) / 3, 9 / (1 + 8 * ASSUMED)))
    even = share([2, 2, 2], [4, 4, 4], empty="")
    assert even.low < 0.2 and even.high > 0.8
    assert share([], [], empty="there is none").why == "Undefined because there is none."
    assert share([0, 0], [0, 0], empty="there is none").value is None


@pytest.mark.parametrize("hit", [[1], [2], [1, 1], [5], [8, 1]])
def test_a_rare_outcome_in_one_or_two_documents_has_an_interval_that_says_something(hit: list[int]) -> None:
    """The finding: one tie of 813 cells had 0 to 99.8 %, Student's t with one degree of freedom."""
    document = np.repeat(np.arange(102), 8)[:813]
    y = np.zeros(813)
    for number, each in enumerate(hit):
        y[8 * number : 8 * number + each] = 1
    variance, df = by_matrices(y, document)
    p, sizes = y.mean(), np.bincount(document)
    worth = 813**2 / sum(size * (1 + (size - 1) * ASSUMED) for size in sizes)
    half = scipy.stats.t.ppf(0.975, df) * math.sqrt(variance) / (p * (1 - p))
    wilsons = proportion_confint(p * worth, worth, method="wilson")
    ends = [1 / (1 + (1 - p) / p * math.exp(-side * half)) for side in (-1, 1)]
    wanted = [min(ends[0], wilsons[0]), max(ends[1], wilsons[1])]
    for found in (
        share(*by_document(document, y, np.ones(813)), empty=""),
        share(*by_document(document, 1 - y, np.ones(813)), empty=""),
    ):
        low, high = (found.low, found.high) if found.value < 0.5 else (1 - found.high, 1 - found.low)
        assert [low, high] == pytest.approx(wanted, abs=1e-9)
        exact = proportion_confint(len(hit), 102, method="beta")  # of documents, whatever they hold
        assert 0 < low < p < high < max(0.02, 1.6 * exact[1] * max(hit) / 8)


def test_an_interval_is_as_wide_where_one_more_document_has_the_outcome() -> None:
    """Of a document, two, three, …: each is wider than the last by less than half, none jumps."""
    cells = np.full(100, 8)
    wide = [
        found.high - found.low for k in range(8) for found in [share(np.arange(100) < k, cells, empty="")]
    ]
    assert all(b < 1.9 * a and b > 0.75 * a for a, b in itertools.pairwise(wide)), wide


@pytest.mark.parametrize("yes", [1, 2])
def test_figures_of_which_gold_has_few_yes_have_an_interval_that_says_something(yes: int) -> None:
    """The sisters: balanced accuracy, F1, MCC, the area under the curve and agreement, with one or two documents."""
    counts = np.tile([0, 0, 8, 0], (100, 1))
    counts[:yes] = [3, 1, 3, 1]
    found = detection(counts)
    for each in (found.bacc, found.f1, found.mcc, found.precision, found.recall):
        assert 0 <= each.low < each.value < each.high <= 1
    assert found.bacc.low > 0.4 and found.bacc.high - found.bacc.low < 0.5
    score = np.tile([0.1, 0.2, 0.3, 0.4], 100) + np.arange(400) % 7 / 100
    truth = np.zeros(400, dtype=bool)
    truth[[3, 7][:yes]] = True
    curve = area(score, truth, np.repeat(np.arange(100), 4))
    assert 0 < curve.low < curve.value <= curve.high <= 1 and curve.low > 0.1
    codes = np.zeros((800, 2), dtype=int)
    codes[[0, 8][:yes], :] = 1
    codes[[1, 9][:yes], 0] = 1
    alike = agreement("alpha-nominal", tally(codes, 2), documents=np.repeat(np.arange(100), 8))
    assert -1 <= alike.low < alike.value < alike.high <= 1 and alike.high < 1


def test_about_this_project_the_interval_closes_as_it_is_reviewed() -> None:
    hits, cells = np.array([3, 0, 5, 1, 2, 0, 4]), np.full(7, 5)
    new = share(hits, cells, empty="")
    some = [share(hits, cells, empty="", taken=taken) for taken in (0, 0.3, 0.9, 1)]
    widths = [found.high - found.low for found in some]
    assert widths[0] == new.high - new.low and widths == sorted(widths, reverse=True) and widths[-1] == 0
    none = [share(0 * hits, cells, empty="", taken=taken).high for taken in (0, 0.9, 1)]
    assert none[0] > none[1] > none[2] == 0
    counts = np.array([[2, 1, 6, 1], [0, 1, 4, 0], [3, 0, 9, 2], [1, 0, 2, 1]])
    for figure in ("precision", "recall", "f1", "bacc", "mcc"):
        wide, half, done = (getattr(detection(counts, fraction=taken), figure) for taken in (0.0, 0.5, 1.0))
        assert wide.high - wide.low > half.high - half.low > done.high - done.low == 0


def left_out_one_by_one(counts: np.ndarray) -> tuple[float, float]:
    """Balanced accuracy and its jackknife variance, by a loop."""

    def bacc(rows: np.ndarray) -> float:
        tp, fp, tn, fn = rows.sum(axis=0)
        return (tp / (tp + fn) + tn / (tn + fp)) / 2

    each = [bacc(np.delete(counts, d, axis=0)) for d in range(len(counts))]
    mean = sum(each) / len(each)
    return bacc(counts), (len(each) - 1) / len(each) * sum((value - mean) ** 2 for value in each)


def test_balanced_accuracy_equals_a_jackknife_by_a_loop() -> None:
    rng = np.random.default_rng(5)
    counts = rng.integers(0, 4, (12, 4))
    counts[:, 2] += 1
    counts[3:, 0] = counts[3:, 3] = 0  # gold's yes is in three documents
    counts[:3, [0, 3]] = [[2, 1], [1, 0], [0, 2]]
    value, variance = left_out_one_by_one(counts)
    half = scipy.stats.t.ppf(0.975, 2) * math.sqrt(variance) / (value * (1 - value))
    at = math.log(value / (1 - value))
    found = balanced_accuracy(counts)
    assert found.value == pytest.approx(value)
    assert [found.low, found.high] == pytest.approx([1 / (1 + math.exp(-at - s * half)) for s in (-1, 1)], abs=1e-9)


def test_balanced_accuracy_of_a_judge_without_misses_has_an_interval_all_the_same() -> None:
    counts = np.array([[2, 0, 5, 0], [1, 0, 4, 0], [3, 1, 6, 0]])
    recall = share(counts[:, 0], counts[:, 0], empty="")
    quiet = share(counts[:, 2], counts[:, 2] + counts[:, 1], empty="")
    value = (1 + quiet.value) / 2
    found = balanced_accuracy(counts)
    low = value - math.hypot(1 - recall.low, quiet.value - quiet.low) / 2
    assert (found.value, found.low) == pytest.approx((value, low))
    assert found.high == pytest.approx(min(1, value + (quiet.high - quiet.value) / 2))
    perfect = detection(np.array([[2, 0, 5, 0], [1, 0, 4, 0]]))
    for figure in (perfect.f1, perfect.bacc, perfect.mcc, perfect.precision):
        assert figure.value == figure.high == 1 and 0 < figure.low < 0.9


@pytest.mark.parametrize("name", list(COEFFICIENTS))
def test_agreement_equals_a_jackknife_by_a_loop(name: str) -> None:
    rng = np.random.default_rng(7)
    people = 2 if COEFFICIENTS[name][1] else 3
    document = rng.integers(0, 14, 90)
    codes = np.where(rng.random((90, people)) < 0.75, rng.integers(0, 3, (90, 1)), rng.integers(0, 3, (90, people)))
    codes[rng.random(codes.shape) < 0.1] = -1
    found = agreement(name, tally(codes, 3), documents=document)
    # fleiss-kappa takes cells with the most common number of verdicts alone; so do those that are left out
    kept = np.ones(90, dtype=bool)
    if name == "fleiss-kappa":
        number = (codes >= 0).sum(axis=1)
        kept = number == np.bincount(number[number >= 2]).argmax()
    each = [agreement(name, tally(codes[kept & (document != d)], 3)).value for d in range(14)]
    variance = 13 / 14 * sum((value - np.mean(each)) ** 2 for value in each)
    said = [[v for v in row if v >= 0] for row in codes]
    usable = [len(row) >= 2 and k for row, k in zip(said, kept, strict=True)]
    common = np.bincount([v for row, u in zip(said, usable, strict=True) if u for v in row]).argmax()
    apart = {d for d, row, u in zip(document, said, usable, strict=True) if u and len(set(row)) > 1}
    other = {
        d for d, row, u in zip(document, said, usable, strict=True)
        if u and any(row.count(value) >= 2 for value in set(row) - {common})
    }  # fmt: skip
    if name == "percent":
        assert found.low < found.value < found.high
        return
    half = scipy.stats.t.ppf(0.975, min(13, len(apart), len(other))) * math.sqrt(variance) / (1 - found.value)
    wanted = [1 - (1 - found.value) * math.exp(side * half) for side in (1, -1)]
    assert [found.low, found.high] == pytest.approx([max(wanted[0], -1), wanted[1]], abs=1e-9)
    assert found.documents == 14 and found.design is not None


def test_full_agreement_is_not_taken_for_certain() -> None:
    codes = np.repeat(np.array([[0, 0], [1, 1], [0, 0], [0, 0]]), 3, axis=0)
    found = agreement("cohen-kappa", tally(codes, 2), documents=np.repeat(np.arange(4), 3))
    assert found.value == found.high == 1 and 0 < found.low < 0.6 and not found.why
    more = agreement("cohen-kappa", tally(np.tile(codes, (20, 1)), 2), documents=np.repeat(np.arange(80), 3))
    assert found.low < more.low < 1


def test_the_intervals_cover() -> None:
    """``make coverage`` in short: fewer runs, all cells in which a coverage is demanded."""
    out = io.StringIO()
    found = coverage.table(60, lambda cell: cell.demanded, out)
    lines = out.getvalue().splitlines()
    # with so few runs a sound cell of 95 % is called wrong about once in eight hundred
    failed = [each.line() for each in found if each.covered < coverage.DEMANDED - 3.5 * max(each.error, 0.03)]
    assert not failed and len(lines) == len(found) > 200
    figures = {each.figure.split()[0] for each in found}
    assert {"share", "recall", "bacc", "f1", "mcc", "alpha-nominal", "cohen-kappa", "estimate"} <= figures
    together = {}
    for each in found:
        together.setdefault(each.figure.split()[0], []).append(each.covered)
    # over all cells of a figure there are thousands of runs
    assert all(np.mean(each) > 0.94 for each in together.values()), together


def test_the_table_finds_an_interval_that_does_not_cover() -> None:
    cell = next(each for each in coverage.cells() if each.figure == "share" and each.icc == 0.6 and each.rate == 0.5)
    assert cell.demanded

    def alone(rng: np.random.Generator) -> dict[str, tuple[object, float]]:
        (found, truth) = cell.draw(rng)["share"]
        low, high = wilson(found.value * found.n, found.n)  # as if the cells were independent
        return {"share": (type(found)(found.value, low, high, found.n), truth)}

    wrong = coverage.Cell("share", 20, cell.sizes, cell.rate, cell.icc, cell.rarer, alone)
    (measured,) = coverage.measure(wrong, 200, 0)
    assert measured.failed and "FAILED" in measured.line()
