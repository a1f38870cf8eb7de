"""Cells of the table of coverages for figures that are no plain shares: comparisons, calibration, correlations, means.

What correlations and means over items cover is printed, not demanded: their intervals are those of the works.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from benchmarks.covering import Cell, holding, sizes, tilted
from galley.core.metrics.sampling import accepted
from galley.core.stats.calibration import calibration
from galley.core.stats.correlation_coefficients import correlation
from galley.core.stats.macro import draw, interval
from galley.core.stats.paired import PairedDifference, difference
from galley.core.stats.result import Estimate

FEW_DRAWN = 400
"""Resamples of a run: the ends of one interval move by less than its coverage is known to."""


def cells() -> Iterator[Cell]:
    """Every cell of these figures."""
    for documents in (20, 50):
        for rate, icc in ((0.2, 0.0), (0.2, 0.3), (0.38, 0.4), (0.5, 0.3)):
            for judges in (((0.8, 0.9), (0.8, 0.9)), ((0.8, 0.9), (0.5, 0.85))):
                yield _compared(documents, rate, icc, *judges)
            yield _bias(documents, rate, icc)
            yield _confidence(documents, rate, icc)
        for strength in (0.0, 0.5, 0.9):
            yield _correlation(documents, strength)
        for shape in ((5.0, 2.0), (0.8, 0.2)):
            yield _mean(documents, *shape)


def _bacc(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    tp, fp, tn, fn = sums.T
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray((tp / (tp + fn) + tn / (tn + fp)) / 2)


def _estimate(found: PairedDifference) -> Estimate:
    return Estimate(found.value, found.low, found.high, found.documents)


def _compared(
    documents: int, rate: float, icc: float, one: tuple[float, float], two: tuple[float, float]
) -> Cell:
    """The difference of two judges' balanced accuracies over the same cells."""
    truth = (sum(one) - sum(two)) / 2

    def run(rng: np.random.Generator) -> dict[str, tuple[Estimate, float]]:
        n = sizes("5 each", documents, rng)
        yes = rng.binomial(n, tilted(rate, icc, documents, rng))
        tables = []
        for sense, other in (one, two):
            hit = rng.binomial(yes, tilted(sense, icc, documents, rng))
            quiet = rng.binomial(n - yes, tilted(other, icc, documents, rng))
            tables.append(np.column_stack([hit, n - yes - quiet, quiet, yes - hit]))
        return {"difference": (_estimate(difference(tables[0], tables[1], _bacc, resamples=0)), truth)}

    rarer = documents * holding(rate, icc, "5 each")
    return Cell(f"of {one[0]:g}-{two[0]:g}", documents, "5 each", rate, icc, rarer, run)


def _bias(documents: int, rate: float, icc: float) -> Cell:
    """Of the flags on each document some were decided blind, and those that were shown are accepted more often."""
    more = 0.15

    def run(rng: np.random.Generator) -> dict[str, tuple[Estimate, float]]:
        n = sizes("FRANK", documents, rng) + 1
        hidden = rng.binomial(n, 0.4)
        own = tilted(rate, icc, documents, rng)
        tables = [
            np.column_stack([rng.binomial(count, chance), count]).astype(float)
            for count, chance in ((n - hidden, own + more * (1 - own)), (hidden, own))
        ]
        found = difference(tables[0], tables[1], accepted, cells=n, resamples=0)
        return {"bias": (_estimate(found), more * (1 - rate))}

    return Cell("shown-blind", documents, "FRANK", rate, icc, documents * holding(rate, icc, "FRANK") * 0.4, run)


def _confidence(documents: int, rate: float, icc: float) -> Cell:
    """Confidences that are normal scores, half a standard deviation to either side of what is so."""
    apart = 1.2
    far = 200_000
    side = np.random.default_rng(1)
    truth = {"area": 0.5 * (1 + math.erf(apart / 2)), "brier": 0.0}
    for yes, share in ((1.0, rate), (0.0, 1 - rate)):
        score = 1 / (1 + np.exp(-(side.standard_normal(far) + apart * (yes - 0.5))))
        truth["brier"] += share * float(np.mean((score - yes) ** 2))

    def run(rng: np.random.Generator) -> dict[str, tuple[Estimate, float]]:
        n = sizes("5 each", documents, rng)
        place = np.repeat(np.arange(documents), n)
        yes = (rng.random(len(place)) < tilted(rate, icc, documents, rng)[place]).astype(int)
        score = 1 / (1 + np.exp(-(rng.standard_normal(len(place)) + apart * (yes - 0.5))))
        found = calibration(score, yes, place)
        return {"area": (found.area, truth["area"]), "brier": (found.brier, truth["brier"])}

    return Cell("calibration", documents, "5 each", rate, icc, documents * holding(rate, icc, "5 each"), run)


def _correlation(documents: int, strength: float) -> Cell:
    """Pairs of two normal scores."""
    truth = {
        "pearson": strength,
        "spearman": 6 / math.pi * math.asin(strength / 2),
        "kendall": 2 / math.pi * math.asin(strength),
    }

    def run(rng: np.random.Generator) -> dict[str, tuple[Estimate, float]]:
        x, y = rng.standard_normal((2, documents))
        y = strength * x + math.sqrt(1 - strength**2) * y
        return {kind: (correlation(x, y, kind), value) for kind, value in truth.items()}

    return Cell(f"rho {strength:g}", documents, "1 each", strength, 0.0, 0.0, run)


def _mean(items: int, a: float, b: float) -> Cell:
    """The mean over items of a score from 0 to 1, as the works have it: percentiles of a bootstrap of items."""

    def run(rng: np.random.Generator) -> dict[str, tuple[Estimate, float]]:
        drawn = draw(rng.beta(a, b, (items, 1)), resamples=FEW_DRAWN, seed=int(rng.integers(2**31)))
        value, resamples = drawn.mean(0)
        ends = interval(value, resamples, items)
        return {"mean": (Estimate(value, ends.low, ends.high, items), a / (a + b))}

    return Cell(f"beta {a:g}/{b:g}", items, "1 each", a / (a + b), 0.0, 0.0, run)
