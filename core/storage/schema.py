"""The schema of a project file: its identity, its versions and the way from one to the next.

Format history
--------------
1   the first: items, documents, units, schemes, verdicts, decisions, runs, scores
2   units with fields of their own, revisions of derived units, calls behind a verdict, packages and merged answers
3   what a reviewer had seen of a cell when they decided it; protocols and tasks: of what task and round a decision is,
    what a finish left, earlier rounds, known answers, what is assigned and revoked, and what all of it comes to;
    a seal for each decision
4   log entries for rules, roles, known answers and revocations; the model that answered a call; judges' flags on units
    that their criterion does not ask about are taken out

A migration is a function registered below; sqlite-utils keeps the list of those that were applied, each in a
transaction of its own. ``user_version`` repeats the number, so that a project can be recognised from its header
without loading a library. A migration never runs before a backup was made (``project_file.open_writable``).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from galley.core.new_files import APPLICATION_ID

Recount = Callable[[sqlite3.Connection, int], None]
"""Counts again what the rows mean once they have the form of a version (``project/migration_counts.py``)."""

VERSION = 4
MIGRATION_SET = "galley"
SCRIPT = Path(__file__).with_suffix(".sql")


def script(version: int) -> Path:
    """The script that lays out a project of this version; an earlier version's says what to expect of such a file."""
    return SCRIPT if version == VERSION else SCRIPT.with_name(f"{SCRIPT.stem}_{version}.sql")


STEPS = tuple(f"{version:04}" for version in range(1, VERSION + 1))
"""The names of all migrations."""
APPLIED = """
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
"""
"""Where sqlite-utils keeps the list of applied migrations, as it lays this table out itself."""


def create(connection: sqlite3.Connection) -> None:
    """Lay out an empty project in ``connection``'s database and set its identity.

    The script has the form of ``VERSION``, so nothing is migrated and sqlite-utils, which takes longer to load than all
    of this, is not needed; every migration is noted as applied.
    """
    from galley.core.storage import log_hashes

    rows = ", ".join(f"('{MIGRATION_SET}', '{name}', '{datetime.now(UTC)}')" for name in STEPS)
    connection.executescript(
        f"PRAGMA application_id = {APPLICATION_ID}; BEGIN; {APPLIED} {SCRIPT.read_text(encoding='utf-8')}"
        f' INSERT INTO "_sqlite_migrations" (migration_set, name, applied_at) VALUES {rows};'
        f" PRAGMA user_version = {VERSION};"
    )
    log_hashes.begin(connection)
    connection.commit()


def create_in_memory() -> sqlite3.Connection:
    """A connection to an empty project that is in no file."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    create(connection)
    return connection


def migrate(connection: sqlite3.Connection, recount: Recount) -> None:
    """Bring the database from whatever version it has to ``VERSION``, one transaction a step, which ``recount`` ends.
    """
    import sqlite_utils
    from sqlite_utils import Migrations

    from galley.core.storage import log_hashes

    migrations = Migrations(MIGRATION_SET)

    @migrations(name="0001")
    def first(db: sqlite_utils.Database) -> None:
        for statement in statements(SCRIPT.read_text(encoding="utf-8")):
            db.conn.execute(statement)
        log_hashes.begin(db.conn)

    @migrations(name="0002")
    def second(db: sqlite_utils.Database) -> None:
        _lay_out_anew(db.conn)

    @migrations(name="0003")
    def third(db: sqlite_utils.Database) -> None:
        _lay_out_anew(db.conn)
        log_hashes.begin(db.conn)
        recount(db.conn, 3)

    @migrations(name="0004")
    def fourth(db: sqlite_utils.Database) -> None:
        _lay_out_anew(db.conn)
        if log_hashes.count_missing(db.conn):  # earlier versions did not say in the log how many went
            log_hashes.account(db.conn, "erased", {"what": "before version 4"})
        recount(db.conn, 4)

    enforced = connection.execute("PRAGMA foreign_keys").fetchone()[0]
    connection.execute("PRAGMA foreign_keys = OFF")  # a table that is laid out again is away for a moment
    try:
        migrations.apply(sqlite_utils.Database(connection, execute_plugins=False))
    finally:
        connection.execute(f"PRAGMA foreign_keys = {enforced}")
    connection.execute(f"PRAGMA user_version = {VERSION}")


def _lay_out_anew(connection: sqlite3.Connection) -> None:
    """Give every table, index and trigger the form that the script has; rows keep the columns that both forms know.

    Altering tables in place would leave their SQL other than the script's, and `galley project check` compares the two.
    Raises: sqlite3.IntegrityError where a row points at one that is not there.
    """
    query = "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'"
    with closing(sqlite3.connect(":memory:")) as fresh:
        for statement in statements(SCRIPT.read_text(encoding="utf-8")):
            fresh.execute(statement)
        target_schema = {(kind, name): sql for kind, name, sql in fresh.execute(query)}
        columns = {name: _columns(fresh, name) for kind, name in target_schema if kind == "table"}
    old_schema = {(kind, name): sql for kind, name, sql in connection.execute(query)}
    legacy = connection.execute("PRAGMA legacy_alter_table").fetchone()[0]
    connection.execute("PRAGMA legacy_alter_table = ON")  # other tables go on pointing at the name, not at the old one
    for kind, name in old_schema:
        if kind == "trigger":
            connection.execute(f"DROP TRIGGER {name}")
    for (kind, name), sql in target_schema.items():
        old = old_schema.get((kind, name))
        if kind != "table" or old == sql:
            continue
        if old is None:
            connection.execute(sql)
            continue
        old_columns = _columns(connection, name)
        shared = ", ".join(f'"{column}"' for column in columns[name] if column in old_columns)
        connection.execute(f"ALTER TABLE {name} RENAME TO earlier_{name}")
        connection.execute(sql)
        connection.execute(f"INSERT INTO {name} ({shared}) SELECT {shared} FROM earlier_{name}")
        connection.execute(f"DROP TABLE earlier_{name}")
    connection.execute(f"PRAGMA legacy_alter_table = {legacy}")
    present = {(kind, name) for kind, name, _ in connection.execute(query)}
    for place, sql in target_schema.items():
        if place not in present:
            connection.execute(sql)
    broken = connection.execute("PRAGMA foreign_key_check").fetchone()
    if broken:
        raise sqlite3.IntegrityError(f"row {broken[1]} of {broken[0]} points at a row of {broken[2]} that is not there")


def _columns(connection: sqlite3.Connection, table: str) -> list[str]:
    return [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]


def statements(script: str) -> list[str]:
    """The single statements of an SQL script (``executescript`` would commit the open transaction)."""
    complete, pending = [], ""
    for line in script.splitlines(keepends=True):
        pending += line
        if sqlite3.complete_statement(pending):
            complete.append(pending.strip())
            pending = ""
    return [statement for statement in complete if statement]
