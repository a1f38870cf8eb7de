"""The tables of this view: a hairline under each line, figures at the right, progress as a thin bar under its words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSizeF,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFocusEvent, QFont, QFontMetricsF, QPainter, QPaintEvent, QStaticText
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from galley.gui.plain_text import static_text
from galley.gui.theme import Theme, Type

Index = QModelIndex | QPersistentModelIndex
_TOP = QModelIndex()
_SIDE = 10.0
_LEAD = 16.0
"""What the first column keeps free at its left."""
_BAR = 4.0
_MOST_WORDS = 2_000
"""Words whose shapes are kept: a hundred lines of them."""


class Column(NamedTuple):
    """A column: its title, its width at text size 1 (0 takes the room that is left), and on which side it stands."""

    title: str
    width: int
    right: bool = False


class Cell(NamedTuple):
    """What stands in one place. ``share`` (0 to 1) draws a bar of which ``bad`` (0 to 1) failed; ``role`` is a
    colour's."""

    text: str
    role: str = "text"
    style: Type = Type.NUMBER
    share: float | None = None
    bad: float = 0.0
    bar: str = "evidence_edge"


class Lines(QAbstractTableModel):
    """Read-only lines; ``count()`` says how many there are and ``cell(line, column)`` what stands there."""

    def __init__(
        self,
        columns: Sequence[Column],
        count: Callable[[], int],
        cell: Callable[[int, int], Cell],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.columns = tuple(columns)
        self._count = count
        self._cell = cell
        self._shown = 0

    def reset(self) -> None:
        """There are other lines now."""
        self.beginResetModel()
        self._shown = self._count()
        self.endResetModel()

    def grown(self) -> None:
        """Lines were added at the end."""
        now = self._count()
        if now > self._shown:
            self.beginInsertRows(_TOP, self._shown, now - 1)
            self._shown = now
            self.endInsertRows()

    def touched(self, first: int = 0, last: int = -1) -> None:
        """The same lines hold other words."""
        last = self._shown - 1 if last < 0 else last
        if self._shown:
            self.dataChanged.emit(self.index(first, 0), self.index(last, len(self.columns) - 1))

    def rowCount(self, parent: Index = _TOP) -> int:
        """A line each."""
        return 0 if parent.isValid() else self._shown

    def columnCount(self, parent: Index = _TOP) -> int:
        """See ``Column``."""
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The words of a cell, for those who read the screen aloud."""
        if not index.isValid() or role != Qt.ItemDataRole.DisplayRole:
            return None
        return self.cell(index.row(), index.column()).text

    def cell(self, line: int, column: int) -> Cell:
        """What stands in one place."""
        return self._cell(line, column)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Titles above their columns."""
        if orientation is not Qt.Orientation.Horizontal or section >= len(self.columns):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.columns[section].title
        if role != Qt.ItemDataRole.TextAlignmentRole:
            return None
        side = Qt.AlignmentFlag.AlignRight if self.columns[section].right else Qt.AlignmentFlag.AlignLeft
        return side | Qt.AlignmentFlag.AlignVCenter


class _Painter:
    """Paints lines. Those in sight are painted anew while a run goes on, so what does not change is made once: fonts,
    colours, and the shapes of words, which are most of the work (a page takes a fifth of the time so)."""

    def __init__(self, theme: Theme, view: LineTable) -> None:
        self._theme = theme
        self._view = view
        self._fonts: dict[Type, tuple[QFont, QFontMetricsF]] = {}
        self._colors: dict[str, QColor] = {}
        self._words: dict[tuple[str, Type, float], tuple[QStaticText, QSizeF]] = {}

    def forget(self) -> None:
        """The theme has changed."""
        self._fonts.clear()
        self._colors.clear()
        self._words.clear()

    def paint(self, painter: QPainter, area: QRect) -> None:
        """The lines that are within ``area``."""
        view = self._view
        last = view.rowAt(area.bottom())
        last = view.lines.rowCount() - 1 if last < 0 else last
        columns = [
            (number, view.columnViewportPosition(number), view.columnWidth(number), column.right)
            for number, column in enumerate(view.lines.columns)
        ]
        within = [column for column in columns if column[1] <= area.right() and column[1] + column[2] > area.left()]
        if not columns:
            return
        left, right = columns[0][1], columns[-1][1] + columns[-1][2]
        side, lead = self._theme.px(_SIDE), self._theme.px(_LEAD)
        for line in range(max(0, view.rowAt(area.top())), last + 1):
            top, height = view.rowViewportPosition(line), view.rowHeight(line)
            self._ground(painter, line, QRectF(left, top, right - left, height))
            for column, at, width, to_right in within:
                edge = side if column else lead
                inner = QRectF(at + edge, top, max(0.0, width - edge - side), height)
                self._cell(painter, view.lines.cell(line, column), inner, to_right)

    def _ground(self, painter: QPainter, line: int, rect: QRectF) -> None:
        """An edge in the accent on the current line, and a hairline under each."""
        if line == self._view.shown:
            painter.fillRect(rect, self._color("row"))
            painter.fillRect(QRectF(rect.left(), rect.top(), 3, rect.height()), self._color("accent"))
        elif line == self._view.hovered:
            painter.fillRect(rect, self._color("hover"))
        hairline = QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1)
        painter.fillRect(hairline, self._color("hairline_soft"))

    def _cell(self, painter: QPainter, cell: Cell, inner: QRectF, to_right: bool) -> None:
        words, size = self._shaped(cell.text, cell.style, inner.width())
        painter.setFont(self._font(cell.style)[0])
        painter.setPen(self._color(cell.role))
        at = inner.topLeft()
        if cell.share is not None:
            at += QPointF(0, self._theme.px(4) + (inner.height() - self._theme.px(14) - size.height()) / 2)
        else:
            at += QPointF(inner.width() - size.width() if to_right else 0, (inner.height() - size.height()) / 2)
        painter.drawStaticText(at, words)
        if cell.share is not None:
            painter.save()
            self._bar(painter, inner, cell)
            painter.restore()

    def _shaped(self, text: str, style: Type, room: float) -> tuple[QStaticText, QSizeF]:
        """Words cut to their room, and how large they are."""
        found = self._words.get((text, style, room))
        if found is None:
            if len(self._words) >= _MOST_WORDS:
                self._words.clear()
            font, metrics = self._font(style)
            words = static_text(metrics.elidedText(text, Qt.TextElideMode.ElideRight, room))
            words.prepare(font=font)
            found = self._words[text, style, room] = (words, words.size())
        return found

    def _font(self, style: Type) -> tuple[QFont, QFontMetricsF]:
        found = self._fonts.get(style)
        if found is None:
            font = self._theme.font(style)
            found = self._fonts[style] = (font, QFontMetricsF(font))
        return found

    def _color(self, role: str) -> QColor:
        found = self._colors.get(role)
        if found is None:
            found = self._colors[role] = self._theme.color(role)
        return found

    def _bar(self, painter: QPainter, inner: QRectF, cell: Cell) -> None:
        theme = self._theme
        track = QRectF(inner.left(), inner.bottom() - theme.px(10), inner.width(), _BAR)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("hairline"))
        painter.drawRoundedRect(track, 2, 2)
        share = min(1.0, max(0.0, cell.share or 0.0))
        if share > 0:
            track.setWidth(max(_BAR, track.width() * share))
            painter.setBrush(theme.color(cell.bar))
            painter.drawRoundedRect(track, 2, 2)
            if cell.bad > 0:
                failed = max(_BAR, track.width() * min(1.0, cell.bad))
                painter.setBrush(theme.color("negative"))
                painter.drawRoundedRect(QRectF(track.right() - failed, track.top(), failed, _BAR), 2, 2)


class LineTable(QTableView):
    """Whole lines are chosen. ``chosen(line)`` follows each other current line, ``opened(line)`` Return and a double
    click."""

    chosen = Signal(int)
    opened = Signal(int)

    def __init__(self, theme: Theme, lines: Lines, name: str, height: float, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._height = height
        self.lines = lines
        self.hovered = -1
        self.shown = -1
        self._still = False
        lines.setParent(self)
        self.setModel(lines)
        self._painter = _Painter(theme, self)
        self.setAccessibleName(name)
        self.setShowGrid(False)
        self.setMouseTracking(True)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.verticalHeader().hide()
        head = self.horizontalHeader()
        head.setHighlightSections(False)
        head.setSectionsClickable(False)
        head.setMinimumSectionSize(30)
        head.setStretchLastSection(False)
        self.entered.connect(self._hover)
        self.activated.connect(lambda index: self.opened.emit(index.row()))
        theme.changed.connect(self._dress)
        self._dress()

    @property
    def current(self) -> int:
        """The line that is chosen; -1 where none is."""
        return self.currentIndex().row()

    def choose(self, line: int) -> None:
        """Choose a line, and bring it into sight; ``chosen`` follows."""
        if 0 <= line < self.lines.rowCount():
            self.setCurrentIndex(self.lines.index(line, 0))

    def step(self, by: int) -> None:
        """The next line or the one before; stay at the ends."""
        count = self.lines.rowCount()
        if count:
            self.choose(min(count - 1, max(0, self.current + by)))

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Tell of another line."""
        super().currentChanged(current, previous)
        if current.row() != previous.row() and current.isValid():
            self.chosen.emit(current.row())

    def grow(self) -> None:
        """Take in lines that were added at the end. Where none of them is in sight nothing is painted: the lines in
        sight are the same, and while a run is followed they would be painted anew twice a second."""
        end, more = self.lines.rowCount() - 1, self.verticalScrollBar().maximum() > 0
        self._still = more and self.rowViewportPosition(end) + self.rowHeight(end) >= self.viewport().height()
        self.lines.grown()

    def doItemsLayout(self) -> None:
        """Lay out what was added; see ``grow``."""
        view = self.viewport()
        still, self._still = self._still and view.updatesEnabled(), False
        if still:  # not setUpdatesEnabled: that paints everything once updates are let through again
            view.setAttribute(Qt.WidgetAttribute.WA_UpdatesDisabled)
        super().doItemsLayout()
        if still:
            view.setAttribute(Qt.WidgetAttribute.WA_UpdatesDisabled, False)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the lines here and not through a delegate, which Qt asks cell by cell."""
        self.shown = self.current
        with QPainter(self.viewport()) as painter:
            self._painter.paint(painter, event.rect())

    def leaveEvent(self, event: Any) -> None:
        """Nothing is under the mouse."""
        super().leaveEvent(event)
        self.hovered = -1
        self.viewport().update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The keyboard begins at the first line where none is chosen."""
        super().focusInEvent(event)
        if self.current < 0:
            self.choose(0)

    def _hover(self, index: QModelIndex) -> None:
        self.hovered = index.row()
        self.viewport().update()

    def _dress(self) -> None:
        self._painter.forget()
        theme, head = self._theme, self.horizontalHeader()
        vertical = self.verticalHeader()
        vertical.setMinimumSectionSize(10)
        vertical.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        vertical.setDefaultSectionSize(round(theme.px(self._height)))
        for number, column in enumerate(self.lines.columns):
            if column.width:
                head.setSectionResizeMode(number, QHeaderView.ResizeMode.Interactive)
                titled = head.fontMetrics().horizontalAdvance(column.title) + theme.px(2 * _SIDE)
                self.setColumnWidth(number, round(max(theme.px(column.width), titled)))
            else:
                head.setSectionResizeMode(number, QHeaderView.ResizeMode.Stretch)
        self.setStyleSheet(
            f"QHeaderView::section {{ padding-left: {round(theme.px(_SIDE))}px;"
            f" padding-right: {round(theme.px(_SIDE))}px; }}"
            f" QHeaderView::section:first {{ padding-left: {round(theme.px(_LEAD))}px; }}"
        )
        self.viewport().update()
