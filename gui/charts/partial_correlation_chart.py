"""What is left of two scores once system and data set are accounted for (the FRANK study, tables 2 and 3)."""

from __future__ import annotations

from functools import reduce
from typing import Any

from galley.core.metrics.correlation import once
from galley.core.metrics.registry import compute
from galley.core.storage.connection import Connection
from galley.gui.charts import printed_figures
from galley.gui.charts.base import Chart, ChartRequest, Mark, Picture, RowLine, Rows
from galley.gui.charts.chart_marks import around, criteria
from galley.gui.charts.chart_table import ChartColumn, plain, reason
from galley.gui.charts.chart_words import find_combined, fold_details, is_overall, left_words, name_scores, score_words
from galley.gui.charts.correlation_chart import NAMES, NEEDS
from galley.gui.translation import tr

TITLE = tr("Partial correlation")
SERIES = (NAMES["pearson"], NAMES["spearman"])
CONFOUNDERS = {"system": tr("system"), "dataset": tr("data set"), "split": tr("split"), "item": tr("item")}
MOST = 24
"""Of more pairs, those with one score of people are shown at a time."""
COLUMNS = (
    ChartColumn("x_name", tr("First score")),
    ChartColumn("y_name", tr("Second score")),
    ChartColumn("given_", tr("given")),
    ChartColumn("kind", tr("Coefficient")),
    ChartColumn("n", "n", "count"),
    ChartColumn("value", tr("Value"), "number"),
    ChartColumn("value", "", "interval"),
)


def build(connection: Connection, ask: ChartRequest) -> Picture:
    """A line a pair of scores, Pearson's and Spearman's coefficients as marks; a page a score of people where there are
    many pairs."""
    result = compute("partial-correlation", connection, ask.params())
    rows = [row for row in result.rows if row["n"]]
    if not rows:
        return Picture(TITLE, needs=NEEDS)
    groups: dict[tuple[str, str], list[Any]] = {}
    criterion_names = criteria(connection)
    for row in rows:
        row["x_name"], row["y_name"] = score_words(criterion_names, row["x"]), score_words(criterion_names, row["y"])
        row["given_"], row["kind"] = (
            ", ".join(CONFOUNDERS.get(name, name) for name in row["given"]),
            NAMES[row["coefficient"]],
        )
        groups.setdefault((row["x_name"], row["y_name"]), []).append(row)
    combined = {criterion for _, criterion in find_combined(connection)}

    def rank(group: list[Any]) -> tuple[bool, float]:
        return not is_overall(group[0]["y"], combined), -max((row["value"] or -1.0 for row in group), default=-1.0)

    groups = dict(sorted(groups.items(), key=lambda pair: rank(pair[1])))
    rows = [row for group in groups.values() for row in group]
    pages = tuple(dict.fromkeys(y for _, y in groups)) if len(groups) > MOST else ()
    if len(pages) > 1:
        page = ask.pair if ask.pair in pages else pages[0]
        groups = {names: group for names, group in groups.items() if names[1] == page}
        rows = [row for group in groups.values() for row in group]
    lines = tuple(
        RowLine(
            x if len(pages) > 1 else _label(x, y),
            tuple(_mark(row, x, y) for row in group),
            f"n = {printed_figures.count(group[0]['n'])}",
        )
        for (x, y), group in groups.items()
    )
    subtitle = fold_details(
        tr(
            "Correlation of the residuals once {names} are accounted for, with 95 % intervals.",
            names=reduce(_and, (CONFOUNDERS.get(name, name) for name in rows[0]["given"])),
        ),
        tr("Against “{score}”.", score=page) if len(pages) > 1 else "",
        printed_figures.gold(result.gold),
        printed_figures.left_out(
            left_words(criterion_names, once(rows), (row[side] for row in rows for side in ("x", "y")))
        ),
    )
    axis = around((m for line in lines for m in line.marks), 0.0, 0.6, 0.2)
    drawing = Rows(axis, lines, ((0.0, tr("none")),))
    title = _finding([row for row in rows if is_overall(row["y"], combined)] or rows)
    closing = name_scores(result.layout.closing, (row for row in result.rows if row["n"]))
    return Picture(title, subtitle, drawing, plain(rows, COLUMNS, "given_", closing), SERIES, pairs=pages)


def _finding(rows: list[Any]) -> str:
    """How far the two scores over the greatest number of documents are related for all that is accounted for."""
    row = max(rows, key=lambda row: (row["value"] is not None, row["low"] is not None, int(row["n"])))
    words = {"one": row["x_name"], "other": row["y_name"]}
    if row["value"] is None:
        return tr("{one} and {other}: undefined", **words)
    words["figure"] = f"{printed_figures.number(row['value'])}{printed_figures.spread(row['low'], row['high'])}"
    words["n"] = printed_figures.count(row["n"])
    if row["low"] is None or row["low"] <= 0 <= row["high"]:
        return tr("{one} and {other}: no clear partial correlation, {figure}, n = {n}", **words)
    return tr("{one} and {other} still correlate: {figure}, n = {n}", **words)


def _label(x: str, y: str) -> str:
    """Both scores; what both are about is said once."""
    about, comma, first = x.partition(", ")
    other, _, second = y.partition(", ")
    return f"{about}: {first} · {second}" if comma and about == other else f"{x} · {y}"


def _and(one: str, other: str) -> str:
    return tr("{one} and {other}", one=one, other=other)


def _mark(row: Any, x: str, y: str) -> Mark:
    series = 0 if row["coefficient"] == "pearson" else 1
    why = reason(str(row["why"] or ""), "value") if row["value"] is None else ""
    figure_text = tr("undefined: {why}", why=why) if row["value"] is None else printed_figures.number(row["value"])
    words = f"{_and(x, y)}, {SERIES[series]}: {figure_text}{printed_figures.spread(row['low'], row['high'])}"
    return Mark(row["value"], row["low"], row["high"], series, why, row, words)


CHART = Chart(
    "partial-correlation", tr("Partial correlation"), tr("Errors"), 4, build,
    ("pair", "given", "judge", "system", "source", "split", "gold", "only-gold"), paged=True,
    intervals=printed_figures.OVER_DOCUMENTS,
)  # fmt: skip
