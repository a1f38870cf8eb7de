"""Items: how many there are, and the row ids and keys of them."""

from __future__ import annotations

import sqlite3


def count_items(connection: sqlite3.Connection) -> int:
    """The number of items."""
    count: int = connection.execute("SELECT count(*) FROM item").fetchone()[0]
    return count


def list_keys(connection: sqlite3.Connection, limit: int = -1) -> list[str]:
    """The keys of the first ``limit`` items, or of all, in the order of the file."""
    return [key for (key,) in connection.execute("SELECT key FROM item ORDER BY id LIMIT ?", (limit,))]


def find_item(connection: sqlite3.Connection, key: str) -> int | None:
    """The row id of the item with this key; None where there is none."""
    row = connection.execute("SELECT id FROM item WHERE key = ?", (key,)).fetchone()
    return row[0] if row else None
