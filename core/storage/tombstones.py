"""What was erased from a project leaves marks by which it is known, and refused, when it comes again."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from galley.core.errors import InputError
from galley.core.hashing import blake2b


def hash_words(connection: sqlite3.Connection, words: str) -> str:
    """The hash of a key, a text or a name, with the project's own name as the key of the hash."""
    key = connection.execute("SELECT uid FROM source WHERE own = 1 ORDER BY id LIMIT 1").fetchone()[0].encode()
    return blake2b(words.encode(), key=key[:64], digest_size=16).hexdigest()


def add_tombstones(connection: sqlite3.Connection, kind: str, words: Iterable[str]) -> None:
    """Remember what is erased; of decisions ``words`` are the uids."""
    marks = words if kind == "decision" else (hash_words(connection, word) for word in words)
    connection.executemany("INSERT OR IGNORE INTO tombstone (kind, mark) VALUES (?, ?)", [(kind, m) for m in marks])


def has_tombstones(connection: sqlite3.Connection) -> bool:
    """Whether anything was erased."""
    return connection.execute("SELECT 1 FROM tombstone LIMIT 1").fetchone() is not None


def is_erased(connection: sqlite3.Connection, kind: str, words: str) -> bool:
    """Whether this was erased."""
    query = "SELECT 1 FROM tombstone WHERE kind = ? AND mark = ?"
    return connection.execute(query, (kind, hash_words(connection, words))).fetchone() is not None


def find_erased_decisions(connection: sqlite3.Connection) -> set[str]:
    """The uids of the decisions that were erased."""
    return {uid for (uid,) in connection.execute("SELECT mark FROM tombstone WHERE kind = 'decision'")}


def refuse(connection: sqlite3.Connection, kind: str, words: str, what: str) -> None:
    """Raises: InputError (no place named) where this was erased"""
    if has_tombstones(connection) and is_erased(connection, kind, words):
        raise InputError(f"{what} was erased from this project and cannot be imported again; remove it from the file")
