"""What the figures of SUMIE read."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import NamedTuple

from galley.core.domain import ItemId
from galley.core.storage.names import retired_filter

Connection = sqlite3.Connection


class Entities(NamedTuple):
    """What tables of entities are scored by. ``entry_counts``: how many entries that stand each document has;
    ``golden_entries``: (item, metadata of the document, of the entry, as JSON) of those that stand; ``turns``: (item,
    metadata as JSON) of the articles with turns; ``tables``: (row id, item, system, metadata as JSON) in order."""

    entry_counts: dict[int, int]
    golden_entries: Iterator[tuple[int, str | None, str | None]]
    turns: Iterator[tuple[ItemId, str]]
    tables: Iterator[tuple[int, ItemId, str, str]]


def read_entities(connection: Connection) -> Entities:
    """The tables of entities, their entries, and the golden ones."""
    standing = retired_filter(connection, "unit.id")
    counts = connection.execute(
        f"SELECT document_id, count(*) FROM unit WHERE unit.text IS NOT NULL AND kind = 'entry'{standing}"
        " GROUP BY document_id"
    )
    return Entities(
        dict(counts.fetchall()),
        connection.execute(
            "SELECT item_id, document.meta, unit.meta FROM document JOIN unit ON document_id = document.id"
            f" WHERE role = 'reference' AND unit.text IS NOT NULL AND kind = 'entry'{standing}"
        ),
        connection.execute("SELECT item_id, meta FROM document WHERE role = 'article' AND meta LIKE '%\"turns\"%'"),
        connection.execute(
            "SELECT id, item_id, system, meta FROM document WHERE role = 'table' AND meta IS NOT NULL ORDER BY id"
        ),
    )
