"""How often each reviewer accepts what judges flag, and how often not."""

from __future__ import annotations

from collections import Counter
from typing import Any

from galley.core.stats.intervals import proportion
from galley.gui.charts import printed_figures
from galley.gui.charts._work import NEEDS, answers
from galley.gui.charts.base import Ask
from galley.gui.charts.chart_table import Column
from galley.gui.charts.declaration import Given, Intervals, declared
from galley.gui.language import tr


def _rows(connection: Any, ask: Ask, given: Given) -> Given:
    total: dict[str, Counter[str]] = {}
    for each in answers(connection, ask):
        mine = total.setdefault(each.reviewer, Counter())
        mine.update(accepted=each.accepted, overridden=each.overridden, unsure=each.unsure, added=each.added)
    for reviewer, counts in total.items():
        n = counts["accepted"] + counts["overridden"]
        share = proportion(counts["accepted"], n, empty=tr("this reviewer has neither accepted nor overridden a flag"))
        figures = {"value": share.value, "low": share.low, "high": share.high, "why": share.why}
        given.rows.append({"reviewer": reviewer, "n": n, **counts, **figures, "actions": ("accept", "override")})
    return given


DECISIONS = Intervals(
    title=tr("Accept and override, per reviewer"),
    measure=tr(
        "The share of decided flags that each reviewer accepted, with 95 % Wilson intervals. Flags on which a reviewer"
        " is unsure, and errors that were added, are in the table only; decisions that were undone count nowhere."
    ),
    needs=NEEDS,
    rows=_rows,
    line="reviewer",
    kind="percent",
    intervals=printed_figures.OVER_FLAGS,
    columns=(
        Column("reviewer", tr("Reviewer")),
        Column("n", tr("decided"), "count"),
        Column("accepted", tr("accepted"), "count"),
        Column("overridden", tr("overridden"), "count"),
        Column("unsure", tr("unsure"), "count"),
        Column("added", tr("added"), "count"),
        Column("value", tr("Accepted"), "percent"),
        Column("value", "", "interval"),
    ),
)
CHART = declared(
    "decisions",
    tr("Accept and override"),
    tr("Work"),
    2,
    DECISIONS,
    ("scheme", "criterion", "people", "system", "source", "split"),
    wants=("item", "decision"),
)
