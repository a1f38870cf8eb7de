"""Where the words of a plot stand: names of curves at the right margin in the order of the lines, with leaders; words
of guides along them; names of points around them. None lies over another, over a marker, or nearer to another line."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF
from PySide6.QtGui import QColor

_GAP = 2.0
MARGIN = 18.0
"""From a plot to the names of its curves."""


@dataclass(frozen=True, slots=True)
class Named:
    """What has a name: a line or, of one place and with ``radius``, a point. ``at_margin``: the name of a curve."""

    text: str
    path: tuple[QPointF, ...]
    color: QColor
    at_margin: bool = False
    radius: float = 0.0


@dataclass(frozen=True, slots=True)
class Label:
    """A name with its place, and the line that leads to it from what it is about."""

    text: str
    rect: QRectF
    color: QColor
    leader: QLineF | None = None


def place_labels(plot: QRectF, named: Sequence[Named], margin: float, measure: Callable[[str], QSizeF]) -> list[Label]:
    """The names that have room. ``margin`` is what is free at the right of the plot, ``measure`` a text's size."""
    labels = _place_at_margin(plot, [item for item in named if item.at_margin and item.text], measure)
    lines = [item for item in named if len(item.path) > 1]
    marks = [_box(item.path[0], item.radius) for item in named if item.radius]
    for item in lines:
        if item.text and not item.at_margin:
            _add(labels, item, _places_along(item, plot, measure(item.text)), plot, [], lines)
    for item in named:
        if item.radius and item.text:
            own = _box(item.path[0], item.radius)
            others = [mark for mark in marks if mark != own]
            _add(labels, item, _places_around(own, measure(item.text)), plot.adjusted(0, 0, margin, 0), others, [])
    return labels


def _place_at_margin(plot: QRectF, curves: list[Named], measure: Callable[[str], QSizeF]) -> list[Label]:
    """In the order of the lines' ends, moved apart."""
    visible = [item for item in curves if plot.adjusted(-1, -1, 1, 1).contains(item.path[-1])]
    visible.sort(key=lambda item: (round(item.path[-1].y()), sum(p.y() for p in item.path) / len(item.path)))
    step = measure("").height() + 1
    tops: list[float] = []
    for item in visible:
        tops.append(max(item.path[-1].y(), tops[-1] + step if tops else -math.inf))
    limit = plot.bottom() + 4
    for number in reversed(range(len(tops))):
        tops[number] = limit = min(tops[number], limit)
        limit -= step
    labels = []
    for item, y in zip(visible, tops, strict=True):
        start, left = item.path[-1] + QPointF(5, 0), plot.right() + MARGIN
        leader = QLineF(start, QPointF(left - 3, y)) if start.x() < left - 3 else None
        rect = QRectF(QPointF(left, y - (step - 1) / 2), measure(item.text))
        labels.append(Label(item.text, rect, item.color, leader))
    return labels


def _add(labels: list[Label], item: Named, places: list[QRectF], room: QRectF, marks: list[QRectF],
         lines: list[Named]) -> None:  # fmt: skip
    """The first place that is free, and nearer to this line than to any of the others."""
    for rect in places:
        taken = [*marks, *(label.rect for label in labels)]
        if room.contains(rect) and not any(rect.intersects(other) for other in taken):
            own = _distance(item.path, rect.center())
            if not any(line is not item and _distance(line.path, rect.center()) < own for line in lines):
                labels.append(Label(item.text, rect, item.color))
                return


def _places_along(line: Named, plot: QRectF, size: QSizeF) -> list[QRectF]:
    """Above and below a line, from its end on back to its start."""
    start, end = line.path[0], line.path[-1]
    places = [start + (end - start) * share for share in (1.0, 0.9, 0.8, 0.65, 0.5, 0.3, 0.15)]
    return [
        QRectF(QPointF(min(at.x(), plot.right()) - size.width(), at.y() + up), size)
        for at in places
        for up in (-size.height() - 2, 2)
    ]


def _places_around(mark: QRectF, size: QSizeF) -> list[QRectF]:
    """Right and left of a mark, above and below it, then at its corners."""
    wide, high = size.width(), size.height()
    middle, above, below = mark.center(), mark.top() - high, mark.bottom()
    right, left, centred = mark.right() + _GAP, mark.left() - _GAP - wide, middle.x() - wide / 2
    level = middle.y() - high / 2
    places = ((right, level), (left, level), (centred, above), (centred, below), (right, above), (right, below))
    return [QRectF(QPointF(x, y), size) for x, y in (*places, (left, above), (left, below))]


def _box(at: QPointF, radius: float) -> QRectF:
    return QRectF(at.x() - radius, at.y() - radius, 2 * radius, 2 * radius)


def _distance(path: Sequence[QPointF], at: QPointF) -> float:
    """Pixels from a place to the nearest of a line's segments."""
    nearest = math.inf
    for one, other in pairwise(path):
        along = other - one
        length = QPointF.dotProduct(along, along)
        share = min(1.0, max(0.0, QPointF.dotProduct(at - one, along) / length)) if length else 0.0
        apart = at - (one + along * share)
        nearest = min(nearest, math.hypot(apart.x(), apart.y()))
    return nearest if len(path) > 1 else 0.0
