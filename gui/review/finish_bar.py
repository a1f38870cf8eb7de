"""The strip under the flag list: how far the item is, what went wrong, and the button that finishes or reopens it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from galley.gui.theme import Theme, Type
from galley.gui.translation import tr
from galley.gui.widgets.key_button import KeyButton
from galley.gui.widgets.styled_label import StyledLabel

_HEIGHT = 43.0


class FinishBar(QWidget):
    """Always there, so that nothing moves when it says something. ``pressed()`` for its button."""

    pressed = Signal()

    def __init__(self, theme: Theme, key: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._words = StyledLabel(theme, Type.SMALL, "second")
        self.button = KeyButton(theme, tr("Finish"), key)
        self.button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.button.clicked.connect(self.pressed)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(14, 4, 14, 4)
        layout.setSpacing(8)
        layout.addWidget(self._words, 1, Qt.AlignmentFlag.AlignVCenter)
        layout.addWidget(self.button)
        self._words.show()
        self.setMinimumHeight(round(theme.px(_HEIGHT)))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._dress)

    @property
    def words(self) -> str:
        """What it says."""
        return self._words.text()

    def say(self, words: str, role: str = "second") -> None:
        """Say something in the colour of ``role`` ("warning", "negative", "positive", …)."""
        self._words.set(words or " ", role)

    def offer(self, words: str, key: str, enabled: bool = True) -> None:
        """What the button does now."""
        self.button.setText(words)
        self.button.set_key(key)
        self.button.setEnabled(enabled)

    def paintEvent(self, event: QPaintEvent) -> None:
        """A hairline above and one below."""
        painter = QPainter(self)
        painter.fillRect(0, 0, self.width(), 1, self._theme.color("hairline"))
        painter.fillRect(0, self.height() - 1, self.width(), 1, self._theme.color("hairline"))

    def _dress(self) -> None:
        self.setMinimumHeight(round(self._theme.px(_HEIGHT)))
        self.update()
