"""F1 of entity tables by category and by tone, with its spread over entities (SUMIE, figures 3 and 19)."""

from __future__ import annotations

from typing import Any

from galley.gui.charts import printed_figures
from galley.gui.charts.base import Ask, Chart, Line, Picture, Rows
from galley.gui.charts.chart_marks import around, n_of, told
from galley.gui.charts.chart_table import Column, plain
from galley.gui.language import tr
from galley.gui.papers.sumie.entity_series import CHIPS, GROUP, NEEDS, led, names, read, whole

TITLE = tr("Entity tables by category and tone")
SPLITS = {tr("By category"): "category", tr("By tone"): "tone"}
_HEADS = {"category": tr("Category"), "tone": tr("Tone")}
_NONE = {"category": tr("no category"), "tone": tr("no tone")}


def build(connection: Any, ask: Ask) -> Picture:
    """A line a category (or tone), a mark a system; the chip "pair" chooses which."""
    split = SPLITS.get(ask.pair, "category")
    rows, left_out = read(connection, ask, split)
    mine = whole(rows)
    if not mine:
        return Picture(TITLE, needs=NEEDS)
    series = names(mine)
    lines = []
    for label in sorted({row[split] for row in mine}):
        own = [row for row in mine if row[split] == label]
        words = label or _NONE[split]
        marks = tuple(led(row, "f1", series.index(row["series"]), f"{words}, {row['series']}") for row in own)
        lines.append(Line(words, marks, n_of(own)))
    columns = (
        Column(split, _HEADS[split]),
        Column("series", tr("System")),
        Column("n", tr("Entities"), "count"),
        *(Column(f, n, k) for f, n in (("f1", "F1"),) for k in ("percent", "interval")),
        Column("f1_sd", tr("Standard deviation"), "percent"),
        Column("precision", tr("Precision"), "percent"),
        Column("recall", tr("Recall"), "percent"),
    )
    of = tr("tone of the newest paragraph") if split == "tone" else tr("category")
    subtitle = told(
        tr(
            "F1 over all turns by {of}: the mean over entities with 95 % intervals bootstrapped by entity. The table"
            " has the standard deviation.",
            of=of,
        ),
        printed_figures.left_out(left_out),
    )
    axis = around((mark for line in lines for mark in line.marks), 0.5, 1.0, kind="percent")
    return Picture(TITLE, subtitle, Rows(axis, tuple(lines)), plain(mine, columns), series, pairs=tuple(SPLITS))


CHART = Chart(
    "sumie-groups", TITLE, GROUP, 1, build, CHIPS, about=("sumie-entry",), intervals=printed_figures.OVER_ITEMS
)
