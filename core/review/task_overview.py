"""Where the tasks of a project stand: asked, answered, split, undecided, settled, asleep; by person, too."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from typing import Any

from galley.core.definitions.protocols import DEFAULT_TASK, Kind, Task
from galley.core.domain import Cell
from galley.core.review.known_answers import scores
from galley.core.storage.connection import Connection
from galley.core.storage.queries import counting, read_units
from galley.core.storage.queries import tasks as task_rows
from galley.core.tasks.counts import COLUMNS
from galley.core.tasks.task_book import TaskBook, read_task_book


@dataclass(frozen=True, slots=True)
class Person:
    """What somebody has done of a task: cells answered, unsure among them, and items that they finished; ``right``
    of the ``known`` cells that they answered."""

    name: str
    answered: int
    unsure: int
    finished: int
    known: int = 0
    right: int = 0


@dataclass(frozen=True, slots=True)
class TaskStanding:
    """Where one task stands. Counts are cells: ``asked`` now, of these ``open`` (they want more answers), ``settled``,
    ``undecided``, ``excluded`` (an adjudicator left them open) and ``answered`` (no gold is to come of them); ``split``
    of all of them; ``asleep`` are answers to what is not asked now, ``kept`` cells that are not asked yet. ``items`` is
    in how many items the task stands; ``mark`` is the share of known cells to be right (0: none is asked)."""

    task: str
    name: str
    kind: str
    method: str = ""
    items: int = 0
    asked: int = 0
    open: int = 0
    settled: int = 0
    undecided: int = 0
    excluded: int = 0
    answered: int = 0
    split: int = 0
    asleep: int = 0
    kept: int = 0
    people: tuple[Person, ...] = field(default=())
    mark: float = 0.0

    def plain(self) -> dict[str, Any]:
        """As JSON has it."""
        return asdict(self)


def lines(connection: Connection) -> list[TaskStanding]:
    """Every task in force, in the order of the protocols; the default task last, or alone."""
    tasks = read_task_book(connection)
    totals, people_rows = task_rows.read_task_figures(connection, COLUMNS)
    people: dict[int, list[Person]] = {}
    for task_row, who, answered, unsure, finished in people_rows:
        people.setdefault(task_row, []).append(Person(who, answered, unsure, finished))
    for score in scores(connection, tasks):
        task_people = people.setdefault(tasks.rows[score.task], [])
        at = next((n for n, person in enumerate(task_people) if person.name == score.person), len(task_people))
        task_people[at:] = [
            replace(
                (*task_people[at : at + 1], Person(score.person, 0, 0, 0))[0],
                known=score.answered_count,
                right=score.right,
            ),
            *task_people[at + 1 :],
        ]
    standings = []
    for full, task in tasks.tasks.items():
        row = tasks.rows[full]
        count = totals.get(row, (0,) * (len(COLUMNS) + 1))
        method = task.method if task.kind is Kind.JUDGE else ""
        figures: dict[str, Any] = dict(zip(("items", *COLUMNS), count, strict=True)) | {"mark": task.mark}
        standings.append(
            TaskStanding(full, task.name, task.kind.value, method, people=tuple(people.get(row, ())), **figures)
        )
    elsewhere = sum(line.undecided for line in standings if line.kind != Kind.ADJUDICATE)
    return [*standings, _default(connection, tasks, elsewhere)]


def _default(connection: Connection, tasks: TaskBook, elsewhere: int) -> TaskStanding:
    """The default task: its cells are the flags that no other task asks about; what nobody flagged is answered in
    an implicit no when an item is finished. ``elsewhere`` is how many undecided cells are other tasks'."""
    items, flags, ties, _ = counting.read_item_totals(connection)
    others = [row for row in tasks.owned_criteria if tasks.owner(row, tasks.criteria[row].unit.value) is not None]
    # progress counts whatever somebody is unsure about
    totals = counting.read_default_totals(connection, others, outside_tasks=bool(tasks.tasks))
    flags -= totals.owned
    return TaskStanding(
        DEFAULT_TASK,
        "Flags",
        Kind.VERIFY.value,
        items=items,
        asked=flags,
        open=max(flags - totals.decided - totals.unsure, 0),
        settled=totals.decided,
        undecided=max(ties - elsewhere, 0),
        people=tuple(Person(*row) for row in totals.people),
    )


def owner(connection: Connection, tasks: TaskBook, cell: Cell) -> Task | None:
    """The task that owns a cell; None is the default one."""
    unit = read_units(connection, [cell.unit]).get(cell.unit)
    return tasks.owner(cell.criterion, unit.kind) if unit else None
