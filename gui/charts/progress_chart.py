"""How far each reviewer is: finished items as time goes."""

from __future__ import annotations

from typing import Any

from galley.core.review import activity, queue_totals
from galley.core.storage.read_connection import Reader
from galley.gui.charts import printed_figures
from galley.gui.charts._answer_times import format_local_time, to_epoch_seconds
from galley.gui.charts.base import Axis, Chart, ChartRequest, Mark, Picture
from galley.gui.charts.chart_table import ChartColumn, plain
from galley.gui.charts.drawing_kinds import Dot, Field, LineTrace
from galley.gui.translation import tr

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


def build(connection: Reader, ask: ChartRequest) -> Picture:
    """A step curve a reviewer, up to the number of items."""
    finishes = [
        finish for finish in activity.finishes(connection) if not ask.annotators or finish.reviewer in ask.annotators
    ]
    if not finishes:
        return Picture(
            TITLE, needs=tr("This chart needs finished items: press F in Review when you are done with one.")
        )
    items = queue_totals.totals(connection, 0).items
    curves, points = [], []
    rows: list[dict[str, Any]] = []
    start, end = to_epoch_seconds(finishes[0].at), max(to_epoch_seconds(finish.at) for finish in finishes)
    for reviewer in dict.fromkeys(finish.reviewer for finish in finishes):
        reviewer_finishes = [finish for finish in finishes if finish.reviewer == reviewer]
        done, x, y, marks = (
            0,
            [to_epoch_seconds(reviewer_finishes[0].at)],
            [0.0],
            [Mark(0.0, words=tr("{reviewer}: 0 items", reviewer=reviewer))],
        )
        at = ask.every_human.index(reviewer)
        step = max(1, len(reviewer_finishes) // POINTS)
        for number, finish in enumerate(reviewer_finishes, 1):
            done += finish.items
            if number % step and number < len(reviewer_finishes):
                continue
            x.append(to_epoch_seconds(finish.at) + 60)
            y.append(float(done))
            words = tr(
                "{reviewer}: {done:,} of {of:,} items by {moment}",
                reviewer=reviewer,
                done=done,
                of=items,
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
    room = max(120.0, (end - start) * 0.05)
    guide = ((start, float(items)), (end + room, float(items)), tr("all items"))
    drawing = Field(
        Axis(start, end + room, "", "time"), Axis(0, items * 1.04, tr("finished items"), "count"), tuple(points),
        tuple(curves), (guide,),
    )  # fmt: skip
    subtitle = tr(
        "Items that each reviewer has finished, of {count:,}. An item that was opened again is not counted.",
        count=items,
    )
    most = max(rows, key=lambda row: row["finished"])
    who, of = most["reviewer"], printed_figures.count(items)
    done_text = printed_figures.count(most["finished"])
    title = tr("{who} has finished {done} of {of} items", who=who, done=done_text, of=of)
    if sum(row["finished"] == most["finished"] for row in rows) > 1:
        title = TITLE
    elif len(rows) > 1:
        title = tr("{who} has finished most: {done} of {of} items", who=who, done=done_text, of=of)
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
