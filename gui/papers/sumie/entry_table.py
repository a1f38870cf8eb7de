"""The table of entries: painted by hand, chosen by arrows and clicks, attribute and value written in place."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QFontMetricsF,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyledItemDelegate,
    QTableView,
    QWidget,
)

from galley.core.domain import UnitId
from galley.gui import clipboard
from galley.gui.papers.sumie.entry_rows import EntrySheet
from galley.gui.papers.sumie.entry_table_model import ATTRIBUTE, CHANGE, FLAGS, HEADS, VALUE, TableModel
from galley.gui.papers.sumie.entry_table_paint import FIRST, SIDE, EntryDelegate
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr
from galley.gui.widgets.overlay_bar import OverlayBar

_MOVES = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Home, Qt.Key.Key_End)
_HEAD = 26.0
_NARROW = 380
_CHANGE, _FLAGS = 84.0, 96.0
_CHANGE_NARROW, _FLAGS_NARROW = 26.0, 66.0


class _Heads(QHeaderView):
    """What the columns are called, in line with what stands in them."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._theme = theme

    def paintSection(self, painter: QPainter, rect: QRect, column: int) -> None:
        """Draw one, or nothing where there is only room for a sign."""
        painter.save()
        painter.fillRect(rect, self._theme.color("panel"))
        painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), self._theme.color("hairline"))
        words, font = HEADS[column], self._theme.font(Type.SPEAKER)
        inner = QRectF(rect).adjusted(FIRST if column == CHANGE else SIDE, 0, 0, 0)
        if column not in (CHANGE, FLAGS) or QFontMetricsF(font).horizontalAdvance(words) <= inner.width():
            painter.setFont(font)
            painter.setPen(self._theme.color("second"))
            cut = QFontMetricsF(font).elidedText(words, Qt.TextElideMode.ElideRight, inner.width())
            painter.drawText(inner, int(Qt.AlignmentFlag.AlignVCenter.value), cut)
        painter.restore()


class EntryTable(QTableView):
    """``lineChosen(place)``: the user went to a row, or pressed the one at hand. ``turnWanted(step)``: the left or
    right arrow. ``edited(place, attribute, value)``: something else was written in a row. ``bottomSeen()``: the
    last row was painted."""

    lineChosen = Signal(int)
    turnWanted = Signal(int)
    edited = Signal(int, str, str)
    bottomSeen = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._model = TableModel(self)
        self._model.edited.connect(self.edited)
        self._model.modelAboutToBeReset.connect(self._release_field)
        self._delegate = EntryDelegate(theme, self)
        self._silent = self._went = False
        self.setModel(self._model)
        self.setItemDelegate(self._delegate)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.DoubleClicked)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header = _Heads(theme, self)
        self.setHorizontalHeader(header)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setHighlightSections(False)
        header.setSectionsClickable(False)
        header.setMinimumSectionSize(round(_CHANGE_NARROW))
        self.setAccessibleName(tr("Entries of the table"))
        self._bar = OverlayBar(theme, self, inset=1)
        self.selectionModel().currentRowChanged.connect(self._current_changed)
        theme.changed.connect(self._dress)
        self._dress()

    # ---- what is shown

    def show_sheet(self, sheet: EntrySheet | None, keep: bool, writable: bool) -> None:
        """Show a table; with ``keep`` the row at hand and the scroll position stay where rows came or went."""
        at, value = self.place, self.verticalScrollBar().value()
        self._silent = True
        self._model.writable = writable
        fresh = self._model.show(sheet)
        if fresh:
            self.clearSpans()
            self._raise()
            head = self._model.head_row
            if head is not None:
                self.setSpan(head, 0, 1, len(HEADS))
            if keep:
                self.verticalScrollBar().setValue(value)
                if at is not None and sheet is not None and sheet.lines:
                    self._put(min(at, len(sheet.lines) - 1))
        if not keep:
            self.scrollToTop()
        self._silent = False

    @property
    def place(self) -> int | None:
        """The place of the line at hand."""
        index = self.currentIndex()
        return self._model.place_of(index.row()) if index.isValid() else None

    @property
    def selected_places(self) -> list[int]:
        """The places of the selected lines, from the top."""
        rows = sorted({index.row() for index in self.selectionModel().selectedRows()})
        return [place for row in rows if (place := self._model.place_of(row)) is not None]

    def set_current(self, place: int | None) -> None:
        """Go to a line without a signal, and bring it into sight."""
        if place == self.place and (place is None or place in self.selected_places):
            return
        self._silent = True
        if place is None:
            self.clearSelection()
            self.setCurrentIndex(QModelIndex())
        else:
            self._put(place)
            self.scrollTo(self.currentIndex())
        self._silent = False

    def reveal(self, place: int) -> None:
        """Bring a line into sight."""
        self.scrollTo(self._model.index(self._model.row_of(place), VALUE))

    def set_evidence(self, units: Iterable[UnitId]) -> None:
        """Tint the rows of these units."""
        self._delegate.evidence = frozenset(units)
        self.viewport().update()

    def set_active(self, units: Iterable[UnitId]) -> None:
        """Tint, in another colour, the rows of the units about which the keys decide."""
        self._delegate.active_units = frozenset(units)
        self.viewport().update()

    def correct(self, column: int = VALUE) -> None:
        """Let the value (or attribute) of the row at hand be written."""
        index = self._model.index(self.currentIndex().row(), column)
        may = self.currentIndex().isValid() and bool(index.flags() & Qt.ItemFlag.ItemIsEditable)
        if may and self._delegate.field is None:
            self.edit(index)

    def commit(self) -> None:
        """Give away what is being written."""
        if self._delegate.field is not None:
            self.commitData(self._delegate.field)
        if self._delegate.field is not None:  # unless the table was filled again, which closed it
            self.closeEditor(self._delegate.field, QStyledItemDelegate.EndEditHint.NoHint)

    # ---- within

    def _release_field(self) -> None:
        """The field goes with its row: the keyboard stays in the table, or Qt would give it to the next control."""
        field = self._delegate.field
        if field is not None and field.hasFocus():
            field.setModified(False)
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _put(self, place: int) -> None:
        index = self._model.index(self._model.row_of(place), VALUE)
        how = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
        self.selectionModel().setCurrentIndex(index, how)

    def _current_changed(self, current: QModelIndex, before: QModelIndex) -> None:
        place = self._model.place_of(current.row()) if current.isValid() else None
        if place is not None and not self._silent:
            self._went = True
            self.lineChosen.emit(place)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A press on the row at hand tells of it too: there may be more to be decided about it."""
        self._went = False
        place = self._model.place_of(self.indexAt(event.position().toPoint()).row())
        super().mousePressEvent(event)
        if not self._went and place is not None and not event.modifiers():
            self.lineChosen.emit(place)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Say when the end was seen."""
        super().paintEvent(event)
        bar = self.verticalScrollBar()
        if self._model.has_table and bar.value() >= bar.maximum():
            self.bottomSeen.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows go from row to row and turn to turn, Enter writes; letters belong to the window."""
        key, plain = Qt.Key(event.key()), not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if plain and key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.turnWanted.emit(1 if key is Qt.Key.Key_Right else -1)
        elif plain and key in (Qt.Key.Key_Home, Qt.Key.Key_End) and self._model.rowCount():
            rows = [row for row in range(self._model.rowCount()) if self._model.place_of(row) is not None]
            self.selectRow(rows[0] if key is Qt.Key.Key_Home else rows[-1])
        elif key in _MOVES and not event.modifiers() & Qt.KeyboardModifier.AltModifier:
            super().keyPressEvent(event)
        elif plain and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.correct()
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self.selectAll()
        elif event.matches(QKeySequence.StandardKey.Copy):
            self._copy()
        else:
            event.ignore()

    def keyboardSearch(self, search: str) -> None:
        """Not here: letters are commands."""

    def _copy(self) -> None:
        rows = sorted({index.row() for index in self.selectionModel().selectedRows()})
        columns = (ATTRIBUTE, VALUE)
        text = ["\t".join(str(self._model.index(row, column).data()) for column in columns) for row in rows]
        clipboard.put("\n".join(text))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the columns their widths: words fold to signs where there is little room."""
        super().resizeEvent(event)
        self._spread()
        self._bar.place()

    def _spread(self) -> None:
        width = self.viewport().width()
        narrow = width < self._theme.px(_NARROW)
        self._delegate.narrow = narrow
        change = round(self._theme.px(_CHANGE_NARROW if narrow else _CHANGE))
        flags = round(self._theme.px(_FLAGS_NARROW if narrow else _FLAGS))
        attribute = round((width - change - flags) * 0.33)
        for column, size in ((CHANGE, change), (ATTRIBUTE, attribute), (FLAGS, flags)):
            self.setColumnWidth(column, size)
        self.setColumnWidth(VALUE, max(40, width - change - flags - attribute))
        self._raise()

    def _raise(self) -> None:
        """Rows are as high as their words need."""
        widths = self.columnWidth(ATTRIBUTE), self.columnWidth(VALUE)
        for row in range(self._model.rowCount()):
            line = self._model.line(row)
            high = round(self._theme.px(_HEAD)) if isinstance(line, str) else self._delegate.height(line, *widths)
            self.setRowHeight(row, high)

    def _dress(self) -> None:
        self._delegate.rescale()
        header = self.horizontalHeader()
        height = QFontMetricsF(self._theme.font(Type.CAPTION)).height() + self._theme.px(12.0)
        header.setFixedHeight(round(height))
        self._spread()
        self.viewport().update()
