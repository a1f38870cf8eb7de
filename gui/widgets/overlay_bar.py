"""A thin scroll bar that lies over its view and takes no room from the text."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from galley.gui.theme import Theme

_WIDTH = 9
_INSET = 8
_SHORTEST = 28.0


class OverlayBar(QWidget):
    """Mirrors the vertical scroll bar of ``area``; to be seen only while there is something to scroll.

    It keeps ``inset`` pixels from the right edge. The area itself hides its own bar.
    """

    def __init__(self, theme: Theme, area: QAbstractScrollArea, inset: int = _INSET) -> None:
        super().__init__(area)
        self._theme = theme
        self._area = area
        self._inset = inset
        self._grip: float | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()
        bar = area.verticalScrollBar()
        bar.valueChanged.connect(self._on_value_changed)
        bar.rangeChanged.connect(self._on_range_changed)
        theme.changed.connect(self.update)

    def place(self) -> None:
        """Take the place at the right edge; call it when the area was resized."""
        view = self._area.viewport().geometry()
        self.setGeometry(view.right() + 1 - self._inset - _WIDTH, view.top() + 2, _WIDTH, view.height() - 4)
        self.raise_()

    def _on_value_changed(self) -> None:
        if self.isVisible():
            self.update()

    def _on_range_changed(self, low: int, high: int) -> None:
        self.setVisible(high > low)
        self.update()

    def _handle(self) -> QRectF:
        bar = self._area.verticalScrollBar()
        total = bar.maximum() - bar.minimum() + bar.pageStep()
        length = max(_SHORTEST, self.height() * bar.pageStep() / max(1, total))
        free = self.height() - length
        share = (bar.value() - bar.minimum()) / max(1, bar.maximum() - bar.minimum())
        wide = self.underMouse() or self._grip is not None
        width = 6.0 if wide else 4.0
        return QRectF(self.width() - width - 1, free * share, width, length)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the handle only."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            color = self._theme.color("second" if self._grip is not None else "faint")
            color.setAlphaF(0.75 if self.underMouse() or self._grip is not None else 0.4)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(color)
            rect = self._handle()
            painter.drawRoundedRect(rect, rect.width() / 2, rect.width() / 2)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the handle, or jump to the place that was clicked."""
        if event.button() is not Qt.MouseButton.LeftButton:
            event.ignore()
            return
        rect, y = self._handle(), event.position().y()
        inside = rect.top() <= y <= rect.bottom()
        self._grip = y - rect.top() if inside else rect.height() / 2
        if not inside:
            self._drag(event.position())
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Scroll with the handle."""
        if self._grip is not None:
            self._drag(event.position())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let the handle go."""
        self._grip = None
        self.update()

    def _drag(self, point: QPointF) -> None:
        bar = self._area.verticalScrollBar()
        free = max(1.0, self.height() - self._handle().height())
        share = (point.y() - (self._grip or 0.0)) / free
        bar.setValue(round(bar.minimum() + min(1.0, max(0.0, share)) * (bar.maximum() - bar.minimum())))
