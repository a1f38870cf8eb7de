"""pyqtgraph's axes with the figures of the language. Imported with pyqtgraph, when the first such chart is drawn."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import pyqtgraph
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPen

from galley.gui.charts import printed_figures
from galley.gui.charts.base import Axis
from galley.gui.scores.drawing import series_style
from galley.gui.theme import Theme, Type
from galley.gui.translation import moment, tr

_DAY = 86400.0
_AIR, _BEYOND = 8, 30.0


class _WholeAxis(pyqtgraph.AxisItem):
    """With its first and last numbers, which stand half beyond the plot."""

    def boundingRect(self) -> QRectF:
        """With room for them."""
        return super().boundingRect().adjusted(-_BEYOND, -_BEYOND / 3, _BEYOND, _BEYOND / 3)


class _FiguredAxis(_WholeAxis):
    """One row of round numbers, printed as the kind of the axis says; of counts none between whole ones."""

    def __init__(self, kind: str, side: str) -> None:
        self.kind = "count" if kind == "turn" else kind
        super().__init__(side)
        self.enableAutoSIPrefix(False)  # it writes "(x0.001)" beside figures that are printed as they are

    def tickValues(self, minVal: float, maxVal: float, size: float) -> list[tuple[float, list[float]]]:
        """Round numbers, as many as there is room for."""
        most, apart = (6, 40) if self.orientation in ("left", "right") else (9, 62)
        room = max(2, min(most, int(size // apart)))
        choices = [series_style.ticks(minVal, maxVal, count) for count in range(room, room + 3)]
        values = next((values for values in choices if len(values) >= min(3, room)), choices[-1])
        if self.kind == "count":
            values = [value for value in values if value == round(value)]
        return [(1.0, values)]

    def tickStrings(self, values: Sequence[float], scale: float, spacing: float) -> list[str]:
        """See ``series_style.tick_texts``."""
        return series_style.tick_texts([round(value, 12) for value in values], self.kind)


class _LogAxis(_WholeAxis):
    """1, 10, 100 at their logarithms; over few powers 2 and 5 of each, too."""

    def tickValues(self, minVal: float, maxVal: float, size: float) -> list[tuple[float, list[float]]]:
        """The logarithms of these numbers."""
        powers = range(math.floor(minVal), math.ceil(maxVal) + 1)
        values = [math.log10(step) + power for power in powers for step in ((1, 2, 5) if len(powers) < 5 else (1,))]
        return [(1.0, [value for value in values if minVal <= value <= maxVal])]

    def tickStrings(self, values: Sequence[float], scale: float, spacing: float) -> list[str]:
        """The numbers of which these are the logarithms."""
        return [printed_figures.count(round(10**value)) for value in values]


class _TimeAxis(pyqtgraph.DateAxisItem):
    """Moments on the clock here, months by their names in the language."""

    def tickStrings(self, values: Sequence[float], scale: float, spacing: float) -> list[str]:
        """Years, months, days or minutes, whatever tells them apart."""
        forms = ((300 * _DAY, "yyyy"), (27 * _DAY, tr("MMM yyyy")), (_DAY, tr("d MMM")), (0.0, "HH:mm"))
        form = next(form for least, form in forms if spacing >= least)
        return [moment(value, form) for value in values]

    def tickValues(self, minVal: float, maxVal: float, size: float) -> list[tuple[float, list[float]]]:
        """The coarsest level that gives three or more."""
        levels = [(spacing, [*values]) for spacing, values in super().tickValues(minVal, maxVal, size)]
        merged: list[float] = []
        for spacing, values in levels:
            merged = sorted({*merged, *values})
            if len(merged) >= 3:
                return [(spacing, merged)]
        return levels[-1:]


def axis_item(theme: Theme, kind: str, side: str) -> Any:
    """The axis at a side, in the style of all charts."""
    special = {"time": _TimeAxis, "log": _LogAxis}.get(kind)
    item: Any = special(side) if special is not None else _FiguredAxis(kind, side)
    grid = QPen(theme.color("hairline_soft" if theme.dark else "hairline"), 1)
    item.setZValue(-1000)  # the grid runs under the points
    item.setPen(grid)
    item.setTickPen(grid)
    item.setTextPen(theme.color("second"))
    item.setStyle(tickLength=0, tickTextOffset=round(theme.px(_AIR)), tickFont=theme.font(Type.CAPTION_NUMBER))
    item.setGrid(255)
    return item


def on_axis(value: float, axis: Axis) -> float:
    """Where a figure stands on an axis: on one of kind "log" at its logarithm."""
    return math.log10(max(value, 1e-9)) if axis.kind == "log" else value
