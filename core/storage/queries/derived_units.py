"""Derived units (opinions, facts, questions, entries): what revisions write and retire."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from galley.core.domain import AnnotatorId, ItemId, UnitId

Connection = sqlite3.Connection


def add_unit(connection: Connection, unit: Mapping[str, Any], decision: int | None = None) -> UnitId:
    """Add a derived unit, given by document, kind, position, text, name, type, meta and the row ids of its sources. One
    that a ``decision`` writes may be there already, by an import or an earlier replay."""
    if decision is not None:
        # an import puts it behind the others: it cannot know yet what it replaces
        row = connection.execute(
            "UPDATE unit SET written_id = ?, position = ? WHERE id = (SELECT id FROM unit WHERE document_id = ?"
            " AND name = ? AND text IS NOT NULL) RETURNING id",
            (decision, unit["position"], unit["document"], unit["name"]),
        ).fetchone()
        if row:
            return UnitId(row[0])
    row = connection.execute(
        'INSERT INTO unit (document_id, kind, position, start, "end", text, name, type, meta, written_id)'
        " VALUES (?, ?, ?, 0, 0, ?, ?, ?, ?, ?) RETURNING id",
        (
            *(unit[name] for name in ("document", "kind", "position", "text", "name", "type")),
            None if unit["meta"] is None else json.dumps(unit["meta"], ensure_ascii=False),
            decision,
        ),
    ).fetchone()
    connection.executemany(
        "INSERT OR IGNORE INTO unit_source (unit_id, source_id) VALUES (?, ?)",
        [(row[0], source) for source in unit["sources"]],
    )
    return UnitId(row[0])


def retire_units(connection: Connection, units: Iterable[UnitId], decision: int) -> None:
    """Note that a decision retires these units."""
    connection.executemany(
        "INSERT OR IGNORE INTO retired (unit_id, decision_id) VALUES (?, ?)", [(unit, decision) for unit in units]
    )


def bring_back_units(connection: Connection, decisions: Iterable[int]) -> None:
    """Bring back what these decisions retired."""
    connection.executemany("DELETE FROM retired WHERE decision_id = ?", [(decision,) for decision in decisions])


def find_position(connection: Connection, replaced: Sequence[int], document: int, kind: str) -> int:
    """The position (from 0) of the first of the replaced units; where none is replaced, that behind all derived units
    of a kind in the item of a document."""
    if replaced:
        marks = ",".join("?" * len(replaced))
        row = connection.execute(f"SELECT min(position) FROM unit WHERE id IN ({marks})", list(replaced)).fetchone()
        return UnitId(row[0])
    row = connection.execute(
        "SELECT coalesce(max(position) + 1, 0) FROM unit JOIN document ON document.id = document_id"
        " WHERE item_id = (SELECT item_id FROM document WHERE id = ?) AND unit.text IS NOT NULL AND kind = ?",
        (document, kind),
    ).fetchone()
    return UnitId(row[0])


def has_group_elsewhere(connection: Connection, name: str, item: ItemId) -> bool:
    """Whether an item other than this one has the group of this name."""
    query = "SELECT 1 FROM unit JOIN document ON document.id = document_id WHERE kind = 'group' AND unit.name = ?"
    return connection.execute(f"{query} AND item_id <> ?", (name, item)).fetchone() is not None


class RevisionRow(NamedTuple):
    """The decision that wrote a unit: who made it, when, how, and the record of what it made as JSON."""

    unit: UnitId
    reviewer: AnnotatorId
    at: str
    how: str
    record: str


def read_revisions(connection: Connection, first: int, last: int) -> list[RevisionRow]:
    """The revisions of the units from ``first`` to ``last`` that decisions wrote."""
    rows = connection.execute(
        "SELECT unit.id, decision.reviewer_id, decision.at, decision.value, decision.made FROM unit"
        " CROSS JOIN decision ON decision.id = unit.written_id WHERE unit.id BETWEEN ? AND ?",
        (first, last),
    )
    return list(map(RevisionRow._make, rows))
