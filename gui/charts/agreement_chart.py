"""Agreement between people, per criterion, with intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from galley.core.metrics.agreement import choose_answered_level
from galley.core.metrics.base import Params, Row
from galley.core.metrics.registry import compute
from galley.core.storage import names
from galley.core.storage.connection import Connection
from galley.gui.charts.base import ChartRequest
from galley.gui.charts.chart_marks import criteria, n_of, name_of, pages
from galley.gui.charts.chart_table import ChartColumn
from galley.gui.charts.chart_words import find_combined, find_outlier
from galley.gui.charts.declaration import ChartContent, Intervals, declare_chart
from galley.gui.charts.printed_figures import number, spread
from galley.gui.translation import tr, tr_n

WORDS = {
    "cohen-kappa": tr("Cohen's kappa"),
    "cohen-kappa-quadratic": tr("Cohen's kappa, quadratic"),
}
"""The coefficients of two annotators."""
SERIES = (tr("Krippendorff's alpha"), tr("Gwet's AC1 or AC2"), tr("share of equal pairs"))
_FIGURES = ("alpha", "gwet", "equal")
"""What the table calls them."""
_SCALE = tr("On ratings: ordinal alpha and AC2.")
_PLACE = {"alpha-nominal": 0, "alpha-ordinal": 0, "ac1": 1, "ac2-quadratic": 1, "percent": 2}
COLUMNS = (
    ChartColumn("name", tr("Criterion")),
    ChartColumn("who", tr("Annotators")),
    ChartColumn("measure", tr("Coefficient")),
    ChartColumn("n", "n", "count"),
    ChartColumn("value", tr("Value"), "number"),
    ChartColumn("value", "", "interval"),
)
BESIDE = (
    COLUMNS[0],
    ChartColumn("n", "n", "count"),
    *(
        column
        for key, title, kind in (
            ("alpha", tr("Alpha"), "number"),
            ("gwet", tr("AC1 or AC2"), "number"),
            ("equal", tr("Equal pairs"), "percent"),
        )
        for column in (ChartColumn(key, title, kind, f"{key}_why"), ChartColumn(key, "", "interval"))
    ),
    COLUMNS[1],
)


def _rows(connection: Connection, ask: ChartRequest, content: ChartContent) -> ChartContent:
    """A line a criterion, with its three figures; how many answered it, where not all were answered by the same."""
    ordinal = ordinals(connection)
    content = replace(content, rows=at_answered_level(connection, content.rows, ask.params(**METRIC_PARAMS)))
    order = {about: at for at, about in enumerate(pages(content.rows))}
    rows = [row for row in content.rows if _fits(row, ordinal)]
    rows.sort(key=lambda row: (order[row["scheme"], row["criterion"]], _PLACE[row["coefficient"]]))
    people = {", ".join(row["annotators"]) for row in rows}
    lines: dict[tuple[str, str], Row] = {}
    for row in rows:
        place, annotators = _PLACE[row["coefficient"]], row["annotators"]
        row["drawn"], row["note"] = SERIES[place], n_of([row])
        if len(people) > 1:
            row["note"] = tr_n("{cells}, {n} annotator", "{cells}, {n} annotators", len(annotators), cells=row["note"])
        line = lines.setdefault((row["scheme"], row["criterion"]), row | {"who": ", ".join(annotators)})
        key = _FIGURES[place]
        line |= {key: row["value"], f"{key}_why": row["why"], f"{key}_low": row["low"], f"{key}_high": row["high"]}
    scale, who = _SCALE if ordinal & lines.keys() else "", _join_names(people)
    columns = BESIDE[:-1] if who in people else BESIDE
    measure_values = {"who": who, "scale": scale}
    return replace(
        content,
        rows=rows,
        table=list(lines.values()),
        columns=columns,
        measure_values=measure_values,
        title=_finding(rows, find_combined(connection)),
    )


def at_answered_level(connection: Connection, rows: Sequence[Row], params: Params) -> list[Row]:
    """The rows, those of whole summaries where nobody's units can be compared, which their names say."""
    chosen_rows = choose_answered_level(rows, lambda wholes: compute("agreement", connection, wholes), params)
    criterion_names = criteria(connection)
    for row in chosen_rows:
        name = name_of(criterion_names, row)
        row["name"] = tr("{criterion}, summaries", criterion=name) if row["level"] == "summary" else name
    return chosen_rows


def _finding(rows: list[Row], combined: set[tuple[str, str]]) -> str:
    """On what people agree most beyond chance, where its interval says so; else how far they do on most cells."""
    fair = [row for row in rows if _PLACE[row["coefficient"]] == 0 and row["value"] is not None]
    if not fair:
        return ""
    if best := find_outlier(fair, combined=combined):
        return tr("Most agreed on: “{name}”, alpha {figure}", name=best["name"], figure=_figure(best))
    single = [row for row in fair if (row["scheme"], row["criterion"]) not in combined] or fair
    most = max(single, key=lambda row: int(row["n"]))
    return tr("“{name}”: alpha {figure}, n = {n:,}", name=most["name"], figure=_figure(most), n=most["n"])


def _figure(row: Row) -> str:
    return f"{number(row['value'])}{spread(row['low'], row['high'])}"


def ordinals(connection: Connection) -> set[tuple[str, str]]:
    """The criteria that are rated on a scale, as (scheme, id)."""
    return {(s.id, c.id) for s in names.schemes(connection) for c in s.criteria if c.scale == "ordinal"}


def _fits(row: Row, ordinal: set[tuple[str, str]]) -> bool:
    coefficients = (
        ("alpha-ordinal", "ac2-quadratic") if (row["scheme"], row["criterion"]) in ordinal else ("alpha-nominal", "ac1")
    )
    return row["coefficient"] in (*coefficients, "percent")


def _join_names(people: set[str]) -> str:
    return next(iter(people)) if len(people) == 1 and len(next(iter(people))) < 60 else tr("annotators")


METRIC_PARAMS: Mapping[str, Any] = {"coefficients": tuple(_PLACE), "level": "unit", "gold": "gold"}
AGREEMENT = Intervals(
    title=tr("Agreement, per criterion"),
    measure=tr("How far {who} agree beyond chance on the same cells, without unresolved cells. {scale}"),
    needs=tr("This chart needs two annotators who answered the same cells."),
    metric="agreement",
    metric_params=METRIC_PARAMS,
    rows=_rows,
    by="drawn",
    series=lambda ask: SERIES,
    guides=((0.0, tr("chance")),),
    columns=BESIDE,
)
CHART = declare_chart(
    "agreement",
    tr("Agreement"),
    tr("People"),
    1,
    AGREEMENT,
    ("scheme", "criterion", "people", "system", "source", "split"),
    views=(("agreement", tr("By criterion")), ("agreement-pairs", tr("Pairs of people"))),
)
