"""Where people have no strict majority, per criterion."""

from __future__ import annotations

from galley.core.storage.connection import Connection
from galley.gui.charts import printed_figures
from galley.gui.charts.base import ChartRequest
from galley.gui.charts.chart_marks import Row, n_of, rests_on_few
from galley.gui.charts.chart_table import ChartColumn
from galley.gui.charts.chart_words import count_words, find_combined, find_outlier, share
from galley.gui.charts.declaration import ChartContent, Intervals, declare_chart
from galley.gui.translation import tr


def _rows(connection: Connection, ask: ChartRequest, content: ChartContent) -> ChartContent:
    content.rows = [
        row | {"outcome": "tie" if row["ties"] else "", "note": _note(row)} for row in content.rows if row["n"]
    ]
    combined = find_combined(connection)
    content.rows.sort(
        key=lambda row: (
            (row["scheme"], row["criterion"]) in combined, rests_on_few(row), -(row["value"] or 0.0)
        )
    )  # fmt: skip
    content.title = _finding(content.rows, combined)
    return content


def _note(row: Row) -> str:
    """How many cells it rests on, and of the tied ones how many nobody has settled."""
    if not row["ties"]:
        return n_of([row])
    return tr("{n}, {ties} tied, {open} open", n=n_of([row]), ties=printed_figures.count(row["ties"]),
              open=printed_figures.count(row["open"]))  # fmt: skip


def _finding(rows: list[Row], combined: set[tuple[str, str]]) -> str:
    """Where people are at odds most often, or that they never are."""
    fair = [row for row in rows if row["value"] is not None and not rests_on_few(row)]
    if not fair:
        return ""
    if not any(row["ties"] for row in rows):
        return tr("No tie in {n} cells of a criterion", n=printed_figures.span(row["n"] for row in fair))
    if most := find_outlier(fair, combined=combined):
        return tr("Most ties on “{name}”: {share} of the cells", name=most["name"], share=share(most["value"]))
    single = [row for row in fair if (row["scheme"], row["criterion"]) not in combined] or fair
    row = max(single, key=lambda row: int(row["ties"]))
    figure = count_words(row["ties"], row["n"], row["low"], row["high"])
    return tr("“{name}”: ties in {count} cells", name=row["name"], count=figure)


TIES = Intervals(
    title=tr("Ties, per criterion"),
    measure=tr("The share of cells with two verdicts or more on which people have no strict majority."),
    needs=tr("This chart needs cells that two people answered."),
    metric="ties",
    metric_params={"gold": "gold"},
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
CHART = declare_chart("ties", tr("Ties"), tr("People"), 3, TIES, ("scheme", "criterion", "system", "source", "split"))
