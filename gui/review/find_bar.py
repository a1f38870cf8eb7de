"""A strip over the texts: what is looked for in the open item, how many hits there are, and the way through them."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from galley.gui.plain_text import Button, set_tip
from galley.gui.shortcuts import Keymap
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr
from galley.gui.widgets.elided_label import ElidedLabel


class _Field(QLineEdit):
    """``stepped(±1)``: Return and Shift+Return. ``escapePressed()``: Escape."""

    stepped = Signal(int)
    escapePressed = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self.stepped.emit(-1 if back else 1)
        elif event.key() == Qt.Key.Key_Escape:
            self.escapePressed.emit()
        else:
            super().keyPressEvent(event)


class FindBar(QWidget):
    """``typed(words)``, ``stepped(±1)``, ``closed()``. Hidden until something is looked for."""

    typed = Signal(str)
    stepped = Signal(int)
    closed = Signal()

    def __init__(self, theme: Theme, keys: Keymap, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.field = _Field(self)
        self.field.setPlaceholderText(tr("Find in this item"))
        self.field.setAccessibleName(tr("Find in this item"))
        self.field.setMaximumWidth(round(theme.px(260)))
        self.count = ElidedLabel(theme, "", Type.CAPTION_NUMBER, "second", parent=self)
        self.before, self.after, self.close_ = (Button(words, self) for words in ("‹", "›", "×"))
        for button, name, action in (
            (self.before, tr("Previous hit"), "previous-hit"),
            (self.after, tr("Next hit"), "next-hit"),
            (self.close_, tr("Stop looking"), ""),
        ):
            button.setFlat(True)
            button.setAccessibleName(name)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setMaximumWidth(round(theme.px(30)))
            set_tip(button, f"{name} ({keys.label(action)})" if action and keys.label(action) else name)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 4, 8, 5)
        row.setSpacing(6)
        row.addWidget(self.field, 1)
        row.addWidget(self.before)
        row.addWidget(self.after)
        row.addWidget(self.count, 1)
        row.addWidget(self.close_)
        self.field.textEdited.connect(self.typed)
        self.field.stepped.connect(self.stepped)
        self.field.escapePressed.connect(self.closed)
        self.before.clicked.connect(lambda: self.stepped.emit(-1))
        self.after.clicked.connect(lambda: self.stepped.emit(1))
        self.close_.clicked.connect(self.closed)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self.hide()

    def show_words(self, words: str) -> None:
        """Say what is looked for, without looking for it again."""
        if words != self.field.text():
            with QSignalBlocker(self.field):
                self.field.setText(words)

    def show_count(self, words: str) -> None:
        """Say how many hits there are, and which one is in front."""
        self.count.set_text(words)
        self.count.setAccessibleName(words)

    def paintEvent(self, event: QPaintEvent) -> None:
        """A hairline below."""
        with QPainter(self) as painter:
            painter.fillRect(0, self.height() - 1, self.width(), 1, self._theme.color("hairline"))
