"""Lines of points with intervals under heads: a small plot a head, all over one axis, as many side by side as fit."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from galley.gui.charts.base import Rows
from galley.gui.charts.drawing_kinds import Headed
from galley.gui.scores.draw import ink
from galley.gui.scores.draw.canvas import Hit
from galley.gui.scores.draw.interval_rows import RowsDrawing
from galley.gui.theme import Theme, Type

_LEAST, _GAP, _BELOW, _HEAD = 440.0, 30.0, 18.0, 24.0


class HeadedRowsDrawing:
    """``settling``: see ``RowsDrawing``."""

    def __init__(self, theme: Theme, made: Headed, settling: frozenset[tuple[int, int]] = frozenset()) -> None:
        self._theme = theme
        self._plots: list[tuple[str, RowsDrawing]] = []
        first = 0
        for head, count in made.groups:
            mine = frozenset((line - first, place) for line, place in settling if first <= line < first + count)
            rows = Rows(made.axis, made.lines[first : first + count], made.guides)
            self._plots.append((head, RowsDrawing(theme, rows, mine)))
            first += count

    def height(self, width: float) -> float:
        """All rows of plots."""
        return max(at.y() + plot.height(wide) for at, _, plot, wide in self._laid(width))

    def paint(self, painter: QPainter, width: float) -> None:
        """Each plot below its head."""
        for at, head, plot, wide in self._laid(width):
            spot = QRectF(at.x(), at.y() - self._theme.px(_HEAD), wide, self._theme.px(_HEAD))
            ink.write(painter, self._theme, Type.BODY_MEDIUM, "text", spot, head)
            painter.save()
            painter.translate(at)
            plot.paint(painter, wide)
            painter.restore()

    def paint_axis(self, painter: QPainter, width: float, top: float) -> None:
        """There is none: each plot has its own in sight."""

    def hits(self, width: float) -> list[Hit]:
        """Those of each plot, where it stands."""
        return [
            Hit(hit.rect.translated(at), hit.mark) for at, _, plot, wide in self._laid(width) for hit in plot.hits(wide)
        ]

    def _laid(self, width: float) -> list[tuple[QPointF, str, RowsDrawing, float]]:
        """Where the axis of each plot begins, its head, the plot and how wide it is."""
        gap, count = self._theme.px(_GAP), len(self._plots)
        columns = max(1, min(count, int((width + gap) // (self._theme.px(_LEAST) + gap))))
        columns = -(-count // -(-count // columns))  # as many in each row
        wide = (width + gap) / columns - gap
        found: list[tuple[QPointF, str, RowsDrawing, float]] = []
        top = tall = 0.0
        for number, (head, plot) in enumerate(self._plots):
            column = number % columns
            if not column:
                top, tall = top + tall + self._theme.px(_HEAD + (_BELOW if number else 0)), 0.0
            found.append((QPointF(column * (wide + gap), top), head, plot, wide))
            tall = max(tall, plot.height(wide))
        return found
