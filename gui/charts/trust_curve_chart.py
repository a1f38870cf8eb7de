"""How a judge's record on one criterion changed from decision to decision, beside the others'."""

from __future__ import annotations

from galley.core.metrics.registry import compute
from galley.core.storage.connection import Connection
from galley.gui.charts import implicit_answers, printed_figures
from galley.gui.charts.base import Axis, Chart, ChartRequest, Picture
from galley.gui.charts.chart_marks import criteria, mark, name_of, pages
from galley.gui.charts.chart_table import ChartColumn, plain
from galley.gui.charts.chart_words import count_words, fold_details
from galley.gui.charts.drawing_kinds import FEW, Dot, Field, LineTrace
from galley.gui.translation import tr

TITLE = tr("Trust over the decisions")
COLUMNS = (
    ChartColumn("name", tr("Criterion")),
    ChartColumn("judge", tr("Judge")),
    ChartColumn("said", tr("Last decision (UTC)")),
    ChartColumn("n", tr("decided"), "count"),
    ChartColumn("right", tr("right"), "count"),
    ChartColumn("value", tr("Found right"), "percent"),
    ChartColumn("value", "", "interval"),
    implicit_answers.COLUMN,
)


def build(connection: Connection, ask: ChartRequest) -> Picture:
    """The criterion that is chosen, else of those with times the one with most decisions; the judge that is chosen,
    else the one with most decided flags, in colour."""
    records = pages(compute("trust", connection, ask.params(gold="gold")).rows, "level")
    decided = [key for key, rows in records.items() if any(row["n"] for row in rows)]
    if not decided:
        return Picture(TITLE, needs=tr("This chart needs decided flags: accept or override some in Review."))
    # The curve of one criterion only: those of all would take many times as long.
    for scheme, criterion, level in sorted(decided, key=lambda key: -sum(row["n"] for row in records[key])):
        one = ask.params(gold="gold", by="time", schemes=(scheme,), criteria=(criterion,), level=level)
        group = compute("trust", connection, one).rows
        if any(row["at"] for row in group):
            break
    else:
        needs_text = tr("This chart needs decisions made in Review: imported decisions have no time.")
        return Picture(TITLE, needs=needs_text)
    criterion_names = criteria(connection)
    for row in group:
        row["name"] = name_of(criterion_names, row)
        row["said"] = str(row["at"] or printed_figures.MISSING)[:16].replace("T", " ")
    implicit_answers.fill(group)
    ends = {row["judge"]: row for row in group}
    judges = sorted(ends, key=lambda judge: -ends[judge]["n"])
    first = ask.pair if ask.pair in ends else judges[0]
    curves = []
    for judge in judges:
        judge_rows, series = [row for row in group if row["judge"] == judge], ask.every_judge.index(judge)
        x, y, low, high = (tuple(float(row[key]) for row in judge_rows) for key in ("n", "value", "low", "high"))
        about = f"{judge_rows[0]['name']}, {judge}"
        marks = tuple(mark({**row, "first": row["n"]}, "value", series, about, "percent") for row in judge_rows)
        bands = (low, high) if judge == first else ((), ())
        curves.append(LineTrace(x, y, *bands, series, judge, marks=marks, pale=judge != first))
    end_row = ends[first]
    series = ask.every_judge.index(first)
    point = mark(end_row, "value", series, f"{end_row['name']}, {first}", "percent")
    dot = Dot(end_row["n"], point, hollow=end_row["n"] < FEW)
    title = tr(
        "{judge}: {count} flags on “{criterion}” were right",
        judge=first,
        count=count_words(
            round(end_row["value"] * end_row["n"]), end_row["n"], end_row.get("low"), end_row.get("high")
        ),
        criterion=end_row["name"],
    )
    of_summaries = level == "summary" and any(key[:2] == (scheme, criterion) and key[2] == "unit" for key in records)
    subtitle = fold_details(
        tr("The share of flags that people found right, after each decision."),
        tr("The flags are of whole summaries.") if of_summaries else "",
        printed_figures.about(()),
    )
    across = Axis(0, max(row["n"] for row in ends.values()), tr("flags decided"), "count")
    drawing = Field(across, Axis(0, 1, tr("found right"), "percent"), (dot,), tuple(curves))
    table = plain([ends[judge] for judge in judges], COLUMNS)
    return Picture(title, subtitle, drawing, table, ask.every_judge, pairs=tuple(judges))


CHART = Chart(
    "trust-curve", tr("Trust over time"), tr("Judges"), 4, build,
    ("pair", "scheme", "criterion", "judge"), paged=True,
)  # fmt: skip
