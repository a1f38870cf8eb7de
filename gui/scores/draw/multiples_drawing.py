"""Many small fields over the same axes, in rows."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter

from galley.gui.charts.drawing_kinds import Multiples
from galley.gui.scores.draw import ink
from galley.gui.scores.draw.canvas import Hit
from galley.gui.scores.draw.field_drawing import FieldDrawing
from galley.gui.theme import Theme, Type

_PANE, _PANE_GAP = 232.0, 22.0
_WIDEST = 400.0


class MultiplesDrawing:
    """Small fields in rows, as many as fit; the axes are named at the left and at the bottom."""

    def __init__(self, theme: Theme, multiples: Multiples) -> None:
        self._theme, self._fields = theme, multiples.fields
        self._made: dict[float, list[tuple[QPointF, FieldDrawing, float]]] = {}

    def height(self, width: float) -> float:
        """All rows."""
        return max((at.y() + field.height(wide) for at, field, wide in self._panes(width)), default=0.0)

    def paint(self, painter: QPainter, width: float) -> None:
        """One field after the other."""
        for at, field, wide in self._panes(width):
            painter.save()
            painter.translate(at)
            field.paint(painter, wide)
            painter.restore()

    def paint_axis(self, painter: QPainter, width: float, top: float) -> None:
        """There is none."""

    def hits(self, width: float) -> list[Hit]:
        """Those of each field, where it stands."""
        return [
            Hit(hit.rect.translated(at), hit.mark) for at, field, wide in self._panes(width) for hit in field.hits(wide)
        ]

    def _panes(self, width: float) -> list[tuple[QPointF, FieldDrawing, float]]:
        if width not in self._made:
            self._made = {width: self._lay_out(width)}
        return self._made[width]

    def _lay_out(self, width: float) -> list[tuple[QPointF, FieldDrawing, float]]:
        gap, count = self._theme.px(_PANE_GAP), len(self._fields)
        names = [ink.width(self._theme, Type.BODY_MEDIUM, field.heading) for field in self._fields]
        least = max(self._theme.px(_PANE), min(self._theme.px(_WIDEST), width / 7), self._theme.px(20) + max(names))
        columns = max(1, min(count, int((width + gap) // (least + gap))))
        columns = -(-count // -(-count // columns))  # as many in each row
        wide = min((width + gap) / columns - gap, max(least, self._theme.px(_WIDEST)))
        found: list[tuple[QPointF, FieldDrawing, float]] = []
        top = tall = 0.0
        for number, field in enumerate(self._fields):
            column = number % columns
            if not column:
                top, tall = top + tall + (gap if number else 0.0), 0.0
            below = number + columns >= count
            shown = replace(
                field,
                x=field.x if below else replace(field.x, title=""),
                y=field.y if not column else replace(field.y, title=" " if field.y.title else ""),
            )
            made = FieldDrawing(self._theme, shown, wide * 0.74)
            found.append((QPointF(column * (wide + gap), top), made, wide))
            tall = max(tall, made.height(wide))
        return found
