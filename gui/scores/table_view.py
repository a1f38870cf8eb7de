"""The table under a chart: tabular figures at the right of their columns, hairlines between the lines."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from galley.gui.charts.chart_table import INTERVAL, NUMERIC, Table
from galley.gui.charts.printed_figures import MISSING
from galley.gui.language import tr
from galley.gui.plain_text import tooltip
from galley.gui.theme import Theme, Type

Index = QModelIndex | QPersistentModelIndex

_ROW = 29.0
_HEAD = 31.0
_SIDE = 8.0
_MOST = 24
_WIDEST = 320.0


class TableModel(QAbstractTableModel):
    """Read-only. An undefined figure stands in words over its column and its interval's."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.table = Table()

    def show(self, table: Table) -> None:
        """Another table."""
        self.beginResetModel()
        self.table = table
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """A line each."""
        return 0 if parent.isValid() else len(self.table.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """See ``Table.columns``."""
        return 0 if parent.isValid() else len(self.table.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Text, alignment, and the whole text as a tooltip where figures are undefined."""
        if not index.isValid():
            return None
        row, column = index.row(), index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self.table.text(row, column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._side(column)
        if role == Qt.ItemDataRole.ToolTipRole and (words := self.table.text(row, column)):
            return tooltip(words)
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Titles above their columns; lines have none."""
        if orientation is not Qt.Orientation.Horizontal or section >= len(self.table.columns):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.table.columns[section].title
        return self._side(section) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def beside(self, column: int) -> bool:
        """Whether a column is the interval of the figure before it: it begins where that ends."""
        spec = self.table.columns[column]
        return column > 0 and spec.kind == INTERVAL and self.table.columns[column - 1].key == spec.key

    def _side(self, column: int) -> Qt.AlignmentFlag:
        numeric = self.table.columns[column].kind in NUMERIC
        right = numeric and not self.beside(column)
        return (Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft) | Qt.AlignmentFlag.AlignVCenter


class _Painter(QStyledItemDelegate):
    def __init__(self, theme: Theme, model: TableModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._model = model

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Text and a hairline under it; intervals and words are quiet."""
        theme, rect = self._theme, QRectF(option.rect)
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, theme.color("row"))
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), theme.color("hairline_soft"))
        table, row, column = self._model.table, index.row(), index.column()
        why = table.why(row, column)
        quiet = bool(why) or table.columns[column].kind == INTERVAL
        font = theme.font(Type.SMALL if why else Type.NUMBER)
        painter.setFont(font)
        painter.setPen(theme.color("second" if quiet else "text"))
        inner = rect.adjusted(0 if self._model.beside(column) else theme.px(_SIDE), 0, -theme.px(_SIDE), 0)
        words, metrics = table.text(row, column), QFontMetricsF(font)
        if why and metrics.horizontalAdvance(words) > inner.width():
            words = MISSING  # the tooltip says why
        words = metrics.elidedText(words, Qt.TextElideMode.ElideRight, inner.width())
        painter.drawText(inner, int(index.data(Qt.ItemDataRole.TextAlignmentRole)), words)
        painter.restore()


class TableView(QTableView):
    """As high as its lines, up to a number of them; ``opened(row of the metric)`` follows Return and a double click."""

    opened = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._model = TableModel(theme, self)
        self.setModel(self._model)
        self.setItemDelegate(_Painter(theme, self._model, self))
        self.setAccessibleName(tr("The figures of the chart"))
        self.setShowGrid(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        head = self.horizontalHeader()
        head.setHighlightSections(False)
        head.setSectionsClickable(False)
        head.setMinimumSectionSize(30)
        self.doubleClicked.connect(self._open)
        theme.changed.connect(self._dress)

    def show_table(self, table: Table) -> None:
        """Another table; the line stays selected where the lines are the same."""
        at, before = self.currentIndex().row(), len(self._model.table.rows)
        same = self._model.table.columns == table.columns and before == len(table.rows)
        self._model.show(table)
        self._dress()
        if same and at >= 0:
            self.selectRow(at)

    @property
    def current(self) -> Any:
        """The metric's row behind the selected line, or None."""
        behind, row = self._model.table.behind, self.currentIndex().row()
        return behind[row] if 0 <= row < len(behind) else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return opens."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open()
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """The page scrolls where all lines are seen."""
        if self._model.rowCount() <= _MOST and not event.angleDelta().x():
            event.ignore()
        else:
            super().wheelEvent(event)

    def _open(self) -> None:
        if self.current is not None:
            self.opened.emit(self.current)

    def _dress(self) -> None:
        theme, table = self._theme, self._model.table
        tall = round(theme.px(_ROW))
        self.verticalHeader().setDefaultSectionSize(tall)
        self.horizontalHeader().setFixedHeight(round(theme.px(_HEAD)))
        lines = min(len(table.rows), _MOST)
        self.setFixedHeight(lines * tall + round(theme.px(_HEAD)) + 12)
        self.clearSpans()
        metrics, heads = QFontMetricsF(theme.font(Type.NUMBER)), QFontMetricsF(theme.font(Type.SPEAKER))
        air, head = theme.px(2 * _SIDE + 6), self.horizontalHeader()
        for column, spec in enumerate(table.columns):
            texts = [table.text(row, column) for row in range(min(len(table.rows), 200)) if not table.why(row, column)]
            # The widest is among the longest; to measure them all would take as long as to draw the chart.
            longest = sorted(set(texts), key=len)[-8:]
            wide = max((metrics.horizontalAdvance(text) for text in longest), default=0.0)
            wide = max(wide, heads.horizontalAdvance(spec.title)) + air
            least = theme.px(120 if column == 0 else 30 if spec.kind == INTERVAL else 74)
            head.setSectionResizeMode(column, QHeaderView.ResizeMode.Interactive)
            self.setColumnWidth(column, round(min(max(wide, least), theme.px(_WIDEST))))
        self._span(table)

    def _span(self, table: Table) -> None:
        for column, spec in enumerate(table.columns[:-1]):
            follower = table.columns[column + 1]
            if follower.kind != INTERVAL or follower.key != spec.key:
                continue
            for row in range(len(table.rows)):
                if table.why(row, column):
                    self.setSpan(row, column, 1, 2)
