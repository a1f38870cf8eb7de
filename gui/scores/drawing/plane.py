"""Points and curves over two axes, by pyqtgraph: its axes, its zoom, its mouse. Words stand beside what they are about
instead of in a legend, and give way to each other and to the points."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPen, QTransform
from PySide6.QtWidgets import QToolTip, QVBoxLayout, QWidget

from galley.gui.charts.base import Curve, Mark, Plane, Point
from galley.gui.plain_text import escape_markup, show_tip
from galley.gui.scores.drawing import series_style
from galley.gui.theme import Theme, Type

HEIGHT = 430.0
_MANY = 60
_REACH = 14.0
_AROUND = 0.04
_WHISKER = 0.45
_CORNERS = ((0.0, 1.0), (1.0, 1.0), (0.0, 0.0), (1.0, 0.0))
"""Where a word may stand at its point: above before below, right before left."""


@cache
def library() -> Any:
    """pyqtgraph, imported when the first such chart is drawn."""
    import pyqtgraph

    pyqtgraph.setConfigOptions(antialias=True, background=None, foreground="#808080")
    return pyqtgraph


class PlaneChart(QWidget):
    """``opened(Mark)`` follows a click on a point and Return on the selected one; ``selected(Mark)`` each move. Control
    and the wheel zoom, dragging moves what is seen, a double click shows all again."""

    opened = Signal(object)
    selected = Signal(object)

    def __init__(self, theme: Theme, plane: Plane, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._plane = plane
        self._at = -1
        self._points_of = [*plane.points, *_along(plane)]
        self._words: list[tuple[Any, Sequence[QPointF], Sequence[tuple[float, float]]]] = []
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        pg = library()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        from galley.gui.scores.drawing.number_axes import FiguredPlot, axis_item

        sides = {"bottom": axis_item(plane.x, "bottom"), "left": axis_item(plane.y, "left")}
        self.plot = FiguredPlot(self, background=theme.color("panel"), axisItems=sides)
        self.plot.setFixedHeight(round(theme.px(HEIGHT)))
        self.plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.plot.setFrameShape(self.plot.Shape.NoFrame)
        column.addWidget(self.plot)
        self.item = self.plot.getPlotItem()
        self.item.setMenuEnabled(False)
        self.item.hideButtons()
        self.item.vb.setDefaultPadding(0)
        self._axes()
        self._guides()
        self._curves()
        self._points()
        self._ring = pg.ScatterPlotItem(pxMode=True)
        self.item.addItem(self._ring)
        self.item.vb.sigResized.connect(self._place_words)
        self.item.vb.sigRangeChanged.connect(self._place_words)
        scene = self.plot.scene()
        scene.sigMouseMoved.connect(self._hover)
        scene.sigMouseClicked.connect(self._click)

    def marks(self) -> list[Mark]:
        """The points, then those along the curves, in order."""
        return [point.mark for point in self._points_of]

    # Drawing ---------------------------------------------------------------------------------------------------

    def _axes(self) -> None:
        theme = self._theme
        grid = theme.color("hairline_soft" if theme.dark else "hairline")
        for side, axis in (("bottom", self._plane.x), ("left", self._plane.y)):
            axis_item = self.item.getAxis(side)
            axis_item.setZValue(-1000)  # the grid runs under the points
            axis_item.setPen(QPen(grid, 1))
            axis_item.setTickPen(QPen(grid, 1))
            axis_item.setTextPen(theme.color("second"))
            axis_item.setStyle(
                tickLength=0, tickTextOffset=round(theme.px(8)), tickFont=theme.font(Type.CAPTION_NUMBER)
            )
            axis_item.setGrid(255)
            if axis.title:
                axis_item.setLabel(escape_markup(axis.title), color=theme.color("second").name())
                axis_item.label.setFont(theme.font(Type.CAPTION))
        for side in ("top", "right"):
            self.item.hideAxis(side)
        self._show_all()

    def _show_all(self) -> None:
        """The whole of both axes."""
        for axis, show in ((self._plane.x, self.item.setXRange), (self._plane.y, self.item.setYRange)):
            low, high = series_style.frame(axis)
            pad = (high - low) * _AROUND / 2  # a marker that lies on the edge is seen whole
            show(low - pad, high + pad, padding=0)

    def _guides(self) -> None:
        pg, theme = library(), self._theme
        for start, end, word in self._plane.guides:
            pen = _cosmetic(QPen(theme.color("second"), 1))
            pen.setDashPattern([3, 3])
            self.item.addItem(pg.PlotCurveItem([start[0], end[0]], [start[1], end[1]], pen=pen))
            if word:
                self._word(word, [QPointF(*end)], "second", ((1.05, 0.1), (1.05, 0.9), (0.0, 0.9)))

    def _curves(self) -> None:
        pg, theme = library(), self._theme
        for curve in self._plane.curves:
            x, y = list(curve.x), list(curve.y)
            mode: dict[str, Any] = {}
            if curve.step and len(x) > 1:
                x, mode = [*x, x[-1]], {"stepMode": "center"}
            if curve.low:
                tint = series_style.color(theme, curve.series)
                tint.setAlphaF(0.13)
                edges = [pg.PlotCurveItem(list(curve.x), list(side)) for side in (curve.low, curve.high)]
                for edge in edges:
                    edge.setPen(QPen(Qt.PenStyle.NoPen))
                    self.item.addItem(edge)
                self.item.addItem(pg.FillBetweenItem(*edges, brush=tint))
            self.item.addItem(pg.PlotCurveItem(x, y, pen=_cosmetic(series_style.pen(theme, curve.series)), **mode))
            if curve.label and curve.x:
                last = len(curve.x) - 1
                along = [QPointF(curve.x[at], curve.y[at]) for at in (last, *(last * k // 8 for k in (6, 4, 2, 1)))]
                corners = ((1.0, 1.0), (1.0, 0.0), *_CORNERS)
                self._word(curve.label, along, series_style.text_color(theme, curve.series), corners)

    def _points(self) -> None:
        pg, theme, plane = library(), self._theme, self._plane
        many = len(plane.points) > _MANY
        groups: dict[tuple[int, bool], list[Point]] = {}
        for point in plane.points:
            if point.mark.value is not None:
                groups.setdefault((point.mark.series, point.mark.few), []).append(point)
        for (series, _), group in sorted(groups.items()):
            self._whiskers(series, group)
        for (series, few), group in sorted(groups.items()):
            shade = series_style.color(theme, series)
            fill = theme.color("panel") if few else QColor(shade)
            if many:
                fill.setAlphaF(0.45)
            size = theme.px(2 * series_style.MARKER * (0.75 if many else 1.15))
            shape = QTransform.fromScale(0.5, 0.5).map(series_style.marker(series, 1.0))
            self.item.addItem(
                pg.ScatterPlotItem(
                    [p.x for p in group],
                    [p.mark.value for p in group],
                    symbol=shape,
                    size=size,
                    brush=fill,
                    pen=QPen(shade, 1.6) if few else QPen(Qt.PenStyle.NoPen),
                )
            )
        for point in plane.points:
            if point.label and point.mark.value is not None:
                self._word(point.label, [QPointF(point.x, point.mark.value)], "text", _CORNERS, theme.px(3))

    def _place_words(self, *_: object) -> None:
        """Each word where it is seen whole and meets no other word, no marker and, if that can be, no curve; none where
        there is no such place: tooltip and table say it too."""
        view = self.item.vb
        whole, label_rects = view.sceneBoundingRect(), list[QRectF]()
        size = self._theme.px(series_style.MARKER)
        visible_points = [point for point in self._plane.points if point.mark.value is not None]
        markers = [self._around(QPointF(p.x, p.mark.value or 0.0), size) for p in visible_points[: 4 * _MANY]]
        lines = [self._around(QPointF(x, y), 2.0) for curve in self._plane.curves for x, y in _interpolate_curve(curve)]
        for word, places, corners in self._words:
            room = word.textItem.boundingRect()
            word.hide()
            for where, anchor, others in (
                (where, anchor, others)
                for others in ((markers, lines), (markers,))
                for where in places
                for anchor in corners
            ):
                at = view.mapViewToScene(where)
                start = QPointF(at.x() - anchor[0] * room.width(), at.y() - anchor[1] * room.height())
                inner = QRectF(start, room.size()).adjusted(2, 3, -2, -3)
                own = [other for rects in others for other in rects if not other.contains(at)]
                if whole.contains(inner) and not any(inner.intersects(other) for other in (*label_rects, *own)):
                    label_rects.append(inner)
                    word.setAnchor(anchor)
                    word.setPos(where)
                    word.show()
                    break

    def _around(self, where: QPointF, reach: float) -> QRectF:
        at = self.item.vb.mapViewToScene(where)
        return QRectF(at.x() - reach, at.y() - reach, 2 * reach, 2 * reach)

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
            pen = _cosmetic(series_style.pen(self._theme, series, 1.4))
            pale = pen.color()
            pale.setAlphaF(_WHISKER)
            pen.setColor(pale)
            self.item.addItem(library().PlotCurveItem(x, y, pen=pen, connect="pairs"))

    def _word(
        self,
        word: str,
        places: Sequence[QPointF],
        role: str | QColor,
        corners: Sequence[tuple[float, float]],
        right: float = 0.0,
    ) -> None:
        colour = self._theme.color(role) if isinstance(role, str) else role
        text_item = library().TextItem(word, color=colour, anchor=corners[0])
        text_item.setFont(self._theme.font(Type.CAPTION))
        if right:
            text_item.textItem.document().setDocumentMargin(right)
        self.item.addItem(text_item, ignoreBounds=True)
        text_item.setPos(places[0])
        self._words.append((text_item, places, corners))

    # Mouse and keys --------------------------------------------------------------------------------------------

    def _near(self, at: QPointF) -> int:
        """The nearest point within reach of a place in the scene, -1 for none."""
        if not self._points_of:
            return -1
        import numpy as np

        view = self.item.vb
        position, (wide, tall) = view.mapSceneToView(at), view.viewPixelSize()
        spots = np.array([(p.x, p.mark.value if p.mark.value is not None else np.nan) for p in self._points_of])
        away = ((spots[:, 0] - position.x()) / wide) ** 2 + ((spots[:, 1] - position.y()) / tall) ** 2
        index = int(np.argmin(np.where(np.isnan(away), np.inf, away)))
        return index if away[index] < self._theme.px(_REACH) ** 2 else -1

    def _hover(self, at: QPointF) -> None:
        """Say what is under the mouse."""
        index = self._near(at)
        leads = index >= 0 and self._points_of[index].mark.row is not None
        self.plot.setCursor(Qt.CursorShape.PointingHandCursor if leads else Qt.CursorShape.ArrowCursor)
        if index >= 0:
            place = self.plot.viewport().mapToGlobal(self.plot.mapFromScene(at))
            show_tip(place, self._points_of[index].mark.words, self)
        else:
            QToolTip.hideText()

    def _click(self, event: Any) -> None:
        """Open what is under the mouse; twice beside the points shows all again."""
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        index = self._near(event.scenePos())
        if event.button() is not Qt.MouseButton.LeftButton:
            return
        if index >= 0:
            self.select(index)
            self.opened.emit(self._points_of[index].mark)
        elif event.double():
            self._show_all()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows go through the points."""
        step = {Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1}.get(
            Qt.Key(event.key())
        )
        if step is None or not self._points_of:
            event.ignore()
        else:
            self.select(min(len(self._points_of) - 1, max(0, self._at + step)))

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
        self._place_words()
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
    point_keys = {(point.x, point.mark.value, point.mark.series) for point in plane.points}
    return [
        Point(x, mark)
        for curve in plane.curves
        for x, mark in zip(curve.x, curve.marks, strict=False)
        if mark.row is not None and (x, mark.value, mark.series) not in point_keys
    ]


def _cosmetic(pen: QPen) -> QPen:
    """Its width in pixels, not in units of the axes."""
    pen.setCosmetic(True)
    return pen


def _interpolate_curve(curve: Curve) -> list[tuple[float, float]]:
    """Points close to each other along a curve."""
    import numpy as np

    if len(curve.x) < 2:
        return []
    at = np.linspace(0, len(curve.x) - 1, 160)
    places = np.arange(len(curve.x))
    return list(zip(np.interp(at, places, curve.x), np.interp(at, places, curve.y), strict=True))
