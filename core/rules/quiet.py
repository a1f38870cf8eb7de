"""Cells that nobody marked: one class for each (criterion, target), ruled once and counted as often as it has cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from galley.core.domain import Cell
from galley.core.rules.rule import Voice

Pair = tuple[int, int]
"""(criterion, target), as row ids."""


class Quiet(NamedTuple):
    """The unmarked cells of a criterion on a target: who says "no" of them in silence, and how many there are."""

    criterion: int
    target: int
    voices: tuple[Voice, ...]
    times: int


def quiet(
    cells: Mapping[Pair, int], marked: Collection[Cell], silent: Mapping[int, Collection[tuple[Any, ...]]]
) -> list[Quiet]:
    """The classes of an item. ``cells`` is how many each pair has, ``silent`` on which pairs each person's silence says
    "no". ``marked`` are the cells that are ruled one by one: about which anybody said anything, of gold, of flags,
    known ones, and those of units written after somebody's silence. Pairs without a cell left are not given.
    """
    taken = Counter((cell.criterion, cell.target) for cell in set(marked))
    found = []
    for pair, count in cells.items():
        if count > taken[pair]:
            voices = heard((), (who for who, pairs in silent.items() if pair in pairs))
            found.append(Quiet(*pair, voices, count - taken[pair]))
    return found


def heard(said: Iterable[Voice], silent: Iterable[int]) -> tuple[Voice, ...]:
    """What was said of a marked cell, with the "no" of those whose silence speaks of it and who said nothing else."""
    said = tuple(said)
    spoke = {voice.who for voice in said}
    return *said, *(Voice(who, "no") for who in silent if who not in spoke)
