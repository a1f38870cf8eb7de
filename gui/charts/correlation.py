"""Two scores against each other: a point a document, the line, and Pearson, Spearman and Kendall."""

from __future__ import annotations

from typing import Any

import numpy as np

from core.metrics.base import Row
from core.metrics.cells import Reader
from core.metrics.registry import find
from core.metrics.scores import Score, Scores, inputs, pairs
from core.project.names import schemes
from gui.charts import figures
from gui.charts.base import Ask, Axis, Chart, Mark, Picture, Plane, Point
from gui.charts.marks import criteria, score_name, spoken, told
from gui.charts.table import Column, plain

TITLE = "Correlation"
MOST = 4000
"""More documents than this are thinned out in the drawing, never in the figures."""
NEEDS = "This chart needs two scores of the same documents, or what judges and people said of them."
AGAINST = " and "
COLUMNS = (
    Column("x_name", "x"),
    Column("y_name", "y"),
    Column("level", "Level"),
    Column("coefficient", "Coefficient"),
    Column("n", "n", "count"),
    Column("value", "Value", "number"),
    Column("value", "", "interval"),
    Column("p", "p", "p"),
)


def build(connection: Any, ask: Ask) -> Picture:
    """The pair that is chosen, else the strongest; the table has all pairs."""
    params = ask.params()
    result = find("correlation").compute(connection, params)
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
    texts = [AGAINST.join(score_name(known, name) for name in pair) for pair in names]
    chosen = names[texts.index(ask.pair)] if ask.pair in texts else _strongest(rows, unions)
    reader = Reader(connection, params)
    first, second = (_score(reader, name) for name in chosen)
    words = (score_name(known, chosen[0]), score_name(known, chosen[1]))
    drawing = params.same(("plane", *words), inputs(first, second), lambda: _plane(reader, first, second, words))
    mine = [row for row in rows if (row["x"], row["y"]) == chosen]
    said = [f"{row['coefficient'].capitalize()} {_figure(row)}" for row in mine if row["level"] == "summary"]
    subtitle = told(
        f"{words[0]} against {words[1]}, a point a document (n = {mine[0]['n']:,}).",
        "; ".join(said) + ".",
        f"{len(names)} pairs: choose another above." if len(names) > 1 else "",
        figures.gold(result.gold),
        figures.left_out(spoken(known, mine[0]["left_out"], chosen)),
    )
    table = plain([*mine, *(row for row in rows if (row["x"], row["y"]) != chosen)], COLUMNS)
    return Picture(TITLE, subtitle, drawing, table, pairs=tuple(texts))


def _score(reader: Reader, name: str) -> Score:
    return next(score for score in Scores(reader).find(name) if score.name == name)


def _figure(row: Row) -> str:
    if row["value"] is None:
        return str(row["why"]).rstrip(".").replace("Undefined", "undefined")
    sign = "p < 0.001" if row["p"] is not None and row["p"] < 0.001 else f"p = {figures.printed(row['p'], 'p')}"
    return f"{figures.number(row['value'])}{figures.spread(row['low'], row['high'])}, {sign}"


def _strongest(rows: list[Row], unions: set[str]) -> tuple[str, str]:
    """The pair to begin with: one with an interval, of a roll-up before single criteria (whose few errors can agree
    perfectly by chance), then the strongest."""
    shown = [row for row in rows if row["level"] == "summary" and row["coefficient"] == "pearson"]

    def weight(row: Row) -> tuple[bool, bool, float]:
        criterion = row["x"].removeprefix("verdict:").partition("@")[0]
        return row["low"] is not None, criterion in unions, abs(row["value"] or 0.0)

    best = max(shown or rows, key=weight)
    return best["x"], best["y"]


def _plane(reader: Reader, first: Score, second: Score, titles: tuple[str, str]) -> Plane:
    document, x, y, _ = pairs(first, second)
    step = max(1, -(-len(document) // MOST))
    places = reader.documents.place(document)
    items = reader.documents.item[places]
    codes, keys = reader.documents.labels("item")
    points = []
    for number in range(0, len(document), step):
        key = keys[codes[places[number]]]
        words = f"{key}: {figures.number(x[number])}, {figures.number(y[number])}"
        row = {"items": (int(items[number]),), "criterion": key}
        points.append(Point(float(x[number]), Mark(float(y[number]), row=row, words=words)))
    low, high = float(x.min()), float(x.max())
    guides: tuple[Any, ...] = ()
    if high > low and float(y.max()) > float(y.min()):
        slope, start = np.polyfit(x, y, 1)
        ends = np.clip([start + slope * low, start + slope * high], y.min(), y.max())
        if slope:
            low_x, high_x = ((end - start) / slope for end in ends)
            guides = (((float(low_x), float(ends[0])), (float(high_x), float(ends[1])), ""),)
    return Plane(Axis(low, high, titles[0]), Axis(float(y.min()), float(y.max()), titles[1]), tuple(points), (), guides)


CHART = Chart(
    "correlation",
    "Correlation",
    "Scores",
    1,
    build,
    ("pair", "judge", "system", "source", "split", "gold", "only-gold"),
)
