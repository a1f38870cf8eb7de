"""How figures grow with the size of a project: the slope of each, and one picture of all of them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

COLUMNS, WIDE, HIGH = 6, 226, 150
LEFT, TOP, ACROSS, DOWN = 44, 40, 166, 82
"""The frame inside a cell of the picture, in pixels."""
OURS, BARE, INK, FAINT, LINE = "#0072B2", "#B4530F", "#1c1b1a", "#6b6864", "#dedad4"


@dataclass(frozen=True, slots=True)
class Point:
    """A figure at so many items, and the bare one beside it where there is one."""

    items: int
    value: float
    bare: float | None = None


@dataclass(slots=True)
class Growth:
    """A figure at every size."""

    unit: str = ""
    points: list[Point] = field(default_factory=list)

    @property
    def slope(self) -> float | None:
        """The exponent of growth; see ``slope``."""
        return slope([(point.items, point.value) for point in self.points])


def slope(points: Sequence[tuple[float, float]]) -> float | None:
    """The least-squares slope of log(y) on log(x), to two places; None with fewer than two positive points."""
    logs = [(math.log(x), math.log(y)) for x, y in points if x > 0 and y > 0]
    if len(logs) < 2:
        return None
    middle_x, middle_y = (sum(values) / len(logs) for values in zip(*logs, strict=True))
    spread = sum((x - middle_x) ** 2 for x, _ in logs)
    return round(sum((x - middle_x) * (y - middle_y) for x, y in logs) / spread, 2) if spread else None


def draw(grown: Mapping[str, Growth], bare: str = "bare SQLite or Qt") -> str:
    """An SVG of small charts, one a figure, logarithmic both ways, each with its slope; bare figures, which are of
    ``bare``, are dashed."""
    rows = math.ceil(len(grown) / COLUMNS)
    wide, high = COLUMNS * WIDE + 24, rows * HIGH + 56
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}"'
        ' font-family="sans-serif" font-size="10">',
        f'<rect width="{wide}" height="{high}" fill="#ffffff"/>',
        _text(16, 24, "How each figure grows with the number of items", INK, size=14, weight=600),
        _text(16, 40, f"Both scales are logarithmic. Whole line: Galley. Dashed: {bare}. Slope 0 stays, "
              "1 grows as the project does.", FAINT),
    ]  # fmt: skip
    for number, (name, growth) in enumerate(grown.items()):
        x, y = 12 + number % COLUMNS * WIDE, 48 + number // COLUMNS * HIGH
        parts.append(f'<g transform="translate({x} {y})">{_panel(name, growth)}</g>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def _panel(name: str, growth: Growth) -> str:
    values = [v for point in growth.points for v in (point.value, point.bare) if v is not None and v > 0]
    if not values:
        return _text(LEFT - 36, 18, name, INK, weight=600)
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    high = max(high, low + 1)
    first, last = (math.log10(growth.points[at].items) for at in (0, -1))

    def place(items: float, value: float) -> tuple[float, float]:
        across = (math.log10(items) - first) / ((last - first) or 1)
        return LEFT + ACROSS * across, TOP + DOWN * (1 - (math.log10(value) - low) / (high - low))

    parts = [_text(8, 18, name, INK, weight=600), _text(8, 31, _told(growth), FAINT)]
    for power in range(low, high + 1):
        y = TOP + DOWN * (1 - (power - low) / (high - low))
        parts.append(f'<path d="M{LEFT} {y:.1f}h{ACROSS}" stroke="{LINE}"/>')
        if high - low <= 4 or (power - low) % 2 == 0:
            parts.append(_text(LEFT - 5, y + 3.5, _short(10.0**power), FAINT, anchor="end"))
    for point in growth.points:
        x, _ = place(point.items, 10.0**low)
        parts.append(_text(x, TOP + DOWN + 14, _short(point.items), FAINT, anchor="middle"))
    bare = [(point.items, point.bare) for point in growth.points if point.bare]
    for series, colour, dashes in ((bare, BARE, "4 3"), ([(p.items, p.value) for p in growth.points], OURS, "")):
        at = [place(items, value) for items, value in series if value > 0]
        if at:
            path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in at)
            parts.append(
                f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="1.6" stroke-dasharray="{dashes}"/>'
            )
            parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.2" fill="{colour}"/>' for x, y in at]
    return "".join(parts)


def _told(growth: Growth) -> str:
    found = growth.slope
    last = growth.points[-1]
    told = f"{last.value:,.4g} {growth.unit}" if last.value < 10_000 else f"{last.value:,.0f} {growth.unit}"
    return f"{told}, slope {found:.2f}" if found is not None else told


def _short(number: float) -> str:
    for least, letter in ((1_000_000, "M"), (1_000, "k")):
        if number >= least:
            return f"{number / least:g}{letter}"
    return f"{number:g}"


def _text(
    x: float, y: float, words: str, colour: str, *, anchor: str = "start", size: int = 10, weight: int = 400
) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}" text-anchor="{anchor}" font-size="{size}"'
        f' font-weight="{weight}">{escape(words)}</text>'
    )
