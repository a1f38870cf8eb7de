"""Points and curves over two axes, with pyqtgraph: hairline grid, words beside the points instead of a legend."""

from __future__ import annotations

from functools import cache
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QContextMenuEvent, QKeyEvent, QMouseEvent, QPainter, QPen, QTransform, QWheelEvent
from PySide6.QtWidgets import QToolTip, QVBoxLayout, QWidget

from galley.gui.charts.base import Axis, Mark, Plane, Point
from galley.gui.language import tr
from galley.gui.plain_text import markup, show_tip
from galley.gui.scores.draw import ink
from galley.gui.theme import Theme, Type

HEIGHT = 430.0
WIDEST = 860.0
_MANY = 60
_REACH = 14.0
_AROUND = 0.04
_MARGIN = 60.0
_WHISKER = 0.45


@cache
def library() -> Any:
    """pyqtgraph, imported when the first such chart is drawn."""
    import pyqtgraph

    pyqtgraph.setConfigOptions(antialias=True, background=None, foreground="#808080")
    return pyqtgraph


class PlaneChart(QWidget):
    """``opened(Mark)`` follows a click on a point and Return on the selected one; ``selected(Mark)`` each move."""

    opened = Signal(object)
    selected = Signal(object)

    def __init__(self, theme: Theme, plane: Plane, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._plane = plane
        self._at = -1
        self._points_of = [*plane.points, *_along(plane)]
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        pg = library()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        self.plot = pg.PlotWidget(self, background=theme.color("panel"))
        self.plot.setMaximumWidth(round(theme.px(WIDEST)))
        self.plot.setFixedHeight(round(theme.px(HEIGHT)))
        self.plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.plot.setFrameShape(self.plot.Shape.NoFrame)
        self.plot.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        column.addWidget(self.plot)
        self.item = self.plot.getPlotItem()
        self.item.setMenuEnabled(False)
        self.item.hideButtons()
        self.item.setMouseEnabled(False, False)
        self.item.vb.setDefaultPadding(0)
        self.setMouseTracking(True)
        self._axes()
        self._guides()
        self._curves()
        self._points()
        self._ring = pg.ScatterPlotItem(pxMode=True)
        self.item.addItem(self._ring)

    def marks(self) -> list[Mark]:
        """The points, then those along the curves, in order."""
        return [point.mark for point in self._points_of]

    # Drawing ---------------------------------------------------------------------------------------------------

    def _axes(self) -> None:
        theme = self._theme
        grid = theme.color("hairline_soft" if theme.dark else "hairline")
        for side, axis in (("bottom", self._plane.x), ("left", self._plane.y)):
            low, high = ink.frame(axis)
            shown = self.item.getAxis(side)
            shown.setZValue(-1000)  # the grid runs under the points
            shown.enableAutoSIPrefix(False)  # it writes "(x0.001)" beside ticks that are ours and not scaled
            shown.setPen(QPen(grid, 1))
            shown.setTickPen(QPen(grid, 1))
            shown.setTextPen(theme.color("second"))
            shown.setStyle(tickLength=0, tickTextOffset=round(theme.px(8)), tickFont=theme.font(Type.CAPTION_NUMBER))
            values, texts = _ticks(axis)
            shown.setTicks([list(zip(values, texts, strict=True))])
            shown.setGrid(255)
            if axis.title:
                shown.setLabel(markup(axis.title), color=theme.color("second").name())
                shown.label.setFont(theme.font(Type.CAPTION))
            # A marker that lies on the edge is seen whole.
            pad = (high - low) * _AROUND / 2
            (self.item.setXRange if side == "bottom" else self.item.setYRange)(low - pad, high + pad, padding=0)
        for side in ("top", "right"):
            self.item.hideAxis(side)

    def _guides(self) -> None:
        pg, theme = library(), self._theme
        for start, end, word in self._plane.guides:
            made = _cosmetic(QPen(theme.color("second"), 1))
            made.setDashPattern([3, 3])
            self.item.addItem(pg.PlotCurveItem([start[0], end[0]], [start[1], end[1]], pen=made))
            if word:
                self._word(word, end[0], end[1], "second", (1.15, 0.2))

    def _curves(self) -> None:
        pg, theme = library(), self._theme
        for curve in self._plane.curves:
            x, y = list(curve.x), list(curve.y)
            mode: dict[str, Any] = {}
            if curve.step and len(x) > 1:
                x, mode = [*x, x[-1]], {"stepMode": "center"}
            if curve.low:
                tint = ink.color(theme, curve.series)
                tint.setAlphaF(0.13)
                edges = [pg.PlotCurveItem(list(curve.x), list(side)) for side in (curve.low, curve.high)]
                for edge in edges:
                    edge.setPen(QPen(Qt.PenStyle.NoPen))
                    self.item.addItem(edge)
                self.item.addItem(pg.FillBetweenItem(*edges, brush=tint))
            self.item.addItem(pg.PlotCurveItem(x, y, pen=_cosmetic(ink.pen(theme, curve.series)), **mode))
            if curve.label and curve.x:
                self._word(curve.label, curve.x[-1], curve.y[-1], ink.color(theme, curve.series), (1, 1))

    def _points(self) -> None:
        pg, theme, plane = library(), self._theme, self._plane
        many = len(plane.points) > _MANY
        groups: dict[int, list[Point]] = {}
        for point in plane.points:
            if point.mark.value is not None:
                groups.setdefault(point.mark.series, []).append(point)
        for series, mine in sorted(groups.items()):
            self._whiskers(series, mine)
        for series, mine in sorted(groups.items()):
            fill = ink.color(theme, series)
            if many:
                fill.setAlphaF(0.45)
            size = theme.px(2 * ink.MARKER * (0.75 if many else 1.15))
            shape = QTransform.fromScale(0.5, 0.5).map(ink.marker(series, 1.0))
            self.item.addItem(
                pg.ScatterPlotItem(
                    [p.x for p in mine],
                    [p.mark.value for p in mine],
                    symbol=shape,
                    size=size,
                    brush=fill,
                    pen=QPen(Qt.PenStyle.NoPen),
                )
            )
        taken: list[QRectF] = []
        for point in plane.points:
            if point.label and point.mark.value is not None:
                anchor = self._corner_for(point, taken)
                if anchor is not None:
                    self._word(point.label, point.x, point.mark.value, "text", anchor, theme.px(3))

    def _spot(self, point: Point) -> QPointF:
        """About where a point is in pixels, upwards from the corner of the axes."""
        (left, right), (low, high) = ink.frame(self._plane.x), ink.frame(self._plane.y)
        x = (point.x - left) / (right - left) * self._theme.px(WIDEST - _MARGIN)
        return QPointF(x, ((point.mark.value or 0.0) - low) / (high - low) * self._theme.px(HEIGHT - _MARGIN))

    def _corner_for(self, point: Point, taken: list[QRectF]) -> tuple[int, int] | None:
        """At which corner of a point its label has room beside other labels and markers, as an anchor: above before
        below, right before left. ``taken`` grows by it. None where there is none: tooltip and table name all."""
        spot, wide = self._spot(point), ink.width(self._theme, Type.CAPTION, point.label) + 6
        tall, size = self._theme.px(13), self._theme.px(ink.MARKER)
        all_ = QRectF(0, 0, self._theme.px(WIDEST - _MARGIN), self._theme.px(HEIGHT - _MARGIN))
        others = [self._spot(p) for p in self._plane.points if p is not point and p.mark.value is not None]
        markers = [QRectF(o.x() - size, o.y() - size, 2 * size, 2 * size) for o in others[:_MANY]]
        for left, below in ((0, 1), (1, 1), (0, 0), (1, 0)):
            room = QRectF(spot.x() - left * wide, spot.y() - (1 - below) * tall, wide, tall)
            if all_.contains(room) and not any(room.intersects(other) for other in (*taken, *markers)):
                taken.append(room)
                return left, below
        return None

    def _whiskers(self, series: int, points: list[Point]) -> None:
        """The intervals of a series, all in one item."""
        x: list[float] = []
        y: list[float] = []
        for point in points:
            mark = point.mark
            if mark.low is not None and mark.high is not None:
                x += [point.x, point.x]
                y += [mark.low, mark.high]
            if point.x_low is not None and point.x_high is not None:
                x += [point.x_low, point.x_high]
                y += [mark.value or 0.0, mark.value or 0.0]
        if x:
            made = _cosmetic(ink.pen(self._theme, series, 1.4))
            pale = made.color()
            pale.setAlphaF(_WHISKER)
            made.setColor(pale)
            self.item.addItem(library().PlotCurveItem(x, y, pen=made, connect="pairs"))

    def _word(
        self, word: str, x: float, y: float, role: str | QColor, anchor: tuple[float, float], right: float = 0.0
    ) -> None:
        made = library().TextItem(word, color=self._theme.color(role) if isinstance(role, str) else role, anchor=anchor)
        made.setFont(self._theme.font(Type.CAPTION))
        if right:
            made.textItem.document().setDocumentMargin(right)
        self.item.addItem(made, ignoreBounds=True)
        made.setPos(x, y)

    # Mouse and keys --------------------------------------------------------------------------------------------

    def _near(self, at: QPointF) -> int:
        """The nearest point within reach, -1 for none. The axes are straight, so two places tell where all are."""
        if not self._points_of:
            return -1
        import numpy as np

        spots = np.array([(p.x, p.mark.value if p.mark.value is not None else np.nan) for p in self._points_of])
        zero, one = (
            QPointF(self.plot.mapFromScene(self.item.vb.mapViewToScene(QPointF(*spot)))) + QPointF(self.plot.pos())
            for spot in (self._corner(0), self._corner(1))
        )
        (left, low), (right, high) = self._corner(0), self._corner(1)
        x = zero.x() + (spots[:, 0] - left) / (right - left) * (one.x() - zero.x())
        y = zero.y() + (spots[:, 1] - low) / (high - low) * (one.y() - zero.y())
        away = np.where(np.isnan(y), np.inf, (x - at.x()) ** 2 + (y - at.y()) ** 2)
        found = int(np.argmin(away))
        return found if away[found] < self._theme.px(_REACH) ** 2 else -1

    def _corner(self, end: int) -> tuple[float, float]:
        return ink.frame(self._plane.x)[end], ink.frame(self._plane.y)[end]

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Say what is under the mouse."""
        found = self._near(event.position())
        leads = found >= 0 and self._points_of[found].mark.row is not None
        self.setCursor(Qt.CursorShape.PointingHandCursor if leads else Qt.CursorShape.ArrowCursor)
        if found >= 0:
            show_tip(event.globalPosition().toPoint(), self._points_of[found].mark.words, self)
        else:
            QToolTip.hideText()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Open what is under the mouse."""
        found = self._near(event.position())
        if found >= 0 and event.button() is Qt.MouseButton.LeftButton:
            self.select(found)
            self.opened.emit(self._points_of[found].mark)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows go through the points."""
        step = {Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1}.get(
            Qt.Key(event.key())
        )
        if step is None or not self._points_of:
            event.ignore()
        else:
            self.select(min(len(self._points_of) - 1, max(0, self._at + step)))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """The page scrolls, not the chart."""
        event.ignore()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """There is none."""
        event.ignore()

    def select(self, number: int) -> None:
        """Put the ring around a point."""
        self._at = number = min(len(self._points_of) - 1, number)
        point = self._points_of[number]
        self._ring.setData(
            [point.x],
            [point.mark.value or 0.0],
            symbol="o",
            size=self._theme.px(22),
            brush=None,
            pen=_cosmetic(QPen(self._theme.color("text"), 1.5)),
        )
        self.setAccessibleDescription(point.mark.words)
        self.selected.emit(point.mark)

    # What others ask ---------------------------------------------------------------------------------------------

    @property
    def current(self) -> Mark | None:
        """The selected point."""
        return self._points_of[self._at].mark if 0 <= self._at < len(self._points_of) else None

    def render_into(self, painter: QPainter, target: QRectF) -> None:
        """Draw the plot into ``target``, as lines and not as pixels."""
        options = {"antialias": True, "background": None, "resolutionScale": 1.0, "painter": painter}
        self.plot.grab()  # the axes take the width of their numbers when they are first painted
        self.item.layout.activate()
        items = [item for item in self.plot.scene().items() if hasattr(item, "setExportMode")]
        for item in items:
            item.setExportMode(True, options)
        try:
            self.plot.scene().prepareForPaint()
            self.plot.scene().render(painter, target, self.item.sceneBoundingRect())
        finally:
            for item in items:
                item.setExportMode(False)

    def place(self) -> int:
        """The place of the selected point, -1 for none."""
        return self._at


def _along(plane: Plane) -> list[Point]:
    """The points of curves that lead somewhere and are not points already."""
    there = {(point.x, point.mark.value, point.mark.series) for point in plane.points}
    return [
        Point(x, mark)
        for curve in plane.curves
        for x, mark in zip(curve.x, curve.marks, strict=False)
        if mark.row is not None and (x, mark.value, mark.series) not in there
    ]


def _cosmetic(pen: QPen) -> QPen:
    """Its width in pixels, not in units of the axes."""
    pen.setCosmetic(True)
    return pen


def _ticks(axis: Axis) -> tuple[list[float], list[str]]:
    low, high = ink.frame(axis)
    if axis.kind == "time":
        return _days(low, high)
    values = ink.ticks(low, high)
    return values, ink.tick_texts(values, axis.kind)


def _days(low: float, high: float) -> tuple[list[float], list[str]]:
    """Round local times between two moments: minutes, hours or days apart, whatever gives few."""
    from datetime import datetime

    steps = (60, 300, 900, 3600, 6 * 3600, 86400, 7 * 86400, 30 * 86400, 365 * 86400)
    step = next((s for s in steps if (high - low) / s <= 7), steps[-1])
    offset = datetime.fromtimestamp(low).astimezone().utcoffset()
    shift = offset.total_seconds() if offset else 0.0
    first = -(-(low + shift) // step) * step - shift
    values = [first + step * k for k in range(int(max(0.0, high - first) // step) + 1)]
    form = "%H:%M" if step < 86400 else tr("%d %b") if step < 300 * 86400 else "%Y"
    if step < 86400 and high - low > 86400:
        form = tr("%d %b %H:%M")
    return values, [datetime.fromtimestamp(value).strftime(form) for value in values]
