"""Precision against recall: a small field a criterion, the judges as shapes."""

from __future__ import annotations

from typing import Any

from galley.core.metrics.registry import compute
from galley.core.storage.connection import Connection
from galley.gui.charts import implicit_answers, printed_figures
from galley.gui.charts.base import Axis, Chart, ChartRequest, Picture
from galley.gui.charts.chart_marks import criteria, mark, name_of, needs, pages
from galley.gui.charts.chart_table import ChartColumn, plain
from galley.gui.charts.chart_words import compare_judges_words, describe_figures, fold_details
from galley.gui.charts.drawing_kinds import FEW, Dot, Field, LineTrace, Multiples
from galley.gui.translation import tr

TITLE = tr("Precision and recall")
COLUMNS = (
    ChartColumn("name", tr("Criterion")),
    ChartColumn("judge", tr("Judge")),
    ChartColumn("n", "n", "count"),
    ChartColumn("errors", tr("with the error"), "count"),
    ChartColumn("precision", tr("Precision"), "percent"),
    ChartColumn("precision", "", "interval"),
    ChartColumn("recall", tr("Recall"), "percent"),
    ChartColumn("recall", "", "interval"),
    ChartColumn("f1", "F1", "percent"),
    implicit_answers.COLUMN,
)
X, Y = (
    Axis(0, 1, tr("Recall"), "percent"),
    Axis(0, 1, tr("Precision"), "percent"),
)


def _equal(f1: float) -> LineTrace:
    """Where F1 is this; drawn by precision / recall, so that both ends are smooth."""
    slope = [(2 / f1 - 1) ** (k / 16 - 1) for k in range(33)]
    precision = tuple(f1 * (1 + ratio) / 2 for ratio in slope)
    recall = tuple(p / ratio for p, ratio in zip(precision, slope, strict=True))
    return LineTrace(recall, precision, series=-1, pale=True)


EQUAL = tuple(_equal(f1) for f1 in (0.2, 0.4, 0.6, 0.8))


def build(connection: Connection, ask: ChartRequest) -> Picture:
    """Points where both figures are defined; the table has the others too."""
    result = compute("detection", connection, ask.params(resamples=min(ask.resamples, 1)))
    if not result.rows:
        return Picture(
            TITLE, needs=needs(result, tr("This chart needs a judge's verdicts and gold on the same cells."))
        )
    criterion_names = criteria(connection)
    for row in result.rows:
        row["name"], row["errors"] = name_of(criterion_names, row), row["tp"] + row["fn"]
    implicit_answers.fill(result.rows)
    implicit_answers.name_levels(result.rows)
    table = plain(result.rows, COLUMNS, closing=result.layout.closing)
    by_level = [
        [row for row in rows if row["level"] == level]
        for rows in pages(result.rows).values()
        for level in ("unit", "summary")
    ]
    fields = [level_field for rows in by_level if (level_field := _field(rows, ask)) is not None]
    if not fields:
        needed = tr("This chart needs a criterion on which both a judge and gold have a yes.")
        return Picture(TITLE, needs=needed, table=table)
    points = tuple(point for field in fields for point in field.points)
    missing = len(result.rows) - len(points)
    subtitle = fold_details(
        tr(
            "Precision (of the flags, how many are right) against recall (of the errors, how many are found). n: units"
            " with the error by gold."
        ),
        tr("The pale curves join points of the same F1: 0.2, 0.4, 0.6, 0.8. A hollow mark has fewer than 5 units."),
        printed_figures.about(()),
        printed_figures.gold(result.gold),
        tr("{count} of {of} points are undefined, see the table.", count=missing, of=len(result.rows))
        if missing
        else "",
        printed_figures.left_out(result.left_out),
    )
    drawing = Multiples(X, Y, points, fields=tuple(fields))
    title = compare_judges_words(connection, ask, "f1", "F1") or _finding(result.rows)
    picture = Picture(title, subtitle, drawing, table, ask.every_judge)
    return implicit_answers.warn(picture, result.rows)


def _field(rows: list[dict[str, Any]], ask: ChartRequest) -> Field | None:
    """The field of a criterion; None where no judge has both figures."""
    defined_rows = [row for row in rows if row["precision"] is not None and row["recall"] is not None]
    if not defined_rows:
        return None
    points = tuple(
        Dot(
            row["recall"],
            mark(
                row,
                "precision",
                ask.every_judge.index(row["judge"]),
                tr(
                    "{criterion}, {judge}: recall {recall}, precision",
                    criterion=row["name"],
                    judge=row["judge"],
                    recall=printed_figures.percent(row["recall"]),
                ),
                "percent",
            ),
            row["recall_low"],
            row["recall_high"],
            row["judge"],
            hollow=row["errors"] < FEW,
        )
        for row in defined_rows
    )
    counts = sorted({row["errors"] for row in defined_rows})
    note = "–".join(dict.fromkeys(printed_figures.count(end) for end in (counts[0], counts[-1])))
    return Field(X, Y, points, EQUAL, heading=rows[0]["name"], note=f"n = {note}")


def _finding(rows: list[dict[str, Any]]) -> str:
    """What a judge alone reaches on the criterion with most errors."""
    fair = [row for row in rows if row["f1"] is not None and row["errors"] >= FEW]
    if not fair:
        return tr("Fewer than {few} errors by gold on any criterion", few=FEW)
    row = max(fair, key=lambda row: int(row["errors"]))
    if len({row["judge"] for row in fair}) > 1:
        judge_rows = [other for other in fair if other["name"] == row["name"]]
        return describe_figures(tr("F1 on “{criterion}”", criterion=row["name"]), judge_rows, ("judge",), "f1")
    words = {"judge": row["judge"], "criterion": row["name"], "found": row["tp"], "errors": row["errors"]}
    return tr("“{criterion}”: {judge} found {found:,} of {errors:,}", **words)


CHART = Chart("precision-recall", TITLE, tr("Judges"), 6, build)
