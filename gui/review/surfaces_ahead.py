"""Making the surfaces of a project's tasks ready in a pause, so that the first visit to one is quick."""

from __future__ import annotations

import importlib

from PySide6.QtCore import QObject, QTimer

from galley.core.project import choosing
from galley.core.project.reading_access import Reader
from galley.core.tasks import questioning
from galley.gui.review import surface_registry
from galley.gui.review.surface import SurfaceSpec
from galley.gui.review.surface_host import SurfaceHost
from galley.gui.session import Session

_AFTER = 300
"""Milliseconds without another item."""


class SurfacesAhead(QObject):
    """The surfaces of the tasks that may be chosen: what they import is loaded by the thread that reads, and then each
    is built in a turn of its own, so that no key waits for more than one. Once for a window."""

    def __init__(self, session: Session, host: SurfaceHost) -> None:
        super().__init__(host)
        self._session, self._host = session, host
        self._left: list[SurfaceSpec] | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._next)
        self._item = 0

    def await_pause(self, item: int) -> None:
        """An item (row id) was opened and painted."""
        self._item = item
        if self._left != []:
            self._timer.start(_AFTER)

    def _next(self) -> None:
        if self._left is None:
            self._session.read(self._load, self._loaded, slot="surfaces-ahead", on_failed=lambda _: None)
        elif self._left:
            made = self._host.prepare(self._left.pop())
            for page in filter(None, (made.widget(), made.over())):
                if page.isHidden():
                    page.resize(self._host.size)
                    page.grab()  # which lays out and paints, as a first visit would
            self._timer.start(0)

    def _load(self, connection: Reader) -> list[SurfaceSpec]:
        found: dict[str, SurfaceSpec] = {}
        for each in choosing.choices(connection):
            asked = questioning.asked(connection, self._item, self._session.reviewer, each.task)
            spec = surface_registry.surface_of(asked)
            if spec is not None:
                found[spec.name] = spec
        for spec in found.values():
            if spec.page:
                importlib.import_module(spec.page)
        return list(found.values())

    def _loaded(self, found: list[SurfaceSpec]) -> None:
        self._left = found
        self._timer.start(0)
