"""How far somebody is with a package, from what came back of it."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from typing import NamedTuple

from galley.core.campaign.package import Package, PackageRecord
from galley.core.domain import Cell
from galley.core.tasks import answer_sheet


class PackageProgress(NamedTuple):
    """Items (row ids) that were begun and finished, and how many cells of each were left unsure; ``open_cells``
    how many of each unfinished one are not answered (of a task, which knows its cells)."""

    begun: frozenset[int]
    finished_items: frozenset[int]
    unsure: Mapping[int, int]
    open_cells: Mapping[int, int]


def read_progress(connection: sqlite3.Connection, package_record: PackageRecord, who: int) -> PackageProgress:
    """What somebody (row id) has done of a package, in the project that it was made from. Of a task an item is finished
    with all its cells answered, or when its reader finished it and had read all of it."""
    return _read(connection, package_record.package, who, _PACKED, package_record.row)


def read_own_progress(connection: sqlite3.Connection, package: Package, who: int) -> PackageProgress:
    """The same, in the file that is the package."""
    return _read(connection, package, who, _HANDED, 0)


def _read(connection: sqlite3.Connection, package: Package, who: int, cells: str, row: int) -> PackageProgress:
    if not package.protocol_task:
        rows = connection.execute(_WITHIN + (_OF_PACKAGE if row else ""), {"who": who, "package": row}).fetchall()
        begun = frozenset(item for item, _, _ in rows)
        return PackageProgress(
            begun, frozenset(item for item, done, _ in rows if done), {item: unsure for item, _, unsure in rows}, {}
        )
    task = connection.execute("SELECT id FROM task WHERE name = ?", (package.protocol_task,)).fetchone()
    own = {"package": row, "who": who, "task": task[0] if task else 0, "round": package.round}
    assigned_counts = dict(connection.execute(cells + _ASSIGNED_COUNTS, own).fetchall())
    answered_counts = {item: (count, unsure) for item, count, unsure in connection.execute(cells + _ANSWERED, own)}
    unread_by_item = dict(connection.execute(cells + _SAID_SO, own).fetchall())
    assignment = (who, own["task"], own["round"])
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
            cell_rows = connection.execute(cells + _CELLS_OF_ITEM, {**own, "item": item})
            assigned_cells = {Cell(*cell) for cell in cell_rows} - answered_cells
            open_cells[item] = sum(not sheet.has_implicit_no(who, cell) for cell in assigned_cells)
    unsure_counts = {item: unsure for item, (_, unsure) in answered_counts.items()}
    return PackageProgress(begun, finished_items, unsure_counts, open_cells)


_CELLS = "WITH cell AS (SELECT item_id, unit_id, criterion_id, target_id FROM"
_PACKED = f"{_CELLS} package_cell WHERE package_id = :package) "
_HANDED = f"{_CELLS} handed WHERE task_id = :task) "
_CELLS_OF_ITEM = "SELECT unit_id, criterion_id, target_id FROM cell WHERE item_id = :item"
_ASSIGNED_COUNTS = "SELECT item_id, count(*) FROM cell GROUP BY 1"
_STANDING = "reviewer_id = :who AND task_id = :task AND round = :round AND id NOT IN (SELECT decision_id FROM undone)"
_ANSWERED = (
    "SELECT item_id, count(*), sum(action = 'unsure') FROM (SELECT decision.item_id, action, row_number() OVER"
    " (PARTITION BY decision.unit_id, decision.criterion_id, decision.target_id ORDER BY at DESC, uid DESC) AS place"
    " FROM decision JOIN cell ON cell.item_id = decision.item_id AND cell.unit_id = decision.unit_id"
    " AND cell.criterion_id = decision.criterion_id AND cell.target_id = decision.target_id"
    f" WHERE {_STANDING}"
    " AND action IN ('accept', 'override', 'unsure', 'add', 'settle')) WHERE place = 1 GROUP BY 1"
)
_SAID_SO = (
    "SELECT item_id, unread FROM (SELECT item_id, action, unread,"
    f" row_number() OVER (PARTITION BY item_id ORDER BY at DESC, uid DESC) AS place FROM decision WHERE {_STANDING}"
    " AND action IN ('finish', 'reopen') AND item_id IN (SELECT item_id FROM cell)) WHERE place = 1"
    " AND action = 'finish'"
)
_WITHIN = "SELECT item_id, finished, unsure FROM progress WHERE annotator_id = :who"
_OF_PACKAGE = " AND item_id IN (SELECT item_id FROM package_item WHERE package_id = :package)"
