"""Whether the rows of a project file are what Galley writes and fit each other, whatever they mean.

Each check takes a connection of ``attach_beside_empty`` and gives plain sentences about what it found.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import orjson

from galley.core.errors import RESTORE, NotAProject
from galley.core.storage import json_shapes, project_file, schema
from galley.core.storage.file_trust import short
from galley.core.storage.record_rows import fingerprint, writable
from galley.core.typed_reading import fits

SHOWN = 20
"""Sentences of a kind that are spelt out."""
TIME = "[1-8]" + "[0-9]" * 3 + "-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]." + "[0-9]" * 6 + "+00:00"
"""A decision's, as a pattern; see ``replay.LATEST``."""


def attach_beside_empty(path: Path) -> sqlite3.Connection:
    """An empty database in memory with a project's tables, and the project itself attached to it, read-only, as
    ``file``."""
    connection = sqlite3.connect("file::memory:", uri=True, isolation_level=None)
    try:
        for statement in schema.statements(schema.SCRIPT.read_text(encoding="utf-8")):
            if not statement.lstrip().startswith("CREATE TRIGGER"):
                connection.execute(statement)
        project_file.attach(connection, path, "file")
        connection.execute("BEGIN")
    except project_file.TROUBLE as error:
        connection.close()
        try:
            raise project_file.explain(error, path) from error
        except project_file.TROUBLE:  # an encoding of another kind, which SQLite will not attach
            raise NotAProject(f"{path} is damaged ({error}); {RESTORE}.") from error
    except BaseException:
        connection.close()
        raise
    return connection


def copy_tables(connection: sqlite3.Connection, tables: Sequence[str]) -> None:
    """Fill these tables of the main database with what the file holds, and with nothing else."""
    for table in reversed(tables):
        connection.execute(f"DELETE FROM main.{table}")
    for table in tables:
        connection.execute(f"INSERT INTO main.{table} SELECT * FROM file.{table}")


def empty_tables(connection: sqlite3.Connection, tables: Sequence[str]) -> None:
    """Empty these tables of the main database; those come first that point at others."""
    for table in tables:
        connection.execute(f"DELETE FROM main.{table}")


def find_incomplete_decisions(connection: sqlite3.Connection, condition: str) -> list[tuple[str, str]]:
    """(uid, action) of the decisions of the file of which an SQL condition holds."""
    return connection.execute(f"SELECT uid, action FROM file.decision WHERE {condition}").fetchall()


def find_wrong_times(connection: sqlite3.Connection) -> list[tuple[str, str]]:
    """(uid, time) of the decisions of the file whose time Galley never writes."""
    return connection.execute(f"SELECT uid, at FROM file.decision WHERE at NOT GLOB '{TIME}'").fetchall()


def check_file(connection: sqlite3.Connection) -> Iterator[str]:
    """SQLite finds the file in order."""
    for (what,) in connection.execute(f"PRAGMA file.integrity_check({SHOWN})"):
        if what != "ok":
            yield f"The file is damaged: {what}."


def check_references(connection: sqlite3.Connection) -> Iterator[str]:
    """No row points at one that is not there."""
    for table, row, parent, _ in connection.execute("PRAGMA file.foreign_key_check"):
        yield f"Row {row} of the table {table} points at a row of {parent} that is not there."


def check_encoding(connection: sqlite3.Connection) -> Iterator[str]:
    """Every text is UTF-8, which SQLite itself does not look at."""
    tables = connection.execute("SELECT name FROM main.sqlite_master WHERE type = 'table' AND sql LIKE '%STRICT%'")
    for (table,) in tables.fetchall():
        columns = connection.execute(f"PRAGMA main.table_info({table})").fetchall()
        texts = " || ".join(f"coalesce({name}, '')" for _, name, kind, *_ in columns if kind in ("TEXT", "ANY"))
        connection.text_factory = bytes
        try:
            rows = connection.execute(f"SELECT {texts} FROM file.{table}") if texts else ()
            wrong = sum(not _is_utf8(text) for (text,) in rows)
        finally:
            connection.text_factory = str
        if wrong:
            yield f"The table {table} holds text that is not UTF-8 (rows: {wrong:,}); {RESTORE}."


def _is_utf8(text: bytes) -> bool:
    try:
        text.decode()
    except UnicodeDecodeError:
        return False
    return True


def check_constraints(connection: sqlite3.Connection) -> Iterator[str]:
    """Every row is what its table's constraints ask for: SQLite looks at them in a file that it may write only."""
    tables = connection.execute("SELECT name, sql FROM main.sqlite_master WHERE type = 'table' AND sql LIKE '%CHECK%'")
    for table, sql in tables.fetchall():
        for condition in conditions(sql):
            query = f"SELECT count(*) FROM file.{table} WHERE NOT ({condition})"
            if count := connection.execute(query).fetchone()[0]:
                yield f"The table {table} holds rows that Galley never writes (rows: {count:,})."


def conditions(sql: str) -> Iterator[str]:
    """What stands in the parentheses behind each CHECK of a table."""
    for match in re.finditer(r"\bCHECK \(", sql):
        depth = 1
        for at in range(match.end(), len(sql)):
            depth += {"(": 1, ")": -1}.get(sql[at], 0)
            if depth == 0:
                yield sql[match.end() : at]
                break


def check_json(connection: sqlite3.Connection) -> Iterator[str]:
    """What is kept as JSON is JSON, of the form that is read there, and can be written again."""
    for table, columns in json_shapes.COLUMNS.items():
        for column, shape in columns.items():
            texts = connection.execute(f"SELECT {column} FROM file.{table} WHERE {column} IS NOT NULL")
            if count := sum(not _is_json(text, shape) for (text,) in texts):
                yield f"The table {table} holds what is not JSON as {column}, or not of its form (rows: {count:,})."
    for name, text in connection.execute("SELECT name, value FROM file.setting"):
        if not _is_json(text, json_shapes.of_setting(name)):
            yield f"The setting {short(name)} is not JSON, or not of its form."


def _is_json(text: str, shape: Any) -> bool:
    try:
        value = orjson.loads(text)
    except ValueError:
        return False
    return fits(value, shape) and writable(value)


def check_offsets(connection: sqlite3.Connection) -> Iterator[str]:
    """Units lie inside their documents, in one run behind the unit of the whole."""
    named = "(SELECT key FROM file.item WHERE item.id = item_id), document.name"
    for key, name, row in connection.execute(
        f'SELECT {named}, unit.id FROM file.unit JOIN file.document ON document.id = document_id WHERE "end" > length'
    ):
        yield f"Item {short(key)}, document {short(name)}: the unit {row} lies outside the text."
    for key, name in connection.execute(
        f"SELECT {named} FROM file.document LEFT JOIN file.unit ON unit.id = whole_id WHERE document_id IS NOT"
        " document.id OR kind <> 'whole' OR start <> 0 OR \"end\" <> length"
    ):
        yield f"Item {short(key)}, document {short(name)}: its unit “whole” is not the whole text."
    for key, name in connection.execute(
        f"SELECT {named} FROM file.document WHERE units <> (SELECT count(*) FROM file.unit WHERE unit.id > whole_id"
        " AND unit.id <= whole_id + units AND document_id = document.id AND unit.text IS NULL AND kind <> 'whole'"
        " AND position = unit.id - whole_id - 1)"
    ):
        yield f"Item {short(key)}, document {short(name)}: its units do not follow each other without a gap."
    for row, key in connection.execute(
        "SELECT unit.id, key FROM file.unit JOIN file.document ON document.id = document_id JOIN file.item"
        " ON item.id = item_id WHERE unit.text IS NULL AND kind <> 'whole'"
        " AND (unit.id <= whole_id OR unit.id > whole_id + units)"
    ):
        yield f"Item {short(key)}: the unit {row} belongs to a document that does not count it."


def check_texts(connection: sqlite3.Connection) -> Iterator[str]:
    """Texts, places of units and speakers are those that came in."""
    units = connection.execute(
        'SELECT document.id, start, "end", speaker FROM file.document CROSS JOIN file.unit ON unit.id > whole_id'
        " AND unit.id <= whole_id + units ORDER BY document.id, unit.id"
    )
    for row, key, name, text, length, count, digest in connection.execute(
        "SELECT document.id, key, name, text, length, units, hash FROM file.document JOIN file.item"
        " ON item.id = item_id ORDER BY document.id"
    ):
        places = list(islice(units, count))
        spans = [(start, end) for _, start, end, _ in places]
        speakers = [speaker for *_, speaker in places if speaker is not None]
        if len(text) != length or digest != fingerprint(text, spans, speakers) or any(p[0] != row for p in places):
            yield f"Item {short(key)}, document {short(name)}: the text or its units are not what was imported."


def check_places(connection: sqlite3.Connection) -> Iterator[str]:
    """Spans and evidence lie inside their units, and everything about an item belongs to it."""
    length = (
        'CASE WHEN unit.text IS NULL THEN unit."end" - unit.start WHEN instr(unit.text, char(0)) > 0'
        " THEN length(CAST(unit.text AS BLOB)) ELSE length(unit.text) END"
    )
    for what, key in connection.execute(
        "SELECT 'span', key FROM file.span JOIN file.verdict ON verdict.id = verdict_id JOIN file.unit"
        f' ON unit.id = unit_id JOIN file.item ON item.id = item_id WHERE span."end" > {length} UNION ALL'
        " SELECT 'piece of evidence', key FROM file.evidence JOIN file.verdict ON verdict.id = verdict_id"
        " JOIN file.unit ON unit.id = evidence.unit_id JOIN file.item ON item.id = item_id"
        f' WHERE evidence."end" > {length}'
    ):
        yield f"Item {short(key)}: a {what} lies outside its unit."
    for key, row in connection.execute(
        "SELECT key, verdict.id FROM file.verdict JOIN file.item ON item.id = verdict.item_id JOIN file.unit"
        " ON unit.id = unit_id JOIN file.document ON document.id = unit.document_id JOIN file.document AS target"
        " ON target.id = target_id WHERE document.item_id <> verdict.item_id OR target.item_id <> verdict.item_id"
    ):
        yield f"Item {short(key)}: the verdict {row} is about a text of another item."
    for what, joined in ELSEWHERE.items():
        for (key,) in connection.execute(f"SELECT item.key FROM {joined}"):
            yield f"Item {short(key)}: {what} is about a text of another item."
    for key, uid in connection.execute(
        "SELECT key, decision.uid FROM file.decision JOIN file.item ON item.id = decision.item_id"
        " JOIN file.decision AS about ON about.id = decision.refers_id"
        " WHERE about.item_id <> decision.item_id OR about.reviewer_id <> decision.reviewer_id"
    ):
        yield f"Item {short(key)}: the decision {uid} undoes a decision of another reviewer or item."


_OF_UNIT = "JOIN file.unit ON unit.id = {} JOIN file.document ON document.id = document_id"
ELSEWHERE = {
    "what a reviewer attached": f"file.attached {_OF_UNIT.format('attached.source_id')} JOIN file.item"
    " ON item.id = attached.item_id WHERE document.item_id <> attached.item_id",
    "a piece of evidence": "file.evidence JOIN file.verdict ON verdict.id = verdict_id "
    + _OF_UNIT.format("evidence.unit_id")
    + " JOIN file.item ON item.id = verdict.item_id WHERE document.item_id <> verdict.item_id",
    "what a judge was asked or a person finished": "file.judged JOIN file.document ON document.id = target_id"
    " JOIN file.item ON item.id = judged.item_id WHERE document.item_id <> judged.item_id",
    "a finish of a whole document": "file.silent_whole JOIN file.document ON document.id = target_id"
    " JOIN file.item ON item.id = silent_whole.item_id WHERE document.item_id <> silent_whole.item_id",
    **{
        f"a {table}": f"file.{table} {_OF_UNIT.format(f'{table}.unit_id')} JOIN file.item ON item.id = {table}.item_id"
        f" WHERE document.item_id <> {table}.item_id"
        for table in ("decision", "note")
    },
    **{
        f"the target of a {table}": f"file.{table} JOIN file.document ON document.id = {table}.target_id"
        f" JOIN file.item ON item.id = {table}.item_id WHERE document.item_id <> {table}.item_id"
        for table in ("decision", "note", "call")
    },
    "the flag of a decision": "file.decision JOIN file.verdict ON verdict.id = flag_id"
    " JOIN file.item ON item.id = decision.item_id WHERE verdict.item_id <> decision.item_id",
    "the source of a unit": "file.unit_source JOIN file.unit ON unit.id = unit_id"
    " JOIN file.document ON document.id = unit.document_id JOIN file.item ON item.id = document.item_id"
    " JOIN file.unit AS origin ON origin.id = source_id JOIN file.document AS home ON home.id = origin.document_id"
    " WHERE home.item_id <> document.item_id",
}
"""What belongs to an item and names a text: the rows whose text is another item's."""
