"""The left column of Review: which items are held, in which order, and how many."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from galley.core.domain import JUDGES, ChangeSet, Criterion
from galley.core.project import blind, by_value, choosing, filter_choices, hits, queue
from galley.core.project.choosing import Choice
from galley.core.project.kept_columns import KeptColumns
from galley.core.project.queried import as_query, understood
from galley.core.project.queue import Filter, Show, Sort
from galley.core.project.queue_totals import QueueTotals
from galley.core.project.reading_access import Reader
from galley.core.protocols.study import FLAGS
from galley.core.tasks import task_book
from galley.core.tasks.questioning import by_flags
from galley.gui.desk.catalogue import Catalogue
from galley.gui.desk.desk_queue_column import DeskQueue
from galley.gui.language import tr
from galley.gui.review.flag_queue import FlagQueue
from galley.gui.review.order_head import OrderHead
from galley.gui.review.review_filters import ReviewFilters
from galley.gui.review.target_line import TargetLine
from galley.gui.review.task_picker import TaskPicker
from galley.gui.review.view_shelf import ViewShelf
from galley.gui.session import Session

WAITS = (
    tr("Nothing is asked here yet"),
    tr("This task waits until others are done, or there is nothing in the project that it asks about."),
)
_NOTHING = Filter()
_TERMS = ("show", "criterion", "judge", "system", "dataset", "search", "fields")
"""What a query can say of a filter."""


class ReviewQueueColumn(DeskQueue):
    """``queried(text)``: the query in the search box must say this now, since a chip or a view changed what it asked.
    ``tasked(task)``: the user chose another task.

    The search box and the chips say one thing together: what the query names is shown by the chips, and a chip that is
    changed takes its term out of the query.
    """

    queried = Signal(str)
    tasked = Signal(str)
    taskCounted = Signal(object)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        self.filters = ReviewFilters(session.theme)
        super().__init__(session, self.filters, parent=parent)
        self.picker = TaskPicker(session.theme)
        self.picker.chosen.connect(self.tasked)
        self._column.insertWidget(0, self.picker)
        self.totals: QueueTotals | None = None
        self._said = False
        self.target = TargetLine(session, self)
        self._column.addWidget(self.target)
        self._asked = Filter()
        self.across = False
        self._criterion_before = 0
        self.left_at = 0
        """The item that was open when the project was left."""
        self.begins_open = True
        """Whether the first item to be opened is one in which something is open."""
        self.waiting = 0
        """That item, while none is open; 0 where there is none."""
        self.order = OrderHead(session.theme)
        self._kept = KeptColumns()
        self.flags = FlagQueue(session, self._kept)
        self._criteria: dict[int, Criterion] = {}
        self._column.insertWidget(1, self.order)
        self._pages.addWidget(self.flags)
        self.flags.filled.connect(self._walked)
        self.shelf = ViewShelf(session, self)
        self.order.criterionChosen.connect(lambda row: self.set_across(True, row))
        self.filters.changed.disconnect(self.reload)
        self.filters.changed.connect(self._chosen)
        session.counted.connect(self._counted)

    @property
    def wanted(self) -> Filter:
        """What the queue holds."""
        return self.filters.wanted

    @property
    def walks(self) -> bool:
        """Whether one criterion's flags may be gone through: in the default task, which is that of flags."""
        return self.wanted.task in ("", FLAGS)

    @property
    def current(self) -> int | None:
        """The item that is open."""
        return self._current

    def neighbour(self, step: int, ahead: bool = False) -> int | None:
        """The item ``step`` lines from the open one; the first where that is not in the list; None at an end. By
        criterion that of the next flag in another item, and ``ahead`` that of the next open flag in another one."""
        ids = self.model.ids
        if not ids and not self.across:
            return None
        if self.across and ahead:
            return self.flags.item_ahead()
        if self.across:
            place = self.flags.step(step, item=True)
            return place[0] if place is not None else None
        at = self.model.place(self._current) if self._current is not None else None
        if at is None:
            return ids[0]
        return ids[at + step] if 0 <= at + step < len(ids) else None

    def key(self, action: str) -> str:
        """The key of an action, as it stands on a cap."""
        return self._session.keys.label(action)

    def set_across(self, across: bool, criterion: int | None = None) -> None:
        """Go through one criterion's flags in all items (a row id; 0 for those of any; None for the one that is asked
        for), or through the items. The criterion goes with this order: by item the filter is as it was before."""
        if across and self.walks and not self.across:
            self._criterion_before = self.wanted.criterion
        elif self.across and not across:
            criterion = self._criterion_before
        self.across = across and self.walks
        if criterion is not None and criterion != self.wanted.criterion:
            self.filters.set_wanted(replace(self.wanted, criterion=criterion))
            self._chosen()
        else:
            self.reload()

    def search(self, text: str) -> bool:
        """Hold what a query asks for (``core/query.py``), and what the chips ask besides. A mistake is said,
        and what is wrong is left out; whether there was none."""
        asked, mistake = understood(self._session.connection(), text, self._session.reviewer)
        self.filters.say_mistake(mistake)
        left = {name: getattr(_NOTHING, name) for name in _said(self._asked)}
        wanted, self._asked = replace(self.wanted, **{**left, **_said(asked)}), asked
        if wanted != self.wanted:
            self.filters.set_wanted(wanted)
            self.reload()
        return not mistake

    def hold(self, wanted: Filter) -> None:
        """Hold the items that another view asks for, in the order of this one."""
        self.across = False
        self.show_filter(replace(wanted, sort=self.wanted.sort, task=self.wanted.task))

    def show_filter(self, wanted: Filter) -> None:
        """Hold what a filter asks for; the search box says what no chip can say of it."""
        self._asked = replace(Filter(), search=wanted.search, fields=wanted.fields)
        self.filters.say_mistake("")
        self.filters.set_wanted(wanted)
        self.queried.emit(self._query())
        self.reload()

    def take(self, task: str) -> None:
        """Hold the items of another task; ``reload`` asks for them."""
        wanted = replace(self.wanted, task=task)
        if self.across and task not in ("", FLAGS):
            wanted, self.across = replace(wanted, criterion=self._criterion_before), False
        self.filters.set_wanted(wanted)
        found = task_book.read(self._session.connection()).find(task) if task else None
        settles = found is not None and found.adjudicates
        self.filters.set_asks(bool(task), settles)
        self.list.set_asked(not by_flags(found), settles)
        self.picker.show_choices(choosing.choices(self._session.connection()), task, counted=False)
        self.model.forget(None)

    def clear(self) -> None:
        """Hold everything again, in the order that was asked for."""
        self.show_filter(Filter(sort=self.wanted.sort, task=self.wanted.task))

    def _chosen(self) -> None:
        """A chip was changed: the query no longer says otherwise."""
        wanted = self.wanted
        changed = [name for name, said in _said(self._asked).items() if said != getattr(wanted, name)]
        over = {name: getattr(_NOTHING, name) for name in changed}
        if over:
            self._asked = replace(self._asked, **over)
            self.queried.emit(self._query())
        self.reload()

    def _query(self) -> str:
        return as_query(self._session.connection(), self._asked, self._session.reviewer)

    def reload(self) -> None:
        """Ask for the items anew. The list stays as it is until they are there."""
        wanted, reviewer = self.wanted, self._session.reviewer
        self._session.held = wanted
        self.target.hold(bool(wanted.items))
        by_worth = choosing.sorting(self._session.connection(), wanted) is Sort.VALUE
        if by_worth and not self._said and self._session.project.writable:
            self._said = True
            self._session.watch(self._session.project.write(by_value.used))
        self._show_order()
        if self.across:
            self.flags.load(wanted)
        else:
            kept = self._kept
            begins, left_at = self.begins_open and self._current is None, self.left_at

            def read(connection: Reader) -> tuple[array[int], int]:
                ids = choosing.ids(connection, wanted, reviewer, kept)
                return ids, choosing.next_open(connection, ids, wanted, reviewer, left_at) if begins else 0

            self._session.read(read, self._arrived, slot="review-queue")

    def reload_choices(self, catalogue: Catalogue) -> None:
        """Ask anew for what the menus offer."""
        criteria, reviewer = list(catalogue.criteria.values()), self._session.reviewer
        self._criteria = dict(catalogue.criteria)
        if self.wanted.criterion not in {0, *self._criteria}:  # it was kept from an earlier session
            self.filters.set_wanted(replace(self.wanted, criterion=0))
        self.order.set_criteria(criteria)
        self.order.set_views(self.shelf.views())

        def read(connection: Reader) -> tuple[bool, list[Any], list[str], list[str]]:
            known = blind.annotators(connection, reviewer).values()
            judges = [a for a in known if a.kind in JUDGES]
            there = filter_choices.systems(connection), filter_choices.datasets(connection)
            return blind.read(connection).figures, judges, *there

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
        self._kept.changed(changes)
        anew = self.flags.changed(changes)
        if self.across:
            if anew:
                self.flags.load(self.wanted)
            else:
                self.flags.forget(changes)
            self._show_order()
        else:
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
        """What to remember: the filter, but not the search; the order, and by criterion which of them."""
        wanted = self.wanted
        order = {"across": True, "criterion": wanted.criterion} if self.across else {}
        return {"show": wanted.show.value, "sort": wanted.sort.value, **order}

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
        criterion = state.get("criterion")
        if state.get("across") is True and isinstance(criterion, int):
            self._criterion_before, self.across = wanted.criterion, True
            wanted = replace(wanted, criterion=criterion)
        self.filters.set_wanted(wanted)

    def _fetch(self, items: Any) -> list[queue.QueueRow]:
        words, reviewer, task = self.wanted.search, self._session.reviewer, self.wanted.task

        def read(connection: Reader) -> list[queue.QueueRow]:
            found = choosing.rows(connection, items, reviewer, task)
            if not words:
                return found
            said = hits.snippets(connection, [row.id for row in found], words, reviewer, blind.read(connection).own)
            return [row._replace(snippet=said.get(row.id, "")) for row in found]

        return self._session.at_once(read, [])

    def _arrived(self, found: tuple[array[int], int]) -> None:
        ids, self.waiting = found
        self.model.set_ids(ids)
        self.filters.set_count(len(ids))
        self.list.set_two_lines(bool(self.wanted.search))
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

    def _walked(self) -> None:
        walk = self.flags.walk
        found = walk is not None and bool(walk.flags)
        self.filters.set_count(len(set(walk.items)) if walk is not None else 0)
        self.order.set_counts(self.flags.counts)
        self._show_order()
        if not found:
            why = tr("No flag is left under this filter.")
            self._empty.say(tr("Nothing matches"), why, tr("Clear search and filters"))
        self._pages.setCurrentWidget(self.flags if found else self._empty)
        self.filled.emit()

    def _show_order(self) -> None:
        walk, count = self.flags.walk if self.across else None, ""
        if walk is not None:
            count = tr("{done:,} of {n:,} flags decided", done=walk.decided, n=len(walk.flags))
            if self.wanted.criterion and self.flags.wanted == self.wanted:
                self.order.set_count(self.wanted.criterion, len(walk.flags), walk.open)
        self.order.order.setEnabled(self.walks)
        self.order.show_order(self.across, self._criteria.get(self.wanted.criterion), count)

    def _counted(self, totals: QueueTotals) -> None:
        self.totals = totals
        self.filters.set_totals(None if self.wanted.task else totals)
        self._tell_task()
        if self.wanted.task:
            reviewer = self._session.reviewer
            self._session.read(lambda c: choosing.counted(c, reviewer), self._tasks_counted, slot="review-tasks")

    def _tasks_counted(self, choices: list[Choice]) -> None:
        self.picker.show_choices(choices, self.wanted.task)
        self._tell_task()

    def _tell_task(self) -> None:
        """Say how far the task is; nothing of it where flags are gone through."""
        choice, counted = self.picker.choice, self.picker.counted
        self.taskCounted.emit(choice if choice is not None and choice.task != FLAGS and counted else None)


def _said(wanted: Filter) -> dict[str, Any]:
    """What a filter asks of what a query can say."""
    return {name: getattr(wanted, name) for name in _TERMS if getattr(wanted, name) != getattr(_NOTHING, name)}
