"""Where spans of a unit's text lie in its layout."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtGui import QTextLayout, QTextLine

Run = tuple[float, float, float]
"""Baseline, left and right of a piece of text."""


@dataclass(slots=True)
class Geometry:
    """Where spans lie in one unit's layout, as far as it was asked: it stays when marks change, and asking Qt for it
    is most of the measuring."""

    runs: dict[tuple[int, int], list[Run]] = field(default_factory=dict)
    ends: dict[int, tuple[float, float, bool]] = field(default_factory=dict)


def line_rects(layout: QTextLayout, start: int, end: int, mixed: bool) -> list[tuple[QTextLine, float, float]]:
    """(line, left, right) of the visual runs of ``[start, end)``, UTF-16 units of the block.

    ``mixed`` asks Qt for the glyph runs, which is right where directions mix but slower.
    """
    rects: list[tuple[QTextLine, float, float]] = []
    index = layout.lineForTextPosition(start).lineNumber()
    while 0 <= index < layout.lineCount():
        line = layout.lineAt(index)
        first, length = line.textStart(), line.textLength()
        if first >= end:
            break
        a, b = max(start, first), min(end, first + length)
        if a < b:
            if mixed:
                for run in line.glyphRuns(a, b - a):
                    box = run.boundingRect()
                    if box.width() > 0:
                        rects.append((line, box.left(), box.right()))
            else:
                left_x = line.cursorToX(a)[0]  # type: ignore[index]
                # No line under the spaces that a line break swallows.
                right = min(line.cursorToX(b)[0], line.x() + line.naturalTextWidth())  # type: ignore[index]
                if left_x < right:
                    rects.append((line, left_x, right))
        index += 1
    return rects
