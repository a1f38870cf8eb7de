"""Entity tables with and without distractors in the paragraphs (SUMIE, table 2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from galley.core.storage.connection import Connection
from galley.gui.charts import printed_figures
from galley.gui.charts.base import Chart, ChartRequest, Picture, RowLine
from galley.gui.charts.chart_marks import around, mark
from galley.gui.charts.chart_table import ChartColumn
from galley.gui.charts.chart_words import describe_figures, points
from galley.gui.charts.declaration import ChartContent, Intervals
from galley.gui.charts.drawing_kinds import Contrast, FigureSpan
from galley.gui.papers.sumie.entity_series import CHIPS, GROUP, NAMED, NEEDS, all_turn_rows, read
from galley.gui.translation import tr

KINDS = {"with": tr("with distractors"), "without": tr("without distractors")}
_ONE_KIND_NOTES = {
    "with": tr("All entities here are with distractors, so there is nothing to compare."),
    "without": tr("All entities here are without distractors, so there is nothing to compare."),
}


def _build_content(connection: Connection, ask: ChartRequest, content: ChartContent) -> ChartContent:
    """A line a system and a plot a figure, a mark for entities with and one for entities without."""
    rows, left_out = read(connection, ask, "distractors")
    every = all_turn_rows(rows)
    if not every:
        return content
    for row in every:
        row["kind"] = KINDS[row["distractors"]]
    present_kinds = tuple(kind for kind in KINDS if any(row["distractors"] == kind for row in every))
    figure_rows = []
    for row in every:
        for figure, name in NAMED.items():
            one = {"value": row[figure], "low": row.get(f"{figure}_low"), "high": row.get(f"{figure}_high")}
            figure_rows.append({**row, **one, "figure": name, "name": f"{name}, {row['kind']}"})
    f1_titles = [
        describe_figures(f"F1 {KINDS[kind]}", [row for row in every if row["distractors"] == kind], ("series",), "f1")
        for kind in present_kinds
    ]
    return ChartContent(
        figure_rows,
        left_out,
        title="; ".join(filter(None, f1_titles)),
        table=every,
        series=tuple(KINDS[kind] for kind in present_kinds),
        measure_values={"alone": "" if len(present_kinds) > 1 else _ONE_KIND_NOTES[present_kinds[0]]},
    )


DISTRACTORS = Intervals(
    title=tr("With and without distractors"),
    measure=tr(
        "Over all turns: from entities whose paragraphs are about them alone (hollow) to those whose paragraphs hold"
        " sentences about other entities and people, with 95 % intervals bootstrapped by entity."
    )
    + " {alone}",
    needs=NEEDS,
    rows=_build_content,
    line="series",
    by="kind",
    panel="figure",
    kind="percent",
    span=(0.5, 1.0, 0.1),
    intervals=printed_figures.OVER_ITEMS,
    columns=(
        ChartColumn("series", tr("System")),
        ChartColumn("kind", tr("Distractors")),
        ChartColumn("n", tr("Entities"), "count"),
        *(ChartColumn(key, *spec) for key, name in NAMED.items() for spec in ((name, "percent"), ("", "interval"))),
    ),
)


def build(connection: Connection, ask: ChartRequest) -> Picture:
    """Where there are both kinds: from the figure without distractors to that with them, and the difference."""
    picture = DISTRACTORS.build(connection, ask)
    rows = picture.table.rows
    if not isinstance(picture.drawing, Contrast) or len({row["distractors"] for row in rows}) < len(KINDS):
        return picture
    lines, spans = [], []
    for system in dict.fromkeys(row["series"] for row in rows):
        by_kind = {row["distractors"]: row for row in rows if row["series"] == system}
        if len(by_kind) < len(KINDS):
            continue
        system_spans = tuple(
            _span(by_kind["without"], by_kind["with"], figure, panel) for panel, figure in enumerate(NAMED)
        )
        marks = tuple(each for span in system_spans for each in (span.hollow, span.solid))
        lines.append(RowLine(system, marks, tr("n = {without} and {n}", without=by_kind["without"]["n"],
                                               n=by_kind["with"]["n"])))  # fmt: skip
        spans.append(system_spans)
    if not lines:
        return picture
    axis = around((each for line in lines for each in line.marks), *DISTRACTORS.span, kind="percent")
    drawing = Contrast(
        axis, tuple(lines), spans=tuple(spans), panels=tuple(NAMED.values()), heads=(tr("points"),), arrow=True
    )
    return replace(picture, drawing=drawing, series=())


def _span(without: Mapping[str, Any], with_: Mapping[str, Any], figure: str, panel: int) -> FigureSpan:
    marks = [
        mark(dict(row), figure, 0, f"{row['series']}, {NAMED[figure]}, {KINDS[row['distractors']]}", "percent")
        for row in (without, with_)
    ]
    known = [each.value for each in marks if each.value is not None]
    beside = points(known[1] - known[0]) if len(known) > 1 else ""
    return FigureSpan(marks[0], marks[1], (beside,), panel)


CHART = Chart(
    "sumie-distractors", DISTRACTORS.title, GROUP, 23, build, CHIPS[1:], about=("sumie-entry",),
    intervals=DISTRACTORS.intervals,
)  # fmt: skip
