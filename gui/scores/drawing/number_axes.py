"""pyqtgraph's axes with the figures of the language, and its plot in a page that scrolls. Imported with pyqtgraph, when
the first such chart is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyqtgraph
from PySide6.QtCore import Qt
from PySide6.QtGui import QWheelEvent

from galley.gui.charts.base import Axis
from galley.gui.scores.drawing import series_style
from galley.gui.translation import moment, tr

_DAY = 86400.0


class _FiguredAxis(pyqtgraph.AxisItem):
    """One row of round numbers, printed as the kind of the axis says; of counts none between whole ones."""

    def __init__(self, kind: str, side: str) -> None:
        self.kind = kind
        super().__init__(side)
        self.enableAutoSIPrefix(False)  # it writes "(x0.001)" beside figures that are printed as they are

    def tickSpacing(self, minVal: float, maxVal: float, size: float) -> list[tuple[float, float]]:
        """The coarsest of pyqtgraph's steps that gives four numbers or more; no minor ticks."""
        steps = [step for step, _ in super().tickSpacing(minVal, maxVal, size)]
        step = next((step for step in steps if (maxVal - minVal) / step >= 4), steps[-1])
        return [(max(1.0, round(step)) if self.kind == "count" else step, 0.0)]

    def tickStrings(self, values: Sequence[float], scale: float, spacing: float) -> list[str]:
        """See ``pick_text_color.tick_texts``."""
        return series_style.tick_texts([round(value, 12) for value in values], self.kind)


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


def axis_item(axis: Axis, side: str) -> Any:
    """The axis at a side."""
    return _TimeAxis(side) if axis.kind == "time" else _FiguredAxis(axis.kind, side)


class FiguredPlot(pyqtgraph.PlotWidget):
    """Zooms with Control only: else the page scrolls."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        """See the class."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().wheelEvent(event)
        else:
            event.ignore()
