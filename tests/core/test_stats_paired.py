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
from galley.core.metrics.comparing import UNTOLD
from galley.core.stats.detection_counts import bacc_figure, mcc_figure
from galley.core.stats.paired import correlated, difference, holm
from tests.core.building import project, record


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
    found = difference(first, second, bacc_figure)
    assert found.value == pytest.approx(bacc(first) - bacc(second)) and found.documents == 9
    each = [bacc(np.delete(first, d, 0)) - bacc(np.delete(second, d, 0)) for d in range(9)]
    variance = 8 / 9 * sum((value - sum(each) / 9) ** 2 for value in each)
    apart = sum(bool((first[d] != second[d]).any()) for d in range(9))
    half = scipy.stats.t.ppf(0.975, min(8, apart)) * math.sqrt(variance)
    assert (found.low, found.high) == pytest.approx((found.value - half, found.value + half))
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
    found = difference(first, second, bacc_figure)
    gaps = [bacc(np.delete(first, d, 0)) - bacc(np.delete(second, d, 0)) for d in range(40)]
    spread = math.sqrt(39 / 40 * sum((gap - sum(gaps) / 40) ** 2 for gap in gaps))
    worth = 200 / (1 + 4 * 0.3)
    half = max(scipy.stats.t.ppf(0.975, 39) * spread, proportion_confint(0, worth, method="wilson")[1])
    assert (found.low, found.high) == pytest.approx((found.value - half, found.value + half))
    assert found.high - found.low < 0.2


@pytest.mark.parametrize("documents", [2, 3, 4])
def test_no_end_is_farther_than_two_figures_can_be_apart(documents: int) -> None:
    for seed in range(20):
        first, second = two(documents, seed, better=0.3)
        for figure, most in ((bacc_figure, 1.0), (mcc_figure, 2.0)):
            found = difference(first, second, figure, most=most)
            if found.value is not None:
                assert -most <= found.low <= found.value <= found.high <= most


def test_drawn_swaps_come_near_to_all_of_them_and_can_be_stopped() -> None:
    first, second = two(11, seed=4, better=0.15)
    exact = difference(first, second, bacc_figure)
    # the same documents twice over, so that they are too many to count, against a loop
    a, b = np.tile(first, (2, 1)), np.tile(second, (2, 1))
    drawn = difference(a, b, bacc_figure, resamples=20_000, seed=1)
    rng, far = np.random.default_rng(2), 0
    for _ in range(4_000):
        swap = rng.random(22) < 0.5
        far += abs(bacc(np.where(swap[:, None], b, a)) - bacc(np.where(swap[:, None], a, b))) >= abs(drawn.value) - 1e-9
    assert drawn.value == pytest.approx(exact.value) and drawn.p == pytest.approx(far / 4_000, abs=0.015)
    assert drawn.p < exact.p
    with pytest.raises(Cancelled):
        difference(a, b, bacc_figure, cancelled=lambda: True)


def test_judges_that_are_alike_are_told_apart_as_rarely_as_said() -> None:
    wrong = outside = 0
    for seed in range(400):
        found = difference(*two(30, seed, better=0.0), bacc_figure, resamples=400, seed=seed)
        wrong += found.p <= 0.05
        outside += not found.low <= 0 <= found.high
    assert wrong <= 33 and outside <= 33  # 20 of 400, and three standard errors


def test_the_same_judge_twice_is_no_certain_tie() -> None:
    first, _ = two(6)
    found = difference(first, first, bacc_figure)
    assert (found.value, found.p) == (0, 1) and found.low < -0.1 and found.high > 0.1
    none = difference(np.empty((0, 4)), np.empty((0, 4)), bacc_figure)
    assert none.value is None and none.why == "Undefined because no document has both."
    silent = np.array([[0, 0, 4, 0]])
    assert "undefined over what both have" in difference(silent, silent, bacc_figure).why


@pytest.mark.parametrize("kind", ["pearson", "spearman"])
def test_correlations_equal_scipy_and_a_loop(kind: str) -> None:
    rng = np.random.default_rng(6)
    documents = np.repeat(np.arange(8), 3)
    y = rng.normal(size=24) + np.repeat(rng.normal(size=8), 3)
    x, other = y + rng.normal(0, 0.5, 24), np.round(y + rng.normal(0, 1.5, 24))
    measure = scipy.stats.pearsonr if kind == "pearson" else scipy.stats.spearmanr
    found = correlated(x, other, y, documents, kind=kind)
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
    assert "same throughout" in correlated(x, np.ones(24), y, documents).why


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
            return registry.compute("comparing", made.reader(), params).rows

        found = {(row["first"], row["second"]): row for row in rows()}
        assert set(found) == {("good", "bad"), ("good", "worse"), ("bad", "worse")}
        assert found["good", "bad"]["said"] == found["good", "worse"]["said"] == "good is higher"
        assert found["bad", "worse"]["said"] == UNTOLD and found["bad", "worse"]["documents"] == 14
        p = [row["p"] for row in found.values()]
        assert [row["p_holm"] for row in found.values()] == pytest.approx(multipletests(p, method="holm")[1].tolist())
        assert all(row["value"] == pytest.approx(row["first_value"] - row["second_value"]) for row in found.values())
        detected = registry.compute("detection", made.reader(), Params(criteria=("changed-meaning",))).rows
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
