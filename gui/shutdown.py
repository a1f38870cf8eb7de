"""A program that is told to end, by a signal or by the end of the session, ends as if its window were closed: what is
open is written and closed, so that nothing stays in a journal.

A handler written in Python runs only when Python does, and Qt may wait for a key for hours. So the signal's number
arrives on a pair of sockets that Qt watches.
"""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from types import FrameType

from PySide6.QtCore import QCoreApplication, QObject, QSocketNotifier
from PySide6.QtGui import QGuiApplication

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
