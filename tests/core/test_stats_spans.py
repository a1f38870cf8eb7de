"""Span agreement against character by character counting; the bootstrap and Dawid and Skene's model."""

from __future__ import annotations

import itertools

import krippendorff
import numpy as np
import pytest

from galley.core.errors import Cancelled
from galley.core.stats.bootstrap import resample
from galley.core.stats.spans import overlap_f1, span_alpha, stretches

Columns = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]


def random_spans(rng: np.random.Generator, texts: int = 12, people: int = 3) -> Columns:
    lengths = rng.integers(0, 80, texts)
    judged = rng.random((texts, people)) < 0.8
    rows = []
    for text, person in zip(*np.nonzero(judged), strict=True):
        for _ in range(rng.integers(0, 4)):
            start, end = sorted(rng.integers(0, lengths[text] + 1, 2))
            rows.append((text, person, start, end))
    columns = np.array(rows, dtype=int).reshape(-1, 4).T
    return lengths, judged, *columns


def characters(spans: Columns) -> np.ndarray:
    """Texts laid end to end, a column an annotator: 1, 0 or NaN a character."""
    lengths, judged, *columns = spans
    parts = []
    for text, length in enumerate(lengths):
        marks = np.where(judged[text], 0.0, np.nan) * np.ones((length, 1))
        for t, person, start, end in zip(*columns, strict=True):
            if t == text:
                marks[start:end, person] = 1
        parts.append(marks)
    return np.concatenate(parts)


def test_spans_equal_counting_characters() -> None:
    rng = np.random.default_rng(1)
    for _ in range(200):
        spans = random_spans(rng)
        cut, marks = stretches(*spans), characters(spans)
        alpha = krippendorff.alpha(reliability_data=marks.T, level_of_measurement="nominal")
        assert span_alpha(cut).value == pytest.approx(alpha, abs=1e-9)
        both = either = 0.0
        for a, b in itertools.combinations(range(3), 2):
            known = ~np.isnan(marks[:, a]) & ~np.isnan(marks[:, b])
            both += 2 * (marks[known, a] * marks[known, b]).sum()
            either += marks[known][:, [a, b]].sum()
        assert overlap_f1(cut).value == pytest.approx(both / either, abs=1e-9)


def test_overlapping_and_repeated_spans_count_once() -> None:
    cut = stretches([10], [[True, True]], [0, 0, 0, 0], [0, 0, 0, 1], [2, 2, 4, 4], [6, 6, 8, 10])
    assert overlap_f1(cut).value == pytest.approx(2 * 4 / (6 + 6))


def test_intervals_by_item() -> None:
    spans = random_spans(np.random.default_rng(2), texts=60)
    cut, items = stretches(*spans), np.arange(60) // 2
    for found in (overlap_f1(cut, items), span_alpha(cut, items)):
        assert found.low < found.value < found.high
    assert overlap_f1(cut, items) == overlap_f1(cut, items)


def test_degenerate_spans_give_a_sentence() -> None:
    empty: list[int] = []
    nobody = stretches([10, 5], [[True, True], [True, True]], empty, empty, empty, empty)
    assert overlap_f1(nobody).why == "Undefined because nobody marked a span in these texts."
    assert span_alpha(nobody).why == "Undefined because the annotators marked every character or none."
    alone = stretches([10], [[True, False]], [0], [0], [1], [3])
    for found in (overlap_f1(alone), span_alpha(alone)):
        assert found.why == "Undefined because no text was judged by two annotators."
        assert found.left_out == {"texts judged by one": 1}
    with pytest.raises(ValueError, match="outside"):
        stretches([10], [[True, True]], [0], [0], [4], [11])
    with pytest.raises(ValueError, match="did not judge"):
        stretches([10], [[True, False]], [0], [1], [4], [6])


def mean(sums: np.ndarray) -> np.ndarray:
    return np.asarray(sums[:, 0] / sums[:, 1])


@pytest.mark.parametrize("distinct", [True, False])
def test_bootstrap_of_a_mean_has_the_known_width(distinct: bool) -> None:
    """Both ways of drawing, items one by one and merged, against the standard error of a mean."""
    rng = np.random.default_rng(3)
    values = rng.normal(size=4000) if distinct else rng.integers(0, 5, 4000).astype(float)
    found = resample(np.column_stack([values, np.ones(4000)]), mean, seed=1)
    half = 1.96 * values.std() / np.sqrt(4000)
    assert found.low == pytest.approx(values.mean() - half, abs=0.08 * half)
    assert found.high == pytest.approx(values.mean() + half, abs=0.08 * half)


def test_bootstrap_says_what_it_cannot_do() -> None:
    assert resample(np.ones((0, 2)), mean).why == "No interval because there is no item to resample."
    assert resample(np.ones((1, 2)), mean).why == "No interval because there is one item to resample."
    assert resample(np.ones((9, 2)), mean).why == "No interval because every resample gives the same value."
    rare = np.column_stack([np.eye(10)[0], np.eye(10)[0]])

    def share(sums: np.ndarray) -> np.ndarray:
        return np.where(sums[:, 1] == 0, np.nan, sums[:, 0] / np.maximum(sums[:, 1], 1))

    found = resample(rare, share)
    assert found.low is None and found.undefined_count > 500 and "resamples have no value" in found.why
    with pytest.raises(ValueError, match="at least 1"):
        resample(rare, share, resamples=0)


def test_bootstrap_answers_a_cancel_at_once() -> None:
    table = np.random.default_rng(4).random((100_000, 4))
    asked = [0]

    def cancelled() -> bool:
        asked[0] += 1
        return asked[0] > 2

    with pytest.raises(Cancelled):
        resample(table, mean, cancelled=cancelled)
    assert asked[0] == 3, "nothing is computed after the answer"
