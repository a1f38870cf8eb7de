"""What the strip consists of: a cell for each dimension with its rating, and the steps of the scale."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from galley.core.domain import Criterion
from galley.gui.language import tr
from galley.gui.plain_text import PaintedButton, set_tip
from galley.gui.theme import Theme, Type

_HEIGHT = 24.0
_SIDE = 7.0
_GAP = 6.0
MISSING = "–"


class DimensionCell(PaintedButton):
    """A dimension and what it was rated, a dash where it was not. ``set_current`` frames it."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.criterion: Criterion | None = None
        self.value: float | None = None
        self._current = self._active = False
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        theme.changed.connect(self._dress)

    def set(self, criterion: Criterion, value: float | None) -> None:
        """Show another dimension or rating."""
        if (criterion, value) != (self.criterion, self.value):
            self.criterion, self.value = criterion, value
            self.setText(criterion.name)
            set_tip(self, criterion.definition)
            said = tr("not rated") if value is None else tr("{value:g} of {high}", value=value, high=criterion.high)
            self.setAccessibleName(f"{criterion.name}: {said}")
            self._dress()

    def set_current(self, current: bool, active: bool) -> None:
        """Whether digits rate this dimension; ``active`` while the strip has the keyboard."""
        if (current, active) != (self._current, self._active):
            self._current, self._active = current, active
            self.update()

    def sizeHint(self) -> QSize:
        """Name and figure with air."""
        theme = self._theme
        width = theme.advance(Type.SMALL, self.text()) + theme.advance(Type.BODY_STRONG, "5")
        return QSize(round(width + theme.px(2 * _SIDE + _GAP)) + 1, round(theme.px(_HEIGHT)))

    def paintEvent(self, event: QPaintEvent) -> None:
        """The frame is accent where digits go here now, a hairline where they would."""
        theme, px = self._theme, self._theme.px
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            rect = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            if self._current:
                painter.setPen(QPen(theme.color("accent" if self._active else "hairline"), 1.5))
                painter.setBrush(theme.color("row" if self._active else "panel"))
                painter.drawRoundedRect(rect, 5, 5)
            elif self.underMouse():
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(theme.color("hover"))
                painter.drawRoundedRect(rect, 5, 5)
            inner = rect.adjusted(px(_SIDE) - 1, 0, 1 - px(_SIDE), 0)
            middle = Qt.AlignmentFlag.AlignVCenter.value
            painter.setFont(theme.font(Type.SMALL))
            painter.setPen(theme.color("text" if self._current else "second"))
            painter.drawText(inner, int(middle), self.text())
            painter.setFont(theme.font(Type.BODY_STRONG))
            painter.setPen(theme.color("warning" if self.value is None else "text"))
            words = MISSING if self.value is None else f"{self.value:g}"
            painter.drawText(inner, int(middle | Qt.AlignmentFlag.AlignRight.value), words)

    def _dress(self) -> None:
        self.updateGeometry()
        self.update()


class Step(PaintedButton):
    """One figure of the scale, for the mouse; filled where it is the rating."""

    def __init__(self, theme: Theme, figure: int, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._chosen = False
        self.setText(str(figure))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        theme.changed.connect(self.updateGeometry)

    def set_chosen(self, chosen: bool, dimension: str) -> None:
        """Whether this is the rating of ``dimension``."""
        self._chosen = chosen
        name = f"{dimension} {self.text()}"
        self.setAccessibleName(tr("{name}, chosen", name=name) if chosen else name)
        self.update()

    def sizeHint(self) -> QSize:
        """A small square."""
        return QSize(round(self._theme.px(22.0)), round(self._theme.px(20.0)))

    def paintEvent(self, event: QPaintEvent) -> None:
        """A cap as of a key."""
        theme = self._theme
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            ground = "accent" if self._chosen else "hairline" if self.underMouse() else "key"
            painter.setBrush(theme.color(ground))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 4, 4)
            painter.setPen(theme.color("on_accent" if self._chosen else "key_text"))
            painter.setFont(theme.font(Type.KEY))
            painter.drawText(QRectF(self.rect()), int(Qt.AlignmentFlag.AlignCenter), self.text())
