"""The left column of Review: which items are held, in which order, and how many."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from galley.core.domain import JUDGES, ChangeSet
from galley.core.project import blind, by_value, choosing, queue
from galley.core.project.choosing import Choice
from galley.core.project.queue import Filter, Show, Sort, Totals
from galley.gui.desk.catalogue import Catalogue
from galley.gui.desk.desk_queue_column import DeskQueue
from galley.gui.language import tr
from galley.gui.review.review_filters import Filters
from galley.gui.review.target_line import TargetLine
from galley.gui.review.task_picker import TaskPicker
from galley.gui.session import Session

WAITS = (
    tr("Nothing is asked here yet"),
    tr("This task waits until others are done, or there is nothing in the project that it asks about."),
)


class QueueColumn(DeskQueue):
    """``cleared()``: the search was ended here."""

    cleared = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        self.filters = Filters(session.theme)
        super().__init__(session, self.filters, parent=parent)
        self.picker = TaskPicker(session.theme)
        self._column.insertWidget(0, self.picker)
        self.totals: Totals | None = None
        self._said = False
        self.target = TargetLine(session, self)
        self._column.addWidget(self.target)
        session.counted.connect(self._counted)

    @property
    def wanted(self) -> Filter:
        """What the queue holds."""
        return self.filters.wanted

    @property
    def current(self) -> int | None:
        """The item that is open."""
        return self._current

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
        self.filters.set_wanted(replace(wanted, sort=self.wanted.sort, task=self.wanted.task))
        self.reload()

    def take(self, task: str) -> None:
        """Hold the items of another task; ``reload`` asks for them."""
        self.filters.set_wanted(replace(self.wanted, task=task))
        self.filters.set_asks(bool(task))
        self.picker.show_choices(choosing.choices(self._session.connection()), task, counted=False)
        self.model.forget(None)

    def clear(self) -> None:
        """Hold everything again, in the order that was asked for."""
        self.filters.set_wanted(Filter(sort=self.wanted.sort, task=self.wanted.task))
        self.cleared.emit()
        self.reload()

    def reload(self) -> None:
        """Ask for the items anew. The list stays as it is until they are there."""
        wanted, reviewer = self.wanted, self._session.reviewer
        self._session.held = wanted
        self.target.hold(bool(wanted.items))
        if wanted.sort is Sort.VALUE and not self._said and self._session.project.writable:
            self._said = True
            self._session.watch(self._session.project.write(by_value.used))
        self._session.read(lambda c: choosing.ids(c, wanted, reviewer), self._arrived, slot="review-queue")

    def reload_choices(self, catalogue: Catalogue) -> None:
        """Ask anew for what the menus offer."""
        criteria, reviewer = list(catalogue.criteria.values()), self._session.reviewer

        def read(connection: Any) -> tuple[bool, list[Any], list[str], list[str]]:
            known = blind.annotators(connection, reviewer).values()
            judges = [a for a in known if a.kind in JUDGES]
            return blind.read(connection).figures, judges, queue.systems(connection), queue.datasets(connection)

        def arrived(found: tuple[bool, list[Any], list[str], list[str]]) -> None:
            ties, *choices = found
            before = self.wanted
            self.filters.set_ties(ties)
            self.filters.set_choices(criteria, *choices)
            if self.wanted != before:
                self.reload()

        self._session.read(read, arrived, slot="review-choices")

    def apply(self, changes: ChangeSet) -> None:
        """Read again the lines that changed."""
        self._forget(changes)
        self.target.written()

    def count(self) -> None:
        """Ask for the figures on the chips."""
        self._session.count()

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

        self._session.read(lambda c: choosing.ids(c, wanted, reviewer), arrived, slot="review-seek")

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
        return self._session.at_once(lambda c: choosing.rows(c, items, self._session.reviewer, self.wanted.task), [])

    def _arrived(self, ids: array[int]) -> None:
        self.model.set_ids(ids)
        self.filters.set_count(len(ids))
        self.list.show_current(self._current)
        if not ids and self.filters.narrowed:
            searched = tr("No item has what the search asks for.")
            why = searched if self.wanted.search else tr("No item is left under this filter.")
            self._empty.say(tr("Nothing matches"), why, tr("Clear search and filters"))
        elif not ids and self.wanted.task:
            self._empty.say(*WAITS)
        elif not ids:
            self._empty.say(tr("No items yet"), tr("Import data to begin."))
        self._page(bool(ids))
        self.filled.emit()

    def _counted(self, totals: Totals) -> None:
        self.totals = totals
        self.filters.set_totals(None if self.wanted.task else totals)
        if self.wanted.task:
            reviewer = self._session.reviewer
            self._session.read(lambda c: choosing.counted(c, reviewer), self._tasks_counted, slot="review-tasks")

    def _tasks_counted(self, choices: list[Choice]) -> None:
        self.picker.show_choices(choices, self.wanted.task)
