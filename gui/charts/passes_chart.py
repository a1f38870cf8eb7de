"""A reviewer against an earlier pass of their own."""

from __future__ import annotations

from typing import Any

from galley.core.metrics.registry import compute
from galley.gui.charts import printed_figures
from galley.gui.charts.agreement_chart import COLUMNS, WORDS
from galley.gui.charts.base import Ask, Chart, Line, Picture, Rows
from galley.gui.charts.chart_marks import around, criteria, mark, n_of, name_of, pages, told
from galley.gui.charts.chart_table import plain
from galley.gui.language import tr

TITLE = tr("Reviewers with their earlier pass")
NEEDS = tr("This chart needs a reviewer who finished an item, opened it again and finished it once more.")


def build(connection: Any, ask: Ask) -> Picture:
    """A line a criterion, a mark a reviewer."""
    result = compute(
        "agreement", connection, ask.params(passes=True, coefficients=("cohen-kappa",), gold="gold")
    )
    known = criteria(connection)
    rows = [row for row in result.rows if row["annotators"][0].removesuffix(", first pass") in ask.every_human]
    if not rows:
        return Picture(TITLE, needs=NEEDS)
    lines = []
    for row in rows:
        row["name"], row["who"] = name_of(known, row), row["annotators"][0].removesuffix(", first pass")
        row["measure"], row["twice"] = WORDS[row["coefficient"]], row["who"]
    for group in pages(rows).values():
        marks = tuple(mark(r, "value", ask.every_human.index(r["who"]), f"{r['name']}, {r['who']}") for r in group)
        lines.append(Line(group[0]["name"], marks, n_of(group)))
    subtitle = told(
        tr("Cohen's kappa between the first and the last time that a reviewer finished the same items."),
        printed_figures.about(rows),
        printed_figures.left_out(result.left_out),
    )
    axis = around((m for line in lines for m in line.marks), 0.0, 1.0, 0.2)
    return Picture(
        TITLE, subtitle, Rows(axis, tuple(lines), ((0.0, tr("chance")),)), plain(rows, COLUMNS), ask.every_human
    )


CHART = Chart(
    "passes",
    tr("Earlier pass"),
    tr("Agreement"),
    4,
    build,
    ("scheme", "criterion", "people", "system", "source", "split"),
)
