"""Where people have no strict majority, per criterion."""

from __future__ import annotations

from typing import Any

from galley.core.metrics.registry import compute
from galley.gui.charts import printed_figures
from galley.gui.charts.base import Ask, Chart, Line, Picture, Rows
from galley.gui.charts.chart_marks import around, criteria, mark, n_of, name_of, told
from galley.gui.charts.chart_table import Column, plain
from galley.gui.language import tr

TITLE = tr("Ties, per criterion")
COLUMNS = (
    Column("name", tr("Criterion")),
    Column("n", "n", "count"),
    Column("ties", tr("Ties"), "count"),
    Column("settled", tr("Adjudicated"), "count"),
    Column("open", tr("Open"), "count"),
    Column("value", tr("Share"), "percent"),
    Column("value", "", "interval"),
)


def build(connection: Any, ask: Ask) -> Picture:
    """A line a criterion."""
    result = compute("ties", connection, ask.params(gold="gold"))
    rows = [row for row in result.rows if row["n"]]
    if not rows:
        return Picture(TITLE, needs=tr("This chart needs cells that two people answered."))
    known = criteria(connection)
    for row in rows:
        row["name"], row["outcome"] = name_of(known, row), "tie" if row["ties"] else ""
    lines = tuple(Line(r["name"], (mark(r, "value", 0, r["name"], "percent"),), n_of([r])) for r in rows)
    subtitle = told(
        tr("The share of cells with two verdicts or more on which people have no strict majority."),
        printed_figures.about(rows),
        printed_figures.left_out(result.left_out),
    )
    axis = around((m for line in lines for m in line.marks), 0.0, 0.1, 0.05, kind="percent")
    return Picture(TITLE, subtitle, Rows(axis, lines), plain(rows, COLUMNS))


CHART = Chart("ties", tr("Ties"), tr("Agreement"), 3, build, ("scheme", "criterion", "system", "source", "split"))
