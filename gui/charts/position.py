"""Where errors stand in their text: start, middle or end (paper 003, figure 3)."""

from __future__ import annotations

from typing import Any

from core.metrics.registry import find
from gui.charts import figures
from gui.charts.base import Ask, Chart, Line, Mark, Picture, Rows
from gui.charts.marks import around, criteria, name_of, needs, told
from gui.charts.table import Column, plain

TITLE = "Where errors stand"
PARTS = ("start", "middle", "end")
COLUMNS = (
    Column("name", "Criterion"),
    Column("n", "errors", "count"),
    *(Column(f"{part}_share", part.capitalize(), "percent") for part in PARTS),
    Column("mean_place", "mean place, 0 to 1", "number"),
    Column("spread", "units a time", "number"),
)


def build(connection: Any, ask: Ask) -> Picture:
    """A line a criterion; start, middle and end as marks."""
    result = find("position").compute(connection, ask.params(judges=()))
    rows = [row for row in result.rows if row["n"]]
    if not rows:
        return Picture(TITLE, needs=needs(result, "This chart needs errors that gold marks in sentences or turns."))
    known = criteria(connection)
    lines = []
    for row in rows:
        row["name"], row["outcome"] = name_of(known, row), "yes"
        marks = tuple(
            Mark(
                row[f"{part}_share"], row[f"{part}_low"], row[f"{part}_high"], series, "",
                {**row, "outcome": part if row[part] else "yes"},
                f"{row['name']}, {part}: {figures.percent(row[f'{part}_share'])}, {row[part]} of {row['n']}",
            )
            for series, part in enumerate(PARTS)
        )  # fmt: skip
        lines.append(Line(row["name"], marks, f"n = {figures.count(row['n'])}"))
    subtitle = told(
        "The share of errors at the start, in the middle and at the end of the text, with 95 % Wilson intervals.",
        *result.notes,
        figures.gold(result.gold),
        figures.left_out(result.left_out),
    )
    axis = around((m for line in lines for m in line.marks), 0.0, 1.0, 0.2, kind="percent")
    return Picture(TITLE, subtitle, Rows(axis, tuple(lines)), plain(rows, COLUMNS), PARTS)


CHART = Chart(
    "position", "Position", "Errors", 2, build,
    ("scheme", "criterion", "system", "source", "split", "gold", "only-gold"),
)  # fmt: skip
