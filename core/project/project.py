"""A project: one file, one writer, any number of readers.

    project = Project.open(path)            # or Project.create(path)
    items = queue.ids(project.reader(), …)  # reads: plain functions of a read-only connection
    project.write(job).result()             # writes: a job on the writer thread, one transaction, on disk when done

Reads go through ``read_connection()``, a read-only connection of the calling thread. Everything that reads or writes
is a function in a module beside this one and takes a connection, so that it can be tested without a thread.
"""

from __future__ import annotations

import threading
from concurrent.futures import Future
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any, Self

from galley.core import file_descriptors, new_files
from galley.core.domain import ChangeSet
from galley.core.errors import GalleyError, InputError, NotAProject, ProjectGone, ProjectReadOnly
from galley.core.project import freeze, migration_counts
from galley.core.project.writer import Alarm, Job, Listener, ProjectWriter
from galley.core.review import progress
from galley.core.storage import limits, open_mark, project_file, schema
from galley.core.storage.connection import Connection, StorageError
from galley.core.storage.lock import TAKEN, WriterLock

ASKED = 2.0
"""Seconds that ``gone`` and ``fold`` wait."""


class Project:
    """An open project. ``writable`` is False where the file, its folder or another program forbids writing;
    ``notices`` holds the sentences that the user should see about that. ``waits`` says that it is another program
    that forbids it, which may end (``galley.core.storage.lock.is_locked``)."""

    def __init__(self, path: Path, *, read_only: bool = False, unfreeze: bool = False) -> None:
        """Open the project at ``path``, for writing where that is possible; a frozen one only to ``thaw`` it.

        Raises: NotAProject, NewerProject, ProjectError
        """
        self.path = path.absolute()
        self.notices: list[str] = []
        self.waits = False
        self._why = ""
        self._frozen = ""
        self._unfreeze = unfreeze
        self._readers = threading.local()
        self._open_readers: list[tuple[threading.Thread, Connection]] = []
        self._readers_guard = threading.Lock()
        self._lock: WriterLock | None = None
        self._writer: ProjectWriter | None = None
        self._held_file: file_descriptors.HeldFile | None = None
        self._read = self.path
        self._copy: TemporaryDirectory[str] | None = None
        project_file.roll_back(self.path)
        version = project_file.probe(self.path)
        try:
            self._held_file = file_descriptors.hold_file(self.path)
            if not read_only:
                self._become_writer(self._held_file)
            if self._writer is None and version < schema.VERSION:
                if not read_only:
                    raise ProjectReadOnly(
                        f"{self.path} is of an older schema ({version}) and must be migrated, but it may not be "
                        "written; copy it to a folder of yours and open the copy."
                    )
                self._copy = TemporaryDirectory(prefix="galley-")
                self._read = project_file.migrate_copy(self.path, Path(self._copy.name), migration_counts.recount)
            elif self._writer is None:
                self.notices += open_mark.lacking(self.path, self.read_connection())
            limits.refuse(self.read_connection(), self.path)
        except project_file.TROUBLE as error:
            self.close()
            raise project_file.explain(error, self.path) from error
        except OSError as error:
            self.close()
            raise NotAProject(f"{self.path} cannot be read ({error.strerror}); check its permissions.") from error
        except BaseException:
            self.close()
            raise

    @classmethod
    def open(cls, path: Path | str, *, read_only: bool = False, thaw: bool = False) -> Self:
        """Open an existing project. See ``__init__``."""
        return cls(Path(path), read_only=read_only, unfreeze=thaw)

    @classmethod
    def create(cls, path: Path | str, *sources: Path) -> Self:
        """Make an empty project at ``path`` and open it; nobody may read it who may not read all of ``sources``.

        Raises: InputError if something is there already or the folder cannot be written.
        """
        path = Path(path).absolute()
        if path.exists():
            raise InputError(f"{path} exists already; open it, or choose another name.")
        try:
            with new_files.create_unfinished(path, *sources) as unfinished:
                with closing(project_file.connect_unsynced(unfinished)) as connection:  # `place` syncs the whole
                    schema.create(connection)
                new_files.place(unfinished, path)
        except FileExistsError:
            raise InputError(f"{path} exists already; open it, or choose another name.") from None
        except StorageError as error:
            raise InputError(
                f"No project can be made at {path} ({error}); check the folder and its free space."
            ) from error
        except OSError as error:
            raise InputError(f"No project can be made at {path} ({error.strerror}); check the folder.") from error
        return cls(path)

    @property
    def writable(self) -> bool:
        """Whether this process may write to the project."""
        return self._writer is not None

    def read_connection(self) -> Connection:
        """This thread's read-only connection."""
        connection = getattr(self._readers, "connection", None)
        if connection is None:
            try:
                connection = self.open_connection()
            except project_file.TROUBLE as error:
                raise project_file.explain(error, self.path) from error
            self._readers.connection = connection
            with self._readers_guard:
                self._open_readers.append((threading.current_thread(), connection))
        return connection

    def open_connection(self) -> Connection:
        """A read-only connection of the caller's own, which closes it. Raises: what ``project_file.connect`` does"""
        return project_file.connect(self._read, write=False)

    def write(self, job: Job) -> Future[Any]:
        """Run ``job`` on the writer thread in one transaction; see ``ProjectWriter.submit``.

        Raises: ProjectReadOnly at once if this project is open for reading.
        """
        self.require_writable()
        assert self._writer is not None
        return self._writer.submit(job)

    def require_writable(self) -> None:
        """Raises ProjectReadOnly where nothing can be saved: it says why, and what to do."""
        if self._writer is not None:
            return
        name = self.path.name
        if self.waits:
            raise ProjectReadOnly(
                f"{name} is open in another window or command, so nothing can be saved in it; "
                f"close the window “{self.path.stem} – Galley” and try again."
            )
        why = f"open read-only ({self._why})" if self._why else "open read-only"
        raise ProjectReadOnly(self._frozen or f"{name} is {why}, so nothing can be saved in it.")

    def subscribe(self, listener: Listener, alarm: Alarm | None = None) -> None:
        """Be told of every change, and by ``alarm`` of a file that is found to be gone or overwritten while nothing is
        written; on the writer thread. Does nothing where there is no writer."""
        if self._writer is not None:
            self._writer.subscribe(listener, alarm)

    def fold(self) -> None:
        """Have the file hold all that was saved, now rather than in a second. Waits for it, but not for long."""
        if self._writer is not None:
            with suppress(TimeoutError):
                self._writer.fold().result(timeout=ASKED)

    def copy(self, target: Path) -> None:
        """Write what is saved now into the empty file ``target``, which is a closed project then: the bytes as they
        are, in a quarter of the time, or page by page. A power cut may tear it. Raises: StorageError"""
        if self._writer is not None and self._writer.copy(target).result():
            project_file.mark_closed(target)
            return
        with closing(self.open_connection()) as source:
            project_file.copy(source, target, 2_000, synced=False)

    def gone(self) -> ProjectGone | None:
        """What is the matter with the file, if it is no longer the one that was opened. Waits a moment for what is
        being written, and gives None where that takes longer and where this project is open for reading."""
        if self._writer is None:
            return None
        try:
            error = self._writer.submit(lambda connection: ChangeSet()).exception(timeout=ASKED)
        except TimeoutError:
            return None
        return error if isinstance(error, ProjectGone) else None

    def close(self) -> None:
        """Finish writing, leave one file, let go of the lock. May be called twice.

        Another thread that reads is interrupted, and its connection goes with it: SQLite crashes where a connection is
        closed while it is in use.
        """
        with self._readers_guard:
            for thread, connection in self._open_readers:
                if thread is threading.current_thread() or not thread.is_alive():
                    connection.close()
                else:
                    connection.interrupt()
            self._open_readers.clear()
        self._readers = threading.local()
        if self._writer is not None:
            self._writer.close()
            self._writer = None
        if self._held_file is not None:
            self._held_file.release()
            self._held_file = None
        if self._lock is not None:
            self._lock.release()
            self._lock = None
        if self._copy is not None:
            self._copy.cleanup()
            self._copy = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        gone = self.gone() if isinstance(error, StorageError) else None
        self.close()
        if gone is not None:
            raise gone from error
        if isinstance(error, Exception) and not isinstance(error, GalleyError):
            from galley.core.project.check import explain_error  # which opens projects itself

            if known_error := explain_error(error, self.path):
                raise known_error from error

    def _become_writer(self, file: file_descriptors.HeldFile) -> None:
        lock = WriterLock(self.path)
        if not lock.is_held:
            self._why = lock.why or TAKEN
            self.waits = self._why == TAKEN
            self.notices.append(f"{self.path.name} is open read-only: {self._why}.")
            return
        try:
            connection, notices = project_file.open_writable(self.path, migration_counts.recount)
        except ProjectReadOnly:
            lock.release()
            self._why = "the file may not be written"
            self.notices.append(f"{self.path.name} is open read-only: {self._why}.")
            return
        except BaseException:
            lock.release()
            raise
        freeze_record = None if self._unfreeze else freeze.read_freeze_record(connection)
        if freeze_record is not None:
            project_file.fold_journal(connection)
            lock.release()
            self._frozen = freeze_record.words(self.path.name)
            self.notices.append(self._frozen)
            return
        self.notices += notices
        from galley.core.project import erasure, outgoing  # which work on closed projects, too

        try:
            erasure.resume_erasure(self.path, connection)
            outgoing.import_notes(connection, self.path)
        except BaseException:
            connection.close()
            lock.release()
            raise
        self._lock = lock
        self._writer = ProjectWriter(self.path, connection, file)
        self._writer.submit(progress.renew)
