"""The head of a column: a title in small capitals at the left, a quiet summary at the right."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.theme import Theme, Type

_SIDE = 14.0
_HEIGHT = 34.0


class PaneHead(QWidget):
    """Both texts are plain; the summary is cut short before the title is."""

    def __init__(self, theme: Theme, title: str = "", summary: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.title = title
        self.summary = summary
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._dress)

    def set(self, title: str, summary: str = "") -> None:
        """Show other words."""
        if (title, summary) != (self.title, self.summary):
            self.title, self.summary = title, summary
            self.update()

    def sizeHint(self) -> QSize:
        """As high as one line with air; the width is whatever the column has."""
        return QSize(120, round(self._theme.px(_HEIGHT)))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw both on one baseline."""
        theme = self._theme
        with QPainter(self) as painter:
            head, caption = theme.font(Type.HEAD), theme.font(Type.CAPTION_NUMBER)
            room = self.width() - 2 * _SIDE
            title = theme.metrics(Type.HEAD).elidedText(self.title, Qt.TextElideMode.ElideRight, room)
            used = theme.advance(Type.HEAD, title)
            summary = theme.metrics(Type.CAPTION_NUMBER).elidedText(
                self.summary, Qt.TextElideMode.ElideRight, max(0.0, room - used - 12)
            )
            rect = QRectF(_SIDE, 0, room, self.height())
            middle = int(Qt.AlignmentFlag.AlignVCenter.value)
            painter.setFont(head)
            painter.setPen(theme.color("second"))
            painter.drawText(rect, middle | int(Qt.AlignmentFlag.AlignLeft.value), title)
            painter.setFont(caption)
            painter.setPen(theme.color("second"))
            painter.drawText(rect, middle | int(Qt.AlignmentFlag.AlignRight.value), summary)

    def _dress(self) -> None:
        self.updateGeometry()
        self.update()
