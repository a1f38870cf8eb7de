"""How often each reviewer accepts what judges flag, and how often not."""

from __future__ import annotations

from collections import Counter
from typing import Any

from galley.core.stats.intervals import proportion
from galley.gui.charts import printed_figures
from galley.gui.charts._work import NEEDS, answers
from galley.gui.charts.base import Ask, Chart, Line, Picture, Rows
from galley.gui.charts.chart_marks import around, mark
from galley.gui.charts.chart_table import Column, plain
from galley.gui.language import tr

TITLE = tr("Accept and override, per reviewer")
COLUMNS = (
    Column("reviewer", tr("Reviewer")),
    Column("n", tr("decided"), "count"),
    Column("accepted", tr("accepted"), "count"),
    Column("overridden", tr("overridden"), "count"),
    Column("unsure", tr("unsure"), "count"),
    Column("added", tr("added"), "count"),
    Column("value", tr("Accepted"), "percent"),
    Column("value", "", "interval"),
)


def build(connection: Any, ask: Ask) -> Picture:
    """A line a reviewer."""
    total: dict[str, Counter[str]] = {}
    for each in answers(connection, ask):
        mine = total.setdefault(each.reviewer, Counter())
        mine.update(accepted=each.accepted, overridden=each.overridden, unsure=each.unsure, added=each.added)
    if not total:
        return Picture(TITLE, needs=NEEDS)
    rows: list[dict[str, Any]] = []
    for reviewer, counts in total.items():
        n = counts["accepted"] + counts["overridden"]
        share = proportion(counts["accepted"], n, empty=tr("this reviewer has neither accepted nor overridden a flag"))
        rows.append(
            {"reviewer": reviewer, "n": n, **counts, "value": share.value, "low": share.low, "high": share.high}
        )
        rows[-1] |= {"why": share.why, "actions": ("accept", "override")}
    lines = tuple(
        Line(r["reviewer"], (mark(r, "value", 0, r["reviewer"], "percent"),), f"n = {r['n']:,}") for r in rows
    )
    subtitle = tr(
        "The share of decided flags that each reviewer accepted, with 95 % Wilson intervals. Flags on which a reviewer"
        " is unsure, and errors that were added, are in the table only; decisions that were undone count nowhere."
    )
    axis = around((m for line in lines for m in line.marks), 0.0, 1.0, 0.2, kind="percent")
    return Picture(TITLE, subtitle, Rows(axis, lines), plain(rows, COLUMNS))


CHART = Chart(
    "decisions",
    tr("Accept and override"),
    tr("Work"),
    2,
    build,
    ("scheme", "criterion", "people", "system", "source", "split"),
    intervals=printed_figures.OVER_FLAGS,
)
