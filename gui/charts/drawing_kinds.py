"""The drawings of few charts each, as plain data; ``galley.gui.scores.page.draw`` makes widgets of them.

Each is one of the four of ``base`` with more to it, so that whatever reads their marks reads these too.
"""

from __future__ import annotations

from dataclasses import dataclass

from galley.gui.charts.base import Curve, Mark, Matrix, Plane, Point, Rows

FEW = 5
"""Of fewer units with the error a figure says little: its mark is hollow."""


@dataclass(frozen=True, slots=True)
class Dot(Point):
    """``hollow``: it rests on few; ``count``: for how many it stands, told by its area."""

    hollow: bool = False
    count: int = 1


@dataclass(frozen=True, slots=True)
class LineTrace(Curve):
    """``pale``: there to compare with, in grey and without a band; where ``series`` is −1, fainter still.
    ``is_dashed`` as a guide is."""

    pale: bool = False
    is_dashed: bool = False


def is_pale(curve: Curve) -> bool:
    """Whether a curve is there to compare with."""
    return isinstance(curve, LineTrace) and curve.pale


def is_dashed(curve: Curve) -> bool:
    """Whether a curve is drawn as a guide is."""
    return isinstance(curve, LineTrace) and curve.is_dashed


@dataclass(frozen=True, slots=True)
class Coefficient:
    """A line of a strip of coefficients. ``under`` heads those that follow until the next head."""

    name: str
    mark: Mark
    text: str
    under: str = ""


@dataclass(frozen=True, slots=True)
class Field(Plane):
    """A plane with more to it: axes of kind "log", "turn" (whole numbers) or as elsewhere, ``points`` that are ``Dot``,
    ``curves`` that are ``LineTrace``, labelled at their ends. ``hexagons`` stand for ``count`` each, ``across`` of them
    would fill the axis. ``square``: as high as wide. ``strip`` stands beside it."""

    heading: str = ""
    note: str = ""
    hexagons: tuple[Dot, ...] = ()
    across: int = 0
    square: bool = False
    strip: tuple[Coefficient, ...] = ()


@dataclass(frozen=True, slots=True)
class Multiples(Plane):
    """The same axes again and again, a field a criterion; ``points`` are those of all fields."""

    fields: tuple[Field, ...] = ()


@dataclass(frozen=True, slots=True)
class FigureSpan:
    """From one figure (``hollow``) to another (``solid``), with the words ``beside`` in columns at the right. ``few``:
    the other rests on few, and is hollow too."""

    hollow: Mark
    solid: Mark
    beside: tuple[str, ...] = ()
    panel: int = 0
    few: bool = False


@dataclass(frozen=True, slots=True)
class Contrast(Rows):
    """Lines of spans: ``spans[i]`` belong to ``lines[i]``. ``panels`` are the heads of plots side by side, ``heads`` of
    the columns of words behind each. ``arrow``: the span leads from hollow to solid; ``shares_solid``: all spans of
    a line
    have the same solid figure, drawn once and in the colour of the text; ``tick``: the hollow figure is a stroke;
    ``has_names``: the first of the columns has names."""

    spans: tuple[tuple[FigureSpan, ...], ...] = ()
    panels: tuple[str, ...] = ("",)
    heads: tuple[str, ...] = ()
    note_head: str = ""
    arrow: bool = False
    shares_solid: bool = False
    tick: bool = False
    has_names: bool = False


@dataclass(frozen=True, slots=True)
class NotedMatrix(Matrix):
    """A matrix with a second, smaller line in each cell: how many it rests on."""

    notes: tuple[tuple[str, ...], ...] = ()
