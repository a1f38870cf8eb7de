"""The share of accepted flags after each number of decisions, reviewer by reviewer."""

from __future__ import annotations

from typing import Any

from galley.core.stats.intervals import wilson
from galley.core.storage.connection import Connection
from galley.gui.charts import printed_figures
from galley.gui.charts._answer_times import NEEDS, format_local_time, read_answer_minutes
from galley.gui.charts.base import Axis, Chart, ChartRequest, Mark, Picture
from galley.gui.charts.chart_table import ChartColumn, plain
from galley.gui.charts.chart_words import RANKED, count_words, describe_figures, fold_details, share
from galley.gui.charts.drawing_kinds import FEW, Dot, Field, LineTrace
from galley.gui.translation import tr

TITLE = tr("Accept and override, decision by decision")
POINTS = 200
"""A curve has about this many points."""
COLUMNS = (
    ChartColumn("reviewer", tr("Reviewer")),
    ChartColumn("when", tr("Until")),
    ChartColumn("n", tr("decided"), "count"),
    ChartColumn("accepted", tr("accepted"), "count"),
    ChartColumn("value", tr("Accepted"), "percent"),
    ChartColumn("value", "", "interval"),
)


def build(connection: Connection, ask: ChartRequest) -> Picture:
    """A curve a reviewer over the number of decisions; the table has the last point of each."""
    minutes = [minute for minute in read_answer_minutes(connection, ask) if minute.accept_count + minute.override_count]
    if not minutes:
        return Picture(TITLE, needs=NEEDS)
    series = ask.every_human
    curves, points, rows = [], [], []
    for reviewer in dict.fromkeys(minute.reviewer for minute in minutes):
        reviewer_minutes = [minute for minute in minutes if minute.reviewer == reviewer]
        accepted = decided = 0
        way: list[tuple[float, float, float, float]] = []
        marks: list[Mark] = []
        at = series.index(reviewer)
        step = max(1, len(reviewer_minutes) // POINTS)
        for number, minute in enumerate(reviewer_minutes, 1):
            accepted, decided = accepted + minute.accept_count, decided + minute.accept_count + minute.override_count
            # of fewer the share jumps from end to end and says nothing
            if number == len(reviewer_minutes) or (number % step == 0 and decided >= FEW):
                way.append((float(decided), accepted / decided, *wilson(accepted, decided)))
                words = tr(
                    "{reviewer}: {share} of {count:,} flags accepted by {moment}",
                    reviewer=reviewer,
                    share=share(accepted / decided),
                    count=decided,
                    moment=format_local_time(minute.at),
                )
                upto = {"reviewer": reviewer, "actions": ("accept", "override"), "until": minute.at}
                marks.append(Mark(accepted / decided, *way[-1][2:], at, "", upto, words))
        x, y, low, high = (tuple(column) for column in zip(*way, strict=True))
        row = {
            "reviewer": reviewer,
            "when": format_local_time(reviewer_minutes[-1].at),
            "n": decided,
            "accepted": accepted,
        }
        row |= {"value": y[-1], "low": low[-1], "high": high[-1], "actions": ("accept", "override")}
        rows.append(row)
        curves.append(LineTrace(x, y, low, high, at, reviewer, marks=tuple(marks)))
        words = tr(
            "{reviewer}: {share} of {count:,} flags accepted", reviewer=reviewer, share=share(y[-1]), count=decided
        )
        points.append(Dot(x[-1], Mark(y[-1], None, None, at, "", row, words), hollow=decided < FEW))
    subtitle = fold_details(
        tr("The share of accepted flags among those that a reviewer had accepted or overridden by then."),
        tr(
            "95 % Wilson intervals begin at the fifth flag. If a curve never moves, the reviewer may not be checking "
            "the flags."
        ),
    )
    most = max(curve.x[-1] for curve in curves)
    drawing = Field(
        Axis(0, most * 1.04, tr("flags decided"), "count"),
        Axis(0, 1, tr("accepted"), "percent"),
        tuple(points),
        tuple(curves),
    )
    return Picture(finding(rows) or TITLE, subtitle, drawing, plain(rows, COLUMNS), series)


def finding(rows: list[dict[str, Any]]) -> str:
    """Who accepts most and who least, where their intervals are apart; of one person, how much."""
    fair = sorted((row for row in rows if row["n"] >= FEW), key=lambda row: -row["value"])
    if not fair:
        return ""
    most, least = fair[0], fair[-1]
    if min(row["n"] for row in (most, least)) < RANKED:
        row = max(fair, key=lambda row: int(row["n"]))
        figure = count_words(row["accepted"], row["n"], row["low"], row["high"])
        return tr("{who} accepted {count} flags", who=row["reviewer"], count=figure)
    if len(fair) == 1 or most["low"] > least["high"]:
        return describe_figures(tr("Accepted flags"), fair[:1] + fair[1:][-1:], ("reviewer",))
    return tr(
        "All reviewers accept a similar share of the flags: {less} to {share}, n = {n}", less=share(least["value"]),
        share=share(most["value"]), n=printed_figures.span(row["n"] for row in fair),
    )  # fmt: skip


CHART = Chart(
    "decisions-time",
    tr("Decisions over time"),
    tr("Rates and samples"),
    5,
    build,
    ("scheme", "criterion", "people", "system", "source", "split"),
    intervals=printed_figures.OVER_FLAGS,
)
