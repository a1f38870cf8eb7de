"""``galley check``: whether a project is what it should be. Looks only; what is compared is built in memory.

Each check gives plain sentences about what it found, and the first ``SHOWN`` of a kind are spelt out.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

from galley.core.errors import RESTORE, NotAProject
from galley.core.project import files, schema
from galley.core.project.compare import counts, logs, search_index
from galley.core.project.project import Project
from galley.core.project.rows import fingerprint

SHOWN = 20

JSON = {
    "setting": ("value",),
    "item_meta": ("value",),
    "document": ("meta",),
    "unit": ("meta",),
    "run": ("settings",),
    "request": ("body",),
    "batch": ("calls",),
    "decision": ("spans", "asked", "replaced", "made"),
    "package": ("settings",),
    "merged": ("report",),
}
"""The columns that hold JSON."""

Progress = Callable[[int, int], bool]
Check = Callable[[sqlite3.Connection], Iterator[str]]


def check(project: Project | Path | str, progress: Progress | None = None) -> list[str]:
    """What is wrong with a project, one sentence each; an empty list where nothing is.

    ``progress`` is called with (checks done, checks in all). The file is not changed, and may be open elsewhere.

    Raises: NotAProject, NewerProject where the file is no project that can be looked into.
    """
    path = project.path if isinstance(project, Project) else Path(project).absolute()
    if not isinstance(project, Project):
        files.roll_back(path)
        version = files.probe(path)
        if version < schema.VERSION:
            return [f"The project is of schema {version}; open it once with galley open, which migrates it."]
    found: list[str] = []
    try:
        connection = beside(path)
    except NotAProject as error:
        return [f"The file is damaged ({error.__cause__}); {RESTORE}."]
    with closing(connection):
        for done, each in enumerate(CHECKS):
            if progress:
                progress(done, len(CHECKS))
            try:
                found += _capped(each(connection))
            except Exception as error:
                found.append(_stopped(error, path, bool(found)))
                break
    if progress:
        progress(len(CHECKS), len(CHECKS))
    return found


def _stopped(error: Exception, path: Path, damaged: bool) -> str:
    """Why no further check is made. Raises: ``error`` where no damage explains it."""
    if isinstance(error, files.TROUBLE):
        try:
            if isinstance(explained := files.explain(error, path), NotAProject):
                return f"The file is damaged ({error}); {RESTORE}."
            raise explained from error
        except sqlite3.Error:
            pass  # a bug, unless damage explains it
    if not damaged:
        raise error
    return "The rest was not looked at, since what was found so far keeps it from being read."


def beside(path: Path) -> sqlite3.Connection:
    """An empty database in memory with a project's tables, and the project itself attached to it, read-only, as
    ``file``."""
    connection = sqlite3.connect("file::memory:", uri=True, isolation_level=None)
    try:
        for statement in schema.statements(schema.SCRIPT.read_text(encoding="utf-8")):
            if not statement.lstrip().startswith("CREATE TRIGGER"):
                connection.execute(statement)
        connection.execute("ATTACH DATABASE ? AS file", (files.read_uri(path),))
        connection.execute("BEGIN")
    except files.TROUBLE as error:
        connection.close()
        raise files.explain(error, path) from error
    except BaseException:
        connection.close()
        raise
    return connection


def _capped(sentences: Iterator[str]) -> list[str]:
    found: list[str] = []
    more = 0
    for sentence in sentences:
        if len(found) < SHOWN:
            found.append(sentence)
        else:
            more += 1
    return [*found, f"… and {more:,} more of this kind."] if more else found


def _file(connection: sqlite3.Connection) -> Iterator[str]:
    for (what,) in connection.execute(f"PRAGMA file.integrity_check({SHOWN})"):
        if what != "ok":
            yield f"The file is damaged: {what}."


def _references(connection: sqlite3.Connection) -> Iterator[str]:
    for table, row, parent, _ in connection.execute("PRAGMA file.foreign_key_check"):
        yield f"Row {row} of the table {table} points at a row of {parent} that is not there."


def _schema(connection: sqlite3.Connection) -> Iterator[str]:
    """Every table, index and trigger is there as this version makes it."""
    query = "SELECT type, name, sql FROM {}.sqlite_master WHERE sql IS NOT NULL"
    there = {(kind, name): sql for kind, name, sql in connection.execute(query.format("file"))}
    with closing(sqlite3.connect(":memory:")) as fresh:
        for statement in schema.statements(schema.SCRIPT.read_text(encoding="utf-8")):
            fresh.execute(statement)
        for kind, name, sql in fresh.execute(query.format("main")).fetchall():
            if (kind, name) not in there:
                yield f"The {kind} {name} is missing."
            elif there[kind, name] != sql:
                yield f"The {kind} {name} is not as Galley makes it."


def _encoding(connection: sqlite3.Connection) -> Iterator[str]:
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


def _constraints(connection: sqlite3.Connection) -> Iterator[str]:
    """Every row is what its table's constraints ask for: SQLite looks at them in a file that it may write only."""
    tables = connection.execute("SELECT name, sql FROM main.sqlite_master WHERE type = 'table' AND sql LIKE '%CHECK%'")
    for table, sql in tables.fetchall():
        for condition in conditions(sql):
            query = f"SELECT count(*) FROM file.{table} WHERE NOT ({condition})"
            if count := connection.execute(query).fetchone()[0]:
                yield f"The table {table} holds rows that Galley never writes (rows: {count:,})."


def conditions(sql: str) -> Iterator[str]:
    """What stands in the parentheses behind each CHECK of a table."""
    for found in re.finditer(r"\bCHECK \(", sql):
        depth = 1
        for at in range(found.end(), len(sql)):
            depth += {"(": 1, ")": -1}.get(sql[at], 0)
            if depth == 0:
                yield sql[found.end() : at]
                break


def _json(connection: sqlite3.Connection) -> Iterator[str]:
    """What is kept as JSON is JSON."""
    for table, columns in JSON.items():
        for column in columns:
            count = connection.execute(
                f"SELECT count(*) FROM file.{table} WHERE {column} IS NOT NULL AND NOT json_valid({column})"
            ).fetchone()[0]
            if count:
                yield f"The table {table} holds what is no JSON as {column} (rows: {count:,})."


def _offsets(connection: sqlite3.Connection) -> Iterator[str]:
    """Units lie inside their documents, in one run behind the unit of the whole."""
    named = "(SELECT key FROM file.item WHERE item.id = item_id), document.name"
    for key, name, row in connection.execute(
        f'SELECT {named}, unit.id FROM file.unit JOIN file.document ON document.id = document_id WHERE "end" > length'
    ):
        yield f"Item {key!r}, document {name!r}: the unit {row} lies outside the text."
    for key, name in connection.execute(
        f"SELECT {named} FROM file.document LEFT JOIN file.unit ON unit.id = whole_id WHERE document_id IS NOT"
        " document.id OR kind <> 'whole' OR start <> 0 OR \"end\" <> length"
    ):
        yield f"Item {key!r}, document {name!r}: its unit “whole” is not the whole text."
    for key, name in connection.execute(
        f"SELECT {named} FROM file.document WHERE units <> (SELECT count(*) FROM file.unit WHERE unit.id > whole_id"
        " AND unit.id <= whole_id + units AND document_id = document.id AND unit.text IS NULL AND kind <> 'whole'"
        " AND position = unit.id - whole_id - 1)"
    ):
        yield f"Item {key!r}, document {name!r}: its units do not follow each other without a gap."
    for row, key in connection.execute(
        "SELECT unit.id, key FROM file.unit JOIN file.document ON document.id = document_id JOIN file.item"
        " ON item.id = item_id WHERE unit.text IS NULL AND kind <> 'whole'"
        " AND (unit.id <= whole_id OR unit.id > whole_id + units)"
    ):
        yield f"Item {key!r}: the unit {row} belongs to a document that does not count it."


def _texts(connection: sqlite3.Connection) -> Iterator[str]:
    """Texts, places of units and speakers are those that came in."""
    units = connection.execute(
        'SELECT document.id, start, "end", speaker FROM file.document CROSS JOIN file.unit ON unit.id > whole_id'
        " AND unit.id <= whole_id + units ORDER BY document.id, unit.id"
    )
    for row, key, name, text, length, count, digest in connection.execute(
        "SELECT document.id, key, name, text, length, units, hash FROM file.document JOIN file.item"
        " ON item.id = item_id ORDER BY document.id"
    ):
        places = [units.fetchone() or (0, 0, 0, None) for _ in range(count)]
        spans = [(start, end) for _, start, end, _ in places]
        speakers = [speaker for *_, speaker in places if speaker is not None]
        if len(text) != length or digest != fingerprint(text, spans, speakers) or any(p[0] != row for p in places):
            yield f"Item {key!r}, document {name!r}: the text or its units are not what was imported."


def _places(connection: sqlite3.Connection) -> Iterator[str]:
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
        yield f"Item {key!r}: a {what} lies outside its unit."
    for key, row in connection.execute(
        "SELECT key, verdict.id FROM file.verdict JOIN file.item ON item.id = verdict.item_id JOIN file.unit"
        " ON unit.id = unit_id JOIN file.document ON document.id = unit.document_id JOIN file.document AS target"
        " ON target.id = target_id WHERE document.item_id <> verdict.item_id OR target.item_id <> verdict.item_id"
    ):
        yield f"Item {key!r}: the verdict {row} is about a text of another item."
    for key, uid in connection.execute(
        "SELECT key, decision.uid FROM file.decision JOIN file.item ON item.id = decision.item_id"
        " JOIN file.decision AS about ON about.id = decision.refers_id"
        " WHERE about.item_id <> decision.item_id OR about.reviewer_id <> decision.reviewer_id"
    ):
        yield f"Item {key!r}: the decision {uid} takes back what another reviewer or another item's decision did."


CHECKS: tuple[Check, ...] = (
    _file, _schema, _references, _encoding, _constraints, _json, _offsets, _texts, _places, logs, counts, search_index,
)  # fmt: skip
