"""How each judge's record on one criterion changed from decision to decision."""

from __future__ import annotations

from typing import Any

from galley.core.metrics.registry import compute
from galley.gui.charts import printed_figures
from galley.gui.charts.base import Ask, Axis, Chart, Curve, Picture, Plane, Point
from galley.gui.charts.chart_marks import criteria, mark, name_of, pages, told
from galley.gui.charts.chart_table import Column, plain
from galley.gui.language import tr

TITLE = tr("Trust over the decisions")
COLUMNS = (
    Column("name", tr("Criterion")),
    Column("judge", tr("Judge")),
    Column("at", tr("When (UTC)")),
    Column("n", tr("decided"), "count"),
    Column("right", tr("right"), "count"),
    Column("value", tr("Precision"), "number"),
    Column("value", "", "interval"),
)


def build(connection: Any, ask: Ask) -> Picture:
    """The criterion that is chosen, else the one with most decisions; a curve a judge."""
    records = pages(compute("trust", connection, ask.params(gold="gold")).rows)
    most_decided = max(records.values(), key=lambda rows: sum(row["n"] for row in rows), default=[])
    if not any(row["n"] for row in most_decided):
        return Picture(TITLE, needs=tr("This chart needs decided flags: accept or override some in Review."))
    # The curve of one criterion only: those of all would take many times as long.
    one = {"schemes": (most_decided[0]["scheme"],), "criteria": (most_decided[0]["criterion"],)}
    group = compute("trust", connection, ask.params(gold="gold", by="time", **one)).rows
    known = criteria(connection)
    for row in group:
        row["name"], row["at"] = name_of(known, row), str(row["at"] or printed_figures.MISSING)[:19].replace("T", " ")
    curves, points = [], []
    for judge, end in _last(group).items():
        mine = [row for row in group if row["judge"] == judge]
        series = ask.every_judge.index(judge)
        columns = [tuple(float(row[key]) for row in mine) for key in ("n", "value", "low", "high")]
        marks = [mark({**row, "first": row["n"]}, "value", series, f"{row['name']}, {judge}") for row in mine]
        curves.append(Curve(columns[0], columns[1], columns[2], columns[3], series, marks=tuple(marks)))
        points.append(Point(end["n"], mark(end, "value", series, f"{end['name']}, {judge}"), label=judge))
    most = max(point.x for point in points)
    subtitle = told(
        tr(
            "The share of flags on “{criterion}” that people found right, after each decision.",
            criterion=group[0]["name"],
        ),
        printed_figures.about(()),
        tr("Choose another criterion above.") if len(records) > 1 and not ask.criteria else "",
    )
    drawing = Plane(
        Axis(0, most * 1.12, tr("Flags decided"), "count"), Axis(0, 1, tr("Found right")), tuple(points), tuple(curves)
    )
    ends = sorted(_last(group).values(), key=lambda row: row["judge"])
    return Picture(TITLE, subtitle, drawing, plain(ends, COLUMNS), ask.every_judge)


def _last(rows: list[Any]) -> dict[str, Any]:
    return {row["judge"]: row for row in rows}


CHART = Chart(
    "trust-curve", tr("Trust over time"), tr("Judges against people"), 5, build, ("scheme", "criterion", "judge")
)
