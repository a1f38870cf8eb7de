"""Making the surfaces of a project's tasks ready in a pause, so that the first visit to one is quick."""

from __future__ import annotations

import importlib
from collections.abc import Callable

from PySide6.QtCore import QObject, QSignalBlocker, QTimer
from PySide6.QtGui import QImage

from galley.core.project import choosing
from galley.core.project.reading_access import Reader
from galley.core.tasks import questioning
from galley.gui.desk.opened import Opened
from galley.gui.review import surface_registry
from galley.gui.review.surface import SurfaceSpec
from galley.gui.review.surface_host import SurfaceHost
from galley.gui.session import Session
from galley.gui.theme import Type
from galley.gui.theme.fonts import draw_letters

_AFTER = 300
"""Milliseconds without another item."""


class SurfacesAhead(QObject):
    """The surfaces of the tasks that may be chosen: what they import is loaded by the thread that reads, with the open
    item as each task has it; then each is built and shows that item out of sight, and the letters of each style are
    drawn, in a turn of its own, so that no key waits for more than one. Once for a window. ``reading(item, task)``
    gives what reads an item in a task."""

    def __init__(
        self, session: Session, host: SurfaceHost, reading: Callable[[Opened, str], Callable[[Reader], Opened]]
    ) -> None:
        super().__init__(host)
        self._session, self._host, self._reading = session, host, reading
        self._left: list[tuple[SurfaceSpec, Opened]] | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._next)
        self._item: Opened | None = None
        self._styles = list(Type)

    def await_pause(self, item: Opened) -> None:
        """An item was opened and painted."""
        self._item = item
        if self._left != [] or self._styles:
            self._timer.start(_AFTER)

    def _next(self) -> None:
        if self._left is None:
            self._session.read(self._load, self._loaded, slot="surfaces-ahead", on_failed=lambda _: None, behind=True)
        elif self._left:
            self._prepare(*self._left.pop())
            self._timer.start(0)
        elif self._styles:
            draw_letters(self._session.theme.font(self._styles.pop()))
            self._timer.start(0)

    def _prepare(self, spec: SurfaceSpec, opened: Opened) -> None:
        """Build a surface and let it lay out and paint as a first visit would; nothing counts as seen."""
        made = self._host.prepare(spec)
        pages = [page for page in (made.widget(), made.over()) if page is not None and page.isHidden()]
        if made is self._host.shown or not pages:
            return
        with QSignalBlocker(made):
            made.show_item(opened, opened.next_open(-1))
            for page in pages:
                page.resize(self._host.size)
                page.render(QImage(page.size(), QImage.Format.Format_RGB32))

    def _load(self, connection: Reader) -> list[tuple[SurfaceSpec, Opened]]:
        item, found = self._item, dict[str, tuple[SurfaceSpec, Opened]]()
        assert item is not None
        for each in choosing.choices(connection):
            asked = questioning.asked(connection, item.id, self._session.reviewer, each.task)
            spec = surface_registry.surface_of(asked)
            if spec is not None and spec.name not in found:
                found[spec.name] = spec, self._reading(item, each.task)(connection)
        for spec, _ in found.values():
            if spec.page:
                importlib.import_module(spec.page)
        return list(found.values())

    def _loaded(self, found: list[tuple[SurfaceSpec, Opened]]) -> None:
        self._left = found
        self._timer.start(0)
