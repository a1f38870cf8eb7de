"""Cells that nobody marked: one class for each (criterion, target), ruled once and counted as often as it has cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from galley.core.domain import AnnotatorId, Cell, CriterionId
from galley.core.rules.rule import Response

Pair = tuple[CriterionId, int]
"""(criterion, target), as row ids."""


class UnmarkedCells(NamedTuple):
    """The unmarked cells of a criterion on a target: who says an implicit "no" of them, and how many there are."""

    criterion: CriterionId
    target: int
    responses: tuple[Response, ...]
    times: int


def group_unmarked_cells(
    cells: Mapping[Pair, int],
    marked: Collection[Cell],
    implicit_pairs: Mapping[AnnotatorId, Collection[tuple[Any, ...]]],
) -> list[UnmarkedCells]:
    """The classes of an item. ``cells`` is how many each pair has, ``silent`` on which pairs each person's silence says
    "no". ``marked`` are the cells that are ruled one by one: about which anybody said anything, of gold, of flags,
    known ones, and those of units written after somebody's implicit no. Pairs without a cell left are not given.
    """
    marked_counts = Counter((cell.criterion, cell.target) for cell in set(marked))
    groups = []
    for pair, count in cells.items():
        if count > marked_counts[pair]:
            responses = add_implicit_no((), (who for who, pairs in implicit_pairs.items() if pair in pairs))
            groups.append(UnmarkedCells(*pair, responses, count - marked_counts[pair]))
    return groups


def add_implicit_no(responses: Iterable[Response], implicit_people: Iterable[AnnotatorId]) -> tuple[Response, ...]:
    """What was said of a marked cell, with the "no" of those whose silence speaks of it and who said nothing else."""
    responses = tuple(responses)
    spoke = {response.who for response in responses}
    return *responses, *(Response(who, "no") for who in implicit_people if who not in spoke)
