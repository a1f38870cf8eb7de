"""What a task asks one reviewer of one item: units that want an answer of their own, or flags of judges."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from galley.core.definitions.protocols import PAIR, Kind, Task, UnmarkedMeaning
from galley.core.domain import AnnotatorId, Cell, Criterion, CriterionId, ItemId, Value
from galley.core.storage.connection import Connection
from galley.core.storage.queries import read_setting
from galley.core.storage.queries import tasks as task_rows
from galley.core.storage.queries.packages import read_progress
from galley.core.tasks import (
    adjudication_tasks,
    answer_sheet,
    counts,
)
from galley.core.tasks.adjudication_tasks import ReaderVerdict
from galley.core.tasks.asked_cells import evaluate_item, list_asked_cells
from galley.core.tasks.task_book import AskedCriterion, TaskBook, read_task_book


@dataclass(frozen=True, slots=True)
class AskedCells:
    """What a task asks of an item. ``cells`` want an answer of their own, given or not, in the order of the task;
    ``task`` is None for the default one, and in a project without tasks. ``ask`` is the question in words; ``shows``
    are the documents that it needs (nothing: all of them). For an adjudicator ``reader_verdicts`` is what the
    readers of each cell
    say, without names (in a package that shows them, what the others say; in one that tells what changed, what was
    settled; in training, the known answers of what they answered), and ``gold`` what was adjudicated (None: open)."""

    task: Task | None = None
    cells: tuple[Cell, ...] = ()
    asks: tuple[AskedCriterion, ...] = ()
    _book: TaskBook | None = None
    ask: str = ""
    shows: tuple[str, ...] = ()
    reader_verdicts: Mapping[Cell, tuple[ReaderVerdict, ...]] = field(default_factory=dict)
    gold: Mapping[Cell, Value | None] = field(default_factory=dict)

    def flags(self, criterion: CriterionId, kind: str) -> bool:
        """Whether flags on a criterion (row id) of units of this kind are put before the reader. In a package of
        questions none is, whatever travelled in it to be seen."""
        if self._book is None:
            return by_flags(self.task)
        if self.task is None:
            return self._book.owner(criterion, kind) is None
        if not by_flags(self.task):
            return False
        return any(asking.criterion.row == criterion and kind in asking.units for asking in self.asks)

    @property
    def narrows(self) -> bool:
        """Whether flags are left out that are asked about elsewhere."""
        return self._book is not None

    @property
    def compares(self) -> bool:
        """Whether two documents are compared, of which nothing may be told but their texts."""
        return compares(self.asks)

    @property
    def criteria(self) -> tuple[Criterion, ...]:
        """What is asked, in the order of the task."""
        return tuple(asking.criterion for asking in self.asks)


QUESTIONS = (Kind.ANSWER, Kind.COMPARE, Kind.ADJUDICATE)
"""The kinds of task whose units want an answer of their own."""
NOTHING = AskedCells()
"""Nothing of its own, and every flag: a project without tasks."""


def compares(asks: Iterable[AskedCriterion]) -> bool:
    """Whether a task that asks this is one of comparing, or of settling what was compared."""
    return any(PAIR in asking.units for asking in asks)


def by_flags(task: Task | None) -> bool:
    """Whether what a task puts before people is judges' flags, and finishing says "no" of the rest; None is the default
    task."""
    return (
        task is None
        or task.kind is Kind.VERIFY
        or (task.kind is Kind.ANSWER and task.unmarked_meaning is UnmarkedMeaning.NO)
    )


def package(connection: Connection) -> dict[str, Any] | None:
    """What a package says of itself: ``task`` is the full name of that which it was made for ("" or missing: of flags).
    None where the project is not a package."""
    text = read_setting(connection, "package")
    return dict(json.loads(text)) if text is not None else None


def find_asked_cells(connection: Connection, item: ItemId, reviewer: AnnotatorId, task: str = "") -> AskedCells:
    """What ``task`` (a full name; "" in a project without a choice of tasks) asks ``reviewer`` of an item now. A
    package says itself which task it is of, and everything that travelled in it may be seen."""
    own = package(connection)
    packed, package_options = own is not None, own or {}
    name = str(package_options.get("task") or "") if packed else task
    if not name:
        return NOTHING
    tasks = read_task_book(connection)
    found_task = tasks.find(name)
    if found_task is None:
        return NOTHING if packed or not tasks.tasks else AskedCells(None, (), (), tasks)
    asks = tasks.asks(found_task)
    plain = AskedCells(
        found_task, (), asks, None if packed else tasks, _ask(tasks, found_task), _shows(tasks, found_task)
    )
    if found_task.kind not in QUESTIONS:
        return plain
    if found_task.kind is Kind.ADJUDICATE and not adjudication_tasks.asks_of(
        connection, item, reviewer, tasks, found_task
    ):
        return plain
    cells: Iterable[Cell] = _list_assigned_cells(connection, item, reviewer, tasks, found_task) if packed else ()
    if not packed and not by_flags(found_task):
        cells = _list_current_cells(connection, item, reviewer, tasks, found_task)
    order = {asking.criterion.row: n for n, asking in enumerate(asks)}
    asked_cells = sorted(
        (cell for cell in cells if cell.criterion in order),
        key=lambda cell: (cell.target, cell.unit, order[cell.criterion]),
    )
    discussed = packed and bool(package_options.get("others"))
    if found_task.is_training:
        return replace(
            plain,
            cells=tuple(asked_cells),
            reader_verdicts=adjudication_tasks.read_training_answers(connection, item, reviewer),
        )
    if package_options.get("only") == adjudication_tasks.CHANGED:
        return replace(
            plain, cells=tuple(asked_cells), reader_verdicts=adjudication_tasks.read_resolved_answers(connection, item)
        )
    if not found_task.adjudicates and not discussed:
        return replace(plain, cells=tuple(asked_cells))
    read = answer_sheet.load(connection, item, tasks)
    without = 0 if found_task.adjudicates else reviewer
    verdicts = adjudication_tasks.readers(
        connection, read, tasks, asked_cells, counts.judges(connection, tasks), without
    )
    if not found_task.adjudicates:
        return replace(
            plain,
            cells=tuple(asked_cells),
            reader_verdicts={cell: verdicts_of_cell for cell, verdicts_of_cell in verdicts.items() if verdicts_of_cell},
        )
    gold = {cell: read.gold[cell][0] for cell in asked_cells if cell in read.gold}
    return replace(plain, cells=tuple(asked_cells), reader_verdicts=verdicts, gold=gold)


def is_finished(connection: Connection, item: ItemId, reviewer: AnnotatorId, task: Task | None) -> bool:
    """Whether somebody has finished an item in a task of a protocol, or in the default one."""
    row = None if task is None else read_task_book(connection).rows[task.full]
    return any(entry.is_finished for entry in read_progress(connection, reviewer, task=row, item=item))


def _list_current_cells(
    connection: Connection, item: ItemId, reviewer: AnnotatorId, tasks: TaskBook, task: Task
) -> tuple[Cell, ...]:
    """The cells that a task asks now, but for those that an own answer made pointless and the places of an answer; of a
    settle task those that wait for its reader, and those that were settled in it."""
    read = answer_sheet.load(connection, item, tasks)
    if task.kind is Kind.ADJUDICATE:
        outcome = evaluate_item(read, tasks, counts.judges(connection, tasks))
        return tuple(outcome.standings[task.full].cells)
    cells, outcome = list_asked_cells(read, tasks, task, counts.judges(connection, tasks), further=False)
    return tuple(
        cell
        for cell in cells
        if (reviewer, cell) not in outcome.unmet and not (task.places and read.kind(cell.unit) == task.places)
    )


def _list_assigned_cells(
    connection: Connection, item: ItemId, reviewer: AnnotatorId, tasks: TaskBook, task: Task
) -> tuple[Cell, ...]:
    """The same of a package: those that it was made for."""
    rows = task_rows.read_assigned_cells(connection, item, tasks.rows[task.full], but_pointless_for=reviewer)
    return tuple(sorted(cell for _, cell in rows))


def _shows(tasks: TaskBook, task: Task) -> tuple[str, ...]:
    """What a task's reader is shown; of a settle task that says nothing of it, what its readers were shown."""
    if task.shows or task.kind is not Kind.ADJUDICATE:
        return task.shows
    protocol = tasks.protocol(task)
    shown_lists = [other.shows for name in task.of if (other := protocol.task(name)) is not None]
    return tuple(dict.fromkeys(word for shows in shown_lists for word in shows)) if all(shown_lists) else ()


def _ask(tasks: TaskBook, task: Task) -> str:
    """The question in words; of a settle task that says none, that of the task whose cells it settles."""
    other = tasks.protocol(task).task(task.of[0]) if not task.ask and len(task.of) == 1 else None
    return other.ask if other is not None else task.ask
