"""Checking many rows at once instead of one by one.

The trigger that keeps units inside their documents costs more than the insert itself. While an import runs its
trigger is set aside, inside the import's own transaction, and the same question is asked of all new rows at the
end: a row that the trigger would have refused still undoes the whole import.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

TRIGGER = "unit_inside_document"


@contextmanager
def bulk(connection: sqlite3.Connection, first_unit: int) -> Iterator[None]:
    """Set the trigger aside for the units from row id ``first_unit`` on, and check them together at the end.

    Raises: sqlite3.IntegrityError where a unit lies outside its document.
    """
    statement = connection.execute("SELECT sql FROM sqlite_master WHERE name = ?", (TRIGGER,)).fetchone()[0]
    connection.execute(f"DROP TRIGGER {TRIGGER}")
    yield
    outside = connection.execute(
        'SELECT unit.id FROM unit JOIN document ON document.id = document_id WHERE unit.id >= ? AND "end" > length'
        " LIMIT 1",
        (first_unit,),
    ).fetchone()
    if outside:
        raise sqlite3.IntegrityError(f"unit {outside[0]} lies outside its document")
    connection.execute(statement)
