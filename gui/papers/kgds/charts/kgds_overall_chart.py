"""The overall figure of each system in tiers, in one pattern or over both (KGDS, figures 6, 8 and 9)."""

from __future__ import annotations

from typing import Any

from galley.core.papers.kgds.metrics.kgds_tiers import BOTH, METRIC
from galley.gui.charts import printed_figures
from galley.gui.charts.base import Ask, Chart, Line, Picture, Rows
from galley.gui.charts.chart_marks import around, n_of, told
from galley.gui.charts.chart_table import Column, plain
from galley.gui.language import tr
from galley.gui.papers.kgds.discussion_series import (
    CHIPS,
    EXTRACT,
    GROUP,
    NEEDS,
    PATTERN,
    SCHEMES,
    WRITTEN,
    items,
    percent_mark,
    read,
    series,
    series_of,
    shown,
)  # fmt: skip

TITLE = tr("Overall, in tiers")
PAGES = (EXTRACT, WRITTEN, BOTH)
COLUMNS = (
    Column("system", tr("System")),
    Column("said", tr("Series")),
    Column("tier", tr("Tier"), "count"),
    Column("n", "n", "count"),
    Column("value", tr("Overall"), "percent"),
    Column("value", "", "interval"),
)


def build(connection: Any, ask: Ask) -> Picture:
    """A line a system, the best of the first series first; the tiers are those of that series."""
    groups = read(connection, ask)
    result = METRIC.of(groups, ask.params())
    rows = [row for row in result.rows if row["pattern"] in PAGES]
    pages = [page for page in PAGES if any(r["pattern"] == page and r["value"] is not None for r in rows)]
    if not pages:
        return Picture(TITLE, needs=NEEDS)
    offered = {PATTERN[page]: page for page in pages}
    page = offered.get(ask.pair, pages[0])
    mine = [row for row in rows if row["pattern"] == page]
    for row in mine:
        row["said"] = series_of(row)
    names, behind = series(mine), items(groups)
    lines = []
    for system in dict.fromkeys(row["system"] for row in mine):
        own = [row for row in mine if row["system"] == system]
        marks = tuple(
            percent_mark(
                row, "value", names.index(row["said"]), f"{system}, {row['said']}",
                behind.get((system, page, row["paradigm"], row["by"]), ()),
            )
            for row in own
        )  # fmt: skip
        tier, note = own[0]["tier"], n_of(own)
        lines.append(Line(system, marks, tr("tier {number}, {note}", number=tier, note=note) if tier else note))
    what = {
        EXTRACT: tr("the F1 of the paragraphs and the recall of the opinions"),
        WRITTEN: tr("the F1 of the key facts and the recall of the opinions"),
        BOTH: tr("background and opinions, averaged over both patterns"),
    }[page]
    subtitle = told(
        tr(
            "{page}: the geometric mean of {what}, the mean over items with 95 % intervals bootstrapped by item. Tiers"
            " are the split into three with the least spread within.",
            page=PATTERN[page],
            what=what,
        ),
        printed_figures.gold(result.gold),
    )
    axis = around((m for line in lines for m in line.marks), 0.5, 0.8, kind="percent")
    return Picture(
        TITLE, subtitle, Rows(axis, tuple(lines)), plain(mine, COLUMNS), shown(names, mine), pairs=tuple(offered)
    )


CHART = Chart(
    "kgds-overall", TITLE, GROUP, 1, build, ("pair", *CHIPS), True, about=SCHEMES,
    intervals=printed_figures.OVER_ITEMS,
)
