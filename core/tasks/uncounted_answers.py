"""What people said not to be usable: which documents a task's settled answer takes out of all figures and gold.

An answer about one of several summaries of an item takes out that summary, with every cell about it; one about the only
summary that is left, or about a source, takes out the item."""

from __future__ import annotations

from collections.abc import Sequence, Set

from galley.core.definitions.protocols import Task
from galley.core.domain import ItemId
from galley.core.rules.rule import Ruling
from galley.core.storage.connection import Connection
from galley.core.storage.queries import tasks as task_rows
from galley.core.tasks.answer_sheet import TaskSheet
from galley.core.tasks.extent import OWN
from galley.core.tasks.task_book import TaskBook

ITEMS, SUMMARIES = "items said to be unusable", "summaries said to be unusable"


def left_out(sheet: TaskSheet, task: Task, rulings: list[tuple[int, Ruling]]) -> set[int]:
    """The documents that a task's rulings, each with the document that it is about, take out of an item."""
    unusable = {target for target, ruling in rulings if ruling.value == task.leaves_out}
    own = {home.id for home in sheet.homes.values() if home.role in OWN}
    return set(sheet.homes) if unusable and (unusable - own or unusable >= own) else unusable


def keep(connection: Connection, item: ItemId, book: TaskBook, out: Set[int], documents: int) -> None:
    """Keep what is out of an item of so many documents, and put aside all that is said about it but the answers that
    say so."""
    saying = [asking.criterion.row for task in book.tasks.values() if task.leaves_out for asking in book.asks(task)]
    task_rows.replace_unusable(connection, item, sorted(out), len(out) == documents, saying)


def count_unusable(connection: Connection, datasets: Sequence[str] = (), splits: Sequence[str] = ()) -> dict[str, int]:
    """How many items, and how many summaries of items that have others, are out; none where it is 0."""
    unusable = task_rows.read_unusable(connection, datasets, splits)
    items = len({document.item for document in unusable if document.whole})
    summaries = sum(not document.whole for document in unusable)
    return {what: count for what, count in ((ITEMS, items), (SUMMARIES, summaries)) if count}
