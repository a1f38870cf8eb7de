"""Lines of points with intervals under heads: a small plot a head, all over one axis, as many side by side as fit."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from galley.gui.charts.base import Rows
from galley.gui.charts.drawing_kinds import Headed
from galley.gui.scores.draw import ink
from galley.gui.scores.draw.interval_rows import RowsDrawing
from galley.gui.scores.draw.plots_abreast import Placed, SideBySide, in_rows
from galley.gui.theme import Theme, Type

_LEAST, _GAP, _BELOW, _HEAD = 440.0, 30.0, 18.0, 24.0


class HeadedRowsDrawing(SideBySide):
    """``settling``: see ``RowsDrawing``."""

    def __init__(self, theme: Theme, made: Headed, settling: frozenset[tuple[int, int]] = frozenset()) -> None:
        super().__init__(theme, self._placed)
        self._heads = [head for head, _ in made.groups]
        self._plots: list[RowsDrawing] = []
        first = 0
        for _, count in made.groups:
            mine = frozenset((line - first, place) for line, place in settling if first <= line < first + count)
            rows = Rows(made.axis, made.lines[first : first + count], made.guides)
            self._plots.append(RowsDrawing(theme, rows, mine))
            first += count

    def paint(self, painter: QPainter, width: float) -> None:
        """Each plot below its head."""
        tall = self._theme.px(_HEAD)
        for head, (at, _, wide) in zip(self._heads, self._laid(width), strict=True):
            ink.write(painter, self._theme, Type.BODY_MEDIUM, "text", QRectF(at.x(), at.y() - tall, wide, tall), head)
        super().paint(painter, width)

    def _placed(self, width: float) -> list[Placed]:
        px = self._theme.px
        least = max([px(_LEAST), *(plot.least() for plot in self._plots)])
        above = px(_HEAD), px(_HEAD + _BELOW)
        return in_rows(len(self._plots), width, least, width, px(_GAP), above, lambda n, *_: self._plots[n])
