"""Lanes: the lines under a unit's text, one a flag, stacked where flags overlap.

``stack`` decides the lanes, ``Measurer.measure`` turns one unit's marks into lines, waves, bands and letters
relative to its block, ``LaneDrawing.paint`` draws them. Measuring is done once for a unit and kept until text,
marks, width or theme change, so that scrolling only draws.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen, QTextLayout

from galley.gui.text_panes.geometry import Geometry, Run, line_rects
from galley.gui.text_panes.offsets import Offsets
from galley.gui.text_panes.text_marks import MarkState, TextMark, merge_marks
from galley.gui.theme import Theme, Type

Box = tuple[float, float, float, float]
"""Left, top, right and bottom of a letter."""
_AIR = 1.5
"""Pixels between a letter and a line that it stands in."""


def make_way(box: QRectF, beside: Sequence[QRectF], gap: float, to_left: bool) -> None:
    """Move a letter's ``box`` on, past those that stand where it would."""
    while (other := next((letter_box for letter_box in beside if letter_box.intersects(box)), None)) is not None:
        box.moveLeft(other.left() - gap - box.width() if to_left else other.right() + gap)


def cut_around_letters(
    left_x: float, right: float, y: float, half: float, boxes: Iterable[Box]
) -> list[tuple[float, float]]:
    """The pieces that letters leave of a line from ``left`` to ``right``, ``half`` high above and below ``y``."""
    pieces = [(left_x, right)]
    for first, top, last, bottom in boxes:
        if top - half < y < bottom + half:
            cut = [(a, min(b, first - _AIR)) for a, b in pieces] + [(max(a, last + _AIR), b) for a, b in pieces]
            pieces = [(a, b) for a, b in cut if b - a > 1.0]
    return pieces


MOST_LANES = 8
"""Lanes drawn apart under one unit; what overlaps still deeper shares one grey line."""

_UNDER = 4.75
"""Pixels at text size 1 from the baseline to the top of the letters under it: the descenders end there."""
_LINE_LEFT = 6.0
"""Pixels at text size 1 that a line keeps of itself beside the letter that stands in it."""
_DASHES = {
    "dotted": [1.0, 1.0],
    "dashed": [2.5, 1.1],
    "dash-dot": [3.2, 1.0, 1.0, 1.0],
}
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")


@dataclass(frozen=True, slots=True)
class LaneSizes:
    """Pixels at text size 1. ``first`` is the middle of the top lane below the baseline."""

    width: float
    pitch: float
    first: float
    extra: float


def lane_sizes(depth: int) -> LaneSizes:
    """How thick and how far apart ``depth`` lanes are, and how much taller that makes the unit's lines.

    Three lanes fit between the lines of the reading face as it is set; more get more leading.
    """
    if depth <= 2:
        return LaneSizes(2.5, 3.75, 5.25, 0.0)
    return LaneSizes(2.0, 3.0, 5.0, 0.0 if depth == 3 else min(depth, MOST_LANES + 1) * 3.0 - 5.0)


def stack(spans: Sequence[tuple[int, int]]) -> list[int]:
    """A lane (0 is nearest the text) for each half-open span, so that no two in a lane overlap.

    Longer spans that start together come first; the result is in the order of ``spans``.
    """
    order = sorted(range(len(spans)), key=lambda i: (spans[i][0], -spans[i][1], i))
    ends: list[int] = []
    lanes = [0] * len(spans)
    for index in order:
        start, end = spans[index]
        lane = next((n for n, last in enumerate(ends) if last <= start), len(ends))
        if lane == len(ends):
            ends.append(end)
        else:
            ends[lane] = end
        lanes[index] = lane
    return lanes


def is_right_to_left(text: str) -> bool:
    """Whether ``text`` holds characters of a script that is written from right to left."""
    return not text.isascii() and _RIGHT_TO_LEFT.search(text) is not None


@dataclass(slots=True)
class _Letter:
    text: str
    at: QPointF
    color: QColor
    flag_id: int
    struck: bool
    box: QRectF


@dataclass(slots=True)
class LaneDrawing:
    """What lies under and after one unit's text, in coordinates of its block's layout."""

    bands: list[tuple[QColor, QRectF]] = field(default_factory=list)
    frames: list[tuple[QPen, QRectF]] = field(default_factory=list)
    lines: list[tuple[QPen, list[QLineF]]] = field(default_factory=list)
    waves: list[tuple[QPen, QPainterPath]] = field(default_factory=list)
    letters: list[_Letter] = field(default_factory=list)
    hits: list[tuple[QRectF, int]] = field(default_factory=list)

    def paint(self, painter: QPainter, theme: Theme) -> None:
        """Draw at the painter's origin, which is the position of the block's layout."""
        for color, rect in self.bands:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(color)
            painter.drawRoundedRect(rect, 2.5, 2.5)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for pen, rect in self.frames:
            painter.setPen(pen)
            painter.drawRect(rect)
        for pen, lines in self.lines:
            painter.setPen(pen)
            painter.drawLines(lines)
        for pen, path in self.waves:
            painter.setPen(pen)
            painter.drawPath(path)
        painter.setFont(theme.font(Type.LETTER))
        for letter in self.letters:
            painter.setPen(letter.color)
            painter.drawText(letter.at, letter.text)
            if letter.struck:
                middle = letter.box.center().y()
                painter.drawLine(QPointF(letter.box.left(), middle), QPointF(letter.box.right(), middle))

    def flag_at(self, point: QPointF) -> int | None:
        """The flag whose lane or letter lies at ``point``, or None."""
        return next((flag for rect, flag in self.hits if rect.contains(point)), None)


def letter_text(mark: TextMark) -> str:
    """What stands after a mark: its letter, with a question mark while it is unsure."""
    return f"{mark.letter}?" if mark.state is MarkState.UNSURE else mark.letter


def _wave(path: QPainterPath, left_x: float, right: float, y: float, half: float, height: float) -> None:
    x, up = left_x, True
    path.moveTo(x, y)
    while x < right:
        step = min(half, right - x)
        path.quadTo(x + step / 2, y + (-2 if up else 2) * height * step / half, x + step, y)
        x, up = x + step, not up


class Frame(Enum):
    """What words are framed for: role of the colour, pattern and width of the line."""

    HIT = "accent", "dotted", 1.0
    CURRENT = "accent", "solid", 2.0
    SUPPORTS = "evidence_edge", "solid", 1.5
    CONTRADICTS = "negative", "dashed", 1.5


class Measurer:
    """Turns the marks and places of one unit into a ``LaneDrawing``. One for a theme and text size."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self._pens: dict[tuple[str, str, float], QPen] = {}
        metrics = QFontMetricsF(theme.font(Type.READING))
        self._cap = metrics.capHeight()
        self._letter = QFontMetricsF(theme.font(Type.LETTER))
        self._geometry = Geometry()

    def measure(
        self,
        layout: QTextLayout,
        offsets: Offsets,
        text: str,
        marks: Sequence[TextMark],
        places: Sequence[tuple[int, int]],
        current: int | None,
        dotted: Sequence[tuple[int, int]] = (),
        geometry: Geometry | None = None,
    ) -> LaneDrawing:
        """Lay ``marks`` and evidence ``places`` (code points) under the unit whose block has ``layout``.

        ``text`` is the shown text of the unit, ``current`` the id of the flag under review, drawn with a band; judges
        who say the same of the same words share one mark. A mark's letter stands under the text at the end of its line,
        so that no word moves for it. ``dotted`` words (code points) get a quiet line close under them, no flag's.
        ``geometry`` is what was found out about the same layout before; it grows.
        """
        drawing = LaneDrawing()
        marks = merge_marks(marks, current)
        self._geometry = geometry if geometry is not None else Geometry()
        mixed = is_right_to_left(text)
        spans = [self._units(offsets, mark) for mark in marks]
        lanes = stack([span for span in spans if span is not None])
        sizes = lane_sizes(max(lanes, default=-1) + 1)
        for start, end in places:
            units = offsets.to_units(start), offsets.to_units(end)
            self._band(drawing, layout, *units, mixed, "evidence_span")
        grouped: dict[tuple[str, str, float], list[QLineF]] = {}
        used: dict[float, list[QRectF]] = {}
        shortest: dict[int, int] = {}
        for start, end in filter(None, spans):
            shortest[end] = max(start, shortest.get(end, start))
        overflow: list[tuple[int, int]] = []
        laned: list[tuple[TextMark, tuple[int, int], int]] = []
        numbered = iter(lanes)
        for mark, span in zip(marks, spans, strict=True):
            if span is None:
                self._add_letter(drawing, layout, (0, offsets.units), mark, used, mixed)
                continue
            lane = next(numbered)
            if lane >= MOST_LANES:
                overflow.append(span)
                continue
            if mark.flag_id == current:
                self._band(drawing, layout, *span, mixed, "flag_span")
            self._add_letter(drawing, layout, (shortest[span[1]], span[1]), mark, used, mixed)
            laned.append((mark, span, lane))
        boxes: list[Box] = [letter.box.getCoords() for letter in drawing.letters]  # type: ignore[misc]
        for mark, span, lane in laned:  # no line crosses a letter, so the letters are there first
            self._add_lane(drawing, grouped, layout, span, mark, lane, sizes, mixed, current, boxes)
        if dotted:
            units_of = [(offsets.to_units(start), offsets.to_units(end)) for start, end in dotted]
            self._add_dotted(grouped, layout, units_of, mixed)
        if overflow:
            self._add_overflow(grouped, layout, overflow, sizes, mixed)
        drawing.lines.extend((self._pens[key], lines) for key, lines in grouped.items())
        return drawing

    def frame(
        self, drawing: LaneDrawing, layout: QTextLayout, offsets: Offsets, span: tuple[int, int], look: Frame
    ) -> None:
        """Draw a frame around words (code points)."""
        role, pattern, thick = look.value
        pen = self._pen((self.theme.color(role).name(), pattern, thick * self.theme.scale))
        units = offsets.to_units(span[0]), offsets.to_units(span[1])
        # as if it were of both directions: always right, and only seldom drawn
        for line, left_x, right in line_rects(layout, *units, True):
            baseline = line.y() + line.ascent()
            top, bottom = baseline - self._cap - self.theme.px(4.0), baseline + self.theme.px(3.5)
            drawing.frames.append((pen, QRectF(left_x - 1.5, top, right - left_x + 3, bottom - top)))

    def _runs(self, layout: QTextLayout, start: int, end: int, mixed: bool) -> list[Run]:
        runs = self._geometry.runs.get((start, end))
        if runs is None:
            rects = line_rects(layout, start, end, mixed)
            runs = [(line.y() + line.ascent(), left_x, right) for line, left_x, right in rects]
            self._geometry.runs[start, end] = runs
        return runs

    @staticmethod
    def _units(offsets: Offsets, mark: TextMark) -> tuple[int, int] | None:
        if mark.start is None or mark.end is None:
            return None
        return offsets.to_units(mark.start), offsets.to_units(mark.end)

    def _pen(self, key: tuple[str, str, float]) -> QPen:
        pen = self._pens.get(key)
        if pen is None:
            color, pattern, width = key
            pen = QPen(QColor(color), width)
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            if pattern in _DASHES:
                pen.setDashPattern(_DASHES[pattern])
            self._pens[key] = pen
        return pen

    def _band(self, drawing: LaneDrawing, layout: QTextLayout, start: int, end: int, mixed: bool, role: str) -> None:
        theme, color = self.theme, self.theme.color(role)
        for baseline, left_x, right in self._runs(layout, start, end, mixed):
            top = baseline - self._cap - theme.px(4.0)
            bottom = baseline + theme.px(3.5)
            drawing.bands.append((color, QRectF(left_x - 1, top, right - left_x + 2, bottom - top)))

    def _add_lane(
        self,
        drawing: LaneDrawing,
        grouped: dict[tuple[str, str, float], list[QLineF]],
        layout: QTextLayout,
        span: tuple[int, int],
        mark: TextMark,
        lane: int,
        sizes: LaneSizes,
        mixed: bool,
        current: int | None,
        letters: Sequence[Box],
    ) -> None:
        scale = self.theme.scale
        color = self.theme.mark(mark.colour).name()
        # A flag that was answered "no error" recedes to a thin line; the one under review comes forward.
        width = sizes.width * (0.5 if mark.state is MarkState.NO_ERROR else 1.0) * scale
        if mark.flag_id == current:
            width += 0.5 * scale
        path = QPainterPath() if mark.pattern == "wavy" else None
        pattern = mark.pattern if mark.pattern in _DASHES else "solid"
        for baseline, left_x, right in self._runs(layout, *span, mixed):
            y = baseline + (sizes.first + lane * sizes.pitch) * scale
            half = sizes.pitch * scale / 2
            drawing.hits.append((QRectF(left_x, y - half, right - left_x, half * 2), mark.flag_id))
            for start, end in cut_around_letters(left_x, right, y, half, letters):
                if path is not None:
                    _wave(path, start, end, y, 3.2 * scale, half)
                elif mark.pattern == "double":
                    thin = (color, "solid", max(1.0 * scale, width * 0.48))
                    self._pen(thin)
                    offset = width * 0.55
                    grouped.setdefault(thin, []).extend(
                        (QLineF(start, y - offset, end, y - offset), QLineF(start, y + offset, end, y + offset))
                    )
                else:
                    key = (color, pattern, width)
                    self._pen(key)
                    grouped.setdefault(key, []).append(QLineF(start, y, end, y))
        if path is not None:
            drawing.waves.append((self._pen((color, "solid", width * 0.72)), path))

    def _add_dotted(
        self,
        grouped: dict[tuple[str, str, float], list[QLineF]],
        layout: QTextLayout,
        spans: Sequence[tuple[int, int]],
        mixed: bool,
    ) -> None:
        key = (self.theme.roles.second, "dotted", 1.2 * self.theme.scale)
        self._pen(key)
        for start, end in spans:
            for baseline, left_x, right in self._runs(layout, start, end, mixed):
                y = baseline + 2.6 * self.theme.scale
                grouped.setdefault(key, []).append(QLineF(left_x, y, right, y))

    def _add_overflow(
        self,
        grouped: dict[tuple[str, str, float], list[QLineF]],
        layout: QTextLayout,
        spans: list[tuple[int, int]],
        sizes: LaneSizes,
        mixed: bool,
    ) -> None:
        key = (self.theme.roles.second, "solid", 1.0 * self.theme.scale)
        self._pen(key)
        merged: list[list[int]] = []
        for start, end in sorted(spans):
            if merged and start <= merged[-1][1]:
                merged[-1][1] = max(merged[-1][1], end)
            else:
                merged.append([start, end])
        for start, end in merged:
            for baseline, left_x, right in self._runs(layout, start, end, mixed):
                y = baseline + (sizes.first + MOST_LANES * sizes.pitch) * self.theme.scale
                grouped.setdefault(key, []).append(QLineF(left_x, y, right, y))

    def _add_letter(
        self,
        drawing: LaneDrawing,
        layout: QTextLayout,
        span: tuple[int, int],
        mark: TextMark,
        used: dict[float, list[QRectF]],
        mixed: bool,
    ) -> None:
        """A letter under the last of ``span``, the shortest that ends where the mark does, or after it where that would
        leave nothing of a line; that of a whole unit after its last word. Several at one end stand side by side."""
        place = self._end(layout, span[1], mixed)
        if place is None or not mark.letter:
            return
        theme, text, gap = self.theme, letter_text(mark), self.theme.px(2.0)
        width, height = theme.advance(Type.LETTER, text), self._letter.capHeight()
        baseline, x, backwards = place
        bottom = baseline - theme.px(1.0) if mark.whole else baseline + theme.px(_UNDER) + height
        beside = used.setdefault(round(bottom, 1), [])
        box = QRectF(x if backwards else x - width, bottom - height, width, height)
        make_way(box, beside, gap, not backwards)
        used_width = box.right() - x if backwards else x - box.left()
        last = 0.0 if mark.whole else max((b - a for _, a, b in self._runs(layout, *span, mixed)[-1:]), default=0.0)
        if last - used_width < theme.px(_LINE_LEFT):
            air = theme.px(4.0 if mark.whole else 1.5)
            box.moveLeft(x - air - width if backwards else x + air)
            make_way(box, beside, gap, backwards)
        if abs(box.left() - x) > theme.px(64.0):
            return  # far more flags end here than letters can be read; the flag list names them all
        beside.append(box)
        struck = mark.state is MarkState.NO_ERROR
        drawing.letters.append(_Letter(text, box.bottomLeft(), theme.mark_text(mark.colour), mark.flag_id, struck, box))
        drawing.hits.append((box.adjusted(-2, -3, 2, 3), mark.flag_id))

    def _end(self, layout: QTextLayout, end: int, mixed: bool) -> tuple[float, float, bool] | None:
        """The baseline on which a span ends, where a letter begins there, and whether it runs towards the left."""
        end_place = self._geometry.ends.get(end)
        if end_place is None:
            line = layout.lineForTextPosition(max(0, end - 1))
            if not line.isValid():
                return None
            at = line.cursorToX(min(end, line.textStart() + line.textLength()))[0]  # type: ignore[index]
            before = line.cursorToX(layout.previousCursorPosition(end))[0] if mixed else at  # type: ignore[index]
            end_place = self._geometry.ends[end] = line.y() + line.ascent(), at, at < before
        return end_place
