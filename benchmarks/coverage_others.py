"""Cells of the table of coverages for figures that are no plain shares: comparisons, calibration, correlations, errors
of annotators, means.

What means over items cover is printed, not demanded: their intervals are those of the works. Where a figure withholds
its interval for want of documents, the run counts for nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from benchmarks.covering import Cell, holding, sizes, tilted
from galley.core.stats.calibration import calibration
from galley.core.stats.correlation_coefficients import KINDS, confounder_basis, correlation, given_basis
from galley.core.stats.dawid_skene_intervals import ends, has_enough_cells, refit_draws
from galley.core.stats.dawid_skene_model import dawid_skene
from galley.core.stats.detection_counts import MEASURES
from galley.core.stats.macro import draw, interval
from galley.core.stats.paired_differences import SHARE, PairedDifference, difference
from galley.core.stats.result import Estimate

WITHHELD = math.inf
"""Of figures that print no interval where too few documents hold the rarer outcome: any that is printed must cover."""
FAR = 200_000
REFITS = 100
FEW_DRAWN = 400
"""Resamples of a run: the ends of one interval move by less than its coverage is known to."""


def cells() -> Iterator[Cell]:
    """Every cell of these figures."""
    for documents in (20, 50):
        for rate, icc in ((0.05, 0.0), (0.05, 0.3), (0.2, 0.0), (0.2, 0.3), (0.38, 0.4), (0.5, 0.3)):
            for judges in (((0.8, 0.9), (0.8, 0.9)), ((0.8, 0.9), (0.5, 0.85))):
                yield _compared(documents, rate, icc, *judges)
            yield _systems(documents, rate, icc)
            if rate >= 0.2:
                yield _bias(documents, rate, icc)
                yield _confidence(documents, rate, icc)
        for each, icc in ((1, 0.0), (5, 0.5)):
            for strength in (0.0, 0.5, 0.9):
                for shape in ("scores", "shares", "yes or no"):
                    yield _correlation(documents, each, icc, strength, shape)
        for strength in (0.0, 0.5):
            yield _partial(documents, strength)
        for rate, hard in ((0.3, 0.0), (0.3, 0.2), (0.15, 0.1)):
            for each in (5, 15):
                yield _errors(documents, each, rate, hard)
        for shape in ((5.0, 2.0), (0.8, 0.2)):
            yield _mean(documents, *shape)


def _estimate(found: PairedDifference) -> Estimate:
    return Estimate(found.value, found.low, found.high, found.documents)


def _compared(
    documents: int, rate: float, icc: float, one: tuple[float, float], two: tuple[float, float]
) -> Cell:
    """The differences of two judges' figures over the same cells."""
    sure = [
        np.array([[rate * yes, (1 - rate) * (1 - no), (1 - rate) * no, rate * (1 - yes)]]) for yes, no in (one, two)
    ]
    truth = {
        name: float((measure.figure(sure[0]) - measure.figure(sure[1]))[0]) for name, measure in MEASURES.items()
    }

    def run(rng: np.random.Generator) -> dict[str, tuple[Estimate, float]]:
        n = sizes("5 each", documents, rng)
        yes = rng.binomial(n, tilted(rate, icc, documents, rng))
        tables = []
        for sense, other in (one, two):
            hit = rng.binomial(yes, tilted(sense, icc, documents, rng))
            quiet = rng.binomial(n - yes, tilted(other, icc, documents, rng))
            tables.append(np.column_stack([hit, n - yes - quiet, quiet, yes - hit]))
        return {
            name: (_estimate(difference(tables[0], tables[1], MEASURES[name], resamples=0)), value)
            for name, value in truth.items()
        }

    return Cell(f"of {one[0]:g}-{two[0]:g}", documents, "5 each", rate, icc, WITHHELD, run)


def _systems(documents: int, rate: float, icc: float) -> Cell:
    """The difference of two systems' shares of sentences with the error, of summaries of the same documents."""
    tilt = tilted(rate, icc, FAR, np.random.default_rng(2))
    truth = float(np.minimum(1.0, 1.6 * tilt).mean()) - float(tilt.mean())

    def run(rng: np.random.Generator) -> dict[str, tuple[Estimate, float]]:
        n = sizes("5 each", documents, rng)
        own = tilted(rate, icc, documents, rng)
        tables = [
            np.column_stack([rng.binomial(n, chance), n]).astype(float)
            for chance in (np.minimum(1.0, 1.6 * own), own)
        ]
        found = difference(tables[0], tables[1], SHARE, cells=2 * n, resamples=0)
        return {"rates": (_estimate(found), truth)}

    return Cell("of systems", documents, "5 each", rate, icc, WITHHELD, run)


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
        found = difference(tables[0], tables[1], SHARE, cells=n, resamples=0)
        return {"bias": (_estimate(found), more * (1 - rate))}

    return Cell("shown-blind", documents, "FRANK", rate, icc, documents * holding(rate, icc, "FRANK") * 0.4, run)


def _confidence(documents: int, rate: float, icc: float) -> Cell:
    """Confidences that are normal scores, half a standard deviation to either side of what is so."""
    apart = 1.2
    side = np.random.default_rng(1)
    truth = {"area": 0.5 * (1 + math.erf(apart / 2)), "brier": 0.0}
    for yes, share in ((1.0, rate), (0.0, 1 - rate)):
        score = 1 / (1 + np.exp(-(side.standard_normal(FAR) + apart * (yes - 0.5))))
        truth["brier"] += share * float(np.mean((score - yes) ** 2))

    def run(rng: np.random.Generator) -> dict[str, tuple[Estimate, float]]:
        n = sizes("5 each", documents, rng)
        place = np.repeat(np.arange(documents), n)
        yes = (rng.random(len(place)) < tilted(rate, icc, documents, rng)[place]).astype(int)
        score = 1 / (1 + np.exp(-(rng.standard_normal(len(place)) + apart * (yes - 0.5))))
        found = calibration(score, yes, place)
        return {"area": (found.area, truth["area"]), "brier": (found.brier, truth["brier"])}

    return Cell("calibration", documents, "5 each", rate, icc, documents * holding(rate, icc, "5 each"), run)


def _pair(
    documents: int, each: int, icc: float, strength: float, shape: str, rng: np.random.Generator
) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]]:
    """(source document, first, second score) of summaries: normal scores of which those of one document correlate by
    ``icc``; of ``shares`` three fifths are above 0, in thirds; of "yes or no" a half is."""
    place = np.repeat(np.arange(documents), each)
    first, more = (
        math.sqrt(icc) * rng.standard_normal(documents)[place] + math.sqrt(1 - icc) * rng.standard_normal(len(place))
        for _ in range(2)
    )
    second = strength * first + math.sqrt(1 - strength**2) * more
    if shape == "shares":
        first, second = (np.ceil(np.clip(2 * score + 0.5, 0, 3)) / 3 for score in (first, second))
    if shape == "yes or no":
        first, second = ((score > 0).astype(float) for score in (first, second))
    return place, first, second


@lru_cache
def _far(each: int, icc: float, strength: float, shape: str) -> dict[str, float]:
    """What the coefficients of very many summaries come to."""
    _, first, second = _pair(FAR // each, each, icc, strength, shape, np.random.default_rng(1))
    return {kind: correlation(first, second, kind).value or 0.0 for kind in KINDS}


def _correlation(documents: int, each: int, icc: float, strength: float, shape: str) -> Cell:
    """Pairs of two scores, by source document."""

    def run(rng: np.random.Generator) -> dict[str, tuple[Estimate, float]]:
        place, first, second = _pair(documents, each, icc, strength, shape, rng)
        truth = _far(each, icc, strength, shape)
        return {kind: (correlation(first, second, kind, documents=place), truth[kind]) for kind in KINDS}

    return Cell(f"rho {shape}", documents, f"{each} each", strength, icc, WITHHELD, run)


def _partial(documents: int, strength: float) -> Cell:
    """Normal scores of the summaries of five systems once these are accounted for."""

    def run(rng: np.random.Generator) -> dict[str, tuple[Estimate, float]]:
        place, first, second = _pair(documents, 5, 0.5, strength, "scores", rng)
        system = np.tile(np.arange(5), documents)
        basis, spent = confounder_basis([system], len(place))
        # systems take a part of what scores of one document share, of both scores alike
        truth = {"pearson": strength, "spearman": 6 / math.pi * math.asin(strength / 2)}
        return {
            kind: (given_basis(first + system, second - system, basis, spent, place, kind), value)
            for kind, value in truth.items()
        }

    return Cell("rho partial", documents, "5 each", strength, 0.5, WITHHELD, run)


def _errors(documents: int, each: int, rate: float, hard: float) -> Cell:
    """Dawid and Skene's rates of one of three annotators; how often each errs varies by document (``hard``)."""
    rates = ((0.85, 0.95), (0.8, 0.9), (0.75, 0.9))

    def run(rng: np.random.Generator) -> dict[str, tuple[Estimate, float]]:
        place = np.repeat(np.arange(documents), each)
        true = rng.random(len(place)) < tilted(rate, 0.3, documents, rng)[place]
        codes = np.stack(
            [
                np.where(
                    true,
                    rng.random(len(place)) < tilted(yes, hard, documents, rng)[place],
                    rng.random(len(place)) > tilted(no, hard, documents, rng)[place],
                )
                for yes, no in rates
            ],
            axis=1,
        ).astype(np.int64)
        which, who = np.repeat(np.arange(len(place)), 3), np.tile(np.arange(3), len(place))
        fit = dawid_skene(which, who, codes.ravel(), 2)
        if not len(fit.prevalence):
            return {}
        shares, confusion = refit_draws(codes, place, fit, draws=REFITS)
        found = {"yes": (ends(float(fit.prevalence[1]), shares[:, 1], documents), float(fit.prevalence[1]), rate)}
        for name, value, truth in (("sense", 1, rates[0][0]), ("other", 0, rates[0][1])):
            if has_enough_cells(fit, place, value):
                mine = float(fit.confusion[0, value, value])
                found[name] = ends(mine, confusion[:, 0, value, value], documents), mine, truth
        return {
            name: (Estimate(mine, interval_.low, interval_.high, documents), truth)
            for name, (interval_, mine, truth) in found.items()
        }

    return Cell("errors D-S", documents, f"{each} each", rate, hard, WITHHELD, run, 25)


def _mean(items: int, a: float, b: float) -> Cell:
    """The mean over items of a score from 0 to 1, as the works have it: percentiles of a bootstrap of items."""

    def run(rng: np.random.Generator) -> dict[str, tuple[Estimate, float]]:
        drawn = draw(rng.beta(a, b, (items, 1)), resamples=FEW_DRAWN, seed=int(rng.integers(2**31)))
        value, resamples = drawn.mean(0)
        ends = interval(value, resamples, items)
        return {"mean": (Estimate(value, ends.low, ends.high, items), a / (a + b))}

    return Cell(f"beta {a:g}/{b:g}", items, "1 each", a / (a + b), 0.0, 0.0, run)
