"""The small editor in which an opinion or fact is written. Plain text, as it is stored."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from galley.core.text.clarified import MARK
from galley.gui.dialogs.base import Dialog
from galley.gui.shortcuts import format_keys
from galley.gui.theme import Theme
from galley.gui.translation import tr

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_BOLD = QKeySequence.StandardKey.Bold
_SHIFT, _CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
_LINES = 7


class Doing(StrEnum):
    """What a text is written for."""

    WRITE = "write"
    CLARIFY = "clarify"
    SPLIT = "split"
    MERGE = "merge"


HINTS = {
    Doing.WRITE: tr("Enter saves, Esc cancels. {key} marks a clarified reference.", key=format_keys("Ctrl+B")),
    Doing.CLARIFY: tr("Enter saves, Esc cancels. {key} marks a clarified reference.", key=format_keys("Ctrl+B")),
    Doing.SPLIT: tr("One line for each part. {key} saves, Esc cancels.", key=format_keys("Ctrl+Return")),
    Doing.MERGE: tr("The text of the merged unit. Enter saves, Esc cancels."),
}
_NAMES = {
    Doing.WRITE: tr("New opinion or fact"),
    Doing.CLARIFY: tr("Clarify"),
    Doing.SPLIT: tr("Split: one line for each part"),
    Doing.MERGE: tr("Merge into one"),
}


class UnitEditor(Dialog):
    """One text. ``about`` says what it is written from or who wrote it; it is kept only with words in it, and a split
    with two lines or more."""

    def __init__(self, parent: QWidget | None, theme: Theme, doing: Doing, text: str, about: str) -> None:
        super().__init__(parent, theme, _NAMES[doing], about)
        self._doing = doing
        self.text = _Text(doing is Doing.SPLIT)
        self.text.setFixedHeight(round(theme.px(20.0) * _LINES))
        self.text.setAccessibleName(_NAMES[doing])
        self.field("", self.text, HINTS[doing])
        self.button(tr("Cancel")).clicked.connect(self.reject)
        self.go = self.button(tr("Save"))
        self.go.clicked.connect(self.accept)
        self.text.saved.connect(self.go.click)
        self.text.textChanged.connect(self._check)
        self.text.setPlainText(text)
        self.text.moveCursor(QTextCursor.MoveOperation.End)
        self.text.setFocus()
        self._check()

    @classmethod
    def ask(cls, parent: QWidget | None, theme: Theme, doing: Doing, text: str, about: str) -> list[str]:
        """The lines that were written (one, but for a split); none where the editor was left."""
        dialog = cls(parent, theme, doing, text, about)
        written_lines = dialog.lines() if dialog.exec() else []
        dialog.deleteLater()
        return written_lines

    def lines(self) -> list[str]:
        """What is written."""
        text = self.text.toPlainText().strip()
        parts = text.split("\n") if self._doing is Doing.SPLIT else [text]
        return [part.strip() for part in parts if part.strip()]

    def _check(self) -> None:
        self.go.setEnabled(len(self.lines()) >= (2 if self._doing is Doing.SPLIT else 1))


class _Text(QPlainTextEdit):
    """``saved()``: Enter, or Ctrl+Enter where Enter begins the next line."""

    saved = Signal()

    def __init__(self, many: bool) -> None:
        super().__init__()
        self._many = many
        self.setTabChangesFocus(True)

    def event(self, event: QEvent) -> bool:
        """Ctrl+B and Enter with any modifier belong to the text."""
        override = event.type() is QEvent.Type.ShortcutOverride
        if override and isinstance(event, QKeyEvent) and (event.key() in _ENTER or event.matches(_BOLD)):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter saves, or begins the next part of a split; Shift+Enter begins a line."""
        modifiers = event.modifiers()
        if event.key() in _ENTER and (modifiers & _CTRL or not (modifiers & _SHIFT or self._many)):
            self.saved.emit()
        elif event.matches(_BOLD):
            self._mark()
        else:
            super().keyPressEvent(event)

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
