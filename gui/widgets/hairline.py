"""A line of one pixel between things."""

from __future__ import annotations

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from galley.gui.theme import Theme


class Hairline(QWidget):
    """One device-independent pixel, vertical or horizontal, in a role's colour ("hairline" unless told)."""

    def __init__(
        self, theme: Theme, vertical: bool = False, role: str = "hairline", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._role = role
        if vertical:
            self.setFixedWidth(1)
        else:
            self.setFixedHeight(1)
        theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Fill it."""
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), self._theme.color(self._role))
