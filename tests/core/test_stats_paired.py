"""Paired comparisons against loops by hand, scipy and statsmodels."""

from __future__ import annotations

import itertools
import math
from pathlib import Path

import numpy as np
import pytest
import scipy.stats
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

from galley.core.errors import Cancelled, InputError
from galley.core.metrics import registry
from galley.core.metrics.base import Params
from galley.core.metrics.comparisons import INCONCLUSIVE
from galley.core.stats.detection_counts import MEASURES
from galley.core.stats.paired_differences import SHARE, compare_correlations, difference, holm
from tests.core.building import project, record

BACC = MEASURES["bacc"]


def bacc(rows: np.ndarray) -> float:
    tp, fp, tn, fn = rows.sum(axis=0)
    return tp / (tp + fn) / 2 + tn / (tn + fp) / 2


def two(documents: int, seed: int = 1, better: float = 0.25) -> tuple[np.ndarray, np.ndarray]:
    """tp, fp, tn, fn of two judges by document, of which the first is right more often."""
    rng = np.random.default_rng(seed)
    gold = np.array([[2, 3]] * documents)
    found = []
    for right in (0.6 + better, 0.6):
        tp, tn = rng.binomial(gold[:, 0], right), rng.binomial(gold[:, 1], right)
        found.append(np.column_stack([tp, gold[:, 1] - tn, tn, gold[:, 0] - tp]))
    return found[0], found[1]


def test_the_difference_its_interval_and_p_equal_loops() -> None:
    first, second = two(9)
    found = difference(first, second, BACC)
    assert found.value == pytest.approx(bacc(first) - bacc(second)) and found.documents == 9
    each = [bacc(np.delete(first, d, 0)) - bacc(np.delete(second, d, 0)) for d in range(9)]
    variance = 8 / 9 * sum((value - sum(each) / 9) ** 2 for value in each)
    half = scipy.stats.t.ppf(0.975, 8) * math.sqrt(variance)
    assert (found.low, found.high) == pytest.approx((found.value - half, found.value + half))
    assert found.differ == sum(bool((first[d] != second[d]).any()) for d in range(9))
    far = 0
    for swaps in itertools.product([False, True], repeat=9):
        a, b = first.copy(), second.copy()
        for d, swap in enumerate(swaps):
            if swap:
                a[d], b[d] = second[d], first[d]
        far += abs(bacc(a) - bacc(b)) >= abs(found.value) - 1e-9
    assert found.p == pytest.approx(far / 2**9)


@pytest.mark.parametrize("differ", [1, 2])
def test_a_difference_in_a_document_or_two_has_an_interval_within_its_ends(differ: int) -> None:
    """The finding: Student's t with one degree of freedom, and ends beyond 100 points."""
    first = np.tile([2, 0, 3, 0], (40, 1))
    second = first.copy()
    second[:differ] = [0, 0, 3, 2]
    found = difference(first, second, BACC)
    gaps = [bacc(np.delete(first, d, 0)) - bacc(np.delete(second, d, 0)) for d in range(40)]
    spread = math.sqrt(39 / 40 * sum((gap - sum(gaps) / 40) ** 2 for gap in gaps))
    worth = 200 / (1 + 4 * 0.3)
    half = max(scipy.stats.t.ppf(0.975, 39) * spread, proportion_confint(0, worth, method="wilson")[1])
    assert (found.low, found.high) == pytest.approx((found.value - half, found.value + half))
    assert found.high - found.low < 0.2


def limits(pairs: list[tuple[float, float]]) -> tuple[float, float, float]:
    """A share of (hits, cells) by document with statsmodels' Wilson limits over the cells that these are worth."""
    cells = sum(n for _, n in pairs)
    worth = cells**2 / sum(n + 0.3 * n * (n - 1) for _, n in pairs)
    value = sum(hits for hits, _ in pairs) / cells
    return value, *proportion_confint(value * worth, worth, method="wilson")


def halves(rows: list[tuple[float, float, float]]) -> tuple[float, float, float]:
    """The mean of two shares with limits."""
    (p, low, high), (q, other_low, other_high) = rows
    value = (p + q) / 2
    return value, value - math.hypot(p - low, q - other_low) / 2, value + math.hypot(high - p, other_high - q) / 2


@pytest.mark.parametrize("figure", [*MEASURES, "rate"])
def test_a_rare_error_has_the_interval_of_wilsons_limits(figure: str) -> None:
    """20 documents, of which four have the error: the jackknife covered 69 to 92 % of such."""
    rng = np.random.default_rng(12)
    tables = []
    for right in (0.9, 0.5):
        rows = np.zeros((20, 4))
        for d in range(20):
            yes = 2 * (d < 4)
            hit = rng.binomial(yes, right)
            false = int(d in (1, 6, 9, 14))
            rows[d] = hit, false, 5 - yes - false, yes - hit
        tables.append(rows)
    ends = []
    for rows in tables:
        tp, fp, tn, fn = rows.T
        recall = limits([*zip(tp[:4], (tp + fn)[:4], strict=True)])
        flagged = (tp + fp) > 0
        cells = (tp + fn)[:4].sum()
        worth = cells**2 / sum(n + 0.3 * n * (n - 1) for n in (tp + fn)[:4])
        f1 = 2 * tp.sum() / (2 * tp + fp + fn).sum()
        sums = rows.sum(axis=0)
        bottom = (sums[0] + sums[1]) * (sums[0] + sums[3]) * (sums[2] + sums[1]) * (sums[2] + sums[3])
        mcc = (sums[0] * sums[2] - sums[1] * sums[3]) / math.sqrt(bottom)
        around = proportion_confint((mcc + 1) / 2 * worth, worth, method="wilson")
        ends.append({
            "recall": recall,
            "precision": limits([*zip(tp[flagged], (tp + fp)[flagged], strict=True)]),
            "bacc": halves([recall, limits([*zip(tn, tn + fp, strict=True)])]),
            "f1": (f1, *proportion_confint(f1 * worth, worth, method="wilson")),
            "mcc": (mcc, *(2 * end - 1 for end in around)),
            "rate": limits([(hits, 5) for hits in tp]),
        }[figure])  # fmt: skip
    (p1, l1, u1), (p2, l2, u2) = ends
    if figure == "rate":
        found = difference(*(np.column_stack([rows[:, 0], np.full(20, 5.0)]) for rows in tables), SHARE)
    else:
        found = difference(*tables, MEASURES[figure])
    d = p1 - p2
    wanted = d - math.hypot(p1 - l1, u2 - p2), d + math.hypot(u1 - p1, p2 - l2)
    assert (found.value, found.low, found.high) == pytest.approx((d, *wanted), abs=1e-12)
    if figure == "rate":
        return
    least = tables[0].copy(), tables[1].copy()
    for rows in least:
        rows[2:4] = 0, 0, 5, 0  # the error in two documents
        rows[[6, 9, 14]] = 0, 0, 5, 0  # a flag in two at most
    again = difference(*least, MEASURES[figure])
    assert again.value is not None and again.low is None
    assert again.why == "No interval because fewer than 3 source documents have cells that the figure is about."


def test_precision_rests_on_the_documents_with_flags() -> None:
    """Seven documents have flags, right ones and wrong ones; with six degrees of freedom."""
    first = np.array([[1, 1, 3, 0]] * 7 + [[0, 0, 5, 0]] * 13, dtype=float)
    second = first.copy()
    second[:4] = [1, 2, 2, 0]
    found = difference(first, second, MEASURES["precision"])
    total = first.sum(axis=0), second.sum(axis=0)
    each = []
    for d in range(20):
        one, two_ = total[0] - first[d], total[1] - second[d]
        each.append(one[0] / (one[0] + one[1]) - two_[0] / (two_[0] + two_[1]))
    half = scipy.stats.t.ppf(0.975, 6) * math.sqrt(19 / 20 * sum((e - sum(each) / 20) ** 2 for e in each))
    assert (found.low, found.high) == pytest.approx((found.value - half, found.value + half))


@pytest.mark.parametrize("documents", [2, 3, 4])
def test_no_end_is_farther_than_two_figures_can_be_apart(documents: int) -> None:
    for seed in range(20):
        first, second = two(documents, seed, better=0.3)
        for measure, most in ((BACC, 1.0), (MEASURES["mcc"], 2.0)):
            found = difference(first, second, measure)
            if found.low is not None:
                assert -most <= found.low <= found.value <= found.high <= most


def test_drawn_swaps_come_near_to_all_of_them_and_can_be_stopped() -> None:
    first, second = two(11, seed=4, better=0.15)
    exact = difference(first, second, BACC)
    # the same documents twice over, so that they are too many to count, against a loop
    a, b = np.tile(first, (2, 1)), np.tile(second, (2, 1))
    drawn = difference(a, b, BACC, resamples=20_000, seed=1)
    rng, far = np.random.default_rng(2), 0
    for _ in range(4_000):
        swap = rng.random(22) < 0.5
        far += abs(bacc(np.where(swap[:, None], b, a)) - bacc(np.where(swap[:, None], a, b))) >= abs(drawn.value) - 1e-9
    assert drawn.value == pytest.approx(exact.value) and drawn.p == pytest.approx(far / 4_000, abs=0.015)
    assert drawn.p < exact.p
    with pytest.raises(Cancelled):
        difference(a, b, BACC, cancelled=lambda: True)


def test_judges_that_are_alike_are_told_apart_as_rarely_as_said() -> None:
    wrong = outside = 0
    for seed in range(400):
        found = difference(*two(30, seed, better=0.0), BACC, resamples=400, seed=seed)
        wrong += found.p <= 0.05
        outside += not found.low <= 0 <= found.high
    assert wrong <= 33 and outside <= 33  # 20 of 400, and three standard errors


def test_the_same_judge_twice_is_no_certain_tie() -> None:
    first, _ = two(6)
    found = difference(first, first, BACC)
    assert (found.value, found.p) == (0, 1) and found.low < -0.1 and found.high > 0.1
    none = difference(np.empty((0, 4)), np.empty((0, 4)), BACC)
    assert none.value is None and none.why == "Undefined because no document has both."
    silent = np.array([[0, 0, 4, 0]])
    assert "undefined over the cells that both answered" in difference(silent, silent, BACC).why


@pytest.mark.parametrize("kind", ["pearson", "spearman"])
def test_correlations_equal_scipy_and_a_loop(kind: str) -> None:
    rng = np.random.default_rng(6)
    documents = np.repeat(np.arange(8), 3)
    y = rng.normal(size=24) + np.repeat(rng.normal(size=8), 3)
    x, other = y + rng.normal(0, 0.5, 24), np.round(y + rng.normal(0, 1.5, 24))
    measure = scipy.stats.pearsonr if kind == "pearson" else scipy.stats.spearmanr
    found = compare_correlations(x, other, y, documents, kind=kind)
    assert found.first == pytest.approx(measure(x, y).statistic)
    assert found.second == pytest.approx(measure(other, y).statistic)
    assert found.low < found.value < found.high and found.documents == 8
    a, b = (scipy.stats.zscore(scipy.stats.rankdata(s) if kind == "spearman" else s) for s in (x, other))
    c = scipy.stats.rankdata(y) if kind == "spearman" else y
    far = 0
    for swaps in itertools.product([False, True], repeat=8):
        swap = np.array(swaps)[documents]
        one, two_ = np.where(swap, b, a), np.where(swap, a, b)
        gap = scipy.stats.pearsonr(one, c).statistic - scipy.stats.pearsonr(two_, c).statistic
        far += abs(gap) >= abs(found.value) - 1e-9
    assert found.p == pytest.approx(far / 2**8)
    assert "same throughout" in compare_correlations(x, np.ones(24), y, documents).why


def test_holm_equals_statsmodels() -> None:
    rng = np.random.default_rng(8)
    for size in (1, 2, 7, 20):
        p = rng.random(size) ** 3
        assert holm(p.tolist()) == pytest.approx(multipletests(p, method="holm")[1].tolist())
    assert holm([None, 0.02, None, 0.04]) == [None, 0.04, None, 0.04]


def test_a_project_says_who_is_higher_and_what_cannot_be_told(tmp_path: Path) -> None:
    """Judges "good", "bad" and "worse" on fourteen dialogues with errors in every other sentence."""
    rng = np.random.default_rng(3)
    lines = []
    for number in range(14):
        one = record(key=f"k{number}", verdicts=[], judged=[])
        one["documents"] = [
            {"id": "dialogue", "role": "dialogue", "turns": [{"speaker": "Ann", "text": f"Is ferry {number} late?"}]},
            {"id": "sum-a", "role": "summary", "system": "a", "sentences": ["One.", "Two.", "Three.", "Four."]},
            {"id": "sum-b", "role": "summary", "system": "b", "sentences": ["Five.", "Six."]},
        ]
        for name, right in (("ann", 1.0), ("good", 1.0), ("bad", 0.5), ("worse", 0.45)):
            who = {"annotator": name, "kind": "human" if name == "ann" else "judge", "scheme": "dial-summer"}
            one["judged"].append({**who, "criteria": ["changed-meaning"], "documents": ["sum-a", "sum-b"]})
            for document, count in (("sum-a", 4), ("sum-b", 2)):
                for unit in range(count):
                    if (unit % 2 == 0 and document == "sum-a") == (rng.random() < right):
                        verdict = {"criterion": "changed-meaning", "document": document, "unit": unit, "value": "yes"}
                        one["verdicts"].append(who | verdict)
        lines.append(one)
    with project(tmp_path, *lines) as made:
        def rows(*options: str, **more: object) -> list[dict[str, object]]:
            params = Params(criteria=("changed-meaning",), options=options, **more)
            return registry.compute("comparing", made.read_connection(), params).rows

        found = {(row["first"], row["second"]): row for row in rows()}
        assert set(found) == {("good", "bad"), ("good", "worse"), ("bad", "worse")}
        assert found["good", "bad"]["said"] == found["good", "worse"]["said"] == "good is higher"
        assert found["bad", "worse"]["said"] == INCONCLUSIVE and found["bad", "worse"]["documents"] == 14
        p = [row["p"] for row in found.values()]
        assert [row["p_holm"] for row in found.values()] == pytest.approx(multipletests(p, method="holm")[1].tolist())
        assert all(row["value"] == pytest.approx(row["first_value"] - row["second_value"]) for row in found.values())
        detected = registry.compute("detection", made.read_connection(), Params(criteria=("changed-meaning",))).rows
        bad = next(row for row in detected if row["judge"] == "bad")
        assert found["good", "bad"]["second_value"] == pytest.approx(bad["s_bacc"])
        (systems,) = rows("between=systems")
        assert (systems["first"], systems["second"], systems["value"]) == ("a", "b", 0.5)
        assert systems["said"] == "a is higher" and systems["n"] == 14 * 6
        assert [row["by"] for row in rows("between=systems", judges=("bad",))] == ["bad"]
        for kind in ("pearson", "spearman", "recall"):
            assert len(rows(f"figure={kind}")) == 3
        for wrong in ("between=people", "figure=kappa", "family=none"):
            with pytest.raises(InputError):
                rows(wrong)
        with pytest.raises(InputError, match="there is no figure 'recall'; use one of: rate"):
            rows("between=systems", "figure=recall")
