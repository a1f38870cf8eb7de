"""How much of the article each system's extracts take (KGDS, figure 2)."""

from __future__ import annotations

from typing import Any

from galley.core.metrics.registry import compute
from galley.core.papers.kgds.metrics.kgds_retrieval import CONSERVATIVE, EXPERTS, OPEN
from galley.gui.charts import printed_figures
from galley.gui.charts.base import Ask, Chart, Line, Picture, Rows
from galley.gui.charts.chart_marks import around, told
from galley.gui.charts.chart_table import Column, plain
from galley.gui.language import tr
from galley.gui.papers.kgds.discussion_series import EXTRACT, GROUP, NEEDS, PARADIGM, SCHEMES, items, percent_mark, read

TITLE = tr("Paragraphs taken")
COLUMNS = (
    Column("system", tr("System")),
    Column("said", tr("Paradigm")),
    Column("n", "n", "count"),
    Column("value", tr("Taken"), "percent"),
    Column("value", "", "interval"),
    Column("pooled", tr("of all paragraphs"), "percent"),
    Column("class", tr("Retriever")),
)


def build(connection: Any, ask: Ask) -> Picture:
    """A line a system, a mark a paradigm; the least first, the experts last."""
    result = compute("kgds-retrieval", connection, ask.params())
    if not result.rows:
        return Picture(TITLE, needs=NEEDS)
    behind = items(read(connection, ask))
    behind[EXPERTS, EXTRACT, "", "judge"] = tuple(dict.fromkeys(i for key in behind for i in behind[key]))
    for row in result.rows:
        row["said"] = PARADIGM.get(row["paradigm"], row["paradigm"]) or tr("annotated")
    names = tuple(dict.fromkeys(row["said"] for row in result.rows))
    first = [row for row in result.rows if row["said"] == names[0] or row["system"] == EXPERTS]
    order = [*sorted(first, key=lambda row: row["value"] or 0.0), *result.rows]
    systems = dict.fromkeys(row["system"] for row in order)
    lines = []
    for system in sorted(systems, key=lambda system: system == EXPERTS):
        mine = [row for row in result.rows if row["system"] == system]
        marks = tuple(
            percent_mark(
                row, "value", names.index(row["said"]), f"{system}, {row['said']}",
                behind.get((system, EXTRACT, row["paradigm"], "judge"), ()),
            )
            for row in mine
        )  # fmt: skip
        kind = mine[0]["class"]
        note = f"n = {printed_figures.count(mine[0]['n'])}"
        lines.append(Line(system, marks, f"{kind}, {note}" if kind else note))
    subtitle = told(
        tr(
            "The share of an article's paragraphs that an extract takes, the mean over articles with 95 % intervals"
            " bootstrapped by item. Below 30 % a retriever is conservative, above 38 % open."
        ),
        printed_figures.left_out(result.left_out),
    )
    axis = around((m for line in lines for m in line.marks), 0.0, 0.5, kind="percent")
    guides = ((CONSERVATIVE, "30 %"), (OPEN, "38 %"))
    return Picture(TITLE, subtitle, Rows(axis, tuple(lines), guides), plain(result.rows, COLUMNS), names)


CHART = Chart(
    "kgds-retrieval", TITLE, GROUP, 3, build, ("system", "source", "split", "gold", "only-gold"), about=SCHEMES,
    intervals=printed_figures.OVER_ITEMS,
)
