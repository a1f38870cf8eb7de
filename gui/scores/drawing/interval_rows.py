"""Points with intervals, one line a criterion: label at the left, n at the right, a hairline grid between."""

from __future__ import annotations

from functools import partial
from itertools import takewhile

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from galley.gui.charts.base import Mark, RowLine, Rows
from galley.gui.charts.printed_figures import format_figure
from galley.gui.scores.drawing import series_style
from galley.gui.scores.drawing.canvas import Hit
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr

_APART = 14.0
_AIR = 13.0
_LEAST, _BROKEN = 30.0, 40.0
"""How high a line is at least, and where labels go on in a next line."""
_LONG = 340.0
"""A label that is longer does, in a window or file of the usual width."""
_GUIDE = 16.0
_TITLE = 18.0
_NUMBERS = 18.0
_FOOT = 28.0
_FEW_LINES = 12
"""More lines than these have the axis below them, too."""
_GAP = 13.0
_NOTE_GAP = 20.0
_LABEL_SHARE, _NOTE_SHARE = 0.36, 0.24
"""Of the width, what words at the left and at the right have at most; longer ones go on in a next line."""


class RowsDrawing:
    """``settling`` marks (line, place in it) have intervals that are being computed again: drawn pale."""

    def __init__(self, theme: Theme, rows: Rows, pending: frozenset[tuple[int, int]] = frozenset()) -> None:
        self._theme = theme
        self._rows = rows
        self._most = max((len(line.marks) for line in rows.lines), default=1)
        self._several = len({mark.series for line in rows.lines for mark in line.marks}) > 1
        self._pending = pending
        # Where nothing has an interval there is none to be missed: they are still computed, or the figures are counts.
        self._expects_intervals = any(_wide(mark) for line in rows.lines for mark in line.marks) and not pending
        self._labels = max((series_style.width(theme, Type.BODY, line.label) for line in rows.lines), default=0.0)
        self._notes = max(
            (series_style.width(theme, Type.CAPTION_NUMBER, line.note) for line in rows.lines), default=0.0
        )

    def height(self, width: float) -> float:
        """The axis and guide words, a band a line, the axis again below many."""
        foot = self._theme.px(_FOOT) if self._tall() else self._theme.px(8)
        return self._head() + len(self._rows.lines) * self._band() + foot

    def least(self) -> float:
        """How wide it is where no label is broken that is not broken at the usual width."""
        return (min(self._labels + 2, self._theme.px(_LONG)) + self._theme.px(_GAP)) / _LABEL_SHARE

    def paint(self, painter: QPainter, width: float) -> None:
        """Grid, axis, guides, then the lines."""
        theme, left, right = self._theme, *self._plot(width)
        top, bottom = self._head(), self._head() + len(self._rows.lines) * self._band()
        painter.setPen(QPen(theme.color("hairline_soft" if theme.dark else "hairline"), 1))
        for value in self._values(left, right):
            x = round(self._x(value, left, right)) + 0.5
            painter.drawLine(QPointF(x, top), QPointF(x, bottom))
        self._axis(painter, left, right, 0.0)
        if self._tall():
            self._numbers(painter, left, right, bottom + theme.px(6))
        self._guides(painter, left, right, bottom)
        for number, line in enumerate(self._rows.lines):
            self._line(painter, number, line, width)

    def paint_axis(self, painter: QPainter, width: float, top: float) -> None:
        """The axis over the lines, while its own place is out of sight."""
        painter.fillRect(QRectF(0, top, width, self._head()), self._theme.color("panel"))
        self._axis(painter, *self._plot(width), top)

    def _axis(self, painter: QPainter, left: float, right: float, top: float) -> None:
        """Its title, its numbers and the words of the guides, above the lines."""
        theme = self._theme
        if self._rows.axis.title:
            spot = QRectF(left, top, right - left, theme.px(_TITLE))
            title = self._rows.axis.title
            series_style.write(painter, theme, Type.CAPTION, "second", spot, title, Qt.AlignmentFlag.AlignHCenter)
            top += theme.px(_TITLE)
        label_rects: list[QRectF] = []
        for value, word in self._rows.guides:
            wide = series_style.width(theme, Type.CAPTION, word) + 4
            x = min(max(self._x(value, left, right) - wide / 2, 0.0), right - wide)
            spot = QRectF(x, top, wide, theme.px(_GUIDE))
            if not any(spot.intersects(other) for other in label_rects):
                label_rects.append(spot)
                series_style.write(painter, theme, Type.CAPTION, "second", spot, word, Qt.AlignmentFlag.AlignHCenter)
        self._numbers(painter, left, right, top + (theme.px(_GUIDE) if self._rows.guides else 0.0))

    def _numbers(self, painter: QPainter, left: float, right: float, top: float) -> None:
        theme, values = self._theme, self._values(left, right)
        for value, text in zip(values, series_style.tick_texts(values, self._rows.axis.kind), strict=True):
            spot = QRectF(self._x(value, left, right) - 60, top, 120, theme.px(_NUMBERS))
            series_style.write(painter, theme, Type.CAPTION_NUMBER, "second", spot, text, Qt.AlignmentFlag.AlignHCenter)

    def _values(self, left: float, right: float) -> list[float]:
        """The round numbers of the axis: as many as have room beside each other."""
        low, high = series_style.frame(self._rows.axis)
        kind = self._rows.axis.kind
        for most in range(7, 2, -1):
            values = series_style.ticks(low, high, most)
            wide = max(
                series_style.width(self._theme, Type.CAPTION_NUMBER, text)
                for text in series_style.tick_texts(values, kind)
            )
            if wide + self._theme.px(12) <= (right - left) / max(1, len(values) - 1):
                break
        return values

    def _tall(self) -> bool:
        """Whether the axis stands below the lines, too."""
        return len(self._rows.lines) > _FEW_LINES

    def hits(self, width: float) -> list[Hit]:
        """One a mark: its interval's length, high enough for a finger."""
        left, right = self._plot(width)
        reach = self._theme.px(_APART) / 2
        hits = []
        for number, line in enumerate(self._rows.lines):
            for place, mark in enumerate(line.marks):
                y = self._y(number, place, len(line.marks))
                if mark.value is None:
                    rect = QRectF(left, y - reach, right - left, 2 * reach)
                else:
                    x = self._x(mark.value, left, right)
                    ends = (mark.low, mark.high, mark.least, mark.most)
                    at = [self._x(limit, left, right) for limit in ends if limit is not None]
                    start, end = min([x - reach, *at]), max([x + reach, *at])
                    rect = QRectF(start, y - reach, end - start, 2 * reach)
                hits.append(Hit(rect, mark))
        return hits

    def _line(self, painter: QPainter, number: int, line: RowLine, width: float) -> None:
        theme, middle = self._theme, self._head() + (number + 0.5) * self._band()
        left, right = self._plot(width)
        tall = theme.px(20)
        spot = QRectF(0, middle - self._band() / 2, left - theme.px(_GAP), self._band())
        series_style.write_lines(painter, theme, Type.BODY, "text", spot, line.label, Qt.AlignmentFlag.AlignRight)
        spot = QRectF(right + theme.px(_NOTE_GAP), middle - self._band() / 2, self._note_width(width), self._band())
        series_style.write_lines(
            painter, theme, Type.CAPTION_NUMBER, "second", spot, line.note, Qt.AlignmentFlag.AlignLeft
        )
        for place, mark in enumerate(line.marks):
            y = self._y(number, place, len(line.marks))
            self._bounds(painter, mark, y, left, right)
            if mark.value is None:
                if not place or not _alike(mark, line.marks[place - 1]):  # what is true of several is said once
                    same_marks = list(takewhile(partial(_alike, mark), line.marks[place:]))
                    centre = y + (len(same_marks) - 1) / 2 * theme.px(_APART)
                    spot = QRectF(left + theme.px(8), centre - tall / 2, right - left - theme.px(8), tall)
                    self._paint_undefined(painter, same_marks, spot)
                continue
            self._mark(painter, mark, y, left, right, (number, place) in self._pending)

    def _bounds(self, painter: QPainter, mark: Mark, y: float, left: float, right: float) -> None:
        """A pale band over what open cells leave possible, with an end at either side."""
        if mark.least is None or mark.most is None:
            return
        start, end = self._x(mark.least, left, right), self._x(mark.most, left, right)
        half, shade = self._theme.px(_APART) * 0.36, series_style.color(self._theme, mark.series)
        painter.setOpacity(0.2)
        painter.fillRect(QRectF(start, y - half, end - start, 2 * half), shade)
        painter.setOpacity(1.0)
        painter.setPen(QPen(shade, 1))
        for x in (start, end):
            painter.drawLine(QPointF(x, y - half), QPointF(x, y + half))

    def _mark(self, painter: QPainter, mark: Mark, y: float, left: float, right: float, pale: bool) -> None:
        theme = self._theme
        assert mark.value is not None
        if mark.low is not None and mark.high is not None and _wide(mark):
            painter.setOpacity(0.35 if pale else 1.0)
            painter.setPen(series_style.pen(theme, mark.series))
            start, end = self._x(mark.low, left, right), self._x(mark.high, left, right)
            painter.drawLine(QPointF(start, y), QPointF(end, y))
            painter.setOpacity(1.0)
        x = self._x(mark.value, left, right)
        if self._rows.bars:
            painter.setOpacity(0.3)
            painter.fillRect(
                QRectF(left, y - theme.px(5), x - left, theme.px(10)), series_style.color(theme, mark.series)
            )
            painter.setOpacity(1.0)
        series_style.paint_marker(painter, theme, mark.series, QPointF(x, y), hollow=mark.few)
        if self._rows.bars:
            series_style.beside(painter, theme, QPointF(x, y), right, format_figure(mark.value, self._rows.axis.kind))
        elif self._expects_intervals and not _wide(mark):
            series_style.beside(painter, theme, QPointF(x, y), right, tr("no interval"))

    def _paint_undefined(self, painter: QPainter, marks: list[Mark], spot: QRectF) -> None:
        """Why these figures are undefined, behind the marker of each."""
        theme, why = self._theme, marks[0].why
        for mark in marks if self._several else ():
            centre = QPointF(spot.left() + theme.px(4), spot.center().y())
            painter.setOpacity(0.55)
            series_style.paint_marker(painter, theme, mark.series, centre, series_style.MARKER * 0.7)
            painter.setOpacity(1.0)
            spot = spot.adjusted(theme.px(13), 0, 0, 0)
        words = tr("undefined: {why}", why=why) if why else tr("undefined")
        if series_style.width(theme, Type.CAPTION, words) > spot.width():
            words = tr("undefined")  # the tooltip says why
        used = min(spot.width(), series_style.width(theme, Type.CAPTION, words))
        ground = QRectF(spot.left() - 3, spot.center().y() - theme.px(6.5), used + 6, theme.px(13))
        painter.fillRect(ground, theme.color("panel"))
        series_style.write(painter, theme, Type.CAPTION, "second", spot, words)

    def _guides(self, painter: QPainter, left: float, right: float, bottom: float) -> None:
        pen = QPen(self._theme.color("second"), 1)
        pen.setDashPattern([3, 3])
        painter.setPen(pen)
        for value, _ in self._rows.guides:
            x = round(self._x(value, left, right)) + 0.5
            painter.drawLine(QPointF(x, self._head() - self._theme.px(2)), QPointF(x, bottom))

    def _head(self) -> float:
        title, guides = (_TITLE if self._rows.axis.title else 0.0), (_GUIDE if self._rows.guides else 0.0)
        return self._theme.px(title + guides + _NUMBERS + 4)

    def _band(self) -> float:
        least = _BROKEN if self._labels > self._theme.px(_LONG) else _LEAST
        return self._theme.px(max(least, self._most * _APART + _AIR))

    def _plot(self, width: float) -> tuple[float, float]:
        theme = self._theme
        left = min(self._labels + 2, width * _LABEL_SHARE) + theme.px(_GAP)
        left = max(left, min(theme.px(200), width * _LABEL_SHARE))
        return left, width - self._note_width(width) - theme.px(_NOTE_GAP) - 6

    def _note_width(self, width: float) -> float:
        """The room of the words at the right."""
        return min(self._notes + 2, width * _NOTE_SHARE)

    def _x(self, value: float, left: float, right: float) -> float:
        low, high = series_style.frame(self._rows.axis)
        return left + (min(max(value, low), high) - low) / (high - low) * (right - left)

    def _y(self, number: int, place: int, count: int) -> float:
        middle = self._head() + (number + 0.5) * self._band()
        return middle + (place - (count - 1) / 2) * self._theme.px(_APART)


def _alike(mark: Mark, other: Mark) -> bool:
    """Whether both are undefined for one reason."""
    return mark.value is None and other.value is None and mark.why == other.why


def _wide(mark: Mark) -> bool:
    """Whether a mark has an interval; one without width is none."""
    return mark.low is not None and mark.high is not None and mark.low < mark.high
