"""Whether a project file says that it is confidential: asked of the file, by whoever writes a file made from it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

SETTING = "confidential"
"""The setting of a project that is; see ``galley.core.project.outgoing``."""


def read_uri(path: Path) -> str:
    """The address by which SQLite opens the file for reading only."""
    uri = f"file:{quote(str(path))}?mode=ro"
    if not os.access(path.parent, os.W_OK) and not path.with_name(path.name + "-wal").exists():
        uri += "&immutable=1"  # a WAL file needs a writable folder even for reading, unless nothing can change it
    return uri


def read_confidential(path: Path) -> str | None:
    """What the project at this path keeps of being confidential (JSON); None where it is not, and where it cannot be
    read: such a file gives nothing away."""
    try:
        with closing(sqlite3.connect(read_uri(path.absolute()), uri=True)) as connection:
            connection.execute("PRAGMA trusted_schema = OFF")
            return read_setting(connection)
    except (sqlite3.Error, UnicodeDecodeError):
        return None


def read_setting(connection: sqlite3.Connection) -> str | None:
    """The same of an open project."""
    row = connection.execute("SELECT value FROM main.setting WHERE name = ?", (SETTING,)).fetchone()
    return None if row is None else str(row[0])


def write_setting(connection: sqlite3.Connection, text: str) -> None:
    """Make an open project confidential, with what ``read_confidential`` gave of another."""
    connection.execute("INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)", (SETTING, text))
