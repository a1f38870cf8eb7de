"""Dawid and Skene's model on their own data, against slow loops, and on simulated annotators."""

from __future__ import annotations

import math
import statistics

import numpy as np
import pytest
import scipy.stats

from galley.core.errors import Cancelled
from galley.core.stats.bootstrap import Interval
from galley.core.stats.dawid_skene_intervals import alike, ends, refit_draws
from galley.core.stats.dawid_skene_model import DawidSkene, dawid_skene, find_identifiable

# Dawid and Skene 1979, Table 1: 45 patients, five anaesthetists, grades 1 to 4; the first judged each three
# times. One word a patient: the seven grades in the order of the observers.
ANAESTHETISTS = """
1111111 3334343 1122122 2223121 2223222 2223322 1222111 3333433 2222223 2322223 4444444 2223343
1111111 2223212 1211111 1112111 1111111 1111111 2222221 2221322 2222222 2222221 2223222 2212222
1111111 1111111 2322222 1111111 1111111 1121121 1111111 3333233 1111111 2222222 2223232 4334343
2212232 2323233 3333432 1111111 1111111 1212111 2322222 1211111 2222222
""".split()


def anaesthetists() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rows = [
        (patient, observer, int(grade) - 1)
        for patient, word in enumerate(ANAESTHETISTS)
        for observer, grade in zip([1, 1, 1, 2, 3, 4, 5], word, strict=True)
    ]
    cells, annotators, codes = np.array(rows).T
    return cells, annotators, codes


def slow(
    cells: np.ndarray, annotators: np.ndarray, codes: np.ndarray, size: int, steps: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The equations of the paper as loops, for maximum likelihood."""
    rows = list(zip(cells, annotators, codes, strict=True))
    people, patients = sorted(set(annotators)), sorted(set(cells))
    belief = {i: np.zeros(size) for i in patients}
    for i, _, v in rows:
        belief[i][v] += 1
    belief = {i: b / b.sum() for i, b in belief.items()}
    share, errors = np.zeros(size), {}
    for _ in range(steps):
        share = np.mean([belief[i] for i in patients], axis=0)
        errors = {a: np.zeros((size, size)) for a in people}
        for i, a, v in rows:
            errors[a][:, v] += belief[i]
        errors = {a: e / e.sum(axis=1, keepdims=True) for a, e in errors.items()}
        for i in patients:
            product = share.copy()
            for j, a, v in rows:
                if j == i:
                    product = product * errors[a][:, v]
            belief[i] = product / product.sum()
    return np.array([belief[i] for i in patients]), np.array([errors[a] for a in people]), share


def test_the_data_of_the_paper() -> None:
    found = dawid_skene(*anaesthetists(), 4, right=0, wrong=0)
    assert found.why == "" and len(found.cells) == 45 and found.annotators.tolist() == [1, 2, 3, 4, 5]
    # Table 2 of the paper gives the prevalences as .40, .42, .11, .07.
    assert found.prevalence.round(2).tolist() == [0.40, 0.42, 0.11, 0.07]
    assert found.posterior.sum(axis=1) == pytest.approx(np.ones(45))
    assert found.confusion.sum(axis=2) == pytest.approx(np.ones((5, 4)))
    # A patient on whom all seven verdicts agree is settled.
    assert found.posterior[0, 0] > 0.999 and found.posterior[10, 3] > 0.999


def test_equals_slow_loops() -> None:
    found = dawid_skene(*anaesthetists(), 4, right=0, wrong=0, tolerance=0, steps=15)
    posterior, confusion, share = slow(*anaesthetists(), 4, 15)
    assert found.posterior == pytest.approx(posterior, abs=1e-9)
    assert found.confusion == pytest.approx(confusion, abs=1e-9)
    assert found.prevalence == pytest.approx(share, abs=1e-9)
    assert "did not converge within 15 steps" in found.why


def test_likelihood_never_falls() -> None:
    for right, wrong in ((0.0, 0.0), (1.0, 0.1), (5.0, 2.0)):
        trace = np.array(dawid_skene(*anaesthetists(), 4, right=right, wrong=wrong).log_likelihood)
        assert len(trace) > 3 and np.diff(trace).min() > -1e-9


def test_simulated_annotators_are_recovered_and_beat_the_majority() -> None:
    rng = np.random.default_rng(1)
    truth = (rng.random(3000) < 0.3).astype(int)
    skill = [(0.95, 0.95), (0.9, 0.6), (0.6, 0.9), (0.55, 0.55), (0.2, 0.2)]
    rows = []
    for person, (sensitivity, specificity) in enumerate(skill):
        right = np.where(truth == 1, rng.random(3000) < sensitivity, rng.random(3000) < specificity)
        seen = rng.random(3000) < 0.8
        given = np.where(right, truth, 1 - truth)[seen]
        rows.append(np.stack([np.flatnonzero(seen), np.full(seen.sum(), person), given]))
    cells, people, codes = np.hstack(rows)
    found = dawid_skene(cells, people, codes, 2)
    for person, (sensitivity, specificity) in enumerate(skill):
        wanted = (specificity, sensitivity)
        assert np.diag(found.confusion[person]) == pytest.approx(wanted, abs=0.06)
    assert found.prevalence[1] == pytest.approx(0.3, abs=0.03)
    known = truth[found.cells]
    yes = np.bincount(cells, weights=codes, minlength=3000) / np.maximum(np.bincount(cells, minlength=3000), 1)
    majority = (yes[found.cells] > 0.5).astype(int)
    assert (found.posterior.argmax(axis=1) == known).mean() > (majority == known).mean() + 0.05


@pytest.mark.parametrize(
    ("cells", "people", "codes", "word"),
    [
        ([], [], [], "no verdict"),
        ([1, 2], [1, 1], [0, 1], "three annotators"),
        ([1, 2], [1, 2], [0, 1], "three annotators"),
        ([1, 1, 2, 2], [1, 2, 1, 2], [0, 1, 1, 1], "three annotators"),
        ([1, 1, 2, 2, 3, 3, 4, 4], [1, 2, 2, 3, 3, 4, 4, 1], [0, 1] * 4, "three annotators"),  # a ring of four
        ([1, 1, 1, 2, 2, 2], [1, 2, 3, 1, 2, 3], [0, 0, 0, 0, 0, 0], "same value"),
        ([1, 2], [1, 2], [-1, -1], "no verdict"),
    ],
)
def test_degenerate_input_gives_a_sentence(cells: list[int], people: list[int], codes: list[int], word: str) -> None:
    found = dawid_skene(np.array(cells), np.array(people), np.array(codes, dtype=int), 2)
    assert found.why.startswith("Undefined because ") and word in found.why and not found.posterior.size


def test_can_be_stopped_and_refuses_codes_outside_the_scale() -> None:
    with pytest.raises(Cancelled):
        dawid_skene(*anaesthetists(), 4, cancelled=lambda: True)
    with pytest.raises(ValueError, match="below 3"):
        dawid_skene(*anaesthetists(), 3)


# Draws of documents, and who errs alike ------------------------------------------------------------------------------


def simulated(
    seed: int, humans: int, alike: float, documents: int = 60, each: int = 8
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(codes, documents, truth): people who err by themselves, and two judges who copy one answer in the share
    ``alike``; some answers are missing."""
    chance = np.random.default_rng(seed)
    size = documents * each
    truth = chance.random(size) < 0.25
    columns = [
        np.where(truth, chance.random(size) < yes, chance.random(size) >= no)
        for yes, no in [(0.9, 0.95), (0.85, 0.9), (0.8, 0.95)][:humans]
    ]
    shared = np.where(truth, chance.random(size) < 0.7, chance.random(size) < 0.2)
    for _ in range(2):
        own = np.where(truth, chance.random(size) < 0.7, chance.random(size) < 0.2)
        columns.append(np.where(chance.random(size) < alike, shared, own))
    codes = np.array(columns, dtype=int).T
    codes[chance.random(codes.shape) < 0.05] = -1
    return codes, np.repeat(np.arange(documents), each), truth


def fit(codes: np.ndarray) -> DawidSkene:
    size, people = codes.shape
    return dawid_skene(np.repeat(np.arange(size), people), np.tile(np.arange(people), size), codes.ravel(), 2)


def test_a_draw_of_documents_is_the_fit_to_their_cells_written_out_again() -> None:
    codes, documents, _ = simulated(5, 3, 0.0, documents=12)
    whole = fit(codes)
    prevalence, confusion = refit_draws(codes, documents, whole, draws=4, seed=9)
    for number, times in enumerate(np.random.default_rng(9).multinomial(12, np.full(12, 1 / 12), size=4)):
        again = np.concatenate([codes[documents == d] for d in range(12) for _ in range(times[d])])
        plain = fit(again)
        assert prevalence[number] == pytest.approx(plain.prevalence, abs=0.004)
        assert confusion[number] == pytest.approx(plain.confusion, abs=0.004)


def test_the_intervals_hold_the_true_rates_as_often_as_they_say() -> None:
    inside = []
    for seed in range(40):
        codes, documents, _ = simulated(seed, 3, 0.0, documents=40)
        whole = fit(codes)
        _, confusion = refit_draws(codes, documents, whole, draws=120, seed=1)
        for person, rates in enumerate([(0.9, 0.95), (0.85, 0.9), (0.8, 0.95), (0.7, 0.8), (0.7, 0.8)]):
            for value, rate in ((1, rates[0]), (0, rates[1])):
                found = ends(float(whole.confusion[person, value, value]), confusion[:, person, value, value], 40)
                inside.append(found.low <= rate <= found.high)
    assert 0.93 < np.mean(inside) <= 0.99


def test_the_ends_are_those_of_the_logits_by_hand() -> None:
    draws = np.array([0.7, 0.8, 0.9, np.nan, 0.85, 0.6] * 9)
    logits = [math.log(each / (1 - each)) for each in draws if each == each]
    spread = statistics.stdev(logits) * math.sqrt(12 / 11)
    few = ends(0.8, draws, 12)
    assert (
        few.low is None
        and few.undefined_count == 9
        and few.why == "No interval because 9 of 54 resamples have no value."
    )
    found = ends(0.8, draws[np.isfinite(draws)], 12)
    half = scipy.stats.t.ppf(0.975, 11) * spread
    for end, wanted in ((found.low, math.log(4) - half), (found.high, math.log(4) + half)):
        assert math.log(end / (1 - end)) == pytest.approx(wanted)
    assert ends(0.8, draws[:0], 12) == Interval(None, None)
    assert "one source document" in ends(0.8, draws, 1).why and "same value" in ends(0.8, np.full(9, 0.8), 12).why


def test_who_never_errs_is_not_said_to_err_alike() -> None:
    """Three who always agree were named: what the model takes for granted said that they must differ now and then."""
    truth = np.random.default_rng(1).random(400) < 0.3
    codes = np.repeat(truth[:, None].astype(int), 3, axis=1)
    documents = np.repeat(np.arange(40), 10)
    assert alike(codes, documents, fit(codes)) == []
    codes[:3, 0] ^= 1
    assert alike(codes, documents, fit(codes)) == []


def test_who_errs_alike_is_told_by_t_over_the_documents_that_both_answered() -> None:
    codes, documents, _ = simulated(3, 3, 0.8, documents=12)
    codes[documents > 8, 4] = -1
    whole = fit(codes)
    rates = [
        [[float(whole.posterior[codes[:, p] == v, t].sum() / whole.posterior[codes[:, p] >= 0, t].sum())
          for v in (0, 1)] for t in (0, 1)]
        for p in range(5)
    ]  # fmt: skip
    above = []
    for document in range(9):
        total = 0.0
        for cell in np.flatnonzero((documents == document) & (codes[:, 3] >= 0) & (codes[:, 4] >= 0)):
            due = sum(whole.posterior[cell, t] * rates[3][t][v] * rates[4][t][v] for t in (0, 1) for v in (0, 1))
            total += float(codes[cell, 3] == codes[cell, 4]) - due
        above.append(total)
    p = scipy.stats.ttest_1samp(above, 0).pvalue
    assert sum(above) > 0 and 0 < p < 0.5
    assert (3, 4) in alike(codes, documents, whole, 1 - p * 1.01)
    assert (3, 4) not in alike(codes, documents, whole, 1 - p * 0.99)
    again = (np.repeat(codes, 2, axis=0), np.repeat(documents, 2))
    assert (3, 4) not in alike(*again, fit(again[0]), 1 - p * 0.8), "a copy of every cell tells nothing more"


def test_an_annotator_who_is_in_no_drawn_document_has_no_rates_there() -> None:
    codes, documents, _ = simulated(2, 3, 0.0, documents=6)
    codes[documents != 0, 4] = -1
    _, confusion = refit_draws(codes, documents, fit(codes), draws=50, seed=3)
    times = np.random.default_rng(3).multinomial(6, np.full(6, 1 / 6), size=50)
    assert np.isnan(confusion[:, 4]).all(axis=(1, 2)).tolist() == (times[:, 0] == 0).tolist()
    assert np.isfinite(confusion[:, :4]).all()


@pytest.mark.parametrize("seed", range(6))
def test_two_who_err_alike_are_named_and_two_who_do_not_are_not(seed: int) -> None:
    for humans in (2, 3):
        codes, documents, _ = simulated(seed, humans, 0.0)
        assert alike(codes, documents, fit(codes)) == []
        codes, documents, _ = simulated(seed, humans, 0.9)
        assert alike(codes, documents, fit(codes)), "somebody errs alike, though the model may take them for the truth"
    assert (3, 4) in alike(*simulated(seed, 3, 0.8)[:2], fit(simulated(seed, 3, 0.8)[0]))


def test_who_can_be_told_apart_by_looking_at_every_three() -> None:
    chance = np.random.default_rng(8)
    for _ in range(200):
        given = chance.random((6, 5)) < 0.3
        shared = given.T.astype(int) @ given
        wanted = [
            any(
                shared[a, b] and shared[b, c] and shared[a, c]
                for b in range(5)
                for c in range(5)
                if len({a, b, c}) == 3
            )
            for a in range(5)
        ]
        assert find_identifiable(shared).tolist() == wanted
