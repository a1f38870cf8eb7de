"""Entity tables with and without distractors in the paragraphs (SUMIE, table 2)."""

from __future__ import annotations

from typing import Any

from galley.gui.charts import printed_figures
from galley.gui.charts.base import Ask, Chart, Line, Picture, Rows
from galley.gui.charts.chart_marks import around, n_of, told
from galley.gui.charts.chart_table import Column, plain
from galley.gui.language import tr
from galley.gui.papers.sumie.entity_series import CHIPS, GROUP, NAMED, NEEDS, led, names, read, whole

TITLE = tr("With and without distractors")
KINDS = {"with": tr("with distractors"), "without": tr("without distractors")}
_ALONE = {
    "with": tr("All entities here are with distractors, so there is nothing to compare."),
    "without": tr("All entities here are without distractors, so there is nothing to compare."),
}
COLUMNS = (
    Column("series", tr("System")),
    Column("distractors", tr("Distractors")),
    Column("n", tr("Entities"), "count"),
    *(Column(figure, name, kind) for figure, name in NAMED.items() for kind in ("percent", "interval")),
)


def build(connection: Any, ask: Ask) -> Picture:
    """A line a figure, a mark for entities with and one for entities without; the chip "pair" chooses the system."""
    rows, left_out = read(connection, ask, "distractors")
    every = whole(rows)
    if not every:
        return Picture(TITLE, needs=NEEDS)
    systems = names(every)
    system = ask.pair if ask.pair in systems else systems[0]
    mine = [row for row in every if row["series"] == system]
    there = tuple(kind for kind in KINDS if any(row["distractors"] == kind for row in mine))
    lines = tuple(
        Line(
            name,
            tuple(
                led(row, figure, there.index(row["distractors"]), f"{name}, {KINDS[row['distractors']]}")
                for row in mine
            ),
            n_of(mine),
        )
        for figure, name in NAMED.items()
    )
    alone = "" if len(there) > 1 else _ALONE[there[0]]
    subtitle = told(
        tr(
            "{system}, over all turns: entities whose paragraphs hold sentences about other entities and people,"
            " against those whose do not, with 95 % intervals bootstrapped by entity.",
            system=system,
        ),
        alone,
        printed_figures.left_out(left_out),
    )
    axis = around((mark for line in lines for mark in line.marks), 0.5, 1.0, kind="percent")
    shown = tuple(KINDS[kind] for kind in there)
    return Picture(TITLE, subtitle, Rows(axis, lines), plain(every, COLUMNS), shown, pairs=systems)


CHART = Chart(
    "sumie-distractors", TITLE, GROUP, 2, build, CHIPS, about=("sumie-entry",), intervals=printed_figures.OVER_ITEMS
)
