"""How well a judge's confidences set errors apart: the ROC curve, with the area under it."""

from __future__ import annotations

from typing import Any

from galley.core.metrics.registry import close_table, compute
from galley.core.storage.connection import Connection
from galley.gui.charts import implicit_answers, printed_figures
from galley.gui.charts.base import Axis, Chart, ChartRequest, Curve, Mark, Picture, Plane
from galley.gui.charts.chart_marks import Row, join_sentences, needs
from galley.gui.charts.chart_table import ChartColumn, plain
from galley.gui.charts.chart_words import describe_figures
from galley.gui.charts.reliability_chart import CHIPS, NEEDS, choose_page, single_sample_note
from galley.gui.translation import tr

TITLE = tr("ROC curve")
_STEP = ("false_positive_rate", "true_positive_rate", "threshold")
COLUMNS = (
    ChartColumn("name", tr("Criterion")),
    ChartColumn("judge", tr("Judge")),
    ChartColumn("n", "n", "count"),
    ChartColumn("value", tr("Area"), "number"),
    ChartColumn("value", "", "interval"),
    ChartColumn("brier", tr("Brier score"), "number"),
    ChartColumn("error", tr("Calibration error"), "number"),
)


def build(connection: Connection, ask: ChartRequest) -> Picture:
    """A criterion a page, the one with most cells first; a curve a judge. The table has the areas."""
    result = compute("confidence", connection, ask.params())
    pages, page_rows = choose_page(connection, result.rows, ask)
    table = plain(page_rows, COLUMNS, closing=close_table("confidence", connection, page_rows))
    steps = compute("confidence", connection, ask.params(options=("view=roc",))).rows if page_rows else []
    curves = []
    for row in page_rows:
        same = ("scheme", "criterion", "judge", "level")
        judge_steps = [step for step in steps if all(step[key] == row[key] for key in same)]
        if judge_steps:
            series = ask.every_judge.index(row["judge"])
            line = [(0.0, 0.0, None), *(tuple(step[key] for key in _STEP) for step in judge_steps)]
            marks = tuple(_mark(row, series, step) for step in line)
            label = tr("{judge}, {area}", judge=row["judge"], area=printed_figures.number(row["value"]))
            x, y = (tuple(float(step[at]) for step in line) for at in (0, 1))
            curves.append(Curve(x, y, series=series, label=label, marks=marks))
    if not curves:
        return Picture(TITLE, needs=needs(result, NEEDS), table=table, pairs=pages)
    subtitle = join_sentences(
        tr("The share of the errors of “{criterion}” that are found, against the share of sound units that are flagged,"
           " as the threshold of the judge's confidence goes down.",
           criterion=page_rows[0]["name"]),
        tr("On the dashed line flags are random."),
        single_sample_note(result),
        printed_figures.about(()),
        printed_figures.gold(result.gold),
        printed_figures.left_out(result.left_out),
    )  # fmt: skip
    drawing = Plane(
        Axis(0, 1, tr("Sound units flagged"), "percent"), Axis(0, 1, tr("Errors found"), "percent"),
        (), tuple(curves), (((0.0, 0.0), (1.0, 1.0), ""),),
    )  # fmt: skip
    title = describe_figures(
        tr("Area under the ROC curve on “{criterion}”", criterion=page_rows[0]["name"]), page_rows, ("judge",),
        kind="number", guide=(0.5, tr("chance")),
    )  # fmt: skip
    picture = Picture(title, subtitle, drawing, table, ask.every_judge, pairs=pages)
    return implicit_answers.warn(picture, page_rows)


def _mark(row: Row, series: int, step: tuple[Any, ...]) -> Mark:
    wrong, hit, threshold = step
    share_words = tr("{found} of the errors found, {wrong} of the sound units flagged",
              found=printed_figures.percent(hit), wrong=printed_figures.percent(wrong))  # fmt: skip
    at = "" if threshold is None else tr("from {confidence} on", confidence=printed_figures.percent(threshold))
    return Mark(hit, None, None, series, "", row, ", ".join(part for part in (row["judge"], at, share_words) if part))


CHART = Chart("roc-curve", TITLE, tr("Judges"), 7, build, CHIPS, True)
