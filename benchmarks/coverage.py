"""What the intervals cover: ``python -m benchmarks.coverage [--short]``, or ``make coverage``.

Every figure that prints an interval by source document is computed, by the functions that the program uses, over
made-up documents of which the truth is known. Rates, correlations within a document, document sizes (those of FRANK's
sentences and of the sales calls too) and the number of documents vary; differences, calibration, correlations and means
over items are in ``coverage_others``. One line a cell: coverage, its Monte Carlo error, the mean width.
From 20 documents and 5 expected documents with the rarer outcome on (whatever is expected where a figure withholds its
interval from too few), a coverage below 93 % by more than two Monte Carlo
errors is a failure; over-coverage is none.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np

from benchmarks import coverage_others
from benchmarks.covering import DOCUMENTS, SIZES, Cell, holding, sizes, tilted
from galley.core.stats import strata
from galley.core.stats.agreement_coefficients import agreement
from galley.core.stats.clusters import share
from galley.core.stats.detection_counts import detection
from galley.core.stats.distinct_rows import tally
from galley.core.stats.prediction_powered import rates
from galley.core.stats.result import Estimate

RUNS, FEW = 5_000, 120
DEMANDED = 0.93
LEAST = 0.2
"""A figure that withholds its interval in more of the runs than all but this share is not measured."""


@dataclass(frozen=True, slots=True)
class Found:
    """Of one figure in one cell: its coverage, the Monte Carlo error, the mean width."""

    cell: Cell
    figure: str
    covered: float
    error: float
    width: float
    runs: int

    @property
    def failed(self) -> bool:
        """Whether it covers less than is demanded."""
        return self.cell.demanded and self.covered < DEMANDED - 2 * self.error

    def line(self) -> str:
        """A line of the table."""
        cell = self.cell
        rarer = f"{cell.rarer:.1f}" if math.isfinite(cell.rarer) else ""
        verdict = "FAILED" if self.failed else "ok" if cell.demanded else "-"
        return (
            f"{self.figure:<18}{cell.documents:>5}  {cell.sizes:<12}{cell.rate:>5.2f}{cell.icc:>6.2f}{rarer:>7}"
            f"{100 * self.covered:>9.1f}{100 * self.error:>6.1f}{self.width:>8.3f}  {verdict}"
        )


HEAD = f"{'figure':<18}{'docs':>5}  {'sizes':<12}{'rate':>5}{'icc':>6}{'rarer':>7}{'covered':>9}{'+-':>6}{'width':>8}"


def cells() -> Iterator[Cell]:
    """Every cell of the table."""
    real = (("FRANK", 0.38, 0.4), ("sales calls", 0.33, 0.11))
    for documents in (20, 50):
        situations = [(s, r, c) for s in ("5 each", "2 to 20") for r in (0.05, 0.2, 0.5) for c in (0.0, 0.3, 0.6)]
        situations += [("1 each", rate, 0.0) for rate in (0.05, 0.2, 0.5)]
        for name, rate, icc in (*situations, *real):
            yield _share(documents, name, rate, icc)
        for name, rate, icc in (*[each for each in situations if each[0] == "5 each"], *real):
            for sense, other in ((0.8, 0.9), (0.6, 0.95)):
                yield _detection(documents, name, rate, icc, sense, other)
        for people in (2, 3):
            for name, rate, icc in (*[each for each in situations if each[0] in ("1 each", "5 each")], *real):
                yield _agreement(documents, name, rate, icc, people)
        for rate, icc in ((0.05, 0.0), (0.05, 0.3), (0.2, 0.0), (0.2, 0.3), (0.38, 0.4)):
            for sense, other in ((0.8, 0.9), (0.5, 0.6), (0.99, 0.99)):
                yield _estimate(documents, rate, icc, sense, other)
    for documents in (20, 50):
        for rate, icc in ((0.05, 0.0), (0.2, 0.0), (0.2, 0.3), (0.38, 0.4)):
            for sense, other in ((0.8, 0.9), (0.5, 0.6)):
                yield _strata(documents, rate, icc, sense, other)
                yield _grown(documents, rate, icc, sense, other)


def _share(documents: int, name: str, rate: float, icc: float) -> Cell:
    def draw(rng: np.random.Generator) -> dict[str, tuple[Estimate, float]]:
        n = sizes(name, documents, rng)
        hits = rng.binomial(n, tilted(rate, icc, documents, rng))
        return {"share": (share(hits, n, empty="no cell"), rate)}

    return Cell("share", documents, name, rate, icc, documents * holding(rate, icc, name), draw)


def _detection(documents: int, name: str, rate: float, icc: float, sense: float, other: float) -> Cell:
    tp, fp, tn, fn = rate * sense, (1 - rate) * (1 - other), (1 - rate) * other, rate * (1 - sense)
    mcc = (tp * tn - fp * fn) / math.sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn))
    truth = {"recall": sense, "bacc": (sense + other) / 2, "f1": 2 * tp / (2 * tp + fp + fn), "mcc": mcc}

    def draw(rng: np.random.Generator) -> dict[str, tuple[Estimate, float]]:
        n = sizes(name, documents, rng)
        yes = rng.binomial(n, tilted(rate, icc, documents, rng))
        hit = rng.binomial(yes, tilted(sense, icc, documents, rng))
        quiet = rng.binomial(n - yes, tilted(other, icc, documents, rng))
        found = detection(np.column_stack([hit, n - yes - quiet, quiet, yes - hit]))
        return {figure: (getattr(found, figure), value) for figure, value in truth.items()}

    rarer = documents * min(holding(rate, icc, name), 1.0)
    return Cell(f"judge {sense:g}/{other:g}", documents, name, rate, icc, rarer, draw)


def _agreement(documents: int, name: str, rate: float, icc: float, people: int) -> Cell:
    wrong = 0.1
    said = rate * (1 - wrong) + (1 - rate) * wrong
    apart = 2 * wrong * (1 - wrong) * (1 - icc)
    chance = 2 * said * (1 - said)
    truth = {"percent": 1 - apart, "alpha-nominal": 1 - apart / chance, "ac1": 1 - apart / (1 - chance)}
    if people == 2:
        truth["cohen-kappa"] = truth["alpha-nominal"]

    def draw(rng: np.random.Generator) -> dict[str, tuple[Estimate, float]]:
        n = sizes(name, documents, rng)
        place = np.repeat(np.arange(documents), n)
        true = rng.random(len(place)) < tilted(rate, icc, documents, rng)[place]
        slips = rng.random((len(place), people)) < tilted(wrong, icc, documents, rng)[place, None]
        table = tally((true[:, None] ^ slips).astype(np.int64), 2)
        return {figure: (agreement(figure, table, documents=place), value) for figure, value in truth.items()}

    values, chances = SIZES[name]
    size = float(np.dot(values, chances) / sum(chances))
    # the outcomes: a cell on which two disagree, one on which two agree on the rarer value
    rarer = documents * min(holding(wrong, icc, name), 1 - (1 - apart) ** size, holding(min(rate, 1 - rate), icc, name))
    return Cell(f"{people} people", documents, name, rate, icc, rarer, draw)


def _estimate(reviewed: int, rate: float, icc: float, sense: float, other: float) -> Cell:
    """All cells have the judge's verdict; some documents were drawn at random and reviewed whole."""
    name, there = "FRANK", 8 * reviewed

    def draw(rng: np.random.Generator) -> dict[str, tuple[Estimate, float]]:
        n = sizes(name, there, rng)
        place = np.repeat(np.arange(there), n)
        true = rng.random(len(place)) < tilted(rate, icc, there, rng)[place]
        flags = np.where(true, rng.random(len(place)) < sense, rng.random(len(place)) > other)
        seen = np.isin(place, rng.choice(there, reviewed, replace=False))
        found = rates(
            flags.astype(float), np.where(seen, true, -1), place, np.full(len(place), reviewed / there)
        )
        return {"estimate": (found.corrected_rate, rate), "reviews alone": (found.reviews, rate)}

    return Cell(
        f"judge {sense:g}/{other:g}", reviewed, name, rate, icc, reviewed * holding(rate, icc, name), draw
    )


def _strata(documents: int, rate: float, icc: float, sense: float, other: float) -> Cell:
    """Cells drawn by strata of flags and a second judge, in two waves: the second follows what the first showed. "At a
    stop": reviewed on, a wave at a time, until the interval is 8 points to either side, or a third of all is reviewed.
    """
    name, there = "FRANK", 4 * documents

    def draw(rng: np.random.Generator) -> dict[str, tuple[Estimate, float]]:
        n = sizes(name, there, rng)
        place = np.repeat(np.arange(there), n)
        true = rng.random(len(place)) < tilted(rate, icc, there, rng)[place]
        flags = np.where(true, rng.random((2, len(place))) < sense, rng.random((2, len(place))) > other)
        stratum = 2 * flags[0] + flags[1]
        of = np.bincount(stratum, minlength=4)
        order = rng.permutation(len(place))
        waiting = [order[stratum[order] == each] for each in range(4)]
        seen = np.zeros(len(place), dtype=bool)
        found: dict[str, tuple[Estimate, float]] = {}
        wave, most = documents, len(place) // 3
        while not {"strata", "at a stop"} <= found.keys():
            errors = np.bincount(stratum[seen], weights=true[seen], minlength=4)
            spread = strata.spreads(errors, np.bincount(stratum[seen], minlength=4))
            more = strata.allocate([len(each) for each in waiting], spread, wave)
            for each, count in enumerate(more.tolist()):
                seen[waiting[each][:count]] = True
                waiting[each] = waiting[each][count:]
            chance = (np.bincount(stratum[seen], minlength=4) / np.maximum(of, 1))[stratum]
            opinion = strata.fit_strata(np.where(seen, true, -1), chance, stratum, place)
            now = rates(opinion, np.where(seen, true, -1), place, chance).corrected_rate
            if seen.sum() >= 2 * documents:
                found.setdefault("strata", (now, rate))
            narrow = now.low is not None and now.high is not None and now.high - now.low <= 0.16
            many = len(np.unique(place[seen])) >= DOCUMENTS
            if (narrow and many) or seen.sum() >= max(most, 2 * documents):
                found.setdefault("at a stop", (now, rate))
        return found

    expected = documents * holding(rate, icc, name)
    return Cell(f"judge {sense:g}/{other:g}", documents, name, rate, icc, expected, draw)


def _grown(documents: int, rate: float, icc: float, sense: float, other: float) -> Cell:
    """Flags and an audit are drawn and reviewed, then as many documents again come with half as many errors and are
    drawn from as strata of their own, and then the judge of the first half is replaced by a coin."""
    name, there = "FRANK", 2 * documents
    rates_of = np.array([rate, rate / 2])

    def draw(rng: np.random.Generator) -> dict[str, tuple[Estimate, float]]:
        n = sizes(name, 2 * there, rng)
        place = np.repeat(np.arange(2 * there), n)
        late = place >= there
        chances = np.concatenate([tilted(each, icc, there, rng) for each in rates_of])
        true = rng.random(len(place)) < chances[place]
        flags = np.where(true, rng.random(len(place)) < sense, rng.random(len(place)) > other)
        stratum = 2 * late + flags
        of = np.bincount(stratum, minlength=4)
        seen = np.zeros(len(place), dtype=bool)
        for each in range(4):
            members = np.flatnonzero(stratum == each)
            seen[rng.permutation(members)[:documents]] = True
        chance = (np.bincount(stratum[seen], minlength=4) / np.maximum(of, 1))[stratum]
        now = np.where(late, flags, rng.random(len(place)) < 0.5)
        found = rates(now.astype(float), np.where(seen, true, -1), place, chance)
        return {"estimate": (found.corrected_rate, 0.75 * rate), "reviews alone": (found.reviews, 0.75 * rate)}

    return Cell("grown", documents, name, rate, icc, there * holding(0.75 * rate, icc, name), draw)


def measure(cell: Cell, runs: int, seed: int) -> list[Found]:
    """The coverages of a cell. A run in which a figure is undefined counts for nothing."""
    rng = np.random.default_rng(seed)
    tallied: dict[str, list[tuple[bool, float]]] = {}
    for _ in range(runs):
        for figure, (found, truth) in cell.draw(rng).items():
            if found.value is not None and found.low is not None and found.high is not None:
                hit = found.low - 1e-12 <= truth <= found.high + 1e-12
                tallied.setdefault(figure, []).append((hit, found.high - found.low))
    result = []
    for figure, each in tallied.items():
        covered = float(np.mean([hit for hit, _ in each]))
        error = math.sqrt(max(covered * (1 - covered), 0.25 / len(each)) / len(each))
        called = figure if cell.figure in (figure, "share") else f"{figure} {cell.figure.split()[-1]}"
        if cell.figure.endswith("people"):
            called = f"{figure} {cell.figure.split()[0]}"
        if len(each) < LEAST * runs:
            continue  # nearly always withheld: those few runs say nothing of the rest
        result.append(Found(cell, called, covered, error, float(np.mean([w for _, w in each])), len(each)))
    return result


def table(runs: int, wanted: Callable[[Cell], bool] = lambda _: True, out: Any = None) -> list[Found]:
    """Measure all cells that are wanted, and print a line each as they come."""
    found: list[Found] = []
    for seed, cell in enumerate(chain(cells(), coverage_others.cells())):
        if not wanted(cell):
            continue
        for each in measure(cell, max(runs // cell.dear, min(runs, FEW)), seed):
            found.append(each)
            if out is not None:
                print(each.line(), file=out, flush=True)
    return found


def main() -> int:
    """Print the table; 1 where a coverage that is demanded is not there."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.coverage", description=__doc__)
    parser.add_argument("--short", action="store_true", help=f"{FEW} runs a cell in place of {RUNS:,}")
    given = parser.parse_args()
    runs = FEW if given.short else RUNS
    print(f"{runs:,} runs a cell; the seed of each cell is its number in the list, from 0. Coverage in per cent.")
    print(HEAD)
    found = table(runs, out=sys.stdout)
    failed = [each for each in found if each.failed]
    demanded = [each for each in found if each.cell.demanded]
    least = min(demanded, key=lambda each: each.covered)
    print(f"{len(demanded)} cells must cover {100 * DEMANDED:g} % (less two Monte Carlo errors); {len(failed)} do not.")
    print(f"The lowest: {least.line()}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
