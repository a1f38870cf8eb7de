"""Background against opinions over systems, in one pattern (KGDS, figures 4 and 5)."""

from __future__ import annotations

from typing import Any

import numpy as np

from galley.core.metrics.base import Row
from galley.core.papers.kgds.discussion_figures import DiscussionGroup
from galley.core.papers.kgds.metrics.correlation import METRIC
from galley.core.papers.kgds.metrics.scores import METRIC as FIGURES
from galley.core.storage.connection import Connection
from galley.gui.charts import printed_figures
from galley.gui.charts.base import Chart, ChartRequest, Mark, Picture, Plane, Point
from galley.gui.charts.chart_marks import around, join_sentences, mark
from galley.gui.charts.chart_table import ChartColumn, plain
from galley.gui.papers.kgds.discussion_series import (
    CHIPS,
    EXTRACT,
    GROUP,
    NEEDS,
    SCHEMES,
    leads,
    one_page,
    read,
)
from galley.gui.translation import tr

TITLE = tr("Background and opinions")
LABELLED = 24
"""More points than this are named by the tooltip and the table only."""
COLUMNS = (
    ChartColumn("system", tr("System")),
    ChartColumn("n", "n", "count"),
    ChartColumn("f1", tr("Background F1"), "percent"),
    ChartColumn("f1", "", "interval"),
    ChartColumn("cao", tr("Opinion recall"), "percent"),
    ChartColumn("cao", "", "interval"),
)


def build(connection: Connection, ask: ChartRequest) -> Picture:
    """A point a system, the line through them, and the coefficients; one pattern and series at a time."""
    groups = read(connection, ask)
    rows = FIGURES.of(groups, ask.params()).rows
    whole = [row for row in rows if row["f1"] is not None and row["cao"] is not None]
    page_name, offered, page_rows = one_page(whole, ask.pair)
    if not offered:
        return Picture(TITLE, needs=NEEDS)
    page_rows, page = leads(page_rows, groups), page_rows[0]["pattern"]
    points = tuple(_point(row, len(page_rows) <= LABELLED) for row in page_rows)
    background = tr("F1 of the paragraphs") if page == EXTRACT else tr("F1 of the key facts")
    x = around((Mark(v) for p in points for v in (p.x, p.x_low, p.x_high)), 0.4, 0.6, title=background, kind="percent")
    y = around((p.mark for p in points), 0.4, 0.6, title=tr("Recall of the opinions"), kind="percent")
    coefficients = _coefficient_words(groups, page, page_rows[0], ask)
    title = tr(
        "{background} and recall of the opinions over {n:,} systems: {coefficient}", background=background,
        n=len(page_rows), coefficient=coefficients.partition(";")[0],
    )  # fmt: skip
    subtitle = join_sentences(
        tr("{page}: a point a system, with 95 % intervals bootstrapped by item.", page=page_name),
        f"{coefficients}.",
        printed_figures.gold(ask.params().gold),
    )
    drawing = Plane(x, y, points, (), _line(page_rows))
    return Picture(title, subtitle, drawing, plain(page_rows, COLUMNS), pairs=offered)


def _point(row: Row, labelled: bool) -> Point:
    who = tr("{system}, recall of the opinions", system=row["system"])
    point_mark = mark({**row, "n": row["cao_n"], "name": TITLE}, "cao", 0, who, "percent")
    return Point(row["f1"], point_mark, row["f1_low"], row["f1_high"], row["system"] if labelled else "")


def _coefficient_words(groups: list[DiscussionGroup], page: str, first: Row, ask: ChartRequest) -> str:
    """The coefficients over the systems of a page in words."""
    judge = first["judge"] if first["by"] == "judge" else ""
    page_key = (page, first["paradigm"], first["by"], judge)
    page_groups = [group for group in groups if (group.pattern, group.paradigm, group.by, group.judge) == page_key]
    parts = []
    for row in METRIC.of(page_groups, ask.params()).rows:
        if row["value"] is None:
            return str(row["why"]).rstrip(".").replace("Undefined", tr("The correlation is undefined"))
        name, value = row["coefficient"].capitalize(), printed_figures.number(row["value"])
        spread, p = printed_figures.spread(row["low"], row["high"]), printed_figures.format_p(row["p"])
        parts.append(f"{name} {value}{spread}, {p}")
    return "; ".join(parts)


def _line(rows: list[Row]) -> Any:
    """The straight line through the points, cut off at the ends of the points."""
    x, y = (np.array([row[key] for row in rows]) for key in ("f1", "cao"))
    if len(rows) < 3 or np.ptp(x) == 0:
        return ()
    slope, start = np.polyfit(x, y, 1)
    ends = [float(x.min()), float(x.max())]
    return (((ends[0], float(start + slope * ends[0])), (ends[1], float(start + slope * ends[1])), ""),)


CHART = Chart(
    "kgds-correlation",
    TITLE,
    GROUP,
    16,
    build,
    ("pair", *CHIPS),
    True,
    about=SCHEMES,
    intervals=printed_figures.OVER_ITEMS,
)
