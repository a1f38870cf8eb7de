"""A chip: a small round button for a filter, outlined in the accent while it is on."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from galley.gui.plain_text import PaintedButton
from galley.gui.theme import Theme, Type

_SIDE = 9.0
_HEIGHT = 22.0


class Chip(PaintedButton):
    """Checkable. ``count`` (None for none) stands after the words; both are plain text."""

    def __init__(self, theme: Theme, text: str, count: int | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._count = count
        self.setText(text)
        self.setCheckable(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        theme.changed.connect(self._dress)
        self._name()

    def set_count(self, count: int | None) -> None:
        """Show another count."""
        if count != self._count:
            self._count = count
            self._name()
            self._dress()

    def sizeHint(self) -> QSize:
        """As wide as its words and count."""
        width = self._theme.advance(Type.SMALL, self._words())
        return QSize(round(width + 2 * self._theme.px(_SIDE) + self.beside()) + 1, round(self._theme.px(_HEIGHT)))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Fill when off, outline when on, a second outline with the focus."""
        theme = self._theme
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            rect = QRectF(self.rect()).adjusted(0.75, 0.75, -0.75, -0.75)
            radius = rect.height() / 2
            on = self.isChecked()
            if on:
                painter.setPen(QPen(theme.color("accent"), 1.5 if not self.hasFocus() else 2.5))
                painter.setBrush(theme.color("row"))
            else:
                painter.setPen(QPen(theme.color("accent"), 1.5) if self.hasFocus() else Qt.PenStyle.NoPen)
                painter.setBrush(theme.color("hairline" if self.underMouse() else "chip"))
            painter.drawRoundedRect(rect, radius, radius)
            role = "accent" if on else "text" if self.underMouse() else "chip_text"
            painter.setPen(theme.color(role if self.isEnabled() else "faint"))
            painter.setFont(theme.font(Type.SMALL))
            words = QRectF(self.rect()).adjusted(0, 0, -self.beside(), 0)
            painter.drawText(words, int(Qt.AlignmentFlag.AlignCenter), self._words())
            self.paint_beside(painter)

    def beside(self) -> float:
        """How much room there is at the right for what a subclass draws there."""
        return 0.0

    def paint_beside(self, painter: QPainter) -> None:
        """Draw it."""

    def _words(self) -> str:
        return self.text() if self._count is None else f"{self.text()} {f'{self._count:,}'}"

    def _name(self) -> None:
        self.setAccessibleName(self._words())

    def _dress(self) -> None:
        self.updateGeometry()
        self.update()
