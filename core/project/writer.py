"""The writer: one thread with the only connection that may change a project.

A job is a function of the connection. It runs inside one transaction and returns the ``ChangeSet`` of what it
touched (or a pair of a result and a ChangeSet). When ``submit``'s future is done the job is on disk (the journal
is written with ``synchronous = FULL``), and whoever subscribed has been told of the change, on the writer thread.
"""

from __future__ import annotations

import contextlib
import queue
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from galley.core.domain import ChangeSet
from galley.core.errors import ProjectGone
from galley.core.project import files, rescue

Job = Callable[[sqlite3.Connection], ChangeSet | tuple[Any, ChangeSet]]
Listener = Callable[[ChangeSet], None]


class Writer:
    """Owns the write connection of the project at ``path`` until ``close``."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self._path = path
        self._connection = connection
        self._identity = rescue.identity(path)
        self._kept: Path | None = None
        self._jobs: queue.SimpleQueue[tuple[Job, Future[Any]] | None] = queue.SimpleQueue()
        self._listeners: list[Listener] = []
        self._thread = threading.Thread(target=self._work, name="galley-writer", daemon=True)
        self._thread.start()

    def subscribe(self, listener: Listener) -> None:
        """Call ``listener`` with each ChangeSet, on the writer thread, once it is on disk."""
        self._listeners.append(listener)

    def submit(self, job: Job) -> Future[Any]:
        """Queue ``job``; the future gives its result (the ChangeSet, or the first of the pair it returned).

        The future raises GalleyError where the project cannot be written; nothing is changed then.
        """
        future: Future[Any] = Future()
        self._jobs.put((job, future))
        return future

    def close(self) -> None:
        """Finish what is queued, fold the journal into the one file, and end the thread."""
        self._jobs.put(None)
        self._thread.join()
        if rescue.identity(self._path) != self._identity:
            self._keep()
        files.settle(self._connection)

    def _work(self) -> None:
        while (entry := self._jobs.get()) is not None:
            job, future = entry
            if not future.set_running_or_notify_cancel():
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

    def _run(self, job: Job) -> tuple[Any, ChangeSet]:
        connection = self._connection
        if rescue.identity(self._path) != self._identity:
            self._keep()
            kept = f", or open {self._kept}, which holds all that was saved" if self._kept else ""
            raise ProjectGone(
                f"{self._path} was deleted, moved or replaced while it was open; put it back to go on saving{kept}."
            )
        try:
            connection.execute("BEGIN IMMEDIATE")
            outcome = job(connection)
            connection.execute("COMMIT")
        except BaseException as error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            if isinstance(error, sqlite3.OperationalError | sqlite3.DatabaseError):
                raise files.explain(error, self._path) from error
            raise
        return outcome if isinstance(outcome, tuple) else (outcome, outcome)

    def _keep(self) -> None:
        """Once: write down elsewhere what no file of that name holds any more, and empty the journal, which another
        file that lies there now would take for its own."""
        if self._kept is not None:
            return
        if self._identity is None or not rescue.has_a_name(self._identity):
            self._kept = rescue.keep(self._connection, self._path)
        with contextlib.suppress(sqlite3.Error):
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
