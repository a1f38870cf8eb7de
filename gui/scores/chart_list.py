"""The list of charts at the left, grouped under small capitals."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from galley.gui.charts.base import Chart
from galley.gui.language import tr
from galley.gui.theme import Theme, Type

_NAME = Qt.ItemDataRole.UserRole
_EMPTY = Qt.ItemDataRole.UserRole + 1
_NOTHING = tr(", nothing to show yet")
_SIDE = 13.0
_ROW = 31.0
_HEAD = 36.0
_EDGE = 3.0
WIDTH = 228.0


class _Painter(QStyledItemDelegate):
    """Group heads in small capitals, the current chart on a tint with an edge in the accent, empty ones grey."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """A head has a little more air above it."""
        return QSize(100, round(self._theme.px(_ROW if index.data(_NAME) else _HEAD)))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """One line."""
        theme, rect, chart = self._theme, QRectF(option.rect), bool(index.data(_NAME))
        state = option.state
        painter.save()
        if chart and state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, theme.color("row"))
            painter.fillRect(QRectF(rect.left(), rect.top(), _EDGE, rect.height()), theme.color("accent"))
        elif chart and state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, theme.color("hover"))
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), theme.color("hairline_soft"))
        font = theme.font(Type.BODY if chart else Type.HEAD)
        painter.setFont(font)
        painter.setPen(theme.color("text" if chart and not index.data(_EMPTY) else "second"))
        inner = rect.adjusted(theme.px(_SIDE), 0 if chart else theme.px(6), -theme.px(6), 0)
        words = QFontMetricsF(font).elidedText(str(index.data()), Qt.TextElideMode.ElideRight, inner.width())
        painter.drawText(inner, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), words)
        painter.restore()


class ChartList(QListView):
    """``chosen(name)`` follows each other chart that the user picks."""

    chosen = Signal(str)

    def __init__(self, theme: Theme, charts: Sequence[Chart], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._model = QStandardItemModel(self)
        self.setAccessibleName(tr("Charts"))
        self.setItemDelegate(_Painter(theme, self))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self._groups: dict[str, list[int]] = {}
        group = ""
        for chart in charts:
            if chart.group != group:
                group = chart.group
                self._groups[group] = [self._model.rowCount()]
                head = QStandardItem(group)
                head.setFlags(Qt.ItemFlag.ItemIsEnabled)
                self._model.appendRow(head)
            item = QStandardItem(chart.title)
            item.setData(chart.name, _NAME)
            item.setData(f"{group}: {chart.title}", Qt.ItemDataRole.AccessibleTextRole)
            self._groups[group].append(self._model.rowCount())
            self._model.appendRow(item)
        self.setModel(self._model)
        self.selectionModel().currentChanged.connect(self._moved)
        theme.changed.connect(self._dress)
        self._dress()

    @property
    def current(self) -> str:
        """The name of the chart that is chosen, or ""."""
        return str(self.currentIndex().data(_NAME) or "")

    def choose(self, name: str) -> bool:
        """Choose a chart by its name; False where there is none."""
        for row in range(self._model.rowCount()):
            if self._model.item(row).data(_NAME) == name:
                self.setCurrentIndex(self._model.index(row, 0))
                return True
        return False

    def leave_out(self, absent: Collection[str]) -> None:
        """Offer no chart of these groups or names, and all others. Where the chosen one goes the first is chosen."""
        for group, (head, *rows) in self._groups.items():
            gone = [group in absent or self._model.item(row).data(_NAME) in absent for row in rows]
            for row, hidden in zip(rows, gone, strict=True):
                self.setRowHidden(row, hidden)
            self.setRowHidden(head, all(gone))
        if self.isRowHidden(self.currentIndex().row()):
            self.setCurrentIndex(QModelIndex())
            self.step(1)

    def grey(self, empty: Collection[str]) -> None:
        """Show these charts as ones that have nothing to show yet, and all others as usual."""
        for row in range(self._model.rowCount()):
            item = self._model.item(row)
            if (name := item.data(_NAME)) and bool(item.data(_EMPTY)) != (name in empty):
                item.setData(name in empty, _EMPTY)
                words = item.data(Qt.ItemDataRole.AccessibleTextRole).removesuffix(_NOTHING)
                item.setData(words + (_NOTHING if name in empty else ""), Qt.ItemDataRole.AccessibleTextRole)

    @property
    def filled(self) -> list[str]:
        """Those of the charts offered that may have something to show."""
        rows = {self._model.item(row).data(_NAME): row for row in range(self._model.rowCount())}
        return [name for name in self.offered if not self._model.item(rows[name]).data(_EMPTY)]

    @property
    def offered(self) -> list[str]:
        """The names of the charts that can be chosen."""
        rows = range(self._model.rowCount())
        return [name for row in rows if (name := self._model.item(row).data(_NAME)) and not self.isRowHidden(row)]

    def step(self, by: int) -> None:
        """Choose the next chart (1) or the one before (-1); stay at the ends."""
        row = self.currentIndex().row() + by
        while 0 <= row < self._model.rowCount():
            if self._model.item(row).data(_NAME) and not self.isRowHidden(row):
                self.setCurrentIndex(self._model.index(row, 0))
                return
            row += by

    def sizeHint(self) -> QSize:
        """A column."""
        return QSize(round(self._theme.px(WIDTH)), 400)

    def _moved(self, index: QModelIndex) -> None:
        if index.data(_NAME):
            self.chosen.emit(index.data(_NAME))

    def _dress(self) -> None:
        self.setFixedWidth(round(self._theme.px(WIDTH)))
        self.scheduleDelayedItemsLayout()
        self.viewport().update()
