"""Small plots beside each other, in as many rows as they need."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter

from galley.gui.scores.draw.canvas import Drawing, Hit
from galley.gui.theme import Theme

Placed = tuple[QPointF, Drawing, float]
"""Where a plot begins, the plot, and how wide it is."""


class SideBySide:
    """``lay_out(width)`` says where each plot stands."""

    def __init__(self, theme: Theme, lay_out: Callable[[float], list[Placed]]) -> None:
        self._theme, self._lay_out = theme, lay_out
        self._made: dict[float, list[Placed]] = {}

    def height(self, width: float) -> float:
        """All rows."""
        return max((at.y() + plot.height(wide) for at, plot, wide in self._laid(width)), default=0.0)

    def paint(self, painter: QPainter, width: float) -> None:
        """One plot after the other."""
        for at, plot, wide in self._laid(width):
            painter.save()
            painter.translate(at)
            plot.paint(painter, wide)
            painter.restore()

    def paint_axis(self, painter: QPainter, width: float, top: float) -> None:
        """There is none: each plot has its own in sight."""

    def hits(self, width: float) -> list[Hit]:
        """Those of each plot, where it stands."""
        return [
            Hit(hit.rect.translated(at), hit.mark) for at, plot, wide in self._laid(width) for hit in plot.hits(wide)
        ]

    def _laid(self, width: float) -> list[Placed]:
        if width not in self._made:
            self._made = {width: self._lay_out(width)}
        return self._made[width]


def in_rows(count: int, width: float, least: float, most: float, gap: float, above: tuple[float, float],
            plot: Callable[[int, int, float], Drawing]) -> list[Placed]:  # fmt: skip
    """So many plots of this width beside each other, as many in each row; ``above`` is the room over the first row and
    over each other one. ``plot(number, columns, width)`` makes each."""
    columns = max(1, min(count, int((width + gap) // (least + gap))))
    columns = -(-count // -(-count // columns))
    wide = min((width + gap) / columns - gap, most)
    found: list[Placed] = []
    top = tall = 0.0
    for number in range(count):
        if not number % columns:
            top, tall = top + tall + above[number > 0], 0.0
        made = plot(number, columns, wide)
        found.append((QPointF(number % columns * (wide + gap), top), made, wide))
        tall = max(tall, made.height(wide))
    return found
