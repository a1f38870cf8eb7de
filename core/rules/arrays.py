"""The rule of many cells at once, in columns.

Who of the voters said what makes no difference to a rule, so cells fall into few kinds: how many said what, and what an
adjudicator said. Each kind is weighed once, by the function that weighs a single cell (`scalar.weigh`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from galley.core.domain import Value
from galley.core.rules.rule import UNRESOLVED, Gold, Ruling, State, Terms
from galley.core.rules.scalar import NOBODY, Votes, weigh

States = NDArray[np.int16]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

UNSURE: Final = -1
NOTHING: Final = -2
UNMET_CODE: Final = -5
"""What a state says besides the codes from 0. The negative numbers between mean that nothing was said, too."""
YES_NO: Final[tuple[Value, ...]] = ("no", "yes")
_TABLE: Final = 1 << 20
"""Kinds that are told apart by a table of this size rather than by sorting."""


class Rulings(NamedTuple):
    """Columns of rulings: ``state`` as in `State`, ``code`` the place of gold in the values (-1 where there is none),
    ``missing`` and ``split`` as in `Ruling`."""

    state: NDArray[np.int8]
    code: States
    missing: NDArray[np.int32]
    split: Bools


def rule_all(
    states: States,
    terms: Terms,
    gold: States | None = None,
    values: Sequence[Value] = YES_NO,
    others: States | None = None,
    is_known: Bools | None = None,
) -> Rulings:
    """What becomes of each row of ``states``: cells x people, the voters of the task, each with what they said in their
    latest round.

    ``gold`` is what an adjudicator said (UNSURE: left open; NOTHING: nobody did), ``others`` are the voters of the
    settle task who are none of the task. ``values`` are what codes stand for, numbers in rising order. ``known`` marks
    cells whose right answer is known. ``terms.voters`` is not looked at: who does not vote has no column.
    Raises: ValueError for a code that no value has.
    """
    size = len(values)
    blocks = [states] if others is None else [states, others]
    aside = np.zeros(len(states), dtype=np.int64)
    if gold is not None:
        aside += np.where(gold >= UNSURE, _check_states(gold, size).astype(np.int64) + 2, 0)
    if is_known is not None:
        aside[is_known] = size + 2
    index, kinds = _kinds([_check_states(block, size) for block in blocks], aside, size)
    rulings = [_ruling(kind, terms, values) for kind in kinds.tolist()]
    place = {value: code for code, value in enumerate(values)}
    return Rulings(
        np.array([ruling.state for ruling in rulings], dtype=np.int8)[index],
        np.array([-1 if r.value is None else place[r.value] for r in rulings], dtype=np.int16)[index],
        np.array([ruling.missing for ruling in rulings], dtype=np.int32)[index],
        np.array([ruling.split for ruling in rulings], dtype=bool)[index],
    )


def _check_states(states: States, size: int) -> States:
    if states.size and (states.max() >= size or states.min() < UNMET_CODE):
        raise ValueError(f"states must lie between {UNMET_CODE} and {size - 1}")
    return states


def _kinds(blocks: Sequence[States], aside: Ints, size: int) -> tuple[Ints, NDArray[Any]]:
    """The kind of each row, and the kinds: for each block how many said each value, were unsure, and had an unmet
    condition; last what is in ``aside`` (below 2 * size + 4)."""
    bases = [block.shape[1] + 1 for block in blocks for _ in range(size + 2)]
    room = 1
    for base in bases:
        room *= base
    if room * (size + 3) >= 1 << 62:
        return _sorted_kinds(blocks, aside, size)
    number, step, digit = aside * room, 1, 0
    for block in blocks:
        table = np.zeros(size - UNMET_CODE, dtype=np.int64)
        for place in [*range(-UNMET_CODE, size - UNMET_CODE), UNSURE - UNMET_CODE, 0]:
            table[place] = step
            step *= bases[digit]
            digit += 1
        for column in range(block.shape[1]):
            number += table[block[:, column] - UNMET_CODE]
    room *= size + 3
    if room <= max(_TABLE, 2 * len(number)):
        used = np.flatnonzero(np.bincount(number, minlength=room))
        place_of = np.zeros(room, dtype=np.int64)
        place_of[used] = np.arange(len(used))
        index = place_of[number]
    else:
        used, index = np.unique(number, return_inverse=True)
    digits = []
    for base in bases:
        digits.append(used % base)
        used = used // base
    return index, np.stack([*digits, used], axis=1)


def _sorted_kinds(blocks: Sequence[States], aside: Ints, size: int) -> tuple[Ints, NDArray[Any]]:
    """The same where numbers would not hold so many kinds."""
    codes = [*range(size), UNSURE, UNMET_CODE]
    columns = [(block == code).sum(axis=1) for block in blocks for code in codes]
    kinds, index = np.unique(np.stack([*columns, aside], axis=1), axis=0, return_inverse=True)
    return index.reshape(-1), kinds


def _ruling(kind: Sequence[int], terms: Terms, values: Sequence[Value]) -> Ruling:
    size = len(values)
    aside = kind[-1]
    if aside == size + 2:
        return Ruling(State.KNOWN, None)
    gold: Gold = None if aside == 0 else UNRESOLVED if aside == 1 else values[aside - 2]
    sides = [_votes(kind[at : at + size + 2], terms, values) for at in range(0, len(kind) - 1, size + 2)]
    return weigh(sides[0], terms, gold, sides[1] if len(sides) > 1 else NOBODY)


def _votes(counts: Sequence[int], terms: Terms, values: Sequence[Value]) -> Votes:
    *value_counts, unsure, unmet = counts
    votes = [value for value, count in zip(values, value_counts, strict=True) for _ in range(count)]
    if terms.unmet is not None:
        votes += [terms.unmet] * unmet
        unmet = 0
    return Votes(votes, unsure if terms.unsure else 0, unmet)
