"""Which works there are, and filling their tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from galley.core.errors import InputError
from galley.core.metrics import implicit_no, unweighted
from galley.core.metrics._parameters import WORDS
from galley.core.metrics.base import Params
from galley.core.paper_tables.paper_table import Paper, PaperTable, Sheet, mark_top_values
from galley.core.registry import Registry
from galley.core.review import priority
from galley.core.storage.connection import Connection

ABOUT = "Intervals (95 %) are about new {new} like these: the {sample} are the sample, people and systems are fixed."
REGISTRY: Registry[Paper] = Registry("galley.core.paper_tables", "PAPER", "work", "works")


def papers() -> list[Paper]:
    """All works in their order."""
    return sorted(REGISTRY.all().values(), key=lambda paper: paper.order)


def papers_present(connection: Connection) -> list[Paper]:
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
    table_list = "; ".join(f"{paper.name} ({', '.join(table.name for table in paper.tables)})" for paper in papers())
    raise InputError(f"There is no table called {name!r}; there are, by paper: {table_list}.")


def fill(connection: Connection, table: PaperTable, params: Params) -> Sheet | None:
    """A table under what of ``params`` it takes, its top values marked and its title with where it stands in the
    work; None where the project has nothing for it.

    Raises: InputError for a name that the project does not hold, Cancelled.
    """
    sheet = table.build(connection, table.restrict_params(params))
    if sheet is None:
        return None
    sample = next(paper.sample for paper in papers() if table in paper.tables)
    cells_with_interval = [
        cell for line in sheet.lines for cell in line.figures if cell is not None and cell.low is not None
    ]
    about = ABOUT.format(new=sample.removeprefix("source "), sample=sample) if cells_with_interval else ""
    criterion_names = ["/".join(line.criterion) for line in sheet.lines if line.criterion is not None]
    note_parts = [table.describe_additions(sheet), priority.note(connection) if "gold" in table.takes else ""]
    note_parts.append(implicit_no.describe_share(connection, table.restrict_params(params), table.schemes))
    note_parts.append(unweighted.note(unweighted.unlike(connection), criterion_names))
    notes = (*sheet.notes, *filter(None, note_parts))
    title = f"{table.title} ({table.source})"
    return mark_top_values(replace(sheet, name=table.name, title=title, notes=notes, intervals=about))


def fill_tables(connection: Connection, paper: Paper, params: Params) -> Iterator[Sheet]:
    """The tables of a work that the project has figures for."""
    for table in paper.tables:
        sheet = fill(connection, table, params)
        if sheet is not None:
            yield sheet


def check(table: PaperTable, set_fields: set[str], params: Params) -> None:
    """Refuse what a table does not take: ``given`` are the fields of ``params`` that were set. Raises: InputError."""
    accepted_names = [WORDS[name] for name in table.takes] + [f"--set {name}" for name in table.settings]
    accepted_text = ", ".join(accepted_names) or "nothing"
    for name in sorted(set_fields - {*table.takes, "options"}):
        raise InputError(f"The table {table.name} does not accept {WORDS[name]}; it takes: {accepted_text}.")
    for option in params.options:
        name, equals, _ = option.partition("=")
        if not equals or name.strip() not in table.settings:
            raise InputError(f"The table {table.name} has no setting {option!r}; it takes: {accepted_text}.")
