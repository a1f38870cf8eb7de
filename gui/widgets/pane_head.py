"""The head of a column: a title in small capitals at the left, a quiet summary at the right, shorter or under it where
there is little room."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from galley.gui.plain_text import set_tip
from galley.gui.theme import Theme, Type

_SIDE = 14.0
_GAP = 12.0
_HEIGHT = 34.0
_BAR = 3.0


class PaneHead(QWidget):
    """All texts are plain. Where they do not fit side by side the brief summary stands in for the whole one; where that
    does not fit either, the whole one goes under the title, and nothing moves. A tooltip has what is not seen."""

    def __init__(self, theme: Theme, title: str = "", summary: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.title = title
        self.summary = summary
        self.brief = ""
        self.is_active = False
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._dress)
        self._name()

    def set(self, title: str, summary: str = "", brief: str = "") -> None:
        """Show other words; ``brief`` says the most important of ``summary``."""
        if (title, summary, brief) != (self.title, self.summary, self.brief):
            self.title, self.summary, self.brief = title, summary, brief
            self._name()
            self.update()

    def set_active(self, is_active: bool) -> None:
        """Tint the head where the keys decide about the whole document under it."""
        if is_active != self.is_active:
            self.is_active = is_active
            self.update()

    @property
    def cut(self) -> bool:
        """Whether there is less room than the texts need."""
        return max(self._widths()) > self._room

    @property
    def _room(self) -> float:
        return self.width() - 2 * _SIDE

    @property
    def shown_summary(self) -> str:
        """The summary as it stands there."""
        return (
            self.brief if self.brief and not self._beside(self.summary) and self._beside(self.brief) else self.summary
        )

    def _beside(self, summary: str) -> bool:
        """Whether the title and these words fit side by side."""
        title = self._theme.advance(Type.HEAD, self.title)
        return title + _GAP + self._theme.advance(Type.CAPTION_NUMBER, summary) <= self._room

    def _widths(self) -> tuple[float, float]:
        summary = self._theme.advance(Type.CAPTION_NUMBER, self.shown_summary) if self.summary else 0.0
        return self._theme.advance(Type.HEAD, self.title), summary

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Offer both texts as a tooltip only where they are not whole."""
        super().resizeEvent(event)
        self._hint()

    def sizeHint(self) -> QSize:
        """As high as one line with air; the width is whatever the column has."""
        return QSize(120, round(self._theme.px(_HEIGHT)))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw both on one baseline, or one under the other."""
        theme, room, shown_summary = self._theme, self._room, self.shown_summary
        title, summary = (
            theme.metrics(style).elidedText(words, Qt.TextElideMode.ElideRight, room)
            for style, words in ((Type.HEAD, self.title), (Type.CAPTION_NUMBER, shown_summary))
        )
        stacked = bool(summary) and not self._beside(shown_summary)
        upper = QRectF(_SIDE, 0, room, self.height())
        lower, side = upper, Qt.AlignmentFlag.AlignRight
        if stacked:
            step = theme.px(_HEIGHT) / 5
            upper, lower, side = upper.translated(0, -step), upper.translated(0, step), Qt.AlignmentFlag.AlignLeft
        middle = Qt.AlignmentFlag.AlignVCenter.value
        with QPainter(self) as painter:
            if self.is_active:
                painter.fillRect(self.rect(), theme.color("flag_tint"))
                painter.fillRect(QRectF(0, 0, theme.px(_BAR), self.height()), theme.color("flag_edge"))
            painter.setPen(theme.color("second"))
            painter.setFont(theme.font(Type.HEAD))
            painter.drawText(upper, int(middle | Qt.AlignmentFlag.AlignLeft.value), title)
            painter.setFont(theme.font(Type.CAPTION_NUMBER))
            painter.drawText(lower, int(middle | side.value), summary)

    def _name(self) -> None:
        self.setAccessibleName(", ".join(filter(None, (self.title, self.summary))))
        self._hint()

    def _hint(self) -> None:
        set_tip(self, self.accessibleName() if self.cut or self.shown_summary != self.summary else "")

    def _dress(self) -> None:
        self._hint()
        self.updateGeometry()
        self.update()
