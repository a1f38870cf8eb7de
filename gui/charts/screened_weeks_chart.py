"""A screened corpus week by week: what the judge says of all summaries beside what holds."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from galley.core.metrics.registry import compute
from galley.core.storage.connection import Connection
from galley.gui.charts import printed_figures
from galley.gui.charts.base import Axis, Chart, ChartRequest, Curve, Mark, Picture, Plane, Point, RowLine, Rows
from galley.gui.charts.chart_marks import around, criteria, join_sentences, mark, n_of, name_of, pages
from galley.gui.charts.chart_table import ChartColumn, plain
from galley.gui.charts.chart_words import describe_figures, share
from galley.gui.translation import tr

TITLE = tr("A screened corpus: the judge's rate and the corrected rate")
SERIES = (tr("corrected"), tr("what the judge says"))
KEYS = ("value", "says")
WEEK = 7 * 24 * 3600.0
COLUMNS = (
    ChartColumn("name", tr("Criterion")),
    ChartColumn("judge", tr("Judge")),
    ChartColumn("where", tr("System")),
    ChartColumn("when", tr("Week")),
    ChartColumn("summaries", tr("summaries"), "count"),
    ChartColumn("says", tr("Judge"), "percent"),
    ChartColumn("n", tr("reviewed"), "count"),
    ChartColumn("value", tr("Estimate"), "percent"),
    ChartColumn("value", "", "interval"),
    ChartColumn("change", tr("Change"), "percent"),
    ChartColumn("p_holm", "p", "number"),
)


def build(connection: Connection, ask: ChartRequest) -> Picture:
    """The criterion that is chosen, else the first: over the weeks where there are several, else by system. The table
    has all of them."""
    result = compute("screened", connection, ask.params())
    if not result.rows:
        return Picture(TITLE, needs=tr("This chart needs a corpus that was screened into this project."))
    criterion_names = criteria(connection)
    for row in result.rows:
        row["name"] = name_of(criterion_names, row)
        row["where"], row["when"] = row["system"] or tr("all"), row["week"] or tr("all")
    first = next(iter(pages(result.rows).values()))
    judge_rows = [row for row in first if row["judge"] == first[0]["judge"]]
    weeks = [row for row in judge_rows if row["week"] and row["system"] is None]
    documents = judge_rows[0]["summaries"]
    subtitle = join_sentences(
        tr(
            "“{criterion}” over all {documents:,} screened summaries: the share of units that the judge flags, and "
            "the share that is wrong, estimated from a reviewed sample, with its interval.",
            criterion=judge_rows[0]["name"],
            documents=documents,
        ),
        printed_figures.gold(result.gold),
        str(judge_rows[0]["why"] or ""),
    )
    drawing = _weeks(weeks) if len(weeks) > 1 else _systems([row for row in judge_rows if not row["week"]])
    whole = next((row for row in judge_rows if not row["week"] and row["system"] is None), judge_rows[0])
    title = describe_figures(
        tr("“{criterion}” in the screened corpus, corrected by the reviews", criterion=whole["name"]),
        [whole], ("judge",),
    ) or tr(
        "“{criterion}”: {judge} flags {share} of the screened units; not corrected yet",
        criterion=whole["name"], judge=whole["judge"], share=share(whole["says"] or 0.0),
    )  # fmt: skip
    return Picture(title, subtitle, drawing, plain(result.rows, COLUMNS), SERIES)


def _marks(row: Any) -> tuple[Mark, ...]:
    """What holds and what is said; nothing lies behind them, for most of the corpus is not in the project."""
    who = f"{row['name']}, {row['where']}, {row['when']}"
    every = (mark(row, key, at, f"{who}, {SERIES[at]}", "percent") for at, key in enumerate(KEYS))
    return tuple(replace(m, row=None) for m in every)


def _systems(rows: list[Any]) -> Rows:
    lines = tuple(RowLine(row["where"], _marks(row), n_of([row])) for row in rows)
    return Rows(around((m for line in lines for m in line.marks), 0.0, 0.1, 0.05, kind="percent"), lines)


def _weeks(rows: list[Any]) -> Plane:
    days = [datetime.strptime(f"{row['week']}-1", "%G-W%V-%u").replace(tzinfo=UTC).timestamp() for row in rows]
    marks = [_marks(row) for row in rows]
    curves, points = [], []
    for at in range(len(KEYS)):
        week_marks = [
            (x, row_marks[at]) for x, row_marks in zip(days, marks, strict=True) if row_marks[at].value is not None
        ]
        if not week_marks:
            continue
        x, y = tuple(x for x, _ in week_marks), tuple(float(m.value or 0) for _, m in week_marks)
        curves.append(Curve(x, y, series=at, label="", marks=tuple(m for _, m in week_marks)))
        points += [Point(x, m, label=SERIES[at] if x == week_marks[-1][0] else "") for x, m in week_marks]
    axis = around((m for row_marks in marks for m in row_marks), 0.0, 0.1, 0.05, kind="percent")
    return Plane(Axis(days[0] - WEEK / 2, days[-1] + WEEK, "", "time"), axis, tuple(points), tuple(curves))


CHART = Chart(
    "screened-weeks", tr("Screened corpus"), tr("Rates and samples"), 7, build,
    ("scheme", "criterion", "judge", "system", "gold", "only-gold"), weighs=True,
)  # fmt: skip
