"""A page for each work: its own tables, filled with what the project holds."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from galley.core.columns import names
from galley.core.project.reading_access import Reader
from galley.core.tables.paper_table import Figure, Paper, Sheet
from galley.core.tables.paper_tables import fill, papers
from galley.gui.charts import printed_figures
from galley.gui.charts.base import Ask, Chart, Picture, WorkTables
from galley.gui.core_words import said
from galley.gui.language import tr

GROUP = tr("Papers")
PREFIX = "paper-"
ALL = tr("All tables")
CHIPS = {"judges": "judge", "systems": "system", "datasets": "source", "splits": "split", "gold": "gold"}
"""What a table may take, and the chip for it."""


def build(paper: Paper, connection: Reader, ask: Ask) -> Picture:
    """Every table that there are figures for, or the one that the chip "pair" names."""
    params = ask.params(judges=ask.judges, given=())
    chosen = [table for table in paper.tables if ask.pair in ("", ALL, said(table.title))] or list(paper.tables)
    sheets: list[Sheet] = []
    for table in chosen:
        sheet = fill(connection, table, params)
        if sheet is not None:
            sheets.append(_told(sheet))
    pages = (ALL, *(said(table.title) for table in paper.tables))
    title = said(paper.title)
    if not sheets:
        return Picture(title, needs=said(chosen[0].needs), pairs=pages)
    letters = {(c.scheme, c.id): (c.letter, c.colour) for c in names.criteria(connection).values() if c.letter}
    return Picture(
        title, said(f"{paper.work[0].upper()}{paper.work[1:]}."), WorkTables(tuple(sheets), letters), pairs=pages
    )


def _told(sheet: Sheet) -> Sheet:
    """A sheet in the language of the window: all but the names of what is measured, which come from the data."""
    columns = (replace(each, title=said(each.title), group=said(each.group)) for each in sheet.columns)
    lines = (
        replace(each, label=said(each.label), group=said(each.group), figures=tuple(map(_cell, each.figures)))
        for each in sheet.lines
    )
    return replace(
        sheet,
        title=said(sheet.title),
        head=said(sheet.head),
        about=said(sheet.about),
        notes=tuple(map(said, sheet.notes)),
        intervals=said(sheet.intervals),
        columns=tuple(columns),
        lines=tuple(lines),
    )


def _cell(cell: Figure | None) -> Figure | None:
    return replace(cell, value=said(cell.value)) if cell is not None and isinstance(cell.value, str) else cell


def chips(paper: Paper) -> tuple[str, ...]:
    """The chips that change any table of a work."""
    taken = {name for table in paper.tables for name in table.takes}
    found = [chip for name, chip in CHIPS.items() if name in taken]
    return ("pair", *found, *(["only-gold"] if "gold" in taken else []))


ABOUT = {"dial-summer": printed_figures.OVER_DOCUMENTS, "frank": printed_figures.OVER_PAIRS}
"""What the intervals of a work's tables are about, where that is not new items."""

CHART = tuple(
    Chart(
        f"{PREFIX}{paper.name}",
        said(paper.title),
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
