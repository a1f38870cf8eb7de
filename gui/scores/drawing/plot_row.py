"""Small plots beside each other, in as many rows as they need."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter

from galley.gui.scores.drawing.canvas import Drawing, Hit
from galley.gui.theme import Theme

PlacedPlot = tuple[QPointF, Drawing, float]
"""Where a plot begins, the plot, and how wide it is."""


class SideBySide:
    """``lay_out(width)`` says where each plot stands."""

    def __init__(self, theme: Theme, lay_out: Callable[[float], list[PlacedPlot]]) -> None:
        self._theme, self._lay_out = theme, lay_out
        self._layouts: dict[float, list[PlacedPlot]] = {}

    def height(self, width: float) -> float:
        """All rows."""
        return max((at.y() + plot.height(wide) for at, plot, wide in self.placed_plots(width)), default=0.0)

    def paint(self, painter: QPainter, width: float) -> None:
        """One plot after the other."""
        for at, plot, wide in self.placed_plots(width):
            painter.save()
            painter.translate(at)
            plot.paint(painter, wide)
            painter.restore()

    def paint_axis(self, painter: QPainter, width: float, top: float) -> None:
        """There is none: each plot has its own in sight."""

    def hits(self, width: float) -> list[Hit]:
        """Those of each plot, where it stands."""
        return [
            Hit(hit.rect.translated(at), hit.mark)
            for at, plot, wide in self.placed_plots(width)
            for hit in plot.hits(wide)
        ]

    def placed_plots(self, width: float) -> list[PlacedPlot]:
        """Each plot, where it stands."""
        if width not in self._layouts:
            self._layouts = {width: self._lay_out(width)}
        return self._layouts[width]


def in_rows(count: int, width: float, least: float, most: float, gap: float, above: tuple[float, float],
            plot: Callable[[int, int, float], Drawing]) -> list[PlacedPlot]:  # fmt: skip
    """So many plots of this width beside each other, as many in each row; ``above`` is the room over the first row and
    over each other one. ``plot(number, columns, width)`` makes each."""
    columns = max(1, min(count, int((width + gap) // (least + gap))))
    columns = -(-count // -(-count // columns))
    wide = min((width + gap) / columns - gap, most)
    placed_plots: list[PlacedPlot] = []
    top = tall = 0.0
    for number in range(count):
        if not number % columns:
            top, tall = top + tall + above[number > 0], 0.0
        drawing = plot(number, columns, wide)
        placed_plots.append((QPointF(number % columns * (wide + gap), top), drawing, wide))
        tall = max(tall, drawing.height(wide))
    return placed_plots
