"""Progress as a thin line."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from galley.gui.plain_text import set_tip
from galley.gui.theme import Theme
from galley.gui.translation import tr

_THICKNESS = 4.0


class ProgressHairline(QWidget):
    """A share between 0 and 1, with words for those who cannot see the line."""

    def __init__(self, theme: Theme, role: str = "evidence_edge", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._role = role
        self._share = 0.0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)
        self.set_share(0.0)

    @property
    def share(self) -> float:
        """What is done, 0 to 1."""
        return self._share

    def set_share(self, share: float, words: str = "") -> None:
        """Show ``share`` (clamped to 0..1); ``words`` ("128 of 200 items") name it."""
        self._share = min(1.0, max(0.0, share))
        self.setAccessibleName(words or tr("{share:.0%} done", share=self._share))
        set_tip(self, words)
        self.update()

    def sizeHint(self) -> QSize:
        """Thin, and as wide as there is room."""
        return QSize(120, 8)

    def paintEvent(self, event: QPaintEvent) -> None:
        """A quiet track and what is done of it."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            rect = QRectF(0, (self.height() - _THICKNESS) / 2, self.width(), _THICKNESS)
            painter.setBrush(self._theme.color("chip"))
            painter.drawRoundedRect(rect, 2, 2)
            if self._share > 0:
                rect.setWidth(max(_THICKNESS, rect.width() * self._share))
                painter.setBrush(self._theme.color(self._role))
                painter.drawRoundedRect(rect, 2, 2)
