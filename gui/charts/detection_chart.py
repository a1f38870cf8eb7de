"""Judges against people, per criterion: balanced accuracy with intervals (DIAL-SUMMER, tables 2 and 3)."""

from __future__ import annotations

from dataclasses import replace

from galley.core.metrics.registry import compute
from galley.core.storage.connection import Connection
from galley.gui.charts import implicit_answers
from galley.gui.charts.base import ChartRequest
from galley.gui.charts.chart_marks import Row
from galley.gui.charts.chart_table import ChartColumn
from galley.gui.charts.chart_words import compare_judges_words, count_words, describe_figures
from galley.gui.charts.declaration import ChartContent, Intervals, declare_chart, judges
from galley.gui.translation import tr

DRAWN = 500
"""Resamples of the interval over readers."""
COLUMNS = (
    ChartColumn("name", tr("Criterion")),
    ChartColumn("judge", tr("Judge")),
    ChartColumn("n", "n", "count"),
    ChartColumn("shown", "BAcc", "percent"),
    ChartColumn("shown", "", "interval"),
    ChartColumn("precision", tr("Precision"), "percent"),
    ChartColumn("recall", tr("Recall"), "percent"),
    implicit_answers.COLUMN,
    ChartColumn("f1", "F1", "percent"),
)
READERS = ChartColumn("readers", tr("Also people besides gold"), "interval", of="percent")
"""The interval of BAcc that lets readers vary as well as documents: a majority of two or three is not the truth."""


WITHIN = ChartColumn("within", tr("Within sets"), "percent")
"""The mean within data sets: a pooled figure also tells them apart, which is no merit of a judge."""


def _rows(connection: Connection, ask: ChartRequest, content: ChartContent) -> ChartContent:
    readers = _readers(connection, ask)
    for row in content.rows:
        # A criterion that is asked of whole documents has no sentences; its figure is the summaries'.
        key = "bacc" if row["level"] == "summary" else "s_bacc"
        row |= {"shown": row[key], "shown_low": row[f"{key}_low"], "shown_high": row[f"{key}_high"]}
        low, high = readers.get((row["scheme"], row["criterion"], row["judge"]), (None, None))
        row |= {"readers_low": low, "readers_high": high, "why": row["why"].replace(key, "shown")}
    if not content.rows:
        return content
    implicit_answers.fill(content.rows)
    implicit_answers.name_levels(content.rows)
    counted_names = {row["name"] for row in content.rows if row["n"]}
    none = tr("No cell has both a judge's verdict and gold; review some items, or choose another gold.")
    rows = [row for row in content.rows if row["name"] in counted_names]
    columns: tuple[ChartColumn, ...] = (*COLUMNS, READERS) if readers else COLUMNS
    if any("within" in row for row in rows):
        # F1 gives it its room: it follows from precision and recall, which stand there
        columns = (*columns[:5], WITHIN, *(column for column in columns[5:] if column.key != "f1"))
        for row in rows:
            row.setdefault("within", None)
    title = compare_judges_words(connection, ask, "bacc", tr("balanced accuracy")) or _describe_one(rows)
    content = replace(content, rows=rows, table=content.rows, columns=columns, notes=(none,), title=title)
    return implicit_answers.warn(content, rows)


def _describe_one(rows: list[Row]) -> str:
    """What one judge found of the errors of the criterion that has most; of several judges, how far each is right."""
    counted_rows = [row for row in rows if row["tp"] + row["fn"]]
    if not counted_rows:
        return ""
    row = max(counted_rows, key=lambda row: int(row["tp"] + row["fn"]))
    if len({row["judge"] for row in rows}) > 1:
        same = ("scheme", "criterion", "level")
        judge_rows = [other for other in counted_rows if all(other[key] == row[key] for key in same)]
        measure = tr("Balanced accuracy on “{criterion}”", criterion=row["name"])
        return describe_figures(measure, judge_rows, ("judge",), "shown")
    if not row["fn"] + row["tn"]:  # gold is of flagged cells alone: nothing says what the judge missed
        right = count_words(row["tp"], row["tp"] + row["fp"], row.get("precision_low"), row.get("precision_high"))
        return tr(
            "{judge}: {count} flags on “{criterion}” were right",
            judge=row["judge"], count=right, criterion=row["name"],
        )  # fmt: skip
    found = count_words(row["tp"], row["tp"] + row["fn"], row.get("recall_low"), row.get("recall_high"))
    return tr("“{criterion}”: {judge} found {count}", judge=row["judge"], count=found, criterion=row["name"])


def _readers(
    connection: Connection, ask: ChartRequest
) -> dict[tuple[str, str, str], tuple[float | None, float | None]]:
    """The interval over documents and readers of each criterion and judge; none while a decision is being followed."""
    if not ask.resamples or len(ask.every_human) < 2:
        return {}
    fewer = min(ask.resamples, DRAWN)
    params = ask.params(gold="gold", options=("view=readers",), resamples=fewer)
    return {
        (row["scheme"], row["criterion"], row["judge"]): (row["s_bacc_readers_low"], row["s_bacc_readers_high"])
        for row in compute("detection", connection, params).rows
        if row.get("s_bacc_readers_low") is not None
    }


DETECTION = Intervals(
    title=tr("Balanced accuracy of the judges"),
    measure=tr("Sentence-level balanced accuracy (turn-level for turns)."),
    needs=tr("This chart needs a judge's verdicts and gold on the same cells."),
    metric="detection",
    rows=_rows,
    by="judge",
    series=judges,
    value="shown",
    kind="percent",
    span=(0.4, 1.0, 0.1),
    guides=((0.5, tr("chance")),),
    tells_gold=True,
    columns=COLUMNS,
)
CHART = declare_chart(
    "detection",
    tr("Right and missed"),
    tr("Judges"),
    1,
    DETECTION,
    views=(
        ("detection", tr("By criterion")),
        ("precision-recall", tr("Precision and recall")),
        ("roc-curve", tr("ROC curve")),
        ("reliability", tr("Reliability")),
    ),
)
