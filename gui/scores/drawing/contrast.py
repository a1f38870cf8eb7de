"""From one figure to another, a span a line: an arrow, or a line to what it is held against, with the difference."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QFontMetricsF, QPainter, QPen, QPolygonF

from galley.gui.charts.base import Mark
from galley.gui.charts.drawing_kinds import Contrast, FigureSpan
from galley.gui.scores.drawing import series_style
from galley.gui.scores.drawing.canvas import Hit
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr

_APART, _AIR, _LEAST = 18.0, 12.0, 30.0
_GAP, _HEAD, _FOOT = 14.0, 22.0, 26.0
_LABEL_SHARE = 0.3
_BETWEEN = 26.0
_ARROW = 6.0
_NARROW = 120.0
_WRAP = int(Qt.TextFlag.TextWordWrap)
_WORDS = 26.0
"""From a plot to the words behind it: the last number of the axis stands half beyond the plot."""

Right, Left, Centre = Qt.AlignmentFlag.AlignRight, Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignHCenter


class ContrastDrawing:
    """Heads and numbers of the axis above, a band a line."""

    def __init__(self, theme: Theme, contrast: Contrast) -> None:
        self._theme, self._contrast = theme, contrast
        self._wide = [
            max([series_style.width(theme, Type.CAPTION_NUMBER, span.beside[column]) for spans in contrast.spans
            for span in spans
                 if column < len(span.beside)] + [series_style.width(theme, Type.SPEAKER, head)])
            for column, head in enumerate(contrast.heads)
        ]  # fmt: skip
        notes = [series_style.width(theme, Type.CAPTION_NUMBER, line.note) for line in contrast.lines]
        self._notes = max([*notes, series_style.width(theme, Type.SPEAKER, contrast.note_head)], default=0.0)
        self._labels = (
            max((series_style.width(theme, Type.BODY, line.label) for line in contrast.lines), default=0.0) + 2
        )

    def height(self, width: float) -> float:
        """Heads, numbers, a band a line, and the numbers again where that is far below."""
        return self._tops(width)[-1] + self._theme.px(_FOOT)

    def paint(self, painter: QPainter, width: float) -> None:
        """Grid and heads, then the lines."""
        theme, tops = self._theme, self._tops(width)
        for left, right in self._plots(width):
            for value, text in self._numbers(left, right):
                x = round(self._x(value, left, right)) + 0.5
                painter.setPen(QPen(theme.color("hairline_soft" if theme.dark else "hairline"), 1))
                painter.drawLine(QPointF(x, tops[0]), QPointF(x, tops[-1]))
                spot = QRectF(x - theme.px(32), tops[-1] + theme.px(5), theme.px(64), theme.px(16))
                series_style.write(painter, theme, Type.CAPTION_NUMBER, "second", spot, text, Centre)
        self._heads(painter, width, tops[0])
        for number in range(len(self._contrast.lines)):
            self._line(painter, number, tops[number], tops[number + 1], width)

    def paint_axis(self, painter: QPainter, width: float, top: float) -> None:
        """The heads and the numbers of the axis, over whatever is there."""
        tall = self._tops(width)[0]
        painter.fillRect(QRectF(0, top, width, tall), self._theme.color("panel"))
        painter.translate(0, top)
        self._heads(painter, width, tall)
        painter.translate(0, -top)

    def hits(self, width: float) -> list[Hit]:
        """The two figures of each span; those that are shared once a line."""
        hits, tops, plots = [], self._tops(width), self._plots(width)
        reach = self._theme.px(_APART) / 2
        for number, spans in enumerate(self._contrast.spans):
            middle = (tops[number] + tops[number + 1]) / 2
            for place, span in enumerate(spans):
                left, right = plots[span.panel]
                y = self._y(number, place, tops)
                for mark, at in ((span.hollow, y), (span.solid, middle if self._contrast.shares_solid else y)):
                    if mark.value is None and not mark.why:
                        continue
                    if mark is span.solid and self._contrast.shares_solid and place:
                        continue
                    if mark.value is None:
                        rect = QRectF(left, at - reach, right - left, 2 * reach)
                    else:
                        x = self._x(mark.value, left, right)
                        rect = QRectF(x - reach, at - reach, 2 * reach, 2 * reach)
                    hits.append(Hit(rect, mark))
        return hits

    def _numbers(self, left: float, right: float) -> list[tuple[float, str]]:
        """The numbers of an axis, as many as there is room for."""
        axis = self._contrast.axis
        values = series_style.ticks(
            *series_style.frame(axis), min(8, max(2, int((right - left) // self._theme.px(64)) + 1))
        )
        return list(zip(values, series_style.tick_texts(values, axis.kind), strict=True))

    def _heads(self, painter: QPainter, width: float, bottom: float) -> None:
        """What stands above the lines, down to ``bottom``."""
        theme, contrast = self._theme, self._contrast
        line, tall = bottom - theme.px(18), theme.px(16)
        above = self._panel_tall(width)
        for panel, (left, right) in enumerate(self._plots(width)):
            for value, text in self._numbers(left, right):
                spot = QRectF(self._x(value, left, right) - theme.px(32), line, theme.px(64), tall)
                series_style.write(painter, theme, Type.CAPTION_NUMBER, "second", spot, text, Centre)
            if contrast.panels[panel]:
                spot = QRectF(left, line - above - theme.px(2), self._panel_wide(width), above)
                painter.setFont(theme.font(Type.SMALL_STRONG))
                painter.setPen(theme.color("text"))
                painter.drawText(spot, int(Left | Qt.AlignmentFlag.AlignBottom) | _WRAP, contrast.panels[panel])
            at = right + self._air()
            for column, (head, wide) in enumerate(zip(contrast.heads, self._wide, strict=True)):
                spot = QRectF(at, line, wide + 2, tall)
                series_style.write(painter, theme, Type.SPEAKER, "second", spot, head, self._side(column))
                at += wide + theme.px(_GAP)
        spot = QRectF(width - self._notes - 4, line, self._notes + 2, tall)
        series_style.write(painter, theme, Type.SPEAKER, "second", spot, contrast.note_head, Right)

    def _air(self) -> float:
        return self._theme.px(_WORDS if any(self._contrast.heads) else _GAP)

    def _side(self, column: int) -> Qt.AlignmentFlag:
        return Left if not column and self._contrast.has_names else Right

    # Layout ----------------------------------------------------------------------------------------------------

    def _label(self, width: float) -> float:
        return min(self._labels, max(width * _LABEL_SHARE, self._theme.px(_NARROW)))

    def _panel_wide(self, width: float) -> float:
        """The room that a panel has, with the words behind its plot."""
        plots = self._plots(width)
        return plots[1][0] - plots[0][0] - self._theme.px(_GAP) if len(plots) > 1 else width - plots[0][0]

    def _panel_tall(self, width: float) -> float:
        """How high the heads of the panels are, each in as many lines as it takes."""
        if not any(self._contrast.panels):
            return 0.0
        metrics, room = QFontMetricsF(self._theme.font(Type.SMALL_STRONG)), QRectF(0, 0, self._panel_wide(width), 1000)
        return max(metrics.boundingRect(room, _WRAP, head).height() for head in self._contrast.panels) + self._theme.px(
            3
        )

    def _plots(self, width: float) -> list[tuple[float, float]]:
        """Left and right of each panel's plot; its words stand behind it."""
        theme, count = self._theme, len(self._contrast.panels)
        start = self._label(width) + theme.px(_GAP) + theme.px(10)
        end = width - self._notes - theme.px(_GAP if self._notes else 2)
        words = sum(self._wide) + theme.px(_GAP) * max(0, len(self._wide) - 1)
        panel_width = (end - start - theme.px(_BETWEEN) * (count - 1)) / count
        plots = []
        for number in range(count):
            left = start + number * (panel_width + theme.px(_BETWEEN))
            plots.append((left, max(left + theme.px(40), left + panel_width - words - self._air())))
        return plots

    def _tops(self, width: float) -> list[float]:
        """The upper edge of each line, and the lower one of the last."""
        theme, contrast = self._theme, self._contrast
        top = theme.px(_HEAD) + self._panel_tall(width)
        tops = [top]
        metrics = QFontMetricsF(theme.font(Type.BODY))
        for line, spans in zip(contrast.lines, contrast.spans, strict=True):
            rows = max(sum(span.panel == panel for span in spans) for panel in range(len(contrast.panels)))
            room = QRectF(0, 0, self._label(width), 1000)
            words = metrics.boundingRect(room, int(Qt.TextFlag.TextWordWrap), line.label).height()
            top += max(theme.px(_LEAST), rows * theme.px(_APART) + theme.px(_AIR), words + theme.px(6))
            tops.append(top)
        return tops

    def _y(self, number: int, place: int, tops: list[float]) -> float:
        spans = self._contrast.spans[number]
        panel = spans[place].panel
        panel_places = [n for n, span in enumerate(spans) if span.panel == panel]
        middle = (tops[number] + tops[number + 1]) / 2
        return middle + (panel_places.index(place) - (len(panel_places) - 1) / 2) * self._theme.px(_APART)

    def _x(self, value: float, left: float, right: float) -> float:
        low, high = series_style.frame(self._contrast.axis)
        return left + (min(max(value, low), high) - low) / (high - low) * (right - left)

    # Painting --------------------------------------------------------------------------------------------------

    def _line(self, painter: QPainter, number: int, top: float, bottom: float, width: float) -> None:
        theme, contrast = self._theme, self._contrast
        line, spans = contrast.lines[number], contrast.spans[number]
        tops, plots = self._tops(width), self._plots(width)
        painter.setPen(theme.color("text"))
        painter.setFont(theme.font(Type.BODY))
        spot = QRectF(0, top, self._label(width), bottom - top)
        flags = int(Right.value | Qt.AlignmentFlag.AlignVCenter.value | Qt.TextFlag.TextWordWrap.value)
        painter.drawText(spot, flags, line.label)
        spot = QRectF(width - self._notes - 4, top, self._notes + 2, bottom - top)
        series_style.write(painter, theme, Type.CAPTION_NUMBER, "second", spot, line.note, Right)
        for place, span in enumerate(spans):
            left, right = plots[span.panel]
            y = self._y(number, place, tops)
            self._span(painter, span, y, left, right)
            at = right + self._air()
            for column, (words, wide) in enumerate(zip(span.beside, self._wide, strict=False)):
                spot = QRectF(at, y - theme.px(8), wide + 2, theme.px(16))
                series_style.write(painter, theme, Type.CAPTION_NUMBER, "text", spot, words, self._side(column))
                at += wide + theme.px(_GAP)
        if contrast.shares_solid and spans and spans[0].solid.value is not None:
            left, right = plots[spans[0].panel]
            x, middle = self._x(spans[0].solid.value, left, right), (top + bottom) / 2
            if len(spans) > 1:
                painter.setPen(QPen(theme.color("text"), 1))
                ends = self._y(number, 0, tops), self._y(number, len(spans) - 1, tops)
                painter.drawLine(QPointF(x, ends[0]), QPointF(x, ends[1]))
            self._interval(painter, spans[0].solid, middle, left, right, True)
            self._mark(painter, spans[0].solid, QPointF(x, middle), solid=not spans[0].few, plain=True)
            for place, span in enumerate(spans):
                if span.hollow.value is not None:
                    hollow_point = QPointF(self._x(span.hollow.value, left, right), self._y(number, place, tops))
                    if (hollow_point - QPointF(x, middle)).manhattanLength() < theme.px(series_style.MARKER):
                        self._mark(painter, span.hollow, hollow_point, solid=False, around=True)

    def _span(self, painter: QPainter, span: FigureSpan, y: float, left: float, right: float) -> None:
        theme, contrast = self._theme, self._contrast
        self._bounds(painter, span.solid, y, left, right)
        for mark in (span.hollow, span.solid):
            if mark.value is None and mark.why:
                words = tr("undefined: {why}", why=mark.why)
                if series_style.width(theme, Type.CAPTION, words) > right - left - theme.px(4):
                    words = tr("undefined")  # the tooltip says why
                spot = QRectF(left + theme.px(4), y - theme.px(8), right - left - theme.px(4), theme.px(16))
                series_style.write(painter, theme, Type.CAPTION, "second", spot, words)
                return
        start, end = span.hollow.value, span.solid.value
        if not contrast.shares_solid:
            self._interval(painter, span.solid, y, left, right, contrast.tick)
        if start is not None and end is not None:
            a, b = QPointF(self._x(start, left, right), y), QPointF(self._x(end, left, right), y)
            painter.setPen(QPen(series_style.color(theme, span.hollow.series), theme.px(1.6)))
            painter.drawLine(a, b)
            if contrast.arrow and abs(b.x() - a.x()) > theme.px(14):
                way = 1 if b.x() > a.x() else -1
                tip, size = b.x() - way * theme.px(5), theme.px(_ARROW)
                head = [
                    QPointF(tip, y),
                    QPointF(tip - way * size, y - size * 0.6),
                    QPointF(tip - way * size, y + size * 0.6),
                ]
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QBrush(series_style.color(theme, span.hollow.series)))
                painter.drawPolygon(QPolygonF(head))
        if start is not None and contrast.tick:
            x = self._x(start, left, right)
            painter.setPen(QPen(theme.color("text"), theme.px(2)))
            painter.drawLine(QPointF(x, y - theme.px(7)), QPointF(x, y + theme.px(7)))
        elif start is not None:
            self._mark(painter, span.hollow, QPointF(self._x(start, left, right), y), solid=False)
        if end is not None and not contrast.shares_solid:
            self._mark(painter, span.solid, QPointF(self._x(end, left, right), y), solid=not span.few)
            if start is None and span.solid.low is None:
                series_style.beside(painter, theme, QPointF(self._x(end, left, right), y), right, tr("no interval"))

    def _bounds(self, painter: QPainter, mark: Mark, y: float, left: float, right: float) -> None:
        """A pale band over what open cells leave possible."""
        if mark.least is not None and mark.most is not None:
            shade = series_style.color(self._theme, mark.series)
            shade.setAlphaF(0.2)
            start, end = self._x(mark.least, left, right), self._x(mark.most, left, right)
            half = self._theme.px(_APART) * 0.36
            painter.fillRect(QRectF(start, y - half, end - start, 2 * half), shade)

    def _interval(self, painter: QPainter, mark: Mark, y: float, left: float, right: float, thin: bool) -> None:
        if mark.low is None or mark.high is None:
            return
        theme = self._theme
        shade = theme.color("text") if self._contrast.shares_solid else series_style.color(theme, mark.series)
        start, end = self._x(mark.low, left, right), self._x(mark.high, left, right)
        if thin:
            painter.setPen(QPen(shade, theme.px(1.2)))
            painter.drawLine(QPointF(start, y), QPointF(end, y))
        else:
            shade.setAlphaF(0.22)
            half = theme.px(5)
            painter.fillRect(QRectF(start, y - half, max(1.0, end - start), 2 * half), shade)

    def _mark(
        self, painter: QPainter, mark: Mark, at: QPointF, solid: bool, plain: bool = False, around: bool = False
    ) -> None:
        """``around``: as a ring about another mark at the same place, which would hide it."""
        theme = self._theme
        shade = theme.color("text") if plain else series_style.color(theme, mark.series)
        painter.save()
        painter.translate(at)
        shape = series_style.marker(0 if plain else mark.series, theme.px(series_style.MARKER * (1.7 if around else 1)))
        painter.setPen(QPen(shade, theme.px(1.6)))
        painter.setBrush(Qt.BrushStyle.NoBrush if around else QBrush(shade if solid else theme.color("panel")))
        painter.drawPath(shape)
        painter.restore()
