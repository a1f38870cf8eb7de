"""Where errors stand in their text: start, middle or end (DIAL-SUMMER, figure 3)."""

from __future__ import annotations

from typing import Any

from galley.core.metrics.registry import compute
from galley.gui.charts import printed_figures
from galley.gui.charts.base import Ask, Chart, Line, Mark, Picture, Rows
from galley.gui.charts.chart_marks import around, criteria, name_of, needs, told
from galley.gui.charts.chart_table import Column, plain
from galley.gui.language import tr

TITLE = tr("Where errors stand")
PARTS = {"start": tr("start"), "middle": tr("middle"), "end": tr("end")}
SERIES = tuple(PARTS.values())
PAGES = {tr("All systems"): "criterion", tr("By system"): "system"}
ALONE = tr("Every error that gold marks here stands in a text of one sentence or turn, which has no start and no end.")
COLUMNS = (
    Column("name", tr("Criterion")),
    Column("system", tr("System")),
    Column("n", tr("errors"), "count"),
    *(Column(f"{part}_share", words.capitalize(), "percent") for part, words in PARTS.items()),
    Column("mean_place", tr("mean place, 0 to 1"), "number"),
    Column("spread", tr("units a time"), "number"),
)


def build(connection: Any, ask: Ask) -> Picture:
    """A line a criterion, on the second page a line a criterion and system; start, middle and end as marks."""
    by = PAGES.get(ask.pair, "criterion")
    result = compute("position", connection, ask.params(judges=(), by=by))
    rows = [row for row in result.rows if row["n"]]
    if not rows:
        return Picture(TITLE, needs=ALONE if result.rows else needs(result, ""))
    known = criteria(connection)
    lines = []
    for row in rows:
        row["name"], row["outcome"] = name_of(known, row), "yes"
        label = ", ".join(part for part in (row["name"], row.get("system")) if part)
        marks = tuple(
            Mark(
                row[f"{part}_share"], row[f"{part}_low"], row[f"{part}_high"], series, "",
                {**row, "outcome": part if row[part] else "yes"},
                tr(
                    "{label}, {part}: {share}, {count} of {of}", label=label, part=words,
                    share=printed_figures.percent(row[f"{part}_share"]), count=row[part], of=row["n"],
                ),
                *((row[f"{part}_at_least"], row[f"{part}_at_most"]) if row["open"] else ()),
            )
            for series, (part, words) in enumerate(PARTS.items())
        )  # fmt: skip
        lines.append(Line(label, marks, f"n = {printed_figures.count(row['n'])}"))
    subtitle = told(
        tr("The share of errors at the start, in the middle and at the end of the text."),
        printed_figures.about(()),
        tr("The pale band is what open cells leave possible.") if any(row["open"] for row in rows) else "",
        *result.notes,
        printed_figures.gold(result.gold),
        printed_figures.left_out(result.left_out),
    )
    axis = around((m for line in lines for m in line.marks), 0.0, 1.0, 0.2, kind="percent")
    columns = [column for column in COLUMNS if by == "system" or column.key != "system"]
    return Picture(TITLE, subtitle, Rows(axis, tuple(lines)), plain(rows, columns), SERIES, pairs=tuple(PAGES))


CHART = Chart(
    "position", tr("Position"), tr("Errors"), 2, build,
    ("pair", "scheme", "criterion", "system", "source", "split", "gold", "only-gold"), paged=True,
)  # fmt: skip
