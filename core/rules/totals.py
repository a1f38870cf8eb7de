"""How many cells of a task are in which state."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from galley.core.rules.arrays import Rulings
from galley.core.rules.rule import Ruling, State


@dataclass(slots=True)
class Totals:
    """Cells that a task asks, by state; ``split`` of all of them, whatever their state. Known cells are not counted."""

    asked: int = 0
    open: int = 0
    settled: int = 0
    undecided: int = 0
    excluded: int = 0
    answered: int = 0
    split: int = 0

    def add(self, ruling: Ruling, times: int = 1) -> None:
        """Count a cell, or a class of ``times`` cells; to take it back, count it ``-times`` times."""
        if ruling.state is State.KNOWN:
            return
        name = ruling.state.name.lower()
        setattr(self, name, getattr(self, name) + times)
        self.asked += times
        self.split += times * ruling.split


def totals_all(rulings: Rulings, times: NDArray[Any] | None = None) -> Totals:
    """The totals of columns; ``times`` is how many cells each row stands for, default one."""
    weight = np.ones(len(rulings.state), dtype=np.int64) if times is None else np.asarray(times)
    known = rulings.state == State.KNOWN
    by_state = {s.name.lower(): int(weight[rulings.state == s].sum()) for s in State if s is not State.KNOWN}
    return Totals(asked=sum(by_state.values()), split=int(weight[rulings.split & ~known].sum()), **by_state)
