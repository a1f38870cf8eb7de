"""Plots of pyqtgraph as one widget of a page: zoom, what is under the mouse, arrow keys, and the drawing for a file."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pyqtgraph
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPen, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QGraphicsRectItem, QSizePolicy, QToolTip, QWidget

from galley.gui.charts.base import Mark
from galley.gui.plain_text import show_tip
from galley.gui.theme import Theme
from galley.gui.widgets.focus_marks import RINGED

pyqtgraph.setConfigOptions(antialias=True, background=None, foreground="#808080")
_STEPS = {Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1}


class Spot(NamedTuple):
    """A mark, and where in the scene it is to be found now."""

    mark: Mark
    find_rect: Callable[[], QRectF]


class PlotChart(pyqtgraph.GraphicsLayoutWidget):
    """``opened(Mark)`` follows a click on a mark, ``selected(Mark)`` each move of the keys. Control and the wheel zoom,
    dragging moves what is seen, a double click beside the marks shows all again."""

    opened = Signal(object)
    selected = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._at = -1
        self._heights: dict[int, int] = {}
        self._fitted, self._has_width = -1, False
        self._spots: list[Spot] = []
        self.setBackground(theme.color("panel"))
        self.setFrameShape(self.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty(RINGED, True)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.ci.layout.setContentsMargins(0, 0, 0, 0)
        self.ci.layout.setSpacing(0)
        self._ring = QGraphicsRectItem()
        self._ring.setPen(QPen(theme.color("text"), 1.5))
        self._ring.hide()
        self.scene().addItem(self._ring)
        self.scene().sigMouseMoved.connect(self._hover)
        self.scene().sigMouseClicked.connect(self._click)

    def fit(self, width: int) -> int:
        """Lay the plots out at this width; returns how high they are."""
        raise NotImplementedError

    def show_all(self) -> None:
        """Take back what was zoomed and moved."""
        raise NotImplementedError

    def parts(self) -> list[QRectF]:
        """What no page may cut."""
        return [self.ci.sceneBoundingRect()]

    def marks(self) -> list[Mark]:
        """The marks in reading order."""
        return [spot.mark for spot in self._spots]

    def rects(self) -> list[QRectF]:
        """Where the marks are."""
        return [spot.find_rect() for spot in self._spots]

    @property
    def current(self) -> Mark | None:
        """The selected mark."""
        return self._spots[self._at].mark if 0 <= self._at < len(self._spots) else None

    def place(self) -> int:
        """The place of the selected mark, -1 for none."""
        return self._at

    def select(self, number: int) -> None:
        """Put the ring around a mark."""
        if self._spots:
            self._at = min(len(self._spots) - 1, max(0, number))
            self.show_ring()
            self.setAccessibleDescription(self._spots[self._at].mark.words)
            self.selected.emit(self._spots[self._at].mark)

    def show_ring(self, *_: object) -> None:
        """The ring, where its mark is now."""
        if self._at >= 0:
            self._ring.setRect(self._spots[self._at].find_rect())
            self._ring.show()

    def sizeHint(self) -> QSize:
        """As high as the plots are at this width."""
        return QSize(640, self.heightForWidth(max(640, self.width())))

    def hasHeightForWidth(self) -> bool:
        """Small plots stand in as many rows as they need."""
        return True

    def heightForWidth(self, width: int) -> int:
        """See ``sizeHint``."""
        if width not in self._heights:
            self._fit(width)
            if self._has_width:
                self._fit(self.width())
        return self._heights[width]

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        """Another width asks for another height."""
        if event is not None and event.size().width() != event.oldSize().width():  # pyqtgraph calls it without one
            self._has_width = True
            self._fit(self.width())
            self.updateGeometry()
        super().resizeEvent(event)

    def _fit(self, width: int) -> None:
        """As ``fit``, where it is laid out at another width: the height is asked before it is given its own."""
        if width != self._fitted:
            self._heights[width] = self.fit(width)
            self._fitted = width

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zooms with Control only: else the page scrolls."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().wheelEvent(event)
        else:
            event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows go through the marks."""
        step = _STEPS.get(Qt.Key(event.key()))
        if step is None or not self._spots:
            event.ignore()
        else:
            self.select(self._at + step if self._at >= 0 else 0)

    def close(self) -> bool:
        """Hide it. pyqtgraph's own empties the scene first, which crashes where Python still holds its items."""
        return QWidget.close(self)

    def find_near(self, at: QPointF) -> int:
        """The nearest mark within reach of a place in the scene, -1 for none."""
        rects = ((number, spot.find_rect()) for number, spot in enumerate(self._spots))
        near = [((rect.center() - at).manhattanLength(), number) for number, rect in rects if rect.contains(at)]
        return min(near)[1] if near else -1

    def _hover(self, at: QPointF) -> None:
        index = self.find_near(at)
        leads = index >= 0 and self._spots[index].mark.row is not None
        self.setCursor(Qt.CursorShape.PointingHandCursor if leads else Qt.CursorShape.ArrowCursor)
        if index >= 0:
            show_tip(self.viewport().mapToGlobal(self.mapFromScene(at)), self._spots[index].mark.words, self)
        else:
            QToolTip.hideText()

    def _click(self, event: Any) -> None:
        if event.button() is not Qt.MouseButton.LeftButton:
            return
        index = self.find_near(event.scenePos())
        if index >= 0:
            self.select(index)
            self.opened.emit(self._spots[index].mark)
        elif event.double():
            self.show_all()

    def render_into(self, painter: QPainter, target: QRectF) -> None:
        """Draw the plots into ``target``, as lines and not as pixels."""
        self._fit(self.width())
        self.ci.setGeometry(QRectF(0, 0, self.width(), self.height()))
        self.ci.layout.activate()
        options = {"antialias": True, "background": None, "resolutionScale": 1.0, "painter": painter}
        items = [item for item in self.scene().items() if hasattr(item, "setExportMode")]
        for item in items:
            item.setExportMode(True, options)
        try:
            self.scene().prepareForPaint()
            self.scene().render(painter, target, self.ci.sceneBoundingRect())
        finally:
            for item in items:
                item.setExportMode(False)


class Pane(pyqtgraph.GraphicsLayout):
    """A view with its axes, which shares the scene with others."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.layout.setContentsMargins(0, 0, 0, 0)
        self.layout.setSpacing(0)
        self.view = pyqtgraph.ViewBox(enableMenu=False, defaultPadding=0)

    def at(self, x: float, y: float) -> QPointF:
        """Where a place of the view is in the pane."""
        return self.view.mapToParent(self.view.mapFromView(QPointF(x, y)))

    def fix(self, wide: float, high: float) -> float:
        """Make the pane so wide and high; returns how high."""
        for set_width in (self.setMinimumWidth, self.setMaximumWidth):
            set_width(wide)
        for set_height in (self.setMinimumHeight, self.setMaximumHeight):
            set_height(high)
        return high


class Overlay(pyqtgraph.GraphicsObject):
    """What ``paint_words`` draws over a pane, in its coordinates."""

    def __init__(self, pane: Pane, paint_words: Callable[[QPainter], None], z: float) -> None:
        super().__init__()
        self.rect = QRectF()
        self._paint_words = paint_words
        self.setParentItem(pane)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setZValue(z)

    def boundingRect(self) -> QRectF:
        """See ``cover``."""
        return self.rect

    def cover(self, rect: QRectF) -> None:
        """Say how large it is."""
        self.prepareGeometryChange()
        self.rect = rect

    def refresh(self, *_: object) -> None:
        """Draw it again."""
        self.update()

    def paint(self, painter: QPainter, *_: object) -> None:
        """See the class."""
        self._paint_words(painter)
