"""How far somebody is with a package, from what came back of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from galley.core.campaign.package import Package, PackageRecord
from galley.core.domain import AnnotatorId, ItemId
from galley.core.storage.connection import Connection
from galley.core.storage.queries import packages
from galley.core.storage.queries.tasks import read_assigned_cells
from galley.core.tasks import answer_sheet
from galley.core.tasks.task_book import read_task_book


class PackageProgress(NamedTuple):
    """Items (row ids) that were begun and finished, and how many cells of each were left unsure; ``open_cells``
    how many of each unfinished one are not answered (of a task, which knows its cells)."""

    begun: frozenset[ItemId]
    finished_items: frozenset[ItemId]
    unsure: Mapping[ItemId, int]
    open_cells: Mapping[ItemId, int]


def read_progress(connection: Connection, package_record: PackageRecord, who: AnnotatorId) -> PackageProgress:
    """What somebody (row id) has done of a package, in the project that it was made from. Of a task an item is finished
    with all its cells answered, or when its reader finished it and had read all of it."""
    return _read(connection, package_record.package, who, package_record.row)


def read_own_progress(connection: Connection, package: Package, who: AnnotatorId) -> PackageProgress:
    """The same, in the file that is the package."""
    return _read(connection, package, who, 0)


def _read(connection: Connection, package: Package, who: AnnotatorId, row: int) -> PackageProgress:
    if not package.protocol_task:
        rows = packages.read_progress(connection, who, package=row or None)
        return PackageProgress(
            frozenset(entry.item for entry in rows),
            frozenset(entry.item for entry in rows if entry.is_finished),
            {entry.item: entry.unsure for entry in rows},
            {},
        )
    task = read_task_book(connection).rows.get(package.protocol_task, 0)
    assigned_counts, answered_counts, unread_by_item = packages.read_package_progress(
        connection, row, who, task, package.round
    )
    assignment = (who, task, package.round)
    partly_read_sheets = {
        item: sheet
        for item, unread in unread_by_item.items()
        if unread and assignment in (sheet := answer_sheet.load(connection, item)).partly_finished
    }
    declared_done = unread_by_item.keys() - partly_read_sheets.keys()
    begun = frozenset(answered_counts.keys() | unread_by_item.keys())
    finished_items = frozenset(
        item
        for item in begun
        if item in declared_done or answered_counts.get(item, (0, 0))[0] >= assigned_counts.get(item, 1)
    )
    open_cells = {
        item: max(0, count - answered_counts.get(item, (0, 0))[0])
        for item, count in assigned_counts.items()
        if item not in finished_items
    }
    for item, sheet in partly_read_sheets.items():
        if item in open_cells:  # a finish answers what was in sight
            answered_cells = {answer.cell for answer in sheet.answers if answer.who == who}
            if row:
                assigned_cells = {cell for _, _, cell in packages.read_package_cells(connection, row, item)}
            else:  # the file itself is one of the task
                assigned_cells = {cell for _, cell in read_assigned_cells(connection, item, task)}
            assigned_cells -= answered_cells
            open_cells[item] = sum(not sheet.has_implicit_no(who, cell) for cell in assigned_cells)
    unsure_counts = {item: unsure for item, (_, unsure) in answered_counts.items()}
    return PackageProgress(begun, finished_items, unsure_counts, open_cells)
