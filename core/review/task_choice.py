"""The tasks from which one reviewer chooses, what is done and left of each, and the items that each of them holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from galley.core.definitions.protocols import DEFAULT_TASK, Kind, Task
from galley.core.domain import NO_ITEM, AnnotatorId, Cell, CriterionId, ItemId
from galley.core.review import blind, priority, queue, task_overview
from galley.core.review.queue import Filter, Show, Sort
from galley.core.storage.cached_columns import ColumnCache
from galley.core.storage.connection import Connection, StorageError
from galley.core.storage.queries import task_items
from galley.core.storage.queries.item_queue import QueueRow
from galley.core.storage.queries.task_items import Asks, ItemState, TaskCounts, TaskScope
from galley.core.tasks import adjudication_tasks, questions, slots
from galley.core.tasks.questions import by_flags, compares
from galley.core.tasks.task_book import TaskBook, read_task_book

LISTED = (Kind.ANSWER, Kind.VERIFY, Kind.WRITE, Kind.COMPARE, Kind.ADJUDICATE)
"""The kinds of task that people work on item by item in Review."""


_STATES = {
    Show.ALL: ItemState.HELD,
    Show.TIES: ItemState.UNDECIDED,
    Show.UNSURE: ItemState.UNSURE,
    Show.FINISHED: ItemState.FINISHED,
}
_NEAR = 100
"""Items from where a project was left on that are looked at before all are."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A task (its full name; "" for what it is called in the default one) and how far one reviewer is with it: of
    ``total`` cells, or flags, ``done`` are answered, unsure among them."""

    task: str
    name: str
    total: int = 0
    done: int = 0

    @property
    def remaining(self) -> int:
        """How many are not answered yet."""
        return max(0, self.total - self.done)


def choices(connection: Connection) -> list[Choice]:
    """The tasks that may be chosen, in their order, the default one last, without figures. None in a project without a
    protocol; in a package of questions the one that it is of, in one of flags none. An adjudicator sees what others
    say, so that task is none where blind mode hides anything."""
    tasks, package = read_task_book(connection), questions.package(connection)
    if package is not None:
        only = tasks.find(str(package.get("task") or DEFAULT_TASK))
        return [] if by_flags(only) or only is None else [Choice(only.full, only.name or only.id)]
    figures = blind.read_blind(connection).figures
    task_choices = [
        Choice(name, task.name or task.id)
        for name, task in tasks.tasks.items()
        if task.kind in LISTED and not task.is_training and (figures or not task.adjudicates)
    ]
    return [*task_choices, Choice(DEFAULT_TASK, "")] if task_choices else []


def choices_with_counts(connection: Connection, reviewer: AnnotatorId) -> list[Choice]:
    """The same with what is done and left for this reviewer. Of tasks that put flags before people these are flags."""
    task_choices = choices(connection)
    if not task_choices:
        return []
    tasks = read_task_book(connection)
    counted_choices = []
    for choice in task_choices:
        scope = _scope(connection, tasks, tasks.tasks.get(choice.task))
        all_, answered = task_items.count_asked(connection, scope, reviewer)
        counted_choices.append(replace(choice, total=all_, done=min(answered, all_)))
    return counted_choices


def first_task(connection: Connection, reviewer: AnnotatorId) -> str:
    """The first task that has something left for the reviewer, else the first of all; "" where there is no choice. A
    task without a slot for them is none of these: the default one has no slots."""
    tasks = read_task_book(connection)
    open_choices = [
        choice
        for choice in choices(connection)
        if slots.open_to(connection, tasks, tasks.tasks.get(choice.task), reviewer)
    ]
    for choice in open_choices:
        if task_items.has_open(connection, _scope(connection, tasks, tasks.tasks.get(choice.task)), reviewer):
            return choice.task
    return open_choices[0].task if open_choices else ""


def next_open(
    connection: Connection,
    item_ids: Sequence[ItemId],
    queue_filter: Filter,
    reviewer: AnnotatorId,
    start: ItemId = NO_ITEM,
) -> ItemId:
    """The first of the items that a filter holds (``held``, in their order) in which something is open for this
    reviewer, from the item ``start`` on and round again; 0 where there is none."""
    at = next((at for at, item in enumerate(item_ids) if item == start), 0)
    near = item_ids[at : at + _NEAR]
    tasks = read_task_book(connection)
    task = tasks.tasks.get(queue_filter.task)
    try:
        lines = {row.id: row for row in rows(connection, near, reviewer, queue_filter.task)}
        closed = slots.closed_to(connection, tasks, task, near, reviewer)
    except StorageError:  # what is damaged is said where the line is shown; the project opens all the same
        return NO_ITEM
    for item in near:  # mostly it is here, and a window that opens need not load numpy
        if (row := lines.get(item)) is not None and row.open > 0 and not row.is_finished and item not in closed:
            return item
    those = set(ids(connection, replace(queue_filter, show=Show.OPEN, sort=Sort.FILE), reviewer))
    open_items = [item for item in (*item_ids[at:], *item_ids[:at]) if item in those]
    return slots.first_open(connection, tasks, task, open_items, reviewer)


def valid_task(connection: Connection, task: str, reviewer: AnnotatorId) -> str:
    """``task`` if it may still be chosen, else the one to begin with."""
    choosable = {choice.task for choice in choices(connection)}
    return task if task in choosable else first_task(connection, reviewer)


def opening_task(connection: Connection, task: str, reviewer: AnnotatorId) -> str:
    """The task that a project opens in: the one in which it was left (``task``), unless it has no slot for them now."""
    tasks = read_task_book(connection)
    has_slot = slots.open_to(connection, tasks, tasks.tasks.get(task), reviewer)
    return valid_task(connection, task if has_slot else "", reviewer)


def holder(connection: Connection, cell: Cell) -> str:
    """The task (full name) in which a cell is asked, among those that may be chosen; the default one where no other
    has it, "" where there is no choice."""
    named = {choice.task for choice in choices(connection)}
    if not named:
        return ""
    owner = task_overview.owner(connection, read_task_book(connection), cell)
    return owner.full if owner is not None and owner.full in named else DEFAULT_TASK


def choosable_name(connection: Connection, row: int | None) -> str:
    """The full name of the task with this row id (None: the default one); "" where it cannot be chosen."""
    names_ = {choice.task for choice in choices(connection)}
    name = DEFAULT_TASK if row is None else read_task_book(connection).full_names.get(row, "")
    return name if name in names_ else ""


def _scope(connection: Connection, tasks: TaskBook, task: Task | None) -> TaskScope:
    """What a task asks, as the queries of its items need it. A package asks the cells that it was made with."""
    if task is None:
        return TaskScope(0, Asks.FLAGS, tuple(unowned_criteria(tasks)))
    row = tasks.rows[task.full]
    if by_flags(task):
        return TaskScope(row, Asks.FLAGS, tuple(asking.criterion.row for asking in tasks.asks(task)))
    if task.kind is Kind.WRITE:
        return TaskScope(row, Asks.TEXTS)
    if questions.package(connection) is not None:
        return TaskScope(row, Asks.PACKAGE)
    if task.kind is not Kind.ADJUDICATE:
        return TaskScope(row, Asks.CELLS)
    if task.adjudicates:
        return TaskScope(row, Asks.GOLD)
    return TaskScope(row, Asks.THIRD, about=tuple(adjudication_tasks.list_tasks_about(tasks, task)))


def unowned_criteria(tasks: TaskBook) -> list[CriterionId]:
    """The criteria (row ids) of the default task: those that no task asks about."""
    return [row for row, c in tasks.criteria.items() if tasks.owner(row, c.unit.value) is None]


def sorting(connection: Connection, queue_filter: Filter) -> Sort:
    """The order of the items: that of the filter, or where it says none that of its task."""
    if (
        queue_filter.sort is Sort.FILE
        and queue_filter.task
        and not queue_filter.items
        and questions.package(connection) is None
    ):
        task = read_task_book(connection).find(queue_filter.task)
        if task is not None and task.order == priority.VALUE:
            return Sort.VALUE
    return queue_filter.sort


def ids(
    connection: Connection, queue_filter: Filter, reviewer: AnnotatorId, column_cache: ColumnCache | None = None
) -> Sequence[ItemId]:
    """The items that match, in order: those of ``wanted.task`` where one is named, else of all (``queue.ids``)."""
    if not queue_filter.task:
        return queue.ids(connection, queue_filter, reviewer, column_cache)
    tasks = read_task_book(connection)
    task = tasks.find(queue_filter.task)
    figures = blind.read_blind(connection).figures
    queue_filter = replace(queue_filter, sort=sorting(connection, queue_filter))
    show, sort = queue_filter.show, queue_filter.sort
    if not figures:  # an order or a choice by ties would tell what others said
        show = Show.ALL if show is Show.TIES else show
        sort = Sort.FILE if sort is Sort.TIES else sort
    plain = sort in (Sort.FILE, Sort.KEY, Sort.VALUE)
    scope = _scope(connection, tasks, task)
    if replace(queue_filter, task="") == Filter() and task is not None:
        return queue.pack_items(task_items.find_items(connection, scope, reviewer))
    plain_filter = replace(queue_filter, task="", show=Show.ALL, sort=sort if plain else Sort.FILE)
    matching_ids = queue.ids(connection, plain_filter, reviewer, column_cache)
    inside = _inside(connection, scope, show, reviewer, bool(queue_filter.items))
    task_item_ids = matching_ids if inside is None else queue.pack_items(filter(inside.__contains__, matching_ids))
    if plain:
        return task_item_ids
    counts = task_items.count_cells(connection, scope, reviewer, undecided=sort is not Sort.OPEN_FLAGS)
    return queue.pack_items(sorted(task_item_ids, key=lambda item: -counts.get(item, 0)))


def rows(connection: Connection, items: Sequence[ItemId], reviewer: AnnotatorId, task: str) -> list[QueueRow]:
    """What the queue shows for these items, in a task where one is named, else of all (``queue.rows``)."""
    if not task:
        return queue.rows(connection, items, reviewer)
    tasks = read_task_book(connection)
    chosen_task = tasks.find(task)
    counts = task_items.read_counts(connection, _scope(connection, tasks, chosen_task), items, reviewer)
    figures = blind.read_blind(connection).figures
    hidden = chosen_task is not None and compares(tasks.asks(chosen_task))
    queue_rows = []
    for row in queue.rows(connection, items, reviewer):
        of_task = counts.get(row.id, TaskCounts())
        shown = row._replace(flags=of_task.asked, open=of_task.asked - of_task.answered)
        if chosen_task is not None:
            answered_all = bool(of_task.asked) and of_task.answered >= of_task.asked
            shown = shown._replace(
                unsure=of_task.unsure,
                is_finished=of_task.is_finished if by_flags(chosen_task) else answered_all,
                ties=of_task.undecided if figures else 0,
                votes="",
                systems="" if hidden else row.systems,
            )
        queue_rows.append(shown)
    return queue_rows


def stands(connection: Connection, task: str, item: ItemId, reviewer: AnnotatorId) -> bool:
    """Whether a task asks a reviewer something of an item now."""
    tasks = read_task_book(connection)
    chosen_task = tasks.find(task)
    if chosen_task is None or chosen_task.kind is Kind.WRITE:
        return True
    return bool(task_items.find_items(connection, _scope(connection, tasks, chosen_task), reviewer, item=item))


def _inside(
    connection: Connection, scope: TaskScope, show: Show, reviewer: AnnotatorId, picked: bool
) -> set[ItemId] | None:
    """The items that a task holds and that are as they are to be shown; None for all: of the default task, and where
    somebody ``picked`` single items."""
    if show is Show.ALL and (not scope.task or picked):
        return None
    if (state := _STATES.get(show)) is not None:
        return set(task_items.find_items(connection, scope, reviewer, state))
    state = ItemState.OPEN_FLAGS if scope.asks is Asks.FLAGS and show is Show.OPEN else ItemState.HELD
    finished = task_items.find_items(connection, scope, reviewer, ItemState.FINISHED)
    return set(task_items.find_items(connection, scope, reviewer, state)).difference(finished)
