"""Who has which item of a task, who answered it, and what was revoked, as it stands in the file."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Sequence
from typing import Any, Literal

from galley.core.domain import AnnotatorId, CriterionId, ItemId, UnitId

Connection = sqlite3.Connection
Cells = tuple[UnitId, CriterionId, int]
"""Unit, criterion and target (row ids)."""

CLAIMING = ("accept", "override", "unsure", "add", "finish")
"""The actions that take a slot: a note or an attached passage is not an answer."""
_ITEMS = "IN (SELECT value FROM json_each(:items))"
"""Of some items; see ``_item_parameters``."""
KEPT_AS = (
    "coalesce((SELECT merged.reviewer FROM merged WHERE merged.package = package.uid ORDER BY merged.at DESC LIMIT 1),"
    " package.reviewer)"
)
"""The name under which the answers of a package are kept."""


def _item_parameters(items: Iterable[ItemId]) -> dict[str, str]:
    return {"items": json.dumps(sorted(items))}


# People and packages -------------------------------------------------------------------------------------------------


def is_package(connection: Connection) -> bool:
    """Whether the file is somebody's package."""
    return connection.execute("SELECT 1 FROM setting WHERE name = 'package'").fetchone() is not None


def read_people(connection: Connection) -> dict[int, str]:
    """The names of all annotators, by row id."""
    return dict(connection.execute("SELECT id, name FROM annotator"))


def read_key(connection: Connection, item: ItemId) -> str:
    """The key of an item."""
    return str(connection.execute("SELECT key FROM item WHERE id = ?", (item,)).fetchone()[0])


def read_package_items(
    connection: Connection, items: Iterable[ItemId] | None, cells: bool = False
) -> list[tuple[str, int, int, AnnotatorId | None, int, ItemId, *tuple[int, ...]]]:
    """Of the packages of tasks: (when it was made, task, round, who its answers are kept as or None, package, item)
    for each of these items (None: all), with ``cells`` for each of their cells, and that cell behind."""
    table, more = ("package_cell", ", unit_id, criterion_id, target_id") if cells else ("package_item", "")
    query = (
        "SELECT package.at, task.id, coalesce(json_extract(settings, '$.package.round'), 1), annotator.id, package.id,"
        f" item_id{more} FROM package JOIN task ON task.name = json_extract(settings, '$.package.task')"
        f" LEFT JOIN annotator ON kind = 'human' AND annotator.name = {KEPT_AS}"
        f" CROSS JOIN {table} AS part ON package_id = package.id"
    )
    if items is None:
        return connection.execute(query).fetchall()
    return connection.execute(f"{query} AND item_id {_ITEMS}", _item_parameters(items)).fetchall()


def add_package(connection: Connection, uid: str, reviewer: str, at: str, settings: str) -> int:
    """Note a package; its row id."""
    query = "INSERT INTO package (uid, reviewer, at, settings) VALUES (?, ?, ?, ?) RETURNING id"
    return int(connection.execute(query, (uid, reviewer, at, settings)).fetchone()[0])


def add_package_cells(connection: Connection, package: int, cells: Iterable[tuple[int, Sequence[Cells]]]) -> None:
    """Note what a package holds: (item, its cells)."""
    for item, part in cells:
        connection.execute("INSERT INTO package_item VALUES (?, ?)", (package, item))
        rows = [(package, item, criterion, unit, target) for unit, criterion, target in part]
        connection.executemany("INSERT INTO package_cell VALUES (?, ?, ?, ?, ?)", rows)


# Answers -------------------------------------------------------------------------------------------------------------


def read_claims(connection: Connection, items: Iterable[ItemId]) -> list[tuple[Any, ...]]:
    """Of all that takes a slot in these items: (decision, item, who, task or None, round, time and uid, whether it took
    the place of something imported, unit, criterion, target, other criterion, the unit's kind)."""
    query = (
        "SELECT decision.id, item_id, reviewer_id, task_id, round, at || uid, replaced IS NOT NULL, unit_id,"
        " criterion_id, target_id, other_id, unit.kind FROM decision LEFT JOIN unit ON unit.id = unit_id"
        f" WHERE item_id {_ITEMS} AND action IN {CLAIMING}"
    )
    return connection.execute(query, _item_parameters(items)).fetchall()


def read_turns(connection: Connection, items: Iterable[ItemId]) -> list[tuple[int, str, str]]:
    """(decision, "undo" or "redo", time and uid) of all that was undone and redone in these items, in their order."""
    query = (
        f"SELECT refers_id, action, at || uid FROM decision WHERE item_id {_ITEMS} AND action IN ('undo', 'redo')"
        " ORDER BY at, uid"
    )
    return connection.execute(query, _item_parameters(items)).fetchall()


def read_imported_answers(
    connection: Connection, items: Iterable[ItemId]
) -> list[tuple[ItemId, AnnotatorId, CriterionId, str]]:
    """(item, person, criterion, kind of unit or "") of what people said in imported data: answers, and with "" silence
    that says "no"."""
    answers = " FROM {0} JOIN annotator ON annotator.id = annotator_id AND annotator.kind = 'human'{1}"
    where = f" WHERE decision_id IS NULL AND {{0}}.item_id {_ITEMS} GROUP BY 1, 2, 3, 4"
    query = (
        "SELECT verdict.item_id, annotator_id, verdict.criterion_id, unit.kind"
        f"{answers.format('verdict', ' JOIN unit ON unit.id = unit_id')}{where.format('verdict')} UNION ALL"
        f" SELECT judged.item_id, annotator_id, criterion_id, ''{answers.format('judged', '')}{where.format('judged')}"
    )
    return connection.execute(query, _item_parameters(items)).fetchall()


def find_decided_items(connection: Connection) -> set[ItemId]:
    """The items (row ids) in which anybody decided anything."""
    return {item for (item,) in connection.execute("SELECT DISTINCT item_id FROM decision")}


def find_spoken_items(connection: Connection, who: AnnotatorId) -> set[ItemId]:
    """The items in which somebody decided anything, or of which they said anything in imported data."""
    query = "SELECT item_id FROM decision WHERE reviewer_id = :who"
    for table in ("verdict", "judged"):
        query += f" UNION SELECT item_id FROM {table} WHERE annotator_id = :who AND decision_id IS NULL"
    return {item for (item,) in connection.execute(query, {"who": who})}


def find_crowded_items(connection: Connection, people: int) -> list[ItemId]:
    """The items which more than so many people have in a package, or spoke of, here or in imported data."""
    union_sql = (
        " UNION SELECT {0}.item_id, annotator_id FROM annotator JOIN {0} ON annotator_id = annotator.id"
        " AND decision_id IS NULL WHERE annotator.kind = 'human'"
    )
    query = (
        "SELECT item_id FROM (SELECT item_id, reviewer_id FROM decision UNION SELECT item_id, coalesce(annotator.id,"
        f" -package.id) FROM package LEFT JOIN annotator ON kind = 'human' AND annotator.name = {KEPT_AS}"
        f" CROSS JOIN package_item ON package_id = package.id{union_sql.format('verdict')}{union_sql.format('judged')})"
        " GROUP BY item_id HAVING count(*) > ? ORDER BY 1"
    )
    return [item for (item,) in connection.execute(query, (people,))]


def find_task_items(
    connection: Connection, task: int, column: Literal["asked", "undecided", "kept"] = "asked"
) -> list[ItemId]:
    """The items of which a task asks anything, in which people leave a cell of it undecided, or in which it waits for
    others (``kept``)."""
    query = f"SELECT item_id FROM task_item WHERE task_id = ? AND {column} > 0 ORDER BY item_id"
    return [item for (item,) in connection.execute(query, (task,))]


def is_counted(connection: Connection, who: AnnotatorId, item: ItemId, task: int) -> bool:
    """Whether anything that somebody said of an item in a task, or their implicit no there, is counted now."""
    query = (
        "SELECT 1 FROM verdict JOIN decision ON decision.id = decision_id WHERE annotator_id = :who"
        " AND verdict.item_id = :item AND task_id = :task AND verdict.id NOT IN (SELECT verdict_id FROM aside)"
        " UNION ALL SELECT 1 FROM judged JOIN decision ON decision.id = decision_id WHERE annotator_id = :who"
        " AND judged.item_id = :item AND task_id = :task"
    )
    return connection.execute(query, {"who": who, "item": item, "task": task}).fetchone() is not None


def read_implicit_no(connection: Connection, item: ItemId) -> set[tuple[AnnotatorId, int | None]]:
    """(person, task) whose finish of an item says an implicit "no"."""
    query = (
        "SELECT DISTINCT annotator_id, task_id FROM judged JOIN decision ON decision.id = decision_id"
        " WHERE judged.item_id = ?"
    )
    return set(connection.execute(query, (item,)))


def find_known_cells(
    connection: Connection, items: Iterable[ItemId] | None = None, *, training_only: bool = False
) -> set[tuple[ItemId, *Cells]]:
    """The cells whose answer is known, or whose answer trains, each behind its item (row ids)."""
    query = f"SELECT item_id, unit_id, criterion_id, target_id FROM known WHERE {'trains' if training_only else '1'}"
    if items is None:
        return set(connection.execute(query))
    return set(connection.execute(f"{query} AND item_id {_ITEMS}", _item_parameters(items)))


# What was revoked ----------------------------------------------------------------------------------------------------


def read_revoked(
    connection: Connection, items: Iterable[ItemId] | None = None
) -> set[tuple[int | None, AnnotatorId, ItemId, int]]:
    """(task, person, item, round) of the assignments of these items, or all, that were revoked."""
    query = "SELECT task_id, annotator_id, item_id, round FROM void"
    if items is None:
        return set(connection.execute(query))
    return set(connection.execute(f"{query} WHERE item_id {_ITEMS}", _item_parameters(items)))


def find_revoked_items(connection: Connection, task: int | None, who: AnnotatorId, number: int) -> set[ItemId]:
    """The items of which somebody's assignment in a task and round was revoked."""
    query = "SELECT item_id FROM void WHERE task_id IS ? AND annotator_id = ? AND round = ?"
    return {item for (item,) in connection.execute(query, (task, who, number))}


def add_revoked(connection: Connection, task: int | None, pairs: Collection[tuple[int, int]]) -> None:
    """Revoke what people (item, person) said in a task without a package, in each of its rounds."""
    connection.executemany(
        "INSERT INTO void (task_id, annotator_id, round, item_id) SELECT DISTINCT task_id, reviewer_id, round, item_id"
        " FROM decision WHERE task_id IS ? AND item_id = ? AND reviewer_id = ?",
        [(task, item, who) for item, who in pairs],
    )


def holds_revoked(connection: Connection) -> bool:
    """Whether any verdict is kept that was revoked, or is beyond the slots of its task."""
    return connection.execute("SELECT 1 FROM aside WHERE why = 'void' LIMIT 1").fetchone() is not None


_OWN = (
    " FROM decision JOIN annotator ON annotator.id = reviewer_id LEFT JOIN task ON task.id = task_id WHERE"
    " annotator.name = :who AND annotator.kind = 'human' AND refers_id IS NULL AND action <> 'settle'"
    " AND decision.id NOT IN (SELECT decision_id FROM undone)"
    " AND NOT EXISTS (SELECT 1 FROM package_item JOIN package ON package.id = package_id WHERE"
    f" package_item.item_id = decision.item_id AND {KEPT_AS} = :who AND coalesce(nullif("
    "json_extract(settings, '$.package.task'), ''), :default) = coalesce(task.name, :default)"
    " AND coalesce(json_extract(settings, '$.package.round'), 1) = round)"
)
"""What somebody decided in the project itself, on items that are in none of their packages of the task and round."""


def find_own_rounds(connection: Connection, who: str, default: str) -> list[tuple[str, int]]:
    """(task, round) in which somebody decided anything without a package; no task is called ``default``."""
    query = f"SELECT DISTINCT coalesce(task.name, :default), round{_OWN} ORDER BY 1, 2"
    return connection.execute(query, {"who": who, "default": default}).fetchall()


def find_own_items(connection: Connection, who: str, default: str, task: str, number: int) -> list[ItemId]:
    """The items in which they did, of one task (its name) and round."""
    query = f"SELECT DISTINCT item_id{_OWN} AND coalesce(task.name, :default) = :task AND round = :round ORDER BY 1"
    values = {"who": who, "default": default, "task": task, "round": number}
    return [item for (item,) in connection.execute(query, values)]


def find_assigned_items(connection: Connection, task: str) -> frozenset[ItemId]:
    """The items that a package of a task (its full name) holds."""
    query = (
        "SELECT item_id FROM package_item JOIN package ON package.id = package_id"
        " WHERE coalesce(nullif(json_extract(settings, '$.package.task'), ''), 'flags/flags') = ?"
    )
    return frozenset(item for (item,) in connection.execute(query, (task,)))


# Readers of what others left undecided ------------------------------------------------------------------------------


def read_undecided_cells(connection: Connection) -> list[tuple[AnnotatorId, CriterionId, UnitId, int]]:
    """(person, criterion, unit, target) of what people were assigned in first rounds because others had left it
    undecided; without what they had answered before that."""
    return connection.execute(
        "SELECT DISTINCT annotator.id, cell.criterion_id, cell.unit_id, cell.target_id FROM package JOIN annotator"
        f" ON kind = 'human' AND annotator.name = {KEPT_AS} JOIN package_cell AS cell"
        " ON cell.package_id = package.id WHERE json_extract(settings, '$.package.only') = 'undecided'"
        " AND coalesce(json_extract(settings, '$.package.round'), 1) = 1 AND NOT EXISTS (SELECT 1 FROM decision WHERE"
        " reviewer_id = annotator.id AND decision.item_id = cell.item_id AND decision.unit_id = cell.unit_id"
        " AND decision.criterion_id = cell.criterion_id AND decision.target_id = cell.target_id"
        f" AND action IN {CLAIMING} AND decision.at < package.at)"
    ).fetchall()


def read_package_uid(connection: Connection) -> str:
    """The uid of the package that this file is; "" where it is none, or does not say."""
    row = connection.execute("SELECT json_extract(value, '$.uid') FROM setting WHERE name = 'package'").fetchone()
    return row[0] if row is not None and isinstance(row[0], str) else ""
