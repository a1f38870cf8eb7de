"""Waiting until a window is painted."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QEvent, QEventLoop, QObject
from PySide6.QtWidgets import QWidget

PATIENCE = 20.0


class Painted(QObject):
    """Counts how often a top-level window was painted: each time its ``UpdateRequest`` has been handled."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.count = 0
        self._loop = QEventLoop(self)
        self.startTimer(1_000)  # so that waiting for an event ends
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Qt tells what is about to be handled."""
        if event.type() in (QEvent.Type.UpdateRequest, QEvent.Type.Paint):
            self.count += 1
        return False

    def after(self, act: Callable[[], object], done: Callable[[], bool]) -> float:
        """Milliseconds from ``act`` until ``done()`` holds and the window has been painted since."""
        start = time.perf_counter()
        before = self.count
        act()
        while not done():
            before = self.count
            self._wait(start)
        while self.count == before:
            self._wait(start)
        return (time.perf_counter() - start) * 1_000

    def _wait(self, start: float) -> None:
        if time.perf_counter() - start > PATIENCE:
            raise TimeoutError(f"not painted within {PATIENCE:g} s")
        # waits as an event loop does: a busy one would keep Python's lock from the thread that writes
        self._loop.processEvents(
            QEventLoop.ProcessEventsFlag.AllEvents | QEventLoop.ProcessEventsFlag.WaitForMoreEvents
        )
