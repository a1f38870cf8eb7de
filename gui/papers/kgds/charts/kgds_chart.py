"""All figures of one pattern side by side: background, opinions and both, before and after reflection (table 1)."""

from __future__ import annotations

from typing import Any

from galley.core.papers.kgds.discussion_figures import FIGURES
from galley.core.papers.kgds.metrics.kgds_metric import METRIC
from galley.gui.charts import printed_figures
from galley.gui.charts.base import Ask, Chart, Line, Picture, Rows
from galley.gui.charts.chart_marks import around, told
from galley.gui.charts.chart_table import Column, plain
from galley.gui.language import tr
from galley.gui.papers.kgds.discussion_series import (
    CHIPS,
    EXTRACT,
    GROUP,
    NEEDS,
    SCHEMES,
    items,
    pages,
    percent_mark,
    read,
    series_of,
)

TITLE = tr("All figures")
NAMES = (tr("background recall"), tr("background precision"), tr("background F1"), tr("opinion recall"), tr("overall"))
COLUMNS = (
    Column("system", tr("System")),
    Column("n", "n", "count"),
    *(
        column
        for figure, name in zip(
            FIGURES, (tr("Recall"), tr("Precision"), "F1", tr("Opinions"), tr("Overall")), strict=True
        )
        for column in (Column(figure, name, "percent"), Column(figure, "", "interval"))
    ),
    Column("op_change", tr("Overall, change"), "signed"),
    Column("op_change", "", "interval"),
    Column("op_judge", tr("Overall by the judge"), "percent"),
    Column("op_difference", tr("Overall, reviewed less judge"), "signed"),
)


def build(connection: Any, ask: Ask) -> Picture:
    """A line a system, a mark a figure, the best overall first; one pattern and series at a time."""
    groups = read(connection, ask)
    result = METRIC.of(groups, ask.params())
    offered = pages(row for row in result.rows if any(row[figure] is not None for figure in FIGURES))
    if not offered:
        return Picture(TITLE, needs=NEEDS, table=plain(result.rows, COLUMNS))
    chosen = ask.pair if ask.pair in offered else next(iter(offered))
    page, said = offered[chosen]
    mine = [row for row in result.rows if row["pattern"] == page and series_of(row) == said]
    mine.sort(key=lambda row: -(row["op"] or 0.0))
    behind, lines = items(groups), []
    for row in mine:
        leads = behind.get((row["system"], page, row["paradigm"], row["by"]), ())
        marks = tuple(
            percent_mark(row, figure, place, f"{row['system']}, {name}", leads, name=name)
            for place, (figure, name) in enumerate(zip(FIGURES, NAMES, strict=True))
        )
        most = max(row[f"{figure}_n"] for figure in FIGURES)
        lines.append(Line(row["system"], marks, f"n = {printed_figures.count(most)}"))
    what = tr("of supporting paragraphs") if page == EXTRACT else tr("of key facts")
    left_out: dict[str, int] = {}
    for row in mine:
        for reason, count in row["left_out"].items():
            left_out[reason] = left_out.get(reason, 0) + count
    subtitle = told(
        tr(
            "{page}: recall, precision and F1 {what}, recall of the opinions, and the geometric mean of the last two;"
            " means over items with 95 % intervals bootstrapped by item.",
            page=chosen,
            what=what,
        ),
        printed_figures.gold(result.gold),
        printed_figures.left_out(left_out),
    )
    axis = around((m for line in lines for m in line.marks), 0.5, 0.8, kind="percent")
    return Picture(TITLE, subtitle, Rows(axis, tuple(lines)), plain(mine, COLUMNS), NAMES, pairs=tuple(offered))


CHART = Chart(
    "kgds", TITLE, GROUP, 0, build, ("pair", *CHIPS), True, about=SCHEMES, intervals=printed_figures.OVER_ITEMS
)
