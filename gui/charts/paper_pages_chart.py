"""A page for each work: its own tables, filled with what the project holds."""

from __future__ import annotations

from functools import partial

from galley.core.paper_tables.paper_table import Paper, Sheet
from galley.core.paper_tables.registry import fill, papers
from galley.core.storage import names
from galley.core.storage.connection import Connection
from galley.gui.charts import printed_figures
from galley.gui.charts.base import Chart, ChartRequest, Picture, WorkTables
from galley.gui.charts.chart_words import describe_figures
from galley.gui.translation import tr, tr_n

GROUP = tr("Papers")
PREFIX = "paper-"
ALL = tr("All tables")
CHIPS = {"judges": "judge", "systems": "system", "datasets": "source", "splits": "split", "gold": "gold"}
"""What a table may take, and the chip for it."""


def build(paper: Paper, connection: Connection, ask: ChartRequest) -> Picture:
    """Every table that there are figures for, or the one that the chip "pair" names."""
    pages = (ALL, *(table.title for table in paper.tables))
    if not paper.has(connection):
        return Picture(paper.title, needs=paper.tables[0].needs, pairs=pages)
    params = ask.params(judges=ask.judges, given=())
    tables = [table for table in paper.tables if ask.pair in ("", ALL, table.title)] or list(paper.tables)
    sheets: list[Sheet] = []
    for table in tables:
        sheet = fill(connection, table, params)
        if sheet is not None:
            sheets.append(sheet)
    if not sheets:
        return Picture(paper.title, needs=tables[0].needs, pairs=pages)
    letters = {(c.scheme, c.id): (c.letter, c.colour) for c in names.criteria(connection).values() if c.letter}
    return Picture(
        _describe_sheet(paper.title, sheets[0]),
        f"{paper.description[0].upper()}{paper.description[1:]}.",
        WorkTables(tuple(sheets), letters),
        pairs=pages,
    )


def _describe_sheet(paper: str, sheet: Sheet) -> str:
    """The paper, and its first figure that has an interval, over the lines of its first table."""
    for at, column in enumerate(sheet.columns):
        rows = [
            {"value": cell.value, "low": cell.low, "high": cell.high, "n": cell.n, "line": line.label}
            for line in sheet.lines
            if (cell := line.figures[at]) is not None and isinstance(cell.value, int | float)
        ]
        if any(row["low"] is not None for row in rows):
            measure = tr(
                "{paper}, {table}: {column}", paper=paper, table=sheet.title,
                column=", ".join(filter(None, (column.group, column.title))),
            )  # fmt: skip
            return describe_figures(measure, rows, ("line",), kind=column.kind)
    return tr_n("{paper}: {n:,} line of {table}", "{paper}: {n:,} lines of {table}", len(sheet.lines), paper=paper,
                table=sheet.title)  # fmt: skip


def chips(paper: Paper) -> tuple[str, ...]:
    """The chips that change any table of a work."""
    filter_names = {name for table in paper.tables for name in table.takes}
    used_chips = [chip for name, chip in CHIPS.items() if name in filter_names]
    return ("pair", *used_chips, *(["only-gold"] if "gold" in filter_names else []))


ABOUT = {"dial-summer": printed_figures.OVER_DOCUMENTS, "frank": printed_figures.OVER_DOCUMENTS}
"""What the intervals of a work's tables are about, where that is not new items."""

VIEWS = {
    "kgds": (
        ("kgds", tr("Patterns")),
        ("kgds-overall", tr("Overall")),
        ("kgds-gap", tr("Gap")),
        ("kgds-retrieval", tr("Retrieval")),
        ("kgds-winrate", tr("Wins")),
        ("kgds-correlation", tr("Correlation")),
        ("kgds-errors", tr("Reasons")),
    ),
    "sumie": (
        ("sumie-turns", tr("By turn")),
        ("sumie-groups", tr("By category and tone")),
        ("sumie-distractors", tr("Distractors")),
    ),
    "longsumeval": ((f"{PREFIX}longsumeval-curves", tr("Curves")),),
    "frank": ((f"{PREFIX}frank-compared", tr("Williams' tests")),),
}
"""The charts of a work, which its page shows beside its tables."""


def views(paper: Paper) -> tuple[tuple[str, str], ...]:
    """What the page of a work switches between."""
    more = VIEWS.get(paper.name, ())
    return ((f"{PREFIX}{paper.name}", tr("Tables")), *more) if more else ()


CHART = tuple(
    Chart(
        f"{PREFIX}{paper.name}",
        paper.title,
        GROUP,
        10 * paper.order,
        partial(build, paper),
        chips(paper),
        paged=True,
        intervals=ABOUT.get(paper.name, printed_figures.OVER_ITEMS),
        weighs=True,
        views=views(paper),
    )
    for paper in papers()
)
