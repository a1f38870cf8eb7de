"""Whether the file of an open project is still the one that was opened, and still holds what this process wrote.

Some programs that keep folders in step write into a file in place, or cut it off. The file is the same one then, but
its size or its time of change is not what this process left; only then is the mark looked for, which no other state of
the project has. A file that was merely touched still has it.
"""

from __future__ import annotations

import time
from enum import Enum
from pathlib import Path

from galley.core import file_descriptors
from galley.core.file_descriptors import HeldFile
from galley.core.storage import open_mark
from galley.core.storage.journal import Journal

TRUSTED_AFTER = 2 * 10**9
"""Nanoseconds after a change that was not ours until its time is trusted to tell of the next one."""


class Trouble(Enum):
    """Another file, or none, has the name; or the file has another content."""

    GONE = "gone"
    OVERWRITTEN = "overwritten"


class WriterWatch:
    """Of the writer's thread."""

    def __init__(self, path: Path, file: HeldFile, journal: Journal) -> None:
        self._path, self._held_file, self._journal = path, file, journal
        self._state = file.state()

    def look(self) -> Trouble | None:
        """What is the matter with the file, if anything. Takes microseconds where nothing has touched it."""
        if file_descriptors.identity(self._path) != self._held_file.identity:
            return Trouble.GONE
        state = self._held_file.state()
        if state == self._state:
            return None
        if state[0] < self._state[0] or not self._is_ours():
            return Trouble.OVERWRITTEN
        if time.time_ns() - state[1] > TRUSTED_AFTER:
            self._state = state
        return None

    def note_write(self) -> None:
        """This process may have written to the file just now. It never makes it smaller: a file that is was cut off by
        another program at that moment, and what is missing of it would be found when it is read again."""
        state = self._held_file.state()
        if state == self._state or state[0] < self._state[0]:
            return
        if not self._journal.separate or self._journal.torn or self._is_ours():
            self._state = state

    def _is_ours(self) -> bool:
        if not self._journal.begun:
            return False  # nothing of ours is in it yet by which it could be known
        try:
            return open_mark.of_file(self._path) in self._journal.own_marks
        except open_mark.UNREADABLE:
            return False
