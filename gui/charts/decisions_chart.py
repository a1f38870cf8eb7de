"""How often each reviewer accepts what judges flag, and how often not."""

from __future__ import annotations

from collections import Counter

from galley.core.project.reading_access import Reader
from galley.core.stats.intervals import proportion
from galley.gui.charts import printed_figures
from galley.gui.charts._work import NEEDS, answers
from galley.gui.charts.base import Ask
from galley.gui.charts.chart_table import ChartColumn
from galley.gui.charts.decisions_time_chart import finding
from galley.gui.charts.declaration import Given, Intervals, declared
from galley.gui.language import tr


def _rows(connection: Reader, ask: Ask, given: Given) -> Given:
    total: dict[str, Counter[str]] = {}
    for each in answers(connection, ask):
        mine = total.setdefault(each.reviewer, Counter())
        mine.update(accepted=each.accepted, overridden=each.overridden, unsure=each.unsure, added=each.added)
    for reviewer, counts in total.items():
        n = counts["accepted"] + counts["overridden"]
        share = proportion(counts["accepted"], n, empty=tr("this reviewer has neither accepted nor overridden a flag"))
        figures = {"value": share.value, "low": share.low, "high": share.high, "why": share.why}
        given.rows.append({"reviewer": reviewer, "n": n, **counts, **figures, "actions": ("accept", "override")})
    given.title = finding(given.rows)
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
        ChartColumn("reviewer", tr("Reviewer")),
        ChartColumn("n", tr("decided"), "count"),
        ChartColumn("accepted", tr("accepted"), "count"),
        ChartColumn("overridden", tr("overridden"), "count"),
        ChartColumn("unsure", tr("unsure"), "count"),
        ChartColumn("added", tr("added"), "count"),
        ChartColumn("value", tr("Accepted"), "percent"),
        ChartColumn("value", "", "interval"),
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
