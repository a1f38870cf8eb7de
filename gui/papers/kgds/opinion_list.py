"""The list of opinions and facts, with the field of whatever is being written over its line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QWidget

from galley.gui.language import tr
from galley.gui.papers.kgds.opinion_editor import LineEditor
from galley.gui.papers.kgds.opinion_model import OpinionsModel
from galley.gui.papers.kgds.opinion_painting import AROUND, SIDE, OpinionDelegate, Tint
from galley.gui.papers.kgds.opinion_rows import Head, Line
from galley.gui.theme import Theme, Type
from galley.gui.widgets.overlay_bar import OverlayBar

_SELECT = QItemSelectionModel.SelectionFlag
_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -8, Qt.Key.Key_PageDown: 8}
_ENDS = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: -1}


class OpinionsList(QListView):
    """``chosen(unit)``: the user went to a unit (its row id). ``menuWanted(point)``: a menu for it (global)."""

    chosen = Signal(int)
    menuWanted = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.lines = OpinionsModel(self)
        self._delegate = OpinionDelegate(theme, self.lines.line, self)
        self._anchor = 0
        self.empty = ""
        self.setModel(self.lines)
        self.setItemDelegate(self._delegate)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setAutoScroll(False)  # a current line that changes behind a write must not move the text
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(tr("Opinions and facts of this item"))
        self.editor = LineEditor(theme, self.viewport())
        self.editor.grown.connect(self._make_room)
        self._bar = OverlayBar(theme, self, inset=1)
        self.verticalScrollBar().valueChanged.connect(self._place_editor)
        self.clicked.connect(self._clicked)
        self.pressed.connect(self._pressed)
        theme.changed.connect(self._dress)

    # ---- what is shown

    @property
    def current(self) -> int:
        """The row id of the unit that the keys are about; 0 for none."""
        return self.lines.unit_at(self.currentIndex().row()) or 0

    @property
    def selected(self) -> list[int]:
        """The row ids of the selected units in order; the current one where none is selected."""
        rows = sorted(index.row() for index in self.selectionModel().selectedIndexes())
        found = [unit for unit in map(self.lines.unit_at, rows) if unit]
        return found or ([self.current] if self.current else [])

    def show_lines(self, lines: Sequence[Head | Line], current: int, keep: bool) -> None:
        """Show these with one unit as the current one. ``keep`` scrolls nothing."""
        value = self.verticalScrollBar().value()
        selected = self.selected
        if self.lines.show(lines):
            self.doItemsLayout()
            if keep:
                self.verticalScrollBar().setValue(value)
            else:
                self.scrollToTop()
        elif keep and self.current == current:
            self._make_room()
            return
        self.set_current(current)
        if keep and current in selected and len(selected) > 1:
            self._select([unit for unit in selected if self.lines.row_of(unit) is not None])
        self._make_room()

    def measure(self, lines: Iterable[Line]) -> None:
        """Find out how high these are, so that it is known when they are shown."""
        for line in lines:
            self._delegate.size(line)

    def set_current(self, unit: int) -> None:
        """Make a unit the current one, without scrolling or saying so."""
        row = self.lines.row_of(unit)
        self._anchor = unit if row is not None else 0
        index = self.lines.index(row) if row is not None else QModelIndex()
        self.selectionModel().setCurrentIndex(index, _SELECT.ClearAndSelect if row is not None else _SELECT.Clear)

    def set_tint(self, tint: Tint) -> None:
        """Tint what is under review, and evidence."""
        if tint != self._delegate.tint:
            self._delegate.tint = tint
            self.viewport().update()

    def reveal(self, unit: int) -> None:
        """Bring a unit into sight, with the head above it where that is the first of its group."""
        row = self.lines.row_of(unit)
        if row is None:
            return
        above = row
        while above and isinstance(self.lines.line(above - 1), Head):
            above -= 1
        self.scrollTo(self.lines.index(above))
        self.scrollTo(self.lines.index(row))

    # ---- writing

    @property
    def editing(self) -> int | None:
        """The row id of the unit under the editor, 0 for a new one; None while nothing is written."""
        return self._delegate.open_unit

    def open_editor(self, unit: int) -> None:
        """Lay the editor over the line of a unit (0 for a new one)."""
        self._delegate.open_unit = unit
        self._make_room()
        self.editor.show()
        self._place_editor()
        self.reveal(unit)
        self.editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def close_editor(self) -> None:
        """Take it away; the list has the keyboard again if the editor had it."""
        had = self.editor.hasFocus()
        self._delegate.open_unit = None
        self.editor.hide()
        if had:
            self.setFocus(Qt.FocusReason.OtherFocusReason)
        self._relay()

    # ---- within

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows go from unit to unit, with Shift they select; letters belong to others."""
        units = self.lines.units
        key = Qt.Key(event.key())
        if not units or (key not in _STEPS and key not in _ENDS):
            event.ignore()
            return
        at = units.index(self.current) if self.current in units else -1 if _STEPS.get(key, 0) > 0 else len(units)
        to = _ENDS[key] % len(units) if key in _ENDS else min(len(units) - 1, max(0, at + _STEPS[key]))
        self._go(units[to], bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))

    def keyboardSearch(self, search: str) -> None:
        """Not here: letters are commands."""

    def dataChanged(
        self,
        first: QModelIndex | QPersistentModelIndex,
        last: QModelIndex | QPersistentModelIndex,
        roles: Sequence[int] = (),
    ) -> None:
        """Paint the lines that changed; none of them changes its height."""
        for row in range(first.row(), last.row() + 1):
            self.viewport().update(self.visualRect(self.lines.index(row)))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for a menu for the line under the mouse."""
        unit = self.lines.unit_at(self.indexAt(event.pos()).row())
        if unit and unit not in self.selected:
            self._go(unit, False)
        if unit:
            self.menuWanted.emit(event.globalPos())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width wraps otherwise; keep bar and editor in their places."""
        if self.viewport().width() != self._delegate.width:
            self._delegate.width = self.viewport().width()
            self.scheduleDelayedItemsLayout()
        super().resizeEvent(event)
        self._bar.place()
        if self.editing is not None:  # what was said under the list took room from it
            self.reveal(self.editing)
        self._place_editor()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Where nothing is there, say what to do."""
        super().paintEvent(event)
        if not self.lines.rowCount() and self.empty:
            painter = QPainter(self.viewport())
            painter.setFont(self._theme.font(Type.BODY))
            painter.setPen(self._theme.color("second"))
            room = self.viewport().rect().adjusted(round(SIDE), 12, -round(SIDE), -12)
            painter.drawText(room, int(Qt.TextFlag.TextWordWrap.value), self.empty)

    def _go(self, unit: int, extend: bool) -> None:
        if not extend or not self._anchor:
            self.set_current(unit)
        else:
            units = self.lines.units
            first, last = sorted((units.index(self._anchor), units.index(unit)))
            self._select(units[first : last + 1])
            row = self.lines.row_of(unit)
            assert row is not None
            self.selectionModel().setCurrentIndex(self.lines.index(row), _SELECT.NoUpdate)
        self.reveal(unit)
        self.chosen.emit(unit)

    def _select(self, units: Sequence[int]) -> None:
        selection = QItemSelection()
        for unit in units:
            row = self.lines.row_of(unit)
            if row is not None:
                selection.select(self.lines.index(row), self.lines.index(row))
        self.selectionModel().select(selection, _SELECT.ClearAndSelect)

    def _pressed(self, index: QModelIndex) -> None:
        if not QGuiApplication.mouseButtons() & Qt.MouseButton.LeftButton:  # Qt selects with every button
            self._clicked(index)

    def _clicked(self, index: QModelIndex) -> None:
        unit = self.lines.unit_at(index.row())
        if unit:
            if len(self.selected) < 2:
                self._anchor = unit
            self.chosen.emit(unit)

    def _make_room(self) -> None:
        """Make the line under the editor as high as its text."""
        if self._delegate.open_unit is None:
            return
        high = self.editor.height_needed() + 2 * AROUND + 1
        if high != self._delegate.open_height:
            self._delegate.open_height = high
            self._relay()
        self._place_editor()

    def _relay(self) -> None:
        value = self.verticalScrollBar().value()
        self.doItemsLayout()
        self.verticalScrollBar().setValue(value)

    def _place_editor(self) -> None:
        row = self.lines.row_of(self._delegate.open_unit) if self._delegate.open_unit is not None else None
        if row is None:
            return
        self.editor.setGeometry(self._delegate.editor_rect(self.visualRect(self.lines.index(row))))

    def _dress(self) -> None:
        self._delegate.rescale()
        self.scheduleDelayedItemsLayout()
        self._make_room()
        self.viewport().update()
