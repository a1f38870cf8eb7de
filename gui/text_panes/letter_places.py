"""Where letters of marks stand beside each other, and what they leave of the lines: rectangles only."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QRectF

Box = tuple[float, float, float, float]
"""Left, top, right and bottom of a letter."""
_AIR = 1.5
"""Pixels between a letter and a line that it stands in."""


def make_way(box: QRectF, beside: Sequence[QRectF], gap: float, to_left: bool) -> None:
    """Move a letter's ``box`` on, past those that stand where it would."""
    while (other := next((letter_box for letter_box in beside if letter_box.intersects(box)), None)) is not None:
        box.moveLeft(other.left() - gap - box.width() if to_left else other.right() + gap)


def cut_around_letters(
    left_x: float, right: float, y: float, half: float, boxes: Iterable[Box]
) -> list[tuple[float, float]]:
    """The pieces that letters leave of a line from ``left`` to ``right``, ``half`` high above and below ``y``."""
    pieces = [(left_x, right)]
    for first, top, last, bottom in boxes:
        if top - half < y < bottom + half:
            cut = [(a, min(b, first - _AIR)) for a, b in pieces] + [(max(a, last + _AIR), b) for a, b in pieces]
            pieces = [(a, b) for a, b in cut if b - a > 1.0]
    return pieces
