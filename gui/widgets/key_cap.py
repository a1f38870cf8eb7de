"""A key as it is printed on a keyboard, for hints beside words and on buttons."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from galley.gui.theme import Theme, Type

_SIDE = 5.0
_HEIGHT = 18.0


def cap_width(theme: Theme, key: str) -> float:
    """How wide the cap of ``key`` is; never narrower than it is high."""
    width = theme.advance(Type.KEY, key) + 2 * theme.px(_SIDE)
    return max(theme.px(_HEIGHT), width)


def paint_cap(
    painter: QPainter,
    theme: Theme,
    right: float,
    middle: float,
    key: str,
    ground: str = "key",
    ink: str = "key_text",
) -> float:
    """Draw a cap that ends at ``right`` around height ``middle``; returns its left edge."""
    height, width = theme.px(_HEIGHT), cap_width(theme, key)
    rect = QRectF(right - width, middle - height / 2, width, height)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.color(ground))
    painter.drawRoundedRect(rect, theme.px(4.0), theme.px(4.0))
    painter.setPen(theme.color(ink))
    painter.setFont(theme.font(Type.KEY))
    painter.drawText(rect, int(Qt.AlignmentFlag.AlignCenter), key)
    return rect.left()


class KeyCap(QWidget):
    """One cap as a widget. ``key`` is what is printed on it ("J", "Ctrl Z")."""

    def __init__(self, theme: Theme, key: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._key = key
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(key)
        theme.changed.connect(self._dress)

    @property
    def key(self) -> str:
        """What is printed on the cap."""
        return self._key

    def set_key(self, key: str) -> None:
        """Print another key on the cap."""
        self._key = key
        self.setAccessibleName(key)
        self._dress()

    def sizeHint(self) -> QSize:
        """The cap and nothing around it."""
        return QSize(round(cap_width(self._theme, self._key)), round(self._theme.px(_HEIGHT)))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the cap."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_cap(painter, self._theme, self.width(), self.height() / 2, self._key)

    def _dress(self) -> None:
        self.updateGeometry()
        self.update()
