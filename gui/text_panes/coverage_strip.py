"""The strip at the right of a source: solid where a summary sentence covers the unit, else hatched."""

from __future__ import annotations

from functools import lru_cache
from math import ceil

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from galley.gui.theme import Theme

STRIP_WIDTH = 4.0
"""Pixels, at every text size."""

STRIP_INSET = 2.0
"""Pixels between the strip and the right edge of the pane."""

_PITCH = 5.0


def paint_strip(painter: QPainter, theme: Theme, rect: QRectF, covered: bool, colour: str = "") -> None:
    """Draw one unit's strip into ``rect``.

    ``colour`` (``#RRGGBB`` of a criterion, if the gap itself is flagged) colours the hatching.
    """
    outline = QPainterPath()
    outline.addRoundedRect(rect, STRIP_WIDTH / 2, STRIP_WIDTH / 2)
    if covered:
        painter.fillPath(outline, theme.color("evidence_edge"))
        return
    color: QColor = theme.mark(colour) if colour else theme.color("uncovered")
    painter.save()
    painter.setClipPath(outline, Qt.ClipOperation.IntersectClip)
    pen = QPen(color, 2.0 if colour else 1.0)  # a plain gap is told, a flagged one is seen
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    painter.translate(rect.topLeft())
    painter.drawLines(_hatching(ceil((rect.height() + 2 * STRIP_WIDTH) / _PITCH)))
    painter.restore()


@lru_cache(maxsize=64)
def _hatching(count: int) -> list[QLineF]:
    """So many strokes across a strip, from a little above its top."""
    tops = [-STRIP_WIDTH + _PITCH * number for number in range(count)]
    return [QLineF(-1, top + 3.5, STRIP_WIDTH + 1, top) for top in tops]
