"""Code points to UTF-16 units and back: the one place in the program that converts between the two.

Galley counts code points everywhere; Qt counts UTF-16 units. They differ from the first character outside
the basic plane (most emoji, rare Chinese characters) onwards. What a pane shows keeps both counts of the
stored text (see ``galley.core.text.make_visible``), so one ``Offsets`` serves the stored and the shown text.
"""

from __future__ import annotations

from bisect import bisect_left

from PySide6.QtCore import QTextBoundaryFinder


class Offsets:
    """The two ways of counting positions in one text. Positions outside the text are clamped to it."""

    __slots__ = ("_astral", "_starts", "code_points", "units")

    def __init__(self, text: str) -> None:
        self._astral: list[int] = []
        if not text.isascii() and max(text) > "\uffff":
            self._astral = [index for index, char in enumerate(text) if char > "\uffff"]
        self._starts = [index + before for before, index in enumerate(self._astral)]
        self.code_points = len(text)
        self.units = len(text) + len(self._astral)

    def to_units(self, position: int) -> int:
        """How many UTF-16 units stand before the code point at ``position``."""
        position = min(max(position, 0), self.code_points)
        return position + bisect_left(self._astral, position) if self._astral else position

    def to_code_points(self, position: int) -> int:
        """How many code points stand before the UTF-16 unit at ``position``.

        A position between the halves of a surrogate pair counts as the start of its character.
        """
        position = min(max(position, 0), self.units)
        return position - bisect_left(self._starts, position) if self._astral else position


def whole(text: str, offsets: Offsets, start: int, end: int) -> tuple[int, int]:
    """The span [start, end) of ``text`` (code points) with the whole of the characters at its ends: a flag of two
    letters or a family of joined signs falls apart where a format ends inside it."""
    if text.isascii():
        return start, end
    finder = QTextBoundaryFinder(QTextBoundaryFinder.BoundaryType.Grapheme, text)
    places = []
    for position, onwards in ((start, finder.toPreviousBoundary), (end, finder.toNextBoundary)):
        finder.setPosition(offsets.to_units(position))
        at = finder.position() if finder.isAtBoundary() else onwards()
        places.append(offsets.to_code_points(at))
    return places[0], places[1]
