"""An item as a judge reads it: with what the tasks in force came to in it."""

from __future__ import annotations

from dataclasses import replace

from galley.core.review.items import ItemView
from galley.core.storage.connection import Connection
from galley.core.tasks import counts
from galley.core.tasks.task_book import read_task_book


def with_rulings(connection: Connection, view: ItemView) -> ItemView:
    """``view`` with the rulings of the tasks that own its cells; as it is where no protocol is in force."""
    tasks = read_task_book(connection)
    if not tasks.owned_criteria:
        return view
    outcome = counts.evaluate_item(connection, view.id, tasks)
    return replace(view, rulings=outcome.rulings, quiet=outcome.implicit_rulings, owned_criteria=tasks.owned_criteria)
