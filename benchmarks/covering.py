"""What a cell of the table of coverages is, and made-up documents: shared by ``coverage`` and ``coverage_others``."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from galley.core.stats.result import Estimate

DOCUMENTS, RARER = 20, 5.0
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
SIZES: dict[str, tuple[list[int], list[float]]] = {
    "1 each": ([1], [1.0]),
    "5 each": ([5], [1.0]),
    "2 to 20": ([2, 3, 4, 10, 20], [0.2] * 5),
    "FRANK": ([1, 2, 3, 4, 5, 6, 8, 10], [0.41, 0.16, 0.25, 0.06, 0.04, 0.04, 0.02, 0.02]),
    "sales calls": ([13, 25, 29, 32, 35, 38], [0.1, 0.1, 0.2, 0.2, 0.2, 0.2]),
}
"""Cells a document, and how often. Sentences of a source's summaries in FRANK (correlation .4, design effect 1.7),
verdicts on a call in the sales calls (design effect 4.3, hence a correlation of .11)."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One situation. ``rarer``: the expected documents that hold the rarer outcome. ``draw`` gives one run's estimates
    and the truth of each, by name of the figure; a ``dear`` cell has so many times fewer runs."""

    figure: str
    documents: int
    sizes: str
    rate: float
    icc: float
    rarer: float
    draw: Callable[[np.random.Generator], dict[str, tuple[Estimate, float]]]
    dear: int = 1

    @property
    def demanded(self) -> bool:
        """Whether the coverage must be there."""
        return self.documents >= DOCUMENTS and self.rarer >= RARER


def sizes(name: str, count: int, rng: np.random.Generator) -> Ints:
    """How many cells each document has."""
    values, chances = SIZES[name]
    return rng.choice(np.array(values), size=count, p=np.array(chances) / sum(chances))


def tilted(rate: float, icc: float, count: int, rng: np.random.Generator) -> Floats:
    """Each document's own rate, so that cells of one correlate by ``icc`` (beta-binomial)."""
    if icc == 0 or rate in (0.0, 1.0):
        return np.full(count, rate)
    spread = (1 - icc) / icc
    return rng.beta(rate * spread, (1 - rate) * spread, count)


def holding(rate: float, icc: float, name: str) -> float:
    """The chance that a document holds the rarer outcome at least once."""
    rate = min(rate, 1 - rate)
    found = 0.0
    values, chances = SIZES[name]
    for size, chance in zip(values, chances, strict=True):
        if icc == 0:
            none = (1 - rate) ** size
        else:
            spread = (1 - icc) / icc
            a, b = rate * spread, (1 - rate) * spread
            none = math.exp(math.lgamma(b + size) - math.lgamma(b) + math.lgamma(a + b) - math.lgamma(a + b + size))
        found += chance / sum(chances) * (1 - none)
    return found
