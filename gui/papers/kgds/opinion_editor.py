"""The field over a line in which an opinion or fact is written. Plain text, as it is stored."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QKeySequence, QPalette, QTextCursor
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from galley.core.text.clarified import MARK
from galley.gui.language import tr
from galley.gui.shortcuts import printed
from galley.gui.theme import Theme, Type

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_OWN = (*_ENTER, Qt.Key.Key_Escape)
_BOLD = QKeySequence.StandardKey.Bold
_SHIFT, _CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


class Doing(StrEnum):
    """What a text is written for."""

    WRITE = "write"
    CLARIFY = "clarify"
    SPLIT = "split"
    MERGE = "merge"


HINTS = {
    Doing.WRITE: tr("Enter saves, Esc leaves. {key} marks a clarified reference.", key=printed("Ctrl+B")),
    Doing.CLARIFY: tr("Enter saves, Esc leaves. {key} marks a clarified reference.", key=printed("Ctrl+B")),
    Doing.SPLIT: tr("One line a part. {key} saves, Esc leaves.", key=printed("Ctrl+Return")),
    Doing.MERGE: tr("What they become together. Enter saves, Esc leaves."),
}
_NAMES = {
    Doing.WRITE: tr("New opinion or fact"),
    Doing.CLARIFY: tr("Clarify"),
    Doing.SPLIT: tr("Split, one line a part"),
    Doing.MERGE: tr("Merge into one"),
}


class LineEditor(QPlainTextEdit):
    """``saved()`` when the text is to be kept, ``left()`` when it is not, ``grown()`` when it needs another height."""

    saved = Signal()
    left = Signal()
    grown = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._doing = Doing.CLARIFY
        self._high = 0
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setStyleSheet("QPlainTextEdit { border: none; border-radius: 0; padding: 0; }")
        self.setTabChangesFocus(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(4)
        self.textChanged.connect(self._measure)
        theme.changed.connect(self._dress)
        self._dress()
        self.hide()

    @property
    def doing(self) -> Doing:
        """What is being written."""
        return self._doing

    def begin(self, doing: Doing, text: str) -> None:
        """Show ``text`` to be worked on, all of it behind the cursor."""
        self._doing = doing
        self.setAccessibleName(_NAMES[doing])
        self.setAccessibleDescription(HINTS[doing])
        self.setPlainText(text)
        self.moveCursor(QTextCursor.MoveOperation.End)
        self._measure()

    def height_needed(self) -> int:
        """Pixels for all of its lines."""
        line = QFontMetricsF(self.font()).lineSpacing()
        return round(max(1.0, self.document().size().height()) * line + 2 * self.document().documentMargin() + 2)

    def event(self, event: QEvent) -> bool:
        """Every key belongs to the text while one writes, Enter with any modifier and Ctrl+B too."""
        override = event.type() is QEvent.Type.ShortcutOverride
        if override and isinstance(event, QKeyEvent) and (event.key() in _OWN or event.matches(_BOLD)):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter saves, or begins the next part of a split; Shift+Enter begins a line; Esc leaves."""
        key, held = event.key(), event.modifiers()
        if key == Qt.Key.Key_Escape:
            self.left.emit()
        elif key in _ENTER and (held & _CTRL or not (held & _SHIFT or self._doing is Doing.SPLIT)):
            self.saved.emit()
        elif event.matches(_BOLD):
            self._mark()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: object) -> None:
        """Another width wraps otherwise."""
        super().resizeEvent(event)  # type: ignore[arg-type]
        self._measure()

    def _mark(self) -> None:
        """Put the selected words between asterisks, or take these away."""
        cursor = self.textCursor()
        words = cursor.selectedText()
        if not words.strip():
            return
        start = cursor.selectionStart()
        bare = words.startswith(MARK) and words.endswith(MARK) and len(words) > 2 * len(MARK)
        words = words[len(MARK) : -len(MARK)] if bare else f"{MARK}{words}{MARK}"
        cursor.insertText(words)
        end = cursor.position()
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)

    def _measure(self) -> None:
        high = self.height_needed()
        if high != self._high:
            self._high = high
            self.grown.emit()

    def _dress(self) -> None:
        self.setFont(self._theme.font(Type.BODY))
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.Base, self._theme.color("panel"))
        palette.setColor(QPalette.ColorRole.Text, self._theme.color("text"))
        self.setPalette(palette)
        self._measure()
