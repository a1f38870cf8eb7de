"""Many small fields over the same axes, in rows."""

from __future__ import annotations

from dataclasses import replace

from galley.gui.charts.drawing_kinds import Multiples
from galley.gui.scores.drawing import series_style
from galley.gui.scores.drawing.field import FieldDrawing
from galley.gui.scores.drawing.plot_row import PlacedPlot, SideBySide, in_rows
from galley.gui.theme import Theme, Type

_PANE, _PANE_GAP = 232.0, 22.0
_WIDEST = 400.0


class MultiplesDrawing(SideBySide):
    """Small fields in rows, as many as fit; the axes are named at the left and at the bottom."""

    def __init__(self, theme: Theme, multiples: Multiples) -> None:
        super().__init__(theme, self._place_plots)
        self._fields = multiples.fields

    def _place_plots(self, width: float) -> list[PlacedPlot]:
        px, count = self._theme.px, len(self._fields)
        names = [series_style.width(self._theme, Type.BODY_MEDIUM, field.heading) for field in self._fields]
        least = max(px(_PANE), min(px(_WIDEST), width / 7), px(20) + max(names, default=0.0))
        most, gap = max(least, px(_WIDEST)), px(_PANE_GAP)
        return in_rows(count, width, least, most, gap, (0.0, gap), self._field)

    def _field(self, number: int, columns: int, wide: float) -> FieldDrawing:
        field = self._fields[number]
        x = field.x if number + columns >= len(self._fields) else replace(field.x, title="")
        y = field.y if not number % columns else replace(field.y, title=" " if field.y.title else "")
        return FieldDrawing(self._theme, replace(field, x=x, y=y), wide * 0.74)
