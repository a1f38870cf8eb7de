"""Points, hexagons and curves over two axes, by pyqtgraph: its axes, its zoom, its mouse."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import pyqtgraph
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF, QTransform
from PySide6.QtWidgets import QGraphicsPolygonItem, QWidget

from galley.gui.charts import printed_figures
from galley.gui.charts.base import Axis, Curve, Plane, Point, RowLine, Rows
from galley.gui.charts.drawing_kinds import Coefficient, Dot, Field, Multiples, is_dashed, is_pale
from galley.gui.scores.drawing import series_style
from galley.gui.scores.drawing.interval_rows import RowsPane
from galley.gui.scores.drawing.number_axes import axis_item, on_axis
from galley.gui.scores.drawing.plot_chart import Overlay, Pane, PlotChart, Spot
from galley.gui.scores.drawing.plot_labels import MARGIN, Label, Named, place_labels
from galley.gui.theme import Theme, Type
from galley.gui.theme.contrast import mix
from galley.gui.translation import tr

_TALL, _SQUARE = 420.0, 470.0
_PANE, _WIDEST_PANE, _GAP = 232.0, 400.0, 22.0
_LINE, _REACH, _HEAVY = 16.0, 14.0, 20.0
_MANY, _AROUND, _WHISKER = 60, 0.02, 0.45
_STRIP = 490.0


class PlaneChart(PlotChart):
    """One plane, with a strip of coefficients beside it or without, or many small ones over the same axes."""

    def __init__(self, theme: Theme, plane: Plane, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        fields = plane.fields if isinstance(plane, Multiples) else (plane,)
        self.panes = [PlanePane(theme, field, isinstance(plane, Multiples)) for field in fields]
        strip = plane.strip if isinstance(plane, Field) else ()
        self._strip = RowsPane(theme, _strip(strip), most_notes=1.0) if strip else None
        self._columns = 0
        for pane in self.panes:
            self._spots += pane.find_spots()
            pane.view.sigRangeChanged.connect(self.show_ring)
        if self._strip is not None:
            self._spots += self._strip.find_spots()

    def show_all(self) -> None:
        """The whole of all axes."""
        for pane in self.panes:
            pane.show_all()

    def parts(self) -> list[QRectF]:
        """The planes."""
        return [pane.sceneBoundingRect() for pane in self.panes]

    def fit(self, width: int) -> int:
        """As many planes in a row as have room; a strip beside its plane, else below it."""
        px, count = self._theme.px, len(self.panes)
        if count == 1:
            return self._fit_one(width)
        gap, least = px(_GAP), max(px(_PANE), *(pane.name_width() for pane in self.panes))
        columns = max(1, min(count, int((width + gap) // (least + gap))))
        columns = -(-count // -(-count // columns))
        wide = min((width + gap) / columns - gap, px(_WIDEST_PANE))
        for number, pane in enumerate(self.panes):
            pane.name_axes(number + columns >= count, not number % columns)
        self._arrange(self.panes, columns)
        self.ci.layout.setHorizontalSpacing(gap)
        self.ci.layout.setVerticalSpacing(gap)
        heights = [pane.fit(wide, wide * 0.74) for pane in self.panes]
        rows = [max(heights[start : start + columns]) for start in range(0, count, columns)]
        self._spread(columns * wide + (columns - 1) * gap, width)
        return round(sum(rows) + gap * (len(rows) - 1))

    def _fit_one(self, width: int) -> int:
        pane, strip, px = self.panes[0], self._strip, self._theme.px
        tall = min(max(px(240), width * 0.5), max(px(_TALL), width * 0.22))
        wide = float(width)
        beside = strip is not None and width - strip.least() > px(320)
        if pane.field.square:
            room = width - strip.least() - px(2 * _GAP) if beside and strip is not None else width
            wide = min(room, max(px(_SQUARE), width * 0.3) + pane.sides())
            tall = wide - pane.sides()
        self._arrange([pane, *([strip] if strip is not None else [])], 1 + beside)
        high = pane.fit(wide, tall)
        if strip is None:
            self._spread(wide, width)
            return round(high)
        room = min(strip.least() + px(_STRIP), width - wide - px(2 * _GAP) if beside else width)
        below = strip.fit(room)
        self.ci.layout.setSpacing(px(2 * _GAP) if beside else 0)
        self._spread(wide + room + px(2 * _GAP) if beside else max(wide, room), width)
        return round(max(high, below) if beside else high + below)

    def _arrange(self, panes: Sequence[Pane], columns: int) -> None:
        if columns != self._columns:
            for pane in [*self.ci.items]:
                self.removeItem(pane)
            for number, pane in enumerate(panes):
                self.addItem(pane, number // columns, number % columns)
            self._columns = columns

    def _spread(self, used: float, width: int) -> None:
        """Leave what is not used free at the right."""
        self.ci.layout.setContentsMargins(0, 0, max(0.0, width - used), 0)


class PlanePane(Pane):
    """One plane: a head, the axes, what is drawn, and its words over it."""

    def __init__(self, theme: Theme, field: Plane, is_small: bool) -> None:
        super().__init__(theme)
        parts = field.x, field.y, field.points, field.curves, field.guides
        self.field = field if isinstance(field, Field) else Field(*parts)
        self._is_small = is_small
        self._heaviest = max([1, *(p.count for p in field.points if isinstance(p, Dot))])
        self._points = [point for point in field.points if point.mark.value is not None]
        self._left, self._bottom = axis_item(theme, field.y.kind, "left"), axis_item(theme, field.x.kind, "bottom")
        ends = [curve.label for curve in field.curves if curve.label and not is_dashed(curve)]
        widths = [series_style.width(theme, Type.CAPTION, text) for text in ends]
        self._margin = max(theme.px(18), max(widths, default=0.0) + MARGIN + 2 if widths else 0.0)
        for axis, place in ((self._left, (1, 0)), (self._bottom, (2, 1))):
            axis.linkToView(self.view)
            self.addItem(axis, *place)
        self.addItem(self.view, 1, 1)
        self.name_axes(True, True)
        self._draw()
        self._placed: list[Label] = []
        self.words = Overlay(self, self._paint, 10)
        self.view.sigRangeChanged.connect(self._place_words)
        self.view.sigResized.connect(self._place_words)
        self.show_all()

    # Layout ------------------------------------------------------------------------------------------------------

    def name_axes(self, below: bool, beside: bool) -> None:
        """Whether the axes have their titles here."""
        self.titles = self.field.x.title if below else "", self.field.y.title if beside else ""

    def name_width(self) -> float:
        """What the heading needs."""
        return self._theme.px(20) + series_style.width(self._theme, Type.BODY_MEDIUM, self.field.heading)

    def sides(self) -> float:
        """What is at both sides of the plot."""
        return self._left_width() + self._margin

    def _left_width(self) -> float:
        low, high = series_style.frame(self.field.y)
        texts = self._left.tickStrings([low, (low + high) / 8, high], 1.0, high - low)
        return self._theme.px(14) + max(series_style.width(self._theme, Type.CAPTION_NUMBER, text) for text in texts)

    def fit(self, wide: float, tall: float) -> float:
        """Make the plot so high and all so wide; returns how high all is."""
        px = self._theme.px
        self.head = px(20) if self.field.heading else 0.0
        above = self.head + (px(_LINE + 8) if self.field.y.title or self.note() else px(6))
        below = px(8 + _LINE) + (px(_LINE + 4) if self.titles[0] else 0.0)
        self._left.setWidth(self._left_width())
        self._bottom.setHeight(below)
        for set_row, row, size in (
            (self.layout.setRowFixedHeight, 0, above),
            (self.layout.setRowFixedHeight, 1, tall),
            (self.layout.setColumnFixedWidth, 2, self._margin),
        ):
            set_row(row, size)
        self.words.cover(QRectF(0, 0, wide, above + tall + below))
        return self.fix(wide, above + tall + below)

    def show_all(self) -> None:
        """The whole of both axes."""
        for axis, show in ((self.field.x, self.view.setXRange), (self.field.y, self.view.setYRange)):
            low, high = (on_axis(end, axis) for end in series_style.frame(axis))
            pad = (high - low) * _AROUND * (2 if self._is_small else 1)  # a marker on the edge is seen whole
            show(low - pad, high + pad, padding=0)

    def note(self) -> str:
        """What stands above the plot at the right: the pane's own words, or what areas and tints mean."""
        if self.field.hexagons:
            most = max(dot.count for dot in self.field.hexagons)
            return tr("the darker, the more documents: 1 to {most}", most=printed_figures.count(most))
        if self._heaviest > 1:
            return tr("the area says how many, at most {most}", most=printed_figures.count(self._heaviest))
        return self.field.note

    # Drawing -----------------------------------------------------------------------------------------------------

    def _place(self, x: float, y: float) -> tuple[float, float]:
        return on_axis(x, self.field.x), on_axis(y, self.field.y)

    def _add_line(self, places: list[tuple[float, float]], pen: QPen, connect: str = "all") -> Any:
        x, y = zip(*(self._place(*place) for place in places), strict=True)
        item = pyqtgraph.PlotCurveItem(list(x), list(y), pen=_cosmetic(pen), connect=connect)
        self.view.addItem(item, ignoreBounds=True)
        return item

    def _draw(self) -> None:
        """What is far away before what is near."""
        theme = self._theme
        for start, end, _ in self.field.guides:
            self._add_line([start, end], _dashed(theme))
        self._add_hexagons()
        for curve in sorted(self.field.curves, key=lambda curve: not is_pale(curve)):
            if curve.x:
                self._add_curve(curve)
        for point in self._points:
            self._add_whiskers(point)
        groups: dict[tuple[int, bool], list[Point]] = {}
        for point in self._points:
            groups.setdefault((point.mark.series, _is_hollow(point)), []).append(point)
        for (series, hollow), points in sorted(groups.items()):
            self._add_points(series, hollow, points)

    def _add_hexagons(self) -> None:
        field = self.field
        tiles = field.hexagons
        most = max((tile.count for tile in tiles), default=1)
        (x_low, x_high), (y_low, y_high) = series_style.frame(field.x), series_style.frame(field.y)
        for tile in tiles:
            size = 0.97 / field.across / math.sqrt(3)
            share = (tile.count - 1) / (most - 1) if most > 1 else 1.0
            corners = [
                QPointF(tile.x + size * (x_high - x_low) * math.sin(k * math.pi / 3),
                        (tile.mark.value or 0.0) + size * (y_high - y_low) * math.cos(k * math.pi / 3))
                for k in range(6)
            ]  # fmt: skip
            item = QGraphicsPolygonItem(QPolygonF(corners))
            item.setPen(QPen(Qt.PenStyle.NoPen))
            roles = self._theme.roles
            item.setBrush(QColor(mix(roles.panel, roles.accent, 0.16 + 0.84 * math.sqrt(share))))
            self.view.addItem(item, ignoreBounds=True)

    def _add_curve(self, curve: Curve) -> None:
        theme = self._theme
        pen = QPen(series_style.color(theme, max(0, curve.series)), theme.px(series_style.STROKE))
        if curve.series < 0:
            pen = QPen(theme.color("hairline"), 1)
        elif is_dashed(curve):
            pen = _dashed(theme)
        elif is_pale(curve):
            pen = QPen(theme.color("faint"), theme.px(1.2))
        if curve.low and not is_pale(curve):
            tint = QColor(theme.color("second") if is_dashed(curve) else series_style.color(theme, curve.series))
            tint.setAlphaF(0.13)
            none = QPen(Qt.PenStyle.NoPen)
            edges = [self._add_line([*zip(curve.x, side, strict=True)], QPen(none)) for side in (curve.low, curve.high)]
            self.view.addItem(pyqtgraph.FillBetweenItem(*edges, brush=tint), ignoreBounds=True)
        self._add_line(_path(curve), pen)

    def _add_whiskers(self, point: Point) -> None:
        mark = point.mark
        assert mark.value is not None
        places = []
        if mark.low is not None and mark.high is not None:
            places += [(point.x, mark.low), (point.x, mark.high)]
        if point.x_low is not None and point.x_high is not None:
            places += [(point.x_low, mark.value), (point.x_high, mark.value)]
        if places:
            shade = QColor(series_style.color(self._theme, mark.series))
            shade.setAlphaF(_WHISKER)
            self._add_line(places, QPen(shade, self._theme.px(1.4)), "pairs")

    def _add_points(self, series: int, hollow: bool, points: list[Point]) -> None:
        theme, shade = self._theme, QColor(series_style.color(self._theme, series))
        fill = theme.color("panel") if hollow else QColor(shade)
        if len(self._points) > _MANY or self._heaviest > 1:
            fill.setAlphaF(0.45 if self._heaviest == 1 else 0.75)
        places = [self._place(point.x, point.mark.value or 0.0) for point in points]
        scatter = pyqtgraph.ScatterPlotItem(
            [x for x, _ in places],
            [y for _, y in places],
            symbol=QTransform.fromScale(0.5, 0.5).map(series_style.marker(series, 1.0)),
            size=[2 * self.radius(point) for point in points],
            brush=fill,
            pen=_cosmetic(QPen(shade if hollow else theme.color("panel"), theme.px(1.5 if hollow else 0.8))),
        )
        self.view.addItem(scatter, ignoreBounds=True)

    def radius(self, point: Point) -> float:
        """Of a point, in pixels: by its count where points stand for several."""
        if self._heaviest > 1:
            count = point.count if isinstance(point, Dot) else 1
            return self._theme.px(max(2.4, _HEAVY * math.sqrt(count / self._heaviest)))
        return self._theme.px(series_style.MARKER * (0.75 if len(self._points) > _MANY else 1.0))

    # Marks and words ---------------------------------------------------------------------------------------------

    def find_spots(self) -> list[Spot]:
        """The points and hexagons, then those along curves that lead somewhere and are not points already."""
        points = [*self._points, *self.field.hexagons]
        keys = {(point.x, point.mark.value) for point in points}
        points += [
            Point(x, mark)
            for curve in self.field.curves
            for x, mark in zip(curve.x, curve.marks, strict=False)
            if mark.row is not None and mark.value is not None and (x, mark.value) not in keys
        ]
        return [Spot(point.mark, lambda point=point: self._find_rect(point)) for point in points]  # type: ignore[misc]

    def _find_rect(self, point: Point) -> QRectF:
        at = self.mapToScene(self.at(*self._place(point.x, point.mark.value or 0.0)))
        reach = max(self._theme.px(_REACH) if not self._is_small else self._theme.px(9), self.radius(point))
        return QRectF(at.x() - reach, at.y() - reach, 2 * reach, 2 * reach)

    def find_labels(self) -> list[Label]:
        """The words of curves, guides and points, where they have room now."""
        theme, named = self._theme, list[Named]()

        def path(places: Any) -> tuple[QPointF, ...]:
            return tuple(self.at(*self._place(*place)) for place in places)

        for curve in self.field.curves:
            if curve.x and curve.series >= 0:
                grey = is_pale(curve) or is_dashed(curve)
                color = theme.color("second") if grey else series_style.text_color(theme, curve.series)
                named.append(Named(curve.label, path(_path(curve)), color, not is_dashed(curve)))
        named += [Named(word, path((start, end)), theme.color("second")) for start, end, word in self.field.guides]
        for point in self._points:
            spot = path([(point.x, point.mark.value)])
            named.append(Named(point.label, spot, theme.color("text"), radius=self.radius(point)))

        def measure(text: str) -> QSizeF:
            return QSizeF(series_style.width(theme, Type.CAPTION, text) + 2, theme.px(13))

        return place_labels(self.view.geometry(), named, self._margin, measure)

    def _place_words(self, *_: object) -> None:
        """Find places again, after zoom and another size."""
        self._placed = self.find_labels()
        self.words.refresh()

    def _paint(self, painter: QPainter) -> None:
        """Heading, titles of the axes, note; then the words with their leaders."""
        theme = self._theme
        view, wide = self.view.geometry(), self.words.rect.width()
        if self.field.heading:
            spot = QRectF(0, 0, wide, theme.px(18))
            series_style.write(painter, theme, Type.BODY_MEDIUM, "text", spot, self.field.heading)
        line = QRectF(0, self.head, wide, theme.px(_LINE))
        series_style.write(painter, theme, Type.CAPTION, "second", line, self.titles[1])
        line.setRight(view.right())
        right = Qt.AlignmentFlag.AlignRight
        series_style.write(painter, theme, Type.CAPTION_NUMBER, "second", line, self.note(), right)
        line = QRectF(0, self.words.rect.height() - theme.px(_LINE + 4), view.right(), theme.px(_LINE))
        series_style.write(painter, theme, Type.CAPTION, "second", line, self.titles[0], right)
        painter.setFont(theme.font(Type.CAPTION))
        for label in self._placed:
            if label.leader is not None:
                painter.setPen(QPen(theme.color("hairline"), 1))
                painter.drawLine(label.leader)
            else:
                painter.fillRect(label.rect.adjusted(-1, 1, 1, -1), theme.color("panel"))
            painter.setPen(label.color)
            painter.drawText(label.rect, int(Qt.AlignmentFlag.AlignVCenter), label.text)


def _strip(lines: Sequence[Coefficient]) -> Rows:
    """Coefficients on one axis from 0 (from −1 where one is negative) to 1."""
    figures = [figure for line in lines for figure in (line.mark.value, line.mark.low) if figure is not None]
    axis = Axis(-1.0 if min(figures, default=0.0) < 0 else 0.0, 1.0, lines[0].under)
    return Rows(axis, tuple(RowLine(line.name, (line.mark,), line.text) for line in lines))


def _dashed(theme: Theme) -> QPen:
    pen = QPen(theme.color("second"), 1)
    pen.setDashPattern([3, 3])
    return pen


def _cosmetic(pen: QPen) -> QPen:
    """Its width in pixels, not in units of the axes."""
    pen.setCosmetic(True)
    return pen


def _is_hollow(point: Point) -> bool:
    return point.hollow if isinstance(point, Dot) else point.mark.few


def _path(curve: Curve) -> list[tuple[float, float]]:
    """The places of a curve; a step goes on level to the next."""
    places = [*zip(curve.x, curve.y, strict=True)]
    if not curve.step:
        return places
    ends = [*curve.x[1:], curve.x[-1]]
    return [step for (x, y), end in zip(places, ends, strict=True) for step in ((x, y), (end, y))]
