"""How often each system prefers the experts' extract to its own (KGDS, figure 3)."""

from __future__ import annotations

from dataclasses import replace

from galley.core.storage.connection import Connection
from galley.gui.charts.base import ChartRequest
from galley.gui.charts.chart_table import ChartColumn
from galley.gui.charts.declaration import ChartContent, Intervals, declare_chart
from galley.gui.papers.kgds.discussion_series import CHIPS, EXTRACT, GROUP, SCHEMES, leads, legend_names, read, series
from galley.gui.translation import tr


def _rows(connection: Connection, ask: ChartRequest, content: ChartContent) -> ChartContent:
    for row in content.rows:
        # A system is asked about its own extracts, so that the judge's name says no more than the system's.
        row["judge"] = "" if str(row["judge"]).startswith(row["system"]) else row["judge"]
    rows = leads(content.rows, read(connection, ask), EXTRACT, "judge")
    names = series(rows)
    return replace(content, rows=rows, series=names, legend=legend_names(names, rows))


WINS = Intervals(
    title=tr("Experts' extract preferred"),
    measure=tr("How often a system prefers the experts' extract to its own, where the two differ."),
    needs=tr("This chart needs feedback on extracts: run kgds-feedback to ask a system which extract is better."),
    metric="kgds-winrate",
    rows=_rows,
    line="system",
    by="said",
    kind="percent",
    span=(0.5, 1.0, 0.1),
    guides=((0.5, tr("chance")),),
    is_ranked=True,
    columns=(
        ChartColumn("system", tr("System")),
        ChartColumn("said", tr("Series")),
        ChartColumn("n", "n", "count"),
        ChartColumn("wins", tr("experts'"), "count"),
        ChartColumn("value", tr("Win rate"), "percent"),
        ChartColumn("value", "", "interval"),
    ),
)
CHART = declare_chart("kgds-winrate", WINS.title, GROUP, 15, WINS, CHIPS, about=SCHEMES)
