"""Two scores against each other: a point a document, the line, and Pearson, Spearman and Kendall."""

from __future__ import annotations

from typing import Any

import numpy as np

from galley.core.columns.names import schemes
from galley.core.metrics._documents import Floats, Ints
from galley.core.metrics.base import Row
from galley.core.metrics.cell_arrays import Reader
from galley.core.metrics.registry import compute
from galley.core.metrics.score_columns import Score, Scores, inputs, pairs
from galley.gui.charts import printed_figures
from galley.gui.charts.base import Ask, Axis, Chart, Mark, Picture, Plane, Point
from galley.gui.charts.chart_marks import criteria, score_name, spoken, told
from galley.gui.charts.chart_table import Column, plain
from galley.gui.language import tr, tr_n

TITLE = tr("Correlation")
MOST = 4000
"""More documents than this are thinned out in the drawing, never in the figures."""
FEW = 40
"""Where documents stand in no more places than this, and some share one, each place says how many."""
NEEDS = tr("This chart needs two scores of the same documents, or what judges and people said of them.")
_SINGLE = tr("{x} against {y}, a point a document (n = {count:,}).")
_HEAPED = tr("{x} against {y}, with how many documents stand at each point (n = {count:,}).")
COLUMNS = (
    Column("x_name", "x"),
    Column("y_name", "y"),
    Column("level", tr("Level")),
    Column("coefficient", tr("Coefficient")),
    Column("n", "n", "count"),
    Column("value", tr("Value"), "number"),
    Column("value", "", "interval"),
    Column("p", "p", "p"),
)


def build(connection: Any, ask: Ask) -> Picture:
    """The pair that is chosen, else the strongest; the table has all pairs."""
    params = ask.params()
    result = compute("correlation", connection, params)
    if not result.rows:
        return Picture(TITLE, needs=NEEDS)
    rows = [row for row in result.rows if row["n"]]
    known = criteria(connection)
    for row in rows:
        row["x_name"], row["y_name"] = score_name(known, row["x"]), score_name(known, row["y"])
    names = list(dict.fromkeys((row["x"], row["y"]) for row in rows))
    if not names:
        return Picture(TITLE, needs=NEEDS)
    unions = {rollup.id for scheme in schemes(connection) for rollup in scheme.rollups}
    texts = [tr("{one} and {other}", one=score_name(known, x), other=score_name(known, y)) for x, y in names]
    chosen = names[texts.index(ask.pair)] if ask.pair in texts else _strongest(rows, unions)
    reader = Reader(connection, params)
    first, second = (_score(reader, name) for name in chosen)
    words = (score_name(known, chosen[0]), score_name(known, chosen[1]))
    drawing = params.same(("plane", *words), inputs(first, second), lambda: _plane(reader, first, second, words))
    heaped = any(point.label for point in drawing.points)
    mine = [row for row in rows if (row["x"], row["y"]) == chosen]
    said = [f"{row['coefficient'].capitalize()} {_figure(row)}" for row in mine if row["level"] == "summary"]
    subtitle = told(
        (_HEAPED if heaped else _SINGLE).format(x=words[0], y=words[1], count=mine[0]["n"]),
        "; ".join(said) + ".",
        tr("{count} pairs: choose another above.", count=len(names)) if len(names) > 1 else "",
        printed_figures.gold(result.gold),
        printed_figures.left_out(spoken(known, mine[0]["left_out"], chosen)),
    )
    table = plain([*mine, *(row for row in rows if (row["x"], row["y"]) != chosen)], COLUMNS)
    return Picture(TITLE, subtitle, drawing, table, pairs=tuple(texts))


def _score(reader: Reader, name: str) -> Score:
    return next(score for score in Scores(reader).find(name) if score.name == name)


def _figure(row: Row) -> str:
    if row["value"] is None:
        return str(row["why"]).rstrip(".").replace("Undefined", tr("undefined"))
    value = printed_figures.number(row["value"]) + printed_figures.spread(row["low"], row["high"])
    return f"{value}, {printed_figures.p_said(row['p'])}"


def _strongest(rows: list[Row], unions: set[str]) -> tuple[str, str]:
    """The pair to begin with: one with an interval, of a roll-up before single criteria (whose few errors can agree
    perfectly by chance), then the strongest."""
    shown = [row for row in rows if row["level"] == "summary" and row["coefficient"] == "pearson"]

    def weight(row: Row) -> tuple[bool, bool, float]:
        criterion = row["x"].removeprefix("verdict:").partition("@")[0].rpartition("/")[2]
        return row["low"] is not None, criterion in unions, abs(row["value"] or 0.0)

    best = max(shown or rows, key=weight)
    return best["x"], best["y"]


def _plane(reader: Reader, first: Score, second: Score, titles: tuple[str, str]) -> Plane:
    document, x, y, _ = pairs(first, second)
    points = _points(reader, document, x, y)
    low, high = float(x.min()), float(x.max())
    guides: tuple[Any, ...] = ()
    if high > low and float(y.max()) > float(y.min()):
        slope, start = np.polyfit(x, y, 1)
        ends = np.clip([start + slope * low, start + slope * high], y.min(), y.max())
        if slope:
            low_x, high_x = ((end - start) / slope for end in ends)
            guides = (((float(low_x), float(ends[0])), (float(high_x), float(ends[1])), ""),)
    return Plane(Axis(low, high, titles[0]), Axis(float(y.min()), float(y.max()), titles[1]), tuple(points), (), guides)


def _points(reader: Reader, document: Ints, x: Floats, y: Floats) -> list[Point]:
    """A point a document; where shares of a few votes make many fall on one another, a point a place with how many."""
    places = reader.documents.place(document)
    items = reader.documents.item[places]
    if heaps := _heaps(items, x, y):
        return heaps
    codes, keys = reader.documents.labels("item")
    points = []
    for number in range(0, len(document), max(1, -(-len(document) // MOST))):
        key = keys[codes[places[number]]]
        words = f"{key}: {printed_figures.number(x[number])}, {printed_figures.number(y[number])}"
        row = {"items": (int(items[number]),), "criterion": key}
        points.append(Point(float(x[number]), Mark(float(y[number]), row=row, words=words)))
    return points


def _heaps(items: Ints, x: Floats, y: Floats) -> list[Point]:
    """A point a place; none where the places are many, or all documents have one of their own."""
    across, column = np.unique(x, return_inverse=True)
    up, line = np.unique(y, return_inverse=True)
    if max(len(across), len(up)) > FEW:
        return []
    places, which, counts = np.unique(column * len(up) + line, return_inverse=True, return_counts=True)
    if not len(places) < len(x) or len(places) > FEW:
        return []
    return [
        _heap(
            (float(across[place // len(up)]), float(up[place % len(up)])),
            tuple(np.unique(items[which == number]).tolist()),
            int(counts[number]),
        )
        for number, place in enumerate(places.tolist())
    ]


def _heap(at: tuple[float, float], items: tuple[int, ...], count: int) -> Point:
    said = tr_n("{n:,} document", "{n:,} documents", count)
    words = f"{said}: {printed_figures.number(at[0])}, {printed_figures.number(at[1])}"
    return Point(
        at[0], Mark(at[1], row={"items": items, "criterion": said}, words=words), label=printed_figures.count(count)
    )


CHART = Chart(
    "correlation",
    tr("Correlation"),
    tr("Scores"),
    1,
    build,
    ("pair", "judge", "system", "source", "split", "gold", "only-gold"),
    intervals=printed_figures.OVER_PAIRS,
)
