"""The runs that are under way in this window: started, polled, paused, ended."""

from __future__ import annotations

import sys
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from galley.core.errors import GalleyError
from galley.core.judges.inquiry.run_progress import RunProgress
from galley.core.judges.order import Order, prepare
from galley.core.judges.runner import Runner
from galley.gui.dialogs.background_task import BackgroundTask
from galley.gui.session import Session

POLL = 200
"""Milliseconds between two looks at the runs."""

CLOSING = "The project was closed; start it again to go on where it was."
PATIENCE = 3.0
"""Seconds that a run has to end when the project is closed."""


class RunController(QObject):
    """Starts, polls, pauses and cancels runs. ``progressChanged`` is emitted five times a second while a run is active;
    ``startRefused(sentence)`` where a run could not be started."""

    runStarted = Signal(int)
    progressChanged = Signal()
    runEnded = Signal(int)
    startRefused = Signal(str)

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self._runners: dict[int, Runner] = {}
        self._progress_by_run: dict[int, RunProgress] = {}
        self._starting: list[BackgroundTask] = []
        self._timer = QTimer(self)
        self._timer.setInterval(POLL)
        self._timer.timeout.connect(self._poll_runners)
        session.closing.connect(self._close)

    @property
    def is_starting(self) -> bool:
        """Whether a run is being made ready."""
        return bool(self._starting)

    def progress(self, run: int) -> RunProgress | None:
        """Where a run stands that is under way here; None for any other."""
        return self._progress_by_run.get(run)

    def list_progress(self) -> list[RunProgress]:
        """Where all the runs stand that are under way here."""
        return list(self._progress_by_run.values())

    def start(self, order: Order, on_refused: Callable[[str], object] | None = None) -> None:
        """Make a run ready in the background and start it. A refusal goes to ``on_refused`` or ``startRefused``."""
        project = self._session.project
        task = BackgroundTask(lambda _: Runner(project, prepare(project, order)), self)
        self._starting.append(task)

        def on_failed(error: BaseException) -> None:
            self._starting.remove(task)
            if not isinstance(error, GalleyError):
                sys.excepthook(type(error), error, error.__traceback__)
                return
            (on_refused or self.startRefused.emit)(str(error))

        def ready(runner: Runner) -> None:
            self._starting.remove(task)
            try:
                runner.start()
            except GalleyError as error:
                (on_refused or self.startRefused.emit)(str(error))
                return
            progress = runner.progress()
            self._runners[progress.run], self._progress_by_run[progress.run] = runner, progress
            self._timer.start()
            self.runStarted.emit(progress.run)

        task.succeeded.connect(ready)
        task.failed.connect(on_failed)
        task.start()

    def toggle_pause(self, run: int) -> None:
        """Send nothing more; or go on, where it is paused."""
        runner = self._runners.get(run)
        if runner is not None:
            if runner.progress().state == "paused":
                runner.resume()
            else:
                runner.pause()
            self._poll_runners()

    def cancel(self, run: int) -> None:
        """End a run now; what it has stays."""
        runner = self._runners.get(run)
        if runner is not None:
            runner.cancel()

    def _poll_runners(self) -> None:
        over = []
        for run, runner in self._runners.items():
            progress = self._progress_by_run[run] = runner.progress()
            if progress.over:
                over.append(run)
        for run in over:
            del self._runners[run], self._progress_by_run[run]
        if not self._runners:
            self._timer.stop()
        self.progressChanged.emit()
        for run in over:
            self.runEnded.emit(run)

    def _close(self) -> None:
        self._timer.stop()
        for runner in self._runners.values():
            runner.stop(CLOSING)
        for runner in self._runners.values():
            runner.join(PATIENCE)
        self._runners.clear()
        self._progress_by_run.clear()
