"""Project files that somebody made by hand, by SQL and by bytes: what must never be a traceback and never hang.

Each entry changes a sound project (``made``) in place. ``LAYOUTS`` leave the rows alone and change what the tables,
indexes and triggers are: opening refuses them all. What leaves the layout alone and changes what it holds is in
``crafted_rows``.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from galley.core.review import items
from galley.core.review.decision_writer import DecisionWriter
from galley.core.tasks.finish import everything
from tests.core import building

Change = Callable[[Path], None]

MB = "printf('%.*c', 1000000, 'n')"

RUN = (
    "INSERT INTO run (id, uid, annotator_id, method, provider, model, started, finished, state, settings) VALUES"
    " (1, 'r1', 1, 'finesure', 'compatible', 'm', '2026-01-01T00:00:00.000000+00:00',"
    " '2026-01-01T00:01:00.000000+00:00', 'done', '{\"items\":[1],\"samples\":1}')",
    'INSERT INTO request (id, hash, body) VALUES (1, \'h\', \'{"model":"m","messages":[]}\')',
    "INSERT INTO call (run_id, item_id, target_id, part, sample, key, request_id, state, reply, attempts, cost, at)"
    " VALUES (1, 1, 3, 'p', 0, 'k', 1, 'done', '{}', 1, 0.01, '2026-01-01T00:00:30.000000+00:00')",
    "INSERT INTO batch (run_id, name, state, at, calls) VALUES (1, 'b', 'fetched', '2026-01-01T00:00:30+00:00', '{}')",
    "UPDATE verdict SET run_id = 1 WHERE id = 1",
    "INSERT INTO score (document_id, metric, annotator_id, value) VALUES (3, 'm', 1, 0.5)",
)


def made(folder: Path) -> Path:
    """Three items with a little of everything: facts, decisions, an undo, notes, gold, a run with a call, a score."""
    folder.mkdir(exist_ok=True)
    facts = [{"id": f"f{n}", "kind": "fact", "text": f"Fact {n}.", "from": [["article", n]]} for n in range(2)]
    records = (building.record(key, units=facts, meta={"topic": "ferries"}) for key in "abc")
    with building.project(folder, *records, name="made.galley") as project:
        path = project.path
        for name in ("ann", "ben"):
            desk = DecisionWriter(project, name)
            for item in (1, 2):
                view = items.load(project.read_connection(), item)
                for flag in view.flags()[:3]:
                    desk.accept(item, flag).result()
                desk.override(item, view.flags()[3]).result()
                desk.note(item, view.flags()[0].cell, "a note").result()
                desk.adjudicate(item, view.flags()[0].cell, "yes").result()
                desk.reason(item, view.flags()[1], "correct").result()
                desk.finish(view, everything(view)).result()
            desk.unsure(3, items.load(project.read_connection(), 3).flags()[0]).result()
            desk.undo().result()
    sql(*RUN)(path)
    return path


def sql(*statements: str) -> Change:
    """Runs statements with nothing in their way; the triggers are then put back as they were."""

    def change(path: Path) -> None:
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("PRAGMA synchronous = OFF")
            connection.execute("PRAGMA ignore_check_constraints = ON")
            triggers = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
            for name, _ in triggers:
                connection.execute(f"DROP TRIGGER {name}")
            for statement in statements:
                connection.execute(statement)
            for _, text in triggers:
                connection.execute(text)

    return change


def edit(name: str, old: str, new: str) -> Change:
    """Changes the words by which a table, index or trigger is declared, and nothing of what it holds."""

    def change(path: Path) -> None:
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            before = connection.execute("SELECT sql FROM sqlite_master WHERE name = ?", (name,)).fetchone()[0]
            assert old in before, f"{name} holds no {old}"
            connection.execute("PRAGMA writable_schema = ON")
            words = (before.replace(old, new, 1), name)
            connection.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?", words)
            version = connection.execute("PRAGMA schema_version").fetchone()[0]
            connection.execute(f"PRAGMA schema_version = {version + 1}")

    return change


def plain(*statements: str) -> Change:
    """Runs statements; the triggers stand."""

    def change(path: Path) -> None:
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            for statement in statements:
                connection.execute(statement)

    return change


def flipped(seed: int, where: bytes = b"") -> Change:
    """Flips a few bits; near ``where`` if that is given, else anywhere behind the first page."""
    import random

    def change(path: Path) -> None:
        chance = random.Random(seed)
        data = bytearray(path.read_bytes())
        home = data.find(where) if where else 0
        assert home >= 0
        low, high = (max(home - 40, 0), home + 40) if where else (4096, len(data))
        for _ in range(12):
            data[chance.randrange(low, min(high, len(data)))] ^= 1 << chance.randrange(8)
        path.write_bytes(data)

    return change


def bytes_at(at: int, new: bytes) -> Change:
    """Overwrites bytes of the file."""

    def change(path: Path) -> None:
        data = bytearray(path.read_bytes())
        data[at : at + len(new)] = new
        path.write_bytes(data)

    return change


def cut(part: float) -> Change:
    """Leaves only the first part of the file."""

    def change(path: Path) -> None:
        data = path.read_bytes()
        path.write_bytes(data[: int(len(data) * part)])

    return change


UID = "uid TEXT NOT NULL UNIQUE"
LAYOUTS: dict[str, Change] = {
    "decisions that clash are ignored": edit("decision", UID, UID + " ON CONFLICT IGNORE"),
    "decisions without a note are ignored": edit("decision", "note TEXT,", "note TEXT NOT NULL ON CONFLICT IGNORE,"),
    "decisions that clash replace": edit("decision", UID, UID + " ON CONFLICT REPLACE"),
    "a default for a value": edit("decision", "value ANY,", "value ANY DEFAULT 'yes',"),
    "a generated column": edit("item", "votes TEXT NOT NULL DEFAULT ''", "votes TEXT AS ('9:9') VIRTUAL"),
    "a table that is not strict": edit("unit", ") STRICT", ")"),
    "a check less": edit("unit", "0 <= start AND", ""),
    "a check that never ends": edit("note", "text TEXT NOT NULL", "text TEXT NOT NULL CHECK (length(randomblob(9e8)))"),
    "a key without regard to case": edit("item", "key TEXT NOT NULL", "key TEXT NOT NULL COLLATE NOCASE"),
    "a reference less": edit("note", "REFERENCES item (id)", ""),
    "a reference that deletes": edit(
        "decision", "REFERENCES verdict (id)", "REFERENCES verdict (id) ON DELETE CASCADE"
    ),
    "an index of less": edit("verdict_yes", "value = 'yes'", "value = 'no'"),
    "an index of a constant": edit("decision_reviewer", "(reviewer_id, at, uid)", "(reviewer_id, at, 1)"),
    "another search": edit("note_text", "remove_diacritics 2", "remove_diacritics 0"),
    "a search over another table": edit("note_text", "content = 'note'", "content = 'item'"),
    "a trigger that asks less": edit("span_inside_unit", 'NEW."end" >', 'NEW."end" > 100 +'),
    "a comment": edit("undone", "decision_id", "decision_id /* mine */"),
    "one index more": plain("CREATE UNIQUE INDEX mine ON decision (action, item_id, unit_id, criterion_id, at)"),
    "an index on an expression": plain("CREATE INDEX mine ON note (length(text))"),
    "one index less": plain("DROP INDEX verdict_item"),
    "one trigger less": plain("DROP TRIGGER decision_no_update"),
    "one table less": plain("DROP TABLE trust"),
    "one search table less": plain("DROP TABLE item_text"),
    "a column more": plain("ALTER TABLE decision ADD COLUMN mine TEXT"),
    "a trigger more": plain("CREATE TRIGGER quiet AFTER INSERT ON decision BEGIN DELETE FROM note; END"),
    "a trigger on another table": plain(
        "CREATE TABLE mine (x)", "CREATE TRIGGER quiet AFTER INSERT ON mine BEGIN DELETE FROM note; END"
    ),
    "a view": plain("CREATE VIEW mine AS SELECT * FROM item"),
    "an endless view in a table's place": plain(
        "DROP TABLE progress",
        "CREATE VIEW progress AS WITH RECURSIVE n (annotator_id) AS (SELECT 1 UNION ALL SELECT annotator_id FROM n)"
        " SELECT annotator_id, 1 AS item_id, 0 AS settled, 0 AS unsure, 0 AS finished FROM n",
    ),
    "another's table that holds on to ours": plain("CREATE TABLE mine (x REFERENCES verdict (id))"),
    "another's search": plain("CREATE VIRTUAL TABLE mine USING fts5 (x, content = 'decision')"),
    "a table of a module that there is not": edit("item_text", "fts5", "fts9"),
    "a table twice": sql(
        "PRAGMA writable_schema = ON",
        "INSERT INTO sqlite_master SELECT type, name, tbl_name, rootpage, sql FROM sqlite_master WHERE name = 'undone'",
    ),
    "an automatic index less": sql(
        "PRAGMA writable_schema = ON",
        "DELETE FROM sqlite_master WHERE name = 'sqlite_autoindex_decision_1'",
    ),
    "a table without words": sql(
        "PRAGMA writable_schema = ON", "UPDATE sqlite_master SET sql = NULL WHERE name = 'note'"
    ),
    "a table of a strange type": sql(
        "PRAGMA writable_schema = ON", "UPDATE sqlite_master SET type = 'thing' WHERE name = 'undone'"
    ),
    "a name of a megabyte": sql(
        "PRAGMA writable_schema = ON", f"UPDATE sqlite_master SET name = {MB} WHERE name = 'note'"
    ),
}
