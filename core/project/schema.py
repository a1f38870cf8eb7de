"""The schema of a project file: its identity, its versions and the way from one to the next.

Format history
--------------
1   the first: items, documents, units, schemes, verdicts, decisions, runs, scores

A migration is a function registered below; sqlite-utils keeps the list of those that were applied, each in a
transaction of its own. ``user_version`` repeats the number, so that a project can be recognised from its header
without loading a library. A migration never runs before a backup was made (``files.open_writable``).
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

APPLICATION_ID = 0x474C4C59  # "GLLY"
VERSION = 1
SCRIPT = Path(__file__).with_suffix(".sql")


def create(connection: sqlite3.Connection) -> None:
    """Lay out an empty project in ``connection``'s database and set its identity."""
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    migrate(connection)


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the database from whatever version it has to ``VERSION``, one transaction a step."""
    import sqlite_utils
    from sqlite_utils import Migrations

    migrations = Migrations("galley")

    @migrations(name="0001")
    def first(db: sqlite_utils.Database) -> None:
        for statement in statements(SCRIPT.read_text(encoding="utf-8")):
            db.conn.execute(statement)

    migrations.apply(sqlite_utils.Database(connection, execute_plugins=False))
    connection.execute(f"PRAGMA user_version = {VERSION}")


def statements(script: str) -> list[str]:
    """The single statements of an SQL script (``executescript`` would commit the open transaction)."""
    found, pending = [], ""
    for line in script.splitlines(keepends=True):
        pending += line
        if sqlite3.complete_statement(pending):
            found.append(pending.strip())
            pending = ""
    return [statement for statement in found if statement]
