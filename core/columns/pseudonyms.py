"""Pseudonyms of people: person-1, person-2, … in every export and package that asks for them.

Nothing is written anew: tables of the connection stand before the project's own, so that whoever reads names, or
settings with names, reads these. Names inside notes and other texts are what somebody wrote, and stay.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Mapping
from typing import Any

from galley.core.domain import AnnotatorKind

PUT = ("annotator", "setting")
"""Tables that stand before the project's own."""
_NAMED = {"package": "reviewer", "person-checks": "by", "frozen": "by"}
"""Settings with the field that names somebody."""
_OTHERS = (
    "SELECT reviewer FROM main.package UNION SELECT key FROM json_each((SELECT value FROM main.setting WHERE name ="
    " 'roles')) UNION SELECT json_extract(value, '$.' || column2) FROM main.setting JOIN"
    f" (VALUES {', '.join(str(pair) for pair in _NAMED.items())}) ON column1 = name"
)


def called(connection: sqlite3.Connection, but: str = "") -> dict[int, str]:
    """Pseudonyms by row id, in an order that tells nothing of names or of who came first, the same every time; ``but``
    keeps their name."""
    query = "SELECT id, name FROM main.annotator WHERE kind = ?"
    people = connection.execute(query, (AnnotatorKind.HUMAN.value,)).fetchall()
    people.sort(key=lambda row: hashlib.sha256(row[1].encode()).digest())
    return {row: f"person-{number}" for number, (row, name) in enumerate(people, 1) if name != but}


def everybody(connection: sqlite3.Connection, but: str = "") -> dict[str, str]:
    """The same by name, also of those who were only handed something, have a role or set something."""
    names = dict(connection.execute("SELECT id, name FROM main.annotator").fetchall())
    known = called(connection, but)
    found = {names[row]: name for row, name in known.items()}
    others = {name for (name,) in connection.execute(_OTHERS) if name and name not in names.values()} - {but}
    more = sorted(others, key=lambda name: hashlib.sha256(name.encode()).digest())
    return found | {name: f"person-{number}" for number, name in enumerate(more, len(called(connection)) + 1)}


def put(connection: sqlite3.Connection, but: str = "") -> None:
    """Let this connection, which only reads, see pseudonyms from here on."""
    only = connection.execute("PRAGMA query_only").fetchone()[0]
    connection.execute("PRAGMA query_only = OFF")  # for a temporary table; the file itself is open for reading
    for table in PUT:
        connection.execute(f"DROP TABLE IF EXISTS temp.{table}")
        connection.execute(f"CREATE TEMP TABLE {table} AS SELECT * FROM main.{table}")
    names = [(name, row) for row, name in called(connection, but).items()]
    connection.executemany("UPDATE temp.annotator SET name = ? WHERE id = ?", names)
    settings = connection.execute("SELECT name, value FROM main.setting").fetchall()
    people = everybody(connection, but)
    connection.executemany("UPDATE temp.setting SET value = ? WHERE name = ?", [
        (json.dumps(_renamed(name, json.loads(value), people), ensure_ascii=False), name)
        for name, value in settings if name == "roles" or name in _NAMED
    ])  # fmt: skip
    connection.execute("CREATE INDEX temp.annotator_row ON annotator (id)")
    connection.execute(f"PRAGMA query_only = {only}")


def take_away(connection: sqlite3.Connection) -> None:
    """Let it see names again."""
    only = connection.execute("PRAGMA query_only").fetchone()[0]
    connection.execute("PRAGMA query_only = OFF")
    for table in PUT:
        connection.execute(f"DROP TABLE IF EXISTS temp.{table}")
    connection.execute(f"PRAGMA query_only = {only}")


def _renamed(setting: str, value: dict[str, Any], people: Mapping[str, str]) -> dict[str, Any]:
    if setting == "roles":
        return {people.get(name, name): role for name, role in value.items()}
    field = _NAMED[setting]
    return {**value, field: people.get(value.get(field, ""), value.get(field))}
