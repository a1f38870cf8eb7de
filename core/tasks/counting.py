"""What tasks come to, kept in the file: verdicts that count nowhere, types from gold, where each task stands.

Counted for an item after anything in it changed, in the same transaction (see ``project.tally``); `galley check` counts
it afresh and compares."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence

from galley.core.domain import JUDGES
from galley.core.errors import Cancelled
from galley.core.rules.voters import words
from galley.core.tasks import asking, sheet, slots, unusable
from galley.core.tasks.item_outcome import ItemOutcome, Standing
from galley.core.tasks.task_book import TaskBook

FIGURES = ("asked", "open", "settled", "undecided", "excluded", "answered", "split")
COLUMNS = (*FIGURES, "asleep", "kept")
"""What a row of ``task_item`` holds; ``task_total`` adds them up, and counts the rows as ``items``."""
TOGETHER = 200
"""Items that are counted between two calls of a progress function."""
Progress = Callable[[int, int], bool]
"""Called with (items done, all); a False stops the work."""
_TABLES = ("mask", "unmet", "unusable", "task_progress")


def work_out(connection: sqlite3.Connection, item: int, book: TaskBook) -> ItemOutcome:
    """What the tasks in force ask of an item now, and what became of it."""
    return asking.work_out(sheet.load(connection, item, book), book, judges(connection, book))


def count(connection: sqlite3.Connection, items: Sequence[int], book: TaskBook) -> dict[int, ItemOutcome]:
    """Keep what the tasks in force come to in these items; gives it by item."""
    voting = judges(connection, book)
    found = {}
    outside = slots.outside(connection, book, items)
    for item in items:
        read = sheet.load(connection, item, book, outside)
        outcome = found[item] = asking.work_out(read, book, voting)
        outcome.finished -= _open(read, book, outcome)
        _keep(connection, item, book, outcome)
        unusable.keep(connection, item, book, outcome.out, len(read.homes))
    return found


def told(progress: Progress | None, done: int, total: int) -> None:
    """Raises: Cancelled where whoever watches wants no more."""
    if progress is not None and not progress(done, total):
        raise Cancelled("The work was stopped; the project is as it was.")


def forget(connection: sqlite3.Connection) -> None:
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
            (book.rows[name], who, item, *standing.done.get(who, (0, 0)), int((name, who) in outcome.finished))
            for name, standing in outcome.standings.items()
            for who in {*standing.done, *(who for of, who in outcome.finished if of == name)}
        ),
    )
    for name, standing in outcome.standings.items():
        _stands(connection, book.rows[name], item, standing)


def _open(read: sheet.TaskSheet, book: TaskBook, outcome: ItemOutcome) -> set[tuple[str, int]]:
    """The (task, person) of which a flag, or what was written since, is still open after a finish."""
    said = {(spoken.who, spoken.cell) for spoken in read.said}
    found = set()
    for who, cell in read.late - said:
        task = book.owner(cell.criterion, read.kind(cell.unit))
        if task is not None and cell in outcome.rulings and cell not in read.known:
            found.add((task.full, who))
    return found


def _stands(connection: sqlite3.Connection, task: int, item: int, standing: Standing) -> None:
    """Write a task's row of an item, and the difference to the totals."""
    totals = standing.totals
    now = (*(getattr(totals, name) for name in FIGURES), standing.asleep, standing.kept)
    columns = ", ".join(COLUMNS)
    before = connection.execute(
        f"SELECT {columns} FROM task_item WHERE task_id = ? AND item_id = ?", (task, item)
    ).fetchone()
    if before == now or (before is None and not any(now)):
        return
    if any(now):
        marks = ", ".join("?" * len(now))
        connection.execute(
            f"INSERT OR REPLACE INTO task_item (task_id, item_id, {columns}) VALUES (?, ?, {marks})", (task, item, *now)
        )
    else:
        connection.execute("DELETE FROM task_item WHERE task_id = ? AND item_id = ?", (task, item))
    more = [new - old for new, old in zip(now, before or (0,) * len(now), strict=True)]
    rows = int(any(now)) - int(before is not None)
    connection.execute(
        f"INSERT INTO task_total (task_id, items, {columns}) VALUES (?, {', '.join('?' * (len(now) + 1))})"
        " ON CONFLICT (task_id) DO UPDATE SET items = items + excluded.items, "
        + ", ".join(f"{name} = {name} + excluded.{name}" for name in COLUMNS),
        (task, rows, *more),
    )
