"""Judges against people, per criterion: balanced accuracy with intervals (DIAL-SUMMER, tables 2 and 3)."""

from __future__ import annotations

from typing import Any

from galley.core.metrics.registry import compute
from galley.gui.charts import printed_figures
from galley.gui.charts.base import Ask, Chart, Line, Mark, Picture, Rows
from galley.gui.charts.chart_marks import around, criteria, mark, n_of, name_of, needs, pages, told
from galley.gui.charts.chart_table import Column, plain
from galley.gui.language import tr

DRAWN = 500
"""Resamples of the interval over readers."""
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
READERS = Column("readers", tr("Other readers too"), "interval")
"""The interval of BAcc that lets readers vary as well as documents: a majority of two or three is not the truth."""


def build(connection: Any, ask: Ask) -> Picture:
    """A line a criterion, a mark a judge."""
    result = compute("detection", connection, ask.params())
    if not result.rows:
        return Picture(
            TITLE, needs=needs(result, tr("This chart needs a judge's verdicts and gold on the same cells."))
        )
    known = criteria(connection)
    lines, rows = [], []
    readers = _readers(connection, ask)
    for group in pages(result.rows).values():
        marks: list[Mark] = []
        for row in group:
            row["name"] = name_of(known, row)
            # A criterion that is asked of whole documents has no sentences; its figure is the summaries'.
            key = "bacc" if row["level"] == "summary" else "s_bacc"
            figure = {"shown": row[key], "shown_low": row[f"{key}_low"], "shown_high": row[f"{key}_high"]}
            low, high = readers.get((row["scheme"], row["criterion"], row["judge"]), (None, None))
            figure |= {"readers_low": low, "readers_high": high}
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
    columns = (*COLUMNS, READERS) if readers else COLUMNS
    drawing = Rows(axis, tuple(lines), ((0.5, tr("chance")),))
    return Picture(TITLE, subtitle, drawing, plain(rows, columns), ask.every_judge)


def _readers(connection: Any, ask: Ask) -> dict[tuple[str, str, str], tuple[float | None, float | None]]:
    """The interval over documents and readers of each criterion and judge; none while a decision is being followed."""
    if not ask.resamples or len(ask.every_human) < 2:
        return {}
    fewer = min(ask.resamples, DRAWN)
    params = ask.params(gold="gold", options=("view=readers",), resamples=fewer)
    return {
        (row["scheme"], row["criterion"], row["judge"]): (row["s_bacc_readers_low"], row["s_bacc_readers_high"])
        for row in compute("detection", connection, params).rows
        if row.get("s_bacc_readers_low") is not None
    }


CHART = Chart("detection", tr("Per criterion"), tr("Judges against people"), 1, build)
