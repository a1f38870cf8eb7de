"""What there is to narrow the queue by: systems, data sets, splits, and what they hold."""

from __future__ import annotations

import sqlite3

from galley.core.domain import UnitKind


def systems(connection: sqlite3.Connection) -> list[str]:
    """The systems that wrote summaries, in alphabetical order."""
    after = "SELECT min(system) FROM document WHERE system <> '' AND system > "  # from one to the next by the index
    return [
        row[0]
        for row in connection.execute(
            f"WITH RECURSIVE each(system) AS ({after} '' UNION ALL SELECT ({after} each.system) FROM each"
            " WHERE system IS NOT NULL) SELECT system FROM each WHERE system IS NOT NULL"
        )
    ]


def datasets(connection: sqlite3.Connection) -> list[str]:
    """The data sets of the items, in alphabetical order."""
    return [row[0] for row in connection.execute("SELECT DISTINCT dataset FROM item WHERE dataset <> '' ORDER BY 1")]


def splits(connection: sqlite3.Connection) -> list[str]:
    """The splits that the items name, sorted."""
    return [row[0] for row in connection.execute("SELECT DISTINCT split FROM item WHERE split <> '' ORDER BY 1")]


def holds(connection: sqlite3.Connection, kind: UnitKind) -> bool:
    """Whether there is a derived unit of this kind. Where there is none all derived units are looked at: not for the
    thread that paints."""
    query = "SELECT 1 FROM unit WHERE text IS NOT NULL AND kind = ? LIMIT 1"
    return connection.execute(query, (kind.value,)).fetchone() is not None
