"""What every reader of the intake gives: one element after the other, each with the words for where it stands."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from galley.core.errors import InputError

MOST_LEVELS = 100
"""Nested deeper, a record is refused: what writes JSON again gives up soon after."""


class Element(NamedTuple):
    """One row or record. ``place`` says where it is in its file ("line 3", "sheet “A”, row 3"); ``line`` is its number
    there, ``number`` counts elements from 1."""

    value: Any
    path: Path
    place: str
    line: int
    number: int


def place_error(path: Path, place: str, what: str) -> InputError:
    """The error for a place in a file; ``place`` is "" for the whole file, ``what`` what is wrong and what to do."""
    return InputError(f"{path}, {place}: {what}" if place else f"{path}: {what}")


def too_deep(value: Any) -> bool:
    """Whether lists and objects lie in each other more than ``MOST_LEVELS`` deep."""
    level = [value]
    for _ in range(MOST_LEVELS):
        level = [
            inner
            for outer in level
            if isinstance(outer, dict | list)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
        if not level:
            return False
    return any(isinstance(inner, dict | list) for inner in level)
