"""The table under a chart: as high as its lines, an interval beside its figure, an undefined figure in words."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from galley.gui.charts.chart_table import INTERVAL, NUMERIC, ChartTable
from galley.gui.charts.printed_figures import MISSING
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr
from galley.gui.widgets.line_paint import LineCell
from galley.gui.widgets.line_table import FITS, LineColumn, Lines, LineTable

_ROW = 29.0
_MOST = 24


class TableView(LineTable):
    """As high as its lines, up to a number of them; ``behind(row of the metric)`` follows Return and a double click."""

    behind = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        self.table = ChartTable()
        lines = Lines((), lambda: len(self.table.rows), self._cell)
        super().__init__(theme, lines, tr("Figures of the chart"), _ROW, parent)
        self.opened.connect(self._open)

    def show_table(self, table: ChartTable) -> None:
        """Another table; the line stays selected where the lines are the same."""
        at, before = self.current, self.table
        self.table = table
        columns = [_column(table, number) for number in range(len(table.columns))]
        self.lines.reset(columns)
        if at >= 0 and before.columns == table.columns and len(before.rows) == len(table.rows):
            self.choose(at)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return opens, whatever the desktop takes for it."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open()
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """The page scrolls where all lines are seen."""
        if len(self.table.rows) <= _MOST and not event.angleDelta().x():
            event.ignore()
        else:
            super().wheelEvent(event)

    @property
    def row(self) -> Any:
        """The metric's row behind the selected line, or None."""
        return self.table.behind[self.current] if 0 <= self.current < len(self.table.behind) else None

    def _open(self) -> None:
        if self.row is not None:
            self.behind.emit(self.row)

    def _cell(self, line: int, column: int) -> LineCell:
        table, spec = self.table, self.table.columns[column]
        words, why = table.text(line, column), table.why(line, column)
        if why:
            beside = column + 1 < len(table.columns) and table.beside(column + 1)
            return LineCell(words, "second", Type.SMALL, rank="", over=beside, brief=MISSING)
        rank = table.rows[line].get(spec.bounds()[0] if spec.kind == INTERVAL else spec.key)
        return LineCell(words, "second" if spec.kind == INTERVAL else "text", rank=_rank(rank, words))

    def _share_width(self) -> None:
        super()._share_width()
        lines = min(len(self.table.rows), _MOST)
        self.setFixedHeight(lines * round(self._theme.px(_ROW)) + self.heads.high + 12)


def _rank(value: Any, words: str) -> Any:
    if value is None:
        return ""
    return float(value) if isinstance(value, int | float) else words.casefold()


def _column(table: ChartTable, column: int) -> LineColumn:
    spec, beside = table.columns[column], table.beside(column)
    least = 120.0 if column == 0 else 30.0 if spec.kind == INTERVAL else 74.0
    return LineColumn(spec.title, FITS, right=spec.kind in NUMERIC and not beside, beside=beside, least=least)
