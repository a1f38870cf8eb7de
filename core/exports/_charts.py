"""What a report draws of its own figures, as plain data: ``gui/scores/report_charts.py`` makes drawings of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from galley.core.paper_tables.paper_table import Figure


@dataclass(frozen=True, slots=True)
class DrawnFigures:
    """A line each of (label, a figure or None for each of the ``series``, what stands at the right). ``kind`` as of a
    ``Column``, on an axis from ``span[0]`` to ``span[1]`` at least, called ``axis``. ``bars``: amounts, from the start
    of the axis; ``guides`` are dashed verticals with a word. ``below`` says under the drawing what it shows."""

    below: str
    lines: tuple[tuple[str, tuple[Figure | None, ...], str], ...]
    series: tuple[str, ...] = ("",)
    kind: str = "number"
    span: tuple[float, float] = (0.0, 1.0)
    axis: str = ""
    bars: bool = False
    guides: tuple[tuple[float, str], ...] = ()


@dataclass(frozen=True, slots=True)
class DrawnDays:
    """Amounts of each day ("2026-11-23", in order) by name, drawn as what they come to; ``below`` as above."""

    below: str
    axis: str
    days: Mapping[str, tuple[tuple[str, int], ...]]


Drawn = DrawnFigures | DrawnDays
