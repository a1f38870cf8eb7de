"""The program with a window: ``main`` is called by the command line."""

from __future__ import annotations

import gc
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from types import FrameType, TracebackType
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEventLoop, QObject, QSocketNotifier, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication

from galley.core.errors import GalleyError
from galley.gui.qt_application import FileOpen, forget_sources, make_application
from galley.gui.settings import Settings
from galley.gui.theme import Theme

if TYPE_CHECKING:
    from galley.core.project.project import Project
    from galley.gui.shell.window import Window


_AT_REST = 1_500
"""Milliseconds after which a start is over."""
_WAIT_FOR_SCREEN = 0.1
"""Seconds that a start waits at most for its empty window to be on the screen."""


def main(project: Path | None, screenshot: Path | None = None, files: Sequence[Path] = ()) -> int:
    """Open the window and give the exit code of the program.

    Without a project the last one opens, or the welcome page where there is none. ``files`` are treated as if they were
    dropped on the window: the import of a table opens, without a project. With ``screenshot`` the window is
    drawn into that PNG file, off screen, and nothing is remembered; the environment may ask for GALLEY_THEME
    (light, dark), GALLEY_SIZE (1440x900) and GALLEY_SCALE (text size, 1.0).

    Raises: GalleyError (one sentence) where the project cannot be opened.
    """
    if screenshot is not None:
        from galley.gui.shell.screenshot import take

        return take(project, screenshot)
    application = make_application()
    arriving = FileOpen(application)
    settings = Settings()
    from galley.gui.shell.window import Window

    theme = Theme(settings.mode, settings.scale)
    theme.set_still(settings.still)
    theme.apply(application)
    if project is None and sys.platform == "darwin":
        project = arriving.first()
    window = Window(settings, theme)
    reporter = Reporter(window)
    reporter.install()
    ending: Ending | None = None
    try:
        if project is not None or (settings.recent and not files):
            _show_empty(window)
            first_project = _open_first(project, settings)
            if first_project is not None:
                window.show_project(first_project)
        if window.workspace is None:
            window.close_project()
            window.show()
        ending = Ending(application, window.fold, window.close)
        arriving.hand_to(window.take)
        if files:
            QTimer.singleShot(0, window, lambda: window.take(files))
        QTimer.singleShot(_AT_REST, end_start)
        return application.exec()
    finally:
        if ending is not None:
            ending.remove()
        window.close()
        reporter.remove()


def end_start() -> None:
    """What a start has built stays: collections that come later, some in a key press, need not look at it again."""
    forget_sources()
    gc.freeze()


def _show_empty(window: Window) -> None:
    """Show ``window`` and paint it before its views are built: it is on the screen in half of the time."""
    window.show()
    until = time.monotonic() + _WAIT_FOR_SCREEN
    handle = window.windowHandle()
    while not handle.isExposed() and time.monotonic() < until:
        QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents, 10)
    QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)


def _open_first(project: Path | None, settings: Settings) -> Project | None:
    """The project to start with. The one that was named must open; the last one may be gone or damaged by now."""
    from galley.core.project.project import Project

    if project is not None:
        return Project.open(project)
    for path in settings.recent[:1]:
        try:
            return Project.open(path)
        except GalleyError:
            return None
    return None


class Reporter(QObject):
    """Shows the report of a bug, whichever thread it was in; one at a time. A known failure that nobody caught is
    told as its sentence."""

    _caught = Signal(object)

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self._showing = False
        self._before = (sys.excepthook, threading.excepthook)
        self._caught.connect(self._show, Qt.ConnectionType.QueuedConnection)

    def install(self) -> None:
        """Take over from Python what to do with an exception that nobody expected."""
        sys.excepthook = self.report
        threading.excepthook = self._in_thread

    def remove(self) -> None:
        """Give it back."""
        sys.excepthook, threading.excepthook = self._before

    def report(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None = None) -> None:
        """Show the report of ``error`` as soon as the window is at rest; a stop from the keyboard just ends."""
        if issubclass(kind, KeyboardInterrupt):
            QCoreApplication.quit()
            return
        known_error = self._window.as_known_error(error)
        if known_error is None:
            self._before[0](kind, error, trace)
        self._caught.emit(known_error or error)

    def _in_thread(self, hook_args: threading.ExceptHookArgs) -> None:
        if hook_args.exc_value is not None:
            self.report(hook_args.exc_type, hook_args.exc_value, hook_args.exc_traceback)

    def _show(self, error: BaseException) -> None:
        if isinstance(error, GalleyError):
            self._window.complain(error)
            return
        if self._showing:
            return
        self._showing = True
        try:
            from galley.gui.dialogs.message import BugReport

            BugReport.ask(self._window, self._window.theme, error)
        finally:
            self._showing = False


SIGNALS = ("SIGTERM", "SIGHUP", "SIGINT")
BY_SIGNAL = 128
"""What a shell adds to a signal's number to make an exit code."""


class Ending(QObject):
    """``save`` is called when the session is about to end, which may be called off yet; ``close`` when the program
    ends, maybe more than once. Main thread only."""

    def __init__(self, application: QGuiApplication, save: Callable[[], object], close: Callable[[], object]) -> None:
        super().__init__(application)
        self._save, self._close = save, close
        self._read, self._write = socket.socketpair()
        self._read.setblocking(False)
        self._write.setblocking(False)
        self._notifier = QSocketNotifier(self._read.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._woken)
        self._wakeup = signal.set_wakeup_fd(self._write.fileno(), warn_on_full_buffer=False)
        self._before = {number: signal.signal(number, _ignore_signal) for name in SIGNALS if (number := _number(name))}
        application.commitDataRequest.connect(self.session_ends)
        application.aboutToQuit.connect(close)

    def remove(self) -> None:
        """Give the signals back."""
        self._notifier.setEnabled(False)
        signal.set_wakeup_fd(self._wakeup)
        for number, before in self._before.items():
            signal.signal(number, before)
        self._read.close()
        self._write.close()
        application = QCoreApplication.instance()
        if isinstance(application, QGuiApplication):
            application.commitDataRequest.disconnect(self.session_ends)
            application.aboutToQuit.disconnect(self._close)

    def _woken(self) -> None:
        with suppress(BlockingIOError):
            numbers = [number for number in self._read.recv(64) if number in self._before]
            if numbers:
                QCoreApplication.exit(BY_SIGNAL + numbers[0])  # also out of an open dialog, which quit() would ask

    def session_ends(self) -> None:
        """The system asks that everything be saved."""
        self._save()


def _number(name: str) -> signal.Signals | None:
    """The signal called so, where the system has it and nobody asked to ignore it (``nohup``)."""
    signal_number: signal.Signals | None = getattr(signal, name, None)
    return (
        signal_number if signal_number is not None and signal.getsignal(signal_number) is not signal.SIG_IGN else None
    )


def _ignore_signal(number: int, frame: FrameType | None) -> None:
    """Nothing: the number has woken Qt."""
