"""What tasks come to, kept in the file: verdicts that count nowhere, types from gold, where each task stands.

Counted for an item after anything in it changed, in the same transaction (see ``project.tally``); `galley project
check` counts it afresh and compares."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence

from galley.core.domain import JUDGES
from galley.core.errors import Cancelled
from galley.core.rules.voters import words
from galley.core.tasks import answer_sheet, asked_cells, slots, uncounted_answers
from galley.core.tasks.outcomes import ItemOutcome, Standing
from galley.core.tasks.task_book import TaskBook

FIGURES = ("asked", "open", "settled", "undecided", "excluded", "answered", "split")
COLUMNS = (*FIGURES, "asleep", "kept")
"""What a row of ``task_item`` holds; ``task_total`` adds them up, and counts the rows as ``items``."""
BATCH_SIZE = 200
"""Items that are counted between two calls of a progress function."""
Progress = Callable[[int, int], bool]
"""Called with (items done, all); a False stops the work."""
_TABLES = ("mask", "unmet", "unusable", "task_progress")


def evaluate_item(connection: sqlite3.Connection, item: int, book: TaskBook) -> ItemOutcome:
    """What the tasks in force ask of an item now, and what became of it."""
    return asked_cells.evaluate_item(answer_sheet.load(connection, item, book), book, judges(connection, book))


def count_outcomes(connection: sqlite3.Connection, items: Sequence[int], book: TaskBook) -> dict[int, ItemOutcome]:
    """Keep what the tasks in force come to in these items; gives it by item."""
    voting = judges(connection, book)
    outcomes = {}
    outside = slots.outside(connection, book, items)
    for item in items:
        read = answer_sheet.load(connection, item, book, outside)
        outcome = outcomes[item] = asked_cells.evaluate_item(read, book, voting)
        outcome.finished_pairs -= _open(read, book, outcome)
        _keep(connection, item, book, outcome)
        uncounted_answers.keep(connection, item, book, outcome.out, len(read.homes))
    return outcomes


def check_cancelled(progress: Progress | None, done: int, total: int) -> None:
    """Raises: Cancelled where whoever watches wants no more."""
    if progress is not None and not progress(done, total):
        raise Cancelled("The operation was stopped; the project did not change.")


def forget_task_progress(connection: sqlite3.Connection) -> None:
    """Let go of all that is kept for tasks: before everything is counted anew, or because no protocol is in force."""
    for table in ("aside", *_TABLES, "task_item", "task_total"):
        connection.execute(f"DELETE FROM {table}")


def judges(connection: sqlite3.Connection, book: TaskBook) -> dict[int, frozenset[str]]:
    """The judges that vote in some task (row ids), each with what tasks call it."""
    if not book.judges:
        return {}
    kinds = ", ".join(f"'{kind}'" for kind in JUDGES)
    rows = connection.execute(f"SELECT id, name, method FROM annotator WHERE kind IN ({kinds}) ORDER BY id")
    called = {row: words(name, method or "") for row, name, method in rows}
    return {row: names for row, names in called.items() if names.intersection(book.judges)}


def _keep(connection: sqlite3.Connection, item: int, book: TaskBook, outcome: ItemOutcome) -> None:
    connection.execute("DELETE FROM aside WHERE verdict_id IN (SELECT id FROM verdict WHERE item_id = ?)", (item,))
    connection.executemany("INSERT INTO aside (verdict_id, why) VALUES (?, ?)", sorted(outcome.aside.items()))
    connection.execute(
        "DELETE FROM mask WHERE unit_id IN (SELECT unit.id FROM document JOIN unit ON document_id = document.id"
        " AND unit.text IS NOT NULL WHERE item_id = ?)",
        (item,),
    )
    connection.executemany("INSERT INTO mask (unit_id, type) VALUES (?, ?)", sorted(outcome.types.items()))
    connection.execute("DELETE FROM unmet WHERE item_id = ?", (item,))
    connection.executemany(
        "INSERT INTO unmet (annotator_id, criterion_id, unit_id, target_id, item_id) VALUES (?, ?, ?, ?, ?)",
        sorted((who, cell.criterion, cell.unit, cell.target, item) for who, cell in outcome.unmet),
    )
    connection.execute("DELETE FROM task_progress WHERE item_id = ?", (item,))
    connection.executemany(
        "INSERT INTO task_progress (task_id, annotator_id, item_id, answered, unsure, finished)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        sorted(
            (book.rows[name], who, item, *standing.done.get(who, (0, 0)), int((name, who) in outcome.finished_pairs))
            for name, standing in outcome.standings.items()
            for who in {*standing.done, *(who for of, who in outcome.finished_pairs if of == name)}
        ),
    )
    for name, standing in outcome.standings.items():
        _stands(connection, book.rows[name], item, standing)


def _open(read: answer_sheet.TaskSheet, book: TaskBook, outcome: ItemOutcome) -> set[tuple[str, int]]:
    """The (task, person) of which a flag, or what was written since, is still open after a finish."""
    answered_cells = {(spoken.who, spoken.cell) for spoken in read.answers}
    open_pairs = set()
    for who, cell in read.late - answered_cells:
        task = book.owner(cell.criterion, read.kind(cell.unit))
        if task is not None and cell in outcome.rulings and cell not in read.known_answers:
            open_pairs.add((task.full, who))
    return open_pairs


def _stands(connection: sqlite3.Connection, task: int, item: int, standing: Standing) -> None:
    """Write a task's row of an item, and the difference to the totals."""
    totals = standing.totals
    figures = (*(getattr(totals, name) for name in FIGURES), standing.not_counted, standing.waiting)
    columns = ", ".join(COLUMNS)
    before = connection.execute(
        f"SELECT {columns} FROM task_item WHERE task_id = ? AND item_id = ?", (task, item)
    ).fetchone()
    if before == figures or (before is None and not any(figures)):
        return
    if any(figures):
        marks = ", ".join("?" * len(figures))
        connection.execute(
            f"INSERT OR REPLACE INTO task_item (task_id, item_id, {columns}) VALUES (?, ?, {marks})",
            (task, item, *figures),
        )
    else:
        connection.execute("DELETE FROM task_item WHERE task_id = ? AND item_id = ?", (task, item))
    more = [new - old for new, old in zip(figures, before or (0,) * len(figures), strict=True)]
    rows = int(any(figures)) - int(before is not None)
    connection.execute(
        f"INSERT INTO task_total (task_id, items, {columns}) VALUES (?, {', '.join('?' * (len(figures) + 1))})"
        " ON CONFLICT (task_id) DO UPDATE SET items = items + excluded.items, "
        + ", ".join(f"{name} = {name} + excluded.{name}" for name in COLUMNS),
        (task, rows, *more),
    )
