"""One reviewer at one open project, as the window sees it: everything that comes from another thread arrives here
and is handed on in the main thread.

A view writes with ``session.watch(session.desk.accept(item, flag), on_done)`` and reads with
``session.read(lambda connection: queue.ids(connection, …), on_done, slot="queue")``. What must be there within the
frame (the next item) may be read at once with ``session.connection()``.

Its backups are made in a thread of their own, where the project holds something new.
"""

from __future__ import annotations

import sys
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from datetime import datetime
from functools import partial
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from shiboken6 import isValid

from galley.core.domain import AnnotatorId, ChangeSet
from galley.core.errors import Cancelled, GalleyError, NotAProject
from galley.core.project import backups, outgoing
from galley.core.project.project import Project
from galley.core.review import queue_totals
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.queue import Filter
from galley.core.storage import lock
from galley.core.storage.connection import Connection
from galley.core.storage.open_mark import Elsewhere
from galley.gui import clipboard, read_threads
from galley.gui.debounce import Pause
from galley.gui.read_threads import BackgroundReader, Read
from galley.gui.shortcuts import Keymap
from galley.gui.theme import Theme

LOOK_MS = 1_000
"""Milliseconds between two looks at what another process wrote."""

Done = Callable[[Any], object]
FailureCallback = Callable[[GalleyError], object]
Result = TypeVar("Result")


class Session(QObject):
    """An open project, its desk and its reviewer.

    ``changed(ChangeSet)`` follows every write by anyone, ``saved(time)`` ("10:21:03", local) every write that is on
    disk, ``counted(Totals)`` a pause in which something had changed, ``failed(sentence)`` every known failure,
    ``unsaved()`` those of a write,
    ``reviewer_changed()`` another reviewer, ``name_wanted()`` that a decision waits for the reviewer's name,
    ``freed(free)`` that whoever wrote to a project that is open for reading
    has closed it, or that somebody has it again, ``closing()`` the end while the project is still open. All in the
    main thread.
    Anything that is no ``GalleyError`` goes to ``sys.excepthook``, which shows the bug report.
    """

    changed = Signal(object)
    saved = Signal(str)
    counted = Signal(object)
    failed = Signal(str)
    unsaved = Signal()
    reviewer_changed = Signal()
    name_wanted = Signal()
    freed = Signal(bool)
    closing = Signal()
    _arrived = Signal()

    def __init__(
        self,
        project: Project,
        reviewer: str,
        theme: Theme,
        keys: Keymap | None = None,
        parent: QObject | None = None,
    ) -> None:
        """``keys`` says what each action is bound to (the shipped keys unless given).

        Raises: InputError for an empty name where there is no such reviewer.
        """
        super().__init__(parent)
        self.project = project
        self.theme = theme
        self.keys = keys or Keymap()
        self.decision_writer = DecisionWriter(project, reviewer)
        self.is_named = True
        """Whether the reviewer said who they are; else their first decision asks for it."""
        self.queue_filter = Filter()
        """What the queue of the Review view holds, for others who offer to work on the same items."""
        self.points = 5.0
        """The precision that Scores is asked for: half the width of an interval, in percentage points."""
        self._is_closed = False
        self._tickets: dict[str, int] = {}
        self._waiting: deque[Callable[[], None]] = deque()
        self._unsaved_count = 0
        self._shown_errors: set[str] = set()
        self._arrived.connect(self.deliver, Qt.ConnectionType.QueuedConnection)
        self._count = Pause(self)  # so that nothing is counted while a decision is being painted
        self._count.over.connect(self.count)
        self.changed.connect(self._count.ask)
        self.reviewer_changed.connect(self._count.ask)
        self._reader = BackgroundReader(project.read_connection)
        project.subscribe(
            lambda changes: self._post(partial(self._announce, changes)),
            lambda error: self._post(partial(self._report_lost_write, error)),
        )
        if not project.writable:
            self._follow(Elsewhere(project.read_connection()))
        clipboard.hold(self)

    @property
    def reviewer(self) -> AnnotatorId:
        """The reviewer's row id; 0 for a reader who is not in a project that is open for reading only."""
        return self.decision_writer.reviewer

    @property
    def reviewer_name(self) -> str:
        """The reviewer's name."""
        return self.decision_writer.name

    def connection(self) -> Any:
        """The main thread's read-only connection, for the functions of ``galley.core.project`` that take one.

        Only for reads that take a few milliseconds; ask ``read`` for everything else.
        """
        return self.project.read_connection()

    def read_now(self, read: Callable[[Connection], Result], nothing: Result) -> Result:
        """``read(connection)`` in the main thread, for what is read while it is painted; ``nothing`` after a known
        failure, which is told once that is over, and once."""
        try:
            return read(self.connection())
        except Exception as error:
            known_error = self.as_known_error(error)
            if known_error is None:
                raise
            if str(known_error) not in self._shown_errors:
                self._shown_errors.add(str(known_error))
                self._post(partial(self.failed.emit, str(known_error)))
            return nothing

    def read(
        self, read: Read, on_done: Done, slot: str = "", on_failed: FailureCallback | None = None, behind: bool = False
    ) -> None:
        """Run ``read(connection)`` on the reader thread and hand its result to ``on_done`` in the main thread.

        A newer read of the same ``slot`` replaces an older one, which is then never answered; neither is one whose
        asker Qt has destroyed meanwhile. One that is ``behind`` lets all others go first. On a known failure
        ``on_failed`` gets the error, or ``failed`` is emitted where there is none.
        """

        def answer(result: Any, error: BaseException | None) -> None:
            self._post(partial(self._deliver_result, result, error, on_done, on_failed, slot, ticket))

        ticket = self._tickets[slot] = self._tickets.get(slot, 0) + 1
        self._reader.submit(read, answer, slot, behind)

    def count(self) -> None:
        """Count again what the bars and the queue say of the whole project; ``counted`` follows."""
        reviewer = self.reviewer
        self.read(lambda connection: queue_totals.totals(connection, reviewer), self.counted.emit, slot="totals")

    def watch(self, future: Future[Any], on_done: Done | None = None, on_failed: FailureCallback | None = None) -> None:
        """Hand the result of a write to ``on_done`` in the main thread once it is on disk.

        On a known failure ``on_failed`` gets the error, and ``failed`` is emitted with its sentence, unless that gives
        True: it has told the user itself, and nothing is lost.
        """

        self._unsaved_count += 1

        def answer(finished: Future[Any]) -> None:
            error = finished.exception()
            result = None if error else finished.result()

            def both(known_error: GalleyError) -> None:
                if on_failed is not None and on_failed(known_error) is True:
                    return
                self.unsaved.emit()
                self.failed.emit(str(known_error))

            def settle() -> None:
                self._unsaved_count -= 1
                self._deliver_result(result, error, on_done, both)

            self._post(settle)

        future.add_done_callback(answer)

    @property
    def at_rest(self) -> bool:
        """Whether nothing is being read or saved, and nothing that was waits to be shown."""
        return not self._unsaved_count and not self._waiting and self._reader.idle

    def set_reviewer(self, name: str) -> None:
        """Go on as another reviewer. Raises: InputError for an empty name, ProjectReadOnly for a new one there."""
        was_named, is_other = self.is_named, name.strip() != self.decision_writer.name
        if is_other:
            self.decision_writer = DecisionWriter(self.project, name, self.decision_writer.task)
        self.is_named = True
        if is_other or not was_named:
            self.reviewer_changed.emit()

    def require_name(self) -> bool:
        """Whether a decision can be signed; asks for the reviewer's name where nobody gave one."""
        if self.is_named or not self.project.writable:
            return True
        self.name_wanted.emit()
        return False

    def close(self) -> None:
        """End what reads in the background and close the project. Nothing is delivered afterwards. May be called
        twice."""
        if not self._is_closed:
            self.closing.emit()
        self._is_closed = True
        clipboard.release(self)
        read_threads.end()
        self._reader.close()
        self.project.close()

    def is_confidential(self) -> bool:
        """Whether nothing of the project may be copied out of the window."""
        return outgoing.named_providers(self.connection()) is not None

    def refuse_clipboard(self, words: str) -> None:
        """Say that nothing was copied."""
        self.failed.emit(words)

    def deliver(self) -> None:
        """Hand on what has arrived from other threads, now rather than with the next event. Main thread only."""
        while self._waiting and not self._is_closed:
            self._waiting.popleft()()

    def _post(self, deliver: Callable[[], None]) -> None:
        if not self._is_closed:
            self._waiting.append(deliver)
            self._arrived.emit()

    def _follow(self, elsewhere: Elsewhere) -> None:
        """Tell the views of a reader what the window that writes has written."""

        free = False

        def look() -> None:
            nonlocal free
            if self._is_closed:
                return
            if changes := elsewhere.look():
                self.changed.emit(changes)
            if self.project.waits and free == lock.is_locked(self.project.path):
                free = not free
                self.freed.emit(free)

        timer = QTimer(self)
        timer.setInterval(LOOK_MS)
        timer.timeout.connect(look)
        timer.start()

    def _report_lost_write(self, error: GalleyError) -> None:
        self.unsaved.emit()
        self.failed.emit(str(error))

    def _announce(self, changes: ChangeSet) -> None:
        self.saved.emit(datetime.now().strftime("%H:%M:%S"))
        self.changed.emit(changes)

    def _deliver_result(
        self,
        result: Any,
        error: BaseException | None,
        on_done: Done | None,
        on_failed: FailureCallback | None,
        slot: str = "",
        ticket: int = 0,
    ) -> None:
        if slot and self._tickets[slot] != ticket:
            return  # a newer read was asked for after this one had finished
        if is_gone(on_done):
            return
        if error is None:
            if on_done is not None:
                on_done(result)
            return
        known_error = self.as_known_error(error)
        if known_error is None:
            sys.excepthook(type(error), error, error.__traceback__)
        elif on_failed is not None:
            on_failed(known_error)
        else:
            self.failed.emit(str(known_error))

    def as_known_error(self, error: BaseException) -> GalleyError | None:
        """``error`` as something that can be told in a sentence; None for a bug. Whatever is read from a file that
        another program has written into is no bug."""
        from galley.core.project.check import explain_error  # seldom needed

        if isinstance(error, GalleyError) and not isinstance(error, NotAProject):
            return error
        return self.project.gone() or explain_error(error, self.project.path)


def is_gone(call: Callable[..., object] | None) -> bool:
    """Whether ``call`` is a method of an object that Qt has destroyed, or was made within one (a view that blind mode
    closed while it was read for)."""
    call = getattr(call, "func", call)  # a partial's
    owner = getattr(call, "__self__", None)
    within = getattr(getattr(call, "__code__", None), "co_freevars", ())
    if "self" in within:
        owner = call.__closure__[within.index("self")].cell_contents  # type: ignore[union-attr, index]
    return isinstance(owner, QObject) and not isValid(owner)


FIRST_AFTER = 20_000
"""Milliseconds after opening: what is backed up then is what the last session left."""
THEN_EVERY = 30 * 60_000


class BackingUp(QObject):
    """Belongs to a session and ends with it. ``made(time)`` ("10:21") follows a backup."""

    backupMade = Signal(str)
    _failed = Signal(str)

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._last_failure = ""
        self._timer = QTimer(self)
        self._timer.setInterval(FIRST_AFTER)
        self._timer.timeout.connect(self.begin)
        self._failed.connect(self._tell, Qt.ConnectionType.QueuedConnection)
        session.closing.connect(self.end)
        if session.project.writable:
            self._timer.start()

    def begin(self) -> None:
        """Back the project up now if it holds something new; does nothing while a backup is being made."""
        self._timer.setInterval(THEN_EVERY)
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(target=self._work, name="galley-backup", daemon=True)
            self._thread.start()

    def end(self) -> None:
        """Stop; what is half copied is thrown away."""
        self._timer.stop()
        self._stop.set()
        if self._thread is not None:
            self._thread.join()

    def _work(self) -> None:
        path = self._session.project.path
        try:
            if backups.due(path):
                backups.make(path, self._stop.is_set)
                self.backupMade.emit(datetime.now().strftime("%H:%M"))
        except Cancelled:
            pass
        except GalleyError as error:
            self._failed.emit(str(error))

    def _tell(self, words: str) -> None:
        if words != self._last_failure:  # a full disk is told once, not every half hour
            self._last_failure = words
            self._session.failed.emit(words)
