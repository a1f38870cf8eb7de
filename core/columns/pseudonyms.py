"""Pseudonyms of people: person-1, person-2, … in every export and package that asks for them.

Nothing is written anew: a table of the connection stands before the project's own, so that whoever reads names reads
these. Names inside notes and other texts are what somebody wrote, and stay.
"""

from __future__ import annotations

import hashlib
import sqlite3

from galley.core.domain import AnnotatorKind


def called(connection: sqlite3.Connection, but: str = "") -> dict[int, str]:
    """Pseudonyms by row id, in an order that tells nothing of names or of who came first, the same every time; ``but``
    keeps their name."""
    query = "SELECT id, name FROM main.annotator WHERE kind = ?"
    people = connection.execute(query, (AnnotatorKind.HUMAN.value,)).fetchall()
    people.sort(key=lambda row: hashlib.sha256(row[1].encode()).digest())
    return {row: f"person-{number}" for number, (row, name) in enumerate(people, 1) if name != but}


def put(connection: sqlite3.Connection, but: str = "") -> None:
    """Let this connection, which only reads, see pseudonyms from here on."""
    only = connection.execute("PRAGMA query_only").fetchone()[0]
    connection.execute("PRAGMA query_only = OFF")  # for a temporary table; the file itself is open for reading
    connection.execute("DROP TABLE IF EXISTS temp.annotator")
    connection.execute("CREATE TEMP TABLE annotator AS SELECT * FROM main.annotator")
    names = [(name, row) for row, name in called(connection, but).items()]
    connection.executemany("UPDATE temp.annotator SET name = ? WHERE id = ?", names)
    connection.execute("CREATE INDEX temp.annotator_row ON annotator (id)")
    connection.execute(f"PRAGMA query_only = {only}")


def take_away(connection: sqlite3.Connection) -> None:
    """Let it see names again."""
    only = connection.execute("PRAGMA query_only").fetchone()[0]
    connection.execute("PRAGMA query_only = OFF")
    connection.execute("DROP TABLE IF EXISTS temp.annotator")
    connection.execute(f"PRAGMA query_only = {only}")
