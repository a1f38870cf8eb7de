"""How many conflicts each item has (see ``core/storage/queries/conflicts.py``). What cannot be counted in sets is left
to who reads cell by cell: items with a unit that was written after somebody had been silent about it, those in which
people spoke of whole documents, and projects with tasks.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping, Sequence

from galley.core.domain import JUDGES, AnnotatorKind
from galley.core.storage import implicit_no, level_queries, names
from galley.core.storage.queries import conflicts as queries
from galley.core.tasks import levels, task_book


def count_conflicts(
    connection: sqlite3.Connection, plain: Callable[[Sequence[int]], Mapping[int, int]], criterion: int = 0
) -> dict[int, int]:
    """The number of conflicts by item, for those that have any, on one criterion (row id) or all; ``plain`` gives it
    for items by reading their cells."""
    kinds = {annotator.kind for annotator in names.annotators(connection).values()}
    if AnnotatorKind.HUMAN not in kinds or kinds.isdisjoint(JUDGES):
        return {}
    if task_book.read_task_book(connection).tasks:  # what people amount to is their tasks' business, cell by cell
        return dict(plain(queries.find_items_of_people(connection)))
    counts, alone = queries.count_conflicts(connection, criterion)
    _, of_units = levels.split_criteria(names.criteria(connection), None)
    alone |= level_queries.find_items_with_whole_answers(connection, of_units)
    alone.update(cell.item for cell in implicit_no.list_unflagged_late_cells(connection))
    for item in alone:
        del counts[item]
    return {item: number for item, number in counts.items() if number} | dict(plain(sorted(alone)))
