"""Which exports there are, and how one is run so that its file is whole or not there."""

from __future__ import annotations

import sqlite3
from contextlib import ExitStack, closing
from pathlib import Path

import orjson

from galley.core.errors import Cancelled
from galley.core.exports import card
from galley.core.exports.base import Export, ExportReport, Only, Progress
from galley.core.newfile import replacing
from galley.core.project import blind, files
from galley.core.project.project import Project
from galley.core.registry import Registry

REGISTRY: Registry[Export] = Registry("galley.core.exports", "EXPORT", "export format")


def names() -> list[str]:
    """The names of all formats."""
    return list(REGISTRY.names())


def find(name: str) -> Export:
    """The export called ``name``. Raises: InputError that lists the formats there are."""
    return REGISTRY.get(name)


def export(
    project: Project, name: str, out: Path, only: Only = Only.ALL, progress: Progress | None = None
) -> ExportReport:
    """Write ``project`` to the file ``out`` in the format ``name``; a file that is there is replaced at the end.

    Beside it come its data card (``OUT.card.json`` and ``OUT.card.md``) and the companions of its format: all of them,
    or none. Works on a connection of its own, so it may run in any thread while the project is being reviewed: it
    writes the state at its beginning. Raises: InputError (also where blind mode forbids it), ProjectError, Cancelled;
    ``out`` is as it was then.
    """
    writer, only = find(name), Only(only)
    report = ExportReport()
    out = out.absolute()
    progress = progress or _never_stop
    try:
        with (
            ExitStack() as beside,
            replacing(out, project.path) as unfinished,
            closing(files.connect(project.path, write=False)) as connection,
        ):
            connection.execute("BEGIN")
            blind.refuse(connection, "An export")
            writer.write(connection, unfinished, only, report, progress)
            described = _card(connection, project, name, out, only, report, progress)
            for suffix, text in (report.companions | described).items():
                companion = replacing(out.with_name(out.name + suffix), project.path)
                beside.enter_context(companion).write_bytes(text.encode())
    except files.TROUBLE as error:
        raise files.explain(error, project.path) from error
    return report


def _never_stop(done: int, total: int) -> bool:
    return True


def _card(
    connection: sqlite3.Connection,
    project: Project,
    name: str,
    out: Path,
    only: Only,
    report: ExportReport,
    progress: Progress,
) -> dict[str, str]:
    """The data card, by the suffixes of its files."""
    total = report.counts.get("items", 0)

    def stopped() -> bool:
        return not progress(total, total)

    try:
        made = card.build(connection, project.path.stem, name, out.name, only, report, stopped)
    except Cancelled:
        raise Cancelled("The export was stopped; nothing was written.") from None
    return {
        ".card.json": orjson.dumps(made, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE).decode(),
        ".card.md": card.markdown(made),
    }
