"""How far people agree, per criterion, with intervals."""

from __future__ import annotations

from dataclasses import replace

from galley.core.columns import names
from galley.core.metrics.base import Row
from galley.core.project.reading_access import Reader
from galley.gui.charts.base import Ask
from galley.gui.charts.chart_marks import few
from galley.gui.charts.chart_table import ChartColumn
from galley.gui.charts.declaration import Given, Intervals, declared
from galley.gui.charts.printed_figures import number
from galley.gui.language import tr

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
SERIES = (tr("Krippendorff's alpha"), tr("Gwet's AC1 or AC2"), tr("share of equal pairs"))
_PLACE = {"alpha-nominal": 0, "alpha-ordinal": 0, "ac1": 1, "ac2-quadratic": 1, "percent": 2}
COLUMNS = (
    ChartColumn("name", tr("Criterion")),
    ChartColumn("who", tr("Annotators")),
    ChartColumn("measure", tr("Coefficient")),
    ChartColumn("n", "n", "count"),
    ChartColumn("value", tr("Value"), "number"),
    ChartColumn("value", "", "interval"),
)


def _rows(connection: Reader, ask: Ask, given: Given) -> Given:
    ordinal = ordinals(connection)
    rows = [row for row in given.rows if _fits(row, ordinal)]
    for row in rows:
        row["who"], row["drawn"] = ", ".join(row["annotators"]), SERIES[_PLACE[row["coefficient"]]]
        row["measure"] = WORDS.get(row["coefficient"], row["coefficient"])
    people = {row["who"] for row in rows}
    for row in rows:
        row["label"] = row["name"] if len(people) == 1 else f"{row['name']}: {row['who']}"
    drawn = sorted(rows, key=lambda row: _PLACE[row["coefficient"]])
    order = {label: at for at, label in enumerate(dict.fromkeys(row["label"] for row in rows))}
    drawn.sort(key=lambda row: order[row["label"]])
    return replace(given, rows=drawn, table=rows, said={"who": _together(people)}, title=_finding(drawn))


def _finding(rows: list[Row]) -> str:
    """On what people agree most and least beyond chance."""
    fair = [row for row in rows if _PLACE[row["coefficient"]] == 0 and row["value"] is not None and not few(row)]
    if len(fair) < 2:
        return ""
    most, least = (pick(fair, key=lambda row: float(row["value"])) for pick in (max, min))
    words = {"most": most["name"], "high": number(most["value"]), "least": least["name"], "low": number(least["value"])}
    ends = most["low"], least["high"]
    if None in ends or ends[0] <= ends[1]:
        return tr("Agreement from {low} (“{least}”) to {high} (“{most}”), not clearly apart", **words)
    return tr("Most agreed on: “{most}” ({high}), least: “{least}” ({low})", **words)


def ordinals(connection: Reader) -> set[tuple[str, str]]:
    """The criteria that are rated on a scale, as (scheme, id)."""
    return {(s.id, c.id) for s in names.schemes(connection) for c in s.criteria if c.scale == "ordinal"}


def _fits(row: Row, ordinal: set[tuple[str, str]]) -> bool:
    wanted = (
        ("alpha-ordinal", "ac2-quadratic") if (row["scheme"], row["criterion"]) in ordinal else ("alpha-nominal", "ac1")
    )
    return row["coefficient"] in (*wanted, "percent")


def _together(people: set[str]) -> str:
    return next(iter(people)) if len(people) == 1 and len(next(iter(people))) < 60 else tr("annotators")


AGREEMENT = Intervals(
    title=tr("Agreement, per criterion"),
    measure=tr("How far {who} agree beyond chance on the same cells. An open cell counts for nobody."),
    needs=tr("This chart needs two annotators who answered the same cells."),
    metric="agreement",
    asked={"coefficients": tuple(_PLACE), "level": "unit", "gold": "gold"},
    rows=_rows,
    line="label",
    by="drawn",
    series=lambda ask: SERIES,
    guides=((0.0, tr("chance")),),
    columns=COLUMNS,
)
CHART = declared(
    "agreement",
    tr("Per criterion"),
    tr("Agreement"),
    2,
    AGREEMENT,
    ("scheme", "criterion", "people", "system", "source", "split"),
)
