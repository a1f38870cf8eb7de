"""The overall figure of each system in tiers, in one pattern or over both (KGDS, figures 6, 8 and 9)."""

from __future__ import annotations

from galley.core.papers.kgds.metrics.tiers import BOTH, METRIC
from galley.core.storage.connection import Connection
from galley.gui.charts import printed_figures
from galley.gui.charts.base import ChartRequest
from galley.gui.charts.chart_marks import n_of
from galley.gui.charts.chart_table import ChartColumn
from galley.gui.charts.declaration import ChartContent, Intervals, declare_chart
from galley.gui.papers.kgds.discussion_series import (
    CHIPS,
    EXTRACT,
    GROUP,
    NEEDS,
    PARADIGM,
    PATTERN,
    SCHEMES,
    WRITTEN,
    leads,
    legend_names,
    read,
    speaker,
)
from galley.gui.translation import tr

PAGES = {
    EXTRACT: tr("the F1 of the paragraphs and the recall of the opinions"),
    WRITTEN: tr("the F1 of the key facts and the recall of the opinions"),
    BOTH: tr("background and opinions, averaged over both patterns"),
}
"""The pages, and what the figure of each is the mean of."""


def _rows(connection: Connection, ask: ChartRequest, content: ChartContent) -> ChartContent:
    """The best of the first series first; the tiers are those of that series."""
    groups = read(connection, ask)
    result = METRIC.of(groups, ask.params())
    offered = {
        PATTERN[page]: page
        for page in PAGES
        if any(row["pattern"] == page and row["value"] is not None for row in result.rows)
    }
    if not offered:
        return content
    page = offered.get(ask.pair, next(iter(offered.values())))
    rows = leads((row for row in result.rows if row["pattern"] == page), groups)
    for row in rows:
        system_rows = [other for other in rows if other["system"] == row["system"]]
        if tier := system_rows[0]["tier"]:
            row["note"] = tr("tier {number}, {note}", number=tier, note=n_of(system_rows))
        row["plot"], row["speaks"] = PARADIGM.get(row["paradigm"], row["paradigm"]), speaker(row)
    names = tuple(dict.fromkeys(row["speaks"] for row in rows))
    return ChartContent(
        rows,
        gold=result.gold,
        series=names,
        legend=legend_names(names, rows),
        pages=tuple(offered),
        measure_values={"page": PATTERN[page], "what": PAGES[page]},
    )


OVERALL = Intervals(
    title=tr("Overall figure of the systems"),
    measure=tr(
        "{page}: the geometric mean of {what}, the mean over items with 95 % intervals bootstrapped by item. Tiers"
        " are the split into three with the least spread within."
    ),
    needs=NEEDS,
    rows=_rows,
    line="system",
    by="speaks",
    panel="plot",
    kind="percent",
    span=(0.5, 0.8, 0.1),
    tells_gold=True,
    intervals=printed_figures.OVER_ITEMS,
    columns=(
        ChartColumn("system", tr("System")),
        ChartColumn("said", tr("Series")),
        ChartColumn("tier", tr("Tier"), "count"),
        ChartColumn("n", "n", "count"),
        ChartColumn("value", tr("Overall"), "percent"),
        ChartColumn("value", "", "interval"),
    ),
)
CHART = declare_chart(
    "kgds-overall", tr("Overall, in tiers"), GROUP, 12, OVERALL, ("pair", *CHIPS), paged=True, about=SCHEMES
)
