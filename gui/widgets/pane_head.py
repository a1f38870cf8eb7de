"""The head of a column: a title in small capitals at the left, a quiet summary at the right, or under it."""

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
    """Both texts are plain. Where they do not fit side by side the summary goes under the title, and nothing moves;
    where one is cut even so, a tooltip has the rest."""

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
        return max(self._widths()) > self._room

    @property
    def _room(self) -> float:
        return self.width() - 2 * _SIDE

    def _widths(self) -> tuple[float, float]:
        title, summary = self._theme.advance(Type.HEAD, self.title), 0.0
        if self.summary:
            summary = self._theme.advance(Type.CAPTION_NUMBER, self.summary)
        return title, summary

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Offer both texts as a tooltip only where they are cut."""
        super().resizeEvent(event)
        self._hint()

    def sizeHint(self) -> QSize:
        """As high as one line with air; the width is whatever the column has."""
        return QSize(120, round(self._theme.px(_HEIGHT)))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw both on one baseline, or one under the other."""
        theme, room = self._theme, self._room
        title, summary = (
            theme.metrics(style).elidedText(words, Qt.TextElideMode.ElideRight, room)
            for style, words in ((Type.HEAD, self.title), (Type.CAPTION_NUMBER, self.summary))
        )
        stacked = bool(summary) and sum(self._widths()) + _GAP > room
        upper = QRectF(_SIDE, 0, room, self.height())
        lower, side = upper, Qt.AlignmentFlag.AlignRight
        if stacked:
            step = theme.px(_HEIGHT) / 5
            upper, lower, side = upper.translated(0, -step), upper.translated(0, step), Qt.AlignmentFlag.AlignLeft
        middle = Qt.AlignmentFlag.AlignVCenter.value
        with QPainter(self) as painter:
            painter.setPen(theme.color("second"))
            painter.setFont(theme.font(Type.HEAD))
            painter.drawText(upper, int(middle | Qt.AlignmentFlag.AlignLeft.value), title)
            painter.setFont(theme.font(Type.CAPTION_NUMBER))
            painter.drawText(lower, int(middle | side.value), summary)

    def _name(self) -> None:
        self.setAccessibleName(", ".join(filter(None, (self.title, self.summary))))
        self._hint()

    def _hint(self) -> None:
        set_tip(self, self.accessibleName() if self.cut else "")

    def _dress(self) -> None:
        self._hint()
        self.updateGeometry()
        self.update()
