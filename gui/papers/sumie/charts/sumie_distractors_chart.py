"""Entity tables with and without distractors in the paragraphs (SUMIE, table 2)."""

from __future__ import annotations

from galley.core.storage.read_connection import Reader
from galley.gui.charts import printed_figures
from galley.gui.charts.base import ChartRequest
from galley.gui.charts.chart_table import ChartColumn
from galley.gui.charts.declaration import ChartContent, Intervals, declare_chart
from galley.gui.papers.sumie.entity_series import CHIPS, GROUP, NAMED, NEEDS, all_turn_rows, read
from galley.gui.translation import tr

KINDS = {"with": tr("with distractors"), "without": tr("without distractors")}
_ONE_KIND_NOTES = {
    "with": tr("All entities here are with distractors, so there is nothing to compare."),
    "without": tr("All entities here are without distractors, so there is nothing to compare."),
}


def _build_content(connection: Reader, ask: ChartRequest, content: ChartContent) -> ChartContent:
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
    return ChartContent(
        figure_rows,
        left_out,
        table=every,
        series=tuple(KINDS[kind] for kind in present_kinds),
        measure_values={"alone": "" if len(present_kinds) > 1 else _ONE_KIND_NOTES[present_kinds[0]]},
    )


DISTRACTORS = Intervals(
    title=tr("With and without distractors"),
    measure=tr(
        "Over all turns: entities whose paragraphs hold sentences about other entities and people, against those whose"
        " do not, with 95 % intervals bootstrapped by entity."
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
CHART = declare_chart(
    "sumie-distractors", DISTRACTORS.title, GROUP, 23, DISTRACTORS, CHIPS[1:], about=("sumie-entry",)
)
