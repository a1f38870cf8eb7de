"""What tells series apart: a colour, a marker and a line pattern each, and how all drawings measure and print."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF

from galley.gui.charts import printed_figures
from galley.gui.charts.base import Axis
from galley.gui.theme import Theme, Type

ACCENT = ""
_STYLES: tuple[tuple[str, str, tuple[float, ...]], ...] = (
    (ACCENT, "circle", ()),
    ("#D55E00", "square", (2.0, 1.4)),
    ("#009E73", "triangle", (0.9, 1.3)),
    ("#CC79A7", "diamond", (4.0, 1.4, 0.9, 1.4)),
    ("#E69F00", "down", (5.0, 1.6)),
    ("#56B4E9", "cross", (2.0, 1.2, 0.8, 1.2, 0.8, 1.2)),
)
MARKER = 5.2
STROKE = 2.0
SYMBOLS = {"circle": "o", "square": "s", "triangle": "t1", "diamond": "d", "down": "t", "cross": "+"}


def color(theme: Theme, series: int) -> QColor:
    """The colour of a series: the accent for the first, then Okabe-Ito, 3:1 on every ground."""
    role = _STYLES[series % len(_STYLES)][0]
    return theme.mark(role) if role else theme.color("accent")


def text_color(theme: Theme, series: int) -> QColor:
    """The colour of a series for words."""
    role = _STYLES[series % len(_STYLES)][0]
    return theme.mark_text(role) if role else theme.color("accent")


def symbol(series: int) -> str:
    """The name of a series' marker."""
    return _STYLES[series % len(_STYLES)][1]


def pen(theme: Theme, series: int, width: float = STROKE) -> QPen:
    """The pen of a series: its colour and line pattern."""
    series_pen = QPen(color(theme, series), theme.px(width))
    series_pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pattern = _STYLES[series % len(_STYLES)][2]
    if pattern:
        series_pen.setDashPattern(list(pattern))
    return series_pen


def marker(series: int, radius: float) -> QPainterPath:
    """The outline of a series' marker around (0, 0). Areas are much alike, so that none looks heavier."""
    path, kind = QPainterPath(), symbol(series)
    if kind == "circle":
        path.addEllipse(QPointF(0, 0), radius, radius)
    elif kind == "square":
        side = radius * 0.9
        path.addRect(QRectF(-side, -side, 2 * side, 2 * side))
    elif kind == "cross":
        arm, long = radius * 0.36, radius * 1.15
        path.addPolygon(
            QPolygonF(
                [
                    QPointF(x, y)
                    for x, y in (
                        (-arm, -long),
                        (arm, -long),
                        (arm, -arm),
                        (long, -arm),
                        (long, arm),
                        (arm, arm),
                        (arm, long),
                        (-arm, long),
                        (-arm, arm),
                        (-long, arm),
                        (-long, -arm),
                        (-arm, -arm),
                    )
                ]
            )
        )
    else:
        start, corners, size = {"triangle": (-90.0, 3, 1.28), "down": (90.0, 3, 1.28), "diamond": (-90.0, 4, 1.25)}[
            kind
        ]
        angles = [math.radians(start + 360 / corners * k) for k in range(corners)]
        path.addPolygon(QPolygonF([QPointF(radius * size * math.cos(a), radius * size * math.sin(a)) for a in angles]))
    path.closeSubpath()
    return path


def paint_marker(
    painter: QPainter, theme: Theme, series: int, at: QPointF, radius: float = MARKER, hollow: bool = False
) -> None:
    """Draw the marker of a series; ``hollow`` where a figure rests on little."""
    painter.save()
    painter.translate(at)
    outline, shade = marker(series, theme.px(radius if not hollow else radius - 0.7)), color(theme, series)
    painter.fillPath(outline, theme.color("panel") if hollow else shade)
    if hollow:
        painter.strokePath(outline, QPen(shade, theme.px(1.6)))
    painter.restore()


def paint_sample(painter: QPainter, theme: Theme, series: int, rect: QRectF, words: str) -> None:
    """A stretch of a series' line with its marker, and what it stands for."""
    middle, start = rect.center().y(), rect.left() + 2
    painter.setPen(pen(theme, series))
    painter.drawLine(QPointF(start, middle), QPointF(start + theme.px(18), middle))
    paint_marker(painter, theme, series, QPointF(start + theme.px(9), middle), 4.6)
    write(painter, theme, Type.SMALL, "second", rect.adjusted(theme.px(24) + 2, 0, 0, 0), words)


def write(
    painter: QPainter,
    theme: Theme,
    style: Type,
    role: str,
    rect: QRectF,
    text: str,
    align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
) -> None:
    """One line of text in a rectangle, in the middle of its height, cut with an ellipsis where it does not fit."""
    font = theme.font(style)
    painter.setFont(font)
    painter.setPen(theme.color(role))
    elided_text = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, rect.width() + 1)
    painter.drawText(rect, int(align.value | Qt.AlignmentFlag.AlignVCenter.value), elided_text)


def write_lines(
    painter: QPainter, theme: Theme, style: Type, role: str, rect: QRectF, text: str, align: Qt.AlignmentFlag
) -> None:
    """A text in a rectangle, in two lines or more where it does not fit into one and these have room, else cut."""
    font = theme.font(style)
    metrics, flags = QFontMetricsF(font), int(align.value | Qt.AlignmentFlag.AlignVCenter.value)
    wraps = flags | int(Qt.TextFlag.TextWordWrap)
    fits = metrics.horizontalAdvance(text) <= rect.width() + 1
    if fits or metrics.boundingRect(rect, wraps, text).height() > rect.height() + 2:
        write(painter, theme, style, role, rect, text, align)
        return
    painter.setFont(font)
    painter.setPen(theme.color(role))
    painter.drawText(rect, wraps, text)


def width(theme: Theme, style: Type, text: str) -> float:
    """How wide a text is."""
    return QFontMetricsF(theme.font(style)).horizontalAdvance(text)


def ticks(low: float, high: float, most: int = 7) -> list[float]:
    """At most ``most`` round numbers from ``low`` to ``high``.

    >>> ticks(0.4, 1.0)
    [0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]
    """
    if not high > low:
        return [low]
    raw = (high - low) / max(1, most - 1)
    power = 10.0 ** math.floor(math.log10(raw))
    step = next(m * power for m in (1, 2, 2.5, 5, 10) if m * power >= raw * (1 - 1e-9))
    first = math.ceil(low / step - 1e-9)
    last = math.floor(high / step + 1e-9)
    return [round(number * step, 12) for number in range(first, last + 1)]


def tick_texts(values: list[float], kind: str) -> list[str]:
    """The numbers of an axis, all with as many decimals as the finest needs."""
    if kind in ("percent", "points"):
        percents, unit = [100 * value for value in values], " %" if kind == "percent" else ""
        places = _places(percents)
        return [f"{printed_figures.number(value, places)}{unit}" for value in percents]
    if kind == "count":
        return [printed_figures.count(value) for value in values]
    places = _places(values)
    if kind == "number" or (kind == "money" and places):
        places = max(1 if kind == "number" else 2, places)
    return [("$" if kind == "money" else "") + printed_figures.number(value, places) for value in values]


def _places(values: list[float]) -> int:
    return next((p for p in range(6) if all(abs(round(v, p) - v) < 1e-9 for v in values)), 6)


def frame(axis: Axis) -> tuple[float, float]:
    """The axis made a little wider where it has no width."""
    return (axis.low, axis.high) if axis.high > axis.low else (axis.low - 0.5, axis.high + 0.5)


def beside(painter: QPainter, theme: Theme, at: QPointF, right: float, words: str) -> None:
    """Words beside a marker, before it where there is no room up to ``right``: its figure, or that it has no interval,
    so that a dot is never bare."""
    wide = width(theme, Type.CAPTION, words) + 4
    start = at.x() + theme.px(9) if at.x() + theme.px(9) + wide <= right else at.x() - theme.px(9) - wide
    spot = QRectF(start, at.y() - theme.px(7), wide, theme.px(14))
    painter.fillRect(spot, theme.color("panel"))
    write(painter, theme, Type.CAPTION, "second", spot, words)
