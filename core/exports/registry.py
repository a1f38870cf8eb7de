"""Which exports there are, and how one is run so that its file is whole or not there."""

from __future__ import annotations

import sqlite3
from contextlib import ExitStack, closing
from pathlib import Path

import orjson

from galley.core.columns import pseudonyms
from galley.core.errors import Cancelled, InputError
from galley.core.exports import data_card
from galley.core.exports._items import prepare
from galley.core.exports.base import Export, ExportChoices, ExportReport, Only, Progress
from galley.core.newfile import replacing, replacing_folder
from galley.core.project import blind, leaving, project_file
from galley.core.project.project import Project
from galley.core.registry import Registry

WORDS = {
    "texts": "--texts",
    "pseudonyms": "--pseudonyms",
    "notes": "--notes",
    "keys": "--item",
    "licence": "--licence",
    "languages": "--language",
    "title": "--title",
    "citation": "--citation",
}
"""What a wish is called where it is made."""

REGISTRY: Registry[Export] = Registry("galley.core.exports", "EXPORT", "export format", "exports")


def names() -> list[str]:
    """The names of all formats."""
    return list(REGISTRY.names())


def find(name: str) -> Export:
    """The export called ``name``. Raises: InputError that lists the formats there are."""
    return REGISTRY.get(name)


def export(
    project: Project,
    name: str,
    out: Path,
    only: Only = Only.ALL,
    progress: Progress | None = None,
    wishes: ExportChoices | None = None,
) -> ExportReport:
    """Write ``project`` to the file ``out`` in the format ``name``; a file that is there is replaced at the end.

    Beside it come its data card (``OUT.card.json`` and ``OUT.card.md``) and the companions of its format: all of them,
    or none; a few items (``wishes.keys``) come without a card. A format of several files makes the folder ``out``, with
    its card inside. Works on a connection of its own, so it may run in any thread while the project is being reviewed:
    it writes the state at its beginning. Raises: InputError (also for a wish that its format does not heed, and where
    blind mode forbids it), ProjectError, Cancelled; ``out`` is as it was then.
    """
    wishes = wishes or ExportChoices()
    writer, only = _writer(name, wishes), Only(only)
    if getattr(writer, "whole", False) and only is not Only.ALL:
        raise InputError(f"The format {name} is about the whole project; leave --only out.")
    report = ExportReport()
    out = out.absolute()
    if wishes.hidden_names:
        _number_people(project)
    progress = progress or _never_stop
    try:
        with (
            ExitStack() as beside,
            (replacing_folder if getattr(writer, "folder", False) else replacing)(out, project.path) as unfinished,
            closing(project_file.connect(project.path, write=False)) as connection,
        ):
            connection.execute("BEGIN")
            prepare(connection)
            blind.refuse(connection, "An export")
            if wishes.hidden_names:
                pseudonyms.put(connection)
                report.warnings += pseudonyms.find_names(connection, texts=not wishes.without_texts)
            writer.write(connection, unfinished, only, report, progress)
            usable = getattr(writer, "usable", False)
            asked = (only, report, progress, wishes, usable)
            described = {} if wishes.keys else _card(connection, project, name, out, *asked)
            if getattr(writer, "folder", False):
                writer.describe(unfinished, described)  # type: ignore[attr-defined]
                described = {}
            for suffix, text in (report.companions | described).items():
                companion = replacing(out.with_name(out.name + suffix), project.path)
                beside.enter_context(companion).write_bytes(text.encode())
    except project_file.TROUBLE as error:
        raise project_file.explain(error, project.path) from error
    place = leaving.place(project.path, out)
    if project.writable:
        project.write(lambda connection: leaving.note(connection, f"export {name}", place)).result()
    else:
        leaving.note_reading(project.path, f"export {name}", place)
    return report


def _number_people(project: Project) -> None:
    """Have the project keep a number for everybody. Raises: InputError where it may not be written"""
    if not pseudonyms.lacking(project.reader()):
        return
    if project.writable:
        project.write(pseudonyms.give).result()
        return
    with Project.open(project.path, thaw=True) as opened:  # this one was opened to read; a number changes no answer
        if opened.writable:
            opened.write(pseudonyms.give).result()


def _writer(name: str, wishes: ExportChoices) -> Export:
    """The writer that heeds ``wishes``. Raises: InputError for one that its format does not."""
    writer = find(name)
    takes = getattr(writer, "takes", ())
    idle = [WORDS[each] for each in wishes.given() if each not in (*takes, "pseudonyms")]
    if idle:
        raise InputError(f"The format {name} takes no {idle[0]}; leave it out.")
    return writer.asked(wishes) if takes else writer  # type: ignore[attr-defined]


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
    wishes: ExportChoices,
    usable: bool,
) -> dict[str, str]:
    """The data card, by the suffixes of its files."""
    total = report.counts.get("items", 0)

    def stopped() -> bool:
        return not progress(total, total)

    try:
        made = data_card.build(connection, project.path.stem, name, out.name, only, report, stopped, usable)
    except Cancelled:
        raise Cancelled("The export was stopped; nothing was written.") from None
    return {
        ".card.json": orjson.dumps(made, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE).decode(),
        ".card.md": data_card.markdown(made),
    }
