"""Rows on their way into the tables of a project: ids counted here (there is one writer), written in batches."""

from __future__ import annotations

import sqlite3
from typing import Any

from galley.core.storage.bulk_rows import insert

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
