"""The true error rate, estimated from all verdicts and few reviews, against the naive rates."""

from __future__ import annotations

from typing import Any

from galley.core.metrics.registry import compute
from galley.gui.charts import printed_figures
from galley.gui.charts.base import Ask, Chart, Line, Mark, Picture, Rows
from galley.gui.charts.chart_marks import around, criteria, name_of, needs, told
from galley.gui.charts.chart_table import Column, plain, reason
from galley.gui.language import tr

TITLE = tr("True error rate, estimated")
SERIES = (tr("estimate"), tr("judge alone"), tr("reviews alone"))
KEYS = ("value", "naive", "reviews")
COLUMNS = (
    Column("name", tr("Criterion")),
    Column("who", tr("Judge")),
    Column("where", tr("System")),
    Column("cells", tr("units"), "count"),
    Column("n", tr("reviewed"), "count"),
    Column("value", tr("Estimate"), "percent"),
    Column("value", "", "interval"),
    Column("naive", tr("Judge"), "percent"),
    Column("reviews", tr("Reviews"), "percent"),
    Column("reviews", "", "interval"),
    Column("said", tr("valid")),
)


def build(connection: Any, ask: Ask) -> Picture:
    """A line a criterion and judge over all systems; the systems are in the table."""
    result = compute("estimate", connection, ask.params())
    whole = [row for row in result.rows if row["system"] is None]
    if not any(row["n"] for row in whole):
        return Picture(TITLE, needs=needs(result, tr("This chart needs reviewed cells that a judge has verdicts on.")))
    known = criteria(connection)
    for row in result.rows:
        row["name"], row["where"] = name_of(known, row), row["system"] or tr("all")
        row["who"] = row["judge"] or tr("people alone")
        row["said"] = tr("yes") if row["valid"] else tr("no")
    judges = list(dict.fromkeys(row["who"] for row in whole))
    lines = []
    for row in whole:
        if row["n"]:
            label = row["name"] if len(judges) == 1 else f"{row['name']}: {row['who']}"
            marks = tuple(_mark(row, key, label, series) for series, key in enumerate(KEYS))
            lines.append(Line(label, marks, tr("n = {count:,} of {of:,}", count=row["n"], of=row["cells"])))
    doubts = list(dict.fromkeys(row["why"] for row in whole if row["why"] and not row["valid"] and row["n"]))
    subtitle = told(
        tr(
            "The share of units with the error: the judge's rate corrected by what the reviews say of its errors"
            " (prediction-powered inference, by source document), beside the judge alone and the reviews alone."
        ),
        tr("These figures are about all summaries that were screened, not only those in this project.")
        if any("corpus" in row for row in whole)
        else "",
        tr("The pale band is what open cells leave possible.") if any(row["open"] for row in whole) else "",
        doubts[0] if doubts else "",
        tr("So it is for some of the others, see the table.") if len(doubts) > 1 else "",
        printed_figures.gold(result.gold),
        printed_figures.left_out(result.left_out),
    )
    axis = around((m for line in lines for m in line.marks), 0.0, 0.1, 0.05, kind="percent")
    return Picture(TITLE, subtitle, Rows(axis, tuple(lines)), plain(result.rows, COLUMNS), SERIES)


def _mark(row: Any, key: str, label: str, series: int) -> Mark:
    low, high = ("low", "high") if key == "value" else (f"{key}_low", f"{key}_high")
    value = row[key]
    why = reason(str(row["why"] or ""), key) if value is None else ""
    said = tr("undefined: {why}", why=why) if value is None else printed_figures.percent(value)
    open_ = (row["at_least"], row["at_most"]) if key == "value" and row["open"] else ()
    return Mark(value, row[low], row[high], series, why, row, f"{label}, {SERIES[series]}: {said}", *open_)


CHART = Chart(
    "estimate",
    tr("True rate, estimated"),
    tr("Errors"),
    3,
    build,
    intervals=printed_figures.OVER_DOCUMENTS,
    weighs=True,
)
