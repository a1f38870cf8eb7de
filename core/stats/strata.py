"""Strata: how many to draw from each, and what a stratified draw says, by prediction from the strata.

How many: n_h in proportion to N_h S_h (Neyman 1934, section IV; Cochran 1977, equation 5.26), with a floor to each
stratum, so that every cell keeps a known chance above 0 whatever an early look at the spreads said.

What it says: the judge's opinion in prediction-powered inference (``prediction_powered``) is replaced by the
mean of the reviewed cells of the stratum, cross-fitted: that of a cell comes from documents of other folds. With a
chance per stratum this is the post-stratified mean, and the interval is that of every estimate, by source document.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

FLOOR = 0.2
"""The share of a draw that is dealt in proportion to the size of the strata, whatever their spreads: with it the chance
of no stratum falls below a fifth of what it has without strata."""
FOLDS = 5


def allocate(sizes: ArrayLike, spreads: ArrayLike, n: int, floor: float = FLOOR) -> Ints:
    """How many of ``n`` to draw from each stratum: ``floor`` (0 to 1) of them in proportion to ``sizes`` (what is left
    to draw from), the rest to sizes x ``spreads`` (standard deviations). Never more than there are; what one cannot
    give, the others do. At least one from each that holds any, as far as n goes. Raises: ValueError."""
    stratum_sizes, spread = np.asarray(sizes, dtype=np.int64), np.asarray(spreads, dtype=float)
    if (
        stratum_sizes.shape != spread.shape
        or n < 0
        or not 0 <= floor <= 1
        or (stratum_sizes < 0).any()
        or (spread < 0).any()
    ):
        raise ValueError("sizes and spreads of each stratum, from 0; n from 0; a floor between 0 and 1")
    n = min(n, int(stratum_sizes.sum()))
    weight = stratum_sizes * spread
    if not weight.sum() > 0:
        weight = stratum_sizes.astype(float)
    wish = n * (floor * stratum_sizes / max(stratum_sizes.sum(), 1) + (1 - floor) * weight / max(weight.sum(), 1e-300))
    counts = np.minimum(np.floor(wish), stratum_sizes).astype(np.int64)
    empty = np.flatnonzero((counts == 0) & (stratum_sizes > 0))
    for stratum in empty[np.argsort(-wish[empty], kind="stable")][: n - int(counts.sum())]:
        counts[stratum] = 1
    while (missing := n - int(counts.sum())) > 0:
        open_ = np.flatnonzero(counts < stratum_sizes)
        # the largest remainders first; where one is full the others take what is missing
        order = open_[np.argsort(counts[open_] - wish[open_], kind="stable")]
        counts[order[:missing]] += 1
    return counts


def spreads(errors: ArrayLike, reviewed: ArrayLike) -> Floats:
    """The standard deviation of each stratum from what was reviewed of it, the share of errors drawn towards that of
    all by two imagined reviews: a stratum without an error so far is not taken for one without errors."""
    hits, seen = np.asarray(errors, dtype=float), np.asarray(reviewed, dtype=float)
    whole = (hits.sum() + 0.5) / (seen.sum() + 1)
    rate = (hits + 2 * whole) / (seen + 2)
    return np.sqrt(rate * (1 - rate))


def fit_strata(
    reviews: NDArray[Any], probability: NDArray[Any], stratum: NDArray[Any], documents: NDArray[Any], seed: int = 0
) -> Floats:
    """What the strata say of each cell, 0 to 1: the mean of the reviewed cells of its stratum in documents of other
    folds, weighted by 1 / ``probability``; where these have none, the mean of all reviewed cells of other folds.

    ``reviews``: 1, 0, or -1 where it was not reviewed."""
    y = np.asarray(reviews, dtype=float)
    strata, places = np.unique(np.asarray(stratum), return_inverse=True)
    _, home = np.unique(np.asarray(documents), return_inverse=True)
    deal = np.random.default_rng(seed).permutation(int(home.max()) + 1 if len(home) else 0) % FOLDS
    fold = deal[home]
    seen = y >= 0
    weight = np.where(seen, 1 / np.asarray(probability, dtype=float), 0.0)
    hits = weight * np.where(seen, y, 0.0)
    predictions = np.zeros(len(y))
    for number in range(FOLDS):
        rest = fold != number
        count = np.bincount(places[rest], weights=weight[rest], minlength=len(strata))
        error = np.bincount(places[rest], weights=hits[rest], minlength=len(strata))
        all_of = error.sum() / count.sum() if count.sum() > 0 else 0.0
        mean = np.where(count > 0, error / np.where(count > 0, count, 1), all_of)
        predictions[~rest] = mean[places[~rest]]
    return predictions


def second_stage(reviewed: int, half: float, target_half: float, total_cells: int) -> int:
    """How many reviews of ``there`` until the interval about them is ``wanted`` to either side, when ``reviewed`` made
    it ``half``: half² falls with 1 / n - 1 / there. Two stages (Stein 1945): the second is fixed by the first, and the
    interval is looked at again when it is done. Raises: ValueError."""
    if not 0 < target_half < 1 or not 1 <= reviewed <= total_cells:
        raise ValueError("the half width must lie between 0 and 1, and something be reviewed")
    if half <= target_half or reviewed == total_cells:
        return reviewed
    inverse = 1 / total_cells + (target_half / half) ** 2 * (1 / reviewed - 1 / total_cells)
    return min(total_cells, max(reviewed, math.ceil(1 / inverse - 1e-9)))
