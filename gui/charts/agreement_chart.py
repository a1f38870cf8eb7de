"""How far people agree, per criterion, with intervals."""

from __future__ import annotations

from typing import Any

from galley.core.metrics.base import Row
from galley.core.metrics.registry import compute
from galley.gui.charts import printed_figures
from galley.gui.charts.base import Ask, Chart, Line, Picture, Rows
from galley.gui.charts.chart_marks import around, criteria, mark, n_of, name_of, needs, pages, told
from galley.gui.charts.chart_table import Column, plain
from galley.gui.language import tr

TITLE = tr("Agreement, per criterion")
WORDS = {
    "percent": tr("share of equal pairs"),
    "cohen-kappa": tr("Cohen's kappa"),
    "cohen-kappa-quadratic": tr("Cohen's kappa, quadratic"),
    "fleiss-kappa": tr("Fleiss' kappa"),
    "alpha-nominal": tr("Krippendorff's alpha"),
    "alpha-ordinal": tr("Krippendorff's alpha, ordinal"),
    "ac1": tr("Gwet's AC1"),
    "ac2-quadratic": tr("Gwet's AC2"),
}
ASKED = ("alpha-nominal", "alpha-ordinal", "ac1", "ac2-quadratic", "percent")
SERIES = (tr("Krippendorff's alpha"), tr("Gwet's AC1 or AC2"), tr("share of equal pairs"))
_PLACE = {"alpha-nominal": 0, "alpha-ordinal": 0, "ac1": 1, "ac2-quadratic": 1, "percent": 2}
COLUMNS = (
    Column("name", tr("Criterion")),
    Column("who", tr("Annotators")),
    Column("measure", tr("Coefficient")),
    Column("n", "n", "count"),
    Column("value", tr("Value"), "number"),
    Column("value", "", "interval"),
)


def build(connection: Any, ask: Ask) -> Picture:
    """A line a criterion (and pair, where judges are among them), a mark a coefficient."""
    params = ask.params(coefficients=ASKED, level="unit", gold="gold")
    result = compute("agreement", connection, params)
    known = criteria(connection)
    ordinal = ordinals(connection)
    rows = [row for row in result.rows if _fits(row, ordinal)]
    if not rows:
        return Picture(TITLE, needs=needs(result, tr("This chart needs two annotators who answered the same cells.")))
    for row in rows:
        row["name"], row["who"] = name_of(known, row), ", ".join(row["annotators"])
        row["measure"] = WORDS.get(row["coefficient"], row["coefficient"])
    people = {row["who"] for row in rows}
    lines = []
    for group in pages(rows).values():
        for who in dict.fromkeys(row["who"] for row in group):
            mine = sorted((row for row in group if row["who"] == who), key=lambda row: _PLACE[row["coefficient"]])
            label = mine[0]["name"] if len(people) == 1 else f"{mine[0]['name']}: {who}"
            marks = tuple(mark(r, "value", _PLACE[r["coefficient"]], f"{label}, {r['measure']}") for r in mine)
            lines.append(Line(label, marks, n_of(mine)))
    subtitle = told(
        tr("How far {who} agree beyond chance on the same cells.", who=_together(people)),
        printed_figures.about(rows),
        tr("An open cell counts for nobody."),
        printed_figures.left_out(result.left_out),
    )
    axis = around((m for line in lines for m in line.marks), 0.0, 1.0, 0.2)
    drawing = Rows(axis, tuple(lines), ((0.0, tr("chance")),))
    return Picture(TITLE, subtitle, drawing, plain(rows, COLUMNS), SERIES)


def ordinals(connection: Any) -> set[tuple[str, str]]:
    """The criteria that are rated on a scale, as (scheme, id)."""
    from galley.core.columns import names

    return {(s.id, c.id) for s in names.schemes(connection) for c in s.criteria if c.scale == "ordinal"}


def _fits(row: Row, ordinal: set[tuple[str, str]]) -> bool:
    wanted = (
        ("alpha-ordinal", "ac2-quadratic") if (row["scheme"], row["criterion"]) in ordinal else ("alpha-nominal", "ac1")
    )
    return row["coefficient"] in (*wanted, "percent")


def _together(people: set[str]) -> str:
    return next(iter(people)) if len(people) == 1 and len(next(iter(people))) < 60 else tr("annotators")


CHART = Chart(
    "agreement",
    tr("Per criterion"),
    tr("Agreement"),
    2,
    build,
    ("scheme", "criterion", "people", "system", "source", "split"),
)
