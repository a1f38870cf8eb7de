"""A page for each work: its own tables, filled with what the project holds."""

from __future__ import annotations

from functools import partial

from galley.core.columns import names
from galley.core.project.reading_access import Reader
from galley.core.tables.paper_table import Paper, Sheet
from galley.core.tables.paper_tables import fill, papers
from galley.gui.charts import printed_figures
from galley.gui.charts.base import Ask, Chart, Picture, WorkTables
from galley.gui.language import tr

GROUP = tr("Papers")
PREFIX = "paper-"
ALL = tr("All tables")
CHIPS = {"judges": "judge", "systems": "system", "datasets": "source", "splits": "split", "gold": "gold"}
"""What a table may take, and the chip for it."""


def build(paper: Paper, connection: Reader, ask: Ask) -> Picture:
    """Every table that there are figures for, or the one that the chip "pair" names."""
    params = ask.params(judges=ask.judges, given=())
    chosen = [table for table in paper.tables if ask.pair in ("", ALL, table.title)] or list(paper.tables)
    sheets: list[Sheet] = []
    for table in chosen:
        sheet = fill(connection, table, params)
        if sheet is not None:
            sheets.append(sheet)
    pages = (ALL, *(table.title for table in paper.tables))
    title = paper.title
    if not sheets:
        return Picture(title, needs=chosen[0].needs, pairs=pages)
    letters = {(c.scheme, c.id): (c.letter, c.colour) for c in names.criteria(connection).values() if c.letter}
    return Picture(
        title, f"{paper.work[0].upper()}{paper.work[1:]}.", WorkTables(tuple(sheets), letters), pairs=pages
    )


def chips(paper: Paper) -> tuple[str, ...]:
    """The chips that change any table of a work."""
    taken = {name for table in paper.tables for name in table.takes}
    found = [chip for name, chip in CHIPS.items() if name in taken]
    return ("pair", *found, *(["only-gold"] if "gold" in taken else []))


ABOUT = {"dial-summer": printed_figures.OVER_DOCUMENTS, "frank": printed_figures.OVER_DOCUMENTS}
"""What the intervals of a work's tables are about, where that is not new items."""

CHART = tuple(
    Chart(
        f"{PREFIX}{paper.name}",
        paper.title,
        GROUP,
        paper.order,
        partial(build, paper),
        chips(paper),
        paged=True,
        intervals=ABOUT.get(paper.name, printed_figures.OVER_ITEMS),
        weighs=True,
    )
    for paper in papers()
)
