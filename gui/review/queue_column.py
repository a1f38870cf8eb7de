"""The left column: filters, the list of items, and a page for when nothing matches."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from core.domain import AnnotatorKind, ChangeSet
from core.project import blind, queue
from core.project.queue import Filter, Show, Sort, Totals
from gui.pause import Pause
from gui.review.empty import EmptyPage
from gui.review.filters import Filters
from gui.review.opened import Catalogue
from gui.review.queue_list import QueueList
from gui.review.queue_model import QueueModel
from gui.session import Session
from gui.widgets.hairline import Hairline

_MANY = 2000
_JUDGES = (AnnotatorKind.JUDGE, AnnotatorKind.IMPORT)


class QueueColumn(QWidget):
    """``opened(item)``: the user chose an item here. ``filled()``: the queue holds what was asked for.
    ``cleared()``: the search was ended here."""

    opened = Signal(int)
    filled = Signal()
    cleared = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        theme = session.theme
        self.filters = Filters(theme)
        self.model = QueueModel(self._fetch, self)
        self.list = QueueList(theme, self.model)
        self.totals: Totals | None = None
        self._current: int | None = None
        self._count = Pause(self)  # so that nothing is counted while the decision is being painted
        self._count.over.connect(self.count)
        self._empty = EmptyPage(theme)
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self.list)
        self._pages.addWidget(self._empty)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.filters)
        layout.addWidget(Hairline(theme))
        layout.addWidget(self._pages, 1)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self.filters.changed.connect(self.reload)
        self.list.opened.connect(self.opened)
        self._empty.pressed.connect(self.clear)

    @property
    def wanted(self) -> Filter:
        """What the queue holds."""
        return self.filters.wanted

    @property
    def current(self) -> int | None:
        """The item that is open."""
        return self._current

    def set_current(self, item: int | None) -> None:
        """Mark the open item."""
        self._current = item
        self.list.show_current(item)

    def neighbour(self, step: int) -> int | None:
        """The item ``step`` lines from the open one; the first where that is not in the list; None at an end."""
        ids = self.model.ids
        if not ids:
            return None
        at = self.model.place(self._current) if self._current is not None else None
        if at is None:
            return ids[0]
        return ids[at + step] if 0 <= at + step < len(ids) else None

    def search(self, words: str) -> None:
        """Hold only items whose key, texts or notes have these words."""
        if words.strip() != self.wanted.search:
            self.filters.set_wanted(replace(self.wanted, search=words.strip()))
            self.reload()

    def hold(self, wanted: Filter) -> None:
        """Hold what another view asks for, in the order of this one."""
        self.filters.set_wanted(replace(wanted, sort=self.wanted.sort))
        self.reload()

    def clear(self) -> None:
        """Hold everything again, in the order that was asked for."""
        self.filters.set_wanted(Filter(sort=self.wanted.sort))
        self.cleared.emit()
        self.reload()

    def reload(self) -> None:
        """Ask for the items anew. The list stays as it is until they are there."""
        wanted, reviewer = self.wanted, self._session.reviewer
        self._session.read(lambda c: queue.ids(c, wanted, reviewer), self._arrived, slot="review-queue")

    def reload_choices(self, catalogue: Catalogue) -> None:
        """Ask anew for what the menus offer."""
        criteria, reviewer = list(catalogue.criteria.values()), self._session.reviewer

        def read(connection: Any) -> tuple[bool, list[Any], list[str], list[str]]:
            known = blind.annotators(connection, reviewer).values()
            judges = [a for a in known if a.kind in _JUDGES]
            return blind.read(connection).figures, judges, queue.systems(connection), queue.datasets(connection)

        def arrived(found: tuple[bool, list[Any], list[str], list[str]]) -> None:
            ties, *choices = found
            self.filters.set_ties(ties)
            self.filters.set_choices(criteria, *choices)

        self._session.read(read, arrived, slot="review-choices")

    def apply(self, changes: ChangeSet) -> None:
        """Read again the lines that changed, and the figures on the chips."""
        if changes.items:
            self.model.forget(changes.items if len(changes.items) <= _MANY else None)
        self._count.ask()

    def count(self) -> None:
        """Ask for the figures on the chips."""
        reviewer = self._session.reviewer
        self._session.read(lambda c: queue.totals(c, reviewer), self._counted, slot="review-totals")

    def seek(self, show: Show, then: Callable[[int | None], object]) -> None:
        """Find the next item of the list, behind the open one and round again, that is ``show``."""
        wanted, reviewer = replace(self.wanted, show=show, sort=Sort.FILE), self._session.reviewer
        current = self._current

        def arrived(found: array[int]) -> None:
            those = set(found) - {current}
            ids = self.model.ids
            at = self.model.place(current) if current is not None else None
            start = at + 1 if at is not None else 0
            order = (ids[(start + step) % len(ids)] for step in range(len(ids)))
            then(next((item for item in order if item in those), None))

        self._session.read(lambda c: queue.ids(c, wanted, reviewer), arrived, slot="review-seek")

    def state(self) -> dict[str, Any]:
        """What to remember: the filter, but not the search."""
        wanted = self.wanted
        return {"show": wanted.show.value, "sort": wanted.sort.value}

    def restore(self, state: Any) -> None:
        """Take what ``state`` gave; what is unknown is passed over."""
        if not isinstance(state, dict):
            return
        show, sort = state.get("show"), state.get("sort")
        wanted = self.wanted
        if show in {s.value for s in Show}:
            wanted = replace(wanted, show=Show(show))
        if sort in {s.value for s in Sort}:
            wanted = replace(wanted, sort=Sort(sort))
        self.filters.set_wanted(wanted)

    def _fetch(self, items: Any) -> list[queue.QueueRow]:
        return queue.rows(self._session.connection(), items, self._session.reviewer)

    def _arrived(self, ids: array[int]) -> None:
        self.model.set_ids(ids)
        self.filters.set_count(len(ids))
        self.list.show_current(self._current)
        if not ids and self.filters.narrowed:
            by = "has what the search asks for" if self.wanted.search else "is left under this filter"
            self._empty.say("Nothing matches", f"No item {by}.", "Clear search and filters")
        elif not ids:
            self._empty.say("No items yet", "Import data to begin.")
        self._pages.setCurrentWidget(self.list if ids else self._empty)
        self.filled.emit()

    def _counted(self, totals: Totals) -> None:
        self.totals = totals
        self.filters.set_totals(totals)
