"""A connection to a project's database, and its errors, by the names under which other layers hand them on: only
storage asks anything of a connection."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

Connection = sqlite3.Connection
StorageError = sqlite3.Error
DatabaseError = sqlite3.DatabaseError
IntegrityError = sqlite3.IntegrityError
SQLITE_VERSION = sqlite3.sqlite_version


def open_read_only(path: Path, *, immutable: bool = False) -> Connection:
    """A connection that reads a file and leaves nothing beside it; ``immutable``: nobody writes to it meanwhile."""
    return sqlite3.connect(f"file:{quote(str(path.absolute()))}?mode=ro{'&immutable=1' * immutable}", uri=True)


@contextmanager
def one_state(connection: Connection) -> Iterator[None]:
    """What is read inside is of one state of the project, though it is being reviewed."""
    if connection.in_transaction:
        yield
        return
    connection.execute("BEGIN")
    try:
        yield
    finally:
        if connection.in_transaction:  # SQLite itself takes some back, as where the disk is full
            connection.execute("ROLLBACK")
