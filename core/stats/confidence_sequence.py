"""The stop meter: an interval for a mean that stays right however often one looks at it.

An ordinary 95 % interval that is looked at after each review and acted upon when it pleases is wrong far
more often than one time in twenty. A confidence sequence covers the mean at all times at once, with 95 %.
This one bets on and against every possible mean and keeps those that no bet has ruined: Waudby-Smith and
Ramdas 2024, "Estimating means of bounded random variables by betting", section 4.2 (hedged capital) with
the bets of their eq. 26.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from galley.core.stats.result import Estimate, undefined_estimate

Floats = NDArray[np.float64]

_GRID = 1000
_BLOCK = 500
_CAUTION = 0.5
"""The largest share of the capital put on one review: their c."""


@dataclass(slots=True)
class ConfidenceSequence:
    """Fed review by review; the draws must come in random order (each cell with the same probability).

    ``low`` and ``high`` bound a single value: 0 and 1 for a verdict, -1 and 1 for a verdict minus the judge's
    opinion. ``interval`` may be read at any time.
    """

    low: float = 0.0
    high: float = 1.0
    confidence: float = 0.95
    _seen: list[float] = field(default_factory=list)
    _up: Floats = field(default_factory=lambda: np.zeros(_GRID + 1))
    _down: Floats = field(default_factory=lambda: np.zeros(_GRID + 1))
    _alive: NDArray[np.bool_] = field(default_factory=lambda: np.ones(_GRID + 1, dtype=bool))
    _squares: float = 0.0
    _total: float = 0.0

    def __post_init__(self) -> None:
        if not self.low < self.high or not 0 < self.confidence < 1:
            raise ValueError("low must be below high, and confidence strictly between 0 and 1")

    def update(self, values: Iterable[float]) -> None:
        """Takes the next reviews, in the order they were made. Raises ValueError outside the bounds."""
        new = (np.asarray(list(values), dtype=float) - self.low) / (self.high - self.low)
        if not np.all((new >= 0) & (new <= 1)):
            raise ValueError(f"a value is outside {self.low} to {self.high}")
        for start in range(0, len(new), _BLOCK):
            self._bet(new[start : start + _BLOCK])

    def _bet(self, new: Floats) -> None:
        alpha, before = 1 - self.confidence, len(self._seen)
        time = before + np.arange(1, len(new) + 1)
        total = self._total + np.cumsum(new)
        mean = (0.5 + total) / (time + 1)
        squares = self._squares + np.cumsum((new - mean) ** 2)
        variance = (0.25 + np.concatenate([[self._squares], squares[:-1]])) / time
        stake = np.sqrt(2 * math.log(2 / alpha) / (variance * time * np.log1p(time)))[:, None]
        grid = np.linspace(0.0, 1.0, _GRID + 1)
        with np.errstate(divide="ignore"):
            most_up, most_down = _CAUTION / grid, _CAUTION / (1 - grid)
        gap = new[:, None] - grid
        up = self._up + np.cumsum(np.log1p(np.minimum(stake, most_up) * gap), axis=0)
        down = self._down + np.cumsum(np.log1p(-np.minimum(stake, most_down) * gap), axis=0)
        # Either bet got half of the capital; a mean is ruled out for good once one made it 1 / alpha.
        self._alive &= np.maximum(up, down).max(axis=0) < math.log(2 / alpha)
        self._up, self._down = up[-1], down[-1]
        self._squares, self._total = float(squares[-1]), float(total[-1])
        self._seen.extend(new.tolist())

    @property
    def interval(self) -> Estimate:
        """The mean so far and its time-uniform interval; ``n`` counts reviews."""
        if not self._seen:
            return undefined_estimate("nothing was reviewed yet")
        mean, alive = self._total / len(self._seen), np.flatnonzero(self._alive)
        # One step of the grid is given away on either side; between grid points nothing was tested.
        low, high = ((alive[0] - 1) / _GRID, (alive[-1] + 1) / _GRID) if len(alive) else (mean, mean)
        scale = self.high - self.low
        return Estimate(
            self.low + scale * mean,
            self.low + scale * float(min(max(low, 0.0), mean)),
            self.low + scale * float(max(min(high, 1.0), mean)),
            len(self._seen),
        )

    def another(self, reviews: int = 100, futures: int = 20, seed: int = 0) -> Estimate:
        """The interval to expect after so many more reviews, if they turn out like those made so far.

        The mean of ``futures`` imagined continuations drawn from the reviews made; a forecast, not a
        guarantee.
        """
        if not self._seen:
            return undefined_estimate("nothing was reviewed yet")
        rng, ends = np.random.default_rng(seed), []
        for _ in range(futures):
            ahead = ConfidenceSequence(0.0, 1.0, self.confidence, list(self._seen), self._up, self._down)
            ahead._alive, ahead._squares, ahead._total = self._alive.copy(), self._squares, self._total
            ahead.update(rng.choice(self._seen, reviews))
            later = ahead.interval
            ends.append((later.value, later.low, later.high))
        value, low, high = self.low + (self.high - self.low) * np.mean(np.array(ends, dtype=float), axis=0)
        return Estimate(float(value), float(low), float(high), len(self._seen) + reviews)
