"""How often each error occurs, by gold and by each judge (DIAL-SUMMER, figure 2)."""

from __future__ import annotations

from typing import Any

from galley.core.metrics.registry import compute
from galley.gui.charts import printed_figures
from galley.gui.charts.base import Ask, Chart, Line, Picture, Rows
from galley.gui.charts.chart_marks import around, criteria, mark, n_of, name_of, needs, pages, told
from galley.gui.charts.chart_table import Column, plain
from galley.gui.language import tr

TITLE = tr("How often each error occurs")
GOLD = tr("gold")
COLUMNS = (
    Column("name", tr("Criterion")),
    Column("who", tr("By")),
    Column("summaries", tr("summaries"), "count"),
    Column("yes", tr("with it"), "count"),
    Column("open", tr("open"), "count"),
    Column("at_least", tr("at least"), "percent"),
    Column("at_most", tr("at most"), "percent"),
    Column("n", tr("complete"), "count"),
    Column("value", tr("Share"), "percent"),
    Column("value", "", "interval"),
    Column("unit_rate", tr("of units"), "percent"),
    Column("spread", tr("units a time"), "number"),
)


def build(connection: Any, ask: Ask) -> Picture:
    """A line a criterion; gold first, then the judges."""
    result = compute("frequency", connection, ask.params(judges=()))
    rows = [{**row, "who": GOLD} for row in result.rows if row["summaries"] > row["open"]]
    judges = ask.shown_judges()
    if judges:
        judged = compute("frequency", connection, ask.params(judges=judges, gold="gold")).rows
        rows += [{**row, "who": row["by"]} for row in judged if row["summaries"] > row["open"]]
    if not rows:
        return Picture(
            TITLE, needs=needs(result, tr("This chart needs summaries with a yes or no on all of their units."))
        )
    known = criteria(connection)
    series = (*ask.every_judge, GOLD)
    lines, shown = [], []
    for group in pages(rows).values():
        for row in group:
            row["name"], row["outcome"] = name_of(known, row), "yes" if row["yes"] else ""
        shown += group
        marks = tuple(mark(r, "value", series.index(r["who"]), f"{r['name']}, {r['who']}", "percent") for r in group)
        lines.append(Line(group[0]["name"], marks, n_of(group)))
    opened = any(row["open"] for row in shown)
    subtitle = told(
        tr(
            "The share of summaries that show the error at least once, over the complete ones, weighted for their"
            " length."
        ),
        printed_figures.about(shown),
        tr("The pale band is what open cells leave possible.") if opened else "",
        printed_figures.gold(result.gold),
        printed_figures.left_out(result.left_out),
    )
    axis = around((m for line in lines for m in line.marks), 0.0, 0.5, kind="percent")
    return Picture(TITLE, subtitle, Rows(axis, tuple(lines)), plain(shown, COLUMNS), series)


CHART = Chart("frequency", tr("Frequency"), tr("Errors"), 1, build)
