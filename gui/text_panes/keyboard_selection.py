"""Reading, clicking, selecting and copying in a ``TextView``. Offsets that leave here are code points."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QTextBoundaryFinder, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QTextCursor,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractSlider, QApplication, QWidget

from galley.gui import clipboard
from galley.gui.plain_text import Menu, show_tip
from galley.gui.text_panes.text_marks import TextMark
from galley.gui.text_panes.view import TextView
from galley.gui.theme import Theme
from galley.gui.translation import tr
from galley.gui.widgets.focus_ring import LED_HERE


def whole_words(text: str, start: int, end: int) -> tuple[int, int]:
    """[start, end) of ``text`` without blanks at its ends, widened to the words that it touches; all count UTF-16
    units. What holds nothing but blanks stays as it is."""
    units = text.encode("utf-16-le")

    def blank(at: int) -> bool:
        return units[2 * at : 2 * at + 2].decode("utf-16-le", "replace").isspace()

    first, last = start, end
    while first < last and blank(first):
        first += 1
    while last > first and blank(last - 1):
        last -= 1
    if first == last:
        return start, end
    finder = QTextBoundaryFinder(QTextBoundaryFinder.BoundaryType.Word, text)
    finder.setPosition(first)
    if not finder.isAtBoundary():
        first = finder.toPreviousBoundary()
    finder.setPosition(last)
    if not finder.isAtBoundary():
        last = finder.toNextBoundary()
    return first, last


_SELECTING = (
    QKeySequence.StandardKey.SelectNextChar,
    QKeySequence.StandardKey.SelectPreviousChar,
    QKeySequence.StandardKey.SelectNextWord,
    QKeySequence.StandardKey.SelectPreviousWord,
    QKeySequence.StandardKey.SelectNextLine,
    QKeySequence.StandardKey.SelectPreviousLine,
    QKeySequence.StandardKey.SelectStartOfLine,
    QKeySequence.StandardKey.SelectEndOfLine,
)
_SCROLLING = {
    Qt.Key.Key_Up: QAbstractSlider.SliderAction.SliderSingleStepSub,
    Qt.Key.Key_Down: QAbstractSlider.SliderAction.SliderSingleStepAdd,
    Qt.Key.Key_PageUp: QAbstractSlider.SliderAction.SliderPageStepSub,
    Qt.Key.Key_PageDown: QAbstractSlider.SliderAction.SliderPageStepAdd,
    Qt.Key.Key_Home: QAbstractSlider.SliderAction.SliderToMinimum,
    Qt.Key.Key_End: QAbstractSlider.SliderAction.SliderToMaximum,
}


class ReadingPane(TextView):
    """A ``TextView`` that one can click, select and copy in.

    ``unitClicked(index)``: a click on a unit, margin and padding included, but not on a mark.
    ``markClicked(flag_id)``: a click on a lane, a letter or marked text; the shortest span wins, and
    each further click on the same words goes on to the next.
    ``selectionMade()``: text was selected with the mouse or the keyboard; ask ``selection()``.
    ``focusChanged(led here)``: a key gave it the keyboard, or it has lost it.
    """

    unitClicked = Signal(int)
    markClicked = Signal(object)
    selectionMade = Signal()
    focusChanged = Signal(bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._caret(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._press_position: QPoint | None = None
        self._led = False
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._keyboard_moved)

    def selection(self) -> tuple[int, int, int] | None:
        """(unit index, start, end) of the selected text in code points; None for none, and for one over several units,
        of which ``selections`` gives each."""
        parts = self.selections()
        return parts[0] if len(parts) == 1 else None

    def selections(self) -> list[tuple[int, int, int]]:
        """The same for each unit that the selection touches, without those of which it holds nothing but blanks, and
        without blanks at its ends."""
        parts = []
        for at, start, end in self._get_selected_parts():
            text = self.units[at].text[start:end]
            if text.strip():
                parts.append((at, start + len(text) - len(text.lstrip()), end - len(text) + len(text.rstrip())))
        return parts

    def clear_selection(self) -> None:
        """Select nothing, without scrolling."""
        cursor = self.textCursor()
        if cursor.hasSelection():
            value = self.verticalScrollBar().value()
            cursor.clearSelection()
            self.setTextCursor(cursor)
            self.verticalScrollBar().setValue(value)

    def selected_text(self) -> str:
        """The selected text as it is stored, units joined by line ends."""
        return "\n".join(self.units[index].text[start:end] for index, start, end in self._get_selected_parts())

    def _get_selected_parts(self) -> list[tuple[int, int, int]]:
        cursor = self.textCursor()
        if not cursor.hasSelection() or not self.units:
            return []
        first, last = cursor.selectionStart(), cursor.selectionEnd()
        parts: list[tuple[int, int, int]] = []
        block = self.document().findBlock(first)
        while block.isValid() and block.position() < last:
            index, at = block.blockNumber(), block.position()
            offsets = self._content.offsets(index)
            start, end = offsets.to_code_points(first - at), offsets.to_code_points(last - at)
            if start < end:
                parts.append((index, start, end))
            block = block.next()
        return parts

    def _flag_at(self, point: QPointF) -> int | None:
        """The flag whose lane, letter or text lies at a point of the viewport; of several on the same words, the one
        after the flag that is in front now."""
        at = QPointF(point.x(), point.y() + self.verticalScrollBar().value())
        index = self._unit_at(point.y())
        if index is None:
            return None
        block = self.document().findBlockByNumber(index)
        drawing = self._drawing(index, block)
        marks = self._content.marks.get(index, ())
        if drawing is not None and (flag := drawing.flag_at(at - block.layout().position())) is not None:
            looks = {mark.look for mark in marks if mark.flag_id == flag}
            return self._after([mark for mark in marks if mark.look in looks])
        hit = self.document().documentLayout().hitTest(at, Qt.HitTestAccuracy.ExactHit)
        if hit < 0:
            return None
        position = self._content.offsets(index).to_code_points(hit - block.position())
        covering = [
            mark
            for mark in marks
            if mark.start is not None and mark.end is not None and mark.start <= position < mark.end
        ]
        if not covering:
            return None
        return self._after(sorted(covering, key=lambda mark: (mark.end or 0) - (mark.start or 0)))

    def _after(self, marks: Sequence[TextMark]) -> int:
        """The flag after the one in front, round and round; the first where that is not among them."""
        flags = list(dict.fromkeys(mark.flag_id for mark in marks))
        return flags[(flags.index(self._current_flag) + 1) % len(flags)] if self._current_flag in flags else flags[0]

    # ---- events

    def createMimeDataFromSelection(self) -> QMimeData:
        """Plain text only, and the stored text rather than what stands on the screen for it."""
        data = QMimeData()
        if not clipboard.is_refused():  # a selection can be dragged out, too
            data.setText(self.selected_text())
        return data

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a click or a selection."""
        self._press_position = event.position().toPoint() if event.button() is Qt.MouseButton.LeftButton else None
        super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """A double click selects a word, which the release tells; one that selects nothing is no further click."""
        super().mouseDoubleClickEvent(event)
        if self.textCursor().hasSelection() and event.button() is Qt.MouseButton.LeftButton:
            self._press_position = event.position().toPoint()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Tell which it was."""
        super().mouseReleaseEvent(event)
        pressed, self._press_position = self._press_position, None
        if event.button() is not Qt.MouseButton.LeftButton or pressed is None:
            return
        if self.textCursor().hasSelection():
            if not event.modifiers() & Qt.KeyboardModifier.AltModifier:
                self._snap()
            self.selectionMade.emit()
            return
        if (event.position().toPoint() - pressed).manhattanLength() >= QApplication.startDragDistance():
            return
        flag = self._flag_at(event.position())
        if flag is not None:
            self.markClicked.emit(flag)
        elif (index := self._unit_at(event.position().y())) is not None:
            self.unitClicked.emit(index)

    def _snap(self) -> None:
        """Widen what the mouse selected to whole words; with Alt held it stays as it was drawn."""
        cursor, parts = self.textCursor(), self._get_selected_parts()
        if not parts:
            return
        ends = []
        for index, start, end in (parts[0], parts[-1]):
            offsets = self._content.offsets(index)
            units = offsets.to_units(start), offsets.to_units(end)
            block = self.document().findBlockByNumber(index)
            ends.append([block.position() + at for at in whole_words(block.text(), *units)])
        first, last = ends[0][0], ends[1][1]
        backwards = cursor.position() < cursor.anchor()
        cursor.setPosition(last if backwards else first)
        cursor.setPosition(first if backwards else last, QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)

    def _step_unit(self, step: int) -> None:
        """Look at the next unit, or the one before; the first in sight where none is looked at yet."""
        top = self.verticalScrollBar().value()
        current_index = self._read if self._read is not None else self._current
        next_index = next(iter(self._between(top, top + 1)), 0) if current_index is None else current_index + step
        if 0 <= next_index < len(self.units):
            self.unitClicked.emit(next_index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Scroll, walk from unit to unit, select and copy; every other key belongs to the window."""
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        key = Qt.Key(event.key())
        if plain and key in _SCROLLING:
            self.verticalScrollBar().triggerAction(_SCROLLING[key])
            event.accept()
        elif event.modifiers() == Qt.KeyboardModifier.ControlModifier and key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._step_unit(1 if key is Qt.Key.Key_Down else -1)
            event.accept()
        elif any(event.matches(sequence) for sequence in _SELECTING):
            self._select_with(event)
        elif event.matches(QKeySequence.StandardKey.Copy):
            if self.textCursor().hasSelection():
                clipboard.put(self.createMimeDataFromSelection())
            event.accept()
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self.selectAll()
            self.selectionMade.emit()
            event.accept()
        elif plain and key is Qt.Key.Key_Escape and self.textCursor().hasSelection():
            self.clear_selection()
            event.accept()
        else:
            event.ignore()

    def _select_with(self, event: QKeyEvent) -> None:
        """Extend the selection; one that has not begun starts at the unit that is looked at, else at the current one,
        or the first in sight."""
        cursor = self.textCursor()
        if not cursor.hasSelection():
            top = self.verticalScrollBar().value()
            current_index = self._read if self._read is not None else self._current
            start = current_index if current_index is not None else next(iter(self._between(top, top + 1)), 0)
            block = self.document().findBlockByNumber(start)
            if self.document().findBlock(cursor.position()) != block:
                cursor.setPosition(block.position())
                self.setTextCursor(cursor)
        self._caret(True)
        super().keyPressEvent(event)
        event.accept()
        if self.textCursor().hasSelection():
            self.selectionMade.emit()

    def _caret(self, is_shown: bool) -> None:
        """The caret shows where a selection by keyboard goes on; while one reads there is none."""
        flags = Qt.TextInteractionFlag.TextSelectableByMouse
        if is_shown:
            flags |= Qt.TextInteractionFlag.TextSelectableByKeyboard
        if self.textInteractionFlags() != flags:
            self.setTextInteractionFlags(flags)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll; with Ctrl held the wheel belongs to the window's text size."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            event.ignore()
        else:
            super().wheelEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Copy and select all: what a text that cannot be changed offers."""
        menu = Menu(self)
        menu.add_entry(tr("Copy"), lambda _: self.copy()).setEnabled(self.textCursor().hasSelection())
        menu.add_entry(tr("Select all"), lambda _: self.selectAll())
        menu.exec(event.globalPos())
        menu.deleteLater()

    def viewportEvent(self, event: QEvent) -> bool:
        """Show the full name of a speaker whose name is cut short in the margin."""
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            index = self._unit_at(event.pos().y())
            name = self._gutter.get_full_name(index) if index is not None and event.x() < self._gutter.width else ""
            show_tip(event.globalPos(), name, self)
            return True
        return super().viewportEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Remember whether a key led here; ``_keyboard_moved`` is told next, and knows from where."""
        super().focusInEvent(event)
        self._led = event.reason() in LED_HERE

    def _keyboard_moved(self, old: QWidget | None, new_widget: QWidget | None) -> None:
        """Tell the pane to draw its ring where a key led here. What goes away leaves the keyboard to whatever is next,
        and Qt calls that a tab, too."""
        if new_widget is self and self._led and (old is None or old.isVisible()):
            self.focusChanged.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Tell the pane to take its ring away; the caret goes with it."""
        super().focusOutEvent(event)
        self._caret(False)
        self.focusChanged.emit(False)
