"""The tables that came into a project, without their content: where each row went, so that it can be written back.

Each is a setting of JSON: the file's SHA-256 and layout, the mapping, and of each row its position, a fingerprint,
and a hash of its item's key. No text of the file and no key is in it.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from typing import Any, NamedTuple

from galley.core.domain import CriterionId, ItemId, UnitId
from galley.core.hashing import blake2b

Connection = sqlite3.Connection
PREFIX, _END = "table:", "table;"
"""The names of the settings: from one to before the other."""


class CellAnswer(NamedTuple):
    """What a reviewer said of a cell: row ids, the reviewer, the decision's action, the value, the criterion that it
    was relabelled as (row id or None), the note, the time, and whether it follows from finishing."""

    item: ItemId
    unit: UnitId
    criterion: CriterionId
    target: int
    reviewer: str
    action: str
    value: Any
    relabelled_as: CriterionId | None
    note: str
    at: str
    is_by_finishing: bool


class PlacedDocument(NamedTuple):
    """A document: row ids of item, document and its whole unit, its name, and how many units follow the whole."""

    item: ItemId
    document: int
    whole: UnitId
    name: str
    unit_count: int


def hash_key(key: str) -> str:
    """The hash that stands for an item's key: 24 hexadecimal digits."""
    return blake2b(key.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


def store_table(connection: Connection, table: dict[str, Any]) -> None:
    """Remember a table; the same file again replaces its first import."""
    connection.execute(
        "INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)",
        (PREFIX + table["sha256"], json.dumps(table, ensure_ascii=False, separators=(",", ":"))),
    )


def read_tables(connection: Connection) -> list[dict[str, Any]]:
    """The tables that came in, by name of the file."""
    rows = connection.execute("SELECT value FROM setting WHERE name >= ? AND name < ?", (PREFIX, _END))
    return sorted((json.loads(value) for (value,) in rows), key=lambda table: (table["path"], table["sha256"]))


def forget_item(connection: Connection, key: str) -> None:
    """Take the rows of an item out of all tables."""
    key_hash = hash_key(key)
    for table in read_tables(connection):
        remaining = [row for row in table["rows"] if row[2] != key_hash]
        if len(remaining) < len(table["rows"]):
            store_table(connection, table | {"rows": remaining})


def find_items(connection: Connection) -> dict[str, ItemId]:
    """The items (row ids) by the hash of their key."""
    return {hash_key(key): item for item, key in connection.execute("SELECT id, key FROM item")}


def read_documents(connection: Connection) -> dict[tuple[ItemId, str], PlacedDocument]:
    """The documents by item and name."""
    rows = connection.execute("SELECT item_id, id, whole_id, name, units FROM document")
    return {(row[0], row[3]): PlacedDocument(*row) for row in rows}


def read_answers(connection: Connection) -> Iterator[CellAnswer]:
    """What reviewers said of cells, then what follows from finishing, as it counts now."""
    yield from (
        CellAnswer._make((*row, False))
        for row in connection.execute(
            "SELECT verdict.item_id, verdict.unit_id, verdict.criterion_id, verdict.target_id, annotator.name,"
            " decision.action, verdict.value, decision.other_id, coalesce((SELECT text FROM note WHERE"
            " note.annotator_id = verdict.annotator_id AND note.unit_id = verdict.unit_id AND note.criterion_id ="
            " verdict.criterion_id AND note.target_id = verdict.target_id ORDER BY note.id DESC LIMIT 1),"
            " decision.note, ''), decision.at FROM verdict JOIN decision ON decision.id = verdict.decision_id"
            " JOIN annotator ON annotator.id = verdict.annotator_id WHERE annotator.kind = 'human'"
            " ORDER BY verdict.item_id, verdict.id"
        )
    )
    yield from (
        CellAnswer._make((*row, True))
        for row in connection.execute(
            "SELECT silent_whole.item_id, document.whole_id, silent_whole.criterion_id, silent_whole.target_id,"
            " annotator.name, 'finish', 'no', NULL, '', decision.at FROM silent_whole"
            " JOIN document ON document.id = silent_whole.target_id"
            " JOIN annotator ON annotator.id = silent_whole.annotator_id"
            " JOIN decision ON decision.id = silent_whole.decision_id WHERE annotator.kind = 'human'"
            " UNION ALL SELECT judged.item_id, unit.id, judged.criterion_id, judged.target_id, annotator.name,"
            " 'finish', 'no', NULL, '', decision.at FROM judged JOIN document ON document.id = judged.target_id"
            " JOIN unit ON unit.id > document.whole_id AND unit.id <= document.whole_id + document.units"
            " JOIN annotator ON annotator.id = judged.annotator_id JOIN decision ON decision.id = judged.decision_id"
            " WHERE annotator.kind = 'human' ORDER BY 1, 2, 3, 5"
        )
    )


def read_units(connection: Connection, units: list[UnitId]) -> dict[int, tuple[str, str]]:
    """(kind and number, text) of units by row id."""
    rows = connection.execute(
        "SELECT unit.id, unit.kind, unit.id - document.whole_id, coalesce(unit.text, substr(document.text, unit.start"
        ' + 1, unit."end" - unit.start)) FROM unit JOIN document ON document.id = unit.document_id'
        " WHERE unit.id IN (SELECT value FROM json_each(?))",
        (json.dumps(units),),
    )
    return {unit: ("summary" if kind == "whole" else f"{kind} {number}", text) for unit, kind, number, text in rows}
