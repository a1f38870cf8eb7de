"""How far apart each system's two patterns are (KGDS, figure 7)."""

from __future__ import annotations

from typing import Any

from galley.core.papers.kgds.metrics.kgds_tiers import GAP, METRIC
from galley.gui.charts import printed_figures
from galley.gui.charts.base import Ask, Chart, Line, Picture, Rows
from galley.gui.charts.chart_marks import around, n_of, told
from galley.gui.charts.chart_table import Column, plain
from galley.gui.language import tr
from galley.gui.papers.kgds.discussion_series import (
    CHIPS,
    GROUP,
    SCHEMES,
    items,
    percent_mark,
    read,
    series,
    series_of,
    shown,
)

TITLE = tr("Gap between the patterns")
NEEDS = tr("This chart needs systems with verified summaries in both patterns, EBS-AOS and ABS-AOS.")
COLUMNS = (
    Column("system", tr("System")),
    Column("said", tr("Series")),
    Column("n", "n", "count"),
    Column("value", tr("Gap"), "percent"),
    Column("value", "", "interval"),
)


def build(connection: Any, ask: Ask) -> Picture:
    """A line a system, the largest gap first."""
    groups = read(connection, ask)
    result = METRIC.of(groups, ask.params())
    rows = [row for row in result.rows if row["pattern"] == GAP and row["value"] is not None]
    if not rows:
        return Picture(TITLE, needs=NEEDS)
    for row in rows:
        row["said"] = series_of(row)
    names, behind, lines = series(rows), items(groups), []
    for system in dict.fromkeys(row["system"] for row in rows):
        mine = [row for row in rows if row["system"] == system]
        marks = tuple(
            percent_mark(
                row, "value", names.index(row["said"]), f"{system}, {row['said']}",
                behind.get((system, GAP, row["paradigm"], row["by"]), ()),
            )
            for row in mine
        )  # fmt: skip
        lines.append(Line(system, marks, n_of(mine)))
    subtitle = told(
        tr(
            "The overall figure in EBS-AOS less that in ABS-AOS, with 95 % intervals bootstrapped by item and paired: a"
            " small gap is a stable system."
        ),
        printed_figures.gold(result.gold),
    )
    axis = around((m for line in lines for m in line.marks), 0.0, 0.2, 0.05, kind="percent")
    guides = ((0.0, tr("no gap")),) if axis.low < 0 else ()
    return Picture(TITLE, subtitle, Rows(axis, tuple(lines), guides), plain(rows, COLUMNS), shown(names, rows))


CHART = Chart("kgds-gap", TITLE, GROUP, 2, build, CHIPS, about=SCHEMES, intervals=printed_figures.OVER_ITEMS)
