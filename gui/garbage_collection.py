"""Python's garbage is collected in the main thread only.

A collection runs in whatever thread happens to cross a threshold. Where that is one that reads or writes, it destroys
the window's objects there, and Qt crashes: a timer that another thread destroyed still fires.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

EVERY = 1_000
"""Milliseconds between two looks."""


class Collector(QObject):
    """From its making on nothing is collected but by ``look``, which comes by itself while events are processed."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        self._timer = QTimer(self)
        self._timer.setInterval(EVERY)
        self._timer.timeout.connect(self.look)
        self._timer.start()

    def look(self) -> None:
        """Collect the generations that are due by Python's own thresholds; nothing where they are set aside.

        A threshold of 0 further up is none: Python 3.14 has no third generation, and asking for it would look at
        everything, in one stall, each time.
        """
        if not gc.get_threshold()[0]:
            return
        due = [at > most > 0 for at, most in zip(gc.get_count(), gc.get_threshold(), strict=True)]
        if any(due):
            gc.collect(max(generation for generation, is_due in enumerate(due) if is_due))
