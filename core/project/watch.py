"""Whether the file of an open project is still the one that was opened, and still holds what this process wrote.

Some programs that keep folders in step write into a file in place, or cut it off. The file is the same one then, but
its size or its time of change is not what this process left; only then is the mark looked for, which no other state of
the project has. A file that was merely touched still has it.
"""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from enum import Enum
from pathlib import Path
from urllib.parse import quote

from galley.core.project import held, mark
from galley.core.project.held import Held
from galley.core.project.journal import Journal
from galley.core.project.mark import Mark

SETTLED = 2 * 10**9
"""Nanoseconds after a change that was not ours until its time is trusted to tell of the next one."""


class Trouble(Enum):
    """Another file, or none, has the name; or the file has another content."""

    GONE = "gone"
    OVERWRITTEN = "overwritten"


class Watch:
    """Of the writer's thread."""

    def __init__(self, path: Path, file: Held, journal: Journal) -> None:
        self._path, self._held, self._journal = path, file, journal
        self._state = file.state()

    def look(self) -> Trouble | None:
        """What is the matter with the file, if anything. Takes microseconds where nothing has touched it."""
        if held.identity(self._path) != self._held.identity:
            return Trouble.GONE
        state = self._held.state()
        if state == self._state:
            return None
        if state[0] < self._state[0] or not self._is_ours():
            return Trouble.OVERWRITTEN
        if time.time_ns() - state[1] > SETTLED:
            self._state = state
        return None

    def wrote(self) -> None:
        """This process may have written to the file just now."""
        state = self._held.state()
        if state != self._state and (not self._journal.separate or self._journal.torn or self._is_ours()):
            self._state = state

    def _is_ours(self) -> bool:
        try:
            return _marked(self._path) in self._journal.mine
        except (sqlite3.Error, UnicodeDecodeError, RecursionError):
            return False


def _marked(path: Path) -> Mark | None:
    """The mark in the file itself, whatever the journal says. Raises: sqlite3.Error where the file cannot be read"""
    with closing(sqlite3.connect(f"file:{quote(str(path))}?mode=ro&immutable=1", uri=True)) as connection:
        connection.execute("PRAGMA trusted_schema = OFF")
        return mark.read(connection)
