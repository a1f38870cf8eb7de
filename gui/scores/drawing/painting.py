"""A painted drawing as a widget: hover, click, and the arrows for those who do not use a mouse."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from galley.gui.charts.base import Mark
from galley.gui.plain_text import show_tip
from galley.gui.scores.drawing.canvas import Drawing, Hit
from galley.gui.theme import Theme
from galley.gui.widgets.focus_marks import RINGED

_RING = 2.0


class PaintedChart(QWidget):
    """``opened(Mark)`` follows a click on a mark; ``selected(Mark)`` each move of the keys."""

    opened = Signal(object)
    selected = Signal(object)

    def __init__(self, theme: Theme, drawing: Drawing, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.drawing = drawing
        self._at = -1
        self._over = -1
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty(RINGED, True)
        self.setMouseTracking(True)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def marks(self) -> list[Mark]:
        """The marks in reading order."""
        return [hit.mark for hit in self._hits()]

    def rects(self) -> list[QRectF]:
        """Where the marks are."""
        return [hit.rect for hit in self._hits()]

    parts = rects
    """What no page may cut."""

    def render_into(self, painter: QPainter, target: QRectF) -> None:
        """Draw it at the corner of ``target``."""
        painter.translate(target.topLeft())
        self.drawing.paint(painter, target.width())

    def sizeHint(self) -> QSize:
        """As high as the drawing is at this width."""
        return QSize(640, self.heightForWidth(max(640, self.width())))

    def hasHeightForWidth(self) -> bool:
        """A narrow matrix needs room for slanting heads."""
        return True

    def heightForWidth(self, width: int) -> int:
        """See ``sizeHint``."""
        return round(self.drawing.height(width))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width asks for another height."""
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()
        super().resizeEvent(event)

    @property
    def current(self) -> Mark | None:
        """The selected mark."""
        hits = self._hits()
        return hits[self._at].mark if 0 <= self._at < len(hits) else None

    def place(self) -> int:
        """The place of the selected mark, -1 for none."""
        return self._at

    def select(self, number: int) -> None:
        """Put the ring around a mark."""
        hits = self._hits()
        if hits:
            self._at = min(len(hits) - 1, max(0, number))
            self.setAccessibleDescription(hits[self._at].mark.words)
            self.selected.emit(hits[self._at].mark)
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The drawing, and the ring."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self.drawing.paint(painter, self.width())
            hits = self._hits()
            painter.setBrush(Qt.BrushStyle.NoBrush)
            for number, role, width in ((self._over, "faint", 1.0), (self._at, "text", 1.5)):
                if 0 <= number < len(hits) and (number != self._at or role == "text"):
                    painter.setPen(QPen(self._theme.color(role), width))
                    painter.drawRoundedRect(hits[number].rect.adjusted(-_RING, 0, _RING, 0), 4, 4)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Say what is under the mouse."""
        hits = self._hits()
        over = self._under(hits, event.position())
        if over != self._over:
            self._over = over
            leads = over >= 0 and hits[over].mark.row is not None
            self.setCursor(Qt.CursorShape.PointingHandCursor if leads else Qt.CursorShape.ArrowCursor)
            self.update()
        if over >= 0:
            show_tip(event.globalPosition().toPoint(), hits[over].mark.words, self)
        else:
            QToolTip.hideText()

    def leaveEvent(self, event: QEvent) -> None:
        """Nothing is under the mouse."""
        self._over = -1
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Open what is under the mouse."""
        hits = self._hits()
        index = self._under(hits, event.position())
        if index >= 0 and event.button() is Qt.MouseButton.LeftButton:
            self.select(index)
            self.opened.emit(hits[index].mark)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Right and down go on, left and up go back."""
        key = Qt.Key(event.key())
        step = {Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1}.get(key)
        if step is None:
            event.ignore()
        else:
            self.select(self._at + step if self._at >= 0 else 0)

    def _hits(self) -> list[Hit]:
        return self.drawing.hits(self.width())

    def _under(self, hits: list[Hit], at: QPointF) -> int:
        return next((number for number, hit in enumerate(hits) if hit.rect.contains(at)), -1)
