"""The window's backups: made by itself, in a thread of its own, where the project holds something new."""

from __future__ import annotations

import threading
from datetime import datetime

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from galley.core.errors import Cancelled, GalleyError
from galley.core.project import backups
from galley.gui.session import Session

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
