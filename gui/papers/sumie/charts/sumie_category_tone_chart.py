"""F1 of entity tables by category and by tone, with its spread over entities (SUMIE, figures 3 and 19)."""

from __future__ import annotations

from galley.core.storage.connection import Connection
from galley.gui.charts import printed_figures
from galley.gui.charts.base import ChartRequest
from galley.gui.charts.chart_table import ChartColumn
from galley.gui.charts.declaration import ChartContent, Intervals, declare_chart
from galley.gui.papers.sumie.entity_series import CHIPS, GROUP, NEEDS, all_turn_rows, names, read
from galley.gui.translation import tr

SPLITS = {tr("By category"): "category", tr("By tone"): "tone"}
_HEADS = {"category": tr("Category"), "tone": tr("Tone")}
_NONE = {"category": tr("no category"), "tone": tr("no tone")}
_OF = {"category": tr("category"), "tone": tr("tone of the newest paragraph")}
COLUMNS = (
    ChartColumn("series", tr("System")),
    ChartColumn("n", tr("Entities"), "count"),
    ChartColumn("f1", "F1", "percent"),
    ChartColumn("f1", "", "interval"),
    ChartColumn("f1_sd", tr("Standard deviation"), "percent"),
    ChartColumn("precision", tr("Precision"), "percent"),
    ChartColumn("recall", tr("Recall"), "percent"),
)


def _rows(connection: Connection, ask: ChartRequest, content: ChartContent) -> ChartContent:
    """A line a category (or tone), a mark a system; the chip "pair" chooses which."""
    split = SPLITS.get(ask.pair, "category")
    rows, left_out = read(connection, ask, split)
    group_rows = all_turn_rows(rows)
    for row in group_rows:
        row["words"] = row[split] or _NONE[split]
        row["name"] = f"{row['words']}, {row['series']}"
    sorted_rows = sorted(group_rows, key=lambda row: row[split])
    columns = (ChartColumn(split, _HEADS[split]), *COLUMNS)
    measure_values = {"of": _OF[split]}
    return ChartContent(
        sorted_rows,
        left_out,
        table=group_rows,
        columns=columns,
        series=names(group_rows),
        pages=tuple(SPLITS),
        measure_values=measure_values,
    )


GROUPS = Intervals(
    title=tr("F1 of the entity tables"),
    measure=tr(
        "F1 over all turns by {of}: the mean over entities with 95 % intervals bootstrapped by entity. The table"
        " has the standard deviation."
    ),
    needs=NEEDS,
    rows=_rows,
    line="words",
    by="series",
    value="f1",
    kind="percent",
    span=(0.5, 1.0, 0.1),
    intervals=printed_figures.OVER_ITEMS,
    columns=COLUMNS,
)
CHART = declare_chart(
    "sumie-groups", tr("Entity tables by category and tone"), GROUP, 22, GROUPS, CHIPS, paged=True,
    about=("sumie-entry",),
)  # fmt: skip
