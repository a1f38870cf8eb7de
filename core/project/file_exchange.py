"""A project's file in exchange for one that was made beside it: all of the new or all of the old, whatever happens.

For what no transaction can do: going back to a copy, and leaving not a byte of what was erased.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TypeVar

from galley.core import disk_sync, file_descriptors, new_files
from galley.core.errors import ProjectError, ProjectLocked, ProjectReadOnly
from galley.core.file_retry import retry_rename
from galley.core.project import freeze, migration_counts
from galley.core.storage import project_file
from galley.core.storage.connection import Connection
from galley.core.storage.lock import TAKEN, WriterLock

T = TypeVar("T")
_ALONE = b"\x01\x01"
"""What SQLite's header holds at byte 18 of a file without a journal beside it."""


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Nobody else has the project open, one file holds all of it, and it is not frozen.

    Raises: ProjectLocked, ProjectReadOnly, ProjectError, NotAProject
    """
    lock = WriterLock(path)
    if not lock.is_held:
        why = "it is open in another window or command" if lock.why == TAKEN else lock.why
        raise ProjectLocked(
            f"{path.name} cannot be changed: {why}; "
            f"close it everywhere (the window “{path.stem} – Galley”) and try again."
        )
    try:
        connection, _ = project_file.open_writable(path, migration_counts.recount)
        still = freeze.read_freeze_record(connection)
        project_file.fold_journal(connection)
        if still is not None:
            raise ProjectReadOnly(f"{still.words(path.name)} Unfreeze it first: galley project freeze --unfreeze.")
        if file_descriptors.read_head(path, 20)[18:20] != _ALONE:
            raise ProjectLocked(f"{path.name} is being read by another program; close it there and try again.")
        yield
    finally:
        lock.release()


@contextmanager
def write_project(path: Path) -> Iterator[Connection]:
    """A connection that writes to the project itself, inside ``alone``, or to one that nobody can know of yet."""
    with closing(project_file.connect(path, write=True)) as connection:
        yield connection


@contextmanager
def write_part(path: Path) -> Iterator[Connection]:
    """A connection that writes to a file that is to take a project's place, or to a snapshot; nothing is synced."""
    with closing(project_file.connect_unsynced(path)) as connection:
        yield connection


def exchange(path: Path, make: Callable[[Path], T]) -> T:
    """Let ``make`` fill an empty file, and give it the project's name. Inside ``alone``.

    Raises: what ``make`` raises, ProjectError; the project is as it was then.
    """
    try:
        with new_files.create_unfinished(path, path, exact=True) as part:
            try:
                outcome = make(part)
            except project_file.TROUBLE as error:
                raise project_file.explain(error, path) from error
            with part.open("rb+") as stream:
                disk_sync.sync(stream)
            retry_rename(lambda: part.replace(path), path)
    except OSError as error:
        raise ProjectError(f"{path} cannot be exchanged ({error.strerror}); nothing was changed.") from error
    disk_sync.sync_folder(path.parent)
    return outcome
