"""How often each system prefers the experts' extract to its own (KGDS, figure 3)."""

from __future__ import annotations

from typing import Any

from galley.core.metrics.registry import compute
from galley.gui.charts import printed_figures
from galley.gui.charts.base import Ask, Chart, Line, Picture, Rows
from galley.gui.charts.chart_marks import around, n_of, told
from galley.gui.charts.chart_table import Column, plain
from galley.gui.language import tr
from galley.gui.papers.kgds.discussion_series import (
    CHIPS,
    EXTRACT,
    GROUP,
    SCHEMES,
    items,
    percent_mark,
    read,
    series,
    series_of,
    shown,
)

TITLE = tr("Experts' extract preferred")
NEEDS = tr("This chart needs feedback on extracts: let kgds-feedback ask a system which of two extracts is better.")
COLUMNS = (
    Column("system", tr("System")),
    Column("said", tr("Series")),
    Column("n", "n", "count"),
    Column("wins", tr("experts'"), "count"),
    Column("value", tr("Win rate"), "percent"),
    Column("value", "", "interval"),
)


def build(connection: Any, ask: Ask) -> Picture:
    """A line a system, the highest first."""
    result = compute("kgds-winrate", connection, ask.params())
    if not result.rows:
        return Picture(TITLE, needs=NEEDS)
    behind = items(read(connection, ask))
    for row in result.rows:
        # A system is asked about its own extracts, so that the judge's name says no more than the system's.
        row["judge"] = "" if str(row["judge"]).startswith(row["system"]) else row["judge"]
        row["said"] = series_of(row)
    names = series(result.rows)
    systems = dict.fromkeys(r["system"] for r in sorted(result.rows, key=lambda r: -(r["value"] or 0.0)))
    lines = []
    for system in systems:
        mine = [row for row in result.rows if row["system"] == system]
        marks = tuple(
            percent_mark(
                row, "value", names.index(row["said"]), f"{system}, {row['said']}",
                behind.get((system, EXTRACT, row["paradigm"], "judge"), ()),
            )
            for row in mine
        )  # fmt: skip
        lines.append(Line(system, marks, n_of(mine)))
    subtitle = told(
        tr(
            "How often a system, asked which of the two extracts fits better, names the experts' and not its own, where"
            " the two differ."
        ),
        printed_figures.about(()),
        printed_figures.left_out(result.left_out),
    )
    axis = around((m for line in lines for m in line.marks), 0.5, 1.0, kind="percent")
    legend = shown(names, result.rows)
    return Picture(
        TITLE, subtitle, Rows(axis, tuple(lines), ((0.5, tr("chance")),)), plain(result.rows, COLUMNS), legend
    )


CHART = Chart("kgds-winrate", TITLE, GROUP, 4, build, CHIPS, about=SCHEMES)
