"""Why opinions are not covered: the shares of the five errors, by system (KGDS, table 2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from galley.core.storage.connection import Connection
from galley.gui.charts import printed_figures
from galley.gui.charts.base import Chart, ChartRequest, Picture
from galley.gui.charts.chart_marks import Row, mark
from galley.gui.charts.chart_table import ChartColumn
from galley.gui.charts.chart_words import describe_figures, share
from galley.gui.charts.declaration import ChartContent, Intervals
from galley.gui.charts.drawing_kinds import NotedMatrix
from galley.gui.papers.kgds.discussion_series import CHIPS, GROUP, SCHEMES, leads, one_page, read
from galley.gui.translation import tr


def _rows(connection: Connection, ask: ChartRequest, content: ChartContent) -> ChartContent:
    """A line a system, a mark an error; one pattern and series at a time."""
    defined_rows = [row for row in content.rows if row["value"] is not None]
    page, offered, page_rows = one_page(defined_rows, ask.pair)
    if not offered:
        return replace(content, rows=[], notes=())
    key = ("pattern", "paradigm", "by", "judge")
    of_page = [row for row in content.rows if all(row.get(k) == page_rows[0].get(k) for k in key)]
    rows = leads(of_page, read(connection, ask), by="judge")
    return replace(content, rows=rows, pages=offered, measure_values={"page": page}, title=_describe_error(page_rows))


def _describe_error(rows: Sequence[Row]) -> str:
    """How often systems have the error that keeps out the greatest number of opinions."""
    counts = Counter[str]()
    for row in rows:
        counts[row["name"]] += row["count"]
    name = counts.most_common(1)[0][0]
    measure = tr("“{error}” among the opinions that are not covered", error=name)
    return describe_figures(measure, [row for row in rows if row["name"] == name], ("system",))


WHY = Intervals(
    title=tr("Why opinions are missing"),
    measure=tr(
        "{page}: the share of each error among the opinions that a system's summaries do not cover, with 95 %"
        " intervals bootstrapped by item."
    ),
    needs=tr(
        "This chart needs opinions that are not covered, with the reason; run kgds-opinion-errors."
    ),
    metric="kgds-errors",
    rows=_rows,
    line="system",
    kind="percent",
    span=(0.0, 0.5, 0.1),
    intervals=printed_figures.OVER_ITEMS,
    columns=(
        ChartColumn("system", tr("System")),
        ChartColumn("name", tr("Error")),
        ChartColumn("n", tr("opinions"), "count"),
        ChartColumn("count", tr("with it"), "count"),
        ChartColumn("value", tr("Share"), "percent"),
        ChartColumn("value", "", "interval"),
    ),
)


def build(connection: Connection, ask: ChartRequest) -> Picture:
    """A square of systems and errors; errors that nowhere occur are a sentence. The intervals are in the table."""
    picture = WHY.build(connection, ask)
    rows = picture.table.rows
    if picture.drawing is None:
        return picture
    systems, errors = (tuple(dict.fromkeys(row[key] for row in rows)) for key in ("system", "name"))
    cells = {(row["system"], row["name"]): row for row in rows}
    occurring_names = {row["name"] for row in rows if row["count"]}
    occurring = tuple(error for error in errors if error in occurring_names)
    marks, texts, notes = [], [], []
    for system in systems:
        line = [cells.get((system, error)) for error in occurring]
        marks.append(
            tuple(
                mark(dict(row), "value", 0, f"{system}, {row['name']}", "percent") if row is not None else None
                for row in line
            )
        )
        texts.append(tuple(share(row["value"]) if row and row["value"] is not None else "" for row in line))
        notes.append(tuple(tr("{count} of {n}", count=row["count"], n=row["n"]) if row else "" for row in line))
    drawing = NotedMatrix(systems, occurring, tuple(marks), tuple(texts), notes=tuple(notes))
    absent = ", ".join(error for error in errors if error not in occurring)
    picture = replace(picture, drawing=drawing)
    return picture.with_detail(tr("Nowhere: {errors}.", errors=absent)) if absent else picture


CHART = Chart(
    "kgds-errors", WHY.title, GROUP, 17, build, ("pair", *CHIPS), paged=True, about=SCHEMES, intervals=WHY.intervals
)
