"""Threads beside the window's: one that reads for it, so that a slow question to the project never holds up a key
press, and those of long work, which a project that closes waits for, and which ask the window's to draw."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QThread

from galley.core.errors import Cancelled
from galley.core.storage.connection import Connection
from galley.gui.translation import tr

Result = TypeVar("Result")

Read = Callable[[Connection], Any]
"""A function of a read-only connection. Runs on the reader thread; must not touch widgets."""

Answer = Callable[[Any, BaseException | None], None]
"""Called on the reader thread with (result, None) or (None, error)."""


STEPS = 50_000
"""How many steps of SQLite's machine, a few milliseconds, go by before a read looks whether it is still wanted."""


@dataclass(slots=True, eq=False)
class _Job:
    read: Read
    answer: Answer
    slot: str
    behind: bool = False
    is_superseded: bool = False
    put_off: bool = False


class BackgroundReader:
    """Runs reads one after the other. In a named slot the latest wins: an older read of that slot is dropped where
    it waits and interrupted where it runs, and is never answered. One that is ``behind`` lets all others go first: it
    is interrupted where it runs, and begins again after them."""

    def __init__(self, connect: Callable[[], Connection]) -> None:
        """``connect`` gives the reader thread's own connection; it is called there, before the first read."""
        self._connect = connect
        self._connection: Connection | None = None
        self._jobs: deque[_Job] = deque()
        self._running: _Job | None = None
        self._answering = False
        self._wake = threading.Condition()
        self._is_closed = False
        self._thread: threading.Thread | None = None

    def submit(self, read: Read, answer: Answer, slot: str = "", behind: bool = False) -> None:
        """Queue ``read``. Does nothing after ``close``."""
        with self._wake:
            if self._is_closed:
                return
            if slot:
                self._supersede(slot)
            if not behind and self._running is not None and self._running.behind:
                self._running.put_off = True
            self._jobs.append(_Job(read, answer, slot, behind))
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="galley-reader", daemon=True)
                self._thread.start()
            self._wake.notify()

    @property
    def idle(self) -> bool:
        """Whether nothing waits, runs or is being answered."""
        with self._wake:
            return not self._jobs and self._running is None and not self._answering

    def close(self) -> None:
        """Drop what waits, interrupt what runs, and end the thread. May be called twice."""
        with self._wake:
            self._is_closed = True
            self._jobs.clear()
            self._interrupt()
            self._wake.notify()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _supersede(self, slot: str) -> None:
        self._jobs = deque(job for job in self._jobs if job.slot != slot)
        if self._running is not None and self._running.slot == slot:
            self._interrupt()

    def _interrupt(self) -> None:
        if self._running is not None:
            self._running.is_superseded = True

    def _should_stop(self) -> bool:
        running = self._running
        return running is not None and (running.is_superseded or running.put_off)

    def _work(self) -> None:
        while (job := self._next()) is not None:
            result, error = None, None
            try:
                if self._connection is None:
                    self._connection = self._connect()
                    # Not interrupt(): that is lost where it comes between two statements of a read.
                    self._connection.set_progress_handler(self._should_stop, STEPS)
                result = job.read(self._connection)
            except BaseException as failure:
                error = failure
            with self._wake:
                self._running = None
                again = job.put_off and error is not None and not job.is_superseded
                if again:
                    self._jobs.append(_Job(job.read, job.answer, job.slot, job.behind))
                self._answering = not (job.is_superseded or again)
            if self._answering:
                job.answer(result, error)
                self._answering = False

    def _next(self) -> _Job | None:
        with self._wake:
            self._wake.wait_for(lambda: self._is_closed or self._jobs)
            if self._is_closed:
                return None
            self._running = next((job for job in self._jobs if not job.behind), self._jobs[0])
            self._jobs.remove(self._running)
            return self._running


_JOIN = 0.05
"""Seconds between two looks at what a thread that should end asks for."""

_working: list[tuple[threading.Thread, Callable[[], object]]] = []
_calls: list[_Call] = []


class _Call(QObject):
    """Work that another thread asks the window's for.

    It connects nothing: a connection that is made beside the window's thread can stop both for good, where each holds
    what the other waits for, Python's lock and one of Qt's.
    """

    def __init__(self, work: Callable[[], Any]) -> None:
        super().__init__()
        self._work = work
        self.result: Any = None
        self.error: Exception | None = None
        self.answered = threading.Event()

    def event(self, event: QEvent) -> bool:
        """Do it, unless it was refused meanwhile."""
        if event.type() != QEvent.Type.User:
            return super().event(event)
        if not self.answered.is_set():
            try:
                self.result = self._work()
            except Exception as error:
                self.error = error
            self.answered.set()
        return True

    def refuse(self) -> None:
        """Let the asking thread end."""
        self.error = Cancelled(tr("The project was closed before all was drawn."))
        self.answered.set()


def run_in_window_thread(work: Callable[[], Result]) -> Result:
    """What ``work()`` gives, called in the window's thread; at once where this is it, or where there is none.

    Raises: what ``work`` raises; Cancelled where the window's thread waits for this one to end.
    """
    application = QCoreApplication.instance()
    if application is None or QThread.currentThread() is application.thread():
        return work()
    call = _Call(work)
    call.moveToThread(application.thread())
    _calls.append(call)
    QCoreApplication.postEvent(call, QEvent(QEvent.Type.User))
    call.answered.wait()
    _calls.remove(call)
    call.deleteLater()
    if call.error is not None:
        raise call.error
    return call.result


def start_worker(thread: threading.Thread, cancel: Callable[[], object]) -> None:
    """Start a thread that uses the project; ``cancel`` asks it to end soon. Main thread only."""
    _working[:] = [worker for worker in _working if worker[0].is_alive()]
    _working.append((thread, cancel))
    thread.start()


def end() -> None:
    """Ask all such threads to end, and wait until they have: SQLite does not survive a connection that is closed while
    another thread reads from it. What they ask the window's thread for is refused. Main thread only."""
    for _, cancel in _working:
        cancel()
    for thread, _ in _working:
        while thread.is_alive():
            for call in tuple(_calls):
                call.refuse()
            thread.join(_JOIN)
    _working.clear()
