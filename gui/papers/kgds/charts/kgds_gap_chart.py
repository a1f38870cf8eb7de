"""How far apart each system's two patterns are (KGDS, figure 7)."""

from __future__ import annotations

from galley.core.papers.kgds.metrics.tiers import GAP, METRIC
from galley.core.storage.connection import Connection
from galley.gui.charts import printed_figures
from galley.gui.charts.base import ChartRequest
from galley.gui.charts.chart_table import ChartColumn
from galley.gui.charts.declaration import ChartContent, Intervals, declare_chart
from galley.gui.papers.kgds.discussion_series import CHIPS, GROUP, SCHEMES, leads, legend_names, read, series
from galley.gui.translation import tr


def _rows(connection: Connection, ask: ChartRequest, content: ChartContent) -> ChartContent:
    groups = read(connection, ask)
    result = METRIC.of(groups, ask.params())
    rows = leads((r for r in result.rows if r["pattern"] == GAP and r["value"] is not None), groups)
    names = series(rows)
    return ChartContent(rows, gold=result.gold, series=names, legend=legend_names(names, rows))


GAPS = Intervals(
    title=tr("Gap between the patterns"),
    measure=tr(
        "The overall figure in EBS-AOS minus that in ABS-AOS, with paired 95 % intervals bootstrapped by item. A "
        "small gap means a stable system."
    ),
    needs=tr("This chart needs systems with verified summaries in both patterns, EBS-AOS and ABS-AOS."),
    rows=_rows,
    line="system",
    by="said",
    kind="points",
    axis=tr("points"),
    span=(0.0, 0.2, 0.05),
    guides=((0.0, tr("no gap")),),
    tells_gold=True,
    intervals=printed_figures.OVER_ITEMS,
    columns=(
        ChartColumn("system", tr("System")),
        ChartColumn("said", tr("Series")),
        ChartColumn("n", "n", "count"),
        ChartColumn("value", tr("Gap"), "points"),
        ChartColumn("value", "", "interval"),
    ),
)
CHART = declare_chart("kgds-gap", GAPS.title, GROUP, 13, GAPS, CHIPS, about=SCHEMES)
