"""The one table: whole lines are chosen, heads stand over their cells, a click on one sorts, and no column is wider
than what can be read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil
from typing import Any, NamedTuple

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget

from galley.gui.plain_text import tooltip
from galley.gui.theme import Theme, Type
from galley.gui.widgets.line_paint import LEAD, SIDE, LineCell, LinePaint

Index = QModelIndex | QPersistentModelIndex
_TOP = QModelIndex()
_WIDEST, _LEAST = 620.0, 130.0
"""Of a column that takes the room that is left."""
_SHRUNK = 0.72
"""Of its width a column keeps where all are not seen otherwise."""
_HEAD, _BROKEN_HEAD = 31.0, 44.0
"""How high heads are, and where one goes on in a second line because the table would be wider than its room."""
_LOOKED_AT = 200
"""Lines that a column which fits its words is measured by."""
FITS = -1


class LineColumn(NamedTuple):
    """A column: its title, its width at text size 1 (0 takes the room that is left, ``FITS`` what its words need, up
    to ``most``), on which side it stands, whether its words go on in further lines, and whether it is about the
    column before it (an interval), of which it follows closely."""

    title: str
    width: int
    right: bool = False
    wraps: bool = False
    beside: bool = False
    least: float = 30.0
    most: float = 320.0


class Lines(QAbstractTableModel):
    """Read-only lines; ``count()`` says how many there are and ``cell(line, column)`` what stands there. Sorted, they
    are shown in another order and keep their numbers."""

    def __init__(
        self, columns: Sequence[LineColumn], count: Callable[[], int], cell: Callable[[int, int], LineCell],
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self.columns = tuple(columns)
        self._count = count
        self._cell = cell
        self._row_count = 0
        self._sort_order: tuple[int, Qt.SortOrder] = (-1, Qt.SortOrder.AscendingOrder)
        self._order: list[int] = []
        """Numbers of the lines as they are shown; empty where that is their own order."""
        self._places: dict[int, int] = {}

    def reset(self, columns: Sequence[LineColumn] | None = None) -> None:
        """There are other lines now, or other columns as well."""
        self.beginResetModel()
        if columns is not None and tuple(columns) != self.columns:
            self.columns, self._sort_order = tuple(columns), (-1, Qt.SortOrder.AscendingOrder)
        self._row_count = self._count()
        self._arrange()
        self.endResetModel()

    def append_lines(self) -> None:
        """Lines were added at the end."""
        row_count = self._count()
        if row_count > self._row_count:
            self.beginInsertRows(_TOP, self._row_count, row_count - 1)
            self._row_count = row_count
            self.endInsertRows()

    def refresh_lines(self, first: int = 0, last: int = -1) -> None:
        """The same lines hold other words."""
        if self._order:
            first, last = 0, -1
        last = self._row_count - 1 if last < 0 else last
        if self._row_count:
            self.dataChanged.emit(self.index(first, 0), self.index(last, len(self.columns) - 1))

    def number(self, row: int) -> int:
        """The number of the line that is shown in a row."""
        return self._order[row] if self._order and row >= 0 else row

    def row(self, number: int) -> int:
        """The row in which a line is shown."""
        return self._places.get(number, number)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Show the lines by what stands in a column; -1 in their own order. Empty cells come last."""
        self.layoutAboutToBeChanged.emit()
        persistent_indexes = self.persistentIndexList()
        numbers = [self.number(index.row()) for index in persistent_indexes]
        self._sort_order = (column, order)
        self._arrange()
        self.changePersistentIndexList(
            persistent_indexes,
            [self.index(self.row(n), index.column()) for n, index in zip(numbers, persistent_indexes, strict=True)],
        )
        self.layoutChanged.emit()

    def _arrange(self) -> None:
        column, order = self._sort_order
        self._order, self._places = [], {}
        if 0 <= column < len(self.columns):
            down = order is Qt.SortOrder.DescendingOrder
            cells = [self._cell(number, column) for number in range(self._row_count)]
            ranks = [cell.text.casefold() if cell.rank is None else cell.rank for cell in cells]
            empty = [rank == "" or rank != rank for rank in ranks]
            filled_rows = [n for n in range(self._row_count) if not empty[n]]
            whole = not all(isinstance(ranks[n], type(ranks[filled_rows[0]])) for n in filled_rows)
            filled_rows.sort(key=lambda n: str(ranks[n]) if whole else ranks[n], reverse=down)
            self._order = [*filled_rows, *(n for n in range(self._row_count) if empty[n])]
            self._places = {number: row for row, number in enumerate(self._order)}

    def rowCount(self, parent: Index = _TOP) -> int:
        """A line each."""
        return 0 if parent.isValid() else self._row_count

    def columnCount(self, parent: Index = _TOP) -> int:
        """See ``LineColumn``."""
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The words of a cell, for those who read the screen aloud, and as a tip where they are cut."""
        if not index.isValid():
            return None
        view, words = self.parent(), self.cell(index.row(), index.column()).text
        if role == Qt.ItemDataRole.DisplayRole:
            return words
        if role == Qt.ItemDataRole.ToolTipRole and isinstance(view, LineTable) and view.cuts(index):
            return tooltip(words)
        return None

    def cell(self, row: int, column: int) -> LineCell:
        """What stands in one place."""
        return self._cell(self.number(row), column)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Titles above their columns."""
        if orientation is not Qt.Orientation.Horizontal or section >= len(self.columns):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.columns[section].title
        if role != Qt.ItemDataRole.TextAlignmentRole:
            return None
        side = Qt.AlignmentFlag.AlignRight if self.columns[section].right else Qt.AlignmentFlag.AlignLeft
        return int((side | Qt.AlignmentFlag.AlignVCenter).value) | int(Qt.TextFlag.TextWordWrap)


class _Heads(QHeaderView):
    """Heads as high as their table wants. It is told so when it asks: a fixed height, set while a table is reset, has
    Qt lay heads and table out in turn until the stack is full."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.high = 0

    def sizeHint(self) -> QSize:
        """See the class."""
        return QSize(super().sizeHint().width(), self.high)


class LineTable(QTableView):
    """Whole lines are chosen. ``chosen(line)`` follows each other current line, ``opened(line)`` Return and a double
    click. ``empty`` is said where there is no line."""

    chosen = Signal(int)
    opened = Signal(int)

    def __init__(
        self, theme: Theme, lines: Lines, name: str, height: float = 29.0, parent: QWidget | None = None,
        sorts: bool = True,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._theme = theme
        self._height = height
        self.lines = lines
        self.empty = ""
        self.hovered_row = -1
        self._still = False
        self._column_widths: dict[int, tuple[int, int]] = {}
        """The width of each column that has one of its own, and the least that it gives way to."""
        self._title_widths: list[float] = []
        lines.setParent(self)
        self.setModel(lines)
        self._painter = LinePaint(theme)
        self.setAccessibleName(name)
        self.setShowGrid(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.verticalHeader().hide()
        self.heads = head = _Heads(self)
        self.setHorizontalHeader(head)
        head.setHighlightSections(False)
        head.setMinimumSectionSize(10)
        head.setStretchLastSection(False)
        head.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        head.setSortIndicatorClearable(True)
        self.setSortingEnabled(sorts)
        head.setSectionsClickable(sorts)
        self.entered.connect(self._hover)
        self.activated.connect(lambda index: self.opened.emit(self.lines.number(index.row())))
        lines.modelReset.connect(self._fit)
        lines.layoutChanged.connect(self._share_width)
        theme.changed.connect(self._dress)
        self._dress()

    @property
    def current(self) -> int:
        """The line that is chosen; -1 where none is."""
        return self.lines.number(self.currentIndex().row())

    def choose(self, line: int) -> None:
        """Choose a line, and bring it into sight; ``chosen`` follows."""
        if 0 <= line < self.lines.rowCount():
            self.setCurrentIndex(self.lines.index(self.lines.row(line), 0))

    def step(self, by: int) -> None:
        """The next line or the one before, as they are shown; stay at the ends."""
        count = self.lines.rowCount()
        if count:
            self.choose(self.lines.number(min(count - 1, max(0, self.currentIndex().row() + by))))

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Tell of another line."""
        super().currentChanged(current, previous)
        if current.row() != previous.row() and current.isValid():
            self.chosen.emit(self.lines.number(current.row()))

    def grow(self) -> None:
        """Take in lines that were added at the end. Where none of them is in sight nothing is painted: the lines in
        sight are the same, and while a run is followed they would be painted again twice a second."""
        end, more = self.lines.rowCount() - 1, self.verticalScrollBar().maximum() > 0
        self._still = more and self.rowViewportPosition(end) + self.rowHeight(end) >= self.viewport().height()
        self.lines.append_lines()

    def doItemsLayout(self) -> None:
        """Lay out what was added; see ``grow``."""
        view = self.viewport()
        still, self._still = self._still and view.updatesEnabled(), False
        if still:  # not setUpdatesEnabled: that paints everything once updates are let through again
            view.setAttribute(Qt.WidgetAttribute.WA_UpdatesDisabled)
        super().doItemsLayout()
        if still:
            view.setAttribute(Qt.WidgetAttribute.WA_UpdatesDisabled, False)

    def cuts(self, index: Index) -> bool:
        """Whether the words of a cell do not fit their column."""
        column, (left_inset, right_inset) = index.column(), self._insets(index.column())
        wide = self._painter.advance(self.lines.cell(index.row(), column))
        return not self.lines.columns[column].wraps and wide > self.columnWidth(column) - left_inset - right_inset

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the lines here and not through a delegate, which Qt asks cell by cell."""
        with QPainter(self.viewport()) as painter:
            if self.lines.rowCount():
                self._paint(painter, event.rect())
            elif self.empty:
                painter.setFont(self._theme.font(Type.BODY))
                painter.setPen(self._theme.color("second"))
                room = QRectF(self.viewport().rect()).adjusted(self._theme.px(LEAD), 0, -self._theme.px(LEAD), 0)
                flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
                painter.drawText(room, int(flags), self.empty)

    def _paint(self, painter: QPainter, area: QRect) -> None:
        """The lines that are within ``area``."""
        last = self.rowAt(area.bottom())
        last = self.lines.rowCount() - 1 if last < 0 else last
        columns = [
            (number, self.columnViewportPosition(number), self.columnWidth(number), column)
            for number, column in enumerate(self.lines.columns)
        ]
        within = [column for column in columns if column[1] <= area.right() and column[1] + column[2] > area.left()]
        tall, current, width = self._tall, self.currentIndex().row(), self.viewport().width()
        for row in range(max(0, self.rowAt(area.top())), last + 1):
            top, height = self.rowViewportPosition(row), self.rowHeight(row)
            self._painter.ground(painter, QRectF(0, top, width, height), row == current, row == self.hovered_row)
            for number, at, room, column in within:
                cell = self.lines.cell(row, number)
                left_inset, right_inset = self._insets(number)
                whole = room + columns[number + 1][2] if cell.over and number + 1 < len(columns) else room
                over = cell.over and self._painter.advance(cell) <= whole - left_inset - right_inset
                inner = QRectF(
                    at + left_inset, top, max(0.0, (whole if over else room) - left_inset - right_inset), height
                )
                self._painter.cell(painter, cell, inner, column.right and not over, tall, column.wraps)

    def leaveEvent(self, event: Any) -> None:
        """Nothing is under the mouse."""
        super().leaveEvent(event)
        self.hovered_row = -1
        self.viewport().update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The keyboard begins at the first line where none is chosen."""
        super().focusInEvent(event)
        if self.current < 0:
            self.choose(self.lines.number(0))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Columns share the new room."""
        super().resizeEvent(event)
        self._share_width()

    def _hover(self, index: QModelIndex) -> None:
        self.hovered_row = index.row()
        self.viewport().update()

    @property
    def _tall(self) -> bool:
        return any(column.wraps for column in self.lines.columns)

    def _insets(self, column: int) -> tuple[float, float]:
        """What a column keeps free at its left and right, in pixels."""
        px, spec = self._theme.px, self.lines.columns[column]
        return 0.0 if spec.beside else px(SIDE if column else LEAD), px(SIDE)

    def _dress(self) -> None:
        self._painter.forget()
        theme, px = self._theme, self._theme.px
        vertical = self.verticalHeader()
        vertical.setMinimumSectionSize(10)
        vertical.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        vertical.setDefaultSectionSize(round(px(self._height)))
        self.setStyleSheet(
            f"QHeaderView {{ border: none; border-bottom: 1px solid {theme.roles.hairline}; }}"
            f" QHeaderView::section {{ border: none; padding: 0 {round(px(SIDE))}px 0 {round(px(SIDE))}px; }}"
            f" QHeaderView::section:first {{ padding-left: {round(px(LEAD))}px; }}"
        )
        self._fit()
        self.viewport().update()

    def _fit(self) -> None:
        """Give each column of a known width that width, and the others what is left."""
        self._column_widths.clear()
        self._title_widths.clear()
        px, heads = self._theme.px, QFontMetricsF(self._theme.font(Type.SPEAKER))
        for number, column in enumerate(self.lines.columns):
            left_inset, right_inset = self._insets(number)
            words, aside = column.title.split(), left_inset + right_inset + px(8)
            pieces = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words) + 1)]
            broken = min((max(map(heads.horizontalAdvance, both)) for both in pieces), default=0.0) + aside
            titled = heads.horizontalAdvance(column.title) + aside
            self._title_widths.append(titled)
            if column.width == FITS:
                lines = range(min(self.lines.rowCount(), _LOOKED_AT))
                cells = [cell for line in lines if not ((cell := self.lines.cell(line, number)).over or cell.brief)]
                # The widest is among the longest; to measure them all would take as long as to draw a chart.
                longest = sorted({cell.text: cell for cell in cells}.values(), key=lambda cell: len(cell.text))[-8:]
                wide = max(map(self._painter.advance, longest), default=0.0) + left_inset + right_inset + 2
                width = round(min(max(wide, titled, px(column.least)), px(column.most)))
                self._column_widths[number] = (width, min(width, round(max(wide, broken))))
            elif column.width:
                width = round(max(px(column.width), titled))
                self._column_widths[number] = (width, max(round(titled), round(px(column.width * _SHRUNK))))
        self._share_width()

    def _share_width(self) -> None:
        px, room = self._theme.px, self.viewport().width()
        open_ = [number for number, column in enumerate(self.lines.columns) if not column.width]
        wide = {number: want for number, (want, _) in self._column_widths.items()}
        over = sum(wide.values()) + len(open_) * px(_LEAST) - room
        give = {number: want - least for number, (want, least) in self._column_widths.items() if want > least}
        for number, most in give.items() if over > 0 else ():
            wide[number] -= min(most, ceil(over * most / sum(give.values())))
        for number in open_:
            wide[number] = int(min(max((room - sum(wide.values())) / len(open_), px(_LEAST)), px(_WIDEST)))
            open_ = open_[1:]
        for number, width in wide.items():
            self.setColumnWidth(number, width)
        broken = any(width < self._title_widths[number] - 1 for number, width in wide.items())
        high = round(px(_BROKEN_HEAD if broken else _HEAD))
        if high != self.heads.high:
            self.heads.high = high
            self.updateGeometries()
        if self._tall:
            wraps = [number for number, column in enumerate(self.lines.columns) if column.wraps]
            for row in range(self.lines.rowCount()):
                heights = [
                    self._painter.height(self.lines.cell(row, n), self.columnWidth(n) - sum(self._insets(n)))
                    for n in wraps
                ]
                self.setRowHeight(row, max(round(self._theme.px(self._height)), *map(round, heights)))
