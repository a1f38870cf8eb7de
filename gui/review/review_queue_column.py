"""The left column of Review: which items are held, in which order, and how many."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from galley.core.definitions.protocols import DEFAULT_TASK
from galley.core.domain import JUDGES, NO_CRITERION, NO_ITEM, ChangeSet, Criterion, CriterionId, ItemId
from galley.core.review import blind, priority, search_hits, task_choice
from galley.core.review.query_filter import as_query, parse_partly
from galley.core.review.queue import Filter, Show, Sort
from galley.core.review.queue_totals import QueueTotals
from galley.core.review.task_choice import Choice
from galley.core.storage.cached_columns import ColumnCache
from galley.core.storage.connection import Connection
from galley.core.storage.queries import filter_choices, item_queue
from galley.core.tasks import task_book
from galley.core.tasks.questions import by_flags
from galley.gui.review.decision_trail import DecisionTrail
from galley.gui.review.flag_queue import FlagQueue
from galley.gui.review.order_head import OrderHead
from galley.gui.review.review_filters import ReviewFilters
from galley.gui.review.saved_views import ViewShelf
from galley.gui.review.task_picker import TaskPicker
from galley.gui.session import Session
from galley.gui.text_panes.criterion_styles import Catalogue
from galley.gui.text_panes.queue_column import QueueColumn
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr, tr_n
from galley.gui.widgets.elided_label import ElidedLabel
from galley.gui.widgets.progress_hairline import ProgressHairline

WAITS = (
    tr("Nothing to answer yet"),
    tr("This task waits for other tasks, or no item has a text that it asks about."),
)
IMPORT = ((tr("Import data…"), "import"),)
"""What an empty queue offers: words, and the action of the window."""
_UNLIMITED = 16_777_215
"""Qt's greatest height of a widget."""
_NOTHING = Filter()
_TERMS = ("show", "criterion", "judge", "system", "dataset", "search", "fields")
"""What a query can say of a filter."""
_KEPT = ("criterion", "judge", "system", "dataset")
"""What a chip narrows the queue to, beside ``show``; it comes back with the project."""


class ReviewQueueColumn(QueueColumn):
    """``queryChanged(text)``: the query in the search box must say this now, since a chip or a view changed what it
    asked.
    ``taskChosen(task)``: the user chose another task. ``actionWanted(action)``: what the window is to do.

    The search box and the chips say one thing together: what the query names is shown by the chips, and a chip that is
    changed takes its term out of the query.
    """

    queryChanged = Signal(str)
    taskChosen = Signal(str)
    actionWanted = Signal(str)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        self.filters = ReviewFilters(session.theme)
        super().__init__(session, self.filters, parent=parent)
        self.picker = TaskPicker(session.theme)
        self.picker.chosen.connect(self.taskChosen)
        self.progress = QueueProgress(session.theme)
        self._column.insertWidget(0, self.picker)
        self._column.insertWidget(1, self.progress)
        self.totals: QueueTotals | None = None
        self._has_logged_priority = False
        self._empty.actionChosen.connect(self.actionWanted)
        self.target = TargetLine(session, self)
        self._column.addWidget(self.target)
        self.trail = DecisionTrail(session, self)
        self._column.addWidget(self.trail, 1)
        self.trail.fitted.connect(self._share_height)
        self.filled.connect(self._share_height)
        self._query_filter = Filter()
        self.is_by_criterion = False
        self._criterion_before = NO_CRITERION
        self.last_item = NO_ITEM
        """The item that was open when the project was left."""
        self.starts_at_open_item = True
        """Whether the first item to be opened is one in which something is open."""
        self.first_open_item = NO_ITEM
        """That item, while none is open; 0 where there is none."""
        self.order = OrderHead(session.theme)
        self._column_cache = ColumnCache()
        self.flags = FlagQueue(session, self._column_cache, self._pages)
        self._criteria: dict[CriterionId, Criterion] = {}
        self._column.insertWidget(2, self.order)
        self._pages.addWidget(self.flags)
        self.flags.filled.connect(self._show_flags)
        self.shelf = ViewShelf(session, self)
        self.order.criterionChosen.connect(lambda row: self.set_by_criterion(True, row))
        self.filters.changed.disconnect(self.reload)
        self.filters.changed.connect(self._apply_chips)
        session.counted.connect(self._show_totals)

    @property
    def queue_filter(self) -> Filter:
        """What the queue holds."""
        return self.filters.queue_filter

    @property
    def can_order_by_criterion(self) -> bool:
        """Whether one criterion's flags may be gone through: in the default task, which is that of flags."""
        return self.queue_filter.task in ("", DEFAULT_TASK)

    @property
    def current(self) -> ItemId | None:
        """The item that is open."""
        return self._current

    def neighbour(self, step: int, only_open: bool = False) -> ItemId | None:
        """The item ``step`` lines from the open one; the first where that is not in the list; None at an end. By
        criterion that of the next flag in another item, or with ``only_open`` of the next open flag in another one."""
        ids = self.model.ids
        if not ids and not self.is_by_criterion:
            return None
        if self.is_by_criterion and only_open:
            return self.flags.item_ahead()
        if self.is_by_criterion:
            place = self.flags.step(step, item=True)
            return place[0] if place is not None else None
        at = self.model.place(self._current) if self._current is not None else None
        if at is None:
            return ItemId(ids[0])
        return ItemId(ids[at + step]) if 0 <= at + step < len(ids) else None

    def key_label(self, action: str) -> str:
        """The key of an action, as it stands on a cap."""
        return self._session.keys.label(action)

    def set_by_criterion(self, across: bool, criterion: CriterionId | None = None) -> None:
        """Go through one criterion's flags in all items (a row id; 0 for those of any; None for the one that is asked
        for), or through the items. The criterion goes with this order: by item the filter is as it was before."""
        if across and self.can_order_by_criterion and not self.is_by_criterion:
            self._criterion_before = self.queue_filter.criterion
        elif self.is_by_criterion and not across:
            criterion = self._criterion_before
        self.is_by_criterion = across and self.can_order_by_criterion
        if criterion is not None and criterion != self.queue_filter.criterion:
            self.filters.set_filter(replace(self.queue_filter, criterion=criterion))
            self._apply_chips()
        else:
            self.reload()

    def search(self, text: str) -> bool:
        """Hold what a query asks for (``core/query.py``), and what the chips ask besides. A mistake is said,
        and what is wrong is left out; whether there was none."""
        query_filter, mistake = parse_partly(self._session.connection(), text, self._session.reviewer)
        self.filters.say_mistake(mistake)
        cleared_terms = {name: getattr(_NOTHING, name) for name in _query_terms(self._query_filter)}
        queue_filter, self._query_filter = (
            replace(self.queue_filter, **{**cleared_terms, **_query_terms(query_filter)}),
            query_filter,
        )
        if queue_filter != self.queue_filter:
            self.filters.set_filter(queue_filter)
            self.reload()
        return not mistake

    def apply_filter_in_order(self, queue_filter: Filter) -> None:
        """Hold the items that another view asks for, in the order of this one."""
        self.is_by_criterion = False
        self.show_filter(replace(queue_filter, sort=self.queue_filter.sort, task=self.queue_filter.task))

    def show_filter(self, queue_filter: Filter) -> None:
        """Hold what a filter asks for; the search box says what no chip can say of it."""
        self._query_filter = replace(Filter(), search=queue_filter.search, fields=queue_filter.fields)
        self.filters.say_mistake("")
        self.filters.set_filter(queue_filter)
        self.queryChanged.emit(self._query())
        self.reload()

    def set_task(self, task: str) -> None:
        """Hold the items of another task; ``reload`` asks for them."""
        queue_filter = replace(self.queue_filter, task=task)
        if self.is_by_criterion and task not in ("", DEFAULT_TASK):
            queue_filter, self.is_by_criterion = replace(queue_filter, criterion=self._criterion_before), False
        self.filters.set_filter(queue_filter)
        found_task = task_book.read_task_book(self._session.connection()).find(task) if task else None
        adjudicates = found_task is not None and found_task.adjudicates
        self.filters.set_asks(bool(task), adjudicates)
        self.list.set_task_kind(not by_flags(found_task), adjudicates)
        self.picker.show_choices(task_choice.choices(self._session.connection()), task, counted=False)
        self.model.forget(None)

    def reset_filter(self) -> None:
        """Hold everything again, in the order that was asked for."""
        self.show_filter(Filter(sort=self.queue_filter.sort, task=self.queue_filter.task))

    def _apply_chips(self) -> None:
        """A chip was changed: the query no longer says otherwise."""
        queue_filter = self.queue_filter
        changed = [
            name for name, term in _query_terms(self._query_filter).items() if term != getattr(queue_filter, name)
        ]
        over = {name: getattr(_NOTHING, name) for name in changed}
        if over:
            self._query_filter = replace(self._query_filter, **over)
            self.queryChanged.emit(self._query())
        self.reload()

    def _query(self) -> str:
        return as_query(self._session.connection(), self._query_filter, self._session.reviewer)

    def reload(self) -> None:
        """Ask for the items again. The list stays as it is until they are there."""
        queue_filter, reviewer = self.queue_filter, self._session.reviewer
        self._session.queue_filter = queue_filter
        self.target.hold(bool(queue_filter.items))
        by_worth = task_choice.sorting(self._session.connection(), queue_filter) is Sort.VALUE
        if by_worth and not self._has_logged_priority and self._session.project.writable:
            self._has_logged_priority = True
            self._session.watch(self._session.project.write(priority.record_use))
        self._show_order()
        self._count_task_items()
        if self.is_by_criterion:
            self.flags.load(queue_filter)
        else:
            column_cache = self._column_cache
            begins, left_at = self.starts_at_open_item and self._current is None, self.last_item

            def read(connection: Connection) -> tuple[Sequence[ItemId], ItemId]:
                ids = task_choice.ids(connection, queue_filter, reviewer, column_cache)
                return ids, task_choice.next_open(
                    connection, ids, queue_filter, reviewer, left_at
                ) if begins else NO_ITEM

            self._session.read(read, self._show_items, slot="review-queue")

    def reload_choices(self, catalogue: Catalogue) -> None:
        """Ask again for what the menus offer."""
        criteria, reviewer = list(catalogue.criteria.values()), self._session.reviewer
        self._criteria = dict(catalogue.criteria)
        self.trail.set_criteria(self._criteria)
        if self.queue_filter.criterion not in {0, *self._criteria}:  # it was kept from an earlier session
            self.filters.set_filter(replace(self.queue_filter, criterion=NO_CRITERION))
        self.order.set_criteria(criteria)
        self.order.set_views(self.shelf.views())

        def read(connection: Connection) -> tuple[bool, list[Any], list[str], list[str]]:
            annotators = blind.annotators(connection, reviewer).values()
            judges = [a for a in annotators if a.kind in JUDGES]
            systems = filter_choices.list_choices(connection, "system")
            datasets = filter_choices.list_choices(connection, "dataset")
            return blind.read_blind(connection).figures, judges, systems, datasets

        def show_choices(loaded_choices: tuple[bool, list[Any], list[str], list[str]]) -> None:
            ties, *choices = loaded_choices
            before = self.queue_filter
            self.filters.set_ties(ties)
            self.filters.set_choices(criteria, *choices)
            if self.queue_filter != before:
                self.reload()

        self._session.read(read, show_choices, slot="review-choices")

    def apply(self, changes: ChangeSet) -> None:
        """Read again the lines that changed."""
        self._column_cache.note_changes(changes)
        needs_reload = self.flags.note_changes(changes)
        if self.is_by_criterion:
            if needs_reload:
                self.flags.load(self.queue_filter)
            else:
                self.flags.forget(changes)
            self._show_order()
        else:
            self._forget(changes)
        self.target.schedule_update()
        self.trail.apply(changes)

    def request_totals(self) -> None:
        """Ask for the figures on the chips."""
        self._session.count()

    def find_next_item(self, show: Show, callback: Callable[[ItemId | None, int], object]) -> None:
        """Find the next item of the list, behind the open one and round again, that is ``show``; ``callback`` gets it
        and how many there are, the open one too."""
        queue_filter, reviewer = replace(self.queue_filter, show=show, sort=Sort.FILE), self._session.reviewer
        current = self._current

        def find_next(item_ids: Sequence[ItemId]) -> None:
            those = set(item_ids) - {current}
            ids = self.model.ids
            at = self.model.place(current) if current is not None else None
            start = at + 1 if at is not None else 0
            order = (ItemId(ids[(start + step) % len(ids)]) for step in range(len(ids)))
            callback(next((item for item in order if item in those), None), len(item_ids))

        self._session.read(lambda c: task_choice.ids(c, queue_filter, reviewer), find_next, slot="review-seek")

    def state(self) -> dict[str, Any]:
        """What to remember: the filter, but not the search; the order, and by criterion which of them; and whether the
        list of decisions is open."""
        queue_filter = self.queue_filter
        order = {"across": True, "criterion": queue_filter.criterion} if self.is_by_criterion else {}
        narrowed = {name: getattr(queue_filter, name) for name in _KEPT}
        if self.is_by_criterion:
            narrowed["criterion"] = self._criterion_before
        choices = {"show": queue_filter.show.value, "sort": queue_filter.sort.value, "filter": narrowed}
        return {**choices, "trail": self.trail.is_open, **order}

    def restore(self, state: Any) -> None:
        """Take what ``state`` gave; what is unknown is passed over."""
        if not isinstance(state, dict):
            return
        self.trail.set_open(state.get("trail") is True)
        show, sort = state.get("show"), state.get("sort")
        queue_filter = self.queue_filter
        if show in {s.value for s in Show}:
            queue_filter = replace(queue_filter, show=Show(show))
        if sort in {s.value for s in Sort}:
            queue_filter = replace(queue_filter, sort=Sort(sort))
        narrowed = state.get("filter")
        for name, default in ((name, getattr(_NOTHING, name)) for name in _KEPT):
            if isinstance(narrowed, dict) and type(narrowed.get(name)) is type(default):
                queue_filter = replace(queue_filter, **{name: narrowed[name]})
        criterion = state.get("criterion")
        if state.get("across") is True and isinstance(criterion, int):
            self._criterion_before, self.is_by_criterion = queue_filter.criterion, True
            queue_filter = replace(queue_filter, criterion=CriterionId(criterion))
        self.filters.set_filter(queue_filter)

    def _fetch(self, items: Any) -> list[item_queue.QueueRow]:
        words, reviewer, task = self.queue_filter.search, self._session.reviewer, self.queue_filter.task

        def read(connection: Connection) -> list[item_queue.QueueRow]:
            rows = task_choice.rows(connection, items, reviewer, task)
            if not words:
                return rows
            snippets = search_hits.snippets(
                connection, [row.id for row in rows], words, reviewer, blind.read_blind(connection).own
            )
            return [row._replace(snippet=snippets.get(row.id, "")) for row in rows]

        return self._session.read_now(read, [])

    def _count_task_items(self) -> None:
        """Count the items of one of several tasks, so that a filter can say how many of them it leaves."""
        task, reviewer = self.queue_filter.task, self._session.reviewer
        if not task or not self.filters.is_narrowed:
            self.filters.set_task_items(0)
            return
        self._session.read(
            lambda c: len(task_choice.ids(c, Filter(task=task), reviewer)),
            self.filters.set_task_items,
            slot="review-task-items",
        )

    def _show_items(self, ids_and_waiting: tuple[Sequence[ItemId], ItemId]) -> None:
        ids, self.first_open_item = ids_and_waiting
        self.model.set_ids(ids)
        self.filters.set_count(len(ids))
        self.list.set_two_lines(bool(self.queue_filter.search))
        self.list.show_current(self._current)
        if not ids and self.filters.is_narrowed:
            self._empty.say(*self.explain_empty(), tr("Clear search and filters"))
        elif not ids and self.queue_filter.task:
            self._empty.say(*self.explain_empty())
        elif not ids:
            self._say_no_items()
        self._page(bool(ids))
        self.filled.emit()

    def explain_empty(self) -> tuple[str, str]:
        """Why a queue with a task or a filter is empty, as a title and a sentence."""
        if not self.filters.is_narrowed:
            return WAITS
        searched = tr("No item matches the search.")
        return tr("Nothing matches"), searched if self.queue_filter.search else tr("No item is left under this filter.")

    def _say_no_items(self) -> None:
        self._empty.say(tr("No items yet"), tr("Import data to begin."), actions=IMPORT)

    def _show_flags(self) -> None:
        sequence = self.flags.sequence
        has_flags = sequence is not None and bool(sequence.flags)
        self.filters.set_count(len(set(sequence.items)) if sequence is not None else 0)
        self.order.set_counts(self.flags.counts)
        self._show_order()
        if not has_flags and self.totals is not None and not self.totals.items:
            self._say_no_items()
        elif not has_flags:
            why = tr("No flag is left under this filter.")
            self._empty.say(tr("Nothing matches"), why, tr("Clear search and filters"))
        self._pages.setCurrentWidget(self.flags if has_flags else self._empty)
        self.filled.emit()

    def _show_order(self) -> None:
        sequence, count = self.flags.sequence if self.is_by_criterion else None, ""
        if sequence is not None:
            count = tr("{done:,} of {n:,} flags decided", done=sequence.decided_count, n=len(sequence.flags))
            if self.queue_filter.criterion and self.flags.queue_filter == self.queue_filter:
                self.order.set_count(self.queue_filter.criterion, len(sequence.flags), sequence.open)
        self.order.order.setEnabled(self.can_order_by_criterion)
        self.order.show_order(self.is_by_criterion, self._criteria.get(self.queue_filter.criterion), count)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Queue and decisions share another height."""
        super().resizeEvent(event)
        self._share_height()

    def _share_height(self) -> None:
        """Give the queue no more than its rows need while the decisions under it would scroll."""
        heads = (w for w in self.children() if isinstance(w, QWidget) and w not in (self._pages, self.trail))
        room = self.height() - sum(head.height() for head in heads if not head.isHidden())
        page = self._pages.currentWidget()
        rows = self.flags.list if page is self.flags else self.list if page is self.list else None
        needed = rows.model().rowCount() * rows.rowHeight(0) + 2 if rows is not None else room
        left_over = room - self.trail.maximumHeight()
        self._pages.setMaximumHeight(max(needed, left_over, 1) if self.trail.is_open else _UNLIMITED)

    def _show_totals(self, totals: QueueTotals) -> None:
        self.totals = totals
        self.progress.set_totals(totals)
        self.filters.set_totals(None if self.queue_filter.task else totals)
        self._tell_task()
        if self.queue_filter.task:
            reviewer = self._session.reviewer
            self._session.read(
                lambda c: task_choice.choices_with_counts(c, reviewer), self._tasks_counted, slot="review-tasks"
            )

    def _tasks_counted(self, choices: list[Choice]) -> None:
        self.picker.show_choices(choices, self.queue_filter.task)
        self._tell_task()

    def _tell_task(self) -> None:
        """Say how far the task is; nothing of it where flags are gone through."""
        choice, counted = self.picker.choice, self.picker.has_figures
        self.progress.set_task(choice if choice is not None and choice.task != DEFAULT_TASK and counted else None)


def _query_terms(queue_filter: Filter) -> dict[str, Any]:
    """What a filter asks of what a query can say."""
    return {
        name: getattr(queue_filter, name) for name in _TERMS if getattr(queue_filter, name) != getattr(_NOTHING, name)
    }


PAUSE = 1500
"""Milliseconds without a decision after which it is worked out again."""


class TargetLine(ElidedLabel):
    """Shown while the queue holds chosen items (those of a draw) and the project has a draw by strata."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session.theme, "", Type.CAPTION, "second", Qt.AlignmentFlag.AlignHCenter, parent=parent)
        self._session = session
        self._holds_chosen = False
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(PAUSE)
        self._later.timeout.connect(self._ask)
        self.hide()

    def hold(self, has_chosen_items: bool) -> None:
        """The queue holds chosen items, or all."""
        self._holds_chosen = has_chosen_items
        if has_chosen_items:
            self._ask()
        else:
            self._later.stop()
            self.hide()

    def schedule_update(self) -> None:
        """Something was decided: work it out when there is a pause."""
        if self._holds_chosen:
            self._later.start()

    def _ask(self) -> None:
        self._session.read(partial(describe_target, self._session.points), self._show, slot="review-target")

    def _show(self, text: str) -> None:
        self.set_text(text)
        self.setVisible(self._holds_chosen and bool(text))


def describe_target(points: float, connection: Connection) -> str:
    """The line; "" where nothing was drawn by strata, or where figures are hidden."""
    from galley.core.metrics import sampling
    from galley.core.metrics._times import first_times, read_times
    from galley.core.metrics.base import Params
    from galley.core.metrics.cell_arrays import CellReader
    from galley.core.metrics.target_precision import toward
    from galley.core.review import blind
    from galley.gui.charts.target_chart import remaining_reviews_words

    samples = [sample for sample in sampling.draws(connection) if sample.kind == sampling.STRATA]
    if not samples or not blind.read_blind(connection).figures:
        return ""
    last = samples[-1]
    params = Params(judges=(last.judge,), schemes=(last.scheme,), criteria=(last.criterion,), target="project")
    reader = CellReader(connection, params)
    question = next(question for question in reader.questions() if question.binary)
    estimates = toward(reader, question, reader.judges[0], points / 100, first_times(read_times(connection, None)))
    return remaining_reviews_words(estimates[0], points) if estimates else ""


class QueueProgress(QWidget):
    """Where there is too little room for both, the flags are left out."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._words = ("", "")
        self._totals: QueueTotals | None = None
        self._task: Choice | None = None
        self.label = ElidedLabel(theme, "", Type.CAPTION_NUMBER, "second", parent=self)
        self.line = ProgressHairline(theme, parent=self)
        column = QVBoxLayout(self)
        column.setContentsMargins(13, 9, 13, 0)
        column.setSpacing(3)
        column.addWidget(self.label)
        column.addWidget(self.line)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._fit)

    def set_totals(self, totals: QueueTotals) -> None:
        """Show how far the reviewer is with the project, or with the task that is worked on."""
        self._totals = totals
        if self._task is not None:
            return
        done, of = totals.finished_items, totals.items
        items = tr_n("{done:,} of {n:,} item", "{done:,} of {n:,} items", of, done=done)
        flags = tr_n("{done:,} of {n:,} flag", "{done:,} of {n:,} flags", totals.flags, done=totals.answered_flags)
        progress_words = tr_n("{done:,} of {n:,} item finished", "{done:,} of {n:,} items finished", of, done=done)
        self._show((f"{items}  ·  {flags}" if totals.flags else items, items), done / of if of else 0.0, progress_words)

    def set_task(self, task: Choice | None) -> None:
        """Show by the line how far the reviewer is with a task, whose picker has the figures; nothing where it asks
        nothing; None for the flags, and where there is no choice."""
        self._task = task
        if task is None:
            if self._totals is not None:
                self.set_totals(self._totals)
            return
        words = tr("{done:,} of {all:,} answered", done=task.done, all=task.total) if task.total else ""
        self._show(("", ""), task.done / task.total if task.total else 0.0, words)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Say less where there is less room."""
        super().resizeEvent(event)
        self._fit()

    def _show(self, words: tuple[str, str], share: float, progress_words: str) -> None:
        self._words = words
        self.line.set_share(share, progress_words)
        self._fit()

    def _fit(self) -> None:
        whole, short = self._words
        fits = self._theme.advance(Type.CAPTION_NUMBER, whole) <= self.width() - 28
        self.label.set_text(whole if fits else short)
        self.label.setAccessibleName(whole)
        self.label.setVisible(bool(whole))
