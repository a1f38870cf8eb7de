"""A project file that was deleted, replaced or overwritten while it was open: what it held is written to a file of its
own, as far as this process still has it."""

from __future__ import annotations

import sys
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from galley.core import new_files, paths
from galley.core.domain import ItemId
from galley.core.errors import GalleyError
from galley.core.file_descriptors import HeldFile, Identity
from galley.core.project import backups
from galley.core.project.file_exchange import write_project
from galley.core.review import item_state, log
from galley.core.review.progress import tally
from galley.core.storage import confidential, project_file
from galley.core.storage.connection import Connection, IntegrityError, StorageError
from galley.core.storage.log_row import LogRow
from galley.core.storage.people import add_annotator_row, read_annotator_rows
from galley.core.storage.queries import decisions

CACHED = 12 * 2**20
"""Bytes of a project that SQLite keeps in memory as a whole (``files.connect`` gives it 16 MB)."""
MOST = 20_000
"""Decisions of a session that are kept in memory, some ten megabytes."""


class RescuedProject(NamedTuple):
    """Where what was held is now. ``backup`` is when the backup was made that it begins with, None where nothing had to
    be taken from one; ``decisions`` of ``made_since`` that were made since are in it."""

    path: Path
    backup: datetime | None = None
    decisions: int = 0
    made_since: int = 0

    def __str__(self) -> str:
        if self.backup is None:
            return f"{self.path}, which holds all that was saved"
        return (
            f"{self.path}, which holds the backup of {self.backup.astimezone():%Y-%m-%d %H:%M} and"
            f" {self.decisions:,} of the {self.made_since:,} decisions made since"
        )


class Recent:
    """What was decided since the project was opened, and by whom, as rows: they fit into no cache for sure. ``whole``
    says that all of the project is in SQLite's own."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.rows: list[LogRow] = []
        self.people: list[tuple[object, ...]] = []
        self.whole = False
        self._start = self._newest()
        self._first = _find_last_uid(connection)

    def warm(self) -> None:
        """Have SQLite read all of a small project, so that all of it is in memory: it stays there, since nobody else
        writes. Raises: StorageError"""
        if self.small():
            project_file.is_sound(self._connection)
            self.whole = True

    def small(self) -> bool:
        """Whether all of the project fits into SQLite's memory. Raises: StorageError"""
        pages, size = project_file.read_size(self._connection)
        return pages * size <= CACHED

    def last(self) -> str | None:
        """The uid of the last decision, as far as they are known here."""
        return self.rows[-1].uid if self.rows else self._first

    def read(self) -> None:
        """Take in what was decided since the last time. Raises: StorageError"""
        last = self.rows[-1].id if self.rows else self._start
        if len(self.rows) < MOST and self._newest() > last:
            selection = decisions.DecisionSelection(after=last)
            self.rows += decisions.read_log(
                self._connection, selection, decisions.LogOrder.STORED, MOST - len(self.rows)
            )
            self.people = read_annotator_rows(self._connection)

    def _newest(self) -> int:
        return decisions.get_newest_decision_id(self._connection)


def has_a_name(file: Identity) -> bool:
    """Whether a file that this process has open can still be found in some folder (it was moved), or was deleted.

    Where the system does not tell (it does on Linux) the answer is no: one copy too many loses nothing.
    """
    if not sys.platform.startswith("linux"):
        return False
    for link in Path("/proc/self/fd").iterdir():
        try:
            status = link.stat()
        except OSError:
            continue
        if (status.st_dev, status.st_ino) == file:
            return status.st_nlink > 0
    return False


def keep(connection: Connection, path: Path, file: HeldFile) -> RescuedProject | None:
    """Write what ``connection`` holds beside ``path``, or, unless it is confidential, to the user's data folder where
    that cannot be; gives where. None where neither has room, or the file cannot be read any more."""
    elsewhere = paths.data_dir() / "kept"
    for folder in (path.parent, elsewhere):
        try:
            if folder == elsewhere:
                if confidential.read_setting(connection) is not None:
                    continue
                paths.make_private_folder(folder)
            place = _free(folder, path.stem)
            with new_files.create_unfinished(place) as unfinished:
                unfinished.chmod(file.mode() | 0o600)
                project_file.copy(connection, unfinished)
                new_files.place(unfinished, place)
            return RescuedProject(place)
        except (StorageError, OSError):
            continue
    return None


def salvage(connection: Connection, path: Path, file: HeldFile, recent: Recent) -> RescuedProject | None:
    """The same where the file was overwritten: all of it where it is still in memory or in the journal, else its newest
    backup with what was decided since. None where there is neither."""
    for attempt in (_from_memory, _from_backup):
        with suppress(GalleyError, StorageError, OSError, ValueError, IndexError):
            if (rescued_file := attempt(connection, path, file, recent)) is not None:
                return rescued_file
    return None


def _from_memory(connection: Connection, path: Path, file: HeldFile, recent: Recent) -> RescuedProject | None:
    from galley.core.project.check import check

    if not recent.whole or not recent.small() or len(recent.rows) >= MOST:
        return None
    rescued_file = keep(connection, path, file)
    if rescued_file is None:
        return None
    with suppress(GalleyError, StorageError):
        if not check(rescued_file.path) and _last(rescued_file.path) == recent.last():
            return rescued_file
    rescued_file.path.unlink(missing_ok=True)
    return None


def _last(path: Path) -> str | None:
    with closing(project_file.connect(path, write=False)) as connection:
        return _find_last_uid(connection)


def _find_last_uid(connection: Connection) -> str | None:
    newest = decisions.get_newest_decision_id(connection)
    row = next(decisions.read_log(connection, decisions.DecisionSelection(decision=newest)), None)
    return row.uid if row else None


def _from_backup(connection: Connection, path: Path, file: HeldFile, recent: Recent) -> RescuedProject | None:
    for backup in backups.list_backups(path):
        place = _free(path.parent, path.stem)
        with suppress(GalleyError):
            backups.restore(backup, place)
            with write_project(place) as restored_file:
                last = decisions.get_newest_decision_id(restored_file)
                since = [row for row in recent.rows if row.id > last]
                replayed_count = _replay_decisions(restored_file, since, recent.people)
            return RescuedProject(place, backup.at, replayed_count, len(since))
    return None


def _replay_decisions(connection: Connection, rows: list[LogRow], people: list[tuple[object, ...]]) -> int:
    """How many of these decisions could be written into the log: what they are about may have come after the backup."""
    replayed_count = 0
    for person in people:
        with suppress(StorageError):
            add_annotator_row(connection, person)
    items: dict[ItemId, list[LogRow]] = {}
    for row in rows:
        items.setdefault(row.item_id, []).append(row)
    for item, about in items.items():
        number = 0
        try:
            with project_file.transaction(connection):
                for row in about:
                    with suppress(IntegrityError):
                        log.append(connection, row)
                        number += 1
                item_state.refold(connection, item)
                tally(connection, item)
        except (StorageError, GalleyError, ValueError, KeyError, IndexError):
            continue
        replayed_count += number
    return replayed_count


def _free(folder: Path, stem: str) -> Path:
    """A name that nothing has in ``folder``: NAME.kept.galley, NAME.kept-2.galley and so on."""
    number = 1
    while (free_path := folder / f"{stem}.kept{f'-{number}' if number > 1 else ''}.galley").exists():
        number += 1
    return free_path
