"""Long work in a thread of its own, and the page that shows it: how far, how long still, and a way to stop it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from galley.gui import read_threads
from galley.gui.dialogs.base import Label
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr, tr_n
from galley.gui.widgets.progress_hairline import ProgressHairline

Progress = Callable[[int, int], bool]
POLL = 60
"""Milliseconds between two looks at the thread."""

CERTAIN_AFTER = 1.5
"""Seconds before which no time left is guessed."""


class BackgroundTask(QObject):
    """Runs ``work(progress)`` in a thread; ``progress(done, total)`` answers False once ``cancel`` was called.

    ``moved(done, total, seconds left or -1)``, then ``succeeded(result)`` or ``failed(error)``, all in the main
    thread. A project that is closed waits for its end, unless it is ``apart`` from the project.
    """

    moved = Signal(object, object, float)
    succeeded = Signal(object)
    failed = Signal(object)

    def __init__(self, work: Callable[[Progress], Any], parent: QObject | None = None, *, apart: bool = False) -> None:
        super().__init__(parent)
        self._work = work
        self._apart = apart
        self._at = (0, 0)
        self._is_cancelled = False
        self._outcome: tuple[Any, BaseException | None] | None = None
        self._began = 0.0
        self._thread = threading.Thread(target=self._run, name="galley-task", daemon=True)
        self._timer = QTimer(self)
        self._timer.setInterval(POLL)
        self._timer.timeout.connect(self._look)

    @property
    def running(self) -> bool:
        """Whether it was started and has not been answered yet."""
        return self._timer.isActive()

    def start(self) -> None:
        """Begin."""
        self._began = time.monotonic()
        if self._apart:
            self._thread.start()
        else:
            read_threads.start_worker(self._thread, self.cancel)
        self._timer.start()

    def cancel(self) -> None:
        """Ask it to stop; it fails with ``Cancelled`` as soon as it looks."""
        self._is_cancelled = True

    def _run(self) -> None:
        try:
            self._outcome = (self._work(self._progress), None)
        except BaseException as error:
            self._outcome = (None, error)

    def _progress(self, done: int, total: int) -> bool:
        self._at = (done, total)
        return not self._is_cancelled

    def _look(self) -> None:
        done, total = self._at
        outcome = self._outcome
        if outcome is None:
            elapsed = time.monotonic() - self._began
            has_estimate = elapsed > CERTAIN_AFTER and 0 < done <= total
            self.moved.emit(done, total, elapsed * (total - done) / done if has_estimate else -1.0)
            return
        self._timer.stop()
        self._thread.join()
        result, error = outcome
        if error is None:
            self.succeeded.emit(result)
        else:
            self.failed.emit(error)


class TaskPage(QWidget):
    """A hairline of progress with words under it."""

    def __init__(self, theme: Theme, in_bytes: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._in_bytes = in_bytes
        self.line = ProgressHairline(theme, "accent", self)
        self.words = Label(theme, "", Type.SMALL, "second")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 12, 0, 12)
        column.setSpacing(8)
        column.addWidget(self.line)
        column.addWidget(self.words)

    def show_progress(self, done: int, total: int, seconds_left: float) -> None:
        """How far it is; ``left`` is in seconds, negative where it is not known yet."""
        if not total:
            self.words.setText(tr("Reading…"))
            return
        if self._in_bytes:
            words = tr("{done:,.1f} of {total:,.1f} MB", done=done / 1e6, total=total / 1e6)
        else:
            words = tr_n("{done:,} of {n:,} items", "{done:,} of {n:,} items", total, done=done)
        if seconds_left >= 0:
            words += f"  ·  {time_left(seconds_left)}"
        self.words.setText(words)
        self.line.set_share(done / total, words)

    def show_stopping(self) -> None:
        """It was asked to stop."""
        self.words.setText(tr("Stopping…"))


def time_left(seconds: float) -> str:
    """ "about 8 s left", "about 3 min left"."""
    if seconds < 1:
        return tr("almost done")
    return tr("about {n} s left", n=round(seconds)) if seconds < 90 else tr("about {n} min left", n=round(seconds / 60))
