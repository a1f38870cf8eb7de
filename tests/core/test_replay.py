"""The replay of recorded judges: its figures by hand, on made-up sets, and its choice of an order."""

from __future__ import annotations

import math
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from benchmarks import replay
from benchmarks.replay_orders import ORDERS, compute_priority, found_at, read_for
from benchmarks.replay_sets import Replayed, made_up, recorded
from galley.core.stats import strata


@pytest.fixture(scope="module")
def sets() -> list[Replayed]:
    return list(made_up(documents=60, seed=5))


def by_hand(replayed: Replayed, order: np.ndarray, share: float) -> tuple[float, float]:
    """Errors per cell read at a share of the cells, and the share read for 95 % of the errors, document by document."""
    total, wrong = len(replayed.error), int(replayed.error.sum())
    read = found = 0
    at = until = math.nan
    for document in order.tolist():
        for cell in range(total):
            if replayed.document[cell] == document:
                read += 1
                found += int(replayed.error[cell])
        if math.isnan(at) and read >= share * total - 1e-9:
            at = found / read
        if math.isnan(until) and found >= 0.95 * wrong - 1e-9:
            until = read / total
    return at, until


def test_what_an_order_finds_is_what_a_loop_counts(sets: list[Replayed]) -> None:
    for replayed in sets:
        for make in ORDERS.values():
            order = make(replayed)
            assert sorted(order.tolist()) == list(range(replayed.documents)), "every document once"
            for share in replay.SHARES:
                at, until = by_hand(replayed, order, share)
                assert found_at(replayed, order, (share,))[0] == pytest.approx(at)
                assert read_for(replayed, order) == pytest.approx(until)


def test_errors_that_nobody_flagged_count() -> None:
    """One error of four is flagged: the order by flags finds it first, and 95 % takes nearly all."""
    nothing = np.zeros(8, dtype=np.int64)
    error, flag = np.array([0, 0, 1, 0, 0, 1, 1, 1]), np.array([0, 1, 0, 0, 0, 0, 0, 1])
    one = Replayed("one", "j", np.arange(8), nothing, error, flag, flag.astype(float), flag.astype(float))
    order = ORDERS["flags"](one)
    assert order.tolist() == [1, 7, 0, 2, 3, 4, 5, 6]
    assert found_at(one, order, (0.25,)) == [0.5] and read_for(one, order) == 1.0


def test_the_default_is_chosen_where_it_was_not_looked_at(sets: list[Replayed]) -> None:
    found = list(replay.orders(sets, 5))
    chosen = replay.choose(found)
    lift = {(each.replayed.collection, each.order): each.lift for each in found}
    collections = [each.collection for each in sets]
    losses = []
    for out, (name, picked, got, _, best) in zip(collections, chosen.left_out, strict=True):
        others = [each for each in collections if each != out]
        means = {order: sum(lift[c, order] for c in others) / len(others) for order in ORDERS}
        assert name == out and means[picked] == pytest.approx(max(means.values()))
        assert got == lift[out, picked] and best == max(lift[out, order] for order in ORDERS)
        losses.append(best - got)
    assert chosen.regret == pytest.approx(sum(losses) / len(losses))


def test_a_good_judge_is_worth_following_and_a_misleading_one_is_not(sets: list[Replayed]) -> None:
    lift = {(each.replayed.collection, each.order): each.lift for each in replay.orders(sets, 5)}
    assert lift["made up, good", "value"] > 1.5
    assert lift["made up, misleading", "value"] < 1


def test_arms_with_known_chances_cover(sets: list[Replayed]) -> None:
    for each in replay.arms(sets[:2], 60):
        for covered in each.at:
            assert covered is None or covered >= 0.93 - 2 * math.sqrt(0.93 * 0.07 / 60), each.line()


def test_the_program_prints_both_tables() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.replay", "--short"], capture_output=True, text=True, timeout=120, check=True,
        cwd=Path(replay.__file__).parents[1],
    )  # fmt: skip
    assert "The default is" in done.stdout and "mean regret" in done.stdout and "by strata" in done.stdout


@pytest.mark.usefixtures("shared_data")
def test_the_order_of_the_program_is_the_one_that_the_records_choose() -> None:
    found = list(replay.orders(list(recorded(replay.DATA)), 5))
    chosen = replay.choose(found)
    assert chosen.chosen == "value" and chosen.regret < 0.05


# What the replay rests on ----------------------------------------------------------------------------------------


def test_allocation_is_in_proportion_to_size_and_spread_with_a_floor() -> None:
    sizes, spreads = [600, 300, 100], [0.1, 0.3, 0.5]
    got = strata.allocate(sizes, spreads, 100, floor=0.2)
    wish = [
        100 * (0.2 * size / 1000 + 0.8 * size * spread / (60 + 90 + 50))
        for size, spread in zip(sizes, spreads, strict=True)
    ]
    assert got.sum() == 100 and all(abs(one - other) < 1 for one, other in zip(got.tolist(), wish, strict=True))
    assert strata.allocate(sizes, [0, 0, 0], 10).tolist() == [6, 3, 1], "no spread known: in proportion"
    assert strata.allocate([5, 3, 1000], [0.5, 0.5, 0.0], 500).tolist() == [5, 3, 492], "no more than there are"
    assert strata.allocate([50, 50, 1], [0.5, 0.5, 0.0], 4)[2] == 1, "one at least from each"
    assert strata.allocate([2, 1], [0.5, 0.5], 10).tolist() == [2, 1]
    for bad in (([1], [-1.0], 1), ([1, 2], [1.0], 1), ([1], [1.0], -1)):
        with pytest.raises(ValueError, match="sizes and spreads"):
            strata.allocate(*bad)


def test_what_strata_say_of_a_cell_comes_from_other_documents() -> None:
    rng = np.random.default_rng(8)
    documents = np.repeat(np.arange(40), 3)
    stratum = rng.integers(0, 3, 120)
    reviews = np.where(rng.random(120) < 0.5, (rng.random(120) < 0.2 + 0.3 * stratum / 2).astype(int), -1)
    chance = np.array([0.3, 0.5, 0.8])[stratum]
    said = strata.fit_strata(reviews, chance, stratum, documents)
    deal = np.random.default_rng(0).permutation(40) % strata.FOLDS
    for cell in range(120):
        hits = weight = 0.0
        for other in range(120):
            elsewhere = deal[documents[other]] != deal[documents[cell]]
            if elsewhere and stratum[other] == stratum[cell] and reviews[other] >= 0:
                weight += 1 / chance[other]
                hits += reviews[other] / chance[other]
        assert said[cell] == pytest.approx(hits / weight)
    flipped = reviews.copy()
    own = documents == 7
    flipped[own & (reviews >= 0)] = 1 - reviews[own & (reviews >= 0)]
    assert np.allclose(strata.fit_strata(flipped, chance, stratum, documents)[own], said[own]), (
        "own answers say nothing"
    )


def test_the_second_stage_is_fixed_by_the_first() -> None:
    def half(n: float, there: float) -> float:
        """What a simple random sample gives, with 10 points at 100 of 1,000."""
        return float(0.10 * ((1 / n - 1 / there) / (1 / 100 - 1 / there)) ** 0.5)

    needed = strata.second_stage(100, 0.10, 0.05, 1000)
    assert half(needed, 1000) <= 0.05 < half(needed - 1, 1000)
    assert strata.second_stage(100, 0.10, 0.05, 10**9) == 400
    assert strata.second_stage(100, 0.04, 0.05, 5000) == 100 and strata.second_stage(100, 0.2, 0.001, 900) == 900
    with pytest.raises(ValueError, match="half width"):
        strata.second_stage(100, 0.1, 0.0, 10)


def test_worth_takes_votes_confidence_and_record() -> None:
    nan = float("nan")
    said = [[1, 1], [1, 0], [0, 0], [nan, nan]]
    both = compute_priority(said, [[nan, nan]] * 4)
    assert both[0] > both[1] > both[2], "agreed flags, then those that judges differ on, then silence"
    assert both[3] == pytest.approx(0.1)
    sure = compute_priority([[1], [1], [0]], [[0.9], [0.6], [0.4]])
    assert sure.tolist() == pytest.approx([(0.5 + 0.9) / 2, (0.5 + 0.6) / 2, (0.1 + 0.4) / 2])
    kept = compute_priority([[1, 0], [0, 1]], [[nan, nan]] * 2, records=[(0, 36, 0, 0), (36, 36, 0, 0)])
    assert kept.tolist() == pytest.approx([(2 / 40 + 0.1) / 2, (38 / 40 + 0.1) / 2])
