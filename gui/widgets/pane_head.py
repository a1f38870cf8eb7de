"""The head of a column: a title in small capitals at the left, a quiet summary at the right."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from galley.gui.plain_text import set_tip
from galley.gui.theme import Theme, Type

_SIDE = 14.0
_GAP = 12.0
_HEIGHT = 34.0


class PaneHead(QWidget):
    """Both texts are plain; the summary is cut short before the title is, and a tooltip has the rest."""

    def __init__(self, theme: Theme, title: str = "", summary: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.title = title
        self.summary = summary
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._dress)
        self._name()

    def set(self, title: str, summary: str = "") -> None:
        """Show other words."""
        if (title, summary) != (self.title, self.summary):
            self.title, self.summary = title, summary
            self._name()
            self.update()

    @property
    def cut(self) -> bool:
        """Whether there is less room than the texts need."""
        title, summary = (
            self._theme.advance(Type.HEAD, self.title),
            self._theme.advance(Type.CAPTION_NUMBER, self.summary),
        )
        return title + (_GAP + summary if self.summary else 0.0) > self.width() - 2 * _SIDE

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Offer both texts as a tooltip only where they are cut."""
        super().resizeEvent(event)
        self._hint()

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
                self.summary, Qt.TextElideMode.ElideRight, max(0.0, room - used - _GAP)
            )
            rect = QRectF(_SIDE, 0, room, self.height())
            middle = int(Qt.AlignmentFlag.AlignVCenter.value)
            painter.setFont(head)
            painter.setPen(theme.color("second"))
            painter.drawText(rect, middle | int(Qt.AlignmentFlag.AlignLeft.value), title)
            painter.setFont(caption)
            painter.setPen(theme.color("second"))
            painter.drawText(rect, middle | int(Qt.AlignmentFlag.AlignRight.value), summary)

    def _name(self) -> None:
        self.setAccessibleName(", ".join(filter(None, (self.title, self.summary))))
        self._hint()

    def _hint(self) -> None:
        set_tip(self, self.accessibleName() if self.cut else "")

    def _dress(self) -> None:
        self._hint()
        self.updateGeometry()
        self.update()
