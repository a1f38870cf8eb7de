"""Many rows at once instead of one by one: writing them, and checking them.

The trigger that keeps units inside their documents costs more than the insert itself. While an import runs its
trigger is set aside, inside the import's own transaction, and the same question is asked of all new rows at the
end: a row that the trigger would have refused still undoes the whole import.

``Spool`` keeps fragments on disk until the whole file was read, so that rows of one key need not follow each other.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, compress, groupby, islice
from types import TracebackType
from typing import Any

import orjson

INSERTS = {
    "item": "INSERT INTO item (id, key, dataset, split, flags)",
    "item_meta": "INSERT OR REPLACE INTO item_meta (item_id, value)",
    "document": "INSERT INTO document (id, item_id, name, role, system, part, text, length, hash, meta, whole_id,"
    " units)",
    "unit": 'INSERT INTO unit (id, document_id, kind, position, start, "end", speaker)',
    "derived": 'INSERT INTO unit (id, document_id, kind, position, start, "end", text, name, type, meta)',
    "unit_source": "INSERT OR IGNORE INTO unit_source (unit_id, source_id)",
    "verdict": "INSERT INTO verdict (id, annotator_id, criterion_id, unit_id, target_id, item_id, value, reason,"
    " confidence, votes, explanation)",
    "span": 'INSERT INTO span (verdict_id, position, start, "end")',
    "evidence": 'INSERT INTO evidence (verdict_id, position, unit_id, start, "end", quote, match)',
    "judged": "INSERT OR IGNORE INTO judged (annotator_id, criterion_id, target_id, item_id)",
    "score": "INSERT OR IGNORE INTO score (document_id, metric, annotator_id, value)",
    "reason": "INSERT OR IGNORE INTO reason (annotator_id, verdict_id, value)",
}


class RowBuffer:
    """What is to be written, by table. ``ready`` takes rows; ``next`` is the id that the next row of a table gets."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.ready: dict[str, list[tuple[Any, ...]]] = {table: [] for table in INSERTS}
        self.next = {table: self._top(table) + 1 for table in ("item", "document", "unit", "verdict")}

    def _top(self, table: str) -> int:
        return self._connection.execute(f"SELECT coalesce(max(id), 0) FROM {table}").fetchone()[0]

    def ids(self, table: str, count: int = 1) -> int:
        """The first of ``count`` new ids of a table, in a row."""
        first = self.next[table]
        self.next[table] = first + count
        return first

    def recount(self, *tables: str) -> None:
        """Count on from what is stored: somebody else wrote rows of these tables."""
        for table in tables:
            self.next[table] = self._top(table) + 1

    def write(self) -> dict[str, int]:
        """Write what is ready; how many rows that were, by what a report calls them."""
        row_counts = {}
        for table, statement in INSERTS.items():
            row_counts[table] = insert(self._connection, statement, self.ready[table])
            self.ready[table].clear()
        return {
            "items": row_counts["item"],
            "documents": row_counts["document"],
            "units": row_counts["unit"]
            - row_counts["document"]
            + row_counts["derived"],  # the whole is none of its units
            "verdicts": row_counts["verdict"],
            "scores": row_counts["score"],
        }


TRIGGER = "unit_inside_document"
ROWS = 50


@contextmanager
def without(connection: sqlite3.Connection, trigger: str) -> Iterator[None]:
    """Set a trigger aside in the transaction that is open; an error leaves it to the rolling back. Whoever does so sees
    to it that what it refuses is refused."""
    statement = connection.execute("SELECT sql FROM sqlite_master WHERE name = ?", (trigger,)).fetchone()[0]
    connection.execute(f"DROP TRIGGER {trigger}")
    yield
    connection.execute(statement)


@contextmanager
def bulk(connection: sqlite3.Connection, first_unit: int) -> Iterator[None]:
    """Set the trigger aside for the units from row id ``first_unit`` on, and check them together at the end.

    Raises: sqlite3.IntegrityError where a unit lies outside its document.
    """
    with without(connection, TRIGGER):
        yield
        outside = connection.execute(
            'SELECT unit.id FROM unit JOIN document ON document.id = document_id WHERE unit.id >= ? AND "end" > length'
            " LIMIT 1",
            (first_unit,),
        ).fetchone()
        if outside:
            raise sqlite3.IntegrityError(f"unit {outside[0]} is outside its document")


def insert(connection: sqlite3.Connection, statement: str, rows: Sequence[tuple[Any, ...]]) -> int:
    """Run ``statement`` ("INSERT INTO table (columns)") for all rows and give how many it wrote.

    ``ROWS`` of them go in one statement, which takes half the time of as many statements of one row; and a column that
    is empty in all of them is not handed over value by value.
    """
    if not rows:
        return 0
    columns = list(zip(*rows, strict=True))
    full = [any(value is not None for value in column) for column in columns]
    row = f"({', '.join('?' if some else 'NULL' for some in full)})"
    full_rows = iter(rows) if all(full) else zip(*compress(columns, full), strict=True)
    parts = (tuple(chain.from_iterable(islice(full_rows, ROWS))) for _ in range(len(rows) // ROWS))
    most = connection.executemany(f"{statement} VALUES {', '.join([row] * ROWS)}", parts)
    rest = connection.executemany(f"{statement} VALUES {row}", full_rows)
    return max(0, most.rowcount) + max(0, rest.rowcount)


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
