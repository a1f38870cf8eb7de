"""A quiet line that can be pressed: a few words and the key that does the same."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from galley.gui.plain_text import PaintedButton
from galley.gui.theme import Theme, Type
from galley.gui.widgets.key_cap import cap_width, paint_cap

_GAP = 8.0


class KeyLine(PaintedButton):
    """``clicked``; the key is a hint, the shortcut itself belongs to the window."""

    def __init__(self, theme: Theme, words: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._key = ""
        self._role = "second"
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._dress)
        self.say(words)

    def set_key(self, key: str) -> None:
        """The key that is printed on it."""
        self._key = key
        self._dress()

    def say(self, words: str, role: str = "second") -> None:
        """Other words, in the colour of this role."""
        if words != self.text() or role != self._role:
            self._role = role
            self.setText(words)
            self.setAccessibleName(words)
            self._dress()

    def sizeHint(self) -> QSize:
        """Its words and its key."""
        width = self._theme.advance(Type.SMALL, self.text()) + 1
        cap = self._theme.px(_GAP) + cap_width(self._theme, self._key) if self._key else 0.0
        return QSize(round(width + cap), round(self._theme.px(20)))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Words and cap; in the accent under the mouse or the keyboard, and the latter draws a line under them."""
        theme = self._theme
        hot = self.underMouse() or self.hasFocus()
        with QPainter(self) as painter:
            painter.setFont(theme.font(Type.SMALL))
            painter.setPen(theme.color("accent" if hot else self._role))
            painter.drawText(
                QRectF(self.rect()), int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), self.text()
            )
            if self.hasFocus():
                painter.setPen(QPen(theme.color("accent"), 2))
                painter.drawLine(0, self.height() - 1, round(theme.advance(Type.SMALL, self.text())), self.height() - 1)
            if self._key:
                paint_cap(painter, theme, self.width(), self.height() / 2, self._key)

    def _dress(self) -> None:
        self.updateGeometry()
        self.update()
