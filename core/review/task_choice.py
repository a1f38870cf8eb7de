"""The tasks from which one reviewer chooses, what is done and left of each, and the items that each of them holds."""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import orjson

from galley.core.definitions.protocols import DEFAULT_TASK, Kind, Task
from galley.core.domain import JUDGES, Cell
from galley.core.review import blind, priority, queue, task_overview
from galley.core.review.queue import Filter, QueueRow, Show, Sort
from galley.core.storage import names
from galley.core.storage.cached_columns import ColumnCache
from galley.core.tasks import adjudication_tasks, questions, slots
from galley.core.tasks.questions import by_flags, compares
from galley.core.tasks.task_book import TaskBook, read_task_book

LISTED = (Kind.ANSWER, Kind.VERIFY, Kind.WRITE, Kind.COMPARE, Kind.ADJUDICATE)
"""The kinds of task that people work on item by item in Review."""


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


def choices(connection: sqlite3.Connection) -> list[Choice]:
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


def choices_with_counts(connection: sqlite3.Connection, reviewer: int) -> list[Choice]:
    """The same with what is done and left for this reviewer. Of tasks that put flags before people these are flags."""
    task_choices = choices(connection)
    if not task_choices:
        return []
    tasks = read_task_book(connection)
    asked_counts = dict(connection.execute("SELECT task_id, asked FROM task_total").fetchall())
    done = dict(
        connection.execute(
            "SELECT task_id, sum(answered) FROM task_progress WHERE annotator_id = ? GROUP BY task_id", (reviewer,)
        ).fetchall()
    )
    counted_choices = []
    for choice in task_choices:
        task = tasks.tasks.get(choice.task)
        if by_flags(task):
            flags = _flags(connection, tasks, task)
            query = f"SELECT count(*), coalesce(sum({_ANSWERED}), 0) FROM ({flags}) AS flag"
            all_, answered = connection.execute(query, {"who": reviewer}).fetchone()
        elif stands := _stands(connection, tasks, task):
            query = f"SELECT coalesce(sum(asked), 0), coalesce(sum(answered), 0) FROM ({stands})"
            all_, answered = connection.execute(query, _values(tasks, task, reviewer)).fetchone()
        else:
            row = tasks.rows[choice.task]
            all_, answered = asked_counts.get(row, 0), done.get(row, 0)
        counted_choices.append(replace(choice, total=all_, done=min(answered, all_)))
    return counted_choices


def first_task(connection: sqlite3.Connection, reviewer: int) -> str:
    """The first task that has something left for the reviewer, else the first of all; "" where there is no choice. A
    task without a slot for them is none of these: the default one has no slots."""
    tasks = read_task_book(connection)
    open_choices = [
        choice
        for choice in choices(connection)
        if slots.open_to(connection, tasks, tasks.tasks.get(choice.task), reviewer)
    ]
    for choice in open_choices:
        task = tasks.tasks.get(choice.task)
        if by_flags(task):
            query = f"SELECT EXISTS ({_flags(connection, tasks, task)})"
        elif stands := _stands(connection, tasks, task):
            query = f"SELECT EXISTS (SELECT 1 FROM ({stands}) WHERE answered < asked)"
        else:
            query = (
                "SELECT coalesce((SELECT asked FROM task_total WHERE task_id = :task), 0) > coalesce((SELECT"
                " sum(answered) FROM task_progress WHERE task_id = :task AND annotator_id = :who), 0)"
            )
        if connection.execute(query, {"who": reviewer, "task": tasks.rows.get(choice.task, 0)}).fetchone()[0]:
            return choice.task
    return open_choices[0].task if open_choices else ""


def next_open(
    connection: sqlite3.Connection, item_ids: Sequence[int], queue_filter: Filter, reviewer: int, start: int = 0
) -> int:
    """The first of the items that a filter holds (``held``, in their order) in which something is open for this
    reviewer, from the item ``start`` on and round again; 0 where there is none."""
    at = next((at for at, item in enumerate(item_ids) if item == start), 0)
    near = item_ids[at : at + _NEAR]
    tasks = read_task_book(connection)
    task = tasks.tasks.get(queue_filter.task)
    try:
        lines = {row.id: row for row in rows(connection, near, reviewer, queue_filter.task)}
        closed = slots.closed_to(connection, tasks, task, near, reviewer)
    except sqlite3.Error:  # what is damaged is said where the line is shown; the project opens all the same
        return 0
    for item in near:  # mostly it is here, and a window that opens need not load numpy
        if (row := lines.get(item)) is not None and row.open > 0 and not row.is_finished and item not in closed:
            return item
    those = set(ids(connection, replace(queue_filter, show=Show.OPEN, sort=Sort.FILE), reviewer))
    open_items = [item for item in (*item_ids[at:], *item_ids[:at]) if item in those]
    return slots.first_open(connection, tasks, task, open_items, reviewer)


def valid_task(connection: sqlite3.Connection, task: str, reviewer: int) -> str:
    """``task`` if it may still be chosen, else the one to begin with."""
    choosable = {choice.task for choice in choices(connection)}
    return task if task in choosable else first_task(connection, reviewer)


def opening_task(connection: sqlite3.Connection, task: str, reviewer: int) -> str:
    """The task that a project opens in: the one in which it was left (``task``), unless it has no slot for them now."""
    tasks = read_task_book(connection)
    has_slot = slots.open_to(connection, tasks, tasks.tasks.get(task), reviewer)
    return valid_task(connection, task if has_slot else "", reviewer)


def holder(connection: sqlite3.Connection, cell: Cell) -> str:
    """The task (full name) in which a cell is asked, among those that may be chosen; the default one where no other
    has it, "" where there is no choice."""
    named = {choice.task for choice in choices(connection)}
    if not named:
        return ""
    owner = task_overview.owner(connection, read_task_book(connection), cell)
    return owner.full if owner is not None and owner.full in named else DEFAULT_TASK


def choosable_name(connection: sqlite3.Connection, row: int | None) -> str:
    """The full name of the task with this row id (None: the default one); "" where it cannot be chosen."""
    names_ = {choice.task for choice in choices(connection)}
    name = DEFAULT_TASK if row is None else read_task_book(connection).full_names.get(row, "")
    return name if name in names_ else ""


def _values(tasks: TaskBook, task: Task | None, reviewer: int) -> dict[str, int]:
    return {"who": reviewer, "task": tasks.rows.get(task.full, 0) if task is not None else 0}


def _stands(connection: sqlite3.Connection, tasks: TaskBook, task: Task | None) -> str:
    """A query of the items of which a task asks ``:who``, with how far they are, where ``task_item`` does not say it:
    of a settle task (of gold everybody's answers count), and of a package, which asks the cells that it was made with.
    Of any other ""."""
    if task is None or by_flags(task) or task.kind is Kind.WRITE:
        return ""
    if questions.package(connection) is not None:
        return (
            "SELECT handed.item_id, count(*) AS asked, count(own.id) AS answered,"
            " count(own.id) - count(own.value) AS unsure, count(own.id) = count(*) AS finished, 0 AS undecided"
            " FROM handed LEFT JOIN unmet ON unmet.annotator_id = :who AND unmet.criterion_id = handed.criterion_id"
            " AND unmet.unit_id = handed.unit_id AND unmet.target_id = handed.target_id"
            " LEFT JOIN verdict AS own ON own.annotator_id = :who AND own.criterion_id = handed.criterion_id"
            " AND own.unit_id = handed.unit_id AND own.target_id = handed.target_id"
            " WHERE task_id = :task AND unmet.item_id IS NULL GROUP BY handed.item_id"
        )
    if task.kind is not Kind.ADJUDICATE:
        return ""
    barred = adjudication_tasks.exclusion_condition(tasks, task, "stands.item_id")
    where = f"stands.task_id = :task AND asked > 0{f' AND NOT {barred}' if barred else ''}"
    if task.adjudicates:
        return (
            'SELECT item_id, asked, asked - "open" AS answered, excluded AS unsure, "open" = 0 AS finished, undecided'
            f" FROM task_item AS stands WHERE {where}"
        )
    return (
        "SELECT stands.item_id, asked, coalesce(own.answered, 0) AS answered, coalesce(unsure, 0) AS unsure,"
        " coalesce(own.answered, 0) >= asked AS finished, undecided FROM task_item AS stands"
        " LEFT JOIN task_progress AS own"
        f" ON own.task_id = :task AND own.annotator_id = :who AND own.item_id = stands.item_id WHERE {where}"
    )


_ANSWERED = (
    "EXISTS (SELECT 1 FROM verdict AS own WHERE own.annotator_id = :who AND own.criterion_id = flag.criterion_id"
    " AND own.unit_id = flag.unit_id AND own.target_id = flag.target_id)"
)


def _flags(
    connection: sqlite3.Connection, tasks: TaskBook, task: Task | None, columns: str = "*", within: str = ""
) -> str:
    """A query of the flags (verdicts) that a task puts before people now; ``within`` is a condition that few items
    meet."""
    if task is None:
        criteria = unowned_criteria(tasks)
        where = ""
    else:
        criteria = [asking.criterion.row for asking in tasks.asks(task)]
        where = (
            f" AND EXISTS (SELECT 1 FROM task_item WHERE task_id = {tasks.rows[task.full]}"
            " AND task_item.item_id = verdict.item_id AND asked > 0)"
        )
    kinds = ", ".join(f"'{kind}'" for kind in JUDGES)
    if within:  # the sign keeps SQLite from the index by criterion
        where = f"{where} AND {within}"
    criterion = "+criterion_id" if within else "criterion_id"
    return (
        f"SELECT {columns} FROM verdict WHERE value = 'yes' AND {criterion} IN ({', '.join(map(str, criteria))})"
        f" AND annotator_id IN (SELECT id FROM annotator WHERE kind IN "
        f"({kinds})){names.retired_filter(connection)}{where}"
    )


def unowned_criteria(tasks: TaskBook) -> list[int]:
    """The criteria (row ids) of the default task: those that no task asks about."""
    return [row for row, c in tasks.criteria.items() if tasks.owner(row, c.unit.value) is None]


def sorting(connection: sqlite3.Connection, queue_filter: Filter) -> Sort:
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
    connection: sqlite3.Connection, queue_filter: Filter, reviewer: int, column_cache: ColumnCache | None = None
) -> array[int]:
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
    needs_scan = task is None or task.kind is Kind.WRITE or _stands(connection, tasks, task)
    if replace(queue_filter, task="") == Filter() and task is not None and not needs_scan:
        where = f"task_id = {tasks.rows[task.full]} AND asked > 0 ORDER BY item_id"
        return array("q", _fetch_ids(connection, f"SELECT item_id AS id FROM task_item WHERE {where}"))
    plain_filter = replace(queue_filter, task="", show=Show.ALL, sort=sort if plain else Sort.FILE)
    matching_ids = queue.ids(connection, plain_filter, reviewer, column_cache)
    inside = _inside(connection, tasks, task, show, reviewer, bool(queue_filter.items))
    task_item_ids = matching_ids if inside is None else array("q", filter(inside.__contains__, matching_ids))
    if plain:
        return task_item_ids
    by_open = sort is Sort.OPEN_FLAGS
    counts = _open(connection, tasks, task, reviewer) if by_open else _undecided_counts(connection, tasks, task)
    return array("q", sorted(task_item_ids, key=lambda item: -counts.get(item, 0)))


def rows(connection: sqlite3.Connection, items: Sequence[int], reviewer: int, task: str) -> list[QueueRow]:
    """What the queue shows for these items, in a task where one is named, else of all (``queue.rows``)."""
    if not task:
        return queue.rows(connection, items, reviewer)
    tasks = read_task_book(connection)
    chosen_task = tasks.find(task)
    among = ", ".join(map(str, items)) or "0"
    values = _values(tasks, chosen_task, reviewer)
    undecided = dict[int, int]()
    if chosen_task is not None and blind.read_blind(connection).figures:
        undecided = dict(
            connection.execute(
                f"SELECT item_id, undecided FROM task_item WHERE task_id = :task AND item_id IN ({among})", values
            ).fetchall()
        )
    progress = {
        row[0]: row[1:]
        for row in connection.execute(
            "SELECT item_id, answered, unsure, finished FROM task_progress WHERE task_id = :task"
            f" AND annotator_id = :who AND item_id IN ({among})",
            values,
        )
    }
    if stands := _stands(connection, tasks, chosen_task):
        query = f"SELECT item_id, answered, unsure, 0, asked FROM ({stands}) WHERE item_id IN ({among})"
        settled = {row[0]: row[1:] for row in connection.execute(query, values)}
        progress = {item: row[:3] for item, row in settled.items()}
        counts = {item: (row[3], row[0]) for item, row in settled.items()}
    elif by_flags(chosen_task):
        query = (
            f"SELECT item_id, count(*), sum({_ANSWERED}) FROM"
            f" ({_flags(connection, tasks, chosen_task, within=f'item_id IN ({among})')}) AS flag GROUP BY item_id"
        )
        counts = {row[0]: row[1:] for row in connection.execute(query, values)}
    else:
        asked_rows = connection.execute(
            f"SELECT item_id, asked FROM task_item WHERE task_id = :task AND item_id IN ({among})", values
        )
        counts = {item: (number, min(number, progress.get(item, (0,))[0])) for item, number in asked_rows}
    queue_rows = []
    hidden = chosen_task is not None and compares(tasks.asks(chosen_task))
    for row in queue.rows(connection, items, reviewer):
        all_, answered = counts.get(row.id, (0, 0))
        _, unsure, finished = progress.get(row.id, (0, row.unsure if chosen_task is None else 0, 0))
        done = bool(finished) if by_flags(chosen_task) else bool(all_) and answered >= all_
        queue_rows.append(
            row._replace(
                flags=all_,
                open=all_ - answered,
                unsure=unsure,
                is_finished=row.is_finished if chosen_task is None else done,
                ties=row.ties if chosen_task is None else undecided.get(row.id, 0),
                votes=row.votes if chosen_task is None else "",
                systems="" if hidden else row.systems,
            )
        )
    return queue_rows


def stands(connection: sqlite3.Connection, task: str, item: int, reviewer: int) -> bool:
    """Whether a task asks a reviewer something of an item now."""
    tasks = read_task_book(connection)
    chosen_task = tasks.find(task)
    if chosen_task is None or chosen_task.kind is Kind.WRITE:
        return True
    query = "SELECT 1 FROM task_item WHERE task_id = :task AND item_id = :item AND asked > 0"
    if own := _stands(connection, tasks, chosen_task):
        query = f"SELECT 1 FROM ({own}) WHERE item_id = :item"
    return connection.execute(query, {**_values(tasks, chosen_task, reviewer), "item": item}).fetchone() is not None


def _fetch_ids(connection: sqlite3.Connection, query: str, values: Mapping[str, object] | None = None) -> list[int]:
    """The column ``id`` of a query, as one value: handing over 100,000 rows takes longer than finding them."""
    id_list = connection.execute(f"SELECT json_group_array(id) FROM ({query})", values or {}).fetchone()[0]
    return list(orjson.loads(id_list))


def _inside(
    connection: sqlite3.Connection, tasks: TaskBook, task: Task | None, show: Show, reviewer: int, picked: bool
) -> set[int] | None:
    """The items that a task holds and that are as they are to be shown; None for all: of the default task, and where
    somebody ``picked`` single items."""
    values = _values(tasks, task, reviewer)
    stands = "SELECT item_id AS id FROM task_item WHERE task_id = :task AND asked > 0"
    if task is not None and task.kind is Kind.WRITE:
        stands = "SELECT id FROM item"
    own_query = "SELECT item_id AS id FROM task_progress WHERE task_id = :task AND annotator_id = :who"
    if own_stands := _stands(connection, tasks, task):
        stands = own_query = f"SELECT item_id AS id FROM ({own_stands}) WHERE 1"
    if task is None:
        stands = "SELECT id FROM item"
        own_query = "SELECT item_id AS id FROM progress WHERE annotator_id = :who"

    def fetch_ids(query: str) -> set[int]:
        return set(_fetch_ids(connection, query, values))

    every = None if task is None or picked else fetch_ids(stands)
    if show is Show.ALL:
        return every
    if show is Show.TIES:
        tied = "SELECT id FROM item WHERE ties > 0" if task is None else f"{stands} AND undecided > 0"
        return fetch_ids(tied)
    if show is Show.UNSURE:
        return fetch_ids(f"{own_query} AND unsure > 0")
    finished = fetch_ids(f"{own_query} AND finished")
    if by_flags(task):
        if show is Show.OPEN:
            near = _flags(connection, tasks, task, within="item_id = mine.id")
            waits = f"EXISTS (SELECT 1 FROM ({near}) AS flag WHERE NOT {_ANSWERED})"
            done = fetch_ids(f"SELECT id FROM ({own_query}) AS mine WHERE NOT {waits}")
            return fetch_ids(_flags(connection, tasks, task, "DISTINCT item_id AS id")) - done - finished
    elif task is not None and task.kind is not Kind.WRITE and not own_stands:
        finished = fetch_ids(
            "SELECT own.item_id AS id FROM task_progress AS own"
            " CROSS JOIN task_item AS stands ON stands.task_id = :task AND stands.item_id = own.item_id"
            " WHERE own.task_id = :task AND annotator_id = :who AND asked > 0"
            " AND own.answered >= asked"
        )
    if show is Show.FINISHED:
        return finished
    return (every if every is not None else fetch_ids(stands)) - finished


def _open(connection: sqlite3.Connection, tasks: TaskBook, task: Task | None, reviewer: int) -> dict[int, int]:
    """How many cells, or flags, are open for the reviewer in each item."""
    values = _values(tasks, task, reviewer)
    if stands := _stands(connection, tasks, task):
        query = f"SELECT item_id, asked - answered FROM ({stands})"
    elif by_flags(task):
        flags = _flags(connection, tasks, task)
        query = f"SELECT item_id, sum(NOT {_ANSWERED}) FROM ({flags}) AS flag GROUP BY item_id"
    else:
        query = (
            "SELECT stands.item_id, asked - coalesce(own.answered, 0) FROM task_item AS stands"
            " LEFT JOIN task_progress AS own ON own.task_id = :task AND own.annotator_id = :who"
            " AND own.item_id = stands.item_id"
            " WHERE stands.task_id = :task"
        )
    return dict(connection.execute(query, values).fetchall())


def _undecided_counts(connection: sqlite3.Connection, tasks: TaskBook, task: Task | None) -> dict[int, int]:
    """How many cells of each item people do not agree on."""
    if task is None:
        return dict(connection.execute("SELECT id, ties FROM item WHERE ties > 0").fetchall())
    query = "SELECT item_id, undecided FROM task_item WHERE task_id = ? AND undecided > 0"
    return dict(connection.execute(query, (tasks.rows[task.full],)).fetchall())
