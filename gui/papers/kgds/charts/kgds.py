"""All figures of one pattern side by side: background, opinions and both, before and after reflection (table 1)."""

from __future__ import annotations

from collections import Counter

from galley.core.papers.kgds.discussion_figures import FIGURES
from galley.core.papers.kgds.metrics.scores import METRIC
from galley.core.storage.connection import Connection
from galley.gui.charts import printed_figures
from galley.gui.charts.base import ChartRequest
from galley.gui.charts.chart_marks import Row
from galley.gui.charts.chart_table import ChartColumn
from galley.gui.charts.chart_words import describe_figures, find_outlier
from galley.gui.charts.declaration import ChartContent, Intervals, declare_chart
from galley.gui.papers.kgds.discussion_series import CHIPS, EXTRACT, GROUP, NEEDS, SCHEMES, leads, one_page, read
from galley.gui.translation import tr

NAMES = (tr("background recall"), tr("background precision"), tr("background F1"), tr("opinion recall"), tr("overall"))
HEADS = (tr("Recall"), tr("Precision"), "F1", tr("Opinions"), tr("Overall"))
COLUMNS = (
    ChartColumn("system", tr("System")),
    ChartColumn("n", "n", "count"),
    *(
        column
        for figure, name in zip(FIGURES, HEADS, strict=True)
        for column in (ChartColumn(figure, name, "percent"), ChartColumn(figure, "", "interval"))
    ),
    ChartColumn("op_change", tr("Overall, change"), "points"),
    ChartColumn("op_change", "", "interval"),
    ChartColumn("op_judge", tr("Overall by the judge"), "percent"),
    ChartColumn("op_difference", tr("Overall, reviewed minus judge"), "points"),
)


def _rows(connection: Connection, ask: ChartRequest, content: ChartContent) -> ChartContent:
    """A line a system, a mark a figure, the best overall first; one pattern and series at a time."""
    groups = read(connection, ask)
    result = METRIC.of(groups, ask.params())
    defined_rows = [row for row in result.rows if any(row[figure] is not None for figure in FIGURES)]
    page, offered, page_rows = one_page(defined_rows, ask.pair)
    page_rows = leads(sorted(page_rows, key=lambda row: -(row["op"] or 0.0)), groups)
    figure_rows, left_out = [], Counter[str]()
    for row in page_rows:
        left_out.update(row["left_out"])
        most = max(row[f"{figure}_n"] for figure in FIGURES)
        for figure, name in zip(FIGURES, NAMES, strict=True):
            ends = {end: row.get(f"{figure}_{end}") for end in ("low", "high")}
            why = tr("no item has it") if row[figure] is None else ""
            one = {"value": row[figure], **ends, "n": row[f"{figure}_n"], "why": why, "name": name}
            note = f"n = {printed_figures.count(most)}"
            figure_rows.append({"system": row["system"], "items": row["items"], "note": note, **one})
    extract = bool(page_rows) and page_rows[0]["pattern"] == EXTRACT
    what = tr("of supporting paragraphs") if extract else tr("of key facts")
    columns = tuple(column for column in COLUMNS if any(row.get(column.key) is not None for row in page_rows))
    return ChartContent(
        figure_rows, left_out, result.gold, table=page_rows, columns=columns, pages=offered,
        measure_values={"page": page, "what": what},
        title=_describe_overall(page_rows),
    )  # fmt: skip


def _describe_overall(rows: list[Row]) -> str:
    """The system whose overall figure is higher than every other's by their intervals; else the range."""
    fair = [row | {"n": row["op_n"]} for row in rows if row["op"] is not None]
    if best := find_outlier(fair, "op"):
        return describe_figures(tr("The highest overall figure"), [best], ("system",), "op")
    return describe_figures(tr("Overall figure"), fair, ("system",), "op")


EVERY = Intervals(
    title=tr("All figures"),
    measure=tr(
        "{page}: recall, precision and F1 {what}, recall of the opinions, and the geometric mean of the last two;"
        " means over items with 95 % intervals bootstrapped by item."
    ),
    needs=NEEDS,
    rows=_rows,
    line="system",
    kind="percent",
    span=(0.5, 0.8, 0.1),
    tells_gold=True,
    panel="name",
    intervals=printed_figures.OVER_ITEMS,
    columns=COLUMNS,
)
CHART = declare_chart("kgds", EVERY.title, GROUP, 11, EVERY, ("pair", *CHIPS), paged=True, about=SCHEMES)
