"""How often each reviewer accepts what judges flag, and how often not."""

from __future__ import annotations

from collections import Counter

from galley.core.stats.intervals import proportion
from galley.core.storage.connection import Connection
from galley.gui.charts import printed_figures
from galley.gui.charts._answer_times import NEEDS, read_answer_minutes
from galley.gui.charts.base import ChartRequest
from galley.gui.charts.chart_table import ChartColumn
from galley.gui.charts.decisions_time_chart import finding
from galley.gui.charts.declaration import ChartContent, Intervals, declare_chart
from galley.gui.translation import tr


def _rows(connection: Connection, ask: ChartRequest, content: ChartContent) -> ChartContent:
    total: dict[str, Counter[str]] = {}
    for minute in read_answer_minutes(connection, ask):
        reviewer_counts = total.setdefault(minute.reviewer, Counter())
        reviewer_counts.update(
            accepted=minute.accept_count,
            overridden=minute.override_count,
            unsure=minute.unsure_count,
            added=minute.add_count,
        )
    for reviewer, counts in total.items():
        n = counts["accepted"] + counts["overridden"]
        share = proportion(counts["accepted"], n, empty=tr("this reviewer has neither accepted nor overridden a flag"))
        figures = {"value": share.value, "low": share.low, "high": share.high, "why": share.why}
        content.rows.append({"reviewer": reviewer, "n": n, **counts, **figures, "actions": ("accept", "override")})
    content.title = finding(content.rows)
    return content


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
CHART = declare_chart(
    "decisions",
    tr("Accept and override"),
    tr("Judges"),
    9,
    DECISIONS,
    ("scheme", "criterion", "people", "system", "source", "split"),
    wants=("item", "decision"),
)
