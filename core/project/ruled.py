"""An item as a judge reads it: with what the tasks in force came to in it."""

from __future__ import annotations

import sqlite3
from dataclasses import replace

from galley.core.project.item_reading import ItemView
from galley.core.tasks import counting, task_book


def ruled(connection: sqlite3.Connection, view: ItemView) -> ItemView:
    """``view`` with the rulings of the tasks that own its cells; as it is where no protocol is in force."""
    tasks = task_book.read(connection)
    if not tasks.owned:
        return view
    outcome = counting.work_out(connection, view.id, tasks)
    return replace(view, rulings=outcome.rulings, quiet=outcome.silent, owned=tasks.owned)
