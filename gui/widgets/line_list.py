"""A list of lines that paint themselves, each as high as its words need: questions, sentences of a version."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Any, Protocol

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from galley.gui.theme import Theme
from galley.gui.widgets.overlay_bar import OverlayBar
from galley.gui.widgets.row_press import RowPressMixin

_EDGE = 3
_TOP = QModelIndex()


class ListLine(Protocol):
    """One line. ``name`` is what is read out; a line that is not ``selectable`` is a head or a text."""

    @property
    def name(self) -> str: ...

    @property
    def selectable(self) -> bool: ...

    def height(self, theme: Theme, width: float) -> float:
        """How high it is in ``width`` pixels."""
        ...

    def paint(self, painter: QPainter, theme: Theme, rect: QRectF) -> None:
        """Draw it over its ground."""
        ...


_LEAST = 56
"""Pixels: a line that a form beneath asks about can always be seen."""


class _Model(QAbstractListModel):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.lines: list[ListLine] = []

    def put(self, lines: Sequence[ListLine]) -> None:
        self.beginResetModel()
        self.lines = list(lines)
        self.endResetModel()

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _TOP) -> int:
        return 0 if parent.isValid() else len(self.lines)

    def flags(self, index: QModelIndex | QPersistentModelIndex) -> Qt.ItemFlag:
        if index.isValid() and not self.lines[index.row()].selectable:
            return Qt.ItemFlag.ItemIsEnabled
        return super().flags(index)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        is_text_role = role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)
        return self.lines[index.row()].name if is_text_role and index.isValid() else None


class _Delegate(QStyledItemDelegate):
    def __init__(self, theme: Theme, view: QListView, model: _Model, tint: str, edge: str) -> None:
        super().__init__(view)
        self._theme, self._view, self._model, self._tint, self._edge = theme, view, model, tint, edge

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        width = max(80, self._view.viewport().width())
        return QSize(40, ceil(self._model.lines[index.row()].height(self._theme, width)))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        rect, theme, line = QRect(option.rect), self._theme, self._model.lines[index.row()]
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if line.selectable:
            if option.state & QStyle.StateFlag.State_Selected:
                painter.fillRect(rect, theme.color(self._tint))
                painter.fillRect(QRect(rect.left(), rect.top(), _EDGE, rect.height()), theme.color(self._edge))
            elif option.state & QStyle.StateFlag.State_MouseOver:
                painter.fillRect(rect, theme.color("hover"))
            painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), theme.color("hairline_soft"))
        line.paint(painter, theme, QRectF(rect))
        painter.restore()


class LineList(RowPressMixin, QListView):
    """Emits ``chosen(row)`` when the user, not the program, went to a line. Letters belong to whoever owns it."""

    chosen = Signal(int)
    tint, edge = "row", "accent"
    """The roles of the line in front and of its edge."""

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = _Model(self)
        self.setModel(self._model)
        self.setItemDelegate(_Delegate(theme, self, self._model, self.tint, self.edge))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(name)
        self._bar = OverlayBar(theme, self, inset=1)
        self.setMinimumHeight(_LEAST)
        theme.changed.connect(self._dress)

    @property
    def lines(self) -> Sequence[ListLine]:
        """What it shows."""
        return self._model.lines

    @property
    def current(self) -> int | None:
        """The row of the line in front, or None."""
        rows = self.selectionModel().selectedRows()
        return rows[0].row() if rows else None

    def show_lines(self, lines: Sequence[ListLine], current: int | None = None, keep: bool = False) -> None:
        """Show these lines with one in front; with ``keep`` nothing scrolls."""
        value = self.verticalScrollBar().value()
        self._model.put(lines)
        self.doItemsLayout()
        if keep:
            self._mark(current)
            self.verticalScrollBar().setValue(value)
        else:
            self.scrollToTop()
            self.set_current(current)

    def set_current(self, row: int | None) -> None:
        """Put a line in front and bring it into sight, with the head over it."""
        self._mark(row)
        if row is not None:
            if row > 0 and not self.lines[row - 1].selectable:
                self.scrollTo(self._model.index(row - 1))
            self.scrollTo(self._model.index(row))

    def neighbour(self, step: int) -> int | None:
        """The next line that can be chosen, or the one before; None at an end."""
        at = self.current
        rows = [row for row, line in enumerate(self.lines) if line.selectable]
        if at is None:
            return (rows[0] if step > 0 else rows[-1]) if rows else None
        return next((row for row in (rows if step > 0 else rows[::-1]) if (row - at) * step > 0), None)

    def step(self, step: int) -> None:
        """Go there; at an end it stays."""
        row = self.neighbour(step)
        if row is not None:
            self.chosen.emit(row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows choose the neighbour."""
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if step is None:
            event.ignore()
        else:
            self.step(step)

    def keyboardSearch(self, search: str) -> None:
        """Not here: letters are commands."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lines are as high as the new width asks for; the one in front stays in sight, whatever takes room below."""
        before, current = event.oldSize(), self.current
        rect = self.visualRect(self._model.index(current)) if current is not None else QRect()
        seen = rect.bottom() >= 0 and rect.top() < max(1, before.height())
        super().resizeEvent(event)
        if event.size().width() != before.width():
            self.doItemsLayout()
        if current is not None and before.height() <= 0:  # the first size that it has
            self.scrollToTop()
            self.set_current(current)
        elif current is not None and seen:
            self.scrollTo(self._model.index(current))
        self._bar.place()

    def _mark(self, row: int | None) -> None:
        if row is None:
            self.clearSelection()
            self.setCurrentIndex(QModelIndex())
        else:
            self.setCurrentIndex(self._model.index(row))

    def press_row(self, index: QModelIndex) -> None:
        """Choose the line."""
        if self.lines[index.row()].selectable:
            self.chosen.emit(index.row())

    def _dress(self) -> None:
        self.doItemsLayout()
        if self.current is not None:
            self.scrollTo(self._model.index(self.current))
        self.viewport().update()
