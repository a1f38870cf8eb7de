"""What tests make of columns of rulings: the latest round of each person, and the totals, counted in columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from galley.core.rules.arrays import NOTHING, UNMET_CODE, UNSURE, Bools, Rulings, States
from galley.core.rules.rule import State
from galley.core.tasks.outcomes import StateTotals


def latest_all(rounds: Sequence[States], counts: Sequence[Bools | None] = ()) -> States:
    """What each person says in their latest round, from one matrix (cells x people) a round; the first alone is what
    agreement is computed from. ``counts`` says for each round which verdicts count, because their assignment does (a
    row of people, or cells x people); None: all."""
    found = np.full(rounds[0].shape, NOTHING, dtype=np.int16)
    for number, states in enumerate(rounds):
        said = (states >= UNSURE) | (states == UNMET_CODE)
        mask = counts[number] if number < len(counts) else None
        found = np.where(said if mask is None else said & mask, states, found)
    return found


def totals_all(rulings: Rulings, times: NDArray[Any] | None = None) -> StateTotals:
    """The totals of columns; ``times`` is how many cells each row stands for, default one."""
    weight = np.ones(len(rulings.state), dtype=np.int64) if times is None else np.asarray(times)
    known = rulings.state == State.KNOWN
    by_state = {s.name.lower(): int(weight[rulings.state == s].sum()) for s in State if s is not State.KNOWN}
    return StateTotals(asked=sum(by_state.values()), split=int(weight[rulings.split & ~known].sum()), **by_state)
