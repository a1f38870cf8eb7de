"""Units that wait for somebody's own answer, in a task where an implicit no does not count."""

from __future__ import annotations

import sqlite3

from galley.core.definitions.protocols import Kind, Task
from galley.core.domain import Cell
from galley.core.errors import InputError
from galley.core.rules.rule import State
from galley.core.tasks import answer_sheet, counts
from galley.core.tasks.asked_cells import evaluate_item
from galley.core.tasks.task_book import TaskBook


def cells(
    connection: sqlite3.Connection, item: int, tasks: TaskBook, task: Task, who: int, number: int = 1
) -> list[Cell]:
    """The cells that a task asks of ``who`` and that they did not answer: in the first round those that still want
    voices (in training all), in round ``number`` of later ones those that were handed to them."""
    read, row = answer_sheet.load(connection, item, tasks), tasks.rows[task.full]
    if number > 1:
        answered_cells = {s.cell for s in read.answers if s.who == who and s.round == number}
        return sorted(read.assigned_cells.get(row, set()) - answered_cells)
    outcome = evaluate_item(read, tasks, counts.judges(connection, tasks))
    own_cells = {s.cell for s in read.answers if s.who == who and (task.kind is not Kind.ADJUDICATE or s.task == row)}
    own_cells |= {cell for person, cell in outcome.unmet if person == who}
    asked_cells = [
        c for c, ruling in outcome.standings[task.full].cells.items() if ruling.state is State.OPEN or task.is_training
    ]
    return [cell for cell in asked_cells if cell not in own_cells]


def refuse(connection: sqlite3.Connection, item: int, tasks: TaskBook, task: Task, who: int, number: int = 1) -> None:
    """Raises: InputError while a cell waits for an answer of ``who``."""
    waiting = len(cells(connection, item, tasks, task, who, number))
    if waiting:
        what = "1 answer is" if waiting == 1 else f"{waiting:,} answers are"
        raise InputError(
            f"{what} still to be given here: the task “{task.name}” wants one for every unit that it asks."
        )
