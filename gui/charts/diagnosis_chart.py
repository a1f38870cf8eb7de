"""Each reviewer against gold, with their speed and how often they are unsure."""

from __future__ import annotations

from typing import Any

from galley.gui.charts import printed_figures
from galley.gui.charts.base import Ask, Chart, Line, Picture, Rows
from galley.gui.charts.chart_marks import around, mark, needs, told
from galley.gui.charts.chart_table import Column, plain
from galley.gui.language import tr

TITLE = tr("Reviewers: agreement, speed and doubt")
COLUMNS = (
    Column("reviewer", tr("Reviewer")),
    Column("against", tr("held against")),
    Column("n", tr("cells"), "count"),
    Column("value", tr("Said the same"), "percent"),
    Column("value", "", "interval"),
    Column("kappa", tr("Kappa"), "number", why=""),
    Column("seconds", tr("Seconds an answer"), "number"),
    Column("timed", tr("answers timed"), "count"),
    Column("answers", tr("answers"), "count"),
    Column("unsure_rate", tr("Unsure"), "percent"),
)


def build(connection: Any, ask: Ask) -> Picture:
    """A line a reviewer; speed and doubt are in the table."""
    from galley.core.metrics.diagnosis import EVERYTHING
    from galley.core.metrics.registry import compute

    result = compute("diagnosis", connection, ask.params(judges=()))
    rows = [row | {"reviewer": row["annotator"], "answered_by": row["annotator"]} for row in result.rows]
    rows = [row for row in rows if row["criterion"] == EVERYTHING]
    if not rows:
        return Picture(TITLE, needs=needs(result, tr("This chart needs answers: decide some flags in Review.")))
    lines = tuple(
        Line(r["reviewer"], (mark(r, "value", 0, r["reviewer"], "percent"),), f"n = {r['n']:,}") for r in rows
    )
    subtitle = told(
        *_measured(result.gold, rows),
        printed_figures.about(rows),
        *result.notes,
        printed_figures.left_out(result.left_out),
    )
    axis = around((m for line in lines for m in line.marks), 0.0, 1.0, 0.2, kind="percent")
    return Picture(TITLE, subtitle, Rows(axis, lines), plain(rows, COLUMNS))


def _measured(gold: str, rows: list[dict[str, Any]]) -> tuple[str, ...]:
    """What the marks are: how far each agrees with the others, with the one other, or with gold."""
    from galley.core.metrics.diagnosis import OTHERS

    if gold != OTHERS:
        said = tr("The share of cells with gold on which each reviewer said the same.")
        return said, printed_figures.gold(gold)
    if all(row["against"] != OTHERS for row in rows):
        return (tr("The share of cells on which both reviewers said the same."),)
    return (
        tr("The share of cells on which each reviewer says what most of the others say."),
    )


CHART = Chart(
    "diagnosis",
    tr("Reviewers"),
    tr("Work"),
    5,
    build,
    ("scheme", "criterion", "people", "system", "source", "split", "gold", "only-gold"),
)
