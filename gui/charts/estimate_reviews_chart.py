"""How the estimated error rate and its interval change as reviews come in."""

from __future__ import annotations

from typing import Any

from galley.core.domain import AnnotatorId
from galley.core.metrics import sampling_chances
from galley.core.metrics._estimate_history import estimate_by_review_count, find_question_with_most_errors
from galley.core.metrics._times import first_times, read_times
from galley.core.metrics.cell_arrays import CellQuestion, CellReader
from galley.core.storage.connection import Connection
from galley.gui.charts import printed_figures
from galley.gui.charts.base import Axis, Chart, ChartRequest, Mark, Picture
from galley.gui.charts.chart_table import ChartColumn, ChartTable
from galley.gui.charts.chart_words import ends, fold_details, share
from galley.gui.charts.drawing_kinds import FEW, Dot, Field, LineTrace
from galley.gui.charts.target_chart import reviewed_words
from galley.gui.translation import tr

TITLE = tr("Estimate over the reviews")
NEEDS = tr("This chart needs a judge's verdicts and reviews of at least two items.")
COLUMNS = (
    ChartColumn("criterion", tr("Criterion")),
    ChartColumn("judge", tr("Judge")),
    ChartColumn("n", tr("reviewed"), "count"),
    ChartColumn("value", tr("Estimate"), "percent"),
    ChartColumn("value", "", "interval"),
    ChartColumn("width", tr("wide"), "percent"),
    ChartColumn("naive", tr("Judge"), "percent"),
)


def build(connection: Connection, ask: ChartRequest) -> Picture:
    """One judge and criterion: those chosen, else the first judge and the criterion with most errors found."""
    reader = CellReader(connection, ask.params())
    times = first_times(read_times(connection, ask.memory))
    best = find_question_with_most_errors(reader)
    return _picture(reader, *best, times) if best is not None else Picture(TITLE, needs=NEEDS)


def _picture(reader: CellReader, question: CellQuestion, judge: AnnotatorId, times: dict[int, int]) -> Picture:
    cells = reader.cells(question, [judge], with_gold=True)
    chances = sampling_chances.chances(reader, cells, judge)
    name = reader.annotator(judge).name
    rows: list[dict[str, Any]] = []
    for items, estimate in estimate_by_review_count(reader, cells, judge, chances, times):
        low_end, high_end = estimate.corrected_rate.low or 0.0, estimate.corrected_rate.high or 0.0
        row = {
            "criterion": question.name,
            "judge": name,
            "n": estimate.corrected_rate.n,
            "value": estimate.corrected_rate.value,
        }
        row |= {
            "low": low_end,
            "high": high_end,
            "width": high_end - low_end,
            "naive": estimate.judge.value,
            "items": items,
        }
        rows.append(row | {"why": estimate.why})
    if not rows:
        return Picture(TITLE, needs=NEEDS)
    x, y, low, high = (tuple(float(row[key]) for row in rows) for key in ("n", "value", "low", "high"))
    last = rows[-1]
    few = round(last["value"] * last["n"]) < FEW
    point = Dot(x[-1], _mark(last), hollow=few)
    # The first intervals are wide; an axis that held them would hide how the later ones narrow.
    top = min(1.0, max(2.0 * last["high"], 1.3 * last["naive"], 1.1 * max(y)))
    guide = ((0.0, last["naive"]), (x[-1], last["naive"]), tr("judge alone"))
    subtitle = fold_details(
        tr(
            "The share of units with “{criterion}” by {judge}'s verdicts, corrected by the reviews in the order in"
            " which they were made, with its 95 % interval; dashed is the judge alone.",
            criterion=question.name,
            judge=name,
        ),
        str(last["why"]),
        chances.scope,
        printed_figures.gold(reader.params.gold),
    )
    capped_high = tuple(min(end, top) for end in high)
    curve = LineTrace(x, y, low, capped_high, label=tr("estimate"), marks=tuple(_mark(row) for row in rows))
    drawing = Field(
        Axis(0, x[-1], tr("units reviewed"), "count"),
        Axis(0, top, tr("with the error"), "percent"),
        (point,),
        (curve,),
        (guide,),
    )
    if last["n"] == int((cells.column(judge) >= 0).sum()):
        whole = reviewed_words(question.name, last["value"])
        return Picture(whole, subtitle, drawing, ChartTable(COLUMNS, tuple(rows), tuple(rows)))
    title = tr(
        "“{criterion}”: {share} {between} after {count} reviewed units; {judge} alone: {alone}",
        criterion=question.name,
        share=share(last["value"]),
        between=ends(last["low"], last["high"]),
        count=printed_figures.count(last["n"]),
        judge=name,
        alone=share(last["naive"]),
    )
    return Picture(title, subtitle, drawing, ChartTable(COLUMNS, tuple(rows), tuple(rows)))


def _mark(row: dict[str, Any]) -> Mark:
    share = printed_figures.percent(row["value"])
    words = tr("estimate after {count:,} reviewed units: {share}", count=row["n"], share=share)
    return Mark(row["value"], row["low"], row["high"], 0, "", row, words)


CHART = Chart(
    "estimate-reviews",
    tr("True rate over the reviews"),
    tr("Rates and samples"),
    2,
    build,
    intervals=printed_figures.OVER_DOCUMENTS,
    weighs=True,
)
