"""Whether the file of an open project is still the one that was opened, and still holds what this process wrote.

Some programs that keep folders in step write into a file in place, or cut it off. The file is the same one then, but
its size or its time of change is not what this process left; only then is the mark looked for, which no other state of
the project has. A file that was merely touched still has it.
"""

from __future__ import annotations

import time
from enum import Enum
from pathlib import Path

from galley.core import held
from galley.core.held import HeldFile
from galley.core.project import mark
from galley.core.project.journal import Journal

SETTLED = 2 * 10**9
"""Nanoseconds after a change that was not ours until its time is trusted to tell of the next one."""


class Trouble(Enum):
    """Another file, or none, has the name; or the file has another content."""

    GONE = "gone"
    OVERWRITTEN = "overwritten"


class WriterWatch:
    """Of the writer's thread."""

    def __init__(self, path: Path, file: HeldFile, journal: Journal) -> None:
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
        """This process may have written to the file just now. It never makes it smaller: a file that is was cut off by
        another program at that moment, and what is missing of it would be found when it is read again."""
        state = self._held.state()
        if state == self._state or state[0] < self._state[0]:
            return
        if not self._journal.separate or self._journal.torn or self._is_ours():
            self._state = state

    def _is_ours(self) -> bool:
        if not self._journal.begun:
            return False  # nothing of ours is in it yet by which it could be known
        try:
            return mark.of_file(self._path) in self._journal.mine
        except mark.UNREADABLE:
            return False
