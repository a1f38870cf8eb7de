"""Many documents in hexagons: how many fall into each, and which."""

from __future__ import annotations

from math import sqrt

import numpy as np

from galley.core.domain import ItemId
from galley.core.metrics._documents import Floats, Ints
from galley.gui.charts import printed_figures
from galley.gui.charts.base import Axis, Mark
from galley.gui.charts.drawing_kinds import Dot
from galley.gui.translation import tr_n

ACROSS = 26


def hexagons(items: Ints, x: Floats, y: Floats, axes: tuple[Axis, Axis]) -> tuple[Dot, ...]:
    """A hexagon for each place of a lattice, ``ACROSS`` over each axis, that any document is nearest to."""
    wide, high = 1 / ACROSS, sqrt(3) / 2 / ACROSS
    u, v = ((values - axis.low) / (axis.high - axis.low) for values, axis in zip((x, y), axes, strict=True))
    best = np.full(len(u), np.inf)
    at = np.zeros((len(u), 2))
    for shift in (0, 1):  # rows of even and of odd number, which stand half a hexagon apart
        row = 2 * np.round((v / high - shift) / 2) + shift
        column = np.round(u / wide - shift / 2) + shift / 2
        away = (u - column * wide) ** 2 + (v - row * high) ** 2
        nearer = away < best
        best[nearer], at[nearer] = away[nearer], np.column_stack([column * wide, row * high])[nearer]
    places, which, counts = np.unique(at.round(9), axis=0, return_inverse=True, return_counts=True)
    which = which.reshape(-1)
    return tuple(
        dot(
            (axes[0].low + a * (axes[0].high - axes[0].low), axes[1].low + b * (axes[1].high - axes[1].low)),
            tuple(np.unique(items[which == number]).tolist()),
            int(counts[number]),
        )
        for number, (a, b) in enumerate(places.tolist())
    )


def dot(at: tuple[float, float], items: tuple[ItemId, ...], count: int) -> Dot:
    """A place with its documents."""
    count_words = tr_n("{n:,} document", "{n:,} documents", count)
    words = f"{count_words}: {printed_figures.number(at[0])}, {printed_figures.number(at[1])}"
    return Dot(at[0], Mark(at[1], row={"items": items, "criterion": count_words}, words=words), count=count)
