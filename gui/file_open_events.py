"""Projects that the system hands to a program that runs already: macOS sends an event where others start it with the
file's name, for a file that was double-clicked, be it before there is a window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtGui import QFileOpenEvent


class FileOpen(QObject):
    """Hears the events of the application from its making on; what came before ``hand_to`` is kept for it."""

    def __init__(self, application: QCoreApplication) -> None:
        super().__init__(application)
        self._pending_paths: list[Path] = []
        self._take: Callable[[Sequence[Path]], object] | None = None
        application.installEventFilter(self)

    def first(self) -> Path | None:
        """The file that the program was started for, if one has arrived by now; it is not handed on any more."""
        QCoreApplication.processEvents()
        return self._pending_paths.pop() if self._pending_paths else None

    def hand_to(self, take: Callable[[Sequence[Path]], object]) -> None:
        """Call ``take`` with what has arrived and what will."""
        self._take = take
        if self._pending_paths:
            pending_paths, self._pending_paths = self._pending_paths, []
            take(pending_paths)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the event where it names a file."""
        if isinstance(event, QFileOpenEvent) and event.file():
            path = Path(event.file())
            if self._take is None:
                self._pending_paths.append(path)
            else:
                self._take([path])
            return True
        return False
