"""The writer: one thread with the only connection that may change a project.

A job is a function of the connection. It runs inside one transaction and returns the ``ChangeSet`` of what it
touched (or a pair of a result and a ChangeSet). When ``submit``'s future is done the job is on disk (the journal
is written with ``synchronous = FULL``), and whoever subscribed has been told of the change, on the writer thread.

Between the jobs it folds the journal into the file (``journal``), and looks whether the file is still the one that it
writes to (``watch``). Where it is not, nothing more is written, and what it held is kept elsewhere (``rescue``).
"""

from __future__ import annotations

import contextlib
import os
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from enum import Enum
from pathlib import Path
from typing import Any

from galley.core import file_descriptors, new_files
from galley.core.domain import ChangeSet
from galley.core.errors import ProjectGone
from galley.core.file_descriptors import HeldFile
from galley.core.project import rescue
from galley.core.storage import open_mark, project_file
from galley.core.storage.connection import Connection, DatabaseError, StorageError
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


LOOK = 1.0
"""Seconds between two looks at the file while nothing is written."""
STEPS = 4
"""What a pause does at most: fold, mark, fold, begin the journal again."""

Job = Callable[[Connection], ChangeSet | tuple[Any, ChangeSet]]
Listener = Callable[[ChangeSet], None]
Alarm = Callable[[ProjectGone], None]


class ProjectWriter:
    """Owns the write connection of the project at ``path`` until ``close``."""

    def __init__(self, path: Path, connection: Connection, file: HeldFile) -> None:
        self._path = path
        self._connection = connection
        self._file = file
        self._journal = Journal(path, connection)
        self._watch = WriterWatch(path, file, self._journal)
        self._recent = rescue.Recent(connection)
        self._rescued_file: rescue.RescuedProject | None = None
        self._has_tried = False
        self._quiet = False
        self._trouble: Trouble | None = None
        self._reported_trouble: Trouble | None = None
        self._jobs: queue.SimpleQueue[tuple[Job | Path | None, Future[Any]] | None] = queue.SimpleQueue()
        self._listeners: list[Listener] = []
        self._alarms: list[Alarm] = []
        self._thread = threading.Thread(target=self._work, name="galley-writer", daemon=True)
        self._thread.start()

    def subscribe(self, listener: Listener, alarm: Alarm | None = None) -> None:
        """Call ``listener`` with each ChangeSet, on the writer thread, once it is on disk; ``alarm`` once the file is
        found deleted, replaced or overwritten while nothing is written."""
        self._listeners.append(listener)
        if alarm is not None:
            self._alarms.append(alarm)

    def submit(self, job: Job) -> Future[Any]:
        """Queue ``job``; the future gives its result (the ChangeSet, or the first of the pair it returned).

        The future raises GalleyError where the project cannot be written; nothing is changed then.
        """
        future: Future[Any] = Future()
        self._jobs.put((job, future))
        return future

    def fold(self) -> Future[None]:
        """Fold the journal as soon as what is queued is done, without waiting for a pause."""
        future: Future[None] = Future()
        self._jobs.put((None, future))
        return future

    def copy(self, target: Path) -> Future[bool]:
        """Copy the bytes of the file to ``target``, between two writes; whether that could be, which it cannot where
        somebody who reads an older state keeps the journal from being folded."""
        future: Future[bool] = Future()
        self._jobs.put((target, future))
        return future

    def close(self) -> None:
        """Finish what is queued, fold the journal into the one file, and end the thread."""
        self._jobs.put(None)
        self._thread.join()
        with contextlib.suppress(ProjectGone):
            self._look()
        if self._trouble is Trouble.OVERWRITTEN:
            self._abandon()
            return
        with contextlib.suppress(StorageError):
            self._journal.end()
        project_file.fold_journal(self._connection)

    def _work(self) -> None:
        while True:
            entry = job = future = result = None  # what a job holds, such as all answers of a merge, goes with it
            try:
                entry = self._jobs.get(timeout=min(self._journal.patience(), LOOK))
            except queue.Empty:
                self._rest()
                if not self._quiet and self._journal.patience() > LOOK:
                    self._warm_up()
                    self._quiet = True
                continue
            if entry is None:
                return
            job, future = entry
            if not future.set_running_or_notify_cancel():
                continue
            if job is None or isinstance(job, Path):
                self._fold_now()
                future.set_result(None if job is None else self._copy_file(job))
                continue
            try:
                result, changes = self._run(job)
            except BaseException as error:
                future.set_exception(error)
                continue
            try:
                for listener in self._listeners if changes else ():
                    listener(changes)
            finally:
                future.set_result(result)
            if self._journal.large:
                self._fold()
            elif not self._journal.separate:
                self._watch.note_write()
                with contextlib.suppress(StorageError):
                    self._recent.read()

    def _run(self, job: Job) -> tuple[Any, ChangeSet]:
        self._look()
        connection = self._connection
        try:
            with project_file.transaction(connection):
                before = connection.total_changes
                outcome = job(connection)
                result, changes = outcome if isinstance(outcome, tuple) else (outcome, outcome)
                wrote = connection.total_changes != before
                signed = self._journal.sign(changes) if wrote else None
        except DatabaseError as error:
            raise project_file.explain(error, self._path) from error
        if wrote:
            self._journal.note_write(signed)
        return result, changes

    def _rest(self) -> None:
        """Nobody waits: look after the file."""
        try:
            self._look()
        except ProjectGone as error:
            if self._reported_trouble is not self._trouble:
                self._reported_trouble = self._trouble
                for alarm in self._alarms:
                    alarm(error)
            return
        self._reported_trouble = None
        with contextlib.suppress(StorageError):  # no room: the next write says so
            self._journal.begin()
        if self._journal.patience() <= 0:
            self._fold()

    def _fold_now(self) -> None:
        self._journal.hurry()
        for _ in range(STEPS):
            if not self._journal.begun or self._journal.patience() <= LOOK:
                self._rest()

    def _copy_file(self, target: Path) -> bool:
        if self._trouble is not None or not self._journal.whole:
            return False
        try:
            self._file.copy_to(target)
        except OSError:  # Windows lets nobody read where SQLite has its locks, beyond a gigabyte
            return False
        return True

    def _warm_up(self) -> None:
        """The first time that nothing is to be done."""
        new_files.sweep(self._path.parent)
        if self._trouble is None and self._journal.separate:
            with contextlib.suppress(StorageError):
                self._recent.warm()

    def _fold(self) -> None:
        with contextlib.suppress(StorageError):
            self._recent.read()
        if self._watch.look() is None:  # as late as can be: what is folded is written into the file
            self._journal.rest()
            self._watch.note_write()

    def _look(self) -> None:
        """Raises: ProjectGone where what is written would not be in the file of that name."""
        if self._trouble is not Trouble.OVERWRITTEN:  # a file that was moved can come back
            self._trouble = self._watch.look()
        if self._trouble is None:
            self._has_tried = False
            return
        self._keep()
        rescue_hint = f", or open {self._rescued_file}" if self._rescued_file else ""
        if self._trouble is Trouble.GONE:
            raise ProjectGone(
                f"{self._path} was deleted, moved or replaced while it was open; put it back to continue "
                f"saving{rescue_hint}."
            )
        what_there_is = (
            f"open {self._rescued_file}"
            if self._rescued_file
            else f"galley project backups {self._path} lists what there is"
        )
        raise ProjectGone(
            f"{self._path} was overwritten by another program while it was open, so nothing more is saved in it;"
            f" {what_there_is}."
        )

    def _keep(self) -> None:
        """Once: write down elsewhere what no file of that name holds any more, and empty the journal, which what lies
        there now would take for its own."""
        if self._trouble is Trouble.OVERWRITTEN:
            if not self._has_tried:
                self._has_tried = True
                if self._journal.separate:  # what is not folded yet is not in the file, but in the journal
                    with contextlib.suppress(StorageError):
                        self._recent.read()
                self._rescued_file = rescue.salvage(self._connection, self._path, self._file, self._recent)
                self._empty_journal()
            return
        if self._rescued_file is None and not self._has_tried and not rescue.has_a_name(self._file.identity):
            self._has_tried = True
            self._rescued_file = rescue.keep(self._connection, self._path, self._file)
        if self._rescued_file is None or self._has_tried:
            with contextlib.suppress(StorageError):
                self._journal.empty()

    def _empty_journal(self) -> None:
        """Leave SQLite nothing that it could write into the file that is another's now, as it would when its last
        connection is closed."""
        with contextlib.suppress(OSError):
            os.truncate(self._path.with_name(f"{self._path.name}-wal"), 0)

    def _abandon(self) -> None:
        """Let go of a file that is another's now, and leave nothing of ours beside it."""
        self._connection.close()
        for mark in ("-wal", "-shm"):
            with contextlib.suppress(OSError):
                self._path.with_name(self._path.name + mark).unlink()
