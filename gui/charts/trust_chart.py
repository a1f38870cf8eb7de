"""Each judge's record on each criterion: how many of its flags people found right."""

from __future__ import annotations

from dataclasses import replace

from galley.core.storage.connection import Connection
from galley.gui.charts import implicit_answers
from galley.gui.charts.base import ChartRequest
from galley.gui.charts.chart_table import ChartColumn
from galley.gui.charts.chart_words import count_words
from galley.gui.charts.declaration import ChartContent, Intervals, declare_chart, judges
from galley.gui.translation import tr

COLUMNS = (
    ChartColumn("name", tr("Criterion")),
    ChartColumn("judge", tr("Judge")),
    ChartColumn("n", tr("decided"), "count"),
    ChartColumn("right", tr("right"), "count"),
    ChartColumn("wrong", tr("wrong"), "count"),
    ChartColumn("open", tr("open"), "count"),
    ChartColumn("value", tr("Precision"), "percent"),
    ChartColumn("value", "", "interval"),
)
BIAS = (
    ChartColumn("shown_value", tr("Accepted, shown"), "percent"),
    ChartColumn("blind_value", tr("Accepted, blind"), "percent"),
    ChartColumn("bias", tr("Shown minus blind"), "points"),
    ChartColumn("bias", "", "interval"),
)
"""Where flags were decided before they were seen: how much more often shown ones are accepted."""


def _rows(connection: Connection, ask: ChartRequest, content: ChartContent) -> ChartContent:
    if not any(row["n"] for row in content.rows):
        return replace(content, rows=[])
    implicit_answers.name_levels(content.rows)
    for row in content.rows:
        row["outcome"] = "yes"
    has_blind = any(row.get("blind_n") for row in content.rows)
    row = max((row for row in content.rows if row["n"]), key=lambda row: int(row["n"]))
    title = tr(
        "{judge}: {count} flags on “{criterion}” were right",
        judge=row["judge"], count=count_words(row["right"], row["n"], row["low"], row["high"]), criterion=row["name"],
    )  # fmt: skip
    return replace(content, gold="majority", columns=(*COLUMNS, *BIAS) if has_blind else COLUMNS, title=title)


TRUST = Intervals(
    title=tr("Trust so far"),
    measure=tr("The share of each judge's flags that people found right, over all decisions so far."),
    needs=tr("This chart needs decided flags: accept or override some in Review."),
    metric="trust",
    metric_params={"gold": "gold"},
    rows=_rows,
    by="judge",
    series=judges,
    kind="percent",
    tells_gold=True,
    columns=COLUMNS,
)
CHART = declare_chart(
    "trust",
    tr("Trust so far"),
    tr("Judges"),
    3,
    TRUST,
    ("scheme", "criterion", "judge"),
    views=(("trust", tr("By criterion")), ("trust-curve", tr("Over time"))),
)
