"""A verdict in a rounded outline, as cards show it."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from galley.gui.theme import Theme, Type


class VerdictPill(QWidget):
    """A verdict in a rounded outline."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._words = ""
        self._role = "second"
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._dress)

    def set(self, words: str, role: str) -> None:
        """Show ``words`` in a role of the theme."""
        self._words, self._role = words, role
        self.setAccessibleName(words)
        self._dress()

    def sizeHint(self) -> QSize:
        """The words and a little air."""
        width = self._theme.advance(Type.SMALL_STRONG, self._words)
        return QSize(round(width + self._theme.px(18.0)), round(self._theme.px(20.0)))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw outline and words."""
        theme = self._theme
        ink = theme.color(self._role)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(ink, 1.25))
            rect = QRectF(self.rect()).adjusted(0.75, 0.75, -0.75, -0.75)
            painter.drawRoundedRect(rect, rect.height() / 2, rect.height() / 2)
            painter.setFont(theme.font(Type.SMALL_STRONG))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self._words)

    def _dress(self) -> None:
        self.updateGeometry()
        self.update()
