"""What a project file must not bring along, and what it must: its triggers are Galley's own, its tables are all there.

A trigger runs on every write, and a view can stand where a table should be, so a file from elsewhere could change or
hide decisions without anybody seeing it. Other tables do nothing by themselves and are let be.
"""

from __future__ import annotations

import sqlite3
from functools import cache
from pathlib import Path

from galley.core.errors import RESTORE, NotAProject
from galley.core.project import schema


def refuse(connection: sqlite3.Connection, path: Path, version: int) -> None:
    """Raises: NotAProject where the file holds a trigger or view of another making. Triggers of an older version are
    known by their names, since a migration makes all of them anew."""
    ours, tables = _ours()
    query = "SELECT type, name, sql FROM sqlite_master WHERE type IN ('trigger', 'view')"
    for kind, name, sql in connection.execute(query):
        known = kind == "trigger" and name in ours and (version < schema.VERSION or sql == ours[name])
        if not known:
            raise NotAProject(
                f"{path} holds a {kind} called {name!r} that Galley did not make and that could change what you see or"
                f" save; {RESTORE}, or ask for the file anew."
            )

    if version == schema.VERSION:
        there = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if tables - there:
            raise NotAProject(f"{path} lacks the table {min(tables - there)!r}, so it is damaged; {RESTORE}.")


@cache
def _ours() -> tuple[dict[str, str], frozenset[str]]:
    """The triggers of this version, by name, as SQLite keeps them, and the names of its tables."""
    triggers, tables = {}, set()
    for statement in schema.statements(schema.SCRIPT.read_text(encoding="utf-8")):
        _, create, rest = statement.partition("CREATE ")
        kind, name = rest.split(maxsplit=2)[:2] if create else ("", "")
        if kind == "TRIGGER":
            triggers[name] = (create + rest).rstrip(";")
        elif kind == "TABLE":
            tables.add(name)
    return triggers, frozenset(tables)
