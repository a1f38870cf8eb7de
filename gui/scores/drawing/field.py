"""Dots, hexagons and curves over two axes, named where they stand."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen, QPolygonF

from galley.gui.charts import printed_figures
from galley.gui.charts.base import Curve, Point
from galley.gui.charts.drawing_kinds import Dot, Field, is_dashed, is_pale
from galley.gui.scores.drawing import series_style
from galley.gui.scores.drawing.canvas import Hit
from galley.gui.scores.drawing.coefficient_strip import CoefficientStrip
from galley.gui.scores.drawing.field_axes import box, fitting, hexagon, numbers, place
from galley.gui.theme import Theme, Type
from galley.gui.theme.contrast import mix
from galley.gui.translation import tr

_TALL, _LEAST = 420.0, 240.0
_SQUARE = 470.0
_LINE, _AIR, _APART = 16.0, 8.0, 14.0
_HEAVY = 20.0
"""The largest radius of a dot that stands for many."""

Right, Centre = Qt.AlignmentFlag.AlignRight, Qt.AlignmentFlag.AlignHCenter


@dataclass(frozen=True, slots=True)
class _Frame:
    plot: QRectF
    strip: QRectF
    bottom: float


class FieldDrawing:
    """One field. ``tall``: how high its plot is, where something else than the width decides it."""

    def __init__(self, theme: Theme, field: Field, tall: float = 0.0) -> None:
        self._theme, self._field, self._fixed_height = theme, field, tall
        self._strip = CoefficientStrip(theme, field.strip) if field.strip else None
        self._y = numbers(field.y, 4 if tall else 6)
        self._left = max([theme.px(18), *(series_style.width(theme, Type.CAPTION_NUMBER, text) for _, text in self._y)])
        ends = [curve.label for curve in field.curves if curve.label and not is_dashed(curve)]
        self._right = max(
            [theme.px(16), *(series_style.width(theme, Type.CAPTION, label) + theme.px(20) for label in ends)]
        )
        last = numbers(field.x, 9)[-1:] if field.x.kind != "time" else []
        self._right = max(
            [self._right, *(series_style.width(theme, Type.CAPTION_NUMBER, text) / 2 + 4 for _, text in last)]
        )
        self._heaviest = max([1, *(dot.count for dot in field.points if isinstance(dot, Dot))])

    def height(self, width: float) -> float:
        """All of it."""
        return self._frame(width).bottom

    def paint(self, painter: QPainter, width: float) -> None:
        """Axes, then what is far away before what is near, then words."""
        frame = self._frame(width)
        self._axes(painter, frame)
        painter.save()
        painter.setClipRect(frame.plot.adjusted(-self._theme.px(12), -self._theme.px(12), self._theme.px(12), 8))
        self._guides(painter, frame)
        self._hexagons(painter, frame)
        for curve in sorted(self._field.curves, key=lambda curve: not is_pale(curve)):
            self._curve(painter, curve, frame)
        self._whiskers(painter, frame)
        for point in self._field.points:
            self._dot(painter, point, frame)
        painter.restore()
        self._words(painter, frame)
        if self._strip is not None:
            self._strip.paint(painter, frame.strip)

    def paint_axis(self, painter: QPainter, width: float, top: float) -> None:
        """There is none."""

    def hits(self, width: float) -> list[Hit]:
        """Dots and hexagons, those along curves that lead somewhere, and the strip."""
        frame, hits = self._frame(width), []
        reach = self._theme.px(9)
        point_places = set()
        for point in (*self._field.points, *self._field.hexagons):
            if point.mark.value is not None:
                at, size = self._at(point.x, point.mark.value, frame), max(reach, self._radius(point))
                point_places.add((point.x, point.mark.value))
                hits.append(Hit(QRectF(at.x() - size, at.y() - size, 2 * size, 2 * size), point.mark))
        for curve in self._field.curves:
            for x, mark in zip(curve.x, curve.marks, strict=False):
                if mark.row is not None and mark.value is not None and (x, mark.value) not in point_places:
                    at = self._at(x, mark.value, frame)
                    hits.append(Hit(QRectF(at.x() - reach / 2, at.y() - reach, reach, 2 * reach), mark))
        if self._strip is not None:
            hits += self._strip.hits(frame.strip)
        return hits

    # Layout ----------------------------------------------------------------------------------------------------

    def _frame(self, width: float) -> _Frame:
        theme, field = self._theme, self._field
        left = self._left + theme.px(_AIR)
        top = (theme.px(20) if field.heading else 0.0) + (theme.px(_LINE + 8) if field.y.title else theme.px(6))
        wide = width - left - self._right
        beside = self._strip.width() + theme.px(48) if self._strip is not None else 0.0
        stacked = beside > 0 and width - left - beside < theme.px(260)
        if field.square:
            side = max(theme.px(_SQUARE), width * 0.3)
            tall = wide = max(60.0, min(wide, side, wide if stacked else width - left - beside))
        else:
            tall = self._fixed_height or min(max(theme.px(_LEAST), wide * 0.5), max(theme.px(_TALL), width * 0.22))
        plot = QRectF(left, top, wide, tall)
        bottom = plot.bottom() + theme.px(6 + _LINE) + (theme.px(_LINE) if field.x.title else 0.0)
        bottom += theme.px(26) if field.hexagons or self._heaviest > 1 else 0.0
        strip = QRectF()
        if self._strip is not None:
            high = self._strip.height()
            room = min(self._strip.widest(), width - plot.right() - theme.px(48))
            strip = QRectF(plot.right() + theme.px(48), top, room, high)
            if stacked:
                strip = QRectF(0, bottom + theme.px(14), min(width, self._strip.widest()), high)
            bottom = max(bottom, strip.bottom())
        return _Frame(plot, strip, bottom + theme.px(4))

    def _at(self, x: float, y: float, frame: _Frame) -> QPointF:
        return QPointF(
            frame.plot.left() + place(x, self._field.x) * frame.plot.width(),
            frame.plot.bottom() - place(y, self._field.y) * frame.plot.height(),
        )

    def _radius(self, point: Point) -> float:
        count = point.count if isinstance(point, Dot) else 1
        if self._heaviest == 1:
            return self._theme.px(series_style.MARKER)
        return self._theme.px(max(2.4, _HEAVY * math.sqrt(count / self._heaviest)))

    # Painting --------------------------------------------------------------------------------------------------

    def _axes(self, painter: QPainter, frame: _Frame) -> None:
        theme, field, plot = self._theme, self._field, frame.plot
        painter.setPen(QPen(theme.color("hairline_soft" if theme.dark else "hairline"), 1))
        across = fitting(
            theme,
            numbers(field.x, 4 if self._fixed_height else 6 if field.square else 9),
            lambda v: self._at(v, field.y.low, frame).x(),
        )
        for value, _ in across:
            x = round(self._at(value, field.y.low, frame).x()) + 0.5
            painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()))
        for value, _ in self._y:
            y = round(self._at(field.x.low, value, frame).y()) + 0.5
            painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
        for value, text in across:
            at = self._at(value, field.y.low, frame)
            spot = QRectF(at.x() - theme.px(45), plot.bottom() + theme.px(6), theme.px(90), theme.px(_LINE))
            series_style.write(painter, theme, Type.CAPTION_NUMBER, "second", spot, text, Centre)
        for value, text in self._y:
            y = self._at(field.x.low, value, frame).y()
            spot = QRectF(0, y - theme.px(_LINE) / 2, plot.left() - theme.px(_AIR), theme.px(_LINE))
            series_style.write(painter, theme, Type.CAPTION_NUMBER, "second", spot, text, Right)
        top = 0.0
        if field.heading:
            spot = QRectF(0, 0, plot.right() + self._right, theme.px(18))
            series_style.write(painter, theme, Type.BODY_MEDIUM, "text", spot, field.heading)
            top = theme.px(20)
        if field.y.title:
            spot = QRectF(0, top, plot.right() + self._right, theme.px(_LINE))
            series_style.write(painter, theme, Type.CAPTION, "second", spot, field.y.title)
        if field.note:
            note = series_style.width(theme, Type.CAPTION_NUMBER, field.note) + 2
            spot = QRectF(plot.right() - note, top, note, theme.px(_LINE))
            series_style.write(painter, theme, Type.CAPTION_NUMBER, "second", spot, field.note, Right)
        if field.x.title:
            wide = series_style.width(theme, Type.CAPTION, field.x.title) + 2
            left = max(0.0, plot.right() - max(wide, plot.width() / 2))
            spot = QRectF(left, plot.bottom() + theme.px(6 + _LINE), plot.right() - left, theme.px(_LINE))
            series_style.write(painter, theme, Type.CAPTION, "second", spot, field.x.title, Right)
        self._scale(painter, frame)

    def _scale(self, painter: QPainter, frame: _Frame) -> None:
        """What the areas and the tints mean."""
        theme, field = self._theme, self._field
        y = frame.plot.bottom() + theme.px(6 + 2 * _LINE + 16)
        if field.hexagons:
            most = max(hexbin.count for hexbin in field.hexagons)
            size, x = theme.px(8), frame.plot.left() + theme.px(8)
            for share in (0.0, 0.25, 1.0):
                painter.fillPath(hexagon(QPointF(x, y), size), QColor(self._tint(share)))
                x += theme.px(15)
            legend = tr("1 to {most} documents in a hexagon", most=printed_figures.count(most)) if most > 1 else ""
        elif self._heaviest > 1:
            x = frame.plot.left() + theme.px(_HEAVY * 0.5)
            painter.setPen(QPen(series_style.color(theme, 0), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(QPointF(x, y), theme.px(5), theme.px(5))
            x += theme.px(8)
            legend = tr("the area says how many, at most {most}", most=printed_figures.count(self._heaviest))
        else:
            return
        wide = series_style.width(theme, Type.CAPTION, legend) + 2
        series_style.write(
            painter, theme, Type.CAPTION, "second", QRectF(x, y - theme.px(8), wide, theme.px(_LINE)), legend
        )

    def _tint(self, share: float) -> str:
        roles = self._theme.roles
        return mix(roles.panel, roles.accent, 0.16 + 0.84 * math.sqrt(share))

    def _guides(self, painter: QPainter, frame: _Frame) -> None:
        pen = QPen(self._theme.color("second"), 1)
        pen.setDashPattern([3, 3])
        painter.setPen(pen)
        for start, end, _ in self._field.guides:
            painter.drawLine(self._at(*start, frame), self._at(*end, frame))

    def _hexagons(self, painter: QPainter, frame: _Frame) -> None:
        if self._field.hexagons:
            most = max(hexbin.count for hexbin in self._field.hexagons)
            size = frame.plot.width() / self._field.across / math.sqrt(3) * 0.97
            for hexbin in self._field.hexagons:
                assert hexbin.mark.value is not None
                share = (hexbin.count - 1) / (most - 1) if most > 1 else 1.0
                at = self._at(hexbin.x, hexbin.mark.value, frame)
                painter.fillPath(hexagon(at, size), QColor(self._tint(share)))

    def _curve(self, painter: QPainter, curve: Curve, frame: _Frame) -> None:
        if not curve.x:
            return
        theme = self._theme
        way = [self._at(x, y, frame) for x, y in zip(curve.x, curve.y, strict=True)]
        if curve.step:
            way = [
                point
                for at, to in zip(way, [*way[1:], way[-1]], strict=True)
                for point in (at, QPointF(to.x(), at.y()))
            ]
        if curve.low and not is_pale(curve):
            ends = [
                [self._at(x, y, frame) for x, y in zip(curve.x, side, strict=True)] for side in (curve.low, curve.high)
            ]
            band = QColor(theme.color("second") if is_dashed(curve) else series_style.color(theme, curve.series))
            band.setAlphaF(0.13)
            shape = QPainterPath()
            shape.addPolygon(QPolygonF([*ends[0], *reversed(ends[1])]))
            painter.fillPath(shape, band)
        pen = QPen(series_style.color(theme, max(0, curve.series)), theme.px(series_style.STROKE))
        if curve.series < 0:
            pen = QPen(theme.color("hairline"), 1)
        elif is_dashed(curve):
            pen = QPen(theme.color("second"), 1)
            pen.setDashPattern([3, 3])
        elif is_pale(curve):
            pen = QPen(theme.color("faint"), theme.px(1.2))
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline(QPolygonF(way))

    def _whiskers(self, painter: QPainter, frame: _Frame) -> None:
        for point in self._field.points:
            mark = point.mark
            if mark.value is None:
                continue
            shade = series_style.color(self._theme, mark.series)
            shade.setAlphaF(0.4)
            painter.setPen(QPen(shade, self._theme.px(1.4)))
            if mark.low is not None and mark.high is not None:
                painter.drawLine(self._at(point.x, mark.low, frame), self._at(point.x, mark.high, frame))
            if point.x_low is not None and point.x_high is not None:
                painter.drawLine(self._at(point.x_low, mark.value, frame), self._at(point.x_high, mark.value, frame))

    def _dot(self, painter: QPainter, point: Point, frame: _Frame) -> None:
        if point.mark.value is None:
            return
        theme, at = self._theme, self._at(point.x, point.mark.value, frame)
        shade = series_style.color(theme, point.mark.series)
        hollow = isinstance(point, Dot) and point.hollow
        painter.save()
        painter.translate(at)
        shape = series_style.marker(point.mark.series, self._radius(point))
        if self._heaviest > 1:
            painter.setOpacity(0.75)
        painter.setPen(QPen(shade if hollow else theme.color("panel"), theme.px(1.5 if hollow else 0.8)))
        painter.setBrush(QBrush(theme.color("panel") if hollow else shade))
        painter.drawPath(shape)
        painter.restore()

    # Words -----------------------------------------------------------------------------------------------------

    def _words(self, painter: QPainter, frame: _Frame) -> None:
        theme = self._theme
        label_rects = self._ends(painter, frame)
        for start, end, word in self._field.guides:
            if word:
                self._beside(painter, word, [self._at(*start, frame), self._at(*end, frame)], frame, label_rects)
        for curve in self._field.curves:
            if is_dashed(curve) and curve.label:
                way = [self._at(x, y, frame) for x, y in zip(curve.x, curve.y, strict=True)]
                self._beside(painter, curve.label, way, frame, label_rects)
        visible_points = [point for point in self._field.points if point.mark.value is not None]
        marks = [box(self._at(p.x, p.mark.value or 0.0, frame), self._radius(p)) for p in visible_points]
        for number, point in enumerate(visible_points):
            if not point.label:
                continue
            others = [*label_rects, *marks[:number], *marks[number + 1 :]]
            wide = series_style.width(theme, Type.CAPTION, point.label) + 2
            spot = self._free(marks[number], wide, others, frame)
            if spot is not None:
                label_rects.append(spot)
                painter.fillRect(spot.adjusted(-1, 1, 1, -1), theme.color("panel"))
                series_style.write(painter, theme, Type.CAPTION, "text", spot, point.label)

    def _ends(self, painter: QPainter, frame: _Frame) -> list[QRectF]:
        """The names of curves at their ends, moved apart; those that have no room are left to tooltip and table."""
        theme = self._theme
        label_rects: list[QRectF] = []
        named = [c for c in self._field.curves if c.label and c.x and not is_dashed(c)]
        low, places = -1e9, []
        for y, number in sorted((self._at(c.x[-1], c.y[-1], frame).y(), n) for n, c in enumerate(named)):
            low = max(y, low + theme.px(_APART))
            places.append([low, number])
        high = frame.plot.bottom() + theme.px(4)
        for label_place in reversed(places):
            label_place[0] = high = min(label_place[0], high)
            high -= theme.px(_APART)
        for y, number in ((label_place[0], int(label_place[1])) for label_place in places):
            curve = named[number]
            end, x = self._at(curve.x[-1], curve.y[-1], frame), frame.plot.right() + theme.px(18)
            near = self._near(curve, end, frame, label_rects)
            if near is not None:
                series_style.write(
                    painter, theme, Type.CAPTION, "second" if is_pale(curve) else "text", near, curve.label
                )
                label_rects.append(near)
                continue
            painter.setPen(QPen(theme.color("hairline"), 1))
            painter.drawLine(end + QPointF(theme.px(5), 0), QPointF(x - theme.px(3), y))
            spot = QRectF(x, y - theme.px(7), self._right - theme.px(18), theme.px(_APART))
            series_style.write(painter, theme, Type.CAPTION, "second" if is_pale(curve) else "text", spot, curve.label)
            label_rects.append(spot)
        return label_rects

    def _near(self, curve: Curve, end: QPointF, frame: _Frame, label_rects: list[QRectF]) -> QRectF | None:
        """Where the name of a curve has room at its end within the plot: behind it, above or below; None for none."""
        wide, tall = series_style.width(self._theme, Type.CAPTION, curve.label) + 2, self._theme.px(_APART)
        gap = self._theme.px(_AIR)
        for x, y, others in (
            (
                end.x() + gap,
                end.y() - tall / 2,
                [neighbour for neighbour in self._field.curves if neighbour is not curve],
            ),
            (end.x() - wide, end.y() - tall - gap, self._field.curves),
            (end.x() - wide, end.y() + gap, self._field.curves),
            (end.x() + gap, end.y() + tall / 2, self._field.curves),
            (end.x() + gap, end.y() - 1.5 * tall, self._field.curves),
        ):
            spot = QRectF(x, y, wide, tall)
            free = frame.plot.contains(spot) and not any(spot.intersects(other) for other in label_rects)
            if free and not any(self._crosses(other, spot.adjusted(-2, -2, 2, 2), frame) for other in others):
                way = [self._at(x, y, frame) for x, y in zip(curve.x, curve.y, strict=True)]
                if self._is_nearest(way, spot, frame):
                    return spot
        return None

    def _is_nearest(self, way: Sequence[QPointF], spot: QRectF, frame: _Frame) -> bool:
        """Whether a spot lies nearer to this line than to every other curve or guide, so that its words are read as
        this line's."""
        lines = [[self._at(x, y, frame) for x, y in zip(curve.x, curve.y, strict=True)] for curve in self._field.curves]
        lines += [[self._at(*start, frame), self._at(*end, frame)] for start, end, _ in self._field.guides]
        own, middle = _distance(way, spot.center()), spot.center()
        return not any(line != list(way) and _distance(line, middle) < own for line in lines)

    def _crosses(self, curve: Curve, spot: QRectF, frame: _Frame) -> bool:
        """Whether a curve runs through a spot."""
        way = [self._at(x, y, frame) for x, y in zip(curve.x, curve.y, strict=True)]
        high = [at.y() for at in way if spot.left() <= at.x() <= spot.right()]
        for one, other in pairwise(way):
            for x in (spot.left(), spot.right()):
                if one.x() < x < other.x():
                    high.append(one.y() + (other.y() - one.y()) * (x - one.x()) / (other.x() - one.x()))
        return bool(high) and min(high) < spot.bottom() and max(high) > spot.top()

    def _beside(
        self, painter: QPainter, word: str, line: list[QPointF], frame: _Frame, label_rects: list[QRectF]
    ) -> None:
        """A word along a line, as near to its end as there is room in the plot, where no other line is nearer."""
        theme, wide = self._theme, series_style.width(self._theme, Type.CAPTION, word) + 4
        start, end = line[0], line[-1]
        for share in (1.0, 0.9, 0.8, 0.65, 0.5, 0.3, 0.15):
            at = start + (end - start) * share
            for up in (-theme.px(15), theme.px(2)):
                spot = QRectF(min(at.x(), frame.plot.right()) - wide, at.y() + up, wide, theme.px(13))
                free = frame.plot.contains(spot) and not any(spot.intersects(other) for other in label_rects)
                if free and self._is_nearest(line, spot, frame):
                    painter.fillRect(spot.adjusted(0, 1, 0, -1), theme.color("panel"))
                    series_style.write(painter, theme, Type.CAPTION, "second", spot, word, Right)
                    label_rects.append(spot)
                    return

    def _free(self, mark: QRectF, wide: float, others: Sequence[QRectF], frame: _Frame) -> QRectF | None:
        """Where a label of this width has room around its mark; None where it has none."""
        tall, gap = self._theme.px(13), self._theme.px(2)
        middle = mark.center()
        room = frame.plot.adjusted(0, 0, self._right, 0)
        for x, y in (
            (mark.right() + gap, middle.y() - tall / 2),
            (mark.left() - gap - wide, middle.y() - tall / 2),
            (middle.x() - wide / 2, mark.top() - tall),
            (middle.x() - wide / 2, mark.bottom()),
            (mark.right(), mark.top() - tall),
            (mark.right(), mark.bottom()),
            (mark.left() - wide, mark.top() - tall),
            (mark.left() - wide, mark.bottom()),
        ):
            spot = QRectF(x, y, wide, tall)
            if room.contains(spot) and not any(spot.intersects(other) for other in others):
                return spot
        return None


def _distance(way: Sequence[QPointF], at: QPointF) -> float:
    """Pixels from a place to the nearest of a line's segments."""
    nearest = math.inf
    for one, other in pairwise(way):
        along = other - one
        length = QPointF.dotProduct(along, along)
        share = min(1.0, max(0.0, QPointF.dotProduct(at - one, along) / length)) if length else 0.0
        apart = at - (one + along * share)
        nearest = min(nearest, math.hypot(apart.x(), apart.y()))
    return nearest
