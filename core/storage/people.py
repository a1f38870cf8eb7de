"""Names of people as a project's tables hold them, and the temporary tables that stand before those."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

Connection = sqlite3.Connection

STANDING = ("annotator", "setting")
"""Tables that stand before the project's own."""
NAMED = {"package": "reviewer", "person-checks": "by", "frozen": "by"}
"""Settings with the field that names somebody."""
_CALLED, _SHORT = "person_called", "short_system"
_OTHERS = (
    "SELECT reviewer FROM main.package UNION SELECT key FROM json_each((SELECT value FROM main.setting WHERE name ="
    " 'roles')) UNION SELECT json_extract(value, '$.' || column2) FROM main.setting JOIN"
    f" (VALUES {', '.join(str(pair) for pair in NAMED.items())}) ON column1 = name"
)
_PLACES = (
    ("item keys", False, "SELECT key, key FROM main.item"),
    ("data sets and splits", False, "SELECT key, dataset || char(10) || split FROM main.item"),
    ("names of documents and systems", False,
     "SELECT item.key, name || char(10) || system || char(10) || part FROM main.document"
     " JOIN main.item ON item.id = item_id"),
    ("schemes", False, "SELECT '', source FROM main.scheme"),
    ("protocols", False, "SELECT '', source FROM main.protocol"),
    ("documents", True, "SELECT item.key, document.text FROM main.document JOIN main.item ON item.id = item_id"),
    ("speakers and derived units", True,
     "SELECT item.key, coalesce(speaker, '') || char(10) || coalesce(unit.text, '') FROM main.unit"
     " JOIN main.document ON document.id = document_id JOIN main.item ON item.id = item_id"
     " WHERE coalesce(speaker, unit.text) IS NOT NULL"),
    ("explanations", True,
     "SELECT item.key, explanation FROM main.verdict JOIN main.item ON item.id = item_id"
     " WHERE explanation IS NOT NULL"),
    ("quotes", True,
     "SELECT item.key, quote FROM main.evidence JOIN main.verdict ON verdict.id = verdict_id"
     " JOIN main.item ON item.id = item_id"),
    ("judges' requests and replies", True,
     "SELECT item.key, coalesce(reply, '') || char(10) || body FROM main.call"
     " JOIN main.request ON request.id = request_id JOIN main.item ON item.id = item_id"),
)  # fmt: skip


def find_people(connection: Connection) -> dict[str, str]:
    """Everybody whom the project knows by name, as a person, as the author of gold, or since they were handed
    something, have a role or set something; with the kind, "" for the last."""
    rows = connection.execute("SELECT name, kind FROM main.annotator WHERE kind IN ('human', 'gold') ORDER BY kind")
    people = {name: "" for (name,) in connection.execute(_OTHERS) if name}
    return people | dict(rows.fetchall())


def find_annotators(connection: Connection, name: str) -> list[int]:
    """The row ids of the people of this name."""
    query = "SELECT id FROM main.annotator WHERE name = ? AND kind = 'human'"
    return [row for (row,) in connection.execute(query, (name,))]


def read_annotator_rows(connection: Connection) -> list[tuple[object, ...]]:
    """The rows of all annotators as they are stored, for ``add_annotator_row``."""
    return connection.execute("SELECT * FROM annotator").fetchall()


def add_annotator_row(connection: Connection, row: tuple[object, ...]) -> None:
    """Put a row of ``read_annotator_rows`` into another project, where it has none of its id or name."""
    connection.execute(f"INSERT OR IGNORE INTO annotator VALUES ({', '.join('?' * len(row))})", row)


def read_setting(connection: Connection, name: str) -> Any:
    """What the project itself keeps under this name, None where there is nothing."""
    row = connection.execute("SELECT value FROM main.setting WHERE name = ?", (name,)).fetchone()
    return None if row is None else json.loads(row[0])


def read_settings(connection: Connection) -> dict[str, Any]:
    """All settings of the project itself."""
    return {name: json.loads(value) for name, value in connection.execute("SELECT name, value FROM main.setting")}


def write_setting(connection: Connection, name: str, value: Any) -> None:
    """Keep something in the project."""
    text = json.dumps(value, ensure_ascii=False)
    connection.execute("INSERT OR REPLACE INTO main.setting (name, value) VALUES (?, ?)", (name, text))


def hide_people(connection: Connection, called: Mapping[str, str], but: str, settings: Mapping[str, Any]) -> None:
    """Let this connection, which only reads, see these names and these settings in the place of the project's."""
    show_people(connection)
    with _temporary(connection):
        for table in STANDING:
            connection.execute(f"CREATE TEMP TABLE {table} AS SELECT * FROM main.{table}")
        connection.execute(f"CREATE TEMP TABLE {_CALLED} (name TEXT PRIMARY KEY, called TEXT)")
        rows: list[tuple[str, str | None]] = [*called.items(), *([(but, None)] if but else ())]
        connection.executemany(f"INSERT INTO temp.{_CALLED} (name, called) VALUES (?, ?)", rows)
        connection.executemany(
            "UPDATE temp.annotator SET name = ? WHERE name = ? AND kind IN ('human', 'gold')",
            [(new, name) for name, new in called.items()],
        )
        connection.execute("DELETE FROM temp.setting")
        connection.executemany(
            "INSERT INTO temp.setting (name, value) VALUES (?, ?)",
            [(name, json.dumps(value, ensure_ascii=False)) for name, value in settings.items()],
        )
        connection.execute("CREATE INDEX temp.annotator_row ON annotator (id)")


def show_people(connection: Connection) -> None:
    """Let it see the project's own again."""
    with _temporary(connection):
        connection.execute("DROP VIEW IF EXISTS temp.document")
        for table in (*STANDING, _CALLED, _SHORT):
            connection.execute(f"DROP TABLE IF EXISTS temp.{table}")


def show_short_names(connection: Connection, shorten: Callable[[Collection[str]], dict[str, str]]) -> dict[str, str]:
    """Let this connection, which only reads, see judges and systems by short names until ``show_people``; what was
    shortened, as name to short name. ``shorten`` gives that of the names of either kind."""
    judges = [name for (name,) in connection.execute("SELECT name FROM annotator WHERE kind IN ('judge', 'import')")]
    systems = [name for (name,) in connection.execute("SELECT DISTINCT system FROM main.document WHERE system <> ''")]
    short_judges, short_systems = shorten(judges), shorten(systems)
    with _temporary(connection):
        if short_judges:
            if not connection.execute("SELECT 1 FROM temp.sqlite_master WHERE name = 'annotator'").fetchone():
                connection.execute("CREATE TEMP TABLE annotator AS SELECT * FROM main.annotator")
                connection.execute("CREATE INDEX temp.annotator_row ON annotator (id)")
            connection.executemany(
                "UPDATE temp.annotator SET name = ? WHERE name = ? AND kind IN ('judge', 'import')",
                [(short, name) for name, short in short_judges.items()],
            )
        if short_systems:
            connection.execute(f"CREATE TEMP TABLE {_SHORT} (name TEXT PRIMARY KEY, short TEXT)")
            connection.executemany(f"INSERT INTO temp.{_SHORT} VALUES (?, ?)", list(short_systems.items()))
            short = f"coalesce((SELECT short FROM temp.{_SHORT} WHERE name = d.system), d.system) AS system"
            columns = [name for _, name, *_ in connection.execute("PRAGMA main.table_info(document)")]
            shown = ", ".join(short if name == "system" else f"d.{name} AS {name}" for name in columns)
            connection.execute(f"CREATE TEMP VIEW document AS SELECT {shown} FROM main.document AS d")
    return short_judges | short_systems


def read_hidden(connection: Connection) -> tuple[dict[str, str], str]:
    """(names and what stands for them, who keeps their name) while ``hide_people`` is in force; else nobody."""
    table_row = connection.execute("SELECT 1 FROM temp.sqlite_master WHERE name = ?", (_CALLED,)).fetchone()
    if table_row is None:
        return {}, ""
    rows = dict(connection.execute(f"SELECT name, called FROM temp.{_CALLED}").fetchall())
    own = next((name for name, called in rows.items() if called is None), "")
    return {name: called for name, called in rows.items() if called is not None}, own


def read_wordings(connection: Connection, texts: bool) -> Iterator[tuple[str, str, str]]:
    """(what it is, item key, text) of all that pseudonyms do not change; without ``texts`` only of labels."""
    for what, text, query in _PLACES:
        if texts or not text:
            for key, words in connection.execute(query):
                yield what, key, words


@contextmanager
def _temporary(connection: Connection) -> Iterator[None]:
    """Where temporary tables may be made: the file itself is open for reading."""
    only = connection.execute("PRAGMA query_only").fetchone()[0]
    connection.execute("PRAGMA query_only = OFF")
    try:
        yield
    finally:
        connection.execute(f"PRAGMA query_only = {only}")
