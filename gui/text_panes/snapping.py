"""Whole words: what a selection that was drawn with the mouse is widened to."""

from __future__ import annotations

from PySide6.QtCore import QTextBoundaryFinder


def whole_words(text: str, start: int, end: int) -> tuple[int, int]:
    """[start, end) of ``text`` without blanks at its ends, widened to the words that it touches; all count UTF-16
    units. What holds nothing but blanks stays as it is."""
    units = text.encode("utf-16-le")

    def blank(at: int) -> bool:
        return units[2 * at : 2 * at + 2].decode("utf-16-le", "replace").isspace()

    first, last = start, end
    while first < last and blank(first):
        first += 1
    while last > first and blank(last - 1):
        last -= 1
    if first == last:
        return start, end
    finder = QTextBoundaryFinder(QTextBoundaryFinder.BoundaryType.Word, text)
    finder.setPosition(first)
    if not finder.isAtBoundary():
        first = finder.toPreviousBoundary()
    finder.setPosition(last)
    if not finder.isAtBoundary():
        last = finder.toNextBoundary()
    return first, last
