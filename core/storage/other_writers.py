"""What another process wrote, for who has the project open for reading: SQLite says that something changed, the log
says which items."""

from __future__ import annotations

import sqlite3

from galley.core.domain import ChangeSet
from galley.core.storage import open_mark


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
