"""The journal of an open project (SQLite's WAL), folded into the file as soon as the work pauses.

What is saved is in the journal first. Who copies the file alone would lose it, so it is folded back a second after the
last write, every few seconds of writing without a pause, and where it has grown large. The first write after a pause
marks the project as behind its journal (``mark``), in its own transaction, and is folded at once: from then on a copy
can tell that it lacks something. Where the journal cannot be folded, because somebody is reading an older state, it is
tried again.

On a network share there is no such journal: every write goes into the file itself, and only the mark is kept here, by
which ``watch`` knows the file.

SQLite would fold by itself, but then nobody would know whether a file that has changed was changed by us.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from time import monotonic

from galley.core.domain import ChangeSet
from galley.core.storage import open_mark
from galley.core.storage.open_mark import ProjectMark

REST = 1.0
"""Seconds after the last write at which the file holds all of it."""
LATEST = 5.0
"""Seconds that anything stays in the journal alone while writing goes on."""
LARGE = 8 * 2**20
"""Bytes of a journal that is folded before anything else is written."""
AGAIN = 0.5
"""Seconds until what could not be folded is tried again."""


class Journal:
    """Of the writer's thread. ``separate`` where there is such a journal; ``begun`` once the project is marked;
    ``own_marks`` holds the marks that the file itself may have now; ``torn`` says that it may be half folded."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self._path = path.with_name(f"{path.name}-wal")
        self._connection = connection
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        connection.execute(f"PRAGMA journal_size_limit = {LARGE}")  # no file stays large for nothing
        self.separate = connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
        self._mark = ProjectMark()
        self._last = self._first = 0.0
        self._due: float | None = None
        self._last_try = 0.0
        self._is_folded = True
        self.torn = self.begun = False
        self.own_marks = {open_mark.read(connection)}
        try:
            self.own_marks.add(open_mark.of_file(path))  # an older one, where a program was killed
        except open_mark.UNREADABLE:
            self.torn = True  # or killed while it folded

    def begin(self) -> None:
        """Mark the project as open, where no write has done so yet. Raises: sqlite3.Error"""
        if not self.begun:
            self._put(self._mark)
            self.begun, self._is_folded, self._due = True, False, monotonic()

    def sign(self, changes: ChangeSet) -> ProjectMark | None:
        """Put what a transaction that is still open needs into it; give it to ``note_write`` once that is on disk."""
        others = 0 if changes.decisions else 1
        if self.begun and not others and (self._mark.behind or not self.separate):
            return None
        signed = self._mark.next(behind=self.separate, others=others)
        open_mark.put(self._connection, signed)
        self.own_marks.add(signed)
        return signed

    def note_write(self, signed: ProjectMark | None) -> None:
        """A transaction is on disk."""
        self._last, self._is_folded = monotonic(), False
        if signed is not None:
            self.begun = True
            first, self._mark = self.separate and not self._mark.behind, signed
            if not self.separate:
                self.own_marks = {signed}
            if first:
                self._first, self._due = self._last, self._last
                return
        self._first = self._first or self._last
        self._due = min(self._last + REST, self._first + LATEST)

    def hurry(self) -> None:
        """Take the work for paused."""
        self._last = -REST
        self._due = self._due and 0.0

    def patience(self) -> float:
        """Seconds until ``rest`` has something to do; infinite where nothing is in the journal alone."""
        return float("inf") if self._due is None or not self.separate else max(0.0, self._due - monotonic())

    @property
    def whole(self) -> bool:
        """Whether the file alone holds all that was saved."""
        return self.begun and self.patience() == float("inf")

    @property
    def behind(self) -> bool:
        """Whether the project is marked as behind its journal."""
        return self._mark.behind

    @property
    def large(self) -> bool:
        """Whether the journal should be folded before anything else is written."""
        try:
            return self.separate and self._path.stat().st_size > LARGE + 65_536 and monotonic() > self._last_try + AGAIN
        except OSError:
            return False

    def rest(self) -> None:
        """Do the next thing that is due, now that nobody waits: fold the journal; once the work has paused, say in the
        file that it holds all. One step a call, each of at most two syncs, so that a decision never waits for more."""
        self._last_try = monotonic()
        try:
            self._due = self._step()
        except sqlite3.Error:  # no room, a disk that cannot be written: the next write says so
            self._due = self._last_try + AGAIN

    def _step(self) -> float | None:
        """Do it, and say when the next one is due."""
        paused = self._last_try >= self._last + REST
        if not self._is_folded:
            if not self._fold():
                return self._last_try + AGAIN
            self._is_folded, self._first = True, 0.0
            return self._last + REST if self._mark.behind and not paused else self._last_try
        if self._mark.behind:
            if not paused:
                return self._last + REST
            self._put(self._mark.next(behind=False))
            self._is_folded = False
            return self._last_try
        # What is written after a journal was folded begins it anew, which takes another sync. This does so ahead of the
        # next decision; nothing new is in the journal then, so a copy of the file lacks nothing.
        self._put(self._mark)
        return None

    def end(self) -> None:
        """Take the mark away, since the file is about to be closed. Raises: sqlite3.Error"""
        if not self.begun:
            return
        self._connection.execute("BEGIN IMMEDIATE")
        open_mark.remove(self._connection)
        self._connection.execute("COMMIT")

    def _put(self, signed: ProjectMark) -> None:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            open_mark.put(self._connection, signed)
            self.own_marks.add(signed)
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise
        self._mark = signed

    def _fold(self) -> bool:
        """Whether the file holds all now. Never waits for who reads or writes. Raises: sqlite3.Error"""
        if not self.separate:
            self.own_marks = {self._mark}
            return True
        self.torn = True
        busy, frames, folded = self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        whole = not busy and frames == folded
        self.torn = not whole  # pages that something newer replaces are left as they were, which is no state at all
        if whole:
            self.own_marks = {self._mark}
        return bool(whole)

    def empty(self) -> None:
        """Fold all of it into the file, and leave nothing in it."""
        self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
