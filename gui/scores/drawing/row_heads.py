"""Lines of points with intervals under heads: a small plot a head, all over one axis, as many side by side as fit."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from galley.gui.charts.base import Rows
from galley.gui.charts.drawing_kinds import HeadedRows
from galley.gui.scores.drawing import series_style
from galley.gui.scores.drawing.interval_rows import RowsDrawing
from galley.gui.scores.drawing.plot_row import PlacedPlot, SideBySide, in_rows
from galley.gui.theme import Theme, Type

_LEAST, _GAP, _BELOW, _HEAD = 440.0, 30.0, 18.0, 24.0


class HeadedRowsDrawing(SideBySide):
    """``settling``: see ``RowsDrawing``."""

    def __init__(
        self, theme: Theme, headed_rows: HeadedRows, pending: frozenset[tuple[int, int]] = frozenset()
    ) -> None:
        super().__init__(theme, self._place_plots)
        self._heads = [head for head, _ in headed_rows.groups]
        self._plots: list[RowsDrawing] = []
        first = 0
        for _, count in headed_rows.groups:
            group_pending = frozenset((line - first, place) for line, place in pending if first <= line < first + count)
            rows = Rows(headed_rows.axis, headed_rows.lines[first : first + count], headed_rows.guides)
            self._plots.append(RowsDrawing(theme, rows, group_pending))
            first += count

    def paint(self, painter: QPainter, width: float) -> None:
        """Each plot below its head."""
        tall = self._theme.px(_HEAD)
        for head, (at, _, wide) in zip(self._heads, self._placed_plots(width), strict=True):
            series_style.write(
                painter, self._theme, Type.BODY_MEDIUM, "text", QRectF(at.x(), at.y() - tall, wide, tall), head
            )
        super().paint(painter, width)

    def _place_plots(self, width: float) -> list[PlacedPlot]:
        px = self._theme.px
        least = max([px(_LEAST), *(plot.least() for plot in self._plots)])
        above = px(_HEAD), px(_HEAD + _BELOW)
        return in_rows(len(self._plots), width, least, width, px(_GAP), above, lambda n, *_: self._plots[n])
