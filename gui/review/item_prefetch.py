"""Reading the next item, and making the task views of its kind, while nothing is to be done."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSignalBlocker, QTimer, Signal
from PySide6.QtGui import QImage

from galley.core.domain import ItemId
from galley.core.review import task_choice
from galley.core.storage.connection import Connection
from galley.core.tasks import questions
from galley.gui.review import task_view_registry
from galley.gui.review.task_view import SurfaceSpec
from galley.gui.review.task_view_host import SurfaceHost
from galley.gui.session import Session
from galley.gui.text_panes.evidence import EvidenceReader
from galley.gui.text_panes.item import FlagEntry, ReviewItem
from galley.gui.theme import Type
from galley.gui.theme.fonts import draw_letters

if TYPE_CHECKING:
    from galley.core.text.evidence_links import Links


_AFTER_PAINTING_MS = 20
"""Milliseconds after an item was opened."""


class LookAhead(QObject):
    """``due()``: what is open has been painted. ``arrived(links, beside)``: the next item was read, the summary that
    it will show linked (links by document), and what else was wanted beside it made."""

    due = Signal()
    arrived = Signal(object, object)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.following: ReviewItem | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_AFTER_PAINTING_MS)
        self._timer.timeout.connect(self.due)

    def start(self) -> None:
        """An item was opened: look ahead once it is painted."""
        self._timer.start()

    @property
    def waiting(self) -> bool:
        """Whether what was opened is not painted yet."""
        return self._timer.isActive()

    def get_item(self, item: ItemId) -> ReviewItem | None:
        """What was read ahead, if it is this item."""
        return self.following if self.following is not None and self.following.id == item else None

    def forget(self) -> None:
        """What was read ahead may be wrong now."""
        self.following = None

    def read(self, load: Callable[[Connection], ReviewItem], beside: Callable[[ReviewItem, FlagEntry], object]) -> None:
        """Read an item in the background, link the summary that its first open flag brings to the front, and make what
        goes ``beside`` that. What is decided meanwhile is read when it is opened."""

        def job(connection: Connection) -> tuple[ReviewItem, dict[int, Links], object]:
            review_item = load(connection)
            at = review_item.next_open(-1)
            first = review_item.entries[at or 0] if review_item.entries else None
            tab = tab_of(review_item, first) if first is not None else None
            document = (
                review_item.tabs[tab or 0].document if review_item.tabs and review_item.tabs[tab or 0].target else None
            )
            links = {document.id: EvidenceReader(review_item).make(document)} if document is not None else {}
            return review_item, links, beside(review_item, first) if first is not None else {}

        def done(ahead: tuple[ReviewItem, dict[int, Links], object]) -> None:
            self.following, links, passages = ahead
            self.arrived.emit(links, passages)

        self._session.read(job, done, slot="review-ahead", on_failed=lambda _: None)


def tab_of(item: ReviewItem, entry: FlagEntry) -> int | None:
    """The tab on which a flag is seen: that of its derived unit, else of what it is about; None where that is a
    source."""
    for index, tab in enumerate(item.tabs):
        if tab.kind is entry.unit.kind:
            return index
    return next((i for i, t in enumerate(item.tabs) if t.target and t.target == entry.target.id), None)


_AFTER_REST_MS = 300
"""Milliseconds without another item."""


class SurfacesAhead(QObject):
    """The surfaces of the tasks that may be chosen: what they import is loaded by the thread that reads, with the open
    item as each task has it; then each is built and shows that item out of sight, and the letters of each style are
    drawn, in a turn of its own, so that no key waits for more than one. Once for a window. ``reading(item, task)``
    gives what reads an item in a task."""

    def __init__(
        self,
        session: Session,
        host: SurfaceHost,
        reading: Callable[[ReviewItem, str], Callable[[Connection], ReviewItem]],
    ) -> None:
        super().__init__(host)
        self._session, self._host, self._reading = session, host, reading
        self._waiting_surfaces: list[tuple[SurfaceSpec, ReviewItem]] | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._next)
        self._item: ReviewItem | None = None
        self._styles = list(Type)

    def await_pause(self, item: ReviewItem) -> None:
        """An item was opened and painted."""
        self._item = item
        if self._waiting_surfaces != [] or self._styles:
            self._timer.start(_AFTER_REST_MS)

    def _next(self) -> None:
        if self._waiting_surfaces is None:
            self._session.read(
                self._load, self._store_loaded, slot="surfaces-ahead", on_failed=lambda _: None, behind=True
            )
        elif self._waiting_surfaces:
            self._prepare(*self._waiting_surfaces.pop())
            self._timer.start(0)
        elif self._styles:
            draw_letters(self._session.theme.font(self._styles.pop()))
            self._timer.start(0)

    def _prepare(self, spec: SurfaceSpec, review_item: ReviewItem) -> None:
        """Build a surface and let it lay out and paint as a first visit would; nothing counts as seen."""
        surface = self._host.prepare(spec)
        pages = [page for page in (surface.widget(), surface.header_widget()) if page is not None and page.isHidden()]
        if surface is self._host.current_surface or not pages:
            return
        with QSignalBlocker(surface):
            surface.show_item(review_item, review_item.next_open(-1))
            for page in pages:
                page.resize(self._host.size)
                page.render(QImage(page.size(), QImage.Format.Format_RGB32))

    def _load(self, connection: Connection) -> list[tuple[SurfaceSpec, ReviewItem]]:
        item, items_by_surface = self._item, dict[str, tuple[SurfaceSpec, ReviewItem]]()
        assert item is not None
        for choice in task_choice.choices(connection):
            asked_cells = questions.find_asked_cells(connection, item.id, self._session.reviewer, choice.task)
            spec = task_view_registry.surface_of(asked_cells)
            if spec is not None and spec.name not in items_by_surface:
                items_by_surface[spec.name] = spec, self._reading(item, choice.task)(connection)
        for spec, _ in items_by_surface.values():
            if spec.page:
                importlib.import_module(spec.page)
        return list(items_by_surface.values())

    def _store_loaded(self, loaded_surfaces: list[tuple[SurfaceSpec, ReviewItem]]) -> None:
        self._waiting_surfaces = loaded_surfaces
        self._timer.start(0)
