"""Who wrote a derived unit, when and from what: the revisions behind the units that stand."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass

from core.project import blind
from core.project.revision import How


@dataclass(frozen=True, slots=True)
class Origin:
    """The revision that wrote a unit. ``who`` is empty where the reviewer may not see it (blind mode); ``at`` is UTC,
    ISO 8601; ``before`` are the row ids of the units that it replaced."""

    who: str
    at: str
    how: How
    before: tuple[int, ...]


def lineage(connection: sqlite3.Connection, item: int, reviewer: int = 0) -> dict[int, Origin]:
    """The origins of an item's written units by row id, those of retired ones too. A unit that was imported, or that a
    judge wrote, has none."""
    rows = connection.execute(
        "SELECT unit.id, decision.reviewer_id, decision.at, decision.value, decision.made FROM unit"
        " JOIN document ON document.id = unit.document_id JOIN decision ON decision.id = unit.written_id"
        " WHERE document.item_id = ?",
        (item,),
    ).fetchall()
    people = blind.annotators(connection, reviewer) if rows else {}
    return {
        unit: Origin(
            people[who].name if who in people else "", at, How(value), tuple(json.loads(made).get("replaces", ()))
        )
        for unit, who, at, value, made in rows
    }
