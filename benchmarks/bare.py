"""Bare SQLite: the rows of a project put into plain tables, and nothing else.

    python -m benchmarks.bare PROJECT TARGET     prints {"seconds": …}

The tables have the columns and primary keys of the project's, without checks, triggers, foreign keys or secondary
indexes; the full-text index is the same. All rows lie ready in memory, all go in with one ``executemany`` a table in
one transaction with ``synchronous = FULL``, in the rollback mode of a new database, which is the quickest.
"""

from __future__ import annotations

import json
import sqlite3
import sys
import time
from pathlib import Path
from typing import Any

from galley.core.storage import text_index

TABLES = ("item", "item_meta", "document", "unit", "unit_source", "verdict", "span", "evidence", "judged", "score")


def fill(project: Path, target: Path) -> float:
    """Write the rows of ``project`` to a new database at ``target``; gives the seconds until they are on disk."""
    source = sqlite3.connect(project)
    rows = {table: source.execute(f"SELECT * FROM {table}").fetchall() for table in TABLES}
    columns = {table: source.execute(f"PRAGMA table_info({table})").fetchall() for table in TABLES}
    texts: dict[int, list[str]] = {}
    for item, text in source.execute("SELECT item_id, text FROM document ORDER BY id"):
        texts.setdefault(item, []).append(text)
    searchable = [(item, text_index.searchable(found)) for item, found in texts.items()]
    index = source.execute("SELECT sql FROM sqlite_master WHERE name = 'item_text'").fetchone()[0]
    source.close()

    target.unlink(missing_ok=True)
    connection = sqlite3.connect(target, isolation_level=None)
    connection.execute("PRAGMA synchronous = FULL")
    for table in TABLES:
        connection.execute(_plain(table, columns[table]))
    connection.execute(index)
    start = time.perf_counter()
    connection.execute("BEGIN")
    for table in TABLES:
        marks = ", ".join("?" * len(columns[table]))
        connection.executemany(f"INSERT INTO {table} VALUES ({marks})", rows[table])
    connection.executemany("INSERT INTO item_text (rowid, text) VALUES (?, ?)", searchable)
    connection.execute("COMMIT")
    seconds = time.perf_counter() - start
    connection.close()
    return seconds


def _plain(table: str, columns: list[tuple[Any, ...]]) -> str:
    described = ", ".join(f'"{name}" {kind}' for _, name, kind, *_ in columns)
    key = ", ".join(f'"{c[1]}"' for c in sorted(columns, key=lambda c: c[5]) if c[5])
    rowid = "" if "," not in key else " WITHOUT ROWID"
    return f"CREATE TABLE {table} ({described}, PRIMARY KEY ({key})){rowid}"


if __name__ == "__main__":
    print(json.dumps({"seconds": fill(Path(sys.argv[1]), Path(sys.argv[2]))}))
