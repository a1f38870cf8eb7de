"""The ring around a column that has the keyboard."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from galley.gui.theme import Theme

LED_HERE = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)
"""Why a widget has the keyboard where the ring says so: whoever clicked knows where it is."""


class FocusRing(QWidget):
    """Lies over its parent, which calls ``fit`` when it is resized, and is deaf to the mouse. Hidden at first."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    def fit(self) -> None:
        """Take the size of the column."""
        over = self.parentWidget()  # not kept: Python would take such a circle down when it collects, even in a paint
        if over is not None:
            self.setGeometry(over.rect())

    def set_shown(self, shown: bool) -> None:
        """Show it over everything, or hide it."""
        self.setVisible(shown)
        self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Two pixels in the accent."""
        with QPainter(self) as painter:
            pen = QPen(self._theme.color("accent"), 2)
            pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
            painter.setPen(pen)
            painter.drawRect(QRectF(self.rect()).adjusted(1, 1, -1, -1))
