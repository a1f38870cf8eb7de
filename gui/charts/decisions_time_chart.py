"""The share of accepted flags as it went, reviewer by reviewer."""

from __future__ import annotations

from typing import Any

from galley.core.stats.intervals import wilson
from galley.gui.charts import printed_figures
from galley.gui.charts._work import NEEDS, answers, local, seconds
from galley.gui.charts.base import Ask, Axis, Chart, Curve, Mark, Picture, Plane, Point
from galley.gui.charts.chart_table import Column, plain
from galley.gui.language import tr

TITLE = tr("Accept and override, over time")
POINTS = 200
"""A curve has about this many points."""
COLUMNS = (
    Column("reviewer", tr("Reviewer")),
    Column("when", tr("Until")),
    Column("n", tr("decided"), "count"),
    Column("accepted", tr("accepted"), "count"),
    Column("value", tr("Accepted"), "percent"),
    Column("value", "", "interval"),
)


def build(connection: Any, ask: Ask) -> Picture:
    """A curve a reviewer over the number of decisions; the table has the last point of each."""
    found = [each for each in answers(connection, ask) if each.accepted + each.overridden]
    if not found:
        return Picture(TITLE, needs=NEEDS)
    series = ask.every_human
    curves, points, rows = [], [], []
    for reviewer in dict.fromkeys(each.reviewer for each in found):
        mine = [each for each in found if each.reviewer == reviewer]
        accepted = decided = 0
        way: list[tuple[float, float, float, float]] = []
        marks: list[Mark] = []
        at = series.index(reviewer)
        step = max(1, len(mine) // POINTS)
        for number, each in enumerate(mine, 1):
            accepted, decided = accepted + each.accepted, decided + each.accepted + each.overridden
            if number % step == 0 or number == len(mine):
                way.append((seconds(each.at), accepted / decided, *wilson(accepted, decided)))
                words = tr(
                    "{reviewer}: {share:.0f} % of {count:,} flags accepted by {moment}",
                    reviewer=reviewer,
                    share=100 * accepted / decided,
                    count=decided,
                    moment=local(each.at),
                )
                upto = {"reviewer": reviewer, "actions": ("accept", "override"), "until": each.at}
                marks.append(Mark(accepted / decided, *way[-1][2:], at, "", upto, words))
        x, y, low, high = (tuple(column) for column in zip(*way, strict=True))
        row = {"reviewer": reviewer, "when": local(mine[-1].at), "n": decided, "accepted": accepted}
        row |= {"value": y[-1], "low": low[-1], "high": high[-1], "actions": ("accept", "override")}
        rows.append(row)
        curves.append(Curve(x, y, low, high, at, marks=tuple(marks)))
        words = tr(
            "{reviewer}: {share:.0f} % of {count:,} flags accepted", reviewer=reviewer, share=100 * y[-1], count=decided
        )
        points.append(Point(x[-1], Mark(y[-1], low[-1], high[-1], at, "", row, words), label=reviewer))
    first, last = min(c.x[0] for c in curves), max(c.x[-1] for c in curves)
    room = max(60.0, (last - first) * 0.12)
    subtitle = tr(
        "The share of flags accepted among all that a reviewer had accepted or overridden by then, with 95 % Wilson"
        " intervals. A curve that never moves may be a rubber stamp."
    )
    drawing = Plane(Axis(first, last + room, "", "time"), Axis(0, 1, "", "percent"), tuple(points), tuple(curves))
    return Picture(TITLE, subtitle, drawing, plain(rows, COLUMNS), series)


CHART = Chart(
    "decisions-time",
    tr("Over time"),
    tr("Work"),
    3,
    build,
    ("scheme", "criterion", "people", "system", "source", "split"),
    intervals=printed_figures.OVER_FLAGS,
)
