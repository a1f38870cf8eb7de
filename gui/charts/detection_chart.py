"""Judges against people, per criterion: balanced accuracy with intervals (DIAL-SUMMER, tables 2 and 3)."""

from __future__ import annotations

from typing import Any

from galley.core.metrics.registry import compute
from galley.gui.charts import printed_figures
from galley.gui.charts.base import Ask, Chart, Line, Mark, Picture, Rows
from galley.gui.charts.chart_marks import around, criteria, mark, n_of, name_of, needs, pages, told
from galley.gui.charts.chart_table import Column, plain
from galley.gui.language import tr

TITLE = tr("Judges against people, per criterion")
COLUMNS = (
    Column("name", tr("Criterion")),
    Column("judge", tr("Judge")),
    Column("n", "n", "count"),
    Column("shown", "BAcc", "number"),
    Column("shown", "", "interval"),
    Column("precision", tr("Precision"), "number"),
    Column("recall", tr("Recall"), "number"),
    Column("f1", "F1", "number"),
    Column("bacc", tr("Summary BAcc"), "number"),
    Column("mcc", "MCC", "number"),
)


def build(connection: Any, ask: Ask) -> Picture:
    """A line a criterion, a mark a judge."""
    result = compute("detection", connection, ask.params())
    if not result.rows:
        return Picture(
            TITLE, needs=needs(result, tr("This chart needs a judge's verdicts and gold on the same cells."))
        )
    known = criteria(connection)
    lines, rows = [], []
    for group in pages(result.rows).values():
        marks: list[Mark] = []
        for row in group:
            row["name"] = name_of(known, row)
            # A criterion that is asked of whole documents has no sentences; its figure is the summaries'.
            key = "bacc" if row["level"] == "summary" else "s_bacc"
            figure = {"shown": row[key], "shown_low": row[f"{key}_low"], "shown_high": row[f"{key}_high"]}
            rows.append({**row, **figure, "why": row["why"].replace(key, "shown")})
            marks.append(mark(row, key, ask.every_judge.index(row["judge"]), f"{row['name']}, {row['judge']}"))
        if any(row["n"] for row in group):
            lines.append(Line(group[0]["name"], tuple(marks), n_of(group)))
    if not lines:
        return Picture(
            TITLE, needs=tr("No cell has both a judge's verdict and gold; review some items, or choose another gold.")
        )
    subtitle = told(
        tr("Sentence-level balanced accuracy (turn-level for turns)."),
        printed_figures.about(result.rows),
        printed_figures.gold(result.gold),
        printed_figures.left_out(result.left_out),
    )
    axis = around((m for line in lines for m in line.marks), 0.4, 1.0)
    drawing = Rows(axis, tuple(lines), ((0.5, tr("chance")),))
    return Picture(TITLE, subtitle, drawing, plain(rows, COLUMNS), ask.every_judge)


CHART = Chart("detection", tr("Per criterion"), tr("Judges against people"), 1, build)
