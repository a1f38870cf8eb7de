"""How far somebody is with a package, from what came back of it."""

from __future__ import annotations

import sqlite3
from typing import NamedTuple

from galley.core.campaign.package import PackageRecord


class PackageProgress(NamedTuple):
    """Items (row ids) that were begun and finished, and cells that were left unsure."""

    begun: frozenset[int]
    finished_items: frozenset[int]
    unsure: int


def read_progress(connection: sqlite3.Connection, package_record: PackageRecord, who: int) -> PackageProgress:
    """What somebody (row id) has done of a package. Of a task an item is finished with all its cells answered, or when
    its reader said so."""
    if not package_record.package.protocol_task:
        rows = connection.execute(_WITHIN, (who, package_record.row)).fetchall()
        begun = frozenset(item for item, _, _ in rows)
        return PackageProgress(
            begun, frozenset(item for item, done, _ in rows if done), sum(unsure for *_, unsure in rows)
        )
    task = connection.execute("SELECT id FROM task WHERE name = ?", (package_record.package.protocol_task,)).fetchone()
    own = {
        "package": package_record.row,
        "who": who,
        "task": task[0] if task else 0,
        "round": package_record.package.round,
    }
    assigned_counts = dict(connection.execute(_ASSIGNED_COUNTS, own).fetchall())
    answered_counts = {item: (count, unsure) for item, count, unsure in connection.execute(_ANSWERED, own)}
    declared_done = {item for (item,) in connection.execute(_SAID_SO, own)}
    begun = frozenset(answered_counts.keys() | declared_done)
    finished_items = frozenset(
        item for item in begun if item in declared_done or answered_counts[item][0] >= assigned_counts.get(item, 1)
    )
    return PackageProgress(begun, finished_items, sum(unsure for _, unsure in answered_counts.values()))


_ASSIGNED_COUNTS = "SELECT item_id, count(*) FROM package_cell WHERE package_id = :package GROUP BY 1"
_STANDING = "reviewer_id = :who AND task_id = :task AND round = :round AND id NOT IN (SELECT decision_id FROM undone)"
_ANSWERED = (
    "SELECT item_id, count(*), sum(action = 'unsure') FROM (SELECT decision.item_id, action, row_number() OVER"
    " (PARTITION BY decision.unit_id, decision.criterion_id, decision.target_id ORDER BY at DESC, uid DESC) AS place"
    " FROM decision JOIN package_cell AS cell ON package_id = :package AND cell.item_id = decision.item_id"
    " AND cell.unit_id = decision.unit_id AND cell.criterion_id = decision.criterion_id"
    f" AND cell.target_id = decision.target_id WHERE {_STANDING}"
    " AND action IN ('accept', 'override', 'unsure', 'add', 'settle')) WHERE place = 1 GROUP BY 1"
)
_SAID_SO = (
    "SELECT item_id FROM (SELECT item_id, action, row_number() OVER (PARTITION BY item_id ORDER BY at DESC, uid DESC)"
    f" AS place FROM decision WHERE {_STANDING} AND action IN ('finish', 'reopen') AND item_id IN"
    " (SELECT item_id FROM package_item WHERE package_id = :package)) WHERE place = 1 AND action = 'finish'"
)
_WITHIN = (
    "SELECT item_id, finished, unsure FROM progress WHERE annotator_id = ? AND item_id IN"
    " (SELECT item_id FROM package_item WHERE package_id = ?)"
)
