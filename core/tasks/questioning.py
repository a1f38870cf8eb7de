"""What a package's task asks its reader of one item: yes/no questions, each about one unit."""

from __future__ import annotations

import json
import sqlite3

from galley.core.domain import Cell
from galley.core.protocols.study import Kind
from galley.core.tasks import task_book


def questions(connection: sqlite3.Connection, item: int, reviewer: int) -> list[Cell]:
    """The cells of an item that a package asks ``reviewer`` by yes or no, answered or not; those that an own answer
    made pointless are left out. None in a project that is no package of such a task."""
    row = connection.execute("SELECT value FROM setting WHERE name = 'package'").fetchone()
    name = json.loads(row[0]).get("task") if row is not None else ""
    if not name:
        return []
    tasks = task_book.read(connection)
    task = tasks.find(str(name))
    if task is None or task.kind is not Kind.ANSWER:
        return []
    order = {each.criterion.row: n for n, each in enumerate(tasks.asks(task)) if each.criterion.scale == "yes-no"}
    rows = connection.execute(
        "SELECT unit_id, criterion_id, target_id FROM handed WHERE task_id = ? AND item_id = ? EXCEPT"
        " SELECT unit_id, criterion_id, target_id FROM unmet WHERE annotator_id = ? AND item_id = ?",
        (tasks.rows[task.full], item, reviewer, item),
    )
    cells = [Cell(*row) for row in rows if row[1] in order]
    return sorted(cells, key=lambda cell: (cell.target, cell.unit, order[cell.criterion]))
