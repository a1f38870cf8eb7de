"""F1, precision and recall of entity tables turn by turn, a line a system (SUMIE, table 1)."""

from __future__ import annotations

from typing import Any

from galley.core.papers.sumie.metrics.sumie_metric import ALL
from galley.gui.charts import printed_figures
from galley.gui.charts.base import Ask, Axis, Chart, Curve, Picture, Plane, Point
from galley.gui.charts.chart_marks import around, told
from galley.gui.charts.chart_table import Column, plain
from galley.gui.language import tr
from galley.gui.papers.sumie.entity_series import CHIPS, GROUP, NAMED, NEEDS, PAGES, led, names, read, said

TITLE = tr("Entity tables by turn")
COLUMNS = (
    Column("series", tr("System")),
    Column("said", tr("Turn")),
    Column("n", tr("Entities"), "count"),
    *(Column(figure, name, kind) for figure, name in NAMED.items() for kind in ("percent", "interval")),
    Column("entries", tr("Entries"), "count"),
    Column("invalid", tr("Invalid"), "count"),
)


def build(connection: Any, ask: Ask) -> Picture:
    """The chip "pair" chooses the figure; the table has all three."""
    rows, left_out = read(connection, ask)
    if not rows:
        return Picture(TITLE, needs=NEEDS)
    figure = PAGES.get(ask.pair, "f1")
    for row in rows:
        row["said"] = said(row)
    series = names(rows)
    points, curves = [], []
    for place, name in enumerate(series):
        mine = [row for row in rows if row["series"] == name and row["turn"] != ALL and row[figure] is not None]
        marks = [led(row, figure, place, f"{name}, {said(row)}") for row in mine]
        points += [Point(float(row["turn"]), mark) for row, mark in zip(mine, marks, strict=True)]
        bounded = bool(mine) and all(row[f"{figure}_low"] is not None for row in mine)
        curves.append(
            Curve(
                tuple(float(row["turn"]) for row in mine),
                tuple(row[figure] for row in mine),
                tuple(row[f"{figure}_low"] for row in mine) if bounded else (),
                tuple(row[f"{figure}_high"] for row in mine) if bounded else (),
                place,
            )
        )
    last = max(point.x for point in points)
    y = around((point.mark for point in points), 0.5, 1.0, title=NAMED[figure], kind="percent")
    subtitle = told(
        tr(
            "{figure} of the table after each paragraph against all golden entries so far: the mean over entities with"
            " 95 % intervals bootstrapped by entity.",
            figure=NAMED[figure],
        ),
        printed_figures.left_out(left_out),
    )
    drawing = Plane(Axis(0.5, last + 0.5, tr("Turn"), "count"), y, tuple(points), tuple(curves))
    return Picture(TITLE, subtitle, drawing, plain(rows, COLUMNS), series, pairs=tuple(PAGES))


CHART = Chart(
    "sumie-turns", TITLE, GROUP, 0, build, CHIPS, about=("sumie-entry",), intervals=printed_figures.OVER_ITEMS
)
