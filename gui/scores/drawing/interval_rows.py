"""Figures with intervals, a line each, on pyqtgraph's views and axes: label at the left, words behind each plot, n at
the right. Of a contrast each line holds spans: an arrow or a line from one figure to another, in one plot or more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

import pyqtgraph
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPolygonF,
    QTransform,
)
from PySide6.QtWidgets import QGraphicsItem, QGraphicsLineItem, QGraphicsPathItem, QGraphicsRectItem, QWidget

from galley.gui.charts.base import Mark, Rows
from galley.gui.charts.drawing_kinds import Contrast, FigureSpan
from galley.gui.charts.printed_figures import format_figure
from galley.gui.scores.drawing import series_style
from galley.gui.scores.drawing.number_axes import axis_item
from galley.gui.scores.drawing.plot_chart import Overlay, Pane, PlotChart, Spot
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr

_APART, _APART_WORDS, _AIR, _LEAST = 14.0, 18.0, 13.0, 30.0
"""Between marks of a line, with words behind each; around them; and how high a line is at least."""
_TITLE, _GUIDE, _NUMBERS, _FOOT = 18.0, 16.0, 22.0, 28.0
_GAP, _BETWEEN, _WORDS, _EDGE = 14.0, 26.0, 26.0, 9.0
"""Between columns, between plots, before words behind a plot, and within a plot at either end of its axis."""
_LABELS, _NARROW, _NOTES, _PLOT = 0.34, 120.0, 0.24, 150.0
_FEW_LINES = 12
"""More lines than these have the numbers of the axis below them, too."""
_ARROW = 6.0

Left, Right, Centre = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight, Qt.AlignmentFlag.AlignHCenter
_WRAP = int(Qt.TextFlag.TextWordWrap)


@dataclass(frozen=True, slots=True)
class _Place:
    """A mark at its place: the plot that it is in, and its height from the top of the first line."""

    mark: Mark
    panel: int
    y: float
    hollow: bool = False
    pale: bool = False


class RowsChart(PlotChart):
    """``pending`` marks (line, place in it) have intervals that are being computed again: drawn pale."""

    def __init__(
        self, theme: Theme, rows: Rows, pending: frozenset[tuple[int, int]] = frozenset(), parent: QWidget | None = None
    ) -> None:
        super().__init__(theme, parent)
        self.pane = RowsPane(theme, rows, pending)
        self.addItem(self.pane, 0, 0)
        self._spots = self.pane.find_spots()
        self.pane.views[0].sigXRangeChanged.connect(self.show_ring)

    def fit(self, width: int) -> int:
        """As high as its lines."""
        return round(self.pane.fit(width))

    def show_all(self) -> None:
        """The whole axis."""
        self.pane.show_all()

    def parts(self) -> list[QRectF]:
        """The marks."""
        return self.rects()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The axis stays in sight where the page has scrolled beyond it."""
        self.pane.move_head(max(0, self.viewport().visibleRegion().boundingRect().top()))
        super().paintEvent(event)


class RowsPane(Pane):
    """The lines of a ``Rows`` or ``Contrast``."""

    def __init__(
        self, theme: Theme, rows: Rows, pending: frozenset[tuple[int, int]] = frozenset(), most_notes: float = _NOTES
    ) -> None:
        """``most_notes``: of the width, what the words at the right have at most."""
        super().__init__(theme)
        self._rows, self._pending, self._most_notes = rows, pending, most_notes
        self._contrast = rows if isinstance(rows, Contrast) else None
        self._panels: tuple[str, ...] = ("",)
        self._heads: tuple[str, ...] = ()
        if self._contrast is not None:
            self._panels, self._heads = self._contrast.panels, self._contrast.heads
        self._apart = theme.px(_APART_WORDS if self._heads else _APART)
        marks = [mark for line in rows.lines for mark in line.marks]
        # Where nothing has an interval there is none to be missed: they are still computed, or the figures are counts.
        self._expects_intervals = any(map(_is_wide, marks)) and not pending
        self._several = len({mark.series for mark in marks}) > 1
        width = series_style.width
        self._labels = max((width(theme, Type.BODY, line.label) for line in rows.lines), default=0.0) + 2
        note_head = self._contrast.note_head if self._contrast is not None else ""
        notes = [width(theme, Type.CAPTION_NUMBER, line.note) for line in rows.lines]
        self._notes = max([*notes, width(theme, Type.SPEAKER, note_head)], default=0.0) + 2
        spans = [span for line in (self._contrast.spans if self._contrast is not None else ()) for span in line]
        self._beside = [
            max([width(theme, Type.SPEAKER, head)]
                + [width(theme, Type.CAPTION_NUMBER, span.beside[n]) for span in spans if n < len(span.beside)])
            for n, head in enumerate(self._heads)
        ]  # fmt: skip
        self.views, self._tops_axes = [self.view], []
        self.views += [pyqtgraph.ViewBox(enableMenu=False, defaultPadding=0) for _ in self._panels[1:]]
        has_foot = len(rows.lines) > _FEW_LINES
        for number, view in enumerate(self.views):
            view.setMouseEnabled(True, False)
            view.invertY(True)
            if number:
                view.setXLink(self.view)
            self.addItem(view, 2, 1 + 2 * number)
            for side, row in (("top", 1), ("bottom", 3)):
                axis = axis_item(theme, rows.axis.kind, side)
                axis.linkToView(view)
                self.addItem(axis, row, 1 + 2 * number)
                axis.setHeight(theme.px(_NUMBERS if side == "top" else _FOOT if has_foot else 8))
                if side == "top":
                    axis.setGrid(False)
                    axis.setPen(QPen(Qt.PenStyle.NoPen))
                    axis.setZValue(21)
                    self._tops_axes.append(axis)
                else:
                    axis.setStyle(showValues=has_foot)
        self._words = Overlay(self, self._paint_words, 10)
        self._head = Overlay(self, self._paint_head, 20)
        self.view.sigXRangeChanged.connect(self._words.refresh)
        self._tops = [0.0]
        self._items: list[QGraphicsItem] = []

    # Layout ------------------------------------------------------------------------------------------------------

    def least(self) -> float:
        """How wide it is at least."""
        return self._labels + self._notes + self._theme.px(_PLOT + 3 * _GAP)

    def fit(self, wide: float) -> float:
        """Lay it out at this width; returns how high it is."""
        theme, px, count = self._theme, self._theme.px, len(self._panels)
        self._label = min(self._labels, max(wide * _LABELS, px(_NARROW)))
        self._note = min(self._notes, wide * self._most_notes)
        behind = sum(self._beside) + px(_GAP) * max(0, len(self._beside) - 1)
        behind += px(_WORDS if any(self._heads) else _GAP) if self._beside else 0.0
        low, high = series_style.frame(self._rows.axis)
        numbers = series_style.tick_texts(series_style.ticks(low, high), self._rows.axis.kind)
        half = series_style.width(theme, Type.CAPTION_NUMBER, numbers[-1]) / 2  # of the last number, beyond the plot
        beyond = max(2.0, half - px(_EDGE) + 4)
        start, end = self._label + px(_GAP), wide - self._note - (px(_GAP) if self._note > 2 else beyond)
        self._room = (end - start - px(_BETWEEN) * (count - 1)) / count
        self._plots = []
        for number in range(count):
            left = start + number * (self._room + px(_BETWEEN))
            self._plots.append((left, max(left + px(40), left + self._room - behind)))
        self._tops = [0.0]
        for line, tall in zip(self._rows.lines, self._measure_lines(), strict=True):
            words = self._measure(Type.BODY, line.label, self._label) + px(6)
            self._tops.append(self._tops[-1] + max(px(_LEAST), tall * self._apart + px(_AIR), words))
        self._above = self._measure_above()
        foot = px(_FOOT if len(self._rows.lines) > _FEW_LINES else 8)
        before = 0.0
        for number, (left, right) in enumerate(self._plots):
            self.layout.setColumnFixedWidth(2 * number, left - before)
            self.layout.setColumnFixedWidth(1 + 2 * number, right - left)
            before = right
        self.layout.setColumnFixedWidth(2 * count, max(0.0, wide - before))
        for row, size in enumerate((self._above, px(_NUMBERS), self._tops[-1], foot)):
            self.layout.setRowFixedHeight(row, size)
        high = self._above + px(_NUMBERS) + self._tops[-1] + foot
        self._words.cover(QRectF(0, 0, wide, high))
        self._head.cover(QRectF(0, 0, wide, self._above + px(_NUMBERS)))
        self.show_all()
        self._draw()
        return self.fix(wide, high)

    def show_all(self) -> None:
        """The whole axis, with room for a marker at either end."""
        low, high = series_style.frame(self._rows.axis)
        left, right = self._plots[0]
        edge = self._theme.px(_EDGE)
        pad = (high - low) * edge / max(1.0, right - left - 2 * edge)
        self.view.setXRange(low - pad, high + pad, padding=0)
        for view in self.views:
            view.setYRange(0, self._tops[-1], padding=0)

    def move_head(self, top: float) -> None:
        """Draw the axis and what belongs to it so far below its place."""
        for item in (self._head, *self._tops_axes):
            if item.transform().dy() != top:
                item.setTransform(QTransform.fromTranslate(0, top))

    def _measure_lines(self) -> Iterator[int]:
        """How many marks stand below each other in each line."""
        for number, line in enumerate(self._rows.lines):
            if self._contrast is None:
                yield max(len(other.marks) for other in self._rows.lines) if line.marks else 1
            else:
                panels = [span.panel for span in self._contrast.spans[number]]
                yield max(map(panels.count, panels), default=1)

    def _measure(self, style: Type, text: str, wide: float) -> float:
        return QFontMetricsF(self._theme.font(style)).boundingRect(QRectF(0, 0, wide, 1000), _WRAP, text).height()

    def _measure_above(self) -> float:
        px = self._theme.px
        heads = [self._measure(Type.SMALL_STRONG, head, self._room) for head in self._panels]
        above = max(heads) + px(3) if any(self._panels) else 0.0
        return above + (px(_TITLE) if self._rows.axis.title else 0.0) + (px(_GUIDE) if self._rows.guides else 0.0)

    # Marks -------------------------------------------------------------------------------------------------------

    def _place_spans(self) -> Iterator[tuple[int, FigureSpan, float]]:
        """Each span with its line and height, in reading order."""
        for number in range(len(self._rows.lines)):
            for span, y in self._place_line(number):
                yield number, span, y

    def _place_line(self, number: int) -> Iterator[tuple[FigureSpan, float]]:
        """The spans of a line with their heights; one of ``Rows`` has a solid figure alone."""
        contrast = self._contrast
        spans = contrast.spans[number] if contrast is not None else tuple(
            FigureSpan(Mark(None), mark, few=mark.few) for mark in self._rows.lines[number].marks)  # fmt: skip
        middle = (self._tops[number] + self._tops[number + 1]) / 2
        for place, span in enumerate(spans):
            same = [n for n, other in enumerate(spans) if other.panel == span.panel]
            yield span, middle + (same.index(place) - (len(same) - 1) / 2) * self._apart

    def find_spots(self) -> list[Spot]:
        """The figures in reading order; a solid one that a line shares once."""
        spots: list[Spot] = []
        before = -1
        for number, line in enumerate(self._rows.lines):
            spans = self._contrast.spans[number] if self._contrast is not None else ()
            for place, mark in enumerate(line.marks if self._contrast is None else ()):
                spots.append(self._spot(mark, number, place))
            for place, span in enumerate(spans):
                shared = bool(self._contrast and self._contrast.shares_solid)
                for mark in (span.hollow, span.solid):
                    if (mark.value is not None or mark.why) and not (
                        mark is span.solid and shared and number == before
                    ):
                        spots.append(self._spot(mark, number, place, shared and mark is span.solid))
                before = number
        return spots

    def _spot(self, mark: Mark, number: int, place: int, is_shared: bool = False) -> Spot:
        def find() -> QRectF:
            reach = self._apart / 2
            middle = (self._tops[number] + self._tops[number + 1]) / 2
            span, y = list(self._place_line(number))[place]
            y = middle if is_shared else y
            left, right = self._plots[span.panel]
            if mark.value is None:
                rect = QRectF(left, y - reach, right - left, 2 * reach)
            else:
                ends = (mark.low, mark.high, mark.least, mark.most) if self._contrast is None else ()
                x = self._x(mark.value, span.panel)
                at = [self._x(limit, span.panel) for limit in ends if limit is not None]
                start, end = min([x - reach, *at]), max([x + reach, *at])
                rect = QRectF(start, y - reach, end - start, 2 * reach)
            return self.mapRectToScene(rect.translated(0, self._body()))

        return Spot(mark, find)

    def _body(self) -> float:
        """Where the first line begins."""
        return self._above + self._theme.px(_NUMBERS)

    def _x(self, value: float, panel: int) -> float:
        """Where a figure is in the pane."""
        (low, high), (left, right) = self.view.viewRange()[0], self._plots[panel]
        return left + (self._inside(value) - low) / (high - low) * (right - left)

    def _inside(self, value: float) -> float:
        low, high = series_style.frame(self._rows.axis)
        return min(max(value, low), high)

    # Drawing -----------------------------------------------------------------------------------------------------

    def _draw(self) -> None:
        """Guides, then the spans of each line, then the solid figures that lines share."""
        while self._items:
            self.scene().removeItem(self._items.pop())
        pen = QPen(self._theme.color("second"), 1)
        pen.setDashPattern([3, 3])
        for value, _ in self._rows.guides:
            self._add_line(0, (value, 0.0), (value, self._tops[-1]), pen)
        placed = list(self._place_spans())
        places: dict[int, int] = {}
        for number, span, y in placed:
            place = places[number] = places.get(number, -1) + 1
            self._draw_span(span, y, (number, place) in self._pending)
        if self._contrast is not None and self._contrast.shares_solid:
            for number, line_spans in groupby(placed, key=lambda span: span[0]):
                self._draw_shared(number, [(span, y) for _, span, y in line_spans])

    def _draw_span(self, span: FigureSpan, y: float, is_pale: bool) -> None:
        theme, contrast, panel = self._theme, self._contrast, span.panel
        hollow, solid = span.hollow, span.solid
        if any(mark.value is None and mark.why for mark in (hollow, solid)) or solid.value is None:
            return
        if solid.least is not None and solid.most is not None:
            self._add_bar(panel, solid.least, solid.most, y, self._apart * 0.36, solid.series, 0.2)
        color = series_style.color(theme, solid.series)
        shares = contrast is not None and contrast.shares_solid
        if _is_wide(solid) and not shares:
            assert solid.low is not None and solid.high is not None
            if contrast is None or contrast.tick:
                pen = series_style.pen(theme, solid.series) if contrast is None else QPen(color, theme.px(1.2))
                line = self._add_line(panel, (solid.low, y), (solid.high, y), pen)
                line.setOpacity(0.35 if is_pale else 1.0)
            else:
                self._add_bar(panel, solid.low, solid.high, y, theme.px(5), solid.series, 0.22)
        if self._rows.bars:
            self._add_bar(panel, self._rows.axis.low, solid.value, y, theme.px(5), solid.series, 0.3)
        if hollow.value is not None:
            self._draw_way(span, y)
        if not shares:
            self._add_marker(panel, solid, y, span.few)

    def _draw_way(self, span: FigureSpan, y: float) -> None:
        """From the hollow figure to the solid one, and the hollow one itself."""
        theme, contrast = self._theme, self._contrast
        assert contrast is not None and span.hollow.value is not None and span.solid.value is not None
        start, end, panel = span.hollow.value, span.solid.value, span.panel
        color = series_style.color(theme, span.hollow.series)
        self._add_line(panel, (start, y), (end, y), QPen(color, theme.px(1.6)))
        apart = self._x(end, panel) - self._x(start, panel)
        if contrast.arrow and abs(apart) > theme.px(14):
            way, size = (1 if apart > 0 else -1), theme.px(_ARROW)
            tip = -way * theme.px(5)
            path = QPainterPath()
            path.addPolygon(QPolygonF([QPointF(tip, 0), QPointF(tip - way * size, -size * 0.6),
                                       QPointF(tip - way * size, size * 0.6)]))  # fmt: skip
            self._add_path(panel, end, y, path, QPen(Qt.PenStyle.NoPen), QBrush(color))
        if contrast.tick:
            high = theme.px(7)
            pen = QPen(theme.color("text"), theme.px(2))
            self._add_line(panel, (start, y - high), (start, y + high), pen)
        else:
            self._add_marker(panel, span.hollow, y, True)

    def _draw_shared(self, number: int, spans: list[tuple[FigureSpan, float]]) -> None:
        """The solid figure of a line, in the colour of the text; a hollow one at the same place is a ring around it."""
        theme, solid, panel = self._theme, spans[0][0].solid, spans[0][0].panel
        if solid.value is None:
            return
        pen, middle = QPen(theme.color("text"), 1), (self._tops[number] + self._tops[number + 1]) / 2
        if len(spans) > 1:
            self._add_line(panel, (solid.value, spans[0][1]), (solid.value, spans[-1][1]), pen)
        if _is_wide(solid):
            assert solid.low is not None and solid.high is not None
            self._add_line(panel, (solid.low, middle), (solid.high, middle), QPen(pen.color(), theme.px(1.2)))
        self._add_marker(panel, solid, middle, spans[0][0].few, is_plain=True)
        for span, y in spans:
            if span.hollow.value is not None:
                across = abs(self._x(span.hollow.value, panel) - self._x(solid.value, panel))
                if across + abs(y - middle) < theme.px(series_style.MARKER):
                    self._add_marker(panel, span.hollow, y, False, is_around=True)

    def _add(self, panel: int, item: QGraphicsItem) -> None:
        self._items.append(item)
        self.views[panel].addItem(item, ignoreBounds=True)

    def _add_line(self, panel: int, start: tuple[float, float], end: tuple[float, float], pen: QPen) -> QGraphicsItem:
        pen.setCosmetic(True)  # its width in pixels, not in units of the axis
        item = QGraphicsLineItem(QLineF(self._inside(start[0]), start[1], self._inside(end[0]), end[1]))
        item.setPen(pen)
        self._add(panel, item)
        return item

    def _add_bar(self, panel: int, low: float, high: float, y: float, half: float, series: int, share: float) -> None:
        shade = QColor(series_style.color(self._theme, series))
        shade.setAlphaF(share)
        start, end = self._inside(low), self._inside(high)
        item = QGraphicsRectItem(QRectF(start, y - half, end - start, 2 * half))
        item.setPen(QPen(Qt.PenStyle.NoPen))
        item.setBrush(shade)
        self._add(panel, item)

    def _add_path(self, panel: int, value: float, y: float, path: QPainterPath, pen: QPen, brush: QBrush) -> None:
        item = QGraphicsPathItem(path)
        item.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)
        item.setPen(pen)
        item.setBrush(brush)
        item.setPos(self._inside(value), y)
        self._add(panel, item)

    def _add_marker(self, panel: int, mark: Mark, y: float, hollow: bool, is_plain: bool = False,
                    is_around: bool = False) -> None:  # fmt: skip
        """``is_plain``: in the colour of the text; ``is_around``: a ring about another mark, which would hide it."""
        theme = self._theme
        shade = theme.color("text") if is_plain else series_style.color(theme, mark.series)
        radius = theme.px(series_style.MARKER * (1.7 if is_around else 1.0) - (0.7 if hollow else 0.0))
        path = series_style.marker(0 if is_plain else mark.series, radius)
        line = QPen(shade, theme.px(1.6)) if hollow or is_around else QPen(Qt.PenStyle.NoPen)
        fill = QBrush(Qt.BrushStyle.NoBrush) if is_around else QBrush(theme.color("panel") if hollow else shade)
        assert mark.value is not None
        self._add_path(panel, mark.value, y, path, line, fill)

    # Words -------------------------------------------------------------------------------------------------------

    def _paint_head(self, painter: QPainter) -> None:
        """What stands above the numbers of the axis, on its own ground."""
        theme, rows, px = self._theme, self._rows, self._theme.px
        rect, (left, right) = self._head.rect, self._plots[0]
        painter.fillRect(rect, theme.color("panel"))
        line = rect.height() - px(_TITLE)
        at = self._above - (px(_TITLE) if rows.axis.title else 0.0) - (px(_GUIDE) if rows.guides else 0.0)
        for number, head in enumerate(self._panels):
            painter.setFont(theme.font(Type.SMALL_STRONG))
            painter.setPen(theme.color("text"))
            spot = QRectF(self._plots[number][0], 0, self._room, at)
            painter.drawText(spot, int(Left | Qt.AlignmentFlag.AlignBottom) | _WRAP, head)
            for column, (words, spot) in enumerate(zip(self._heads, self._columns(number, line), strict=True)):
                series_style.write(painter, theme, Type.SPEAKER, "second", spot, words, self._side(column))
        if rows.axis.title:
            wide = series_style.width(theme, Type.CAPTION, rows.axis.title)
            start = max(0.0, min((left + right - wide) / 2, rect.width() - wide - 2))
            spot = QRectF(start, at, wide + 2, px(_TITLE))
            series_style.write(painter, theme, Type.CAPTION, "second", spot, rows.axis.title)
            at += px(_TITLE)
        word_rects: list[QRectF] = []
        for value, word in rows.guides:
            wide = series_style.width(theme, Type.CAPTION, word) + 4
            spot = QRectF(min(max(self._x(value, 0) - wide / 2, 0.0), right - wide), at, wide, px(_GUIDE))
            if not any(spot.intersects(other) for other in word_rects):
                word_rects.append(spot)
                series_style.write(painter, theme, Type.CAPTION, "second", spot, word, Centre)
        if self._contrast is not None:
            spot = QRectF(rect.width() - self._note - 2, line, self._note, px(_GUIDE))
            series_style.write(painter, theme, Type.SPEAKER, "second", spot, self._contrast.note_head, Right)

    def _columns(self, panel: int, top: float) -> Iterator[QRectF]:
        """The rectangles of the words behind a plot, in one line."""
        at = self._plots[panel][1] + self._theme.px(_WORDS if any(self._heads) else _GAP)
        for wide in self._beside:
            yield QRectF(at, top, wide + 2, self._theme.px(16))
            at += wide + self._theme.px(_GAP)

    def _side(self, column: int) -> Qt.AlignmentFlag:
        return Left if not column and self._contrast is not None and self._contrast.has_names else Right

    def _paint_words(self, painter: QPainter) -> None:
        """Labels, notes, the words behind the plots, and what is said in the place of a mark."""
        theme, px, body, wide = self._theme, self._theme.px, self._body(), self._words.rect.width()
        for number, line in enumerate(self._rows.lines):
            top, high = body + self._tops[number], self._tops[number + 1] - self._tops[number]
            spot = QRectF(0, top, self._label, high)
            series_style.write_lines(painter, theme, Type.BODY, "text", spot, line.label, Right)
            spot = QRectF(wide - self._note, top, self._note, high)
            side = Right if self._contrast is not None else Left
            series_style.write_lines(painter, theme, Type.CAPTION_NUMBER, "second", spot, line.note, side)
        undefined: list[tuple[Mark | None, int, int, float]] = []
        for number, span, y in self._place_spans():
            columns = self._columns(span.panel, body + y - px(8))
            for column, (words, spot) in enumerate(zip(span.beside, columns, strict=False)):
                series_style.write(painter, theme, Type.CAPTION_NUMBER, "text", spot, words, self._side(column))
            missing = next((m for m in (span.hollow, span.solid) if m.value is None and m.why), None)
            if missing is None and self._contrast is None and span.solid.value is None:
                missing = span.solid
            undefined.append((missing, number, span.panel, y))
            if missing is None and span.solid.value is not None:
                self._paint_beside(painter, span, body + y)
        for (_, panel, _), group in groupby(undefined, key=lambda line: (line[1], line[2], line[0] and line[0].why)):
            same = [(mark, y) for mark, _, _, y in group if mark is not None]
            if same:  # what is true of several is said once
                middle = sum(y for _, y in same) / len(same)
                self._paint_undefined(painter, [mark for mark, _ in same], panel, body + middle)

    def _paint_beside(self, painter: QPainter, span: FigureSpan, y: float) -> None:
        """A mark's figure, or that it has no interval, so that a dot is never bare."""
        value, (_, right) = span.solid.value, self._plots[span.panel]
        assert value is not None
        at = QPointF(self._x(value, span.panel), y)
        is_alone = span.hollow.value is None and not (self._contrast is not None and self._contrast.shares_solid)
        if self._rows.bars:
            series_style.beside(painter, self._theme, at, right, format_figure(value, self._rows.axis.kind))
        elif is_alone and not _is_wide(span.solid) and (self._expects_intervals or self._contrast is not None):
            series_style.beside(painter, self._theme, at, right, tr("no interval"))

    def _paint_undefined(self, painter: QPainter, marks: list[Mark], panel: int, y: float) -> None:
        """Why these figures are undefined, behind the marker of each."""
        theme, why, (left, right) = self._theme, marks[0].why, self._plots[panel]
        spot = QRectF(left + theme.px(8), y - theme.px(10), right - left - theme.px(8), theme.px(20))
        for mark in marks if self._several and self._contrast is None else ():
            painter.setOpacity(0.55)
            at = QPointF(spot.left() + theme.px(4), y)
            series_style.paint_marker(painter, theme, mark.series, at, series_style.MARKER * 0.7)
            painter.setOpacity(1.0)
            spot.setLeft(spot.left() + theme.px(13))
        words = tr("undefined: {why}", why=why) if why else tr("undefined")
        if series_style.width(theme, Type.CAPTION, words) > spot.width():
            words = tr("undefined")  # the tooltip says why
        used = min(spot.width(), series_style.width(theme, Type.CAPTION, words))
        painter.fillRect(QRectF(spot.left() - 3, y - theme.px(6.5), used + 6, theme.px(13)), theme.color("panel"))
        series_style.write(painter, theme, Type.CAPTION, "second", spot, words)


def _is_wide(mark: Mark) -> bool:
    """Whether a mark has an interval; one without width is none."""
    return mark.low is not None and mark.high is not None and mark.low < mark.high
