"""Reading the next item while nothing is to be done, so that opening it takes no time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from galley.core.storage.read_connection import Reader
from galley.gui.session import Session
from galley.gui.text_panes.evidence import EvidenceReader
from galley.gui.text_panes.item import FlagEntry, ReviewItem

if TYPE_CHECKING:
    from galley.core.text.evidence_links import Links

_AFTER = 20
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
        self._timer.setInterval(_AFTER)
        self._timer.timeout.connect(self.due)

    def start(self) -> None:
        """An item was opened: look ahead once it is painted."""
        self._timer.start()

    @property
    def waiting(self) -> bool:
        """Whether what was opened is not painted yet."""
        return self._timer.isActive()

    def get_item(self, item: int) -> ReviewItem | None:
        """What was read ahead, if it is this item."""
        return self.following if self.following is not None and self.following.id == item else None

    def forget(self) -> None:
        """What was read ahead may be wrong now."""
        self.following = None

    def read(self, load: Callable[[Reader], ReviewItem], beside: Callable[[ReviewItem, FlagEntry], object]) -> None:
        """Read an item in the background, link the summary that its first open flag brings to the front, and make what
        goes ``beside`` that. What is decided meanwhile is read when it is opened."""

        def job(connection: Reader) -> tuple[ReviewItem, dict[int, Links], object]:
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
