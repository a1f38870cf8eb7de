"""The true error rate: an arrow from the judge's own rate to the one that reviews correct it to, a line a criterion."""

from __future__ import annotations

from typing import Any

from galley.core.metrics.registry import compute
from galley.core.storage.connection import Connection
from galley.gui.charts import implicit_answers, printed_figures
from galley.gui.charts.base import Chart, ChartRequest, Mark, Picture, RowLine
from galley.gui.charts.chart_marks import around, criteria, name_of, needs, pages
from galley.gui.charts.chart_table import ChartColumn, plain, reason
from galley.gui.charts.chart_words import ends, fold_details, only_errors, share
from galley.gui.charts.drawing_kinds import FEW, Contrast, FigureSpan
from galley.gui.translation import tr

TITLE = tr("True error rate, estimated")
COLUMNS = (
    ChartColumn("name", tr("Criterion")),
    ChartColumn("who", tr("Judge")),
    ChartColumn("where", tr("System")),
    ChartColumn("cells", tr("units"), "count"),
    ChartColumn("n", tr("reviewed"), "count"),
    ChartColumn("naive", tr("Judge alone"), "percent"),
    ChartColumn("value", tr("Estimate"), "percent"),
    ChartColumn("value", "", "interval"),
    ChartColumn("said", tr("valid")),
    implicit_answers.COLUMN,
)


def build(connection: Connection, ask: ChartRequest) -> Picture:
    """A line a criterion over all systems, an arrow a judge; the systems are in the table."""
    result = compute("estimate", connection, ask.params())
    rows = only_errors(connection, result.rows)
    whole = [row for row in rows if row["system"] is None]
    if not any(row["n"] for row in whole):
        return Picture(TITLE, needs=needs(result, tr("This chart needs reviewed cells that a judge has verdicts on.")))
    if all(row["value"] is None for row in whole):
        reasons = dict.fromkeys(reason(str(row["why"]), "value") for row in whole if row["why"])
        return Picture(TITLE, needs=tr("There is no figure yet: {reasons}.", reasons="; ".join(reasons)))
    criterion_names = criteria(connection)
    for row in rows:
        row["name"], row["where"] = name_of(criterion_names, row), row["system"] or tr("all")
        row["who"] = row["judge"] or tr("people alone")
        row["said"] = tr("yes") if row["valid"] else tr("no")
        row["few"] = round((row["reviews"] or 0.0) * row["n"]) < FEW
    implicit_answers.name_levels(rows)
    implicit_answers.fill(rows)
    reviewed_rows = [row for row in whole if row["n"]]
    lines, spans = [], []
    for group in pages(reviewed_rows, "level").values():
        judge_spans = tuple(_span(row, ask) for row in group)
        count = sorted({row["n"] for row in group})
        note = "–".join(dict.fromkeys(printed_figures.count(end) for end in (count[0], count[-1])))
        spans.append(judge_spans)
        marks = tuple(m for span in judge_spans for m in (span.hollow, span.solid))
        lines.append(RowLine(group[0]["name"], tuple(m for m in marks if m.value is not None or m.why), note))
    doubts = list(dict.fromkeys(row["why"] for row in reviewed_rows if row["why"] and not row["valid"]))
    subtitle = fold_details(
        tr(
            "The share of units with the error: from the judge's own rate to the rate after correction by the "
            "reviews. n: units reviewed."
        ),
        tr("By prediction-powered inference. With fewer than 5 errors among the reviewed units the mark is hollow."),
        tr("These figures are about all summaries that were screened, not only those in this project.")
        if any("corpus" in row for row in reviewed_rows)
        else "",
        tr("The pale band is the range that unresolved cells leave open.")
        if any(row["open"] for row in reviewed_rows)
        else "",
        " ".join(dict.fromkeys(row["scope"] for row in reviewed_rows if row.get("scope"))),
        doubts[0] if doubts else "",
        tr("The table gives the reasons for the other rows.") if len(doubts) > 1 else "",
        printed_figures.gold(result.gold),
        printed_figures.left_out(result.left_out),
    )
    axis = around((m for line in lines for m in line.marks), 0.0, 0.1, 0.05, kind="percent")
    heads = (tr("Judge alone"), tr("Estimate"), tr("95 % interval"))
    drawing = Contrast(
        axis, tuple(lines), spans=tuple(spans), heads=(tr("Judge"), *heads),
        note_head="n", arrow=True,
        has_names=True,
    )  # fmt: skip
    return Picture(
        _finding(reviewed_rows), subtitle, drawing, plain(rows, COLUMNS, closing=result.layout.closing), ask.every_judge
    )


def _span(row: Any, ask: ChartRequest) -> FigureSpan:
    """From the judge's rate to the estimate; what people alone give has no start."""
    series = ask.every_judge.index(row["judge"]) if row["judge"] else 0
    about = f"{row['name']}, {row['who']}"
    why = reason(str(row["why"] or ""), "value") if row["value"] is None else ""
    figure_text = tr("undefined: {why}", why=why) if why else printed_figures.percent(row["value"])
    open_ = (row["at_least"], row["at_most"]) if row["open"] else ()
    words = tr(
        "{about}, estimate: {figure}", about=about, figure=f"{figure_text} {ends(row['low'], row['high'])}".strip()
    )
    solid = Mark(row["value"], row["low"], row["high"], series, why, row, words, *open_)
    alone = row["naive"]
    alone_words = (
        ""
        if alone is None
        else tr("{about}, judge alone: {figure}", about=about, figure=printed_figures.percent(alone))
    )
    hollow = Mark(alone, series=series, row=row, words=alone_words)
    beside = (
        "" if alone is None else printed_figures.percent(alone),
        "" if row["value"] is None else printed_figures.percent(row["value"]),
        ends(row["low"], row["high"]),
    )
    return FigureSpan(hollow, solid, (row["who"], *beside), few=row["few"])


def _finding(rows: list[dict[str, Any]]) -> str:
    """Where a judge is wrong most, by what reviews of known chance say of enough errors."""
    fair = [
        row for row in rows if row["valid"] and not row["few"] and row["naive"] is not None and row["low"] is not None
    ]
    off = [row for row in fair if not row["low"] <= row["naive"] <= row["high"]]
    if not off:
        if fair:
            n = printed_figures.span(row["n"] for row in fair)
            return tr("No judge's rate is outside the interval of its estimate, from {n} reviews", n=n)
        defined_rows = [row for row in rows if row["value"] is not None]
        if not defined_rows:
            return tr("No rate is known from {n:,} reviews", n=max((row["n"] for row in rows), default=0))
        row = max(defined_rows, key=lambda row: int(row["n"]))
        return tr(
            "“{criterion}”: {figure} from {n:,} reviews{why}", criterion=row["name"], n=row["n"],
            figure=f"{share(row['value'])} {ends(row['low'], row['high'])}".rstrip(),
            why="" if row["valid"] else tr(", not drawn at random"),
        )  # fmt: skip
    row = max(off, key=lambda row: abs(row["value"] - row["naive"]))
    words = {"judge": row["who"], "criterion": row["name"], "one": share(row["naive"]), "n": row["n"]}
    words["other"] = f"{share(row['value'])} {ends(row['low'], row['high'])}"
    if row["naive"] < row["value"]:
        return tr("{judge} understates “{criterion}”: {one}; corrected by {n:,} reviews: {other}", **words)
    return tr("{judge} overstates “{criterion}”: {one}; corrected by {n:,} reviews: {other}", **words)


CHART = Chart(
    "estimate",
    tr("True rate"),
    tr("Rates and samples"),
    1,
    build,
    intervals=printed_figures.OVER_DOCUMENTS,
    weighs=True,
    views=(("estimate", tr("Estimate")), ("estimate-reviews", tr("Over the reviews"))),
)
