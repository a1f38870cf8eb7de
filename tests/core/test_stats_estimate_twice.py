"""Prediction-powered, stratified and clustered estimates against a second implementation: loops, full matrices, scipy.

``glide-py``, against which these could be held, cannot be installed here; this one shares no code with ours."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import scipy.stats

from galley.core.stats.prediction_powered import rates
from galley.core.stats.strata import fit_strata

Array = np.ndarray[Any, Any]


def second(
    f: Array, y: Array, documents: Array, chance: Array, power: float | None, project: bool
) -> tuple[float, ...]:
    """(value, low, high, power), document by document; y is -1 where it was not reviewed."""
    names = sorted(set(documents.tolist()))
    cells = {d: [i for i in range(len(f)) if documents[i] == d] for d in names}
    seen = {d: [i for i in cells[d] if y[i] >= 0] for d in names}
    total = sum(1 / chance[i] for d in names for i in seen[d])
    mean_y = sum(y[i] / chance[i] for d in names for i in seen[d]) / total
    mean_f = sum(f[i] / chance[i] for d in names for i in seen[d]) / total
    every = sum(f) / len(f)
    own = [sum((y[i] - mean_y) / chance[i] for i in seen[d]) / total for d in names]
    other = [
        sum(f[i] - every for i in cells[d]) / len(f) - sum((f[i] - mean_f) / chance[i] for i in seen[d]) / total
        for d in names
    ]
    if power is None:
        below = sum(each * each for each in other)
        power = min(max(-sum(a * b for a, b in zip(own, other, strict=True)) / below, 0.0), 1.0) if below else 0.0
    value = power * every + sum((y[i] - power * f[i]) / chance[i] for d in names for i in seen[d]) / total
    influence = {d: a + power * b for d, a, b in zip(names, own, other, strict=True)}
    left = 1.0
    if project:  # the judge's mean is known; a part counts as far as it might not have been drawn
        mean = mean_y - power * mean_f
        left = max(0.0, 1 - sum(len(seen[d]) for d in names) / total)
        for d in names:
            weight = sum(1 / chance[i] for i in seen[d])
            open_ = 1 - len(seen[d]) / weight if seen[d] else 0.0
            part = sum((y[i] - power * f[i] - mean) / chance[i] for i in seen[d]) / total
            influence[d] = part * math.sqrt(max(open_, 0.0))
    mine = [d for d in names if seen[d]]
    # CR2: the covariance of the documents' residual sums under independent cells, as a full matrix
    square = np.array([sum(1 / chance[i] ** 2 for i in seen[d]) for d in mine])
    share = np.array([sum(1 / chance[i] for i in seen[d]) for d in mine]) / total
    hat = np.eye(len(mine)) - np.outer(share, np.ones(len(mine)))
    covariance = hat @ np.diag(square) @ hat.T
    scale = square / np.diag(covariance)
    score = np.array([influence[d] for d in mine]) * total
    variance = float((scale * score**2).sum()) / total**2
    weighted = np.diag(np.sqrt(scale)) @ covariance @ np.diag(np.sqrt(scale))
    df = float(np.trace(weighted) ** 2 / np.trace(weighted @ weighted))
    if 0 < power < 1:
        variance *= len(mine) / (len(mine) - 1)
    variance += sum(influence[d] ** 2 for d in names if not seen[d])
    # two pseudo-observations of each answer added, each of the weight that a review has on average
    each, imagined = float(square.sum()) / total, 2 * left
    padded = total + 2 * imagined * each
    hits = sum((y[i] - power * f[i]) / chance[i] for d in names for i in seen[d])
    shift = (hits + imagined * each * (1 - power)) / padded
    spread = imagined * each**2 * ((1 - shift) ** 2 + (power + shift) ** 2)
    t = float(scipy.stats.t.ppf(0.975, max(min(df, len(mine) - 1), 1)))
    half = t * math.sqrt(variance * (total / padded) ** 2 + spread / padded**2)
    value = min(max(value, 0.0), 1.0)
    low, high = power * every + shift - half, power * every + shift + half
    return value, min(max(low, 0.0), value), max(min(high, 1.0), value), power


def population(seed: int, count: int = 25) -> tuple[Array, Array, Array]:
    """Cells of ``count`` documents that hang together: the judge's word, the truth, the documents."""
    rng = np.random.default_rng(seed)
    documents = np.repeat(np.arange(count), rng.integers(1, 7, count))
    truth = rng.random(len(documents)) < rng.beta(1, 2, count)[documents]
    flags = np.where(truth, rng.random(len(truth)) < 0.8, rng.random(len(truth)) < 0.2)
    return flags.astype(float), truth.astype(float), documents


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("power", [None, 0.0, 1.0])
@pytest.mark.parametrize("project", [False, True])
@pytest.mark.parametrize("design", ["cells", "documents", "strata"])
def test_both_implementations_agree(seed: int, power: float | None, project: bool, design: str) -> None:
    flags, truth, documents = population(seed)
    rng = np.random.default_rng(100 + seed)
    if design == "documents":  # whole ones: the clusters that were drawn are those that intervals go by
        chosen = rng.permutation(25)[:10]
        seen, chance = np.isin(documents, chosen), np.full(len(flags), 10 / 25)
    else:
        chance = np.full(len(flags), 0.4) if design == "cells" else np.where(flags == 1, 0.6, 0.25)
        seen = rng.random(len(flags)) < chance
    reviews = np.where(seen, truth, -1)
    ours = rates(flags, reviews, documents, chance, power=power, project=project)
    theirs = second(flags, reviews, documents, chance, power, project)
    found = ours.corrected_rate
    assert (found.value, found.low, found.high, ours.power) == pytest.approx(theirs, abs=1e-9)
    assert (found.n, ours.valid) == (int(seen.sum()), True)


@pytest.mark.parametrize("seed", range(4))
def test_a_stratified_estimate_agrees_and_is_the_stratified_mean(seed: int) -> None:
    """But for what cross-fitting takes from it: the means of other folds are not those of all."""
    flags, truth, documents = population(seed, 200)
    rng = np.random.default_rng(200 + seed)
    stratum = (2 * flags + (rng.random(len(flags)) < 0.5)).astype(int)
    chance, seen = np.zeros(len(flags)), np.zeros(len(flags), dtype=bool)
    for each in np.unique(stratum):
        members = np.flatnonzero(stratum == each)
        many = max(2, len(members) // 3)
        seen[rng.permutation(members)[:many]] = True
        chance[members] = many / len(members)
    reviews = np.where(seen, truth, -1)
    opinion = fit_strata(reviews, chance, stratum, documents)
    ours = rates(opinion, reviews, documents, chance).corrected_rate
    theirs = second(opinion, reviews, documents, chance, None, False)
    assert (ours.value, ours.low, ours.high) == pytest.approx(theirs[:3], abs=1e-9)
    mean = sum(
        (stratum == each).mean() * truth[(stratum == each) & seen].mean() for each in np.unique(stratum)
    )
    assert ours.value == pytest.approx(mean, abs=0.01)


def test_ties_tiny_numbers_and_silence() -> None:
    """Two reviewed cells of two documents, a judge that always says the same, a document without a review."""
    flags, documents = np.ones(6), np.array([0, 0, 1, 1, 2, 2])
    reviews = np.array([1.0, -1, 0, -1, -1, -1])
    chance = np.full(6, 1 / 3)
    ours = rates(flags, reviews, documents, chance)
    assert (ours.corrected_rate.value, ours.corrected_rate.low, ours.corrected_rate.high, ours.power) == pytest.approx(
        second(flags, reviews, documents, chance, None, False), abs=1e-9
    )
