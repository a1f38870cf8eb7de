"""How sound the judge's reason is: one quiet line, one key, never in the way of the decision."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from gui.theme import Theme, Type
from gui.widgets.key_cap import cap_width, paint_cap

VALUES = ("correct", "partly", "incorrect", "unrelated", "none")
"""The choices of the scheme ``explanation`` in the order in which the key goes through them."""
ASKED = "Is this reason sound?"
_GAP = 8.0


def following(value: str) -> str:
    """What the key makes of ``value`` ("" where nobody has said anything yet)."""
    return VALUES[(VALUES.index(value) + 1) % len(VALUES)] if value in VALUES else VALUES[0]


class ReasonLine(QAbstractButton):
    """Says what the reviewer thinks of the reason; pressing it goes on to the next answer."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._key = ""
        self._value = ""
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._dress)
        self.show_value("")

    @property
    def value(self) -> str:
        """What is shown; "" for nothing yet."""
        return self._value

    def set_key(self, key: str) -> None:
        """The key that is printed on it."""
        self._key = key
        self._dress()

    def show_value(self, value: str) -> None:
        """Show another answer."""
        words = f"Reason: {value}" if value else ASKED
        self._value = value
        if words != self.text():
            self.setText(words)
            self.setAccessibleName(words)
            self._dress()

    def sizeHint(self) -> QSize:
        """Its words and its key."""
        width = QFontMetricsF(self._theme.font(Type.SMALL)).horizontalAdvance(self.text()) + 1
        cap = self._theme.px(_GAP) + cap_width(self._theme, self._key) if self._key else 0.0
        return QSize(round(width + cap), round(self._theme.px(20)))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Words and cap."""
        theme = self._theme
        hot = self.underMouse() or self.hasFocus()
        with QPainter(self) as painter:
            painter.setFont(theme.font(Type.SMALL))
            painter.setPen(theme.color("accent" if hot else "text" if self._value else "second"))
            painter.drawText(
                QRectF(self.rect()), int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), self.text()
            )
            if self._key:
                paint_cap(painter, theme, self.width(), self.height() / 2, self._key)

    def _dress(self) -> None:
        self.updateGeometry()
        self.update()
