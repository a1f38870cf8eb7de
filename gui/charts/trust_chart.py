"""Each judge's record on each criterion: how many of its flags people found right."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from galley.gui.charts.base import Ask
from galley.gui.charts.chart_table import Column
from galley.gui.charts.declaration import Given, Intervals, declared, judges
from galley.gui.language import tr

COLUMNS = (
    Column("name", tr("Criterion")),
    Column("judge", tr("Judge")),
    Column("n", tr("decided"), "count"),
    Column("right", tr("right"), "count"),
    Column("wrong", tr("wrong"), "count"),
    Column("open", tr("open"), "count"),
    Column("value", tr("Precision"), "percent"),
    Column("value", "", "interval"),
)
BIAS = (
    Column("shown_value", tr("Accepted, shown"), "percent"),
    Column("blind_value", tr("Accepted, blind"), "percent"),
    Column("bias", tr("Shown less blind"), "points"),
    Column("bias", "", "interval"),
)
"""Where flags were decided before they were seen: how much more often shown ones are accepted."""


def _rows(connection: Any, ask: Ask, given: Given) -> Given:
    if not any(row["n"] for row in given.rows):
        return replace(given, rows=[])
    for row in given.rows:
        row["outcome"] = "yes"
    told_blind = any(row.get("blind_n") for row in given.rows)
    return replace(given, gold="majority", columns=(*COLUMNS, *BIAS) if told_blind else COLUMNS)


TRUST = Intervals(
    title=tr("Trust so far"),
    measure=tr("The share of each judge's flags that people found right, over all decisions so far."),
    needs=tr("This chart needs decided flags: accept or override some in Review."),
    metric="trust",
    asked={"gold": "gold"},
    rows=_rows,
    by="judge",
    series=judges,
    kind="percent",
    tells_gold=True,
    columns=COLUMNS,
)
CHART = declared("trust", tr("Trust so far"), tr("Judges against people"), 4, TRUST, ("scheme", "criterion", "judge"))
