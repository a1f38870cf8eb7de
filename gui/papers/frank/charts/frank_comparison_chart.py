"""The FRANK study's Williams' tests as a triangle: which score correlates better with people's overall score."""

from __future__ import annotations

from functools import partial
from typing import Any

from galley.core.paper_tables.paper_table import Figure, Line
from galley.core.paper_tables.registry import fill
from galley.core.papers.frank.tables.paper import ALPHA, PAPER
from galley.core.storage.connection import Connection
from galley.gui.charts import printed_figures
from galley.gui.charts.base import Chart, ChartRequest, Picture
from galley.gui.charts.chart_marks import mark, n_of
from galley.gui.charts.chart_table import ChartColumn, plain
from galley.gui.charts.paper_pages_chart import GROUP, PREFIX
from galley.gui.charts.told_apart_chart import build_triangle
from galley.gui.translation import tr

TITLE = tr("The FRANK study, Williams' tests")
NAME = f"{PREFIX}frank-compared"
COLUMNS = (
    ChartColumn("first", tr("First")),
    ChartColumn("first_value", tr("Correlation"), "number"),
    ChartColumn("second", tr("Second")),
    ChartColumn("second_value", tr("Correlation"), "number"),
    ChartColumn("value", tr("Difference"), "signed"),
    ChartColumn("t", "t", "number"),
    ChartColumn("p", tr("p, Holm"), "p"),
    ChartColumn("n", "n", "count"),
)


def build(connection: Connection, ask: ChartRequest) -> Picture:
    """A cell a pair of scores, filled where they differ significantly; the table of the same name has the figures."""
    table = next(table for table in PAPER.tables if table.name == "frank-compared")
    sheet = fill(connection, table, ask.params(judges=ask.judges, given=())) if PAPER.has(connection) else None
    rows = [_row(line) for line in sheet.lines] if sheet is not None else []
    compared_rows = [row for row in rows if row["value"] is not None]
    if sheet is None or not compared_rows:
        return Picture(TITLE, needs=table.needs)
    names = list(dict.fromkeys(row[end] for end in ("first", "second") for row in rows))
    differences = {}
    for row in rows:
        pair = tr("{first} minus {second}", first=row["first"], second=row["second"])
        differences["", row["first"], row["second"]] = mark({**row, "items": ()}, "value", 0, pair, "signed")
    significant_count = sum(not row["is_hollow"] for row in compared_rows)
    title = tr(
        "{told} of {count} pairs of scores differ significantly, {n}",
        told=significant_count, count=len(compared_rows), n=n_of(compared_rows),
    )  # fmt: skip
    measure = tr("{about} In a filled mark Williams' p is below .05 after Holm's correction.", about=sheet.about)
    subtitle = "\n".join((measure, " ".join(sheet.notes))).rstrip()
    drawing = build_triangle(differences, names, partial(printed_figures.signed_number, places=2))
    return Picture(title, subtitle, drawing, plain(rows, COLUMNS))


def _row(line: Line) -> dict[str, Any]:
    """A pair of scores from a line of the table of Williams' tests."""
    second, n, first_r, second_r, t, _, p = (cell or Figure(None) for cell in line.figures)
    one, two = first_r.value, second_r.value
    is_known = isinstance(one, int | float) and isinstance(two, int | float)
    return {
        "first": line.label, "second": second.value, "first_value": one, "second_value": two,
        "value": one - two if is_known else None,  # type: ignore[operator]
        "t": t.value, "p": p.value, "n": n.value, "why": first_r.why,
        "is_hollow": not (isinstance(p.value, int | float) and p.value < ALPHA),
    }  # fmt: skip


CHART = Chart(
    NAME, TITLE, GROUP, 51, build, ("judge", "system", "source", "split", "only-gold"), weighs=True,
)  # fmt: skip
