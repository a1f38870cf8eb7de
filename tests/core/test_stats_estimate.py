"""Prediction-powered rates and the stop meter: what they cover, in simulations with fixed seeds."""

from __future__ import annotations

import math

import numpy as np
import pytest
import scipy.stats

from galley.core.stats.confidence_sequence import ConfidenceSequence
from galley.core.stats.prediction_powered import Rates, rates, rates_as_reviewed

ITEMS, PER_ITEM, RUNS = 200, 6, 1000


def population(
    rng: np.random.Generator, rate: float, quality: tuple[float, float]
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Truth, judge and items of one project; errors of one item hang together (correlation .15)."""
    within = np.repeat(rng.beta(rate * 5.667, (1 - rate) * 5.667, ITEMS), PER_ITEM)
    truth = (rng.random(ITEMS * PER_ITEM) < within).astype(float)
    sensitivity, specificity = quality
    flagged = np.where(truth == 1, rng.random(len(truth)) < sensitivity, rng.random(len(truth)) > specificity)
    return truth, flagged.astype(float), np.repeat(np.arange(ITEMS), PER_ITEM)


def draw(rng: np.random.Generator, design: str, flagged: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Which cells are reviewed, and with which probability each could have been."""
    if design == "items":
        chance = np.full(len(flagged), 0.15)
        return np.repeat(rng.random(ITEMS) < 0.15, PER_ITEM), chance
    chance = np.full(len(flagged), 0.12) if design == "cells" else np.where(flagged == 1, 0.4, 0.06)
    return rng.random(len(flagged)) < chance, chance


def one_run(seed: int, rate: float, quality: tuple[float, float], design: str) -> Rates:
    rng = np.random.default_rng(seed)
    truth, flagged, items = population(rng, rate, quality)
    seen, chance = draw(rng, design, flagged)
    return rates(flagged, np.where(seen, truth, -1), items, chance)


@pytest.mark.parametrize(
    ("rate", "quality", "design"),
    [
        (0.02, (0.9, 0.97), "cells"),
        (0.05, (0.6, 0.7), "cells"),
        (0.2, (0.8, 0.9), "cells"),
        (0.5, (0.6, 0.6), "cells"),
        (0.05, (0.8, 0.9), "items"),
        (0.3, (0.7, 0.8), "items"),
        (0.5, (0.95, 0.95), "items"),
        (0.02, (0.6, 0.9), "audit"),
        (0.1, (0.8, 0.9), "audit"),
        (0.4, (0.7, 0.8), "audit"),
    ],
)
def test_intervals_cover(rate: float, quality: tuple[float, float], design: str) -> None:
    """At least 93 of 100 intervals hold the rate behind the data, with the judge and without."""
    runs = [one_run(seed, rate, quality, design) for seed in range(RUNS)]
    for name in ("corrected_rate", "reviews"):
        found = [getattr(run, name) for run in runs]
        covered = np.mean([one.low <= rate <= one.high for one in found])
        assert covered >= 0.93, (name, covered)
        assert np.mean([one.value for one in found]) == pytest.approx(rate, abs=0.006)


def test_a_good_judge_narrows_the_interval_and_the_naive_rate_is_off() -> None:
    runs = [one_run(seed, 0.2, (0.9, 0.9), "cells") for seed in range(200)]
    width = {
        name: np.mean([getattr(run, name).high - getattr(run, name).low for run in runs])
        for name in ("corrected_rate", "reviews")
    }
    assert width["corrected_rate"] < 0.85 * width["reviews"]
    assert np.mean([run.judge.low <= 0.2 <= run.judge.high for run in runs]) < 0.2
    assert np.mean([run.power for run in runs]) > 0.5


def test_a_useless_judge_is_not_listened_to() -> None:
    rng = np.random.default_rng(1)
    truth, _, items = population(rng, 0.3, (0.5, 0.5))
    noise = (rng.random(len(truth)) < 0.5).astype(float)
    seen, chance = draw(rng, "cells", noise)
    found = rates(noise, np.where(seen, truth, -1), items, chance)
    assert found.power < 0.25
    assert found.corrected_rate.value == pytest.approx(found.reviews.value, abs=0.03)


def test_reviews_only_is_agresti_and_coull_for_cells_that_stand_alone() -> None:
    truth = np.repeat([1.0, 0.0, -1.0], [6, 44, 150])
    found = rates(np.zeros(200), truth, np.arange(200), np.full(200, 0.25), power=0.0)
    assert found.reviews.value == pytest.approx(0.12) and found.reviews.n == 50
    centre = 8 / 54
    half = 2.0096 * np.sqrt(centre * (1 - centre) / 54)
    assert found.reviews.low == pytest.approx(centre - half, abs=3e-3)
    assert found.reviews.high == pytest.approx(centre + half, abs=3e-3)


def test_weights_undo_uneven_drawing() -> None:
    """Worked by hand: 3 of 4 flagged cells drawn with 3/4, 1 of 4 others drawn with 1/4."""
    judge = np.array([1, 1, 1, 1, 0, 0, 0, 0.0])
    reviews = np.array([1, 1, 0, -1, 0, -1, -1, -1])
    chance = np.repeat([0.75, 0.25], 4)
    found = rates(judge, reviews, np.arange(8), chance, power=1.0)
    # Weighted reviews: (4/3 + 4/3) / 8 = 1/3; the judge on the same reviews: 4 / 8, and on all cells 1/2.
    assert found.reviews.value == pytest.approx(1 / 3)
    assert found.corrected_rate.value == pytest.approx(1 / 2 + 1 / 3 - 1 / 2)
    assert found.judge.value == pytest.approx(1 / 2) and found.valid


def test_no_error_seen_is_not_no_error() -> None:
    reviews = np.where(np.arange(1000) % 20 == 0, 0.0, -1.0)
    found = rates(np.zeros(1000), reviews, np.arange(1000), np.full(1000, 0.05))
    assert found.corrected_rate.value == 0.0 and found.corrected_rate.low == 0.0
    assert 0.05 < found.corrected_rate.high < 0.12


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (None, "not drawn with a known probability"),
        (np.where(np.arange(40) < 10, np.nan, 0.5), "10 of 40 have no known"),
        (np.where(np.arange(40) < 25, 0.0, 0.5), "25 of 40 could not be drawn"),
    ],
)
def test_it_says_when_the_queue_was_not_sampled(chance: np.ndarray | None, words: str) -> None:
    reviews = np.where(np.arange(40) >= 30, np.arange(40) % 2, -1)
    found = rates(np.full(40, 0.5), reviews, np.arange(40), chance)
    assert not found.valid and words in found.why and found.why.startswith("Not valid for all cells because ")
    assert found.corrected_rate.why == found.reviews.why == found.why
    assert found.reviews.value == pytest.approx(0.5) and found.judge.why == ""


def test_degenerate_reviews_give_a_sentence() -> None:
    none = rates(np.ones(4), np.full(4, -1), np.arange(4), np.full(4, 0.5))
    assert none.corrected_rate.why == "Undefined because no cell was reviewed." and none.corrected_rate.n == 0
    assert none.judge.value == 1.0
    one = rates(np.ones(4), np.array([1, 1, -1, -1]), np.array([0, 0, 1, 1]), np.full(4, 0.5))
    assert one.corrected_rate.why == "Undefined because reviews of at least two items are needed."
    silent = rates(np.full(4, np.nan), np.array([1, 0, 1, 0]), np.arange(4), np.ones(4))
    assert silent.judge.why == "Undefined because the judge scored no cell."
    assert silent.corrected_rate.value == 0.5 and silent.power == 0.0
    empty = rates(np.empty(0), np.empty(0), np.empty(0), np.empty(0))
    assert empty.corrected_rate.value is None and empty.judge.value is None
    with pytest.raises(ValueError, match="above 1"):
        rates(np.ones(2), np.ones(2), np.arange(2), np.array([0.5, 1.5]))


def test_a_judge_that_failed_on_some_cells_is_not_taken_for_no() -> None:
    judge = np.array([1, 0, np.nan, np.nan, 1, 0])
    found = rates(judge, np.array([1, 0, 1, -1, -1, -1]), np.arange(6), np.full(6, 0.5))
    assert found.judge.value == 0.5 and found.judge.n == 4
    assert found.corrected_rate.left_out == {"cells without a verdict of the judge": 2}


def test_confidence_sequence_covers_at_all_times() -> None:
    """Looking after every review: the mean leaves the interval at any time in at most 5 of 100 runs."""
    for rate in (0.05, 0.3, 0.5):
        rng = np.random.default_rng(int(rate * 100))
        missed = 0
        for _ in range(120):
            meter = ConfidenceSequence()
            meter.update((rng.random(300) < rate).astype(float))
            # Once a mean is ruled out it stays out, so the last interval tells of all moments.
            end = meter.interval
            missed += not end.low <= rate <= end.high
        assert missed / 120 <= 0.05


def test_confidence_sequence_does_not_depend_on_batches_and_narrows() -> None:
    values = (np.random.default_rng(2).random(700) < 0.2).astype(float)
    whole, single = ConfidenceSequence(), ConfidenceSequence()
    whole.update(values)
    widths = []
    for value in values:
        single.update([value])
        widths.append(single.interval.high - single.interval.low)
    assert (single.interval.low, single.interval.high) == (whole.interval.low, whole.interval.high)
    assert widths[-1] < 0.6 * widths[99] and widths[99] < 0.6 * widths[9]
    assert whole.interval.n == 700 and whole.interval.value == pytest.approx(values.mean())


def test_another_hundred_foretells_what_comes() -> None:
    rng = np.random.default_rng(3)
    told, came = [], []
    for _ in range(20):
        values = (rng.random(300) < 0.3).astype(float)
        meter = ConfidenceSequence()
        meter.update(values[:200])
        before = meter.interval
        ahead = meter.another(100)
        assert meter.interval == before and ahead.n == 300
        told.append(ahead.high - ahead.low)
        meter.update(values[200:])
        came.append(meter.interval.high - meter.interval.low)
        assert told[-1] < before.high - before.low
    assert np.mean(told) == pytest.approx(np.mean(came), rel=0.05)


def test_confidence_sequence_of_differences_and_of_nothing() -> None:
    rng = np.random.default_rng(4)
    meter = ConfidenceSequence(low=-1.0, high=1.0)
    assert meter.interval.why == meter.another().why == "Undefined because nothing was reviewed yet."
    meter.update(rng.choice([-1.0, 0.0, 1.0], 800, p=[0.05, 0.9, 0.05]))
    found = meter.interval
    assert found.low < 0 < found.high and found.high - found.low < 0.12
    with pytest.raises(ValueError, match="outside"):
        meter.update([1.5])
    with pytest.raises(ValueError, match="below"):
        ConfidenceSequence(low=1.0, high=0.0)


def test_a_moment_is_estimated_from_what_was_reviewed_by_then() -> None:
    rng = np.random.default_rng(8)
    items = np.repeat(np.arange(60), 5)
    truth = (rng.random(300) < 0.2).astype(int)
    said = np.where(rng.random(300) < 0.85, truth, 1 - truth)
    reviewed = np.isin(items, np.arange(40))
    reviews = np.where(reviewed, truth, -1)
    flags_first = np.array(sorted(set(items[said == 1].tolist()))[:5])
    moments = [flags_first, np.arange(20), np.arange(40)]
    found = rates_as_reviewed(said, reviews, items, True, moments)
    for moment, one in zip(moments[1:], found[1:], strict=True):
        seen = np.isin(items, moment)
        share = np.where(said == 1, seen[said == 1].mean(), seen[said == 0].mean())
        whole = rates(said, np.where(seen, truth, -1), items, share)
        for mine, other in (
            (one.corrected_rate, whole.corrected_rate),
            (one.reviews, whole.reviews),
            (one.judge, whole.judge),
        ):
            assert (mine.value, mine.low, mine.high) == pytest.approx((other.value, other.low, other.high), abs=1e-12)
            assert mine.n == other.n
        assert one.valid and one.power == pytest.approx(whole.power, abs=1e-12)
    only_flags = rates_as_reviewed(said, np.where(said == 1, truth, -1), items, True, [np.arange(60)])[0]
    assert not only_flags.valid and "nothing was reviewed yet" in only_flags.why
    unknown = rates_as_reviewed(said, reviews, items, False, [np.arange(40)])[0]
    same = rates(said, reviews, items, None)
    assert (unknown.corrected_rate, unknown.valid) == (same.corrected_rate, False)


def test_about_the_project_only_the_draw_is_left_to_chance() -> None:
    """Against the textbook: a simple random sample of documents of one size, with 1 - n / N (Cochran 1977, 9.3)."""
    rng = np.random.default_rng(11)
    documents, size, drawn = 200, 4, 60
    items = np.repeat(np.arange(documents), size)
    truth = (rng.random(len(items)) < rng.beta(1, 2, documents)[items]).astype(int)
    seen = np.isin(items, rng.choice(documents, drawn, replace=False))
    chance, reviews = np.full(len(items), drawn / documents), np.where(seen, truth, -1)
    nothing = np.zeros(len(items))
    new, here = (rates(nothing, reviews, items, chance, power=0.0, project=p).reviews for p in (False, True))
    each = truth.reshape(-1, size).mean(axis=1)[seen.reshape(-1, size)[:, 0]]
    error = math.sqrt((1 - drawn / documents) * each.var(ddof=1) / drawn)
    wide = math.sqrt(each.var(ddof=1) / drawn)
    t = scipy.stats.t.ppf(0.975, drawn - 1)
    assert here.value == pytest.approx(each.mean())
    assert here.high - here.low == pytest.approx(2 * t * error, rel=0.03)
    assert new.high - new.low == pytest.approx(2 * t * wide, rel=0.03)
    whole = rates(truth.astype(float), truth, items, np.ones(len(items)), project=True)
    for found in (whole.corrected_rate, whole.judge, whole.reviews):
        assert (found.low, found.value, found.high) == pytest.approx((truth.mean(),) * 3, abs=1e-12)


def test_summaries_of_one_source_are_one_document_as_reviews_come_in() -> None:
    rng = np.random.default_rng(12)
    items, said = np.repeat(np.arange(40), 3), rng.integers(0, 2, 120)
    sources = items // 4
    truth = np.where(rng.random(10)[sources] < 0.5, said, 1 - said)
    (found,) = rates_as_reviewed(said, truth, items, False, [np.arange(40)], documents=sources)
    whole = rates(said, truth, sources, None)
    assert (found.corrected_rate.low, found.corrected_rate.high) == pytest.approx(
        (whole.corrected_rate.low, whole.corrected_rate.high)
    )
    (alone,) = rates_as_reviewed(said, truth, items, False, [np.arange(40)])
    assert alone.corrected_rate.high - alone.corrected_rate.low < found.corrected_rate.high - found.corrected_rate.low
