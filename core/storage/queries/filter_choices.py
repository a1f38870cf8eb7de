"""What there is to narrow the queue by: systems, data sets, splits, and what they hold."""

from __future__ import annotations

import sqlite3

from galley.core.domain import UnitKind


def list_choices(connection: sqlite3.Connection, field: str, *, unnamed: bool = False) -> list[str]:
    """The names that a filter by ``field`` can ask for, in alphabetical order: the ``system`` that wrote a summary, or
    the ``dataset`` or ``split`` of an item; ``unnamed``: and "" where an item names none."""
    if field != "system":
        assert field in ("dataset", "split")
        rows = connection.execute(f"SELECT DISTINCT {field} FROM item ORDER BY 1")
        return [name for (name,) in rows if name or unnamed]
    after = "SELECT min(system) FROM document WHERE system <> '' AND system > "  # from one to the next by the index
    return [
        row[0]
        for row in connection.execute(
            f"WITH RECURSIVE each(system) AS ({after} '' UNION ALL SELECT ({after} each.system) FROM each"
            " WHERE system IS NOT NULL) SELECT system FROM each WHERE system IS NOT NULL"
        )
    ]


def holds(connection: sqlite3.Connection, kind: UnitKind) -> bool:
    """Whether there is a derived unit of this kind. Where there is none all derived units are looked at: not for the
    thread that paints."""
    query = "SELECT 1 FROM unit WHERE text IS NOT NULL AND kind = ? LIMIT 1"
    return connection.execute(query, (kind.value,)).fetchone() is not None
