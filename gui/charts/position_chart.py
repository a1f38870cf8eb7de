"""Where errors stand in their text, beside the share of sentences that stand there (DIAL-SUMMER, figure 3)."""

from __future__ import annotations

from typing import Any

from galley.core.metrics.registry import compute
from galley.core.storage.connection import Connection
from galley.gui.charts import printed_figures
from galley.gui.charts.base import Chart, ChartRequest, Mark, Picture, RowLine
from galley.gui.charts.chart_marks import around, criteria, name_of, needs
from galley.gui.charts.chart_table import ChartColumn, plain
from galley.gui.charts.chart_words import (
    RANKED,
    count_words,
    ends,
    find_combined,
    fold_details,
    only_errors,
    points,
    share,
)
from galley.gui.charts.drawing_kinds import FEW, Contrast, FigureSpan
from galley.gui.translation import tr

TITLE = tr("Where errors stand")
PARTS = {"start": tr("start"), "middle": tr("middle"), "end": tr("end")}
PAGES = {tr("By criterion"): "criterion", tr("By system"): "system"}
ALONE = tr("All errors in gold here are in texts of one sentence or turn, so they have no position.")
COLUMNS = (
    ChartColumn("name", tr("Criterion")),
    ChartColumn("system", tr("System")),
    ChartColumn("n", tr("errors"), "count"),
    *(
        column
        for part, words in PARTS.items()
        for column in (
            ChartColumn(f"{part}_share", words.capitalize(), "percent"),
            ChartColumn(f"{part}_of_units", tr("of sentences"), "percent"),
        )
    ),
    ChartColumn("mean_place", tr("mean position, 0 to 1"), "number"),
    ChartColumn("spread", tr("units a time"), "number"),
)


def build(connection: Connection, ask: ChartRequest) -> Picture:
    """A line a criterion, on the second page a line a criterion and system; start, middle and end side by side."""
    by = PAGES.get(ask.pair, "criterion")
    result = compute("position", connection, ask.params(judges=(), by=by))
    rows = [row for row in only_errors(connection, result.rows) if row["n"]]
    if not rows:
        return Picture(TITLE, needs=ALONE if result.rows else needs(result, ""))
    criterion_names, combined = criteria(connection), find_combined(connection)
    lines, spans = [], []
    for row in rows:
        row["name"], row["outcome"] = name_of(criterion_names, row), "yes"
        label = ", ".join(part for part in (row["name"], row.get("system")) if part)
        part_spans = tuple(_span(row, part, place, label) for place, part in enumerate(PARTS))
        spans.append(part_spans)
        lines.append(RowLine(label, tuple(span.solid for span in part_spans), printed_figures.count(row["n"])))
    subtitle = fold_details(
        tr(
            "The share of errors at each position (dot) and of the sentences or turns of these texts (stroke), and the"
            " difference. n: errors."
        ),
        tr("A hollow mark has fewer than 5 errors."),
        printed_figures.about(()),
        tr("The pale band shows what unresolved cells leave possible.") if any(row["open"] for row in rows) else "",
        tr(
            "In a text of 2 to 5 units, start and end are the first and the last unit; from 6 units on, the first "
            "two and the last two. A text of one unit is left out."
        ),
        printed_figures.gold(result.gold),
        printed_figures.left_out(result.left_out),
    )
    axis = around((m for line in lines for m in line.marks), 0.0, 1.0, 0.2, kind="percent")
    columns = [column for column in COLUMNS if by == "system" or column.key != "system"]
    drawing = Contrast(
        axis, tuple(lines), spans=tuple(spans), panels=tuple(map(_words, PARTS)), heads=(tr("points"),), note_head="n",
        tick=True,
    )  # fmt: skip
    single = [row for row in rows if (row["scheme"], row["criterion"]) not in combined] or rows
    return Picture(
        _finding(single), subtitle, drawing, plain(rows, columns, closing=result.layout.closing), pairs=tuple(PAGES)
    )


def _words(part: str) -> str:
    return PARTS[part].capitalize()


def _span(row: Any, part: str, panel: int, label: str) -> FigureSpan:
    """From the share of sentences to that of errors."""
    value, units = row[f"{part}_share"], row[f"{part}_of_units"]
    behind = {**row, "outcome": part if row[part] else "yes"}
    words = tr(
        "{label}, {part}: {share} {between}, {count} of {of} errors; {units} of the sentences",
        label=label, part=_words(part), share=printed_figures.percent(value), count=printed_figures.count(row[part]),
        of=printed_figures.count(row["n"]), units=printed_figures.percent(units),
        between=ends(row[f"{part}_low"], row[f"{part}_high"]),
    )  # fmt: skip
    open_ = (row[f"{part}_at_least"], row[f"{part}_at_most"]) if row["open"] else ()
    solid = Mark(value, row[f"{part}_low"], row[f"{part}_high"], 0, "", behind, words, *open_)
    return FigureSpan(Mark(units, words=words), solid, (points(value - units),), panel, row["n"] < FEW)


def _finding(rows: list[Any]) -> str:
    """Where an error stands most unlike sentences do, of errors that there are enough of."""
    off = [
        (abs(row[f"{part}_share"] - row[f"{part}_of_units"]), part, row)
        for row in rows
        if row["n"] >= RANKED
        for part in PARTS
        if not row[f"{part}_low"] <= row[f"{part}_of_units"] <= row[f"{part}_high"]
    ]
    if not off:
        if any(row["n"] >= RANKED for row in rows):
            return tr(
                "No error differs clearly from sentences in its position, n = {n}",
                n=printed_figures.span(row["n"] for row in rows if row["n"] >= RANKED),
            )
        row = max(rows, key=lambda row: int(row["n"]))
        return tr(
            "“{criterion}”: {count} errors at the start, where {other} of the sentences are",
            criterion=", ".join(name for name in (row["name"], row.get("system")) if name),
            count=count_words(row["start"], row["n"], row["start_low"], row["start_high"]),
            other=share(row["start_of_units"]),
        )
    _, part, row = max(off, key=lambda candidate: candidate[0])
    words = {
        "criterion": ", ".join(name for name in (row["name"], row.get("system")) if name),
        "one": f"{share(row[f'{part}_share'])} {ends(row[f'{part}_low'], row[f'{part}_high'])}",
        "n": row["n"],
        "other": share(row[f"{part}_of_units"]),
    }
    return {
        "start": tr("“{criterion}”: {one} of {n:,} at the start, where {other} of the sentences are", **words),
        "middle": tr("“{criterion}”: {one} of {n:,} in the middle, where {other} of the sentences are", **words),
        "end": tr("“{criterion}”: {one} of {n:,} at the end, where {other} of the sentences are", **words),
    }[part]


CHART = Chart(
    "position", tr("Position in the text"), tr("Errors"), 2, build,
    ("pair", "scheme", "criterion", "system", "source", "split", "gold", "only-gold"), paged=True,
)  # fmt: skip
