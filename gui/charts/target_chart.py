"""Review to a target: how narrow the interval of the error rate is, and how many more reviews make it as narrow as
wanted, with the judge and without."""

from __future__ import annotations

from typing import Any

from galley.core.metrics._estimate_history import find_question_with_most_errors
from galley.core.metrics._times import first_times, read_times
from galley.core.metrics.cell_arrays import CellReader
from galley.core.metrics.target_precision import PrecisionPath, Toward, toward
from galley.core.storage.connection import Connection
from galley.gui.charts import printed_figures
from galley.gui.charts.base import Axis, Chart, ChartRequest, Curve, Mark, Picture, Plane, Point
from galley.gui.charts.chart_marks import join_sentences
from galley.gui.charts.chart_table import EXACT, ChartColumn, ChartTable
from galley.gui.translation import tr

NAME = "target"
TITLE = tr("Review to a target")
NEEDS = tr("This chart needs a judge's verdicts and reviews of at least two items.")
COLUMNS = (
    ChartColumn("where", tr("System")),
    ChartColumn("n", tr("reviewed"), "count"),
    ChartColumn("value", tr("Error rate"), "percent"),
    ChartColumn("half", "±", "percent"),
    ChartColumn("value", "", "interval"),
    ChartColumn("more", tr("Still to review"), "count"),
    ChartColumn("alone", tr("Without the judge"), "count"),
    ChartColumn("naive", tr("Judge alone, uncorrected"), "percent"),
)


def build(connection: Connection, ask: ChartRequest) -> Picture:
    """One judge and criterion: those chosen, else the first judge and the criterion with most errors found."""
    reader = CellReader(connection, ask.params(target="project"))
    best = find_question_with_most_errors(reader)
    forecasts = toward(reader, *best, ask.points / 100, first_times(read_times(connection, ask.memory))) if best else []
    if best is None or not forecasts or forecasts[0].half is None:
        return Picture(TITLE, needs=NEEDS)
    question, first = best[0], forecasts[0]
    rows = tuple(_row(forecast) for forecast in forecasts)
    table = ChartTable(COLUMNS, rows, rows)
    if first.row["n"] == first.row["cells"]:
        return Picture(TITLE, needs=reviewed_words(question.name, first.row["value"]), table=table)
    title = tr(
        "“{criterion}”: {share} ± {half}, from {n:,} reviews",
        n=first.row["n"], criterion=question.name,
        share=printed_figures.percent(first.row["value"]), half=_points(first.half or 0.0),
    )  # fmt: skip
    subtitle = join_sentences(
        remaining_reviews_words(first, ask.points),
        tr(
            "The share of units with the error by {judge}'s verdicts, corrected by the {n:,} reviewed ones.",
            judge=first.row["judge"], n=first.row["n"],
        ),
        printed_figures.SideNote(
            tr("95 % intervals by source document, about this project. When all is reviewed there is none.")
        ),
        printed_figures.gold(reader.params.gold),
    )  # fmt: skip
    warning = first.row.get("scope", "") if first.is_drawn else str(first.row["why"] or "")
    drawing = _drawing(first, rows[0], ask.points)
    return Picture(title, subtitle, drawing, table, warning=warning)


def reviewed_words(criterion: str, share: float) -> str:
    """What is said of a criterion of which nothing is left to review: its share is known, not estimated."""
    return tr(
        "“{criterion}”: every judgement is reviewed: {share}", criterion=criterion, share=printed_figures.percent(share)
    )


def remaining_reviews_words(forecast: Toward, points: float) -> str:
    """How many more reviews it takes, in a sentence or two."""
    if forecast.more is None:
        return forecast.why
    if not forecast.more:
        words = tr("± {points:g} is reached.", points=points)
    elif forecast.alone:
        words = tr(
            "About {more:,} more reviews reach ± {points:g}; without the judge it would take {alone:,}.",
            more=forecast.more, points=points, alone=forecast.alone,
        )  # fmt: skip
    else:
        words = tr("About {more:,} more reviews reach ± {points:g}.", more=forecast.more, points=points)
    if forecast.is_drawn:
        return words
    return join_sentences(
        words, tr("This is an assumption: nothing was drawn at random yet, and unreviewed documents may differ.")
    )


def _row(forecast: Toward) -> dict[str, Any]:
    row = {**forecast.row, "where": forecast.system or tr("all"), "half": forecast.half}
    if row["n"] == row["cells"]:
        row[EXACT] = tr("exact: all is reviewed")
    return row | {"more": forecast.more, "alone": forecast.alone, "why": forecast.why or forecast.row["why"]}


def _points(half: float) -> str:
    return printed_figures.number(100 * half, 1)


def _drawing(forecast: Toward, row: dict[str, Any], points: float) -> Plane:
    target, reviewed_count, half = points / 100, float(forecast.row["n"]), forecast.half or 0.0
    marks = [Point(reviewed_count, _mark(half, row, tr("now: {n:,} reviewed", n=int(reviewed_count))), label=tr("now"))]
    for more, series, words in (
        (forecast.more, 0, tr("with the judge")), (forecast.alone, 1, tr("people only")),
    ):  # fmt: skip
        if more:
            at = tr("{n:,}, that is {more:,} more", n=int(reviewed_count) + more, more=more)
            marks.append(Point(reviewed_count + more, _mark(target, row, f"{words}: {at}", series), label=at))
    last = max((point.x for point in marks), default=reviewed_count)
    reach = max(min(1.2 * last, float(forecast.row["cells"])), last)
    most = 1.12 * reach  # room for the words at the end of the wanted width
    top = max(1.6 * half, 1.6 * target)
    curves = [
        _curve(path, reach, top, series, label)
        for path, series, label in (
            ((*(at for at in forecast.done if at[0] < reviewed_count), (reviewed_count, half)), 0, ""),
            (forecast.ahead, 0, ""),
            (forecast.without, 1, tr("people only")),
        )
    ]  # fmt: skip
    guide = ((0.0, target), (most, target), tr("wanted"))
    return Plane(
        Axis(0, most, tr("Reviews"), "count"), Axis(0, top, tr("Half the width of the interval"), "percent"),
        tuple(marks), tuple(curve for curve in curves if len(curve.x) > 1), (guide,),
    )  # fmt: skip


def _curve(path: PrecisionPath, most: float, top: float, series: int, label: str) -> Curve:
    points = [(x, y) for x, y in path if x <= most and y <= top]
    return Curve(tuple(x for x, _ in points), tuple(y for _, y in points), series=series, label=label)


def _mark(value: float, row: dict[str, Any], words: str, series: int = 0) -> Mark:
    return Mark(value, None, None, series, "", row, f"{words}, ± {_points(value)}")


CHART = Chart(NAME, TITLE, tr("Rates and samples"), 3, build, wants=("item", "judge", "person"), weighs=True)
