"""Detection figures, closed-form intervals, calibration and word overlap."""

from __future__ import annotations

import math

import numpy as np
import pytest
import scipy.stats
from sklearn.metrics import (
    balanced_accuracy_score,
    brier_score_loss,
    f1_score,
    matthews_corrcoef,
    precision_score,
    recall_score,
    roc_auc_score,
    roc_curve,
)
from statsmodels.stats.proportion import proportion_confint

from galley.core.stats.calibration import calibration
from galley.core.stats.detection_counts import confusion, detection
from galley.core.stats.intervals import fisher, proportion, wilson
from galley.core.stats.rouge import exact_match, tokens, unigram_f1


def test_figures_equal_scikit_learn() -> None:
    rng = np.random.default_rng(1)
    for _ in range(200):
        size = int(rng.integers(8, 200))
        gold = (rng.random(size) < rng.uniform(0.2, 0.8)).astype(int)
        judge = np.where(rng.random(size) < rng.uniform(0.3, 1), gold, rng.integers(0, 2, size))
        if len(set(gold)) < 2 or len(set(judge)) < 2:
            continue
        found = detection(confusion(judge, gold).counts)
        assert found.n == size
        for figure, wanted in (
            (found.precision, precision_score(gold, judge)),
            (found.recall, recall_score(gold, judge)),
            (found.f1, f1_score(gold, judge)),
            (found.bacc, balanced_accuracy_score(gold, judge)),
            (found.mcc, matthews_corrcoef(gold, judge)),
        ):
            assert figure.value == pytest.approx(wanted, abs=1e-9)


def test_open_cells_and_silent_judges_are_counted_not_taken_for_no() -> None:
    judge = np.array([1, 0, -1, 1, -1, 0])
    gold = np.array([1, 1, 1, -1, -1, 0])
    found = confusion(judge, gold, np.array([5, 5, 5, 9, 9, 9]))
    assert found.counts.tolist() == [[1, 0, 0, 1], [0, 0, 1, 0]]
    assert found.left_out == {"cells without gold": 2, "cells without a verdict of the judge": 1}
    assert detection(found.counts, found.left_out).recall.left_out == found.left_out


def test_intervals_by_item_are_wider_where_items_hang_together() -> None:
    rng = np.random.default_rng(2)
    right = np.repeat(rng.random(100) < 0.7, 10)
    gold = np.tile([0, 1], 500)
    judge = np.where(right, gold, 1 - gold)
    alone = detection(confusion(judge, gold).counts).bacc
    grouped = detection(confusion(judge, gold, np.repeat(np.arange(100), 10)).counts).bacc
    assert alone.value == grouped.value
    assert (grouped.high - grouped.low) > 2.5 * (alone.high - alone.low)


def test_one_document_has_a_wide_interval() -> None:
    found = detection(confusion(np.array([1, 0, 1]), np.array([1, 0, 0]), np.zeros(3)).counts)
    assert found.bacc.value == 0.75 and found.bacc.documents == 1
    assert found.bacc.low < 0.45 and found.bacc.high > 0.9 and found.bacc.why == ""


@pytest.mark.parametrize(
    ("counts", "undefined"),
    [
        ([0, 0, 0, 0], {"precision", "recall", "f1", "bacc", "mcc"}),
        ([0, 0, 9, 0], {"precision", "recall", "f1", "bacc", "mcc"}),
        ([0, 0, 9, 2], {"precision", "mcc"}),
        ([0, 3, 9, 0], {"recall", "bacc", "mcc"}),
        ([5, 0, 0, 2], {"bacc", "mcc"}),
        ([5, 4, 0, 0], {"mcc"}),
        ([5, 4, 3, 2], set()),
    ],
)
def test_undefined_figures_say_why(counts: list[int], undefined: set[str]) -> None:
    found = detection(counts)
    for name in ("precision", "recall", "f1", "bacc", "mcc"):
        figure = getattr(found, name)
        assert (figure.value is None) == (name in undefined), name
        if name in undefined:
            assert figure.why.startswith("Undefined because ") and figure.why.endswith(".")
        else:
            assert figure.low <= figure.value <= figure.high and figure.low < figure.high


def test_large_counts_do_not_overflow() -> None:
    big = detection([4 * 10**7, 3 * 10**7, 2 * 10**7, 10**7])
    assert big.mcc.value == pytest.approx(detection([4, 3, 2, 1]).mcc.value, abs=1e-12)


def test_proportion_intervals_equal_statsmodels() -> None:
    for n in (1, 2, 7, 50, 1000):
        for hits in {0, 1, n // 3, n - 1, n}:
            for confidence in (0.8, 0.95, 0.99):
                low, high = proportion_confint(hits, n, 1 - confidence, method="wilson")
                assert wilson(hits, n, confidence) == pytest.approx((low, high), abs=1e-9)
    assert proportion(0, 0, empty="nothing was decided").why == "Undefined because nothing was decided."


def test_fisher_interval_of_a_worked_example() -> None:
    # r = .5, n = 28: z = .5493 +- 1.96 / 5.
    low, high = fisher(0.5, 28) or (0.0, 0.0)
    assert (low, high) == pytest.approx((np.tanh(0.549306 - 0.391993), np.tanh(0.549306 + 0.391993)), abs=1e-5)
    assert fisher(0.5, 3) is None and fisher(1.0, 30) is None


def test_calibration_against_scikit_learn_and_by_hand() -> None:
    rng = np.random.default_rng(3)
    sure = rng.integers(0, 11, 500) / 10
    gold = (rng.random(500) < sure**2).astype(int)
    documents = np.repeat(np.arange(50), 10)
    found = calibration(sure, gold, documents)
    assert found.brier.value == pytest.approx(brier_score_loss(gold, sure), abs=1e-9)
    place = np.minimum((sure * 10).round().astype(int), 9)
    by_hand = sum(
        abs(sure[place == k].mean() - gold[place == k].mean()) * (place == k).mean() for k in np.unique(place)
    )
    assert found.error.value == pytest.approx(by_hand, abs=1e-12)
    assert [b.observed_share.n for b in found.bins] == np.bincount(place, minlength=10).tolist()
    for figure in (found.brier, found.error, found.area):
        assert figure.low < figure.value < figure.high
    assert found.area.value == pytest.approx(roc_auc_score(gold, sure), abs=1e-12)
    wrong, hit, thresholds = roc_curve(gold, sure, drop_intermediate=False)
    assert np.array(found.roc) == pytest.approx(np.column_stack([wrong, hit, thresholds]))


def test_the_area_has_the_jackknife_of_a_loop() -> None:
    rng = np.random.default_rng(4)
    documents = rng.integers(0, 12, 80)
    gold = (rng.random(80) < rng.random(12)[documents]).astype(int)
    sure = np.round(np.clip(0.3 * gold + rng.random(80), 0, 1), 1)
    found = calibration(sure, gold, documents).area
    each = [roc_auc_score(gold[documents != d], sure[documents != d]) for d in range(12)]
    variance = 11 / 12 * sum((value - np.mean(each)) ** 2 for value in each)
    sides = min(len(set(documents[gold == value])) for value in (0, 1))
    value = found.value
    half = scipy.stats.t.ppf(0.975, min(12, sides) - 1) * math.sqrt(variance) / (value * (1 - value))
    at = math.log(value / (1 - value))
    assert (found.low, found.high) == pytest.approx(tuple(1 / (1 + math.exp(-at - s * half)) for s in (-1, 1)))
    certain = calibration(gold.astype(float), gold, documents).area
    assert certain.value == certain.high == 1 and 0.5 < certain.low < 0.95
    assert "only one value" in calibration(sure, np.ones(80), documents).area.why


def test_calibration_of_nothing_says_so() -> None:
    found = calibration(np.array([np.nan, 0.5]), np.array([1, -1]))
    assert found.brier.value is None and found.brier.why.startswith("Undefined because no cell")
    assert found.brier.left_out == {"cells without gold": 1, "cells without a confidence": 1}
    assert all(b.confidence is None and b.observed_share.value is None for b in found.bins)
    with pytest.raises(ValueError, match="outside"):
        calibration(np.array([80.0]), np.array([1]))


@pytest.mark.parametrize(
    ("first", "second", "f1"),
    [
        ("The cat sat.", "the cat sat", 1.0),
        ("the cat the cat", "the dog", 1 / 3),
        ("cat", "dog", 0.0),
        ("東京は雨", "東京は晴れ", 6 / 9),
        ("GPT模型 v2", "gpt模型", 6 / 7),
        ("", "", None),
        ("...", "word", 0.0),
    ],
)
def test_unigram_f1(first: str, second: str, f1: float | None) -> None:
    found, other = unigram_f1(first, second), unigram_f1(second, first)
    assert found.f1 == other.f1 and (found.precision, found.recall) == (other.recall, other.precision)
    assert found.f1 is None if f1 is None else found.f1 == pytest.approx(f1, abs=1e-12)


def test_tokens_keep_marks_and_exact_match_ignores_punctuation() -> None:
    assert tokens("नमस्ते दुनिया") == ["नमस्ते", "दुनिया"]
    assert tokens("Cafe\u0301, naïve—2nd!") == ["café", "naïve", "2nd"]
    assert tokens("한국어 문장") == ["한국어", "문장"]
    assert exact_match(" The  Answer. ", "the answer") and not exact_match("answer the", "the answer")
