"""Coefficients on one axis from 0 (from −1 where one is negative) to 1, a line each, with interval and figure."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from galley.gui.charts.drawing_kinds import Coefficient
from galley.gui.scores.drawing import series_style
from galley.gui.scores.drawing.canvas import Hit
from galley.gui.theme import Theme, Type

_LINE, _HEAD, _AXIS, _GAP = 24.0, 26.0, 150.0, 12.0
_LONG = 640.0


class CoefficientStrip:
    """``width`` says what room it wants at least, ``widest`` what it has a use for; ``paint`` takes a rectangle of such
    a size."""

    def __init__(self, theme: Theme, lines: Sequence[Coefficient]) -> None:
        self._theme, self._lines = theme, lines
        figures = [figure for line in lines for figure in (line.mark.value, line.mark.low) if figure is not None]
        self._low = -1.0 if min(figures, default=0.0) < 0 else 0.0
        self._names = max(series_style.width(theme, Type.BODY, line.name) for line in lines) + 2
        self._texts = max(series_style.width(theme, Type.NUMBER, line.text) for line in lines) + 2

    def width(self) -> float:
        """Names, axis, figures."""
        heads = max(series_style.width(self._theme, Type.SMALL, line.under) for line in self._lines) + 2
        return max(heads, self._names + self._texts + self._theme.px(_AXIS + 2 * _GAP))

    def widest(self) -> float:
        """With an axis as long as one still reads along."""
        return self.width() + self._theme.px(_LONG - _AXIS)

    def height(self) -> float:
        """A line a coefficient, and one a head; the numbers of the axis."""
        heads = len([line for line in self._lines if line.under])
        return self._theme.px(_LINE * len(self._lines) + _HEAD * heads + 20)

    def paint(self, painter: QPainter, rect: QRectF) -> None:
        """Grid, then a dot with its interval a line."""
        theme = self._theme
        left, right = self._axis(rect)
        tops = self._tops(rect)
        end = tops[-1] + theme.px(_LINE)
        first = tops[0] if not self._lines[0].under else tops[0] - theme.px(4)
        painter.setPen(QPen(theme.color("hairline_soft" if theme.dark else "hairline"), 1))
        for value, text in ((-1.0, "−1"), (0.0, "0"), (0.5, "0.5"), (1.0, "1")):
            if value < self._low:
                continue
            x = round(self._x(value, left, right)) + 0.5
            painter.setPen(QPen(theme.color("hairline_soft" if theme.dark else "hairline"), 1))
            painter.drawLine(QPointF(x, first), QPointF(x, end))
            spot = QRectF(x - theme.px(20), end + theme.px(3), theme.px(40), theme.px(16))
            series_style.write(painter, theme, Type.CAPTION_NUMBER, "second", spot, text, Qt.AlignmentFlag.AlignHCenter)
        for line, top in zip(self._lines, tops, strict=True):
            high = theme.px(_LINE)
            if line.under:
                spot = QRectF(rect.left(), top - theme.px(_HEAD) + theme.px(4), rect.width(), theme.px(18))
                ground = spot.adjusted(0, 0, -rect.width() + series_style.width(theme, Type.SMALL, line.under) + 6, 0)
                painter.fillRect(ground, theme.color("panel"))
                series_style.write(painter, theme, Type.SMALL, "second", spot, line.under)
            series_style.write(
                painter, theme, Type.BODY, "text", QRectF(rect.left(), top, self._names, high), line.name
            )
            words = QRectF(right + theme.px(_GAP), top, self._texts, high)
            series_style.write(
                painter, theme, Type.NUMBER, "text" if line.mark.value is not None else "second", words, line.text
            )
            self._dot(painter, line, top + high / 2, left, right)

    def hits(self, rect: QRectF) -> list[Hit]:
        """A line each."""
        return [
            Hit(QRectF(rect.left(), top, rect.width(), self._theme.px(_LINE)), line.mark)
            for line, top in zip(self._lines, self._tops(rect), strict=True)
        ]

    def _dot(self, painter: QPainter, line: Coefficient, y: float, left: float, right: float) -> None:
        mark = line.mark
        if mark.value is None:
            return
        if mark.low is not None and mark.high is not None:
            painter.setPen(QPen(series_style.color(self._theme, 0), self._theme.px(series_style.STROKE)))
            painter.drawLine(QPointF(self._x(mark.low, left, right), y), QPointF(self._x(mark.high, left, right), y))
        at = QPointF(self._x(mark.value, left, right), y)
        series_style.paint_marker(painter, self._theme, 0, at, hollow=mark.few)

    def _x(self, value: float, left: float, right: float) -> float:
        inside = max(self._low, min(1.0, value))
        return left + (inside - self._low) / (1.0 - self._low) * (right - left)

    def _axis(self, rect: QRectF) -> tuple[float, float]:
        left = rect.left() + self._names + self._theme.px(_GAP)
        return left, rect.right() - self._texts - self._theme.px(_GAP)

    def _tops(self, rect: QRectF) -> list[float]:
        top, tops = rect.top(), []
        for line in self._lines:
            top += self._theme.px(_HEAD) if line.under else 0.0
            tops.append(top)
            top += self._theme.px(_LINE)
        return tops
