"""``galley project check``: whether a project is what it should be. Looks only; what is compared is built in memory.

Each check gives plain sentences about what it found, and the first ``SHOWN`` of a kind are spelt out.
"""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import chain, islice
from pathlib import Path
from typing import Any, Protocol

import orjson

from galley.core.domain import Action, Stance
from galley.core.errors import RESTORE, GalleyError, NotAProject, shorten_message
from galley.core.project import file_trust, log_check, project_file, schema
from galley.core.project.file_trust import short
from galley.core.project.rebuild import counts, logs, search_index
from galley.core.review import log_entries
from galley.core.review.replay import ANSWERS
from galley.core.storage import confidential, json_shapes, limits, names, open_mark
from galley.core.storage.record_rows import fingerprint, writable
from galley.core.tasks import slots, task_book
from galley.core.typed_reading import fits

SHOWN = 20

TIME = "[1-8]" + "[0-9]" * 3 + "-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]." + "[0-9]" * 6 + "+00:00"
"""A decision's, as a pattern; see ``replay.LATEST``."""
PATIENCE = 3
"""Seconds."""
UNREAD = "The rest was not checked, because what was found so far makes it unreadable."

BROKEN = (
    ArithmeticError, AttributeError, LookupError, MemoryError, RecursionError, StopIteration, TypeError, ValueError,
    sqlite3.Error,
)  # fmt: skip
"""What reading raises where a file holds what Galley never writes. Others (a pipe that closed) have other causes."""

Progress = Callable[[int, int], bool]
Check = Callable[[sqlite3.Connection], Iterator[str]]


class OpenProject(Protocol):
    """A project that is open."""

    @property
    def path(self) -> Path: ...


def check(project: OpenProject | Path | str, progress: Progress | None = None) -> list[str]:
    """What is wrong with a project, one sentence each; an empty list where nothing is.

    ``progress`` is called with (checks done, checks in all). The file is not changed, and may be open elsewhere.

    Raises: NotAProject, NewerProject where the file is no project that can be looked into.
    """
    closed = isinstance(project, Path | str)
    path = Path(project).absolute() if isinstance(project, Path | str) else project.path
    if closed:
        project_file.roll_back(path)
        version = project_file.probe(path)
        if version < schema.VERSION:
            return [f"The project is of schema {version}; open it once, or run galley project migrate."]
    problems: list[str] = []
    try:
        connection = beside(path)
    except NotAProject as error:
        return [shorten_message(f"The file is damaged ({error.__cause__}); {RESTORE}.")]
    with closing(connection):
        try:
            with closing(project_file.connect(path, write=False)) as alone:
                problems += open_mark.lacking(path, alone)
        except (*project_file.TROUBLE, OSError, NotAProject):
            pass  # one of the checks says so
        for done, run_check in enumerate(CHECKS):
            if progress:
                progress(done, len(CHECKS))
            try:
                fresh = _cap_sentences(run_check(connection))
            except Exception as error:
                problems.append(_explain_stop(error, path, bool(problems)))
                break
            problems += fresh
            if fresh and (run_check in (_bounds, _protocols) or (run_check is _schema and _unreadable(connection))):
                problems.append(UNREAD)
                break
        else:  # all was looked at
            try:
                with closing(project_file.connect(path, write=False)) as alone:
                    problems += _cap_sentences(chain(slots.sentences(alone), log_entries.describe_changed(alone)))
            except (*BROKEN, *project_file.TROUBLE, OSError, GalleyError):
                if not problems:
                    raise
    if progress:
        progress(len(CHECKS), len(CHECKS))
    return problems


def explain_error(error: BaseException, path: Path) -> GalleyError | None:
    """``error``, which somebody met who worked on the project, as a sentence; None where it is a bug. What a sound file
    never holds may break anything that reads it, so the file is looked at (for ``PATIENCE`` seconds) first."""
    if isinstance(error, GalleyError):
        return error
    if isinstance(error, project_file.TROUBLE):
        try:
            return project_file.explain(error, path)
        except project_file.TROUBLE:
            pass
    if not isinstance(error, BROKEN):
        return None
    wrong = _first(path)
    if not wrong:
        return None
    return limits.damage_error(str(path), wrong)


def _first(path: Path) -> str:
    """The first damage that is found within ``PATIENCE`` seconds; "" without any."""
    until = time.monotonic() + PATIENCE
    try:
        with closing(beside(path)) as connection:
            connection.set_progress_handler(lambda: time.monotonic() > until, 10_000)
            for run_check in CHECKS:
                if (wrong := next(iter(run_check(connection)), "")) or time.monotonic() > until:
                    return wrong
    except Exception:
        return ""
    return ""


def _explain_stop(error: Exception, path: Path, damaged: bool) -> str:
    """Why no further check is made. Raises: ``error`` where no damage explains it."""
    if isinstance(error, project_file.TROUBLE):
        try:
            explained = project_file.explain(error, path)
        except project_file.TROUBLE:  # all that is asked here is asked of sound files too, so it is the file
            explained = NotAProject()
        if not isinstance(explained, NotAProject):
            raise explained from error
        return shorten_message(f"The file is damaged ({error}); {RESTORE}.")
    if not damaged:
        raise error
    return UNREAD


def beside(path: Path) -> sqlite3.Connection:
    """An empty database in memory with a project's tables, and the project itself attached to it, read-only, as
    ``file``."""
    connection = sqlite3.connect("file::memory:", uri=True, isolation_level=None)
    try:
        for statement in schema.statements(schema.SCRIPT.read_text(encoding="utf-8")):
            if not statement.lstrip().startswith("CREATE TRIGGER"):
                connection.execute(statement)
        connection.execute("ATTACH DATABASE ? AS file", (confidential.read_uri(path),))
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


def _cap_sentences(sentences: Iterator[str]) -> list[str]:
    shown_sentences: list[str] = []
    more = 0
    for sentence in sentences:
        if len(shown_sentences) < SHOWN:
            shown_sentences.append(shorten_message(sentence))
        else:
            more += 1
    return [*shown_sentences, f"… and {more:,} more of this kind."] if more else shown_sentences


def _file(connection: sqlite3.Connection) -> Iterator[str]:
    for (what,) in connection.execute(f"PRAGMA file.integrity_check({SHOWN})"):
        if what != "ok":
            yield f"The file is damaged: {what}."


def _references(connection: sqlite3.Connection) -> Iterator[str]:
    for table, row, parent, _ in connection.execute("PRAGMA file.foreign_key_check"):
        yield f"Row {row} of the table {table} points at a row of {parent} that is not there."


def _schema(connection: sqlite3.Connection) -> Iterator[str]:
    """Every table, index and trigger is as this version makes it, and nothing of others hangs on them."""
    return (difference.sentence for difference in file_trust.differences(connection, "file"))


def _bounds(connection: sqlite3.Connection) -> Iterator[str]:
    """Nothing is beyond what the file can hold."""
    yield from limits.wrong(connection, "file")
    yield from limits.extents(connection, "file")


def _unreadable(connection: sqlite3.Connection) -> bool:
    """Whether what stands in a table's place could be anything, and reading it never end. Triggers run on writes."""
    return any(difference.kind != "trigger" for difference in file_trust.differences(connection, "file"))


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
    for match in re.finditer(r"\bCHECK \(", sql):
        depth = 1
        for at in range(match.end(), len(sql)):
            depth += {"(": 1, ")": -1}.get(sql[at], 0)
            if depth == 0:
                yield sql[match.end() : at]
                break


def _json(connection: sqlite3.Connection) -> Iterator[str]:
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


def _schemes(connection: sqlite3.Connection) -> Iterator[str]:
    """Every scheme can be read, and has its criteria."""
    for table in ("scheme", "criterion"):
        connection.execute(f"INSERT INTO main.{table} SELECT * FROM file.{table}")
    try:
        names.schemes(connection)
    except GalleyError as error:
        yield str(error)
    for table in ("criterion", "scheme"):
        connection.execute(f"DELETE FROM main.{table}")


def _protocols(connection: sqlite3.Connection) -> Iterator[str]:
    """Every protocol can be read, and works with the schemes that are there."""
    tables = ("scheme", "criterion", "protocol", "task")
    for table in tables:
        connection.execute(f"INSERT INTO main.{table} SELECT * FROM file.{table}")
    try:
        task_book.read_task_book(connection)
    except GalleyError as error:
        yield str(error)
    for table in reversed(tables):
        connection.execute(f"DELETE FROM main.{table}")


def _decisions(connection: sqlite3.Connection) -> Iterator[str]:
    """Every decision has what its action needs."""
    answers, stances = (", ".join(f"'{word}'" for word in words) for words in (ANSWERS, Stance))
    for uid, action in connection.execute(
        f"SELECT uid, action FROM file.decision WHERE CASE WHEN action IN ({answers})"
        " THEN criterion_id IS NULL OR unit_id IS NULL OR target_id IS NULL"
        f"  OR (value IS NULL AND action NOT IN ('{Action.UNSURE}', '{Action.ADJUDICATE}'))"
        f" WHEN action = '{Action.REASON}' THEN flag_id IS NULL OR typeof(value) <> 'text'"
        f" WHEN action = '{Action.REVISE}' THEN made IS NULL"
        f" WHEN action = '{Action.ATTACH}' THEN source IS NULL OR criterion_id IS NULL OR unit_id IS NULL"
        f" OR target_id IS NULL OR value NOT IN ({stances}) OR value IS NULL END"
    ):
        yield f"The decision {short(uid)} does not hold what one of its kind ({short(action)}) says."
    for uid, at in connection.execute(f"SELECT uid, at FROM file.decision WHERE at NOT GLOB '{TIME}'"):
        yield f"The decision {short(uid)} is of a time that Galley never writes ({short(at)})."


def _offsets(connection: sqlite3.Connection) -> Iterator[str]:
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
        places = list(islice(units, count))
        spans = [(start, end) for _, start, end, _ in places]
        speakers = [speaker for *_, speaker in places if speaker is not None]
        if len(text) != length or digest != fingerprint(text, spans, speakers) or any(p[0] != row for p in places):
            yield f"Item {short(key)}, document {short(name)}: the text or its units are not what was imported."


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


def _entry_hashes(connection: sqlite3.Connection) -> Iterator[str]:
    """Every decision is what was sealed when it was made."""
    return log_check.wrong(connection, "file")


CHECKS: tuple[Check, ...] = (
    _schema, _bounds, _file, _references, _encoding, _constraints, _json, _schemes, _protocols, _decisions, _offsets,
    _texts, _places, logs, counts, search_index, _entry_hashes,
)  # fmt: skip
