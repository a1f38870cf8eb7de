"""Where a value stands on an axis of a field, and the numbers that are printed along it."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import datetime
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath, QPolygonF

from galley.gui.charts import printed_figures
from galley.gui.charts.base import Axis
from galley.gui.scores.drawing import series_style
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr


def place(value: float, axis: Axis) -> float:
    """Where on an axis a value is, from 0 to 1."""
    low, high = series_style.frame(axis)
    if axis.kind == "log":
        low, high, value = (math.log10(max(coordinate, 1e-9)) for coordinate in (low, high, value))
    return (value - low) / (high - low)


def numbers(axis: Axis, most: int) -> list[tuple[float, str]]:
    """The numbers of an axis and how they are printed; no two are printed alike."""
    low, high = series_style.frame(axis)
    if axis.kind == "time":
        values, texts = _days(low, high)
        return list(zip(values, texts, strict=True))
    if axis.kind == "log":
        powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
        steps = (1, 2, 5) if len(powers) < 5 else (1,)
        candidates = [step * 10.0**power for power in powers for step in steps]
        return [(value, printed_figures.count(value)) for value in candidates if low <= value <= high]
    values = series_style.ticks(low, high, most)
    if axis.kind in ("turn", "count"):
        values = [value for value in values if value == round(value)]
    return list(
        zip(values, series_style.tick_texts(values, "count" if axis.kind == "turn" else axis.kind), strict=True)
    )


def fitting(theme: Theme, ticks: list[tuple[float, str]], at: Callable[[float], float]) -> list[tuple[float, str]]:
    """Those of the ticks of which the numbers do not touch."""
    for step in range(1, len(ticks) + 1):
        fewer_ticks = ticks[::step]
        ends = [
            (at(v), series_style.width(theme, Type.CAPTION_NUMBER, text) / 2 + theme.px(4)) for v, text in fewer_ticks
        ]
        if all(b - a >= half + other for (a, half), (b, other) in pairwise(ends)):
            return fewer_ticks
    return ticks[:1]


def hexagon(at: QPointF, size: float) -> QPainterPath:
    """Standing on a corner, ``size`` from the middle to each."""
    corners = [
        QPointF(at.x() + size * math.sin(k * math.pi / 3), at.y() + size * math.cos(k * math.pi / 3)) for k in range(6)
    ]
    path = QPainterPath()
    path.addPolygon(QPolygonF(corners))
    path.closeSubpath()
    return path


def box(at: QPointF, radius: float) -> QRectF:
    """The square around a place."""
    return QRectF(at.x() - radius, at.y() - radius, 2 * radius, 2 * radius)


def _days(low: float, high: float) -> tuple[list[float], list[str]]:
    """Round local times between two moments: minutes, hours or days apart, whatever gives few."""
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
