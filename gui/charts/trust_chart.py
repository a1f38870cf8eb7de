"""Each judge's record on each criterion: how many of its flags people found right."""

from __future__ import annotations

from typing import Any

from galley.core.metrics.registry import compute
from galley.gui.charts import printed_figures
from galley.gui.charts.base import Ask, Chart, Line, Picture, Rows
from galley.gui.charts.chart_marks import around, criteria, mark, n_of, name_of, needs, pages, told
from galley.gui.charts.chart_table import Column, plain
from galley.gui.language import tr

TITLE = tr("Trust so far")
COLUMNS = (
    Column("name", tr("Criterion")),
    Column("judge", tr("Judge")),
    Column("n", tr("decided"), "count"),
    Column("right", tr("right"), "count"),
    Column("wrong", tr("wrong"), "count"),
    Column("open", tr("open"), "count"),
    Column("value", tr("Precision"), "number"),
    Column("value", "", "interval"),
)
BIAS = (
    Column("shown_value", tr("Accepted, shown"), "percent"),
    Column("blind_value", tr("Accepted, blind"), "percent"),
    Column("bias", tr("Shown less blind"), "number"),
    Column("bias", "", "interval"),
)
"""Where flags were decided before they were seen: how much more often shown ones are accepted."""


def build(connection: Any, ask: Ask) -> Picture:
    """A line a criterion, a mark a judge."""
    result = compute("trust", connection, ask.params(gold="gold"))
    if not any(row["n"] for row in result.rows):
        return Picture(
            TITLE, needs=needs(result, tr("This chart needs decided flags: accept or override some in Review."))
        )
    known = criteria(connection)
    for row in result.rows:
        row["name"], row["outcome"] = name_of(known, row), "yes"
    lines = []
    for group in pages(result.rows).values():
        marks = tuple(mark(r, "value", ask.every_judge.index(r["judge"]), f"{r['name']}, {r['judge']}") for r in group)
        lines.append(Line(group[0]["name"], marks, n_of(group)))
    subtitle = told(
        tr("The share of each judge's flags that people found right, over all decisions so far."),
        printed_figures.about(result.rows),
        printed_figures.gold("majority"),
        printed_figures.left_out(result.left_out),
    )
    told_blind = any(row.get("blind_n") for row in result.rows)
    columns = (*COLUMNS, *BIAS) if told_blind else COLUMNS
    drawing = Rows(around((m for line in lines for m in line.marks), 0.0, 1.0, 0.2), tuple(lines))
    return Picture(TITLE, subtitle, drawing, plain(result.rows, columns), ask.every_judge)


CHART = Chart("trust", tr("Trust so far"), tr("Judges against people"), 4, build, ("scheme", "criterion", "judge"))
