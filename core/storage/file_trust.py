"""Whether a project file is laid out as Galley lays one out, word for word: what opening refuses and what `galley
project check` lists are one and the same.

A trigger runs on every write, a view can stand where a table should be, and two words in a table's constraint
(``ON CONFLICT IGNORE``) let a decision vanish that was shown as saved. So every table, index and trigger must be the
one of the schema's script, and nothing else may hang on them. Tables of others that stand by themselves are let be, and
so is what SQLite keeps for itself (the statistics of ANALYZE).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import NamedTuple

from galley.core.errors import RESTORE, NotAProject
from galley.core.storage import schema

SHOWN = 60
"""Characters of a name that are shown."""

Laid = Mapping[tuple[str, str], tuple[str, str | None]]
"""(type, name) to (the table that it belongs to, its SQL)."""


class SchemaDifference(NamedTuple):
    """``kind`` is SQLite's word (table, index, trigger, view); ``what`` is "foreign", "missing" or "other"."""

    what: str
    kind: str
    name: str

    @property
    def sentence(self) -> str:
        """As `galley project check` says it."""
        if self.what == "missing":
            return f"The {self.kind} {self.name} is missing."
        if self.what == "other":
            return f"The {self.kind} {self.name} is not as Galley makes it."
        return f"The file holds a {self.kind} called {short(self.name)} that Galley did not make."


def refuse(connection: sqlite3.Connection, path: Path) -> None:
    """Raises: NotAProject where the file is not laid out as a schema version up to this one says."""
    difference = next(differences(connection), None)
    if difference is None:
        return
    if difference.what == "missing":
        complaint = f"lacks the {difference.kind} {difference.name!r}, so it is damaged; {RESTORE}."
    elif difference.what == "other" and difference.kind != "trigger":
        complaint = (
            f"has the {difference.kind} {difference.name!r} in another form than Galley makes it, so your "
            f"decisions might not be saved;"
            f" {RESTORE}, or ask for the file again."
        )
    else:
        complaint = (
            f"holds a {difference.kind} called {short(difference.name)} that Galley did not make and that could "
            f"change what you"
            f" see or save; {RESTORE}, or ask for the file again."
        )
    raise NotAProject(f"{path} {complaint}")


def differences(connection: sqlite3.Connection, database: str = "main") -> Iterator[SchemaDifference]:
    """What the file ``database`` has beside or other than the layout of its schema version. A program that was killed
    while it migrated may have left a later layout than the file's number says; that one is as good."""
    version = connection.execute(f"PRAGMA {database}.user_version").fetchone()[0]
    rows = connection.execute(f"SELECT type, name, tbl_name, sql FROM {database}.sqlite_master").fetchall()
    versions = range(max(1, min(version, schema.VERSION)), schema.VERSION + 1)
    per_version = [
        list(_differences(connection, database, rows, laid_out(layout_version))) for layout_version in versions
    ]
    yield from [] if [] in per_version else per_version[0]


def _differences(
    connection: sqlite3.Connection, database: str, rows: list[tuple[str, str, str, str | None]], layout: Laid
) -> Iterator[SchemaDifference]:
    ours = {name.casefold() for kind, name in layout if kind == "table"}
    seen = set()
    for kind, name, table, sql in rows:
        place = (kind, name)
        if place in layout and place not in seen:
            seen.add(place)
        elif not _alone(connection, database, kind, name, table, sql, ours):
            yield SchemaDifference("foreign", str(kind), str(name))
    for kind, name in sorted(layout.keys() - seen, key=lambda place: (place[0] != "table", place)):
        yield SchemaDifference("missing", kind, name)
    for kind, name, table, sql in rows:
        if (kind, name) in layout and layout[kind, name] != (table, sql):
            yield SchemaDifference("other", kind, name)


def _alone(
    connection: sqlite3.Connection,
    database: str,
    kind: str,
    name: str,
    table: str,
    sql: str | None,
    ours: set[str],
) -> bool:
    """Whether it is a table of others, or an index on one, that stands by itself."""
    if kind not in ("table", "index") or str(table).casefold() in ours:
        return False
    if kind == "index":
        return True
    if sql is None or sql.split(maxsplit=2)[1:2] == ["VIRTUAL"]:
        return False
    query = f"SELECT \"table\" FROM pragma_foreign_key_list(?, '{database}')"
    return not any(str(parent).casefold() in ours for (parent,) in connection.execute(query, (name,)))


@cache
def laid_out(version: int) -> Laid:
    """The layout of a schema version, as SQLite keeps it."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        for statement in schema.statements(schema.script(version).read_text(encoding="utf-8")):
            fresh.execute(statement)
        rows = fresh.execute("SELECT type, name, tbl_name, sql FROM sqlite_master").fetchall()
    return {(kind, name): (table, sql) for kind, name, table, sql in rows}


def short(name: str) -> str:
    """A name from a file in quotes, as much of it as one wants to read."""
    return repr(name if len(name) <= SHOWN else name[:SHOWN] + "…")
