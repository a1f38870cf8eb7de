"""What the figures of SUMIE read."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence

from galley.core.storage.names import retired_filter
from galley.core.storage.queries.tasks import usable_filter

Connection = sqlite3.Connection


def find_groups(connection: Connection, units: Sequence[int]) -> set[int]:
    """Those of some units that stand for several entries."""
    query = "SELECT id FROM unit WHERE kind = 'group' AND id IN (SELECT value FROM json_each(?))"
    return {unit for (unit,) in connection.execute(query, (json.dumps([*units]),))}


def read_unit_home(connection: Connection, unit: int) -> tuple[str, int, str]:
    """(kind, document, role of the document) of a unit."""
    row: tuple[str, int, str] = connection.execute(
        "SELECT unit.kind, document_id, role FROM unit JOIN document ON document.id = document_id WHERE unit.id = ?",
        (unit,),
    ).fetchone()
    return row


def count_entries(connection: Connection) -> dict[int, int]:
    """How many entries that stand each document has."""
    rows = connection.execute(
        "SELECT document_id, count(*) FROM unit WHERE unit.text IS NOT NULL AND kind = 'entry'"
        f"{retired_filter(connection, 'unit.id')} GROUP BY document_id"
    )
    return dict(rows.fetchall())


def read_turns(connection: Connection) -> Iterator[tuple[int, str]]:
    """(item, metadata as JSON) of the articles with turns."""
    return connection.execute("SELECT item_id, meta FROM document WHERE role = 'article' AND meta LIKE '%\"turns\"%'")


def read_entity_tables(connection: Connection) -> Iterator[tuple[int, int, str, str]]:
    """(row id, item, system, metadata as JSON) of the tables of entities."""
    return connection.execute(
        "SELECT id, item_id, system, meta FROM document WHERE role = 'table' AND meta IS NOT NULL ORDER BY id"
    )


def read_golden_entries(connection: Connection) -> Iterator[tuple[int, str | None, str | None]]:
    """(item, metadata of the document, of the entry, as JSON) of the golden entries that stand."""
    return connection.execute(
        "SELECT item_id, document.meta, unit.meta FROM document JOIN unit ON document_id = document.id"
        " WHERE role = 'reference' AND unit.text IS NOT NULL AND kind = 'entry'"
        f"{retired_filter(connection, 'unit.id')}"
    )


def find_entities(connection: Connection) -> list[int]:
    """The items with a golden table, in order, without unusable ones."""
    query = f"SELECT DISTINCT item_id FROM document WHERE role = 'reference'{usable_filter(connection)} ORDER BY 1"
    return [item for (item,) in connection.execute(query)]
