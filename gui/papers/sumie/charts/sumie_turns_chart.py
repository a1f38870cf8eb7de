"""F1, precision and recall of entity tables turn by turn, a line a system (SUMIE, table 1)."""

from __future__ import annotations

from dataclasses import replace

from galley.core.metrics.base import Row
from galley.core.papers.sumie.metrics.scores import ALL
from galley.core.storage.connection import Connection
from galley.gui.charts import printed_figures
from galley.gui.charts.base import Axis, Chart, ChartRequest, Picture
from galley.gui.charts.chart_marks import around
from galley.gui.charts.chart_table import ChartColumn, plain
from galley.gui.charts.chart_words import describe_figures, find_outlier, fold_details
from galley.gui.charts.drawing_kinds import FEW, Dot, Field, LineTrace
from galley.gui.papers.sumie.entity_series import (
    CHIPS,
    GROUP,
    NAMED,
    NEEDS,
    PAGES,
    entity_mark,
    names,
    read,
    turn_words,
)
from galley.gui.translation import tr

TITLE = tr("Entity tables by turn")
COLUMNS = (
    ChartColumn("series", tr("System")),
    ChartColumn("said", tr("Turn")),
    ChartColumn("n", tr("Entities"), "count"),
    *(ChartColumn(key, *spec) for key, name in NAMED.items() for spec in ((name, "percent"), ("", "interval"))),
    ChartColumn("entries", tr("Entries"), "count"),
    ChartColumn("invalid", tr("Invalid"), "count"),
)


def build(connection: Connection, ask: ChartRequest) -> Picture:
    """The chip "pair" chooses the figure; the table has all three."""
    rows, left_out = read(connection, ask)
    if not rows:
        return Picture(TITLE, needs=NEEDS)
    figure = PAGES.get(ask.pair, "f1")
    for row in rows:
        row["said"] = turn_words(row)
    series = names(rows)
    dots, curves = [], []
    for place, name in enumerate(series):
        series_rows = [row for row in rows if row["series"] == name and row["turn"] != ALL and row[figure] is not None]
        marks = tuple(entity_mark(row, figure, place, f"{name}, {turn_words(row)}") for row in series_rows)
        turns, values = (tuple(float(row[key]) for row in series_rows) for key in ("turn", figure))
        dots += [Dot(x, mark, hollow=row["n"] < FEW) for x, mark, row in zip(turns, marks, series_rows, strict=True)]
        bounded = bool(series_rows) and all(row[f"{figure}_low"] is not None for row in series_rows)
        low, high = (tuple(row[f"{figure}_{end}"] for row in series_rows) if bounded else () for end in ("low", "high"))
        curves.append(LineTrace(turns, values, low, high, place, name, marks=marks))
    last = max(dot.x for dot in dots)
    y = around((dot.mark for dot in dots), 0.5, 1.0, title=NAMED[figure], kind="percent")
    subtitle = fold_details(
        tr(
            "{figure} of the table after each paragraph against all golden entries so far: the mean over {count}"
            " entities.",
            figure=NAMED[figure],
            count=printed_figures.count(max(row["n"] for row in rows)),
        ),
        tr("95 % intervals bootstrapped by entity. A hollow mark has fewer than 5 entities."),
        printed_figures.left_out(left_out),
    )
    bare = tuple(replace(dot, mark=replace(dot.mark, low=None, high=None)) for dot in dots)  # the band says it
    drawing = Field(Axis(0.8, last + 0.2, tr("Turn"), "turn"), y, bare, tuple(curves))
    table = plain(rows, COLUMNS)
    return Picture(_finding(rows, figure, last), subtitle, drawing, table, series, pairs=tuple(PAGES))


def _finding(rows: list[Row], figure: str, last: float) -> str:
    """Whose tables are best after the last turn; of one system, what its tables come to."""
    at_end = [row for row in rows if row["turn"] == last and row[figure] is not None]
    if not at_end:
        return TITLE
    if best := find_outlier(at_end, figure):
        measure = tr("The highest {figure} after the last turn", figure=NAMED[figure])
        return describe_figures(measure, [best], ("series",), figure)
    return describe_figures(tr("{figure} after the last turn", figure=NAMED[figure]), at_end, ("series",), figure)


CHART = Chart(
    "sumie-turns",
    TITLE,
    GROUP,
    21,
    build,
    CHIPS,
    paged=True,
    about=("sumie-entry",),
    intervals=printed_figures.OVER_ITEMS,
)
