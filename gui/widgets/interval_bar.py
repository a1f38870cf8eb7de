"""A share with its interval on a track from 0 to 1: the record of a judge beside its flag."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from galley.gui.theme import Theme
from galley.gui.translation import tr

_TRACK = 6.0
_HEIGHT = 12


class IntervalBar(QWidget):
    """Shows ``[low, high]`` as a band and ``point`` as a tick; an empty track while there is no figure."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._figures: tuple[float, float, float] | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)
        self.clear()

    def set_figures(self, low: float, point: float, high: float) -> None:
        """Show a share and its interval, each 0 to 1; raises ``ValueError`` unless low <= point <= high."""
        if not 0.0 <= low <= point <= high <= 1.0:
            raise ValueError(f"0 <= {low} <= {point} <= {high} <= 1 does not hold")
        if (low, point, high) == self._figures:
            return
        self._figures = (low, point, high)
        self.setAccessibleName(tr("{point:.0%}, interval {low:.0%} to {high:.0%}", point=point, low=low, high=high))
        self.update()

    def clear(self) -> None:
        """There is no figure."""
        self._figures = None
        self.setAccessibleName(tr("No figure yet"))
        self.update()

    def sizeHint(self) -> QSize:
        """Thin, and as wide as there is room."""
        return QSize(160, _HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Track, band, tick."""
        theme, width = self._theme, self.width()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            top = (self.height() - _TRACK) / 2
            painter.setBrush(theme.color("chip"))
            painter.drawRoundedRect(QRectF(0, top, width, _TRACK), 3, 3)
            if self._figures is None:
                return
            low, point, high = self._figures
            painter.setBrush(theme.color("interval"))
            band = QRectF(low * width, top, max(3.0, (high - low) * width), _TRACK)
            painter.drawRoundedRect(band, 3, 3)
            tick = min(max(0.0, point * width - 1), width - 2)
            painter.fillRect(QRectF(tick, 0, 2, self.height()), theme.color("text"))
