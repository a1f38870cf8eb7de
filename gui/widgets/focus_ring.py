"""The ring around a column that has the keyboard."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from gui.theme import Theme

LED_HERE = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)
"""Why a widget has the keyboard where the ring says so: whoever clicked knows where it is."""


class FocusRing(QWidget):
    """Lies over its parent, as large as it, and is deaf to the mouse. Hidden until it is shown."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._over = parent
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()
        parent.installEventFilter(self)

    def follow(self, stop: QWidget) -> None:
        """Show the ring while ``stop``, a widget within the column, has the keyboard and was led there by a key."""
        stop.installEventFilter(self)

    def set_shown(self, shown: bool) -> None:
        """Show it over everything, or hide it."""
        self.setVisible(shown)
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the size of the column, and follow the keyboard."""
        if watched is self._over and event.type() is QEvent.Type.Resize:
            self.setGeometry(self._over.rect())
        elif isinstance(event, QFocusEvent):
            if event.type() is QEvent.Type.FocusOut:
                self.set_shown(False)
            elif event.reason() in LED_HERE:
                self.set_shown(True)
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        """Two pixels in the accent."""
        with QPainter(self) as painter:
            pen = QPen(self._theme.color("accent"), 2)
            pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
            painter.setPen(pen)
            painter.drawRect(QRectF(self.rect()).adjusted(1, 1, -1, -1))
