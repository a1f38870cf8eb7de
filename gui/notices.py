"""A sentence across the window, under the top bar: why the project is read only, why something was not saved."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSizePolicy, QWidget

from galley.gui.plain_text import Button, PlainLabel, ToolButton
from galley.gui.theme import Theme, Type
from galley.gui.theme.icons import icon
from galley.gui.translation import tr

_FIELD_WIDTH = 220.0


class NoticeBar(QWidget):
    """Hidden until it has something to say; the cross takes it away. Selectable, so that it can be copied.
    ``pressed()``: the button that may stand beside the sentence. ``answered(text)``: Return in its field."""

    pressed = Signal()
    answered = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._role = "warning"
        self.label = PlainLabel(parent=self)
        self.label.setWordWrap(True)
        self.label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.cross = ToolButton(self)
        self.cross.setAutoRaise(True)
        self.cross.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.cross.setAccessibleName(tr("Dismiss this message"))
        self.cross.clicked.connect(self.hide)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 6, 10, 7)
        self.button = Button(parent=self)
        self.button.setAutoDefault(False)
        self.button.clicked.connect(self.pressed)
        row.addWidget(self.label, 1)
        self.field = QLineEdit(self)
        self.field.setFixedWidth(round(theme.px(_FIELD_WIDTH)))
        self.field.returnPressed.connect(self._answer)
        row.addWidget(self.field)
        row.addWidget(self.button)
        row.addWidget(self.cross)
        theme.changed.connect(self._dress)
        self._dress()
        self.hide()

    def say(self, sentence: str, role: str = "warning", button: str = "", field: str = "") -> None:
        """Show ``sentence`` with an edge in the colour of ``role`` ("warning", "negative"), a button with these words,
        and a field to be filled that has this name."""
        self._role = role
        self.field.clear()
        self.field.setPlaceholderText(field)
        self.field.setAccessibleName(field)
        self.field.setVisible(bool(field))
        self.button.setText(button)
        self.button.setVisible(bool(button))
        self.label.setText(sentence)
        self.setAccessibleName(sentence)
        self.show()
        self.update()

    def _answer(self) -> None:
        if self.field.text().strip():
            self.answered.emit(self.field.text().strip())

    def paintEvent(self, event: QPaintEvent) -> None:
        """A quiet ground, an edge at the left, a hairline under it."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.color("window"))
        painter.fillRect(0, 0, 3, self.height() - 1, self._theme.color(self._role))
        painter.fillRect(0, self.height() - 1, self.width(), 1, self._theme.color("hairline"))

    def _dress(self) -> None:
        self.label.setFont(self._theme.font(Type.BODY))
        self.cross.setIcon(icon(self._theme, "close", "second", 12))
        accent = self._theme.roles.accent
        self.cross.setStyleSheet(
            "QToolButton { border: 1px solid transparent; border-radius: 4px; padding: 3px; }"
            f" QToolButton:focus, QToolButton:hover {{ border: 1px solid {accent}; }}"
        )
        self.update()
