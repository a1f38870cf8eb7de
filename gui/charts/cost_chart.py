"""What an error cost that people confirmed, per judge and criterion."""

from __future__ import annotations

from typing import Any

from galley.core.metrics.registry import compute
from galley.core.storage.connection import Connection
from galley.gui.charts import printed_figures
from galley.gui.charts.base import Chart, ChartRequest, Mark, Picture, RowLine, Rows
from galley.gui.charts.chart_marks import around, criteria, join_sentences, needs
from galley.gui.charts.chart_table import ChartColumn, ChartTable, reason
from galley.gui.charts.chart_words import describe_figures
from galley.gui.translation import tr

TITLE = tr("Cost per confirmed error")
COLUMNS = (
    ChartColumn("judge", tr("Judge")),
    ChartColumn("about", tr("Criterion or step")),
    ChartColumn("calls", tr("calls"), "count"),
    ChartColumn("tokens_in", tr("tokens in"), "count"),
    ChartColumn("tokens_out", tr("tokens out"), "count"),
    ChartColumn("cost", tr("Spent"), "money"),
    ChartColumn("flags", tr("flags"), "count"),
    ChartColumn("confirmed", tr("confirmed"), "count"),
    ChartColumn("value", tr("Per error"), "money"),
)


def build(connection: Connection, ask: ChartRequest) -> Picture:
    """A line a criterion that calls asked about, and one for all calls; a mark a judge."""
    result = compute("cost", connection, ask.params(gold="gold"))
    if not result.rows:
        return Picture(TITLE, needs=needs(result, tr("This chart needs a judge run that was made from this project.")))
    criterion_names = {id_: name for (_, id_), name in criteria(connection).items()}
    for row in result.rows:
        row["about"] = criterion_names.get(row["criterion"], row["criterion"]) or tr("all calls")
    table = ChartTable(COLUMNS, tuple(result.rows), tuple({**row, "spent_by": row["judge"]} for row in result.rows))
    defined_rows = [row for row in result.rows if row["value"] is not None]
    if not defined_rows:
        reasons = list(dict.fromkeys(reason(row["why"], "value") for row in result.rows if row["why"]))
        return Picture(TITLE, needs=tr("There is no figure yet: {reasons}.", reasons="; ".join(reasons)), table=table)
    lines = []
    for about in dict.fromkeys(row["about"] for row in defined_rows):
        line_rows = [row for row in defined_rows if row["about"] == about]
        marks = tuple(_mark(row, ask.every_judge.index(row["judge"])) for row in line_rows)
        confirmed = sum(row["confirmed"] for row in line_rows)
        lines.append(RowLine(about, marks, tr("{count} confirmed", count=printed_figures.count(confirmed))))
    bounds = [row["why"] for row in defined_rows if row["why"]]
    subtitle = join_sentences(
        tr(
            "US dollars spent on calls for each flag that people confirmed. A call that an earlier run answered "
            "costs nothing."
        ),
        bounds[0] if bounds else "",
        printed_figures.left_out(result.left_out),
    )
    most = max(row["value"] for row in defined_rows)
    step = 10.0 ** len(str(int(most))) / 10 if most >= 1 else 0.1 if most > 0.1 else 0.01
    axis = around((m for line in lines for m in line.marks), 0.0, step, step, kind="money")
    whole_rows = [row | {"n": row["confirmed"]} for row in defined_rows if not row["criterion"]] or defined_rows
    title = describe_figures(tr("Dollars for each confirmed error"), whole_rows, ("judge",), kind="money")
    return Picture(title, subtitle, Rows(axis, tuple(lines), bars=True), table, ask.every_judge)


def _mark(row: Any, series: int) -> Mark:
    words = tr(
        "{about}, {judge}: {amount} per error, {count} confirmed",
        about=row["about"],
        judge=row["judge"],
        amount=printed_figures.money(row["value"]),
        count=row["confirmed"],
    )
    return Mark(row["value"], series=series, row={**row, "spent_by": row["judge"]}, words=words)


CHART = Chart("cost", tr("Cost per confirmed error"), tr("Judges"), 10, build, ("judge",), wants=("item",))
