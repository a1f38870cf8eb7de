"""How many cells of a task are in which state."""

from __future__ import annotations

from dataclasses import dataclass

from galley.core.rules.rule import Ruling, State


@dataclass(slots=True)
class StateTotals:
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
