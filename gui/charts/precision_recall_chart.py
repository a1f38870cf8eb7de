"""Precision against recall: a point a judge and criterion."""

from __future__ import annotations

from typing import Any

from galley.core.metrics.registry import compute
from galley.gui.charts import printed_figures
from galley.gui.charts.base import Ask, Axis, Chart, Picture, Plane, Point
from galley.gui.charts.chart_marks import criteria, mark, name_of, needs, told
from galley.gui.charts.chart_table import Column, plain
from galley.gui.language import tr

TITLE = tr("Precision and recall")
LABELLED = 18
"""More points than this are named by the tooltip and the table only."""
COLUMNS = (
    Column("name", tr("Criterion")),
    Column("judge", tr("Judge")),
    Column("n", "n", "count"),
    Column("precision", tr("Precision"), "number"),
    Column("precision", "", "interval"),
    Column("recall", tr("Recall"), "number"),
    Column("recall", "", "interval"),
    Column("f1", "F1", "number"),
)


def build(connection: Any, ask: Ask) -> Picture:
    """Points where both figures are defined; the table has the others too."""
    result = compute("detection", connection, ask.params(resamples=0))
    if not result.rows:
        return Picture(
            TITLE, needs=needs(result, tr("This chart needs a judge's verdicts and gold on the same cells."))
        )
    known = criteria(connection)
    for row in result.rows:
        row["name"] = name_of(known, row)
    shown = [row for row in result.rows if row["precision"] is not None and row["recall"] is not None]
    if not shown:
        needed = tr("This chart needs a criterion on which both a judge and gold have a yes.")
        return Picture(TITLE, needs=needed, table=plain(result.rows, COLUMNS))
    points = [
        Point(
            row["recall"],
            mark(
                row,
                "precision",
                ask.every_judge.index(row["judge"]),
                tr("{criterion}, {judge}: precision", criterion=row["name"], judge=row["judge"]),
            ),
            row["recall_low"],
            row["recall_high"],
            row["name"] if len(shown) <= LABELLED else "",
        )
        for row in shown
    ]
    missing = len(result.rows) - len(shown)
    subtitle = told(
        tr("The share of a judge's flags that are right, against the share of the errors that it finds."),
        printed_figures.about(()),
        printed_figures.gold(result.gold),
        tr("{count} of {of} points are undefined, see the table.", count=missing, of=len(result.rows))
        if missing
        else "",
        printed_figures.left_out(result.left_out),
    )
    drawing = Plane(Axis(0, 1, tr("Recall")), Axis(0, 1, tr("Precision")), tuple(points))
    return Picture(TITLE, subtitle, drawing, plain(result.rows, COLUMNS), ask.every_judge)


CHART = Chart("precision-recall", tr("Precision and recall"), tr("Judges against people"), 2, build)
