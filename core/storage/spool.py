"""Fragments on disk until the whole file was read, so that rows of one key need not follow each other."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from itertools import groupby
from types import TracebackType
from typing import Any

import orjson

BATCH = 500


class Spool:
    """Keeps fragments in a temporary file that goes with it. Keys stay in memory, texts do not."""

    def __init__(self) -> None:
        # "" is a file that SQLite makes when it needs one; who drops a half-read import closes it on a thread of theirs
        self._connection = sqlite3.connect("", isolation_level=None, check_same_thread=False)
        self._connection.execute("PRAGMA journal_mode = OFF")
        self._connection.execute("PRAGMA synchronous = OFF")
        self._connection.execute("PRAGMA cache_size = -16384")
        self._connection.execute("CREATE TABLE fragment (item INTEGER, number INTEGER, key TEXT, value BLOB)")
        self._keys: dict[str, int] = {}
        self._waiting: list[tuple[int, int, str, bytes]] = []
        self._count = self._last = 0
        self._is_sorted = True

    def __enter__(self) -> Spool:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._connection.close()

    @property
    def keys(self) -> dict[str, int]:
        """Key to its place in order of first appearance."""
        return self._keys

    def add(self, key: str, fragment: dict[str, Any]) -> None:
        """Put one fragment away. Raises: TypeError where it holds what JSON cannot."""
        item = self._keys.setdefault(key, len(self._keys))
        self._is_sorted = self._is_sorted and item >= self._last
        self._last = item
        self._count += 1
        self._waiting.append((item, self._count, key, orjson.dumps(fragment)))
        if len(self._waiting) >= BATCH:
            self._write()

    def _write(self) -> None:
        self._connection.execute("BEGIN")
        self._connection.executemany("INSERT INTO fragment VALUES (?, ?, ?, ?)", self._waiting)
        self._connection.execute("COMMIT")
        self._waiting.clear()

    def items(self) -> Iterator[tuple[str, list[dict[str, Any]]]]:
        """Each key with all its fragments, in order of first appearance."""
        self._write()
        order = "rowid"
        if not self._is_sorted:
            self._connection.execute("CREATE INDEX IF NOT EXISTS place ON fragment (item, number)")
            order = "item, number"
        rows = self._connection.execute(f"SELECT key, value FROM fragment ORDER BY {order}")
        for key, group_rows in groupby(rows, lambda row: row[0]):
            yield key, [orjson.loads(value) for _, value in group_rows]
