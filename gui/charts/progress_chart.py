"""How far each reviewer is: finished items by the number of decisions."""

from __future__ import annotations

from typing import Any

from galley.core.domain import NO_ANNOTATOR
from galley.core.review import queue_totals
from galley.core.storage.connection import Connection
from galley.core.storage.queries import activity
from galley.gui.charts import printed_figures
from galley.gui.charts._answer_times import format_local_time, read_answer_minutes
from galley.gui.charts.base import Axis, Chart, ChartRequest, Mark, Picture
from galley.gui.charts.chart_table import ChartColumn, plain
from galley.gui.charts.drawing_kinds import Dot, Field, LineTrace
from galley.gui.translation import tr, tr_n

POINTS = 200
"""A curve has about so many points, however many minutes there are."""
TITLE = tr("Review progress")
COLUMNS = (
    ChartColumn("reviewer", tr("Reviewer")),
    ChartColumn("finished", tr("finished items"), "count"),
    ChartColumn("items", tr("of items"), "count"),
    ChartColumn("share", tr("Share"), "percent"),
    ChartColumn("since", tr("First finish")),
    ChartColumn("when", tr("Last finish")),
)


def build(connection: Connection, ask: ChartRequest) -> Picture:
    """A step curve a reviewer, up to the number of items."""
    finishes = [
        finish for finish in activity.finishes(connection) if not ask.annotators or finish.reviewer in ask.annotators
    ]
    if not finishes:
        return Picture(
            TITLE, needs=tr("This chart needs finished items: press F in Review when you are done with one.")
        )
    items = queue_totals.totals(connection, NO_ANNOTATOR).items
    curves, points = [], []
    rows: list[dict[str, Any]] = []
    decisions = read_answer_minutes(connection, ChartRequest(annotators=ask.annotators))
    for reviewer in dict.fromkeys(finish.reviewer for finish in finishes):
        reviewer_finishes = [finish for finish in finishes if finish.reviewer == reviewer]
        counts = [(minute.at, sum(minute[2:])) for minute in decisions if minute.reviewer == reviewer]
        at, done, decided = ask.every_human.index(reviewer), 0, 0
        x, y = [0.0], [0.0]
        marks = [Mark(0.0, series=at, words=tr("{reviewer}: 0 items", reviewer=reviewer))]
        step = max(1, len(reviewer_finishes) // POINTS)
        for number, finish in enumerate(reviewer_finishes, 1):
            done += finish.items
            while counts and counts[0][0] <= finish.at:
                decided += counts.pop(0)[1]
            if number % step and number < len(reviewer_finishes):
                continue
            x.append(float(decided + done))
            y.append(float(done))
            words = tr(
                "{reviewer}: {done:,} of {of:,} items with {decisions:,} decisions, by {moment}",
                reviewer=reviewer,
                done=done,
                of=items,
                decisions=decided + done,
                moment=format_local_time(finish.at),
            )
            upto = {"reviewer": reviewer, "actions": ("finish",), "until": finish.at}
            marks.append(Mark(float(done), series=at, row=upto, words=words))
        row: dict[str, Any] = {"reviewer": reviewer, "finished": done, "items": items, "share": done / items}
        row |= {
            "since": format_local_time(reviewer_finishes[0].at),
            "when": format_local_time(reviewer_finishes[-1].at),
            "actions": ("finish",),
        }
        rows.append(row)
        label = f"{reviewer}, {printed_figures.count(done)}"
        curves.append(LineTrace(tuple(x), tuple(y), series=at, label=label, step=True, marks=tuple(marks)))
        words = tr("{reviewer}: {done:,} of {of:,} items", reviewer=reviewer, done=done, of=items)
        points.append(Dot(x[-1], Mark(float(done), series=at, row=row, words=words)))
    most_decisions = max(curve.x[-1] for curve in curves) * 1.04
    guide = ((0.0, float(items)), (most_decisions, float(items)), tr("all items"))
    drawing = Field(
        Axis(0, most_decisions, tr("decisions"), "count"), Axis(0, items * 1.04, tr("finished items"), "count"),
        tuple(points), tuple(curves), (guide,),
    )  # fmt: skip
    subtitle = tr(
        "Items that each reviewer has finished, of {count:,}, by the number of decisions (finishing an item is one). An"
        " item that was opened again is not counted.",
        count=items,
    )
    title = tr_n(
        "{who} has finished {done} of {of:,} items", "{n:,} reviewers have finished {done} of {of:,} items each",
        len(rows), who=rows[0]["reviewer"], done=printed_figures.span(row["finished"] for row in rows), of=items,
    )  # fmt: skip
    return Picture(title, subtitle, drawing, plain(rows, COLUMNS), ask.every_human)


CHART = Chart(
    "progress",
    tr("Progress and pace"),
    tr("Rates and samples"),
    4,
    build,
    ("people",),
    views=(("progress", tr("Progress")), ("decisions", tr("Accepted")), ("decisions-time", tr("Over time"))),
)
