"""Building an item's state a second time, in memory, and comparing it with what the project stores.

All functions take a connection whose main database is an empty project without triggers and to which the project
is attached as ``file`` (``check``). What they copy or build is removed again, a batch of items at a time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

from galley.core.domain import ItemId
from galley.core.review import item_state
from galley.core.review.progress import tally
from galley.core.storage import level_queries, row_checks
from galley.core.storage.connection import Connection
from galley.core.storage.file_trust import short
from galley.core.storage.queries import rebuilding
from galley.core.storage.queries.rebuilding import IndexFault
from galley.core.storage.queries.tasks import has_task_rows
from galley.core.tasks.counts import COLUMNS

T = TypeVar("T")

BATCH = 500

def logs(connection: Connection) -> Iterator[str]:
    """The stored state of each item is what its decisions add up to."""
    for keys in _rebuild_items(connection):
        yield from _differences(connection, rebuilding.STATE, keys, "its {what} do not match its decisions.")


def counts(connection: Connection) -> Iterator[str]:
    """What is counted for the queue is what one counts afresh."""
    for keys in _rebuild_items(connection):
        for item in keys:
            tally(connection, item)
        yield from _differences(connection, rebuilding.COUNTS, keys, "its {what} do not match a recount.")
    wrong = rebuilding.find_wrong_counts(connection, COLUMNS)
    for key in wrong.flag_counts:
        yield f"Item {short(key)}: its number of flags or ties does not match a recount."
    for place in wrong.flagged:
        yield f"Item {short(str(place))}: which judges flagged it is not what its verdicts say."
    for task in wrong.totals:
        yield f"The totals of the task {short(str(task))} do not match its items."


def search_index(connection: Connection) -> Iterator[str]:
    """Each item is in the search index with as many words as its texts have, and each note as it is."""
    for fault, place in rebuilding.find_index_faults(connection, BATCH):
        match fault:
            case IndexFault.MISSING:
                yield f"Item {short(str(place))} is not in the search index."
            case IndexFault.STRANGE:
                yield f"The search index holds an item {place} that does not exist."
            case IndexFault.CHANGED:
                yield f"Item {short(str(place))} is in the search index with other texts."
            case IndexFault.NOTES:
                yield "The search index of the notes does not hold what the notes say."


def _batches(rows: Iterable[T]) -> Iterator[list[T]]:
    row_iterator = iter(rows)
    while some := list(islice(row_iterator, BATCH)):
        yield some


def _rebuild_items(connection: Connection) -> Iterator[dict[ItemId, str]]:
    """Batches of items (row id to key) whose state was rebuilt in the main database from their logs."""
    has_tasks = has_task_rows(connection, "protocol", "void", database="file")
    row_checks.copy_tables(connection, ("annotator", "scheme", "criterion", "protocol", "task"))
    touched = rebuilding.find_touched_items(connection, has_tasks)
    if has_tasks:
        row_checks.copy_tables(connection, ("setting", "run", "package", "merged"))
    with_units = has_tasks or level_queries.has_whole_answers(connection, "file")
    for some in _batches(touched):
        keys = rebuilding.copy_items(connection, some, with_units)
        for item in some:
            item_state.refold(connection, item)
        yield keys
        rebuilding.empty_items(connection)


def _differences(
    connection: Connection, queries: dict[str, str], keys: dict[ItemId, str], sentence: str
) -> Iterator[str]:
    for what in queries:
        for item in rebuilding.find_differing_items(connection, queries[what]):
            yield f"Item {short(keys[item])}: " + sentence.format(what=what)
