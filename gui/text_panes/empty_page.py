"""A page that says why there is nothing to see, and what to do about it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QVBoxLayout, QWidget

from galley.gui.plain_text import Button
from galley.gui.theme import Theme, Type
from galley.gui.widgets.styled_label import StyledLabel


class EmptyPage(QWidget):
    """A title, a sentence and, where something can be done here, a button. ``pressed()`` for the button."""

    pressed = Signal()

    def __init__(self, theme: Theme, margin: int = 14, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = StyledLabel(theme, Type.BODY_STRONG)
        self._words = StyledLabel(theme, Type.BODY, "second")
        self.button = Button(parent=self)
        self.button.setFlat(True)
        self.button.setStyleSheet("padding-left: 0; padding-right: 0;")
        self.button.setCursor(Qt.CursorShape.PointingHandCursor)
        self.button.clicked.connect(self.pressed)
        self.button.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(margin, margin, margin, margin)
        layout.setSpacing(4)
        layout.addWidget(self._title)
        layout.addWidget(self._words)
        layout.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addStretch(1)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Base)

    def say(self, title: str, words: str, button: str = "") -> None:
        """Show these words; no button without a name for it."""
        self._title.set(title)
        self._words.set(words)
        self.button.setText(button)
        self.button.setVisible(bool(button))
        self.setAccessibleName(title)
        self.setAccessibleDescription(words)
