"""Which exports there are, and how one is run so that its file is whole or not there."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import orjson

from galley.core import durable
from galley.core.errors import Cancelled, GalleyError, InputError, StorageFull
from galley.core.exports import card
from galley.core.exports.base import Export, ExportReport, Only, Progress
from galley.core.patience import patiently
from galley.core.project import blind, files
from galley.core.project.project import Project
from galley.core.registry import Registry

REGISTRY: Registry[Export] = Registry("galley.core.exports", "EXPORT", "export format")

FULL = frozenset({errno.ENOSPC, errno.EFBIG, errno.EDQUOT})


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
    if out.exists() and out.samefile(project.path):
        raise InputError(f"{out} is the project itself; choose another file to export to.")
    try:
        with (
            ExitStack() as beside,
            replacing(out) as unfinished,
            closing(files.connect(project.path, write=False)) as connection,
        ):
            connection.execute("BEGIN")
            blind.refuse(connection, "An export")
            writer.write(connection, unfinished, only, report, progress)
            described = _card(connection, project, name, out, only, report, progress)
            for suffix, text in (report.companions | described).items():
                beside.enter_context(replacing(out.with_name(out.name + suffix))).write_bytes(text.encode())
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


@contextmanager
def replacing(out: Path) -> Iterator[Path]:
    """A path beside ``out`` to write to; it takes the place of ``out``, synced to disk, when the block ends well.

    Raises: StorageFull, InputError for what goes wrong with the file; nothing is left behind then.
    """
    out = out.resolve()
    if out.is_dir():
        raise InputError(f"{out} is a folder; name a file in it.")
    if out.exists() and not out.is_file():
        raise InputError(f"{out} is a device, not a file; name a file to write to.")
    unfinished = out.with_name(f".{out.stem}.{os.getpid()}.part{out.suffix}")  # its suffix may say its form
    try:
        yield unfinished
        with unfinished.open("rb+") as stream:
            durable.sync(stream)
        patiently(lambda: unfinished.replace(out), out)
    except OSError as error:
        raise _explained(error, out) from error
    finally:
        unfinished.unlink(missing_ok=True)


def _explained(error: OSError, out: Path) -> GalleyError:
    if error.errno in FULL:
        return StorageFull(f"The disk that holds {out} is full, so nothing was written; make room and try again.")
    if isinstance(error, FileNotFoundError):
        return InputError(f"There is no folder {out.parent}; make it, or choose another place to write to.")
    return InputError(f"{out} cannot be written ({error.strerror}); choose another place or mend its permissions.")
