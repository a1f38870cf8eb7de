"""The mark that whoever writes to a project leaves in it while it is open: whether the file alone holds all that was
saved, or the newest of it is still in SQLite's journal beside it. It goes when the project is closed.

A copy of the file alone, made while the mark says "behind", lacks something; the mark is how it can tell.
"""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing, suppress
from dataclasses import asdict, astuple, dataclass, field, replace
from pathlib import Path

from galley.core import file_descriptors
from galley.core.domain import ChangeSet
from galley.core.storage import open_mark
from galley.core.storage.connection import open_read_only

SETTING = "journal"
UNREADABLE = (sqlite3.Error, UnicodeDecodeError, RecursionError)
"""What a file raises that holds something else."""
_WAL = b"\x02\x02"
"""What SQLite's header holds at byte 18 of a file that has, or was copied without, a journal of that kind."""


@dataclass(frozen=True, slots=True)
class ProjectMark:
    """``writer`` and ``number`` are of no other mark; ``others`` counts what was written besides decisions, for who
    looks on from another process; ``behind`` says that there may be more in the journal than in the file."""

    writer: str = field(default_factory=lambda: os.urandom(8).hex())
    number: int = 0
    others: int = 0
    behind: bool = False

    def next(self, *, behind: bool, others: int = 0) -> ProjectMark:
        """The mark after this one."""
        return replace(self, number=self.number + 1, others=self.others + others, behind=behind)


def put(connection: sqlite3.Connection, mark: ProjectMark) -> None:
    """Write the mark, in the transaction that is open."""
    connection.execute("INSERT OR REPLACE INTO setting VALUES (?, ?)", (SETTING, json.dumps(asdict(mark))))


def remove(connection: sqlite3.Connection) -> None:
    """Take the mark out of a file that holds all."""
    connection.execute("DELETE FROM setting WHERE name = ?", (SETTING,))


def read(connection: sqlite3.Connection) -> ProjectMark | None:
    """The mark; None where there is none that could be read. Raises: sqlite3.Error"""
    row = connection.execute("SELECT value FROM setting WHERE name = ?", (SETTING,)).fetchone()
    with suppress(ValueError, TypeError):
        if row:
            project_mark = ProjectMark(**json.loads(row[0]))
            if [type(part) for part in astuple(project_mark)] == [str, int, int, bool]:
                return project_mark
    return None


def of_file(path: Path) -> ProjectMark | None:
    """The mark in the file itself, whatever the journal says. Raises: one of ``UNREADABLE``"""
    with closing(open_read_only(path, immutable=True)) as connection:
        connection.execute("PRAGMA trusted_schema = OFF")
        return read(connection)


def lacking(path: Path, connection: sqlite3.Connection) -> list[str]:
    """What to say of a copy that was made without the journal while something was in it; nothing of any other file.
    ``connection`` reads the file at ``path``. Raises: sqlite3.Error, OSError"""
    if file_descriptors.read_head(path, 20)[18:20] != _WAL:
        return []  # it was closed, or is kept without a journal
    with suppress(OSError):
        if path.with_name(f"{path.name}-wal").stat().st_size:
            return []
    project_mark = read(connection)
    if project_mark is None or not project_mark.behind:
        return []
    last = connection.execute("SELECT max(at) FROM decision").fetchone()[0]
    until = f" after {last[:19].replace('T', ' ')} UTC" if isinstance(last, str) else ""
    return [
        f"{path.name} was copied while Galley was writing to the project, without the journal beside it, so what was"
        f" saved{until} may be missing; copy the project again once it is closed."
    ]


class Elsewhere:
    """Looks at a project through one read-only connection, now and again."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._version = self._data_version()
        self._last = self._newest()
        self._mark = self._read_mark()

    def look(self) -> ChangeSet:
        """What was written by others since the last look; false where nothing was. Takes microseconds then.

        Decisions name their items. Everything else (an import, a judge run) is told as a change of structure.
        """
        try:
            if (version := self._data_version()) == self._version:
                return ChangeSet()
            rows = self._connection.execute(
                "SELECT id, item_id FROM decision WHERE id > ? ORDER BY id", (self._last,)
            ).fetchall()
            marked = self._read_mark()
        except sqlite3.Error:  # out of reach for now: whoever wants to read is told, and the next look may find it
            return ChangeSet()
        before, self._mark = self._mark, marked
        self._version = version
        if not rows:
            return ChangeSet(structure=marked is None or marked != before)
        self._last = rows[-1][0]
        return ChangeSet(frozenset(item for _, item in rows), tuple(decision for decision, _ in rows))

    def _data_version(self) -> int:
        version: int = self._connection.execute("PRAGMA data_version").fetchone()[0]
        return version

    def _read_mark(self) -> tuple[str, int] | None:
        """Moves with everything but decisions, and not where the writer only put its journal in order."""
        project_mark = open_mark.read(self._connection)
        return (project_mark.writer, project_mark.others) if project_mark else None

    def _newest(self) -> int:
        newest_id: int = self._connection.execute("SELECT coalesce(max(id), 0) FROM decision").fetchone()[0]
        return newest_id
