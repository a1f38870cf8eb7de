"""What people said not to be usable: which documents a task's settled answer takes out of all figures and gold.

An answer about one of several summaries of an item takes out that summary, with every cell about it; one about the only
summary that is left, or about a source, takes out the item."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence, Set

from galley.core.definitions.protocols import Task
from galley.core.rules.rule import Ruling
from galley.core.tasks.answer_sheet import TaskSheet
from galley.core.tasks.extent import OWN
from galley.core.tasks.task_book import TaskBook

ITEMS, SUMMARIES = "items said to be unusable", "summaries said to be unusable"
_USABLE = " AND {} NOT IN (SELECT item_id FROM unusable WHERE whole)"


def left_out(sheet: TaskSheet, task: Task, rulings: list[tuple[int, Ruling]]) -> set[int]:
    """The documents that a task's rulings, each with the document that it is about, take out of an item."""
    unusable = {target for target, ruling in rulings if ruling.value == task.leaves_out}
    own = {home.id for home in sheet.homes.values() if home.role in OWN}
    return set(sheet.homes) if unusable and (unusable - own or unusable >= own) else unusable


def keep(connection: sqlite3.Connection, item: int, book: TaskBook, out: Set[int], documents: int) -> None:
    """Keep what is out of an item of so many documents, and put aside all that is said about it but the answers that
    say so."""
    connection.execute("DELETE FROM unusable WHERE item_id = ?", (item,))
    if not out:
        return
    connection.executemany(
        "INSERT INTO unusable (document_id, item_id, whole) VALUES (?, ?, ?)",
        [(document, item, int(len(out) == documents)) for document in sorted(out)],
    )
    saying = [asking.criterion.row for task in book.tasks.values() if task.leaves_out for asking in book.asks(task)]
    connection.execute(
        "INSERT OR REPLACE INTO aside (verdict_id, why) SELECT id, 'unusable' FROM verdict WHERE item_id = ?"
        " AND target_id IN (SELECT value FROM json_each(?)) AND criterion_id NOT IN (SELECT value FROM json_each(?))",
        (item, json.dumps(sorted(out)), json.dumps(saying)),
    )


def usable(connection: sqlite3.Connection, item: str = "item_id") -> str:
    """What leaves unusable items out of a query with ``item`` as the column of the item: " AND …", or nothing where
    there are none."""
    return _USABLE.format(item) if connection.execute("SELECT 1 FROM unusable LIMIT 1").fetchone() else ""


def count_unusable(
    connection: sqlite3.Connection, datasets: Sequence[str] = (), splits: Sequence[str] = ()
) -> dict[str, int]:
    """How many items, and how many summaries of items that have others, are out; none where it is 0."""
    items, summaries = connection.execute(
        "SELECT count(DISTINCT CASE WHEN whole THEN item_id END), count(CASE WHEN NOT whole THEN 1 END) FROM unusable"
        " JOIN item ON item.id = item_id WHERE (:d = '[]' OR dataset IN (SELECT value FROM json_each(:d)))"
        " AND (:s = '[]' OR split IN (SELECT value FROM json_each(:s)))",
        {"d": json.dumps(datasets), "s": json.dumps(splits)},
    ).fetchone()
    return {what: count for what, count in ((ITEMS, items), (SUMMARIES, summaries)) if count}
