"""Waiting for a pause: work that a burst of changes asks for is done once, when the burst is over."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

QUIET, LONGEST = 120, 600
"""Milliseconds without a change that make a pause, and how long a burst without one is waited for."""


class Pause(QObject):
    """Emits ``over()`` once ``QUIET`` ms have gone by since the last ``ask``, and not later than ``LONGEST`` ms after
    the first: what is beside the work is not counted between two key presses, but follows a run that never pauses."""

    over = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._quiet, self._longest = QTimer(self), QTimer(self)
        for timer, length in ((self._quiet, QUIET), (self._longest, LONGEST)):
            timer.setSingleShot(True)
            timer.setInterval(length)
            timer.timeout.connect(self._over)

    def ask(self) -> None:
        """Something changed."""
        self._quiet.start()
        if not self._longest.isActive():
            self._longest.start()

    def _over(self) -> None:
        self._quiet.stop()
        self._longest.stop()
        self.over.emit()
