"""Which exports there are, and how one is run so that its file is whole or not there."""

from __future__ import annotations

from contextlib import ExitStack, closing
from pathlib import Path

import orjson

from galley.core.errors import Cancelled, InputError
from galley.core.exports import data_card
from galley.core.exports._items import prepare_export
from galley.core.exports.base import Export, ExportChoices, ExportReport, Only, Progress
from galley.core.new_files import replace_file, replace_folder
from galley.core.project import outgoing
from galley.core.project.project import Project
from galley.core.registry import Registry
from galley.core.review import blind
from galley.core.storage import project_file, pseudonyms
from galley.core.storage.connection import Connection, one_state

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


OLD_NAMES = {"campaign-report": "report"}
"""Formats that became part of another one, which their names lead to."""


def find(name: str) -> Export:
    """The export called ``name``, or that has its contents by now. Raises: InputError that lists the formats."""
    return REGISTRY.get(OLD_NAMES.get(name, name))


def export(
    project: Project,
    name: str,
    out: Path,
    only: Only = Only.ALL,
    progress: Progress | None = None,
    choices: ExportChoices | None = None,
) -> ExportReport:
    """Write ``project`` to the file ``out`` in the format ``name``; a file that is there is replaced at the end.

    Beside it come its data card (``OUT.card.json`` and ``OUT.card.md``) and the companions of its format: all of them,
    or none; a few items (``wishes.keys``) come without a card. A format of several files makes the folder ``out``, with
    its card inside. Works on a connection of its own, so it may run in any thread while the project is being reviewed:
    it writes the state at its beginning. Raises: InputError (also for a wish that its format does not use, and where
    blind mode forbids it), ProjectError, Cancelled; ``out`` is as it was then.
    """
    choices = choices or ExportChoices()
    writer, only = _writer(name, choices), Only(only)
    if getattr(writer, "whole", False) and only is not Only.ALL:
        raise InputError(f"The format {name} is about the whole project; leave --only out.")
    report = ExportReport()
    out = out.absolute()
    if choices.hidden_names:
        _number_people(project)
    progress = progress or _never_stop
    try:
        with (
            ExitStack() as companions,
            (replace_folder if getattr(writer, "folder", False) else replace_file)(out, project.path) as unfinished,
            closing(project.open_connection()) as connection,
            one_state(connection),
        ):
            prepare_export(connection)
            blind.refuse_if_blind(connection, "An export")
            if choices.hidden_names:
                pseudonyms.show_pseudonyms(connection)
                report.warnings += pseudonyms.find_names(connection, texts=not choices.without_texts)
            writer.write(connection, unfinished, only, report, progress)
            usable = getattr(writer, "usable", False)
            common_arguments = (only, report, progress, choices, usable)
            card_files = {} if choices.keys else _card(connection, project, name, out, *common_arguments)
            if getattr(writer, "folder", False):
                writer.describe(unfinished, card_files)  # type: ignore[attr-defined]
                card_files = {}
            for suffix, text in (report.companions | card_files).items():
                companion = replace_file(out.with_name(out.name + suffix), project.path)
                companions.enter_context(companion).write_bytes(text.encode())
    except project_file.TROUBLE as error:
        raise project_file.explain(error, project.path) from error
    place = outgoing.place(project.path, out)
    if project.writable:
        project.write(lambda connection: outgoing.note(connection, f"export {name}", place)).result()
    else:
        outgoing.note_reading(project.path, f"export {name}", place)
    return report


def _number_people(project: Project) -> None:
    """Have the project keep a number for everybody. Raises: InputError where it may not be written"""
    if not pseudonyms.find_unnumbered(project.read_connection()):
        return
    if project.writable:
        project.write(pseudonyms.assign_numbers).result()
        return
    with Project.open(
        project.path, thaw=True
    ) as open_project:  # this one was opened to read; a number changes no answer
        if open_project.writable:
            open_project.write(pseudonyms.assign_numbers).result()


def _writer(name: str, choices: ExportChoices) -> Export:
    """The writer that heeds ``wishes``. Raises: InputError for one that its format does not."""
    writer = find(name)
    takes = getattr(writer, "takes", ())
    ignored_fields = [WORDS[name] for name in choices.list_set_fields() if name not in (*takes, "pseudonyms")]
    if ignored_fields:
        raise InputError(f"The format {name} takes no {ignored_fields[0]}; leave it out.")
    return writer.with_choices(choices) if takes else writer  # type: ignore[attr-defined]


def _never_stop(done: int, total: int) -> bool:
    return True


def _card(
    connection: Connection,
    project: Project,
    name: str,
    out: Path,
    only: Only,
    report: ExportReport,
    progress: Progress,
    choices: ExportChoices,
    usable: bool,
) -> dict[str, str]:
    """The data card, by the suffixes of its files."""
    total = report.counts.get("items", 0)

    def is_stopped() -> bool:
        return not progress(total, total)

    try:
        card = data_card.build(connection, project.path.stem, name, out.name, only, report, is_stopped, usable)
    except Cancelled:
        raise Cancelled("The export was stopped; nothing was written.") from None
    return {
        ".card.json": orjson.dumps(card, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE).decode(),
        ".card.md": data_card.markdown(card),
    }
