"""How much of the article each system's extracts take (KGDS, figure 2)."""

from __future__ import annotations

from dataclasses import replace

from galley.core.papers.kgds.metrics.retrieval import CONSERVATIVE, EXPERTS, OPEN
from galley.core.storage.connection import Connection
from galley.gui.charts import printed_figures
from galley.gui.charts.base import ChartRequest
from galley.gui.charts.chart_marks import n_of
from galley.gui.charts.chart_table import ChartColumn
from galley.gui.charts.declaration import ChartContent, Intervals, declare_chart
from galley.gui.papers.kgds.discussion_series import EXTRACT, GROUP, NEEDS, PARADIGM, SCHEMES, leads, read
from galley.gui.translation import tr


def _rows(connection: Connection, ask: ChartRequest, content: ChartContent) -> ChartContent:
    """The least of the first paradigm first, the experts last."""
    rows = leads(content.rows, read(connection, ask), EXTRACT, "judge")
    every = tuple(dict.fromkeys(item for row in rows for item in row["items"]))
    for row in rows:
        row["said"] = PARADIGM.get(row["paradigm"], row["paradigm"]) or tr("annotated")
        row["class"] = row["class"]
        row["items"] = every if row["system"] == EXPERTS else row["items"]
        row["note"] = f"{row['class']}, {n_of([row])}" if row["class"] else ""
    names = tuple(dict.fromkeys(row["said"] for row in rows))
    first = {row["system"]: row["value"] or 0.0 for row in rows if row["said"] == names[0]}
    sorted_rows = sorted(rows, key=lambda row: (row["system"] == EXPERTS, first.get(row["system"], 1.0)))
    return replace(content, rows=sorted_rows, table=rows, series=names)


TAKEN = Intervals(
    title=tr("Paragraphs taken"),
    measure=tr(
        "The share of an article's paragraphs that an extract takes, the mean over articles with 95 % intervals"
        " bootstrapped by item. Below 30 % a retriever is conservative, above 38 % open."
    ),
    needs=NEEDS,
    metric="kgds-retrieval",
    rows=_rows,
    line="system",
    by="said",
    kind="percent",
    span=(0.0, 0.5, 0.1),
    guides=((CONSERVATIVE, "30 %"), (OPEN, "38 %")),
    intervals=printed_figures.OVER_ITEMS,
    columns=(
        ChartColumn("system", tr("System")),
        ChartColumn("said", tr("Paradigm")),
        ChartColumn("n", "n", "count"),
        ChartColumn("value", tr("Taken"), "percent"),
        ChartColumn("value", "", "interval"),
        ChartColumn("pooled", tr("of all paragraphs"), "percent"),
        ChartColumn("class", tr("Retriever")),
    ),
)
CHART = declare_chart(
    "kgds-retrieval", TAKEN.title, GROUP, 14, TAKEN, ("system", "source", "split", "gold", "only-gold"), about=SCHEMES
)
