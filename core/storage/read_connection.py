"""A connection that reads a project, by a name under which a window can hand it on: it asks nothing of it by itself."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

Reader = sqlite3.Connection


@contextmanager
def one_state(connection: Reader) -> Iterator[None]:
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
