"""Where people have no strict majority, per criterion."""

from __future__ import annotations

from galley.core.project.reading_access import Reader
from galley.gui.charts.base import Ask
from galley.gui.charts.chart_table import ChartColumn
from galley.gui.charts.declaration import Given, Intervals, declared
from galley.gui.language import tr


def _rows(connection: Reader, ask: Ask, given: Given) -> Given:
    given.rows = [row | {"outcome": "tie" if row["ties"] else ""} for row in given.rows if row["n"]]
    return given


TIES = Intervals(
    title=tr("Ties, per criterion"),
    measure=tr("The share of cells with two verdicts or more on which people have no strict majority."),
    needs=tr("This chart needs cells that two people answered."),
    metric="ties",
    asked={"gold": "gold"},
    rows=_rows,
    kind="percent",
    span=(0.0, 0.1, 0.05),
    columns=(
        ChartColumn("name", tr("Criterion")),
        ChartColumn("n", "n", "count"),
        ChartColumn("ties", tr("Ties"), "count"),
        ChartColumn("settled", tr("Adjudicated"), "count"),
        ChartColumn("open", tr("Open"), "count"),
        ChartColumn("value", tr("Share"), "percent"),
        ChartColumn("value", "", "interval"),
    ),
)
CHART = declared("ties", tr("Ties"), tr("Agreement"), 3, TIES, ("scheme", "criterion", "system", "source", "split"))
