"""A reviewer against an earlier pass of their own."""

from __future__ import annotations

from galley.core.storage.connection import Connection
from galley.gui.charts.agreement_chart import COLUMNS, WORDS
from galley.gui.charts.base import ChartRequest
from galley.gui.charts.declaration import ChartContent, Intervals, declare_chart, people
from galley.gui.translation import tr


def _rows(connection: Connection, ask: ChartRequest, content: ChartContent) -> ChartContent:
    rows = []
    for row in content.rows:
        who = row["annotators"][0].removesuffix(", first pass")
        if who in ask.every_human:
            rows.append(row | {"who": who, "twice": who, "measure": WORDS[row["coefficient"]]})
    return ChartContent(rows, content.left_out)


PASSES = Intervals(
    title=tr("Reviewers with their earlier pass"),
    measure=tr("Cohen's kappa between the first and the last time that a reviewer finished the same items."),
    needs=tr("This chart needs a reviewer who finished an item, opened it again and finished it once more."),
    metric="agreement",
    metric_params={"passes": True, "coefficients": ("cohen-kappa",), "gold": "gold"},
    rows=_rows,
    by="who",
    series=people,
    guides=((0.0, tr("chance")),),
    columns=COLUMNS,
)
CHART = declare_chart(
    "passes",
    tr("Earlier pass"),
    tr("People"),
    4,
    PASSES,
    ("scheme", "criterion", "people", "system", "source", "split"),
    wants=("item", "decision"),
)
