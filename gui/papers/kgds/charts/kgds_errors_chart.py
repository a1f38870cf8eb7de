"""Why opinions are not covered: the shares of the five errors, by system (KGDS, table 2)."""

from __future__ import annotations

from typing import Any

from galley.core.metrics.registry import compute
from galley.core.papers.kgds.metrics.kgds_errors import ERRORS, SCHEME
from galley.gui.charts import printed_figures
from galley.gui.charts.base import Ask, Chart, Line, Picture, Rows
from galley.gui.charts.chart_marks import around, criteria, told
from galley.gui.charts.chart_table import Column, plain
from galley.gui.language import tr
from galley.gui.papers.kgds.discussion_series import CHIPS, GROUP, SCHEMES, items, pages, percent_mark, read, series_of

TITLE = tr("Why opinions are missing")
NEEDS = tr(
    "This chart needs opinions that are not covered with the error that keeps them out; run kgds-opinion-errors."
)
COLUMNS = (
    Column("system", tr("System")),
    Column("name", tr("Error")),
    Column("n", tr("opinions"), "count"),
    Column("count", tr("with it"), "count"),
    Column("value", tr("Share"), "percent"),
    Column("value", "", "interval"),
)


def build(connection: Any, ask: Ask) -> Picture:
    """A line a system, a mark an error; one pattern and series at a time."""
    result = compute("kgds-errors", connection, ask.params())
    offered = pages(row for row in result.rows if row["value"] is not None)
    if not offered:
        return Picture(TITLE, needs=NEEDS)
    chosen = ask.pair if ask.pair in offered else next(iter(offered))
    page, said = offered[chosen]
    mine = [row for row in result.rows if row["pattern"] == page and series_of(row) == said]
    known, behind = criteria(connection), items(read(connection, ask))
    lines = []
    for system in dict.fromkeys(row["system"] for row in mine):
        own = [row for row in mine if row["system"] == system]
        marks = []
        for row in own:
            row["name"] = known.get((row["scheme"], row["criterion"]), row["criterion"])
            leads = behind.get((system, page, row["paradigm"], "judge"), ())
            who = f"{system}, {row['name']}"
            marks.append(percent_mark(row, "value", ERRORS.index(row["criterion"]), who, leads, name=row["name"]))
        lines.append(Line(system, tuple(marks), f"n = {printed_figures.count(own[0]['n'])}"))
    names = tuple(str(known.get((SCHEME, name), name)) for name in ERRORS)
    subtitle = told(
        tr(
            "{page}: the share of each error among the opinions that a system's summaries do not cover, with 95 %"
            " intervals bootstrapped by item.",
            page=chosen,
        ),
        printed_figures.left_out(result.left_out),
    )
    axis = around((m for line in lines for m in line.marks), 0.0, 0.5, kind="percent")
    return Picture(TITLE, subtitle, Rows(axis, tuple(lines)), plain(mine, COLUMNS), names, pairs=tuple(offered))


CHART = Chart(
    "kgds-errors", TITLE, GROUP, 6, build, ("pair", *CHIPS), True, about=SCHEMES,
    intervals=printed_figures.OVER_ITEMS,
)
