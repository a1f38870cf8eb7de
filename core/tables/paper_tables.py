"""Which works there are, and filling their tables."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import replace

from galley.core.errors import InputError
from galley.core.metrics import unweighted
from galley.core.metrics._takes import WORDS
from galley.core.metrics.base import Params
from galley.core.project import by_value
from galley.core.registry import Registry
from galley.core.tables.paper_table import Paper, PaperTable, Sheet, marked

ABOUT = "Intervals (95 %) are about new {new} like these: the {sample} are the sample, people and systems are fixed."
REGISTRY: Registry[Paper] = Registry("galley.core.tables", "PAPER", "work", "works")


def papers() -> list[Paper]:
    """All works in their order."""
    return sorted(REGISTRY.all().values(), key=lambda paper: paper.order)


def present(connection: sqlite3.Connection) -> list[Paper]:
    """The works of which the project holds something."""
    return [paper for paper in papers() if paper.has(connection)]


def find(name: str) -> list[PaperTable]:
    """The table of this name, or all tables of the work of this name. Raises: InputError that lists both."""
    for paper in papers():
        if paper.name == name:
            return list(paper.tables)
        for table in paper.tables:
            if table.name == name:
                return [table]
    known = "; ".join(f"{paper.name} ({', '.join(table.name for table in paper.tables)})" for paper in papers())
    raise InputError(f"There is no table called {name!r}; there are, by work: {known}.")


def fill(connection: sqlite3.Connection, table: PaperTable, params: Params) -> Sheet | None:
    """A table under what of ``params`` it takes, its top values marked and its title with where it stands in the
    work; None where the project has nothing for it.

    Raises: InputError for a name that the project does not hold, Cancelled.
    """
    sheet = table.build(connection, table.narrowed(params))
    if sheet is None:
        return None
    sample = next(paper.sample for paper in papers() if table in paper.tables)
    drawn = [cell for line in sheet.lines for cell in line.figures if cell is not None and cell.low is not None]
    about = ABOUT.format(new=sample.removeprefix("source "), sample=sample) if drawn else ""
    named = ["/".join(line.criterion) for line in sheet.lines if line.criterion is not None]
    said = [by_value.note(connection) if "gold" in table.takes else ""]
    said.append(unweighted.note(unweighted.unlike(connection), named))
    notes = (*sheet.notes, *filter(None, said))
    title = f"{table.title} ({table.source})"
    return marked(replace(sheet, name=table.name, title=title, notes=notes, intervals=about))


def filled(connection: sqlite3.Connection, paper: Paper, params: Params) -> Iterator[Sheet]:
    """The tables of a work that the project has figures for."""
    for table in paper.tables:
        sheet = fill(connection, table, params)
        if sheet is not None:
            yield sheet


def check(table: PaperTable, given: set[str], params: Params) -> None:
    """Refuse what a table does not take: ``given`` are the fields of ``params`` that were set. Raises: InputError."""
    taken = [WORDS[name] for name in table.takes] + [f"--set {name}" for name in table.settings]
    there = ", ".join(taken) or "nothing"
    for name in sorted(given - {*table.takes, "options"}):
        raise InputError(f"The table {table.name} takes no {WORDS[name]}; it takes: {there}.")
    for option in params.options:
        name, equals, _ = option.partition("=")
        if not equals or name.strip() not in table.settings:
            raise InputError(f"The table {table.name} has no setting {option!r}; it takes: {there}.")
