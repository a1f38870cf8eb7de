"""What a project's tables hold, read by subject. Nothing here computes what an answer or gold means."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import orjson

from galley.core.domain import AnnotatorId, CriterionId, ItemId, UnitId

Connection = sqlite3.Connection

# Settings and items -------------------------------------------------------------------------------------------------


def read_setting(connection: Connection, name: str, database: str = "") -> str | None:
    """A setting as it is stored: JSON; None where there is none. ``database`` is an attached one."""
    table = f"{database}.setting" if database else "setting"
    row = connection.execute(f"SELECT value FROM {table} WHERE name = ?", (name,)).fetchone()
    return row[0] if row is not None else None


def read_metadata(connection: Connection, item: ItemId | None = None) -> dict[ItemId, dict[str, Any]]:
    """The metadata of each item (row id) that has some, or of one."""
    where, values = ("", ()) if item is None else (" WHERE item_id = ?", (item,))
    rows = connection.execute(f"SELECT item_id, value FROM item_meta{where}", values)
    return {item_id: json.loads(text) for item_id, text in rows}


def list_metadata_names(connection: Connection, most: int, lists: bool = False) -> list[str]:
    """The names of single values (with ``lists`` of lists, too) in the metadata of the first ``most`` items and
    documents, in their order."""
    skipped = dict if lists else (list, dict)
    metadata_names: dict[str, None] = {}
    for column, table in (("value", "item_meta"), ("meta", "document")):
        query = f"SELECT {column} FROM {table} WHERE {column} IS NOT NULL LIMIT ?"
        for (text,) in connection.execute(query, (most,)):
            metadata_names |= {
                name: None for name, value in (json.loads(text) or {}).items() if not isinstance(value, skipped)
            }
    return list(metadata_names)


def find_items(connection: Connection) -> list[ItemId]:
    """All items (row ids) in the order of the file."""
    # as one value: handing over 100,000 rows takes longer than finding them
    query = "SELECT json_group_array(id) FROM (SELECT id FROM item ORDER BY id)"
    item_ids: list[ItemId] = orjson.loads(connection.execute(query).fetchone()[0])
    return item_ids


def find_answered_items(connection: Connection) -> list[ItemId]:
    """The items (row ids) of which a person or gold said something or finished something, in their order."""
    spoke = "SELECT item_id FROM {} JOIN annotator ON annotator.id = annotator_id AND kind IN ('human', 'gold')"
    tables = ("verdict", "judged", "silent_whole")
    query = f"{' UNION '.join(map(spoke.format, tables))} ORDER BY 1"
    return [row for (row,) in connection.execute(query)]


def read_units(connection: Connection, units: Iterable[UnitId]) -> dict[int, tuple[int, str, int, str | None]]:
    """(document, kind, position from 0, name) of units, by row id."""
    query = "SELECT id, document_id, kind, position, name FROM unit WHERE id IN (SELECT value FROM json_each(?))"
    rows = connection.execute(query, (json.dumps(list(units)),))
    return {row: (document, kind, position, name) for row, document, kind, position, name in rows}


class NamedMarks(NamedTuple):
    """What verdicts mark, by the verdict's row id, in code points of the unit: ``spans`` (start, end), ``evidence``
    (document, kind of the unit, its position, its name, start, end, quote), None where the quote has no place."""

    spans: dict[int, list[tuple[int, int]]]
    evidence: dict[int, list[tuple[Any, ...]]]


def read_named_marks(connection: Connection, verdicts: Iterable[int]) -> NamedMarks:
    """See ``NamedMarks``."""
    marks, some = NamedMarks({}, {}), (json.dumps([*verdicts]),)
    query = 'SELECT verdict_id, start, "end" FROM span WHERE verdict_id IN (SELECT value FROM json_each(?))'
    for verdict, start, end in connection.execute(f"{query} ORDER BY verdict_id, position", some):
        marks.spans.setdefault(verdict, []).append((start, end))
    for verdict, *place in connection.execute(
        'SELECT verdict_id, document.name, unit.kind, unit.position, unit.name, evidence.start, evidence."end", quote'
        " FROM evidence LEFT JOIN unit ON unit.id = unit_id LEFT JOIN document ON document.id = document_id"
        " WHERE verdict_id IN (SELECT value FROM json_each(?)) ORDER BY verdict_id, evidence.position",
        some,
    ):
        marks.evidence.setdefault(verdict, []).append(tuple(place))
    return marks


def read_documents(connection: Connection) -> list[tuple[int, str, str, int, int, str]]:
    """(row id, key of the item, name, row id of the unit that is the whole, number of text units after it, system) of
    each."""
    query = "SELECT document.id, key, name, whole_id, units, system FROM document JOIN item ON item.id = item_id"
    return connection.execute(query).fetchall()


def read_derived_units(connection: Connection, documents: Iterable[int]) -> list[tuple[int, int, str, int, str]]:
    """(row id, document, kind, position from 0, name or "") of the units of documents that are no part of a text."""
    query = (
        "SELECT id, document_id, kind, position, coalesce(name, '') FROM unit WHERE text IS NOT NULL"
        " AND document_id IN (SELECT value FROM json_each(?))"
    )
    return connection.execute(query, (json.dumps(list(documents)),)).fetchall()


# The log ------------------------------------------------------------------------------------------------------------


class EntryRow(NamedTuple):
    """An entry of the log that is no decision: time, kind, who made it, its words, all of it as JSON."""

    at: str
    kind: str
    who: str | None
    words: str | None
    text: str


def read_log_entries(connection: Connection, kinds: Sequence[str]) -> Iterator[EntryRow]:
    """The log's entries of these kinds that are no decisions, in the order of time."""
    query = (
        "SELECT at, kind, json_extract(said, '$.who'), json_extract(said, '$.words'), said FROM event WHERE kind IN"
        " (SELECT value FROM json_each(?)) ORDER BY at, uid"
    )
    return map(EntryRow._make, connection.execute(query, (json.dumps(list(kinds)),)))


# Runs ---------------------------------------------------------------------------------------------------------------


def read_unfinished_settings(connection: Connection) -> Iterator[str]:
    """What each run keeps that has not ended, as JSON."""
    for (text,) in connection.execute("SELECT settings FROM run WHERE state <> 'done' ORDER BY id"):
        yield text


def read_members(connection: Connection, annotator: AnnotatorId, method: str) -> set[str]:
    """The names of the judges that an ensemble's runs were made of."""
    query = "SELECT DISTINCT value FROM run, json_each(settings, '$.members') WHERE annotator_id = ? AND method = ?"
    return {name for (name,) in connection.execute(query, (annotator, method))}


def read_rules(connection: Connection, annotator: AnnotatorId) -> list[Any]:
    """The rules that an ensemble's runs were made by, each once."""
    query = "SELECT DISTINCT json_extract(settings, '$.rule') FROM run WHERE annotator_id = ?"
    return [rule for (rule,) in connection.execute(query, (annotator,))]


# Verdicts and decisions ---------------------------------------------------------------------------------------------


def read_origin(connection: Connection) -> tuple[str, str]:
    """Who made the first decision of the log, and when (ISO 8601, UTC); "" and the start of the first run where nobody
    decided."""
    row: tuple[str, str] | None = connection.execute(
        "SELECT annotator.name, decision.at FROM decision JOIN annotator ON annotator.id = reviewer_id"
        " ORDER BY at LIMIT 1"
    ).fetchone()
    return row or ("", connection.execute("SELECT coalesce(min(started), '') FROM run").fetchone()[0])


class GoldVerdict(NamedTuple):
    """A verdict of gold: its row id and cell, and of the decision that made it the adjudicator (row id and name) and
    the note; None for an imported one."""

    row: int
    annotator: AnnotatorId
    criterion: CriterionId
    unit: UnitId
    target: int
    reviewer: AnnotatorId | None
    name: str | None
    note: str | None


def list_gold(connection: Connection) -> Iterator[GoldVerdict]:
    """All verdicts of gold."""
    rows = connection.execute(
        "SELECT verdict.id, verdict.annotator_id, verdict.criterion_id, verdict.unit_id, verdict.target_id,"
        " reviewer_id, person.name, note FROM verdict JOIN annotator AS gold ON gold.id = annotator_id"
        " AND gold.kind = 'gold' LEFT JOIN decision ON decision.id = decision_id"
        " LEFT JOIN annotator AS person ON person.id = reviewer_id"
    )
    return map(GoldVerdict._make, rows)


def count_gold(connection: Connection) -> int:
    """How many verdicts, and silences on a document, gold has."""
    own = "SELECT count(*) FROM {} JOIN annotator ON annotator.id = annotator_id AND kind = 'gold'"
    return sum(connection.execute(own.format(table)).fetchone()[0] for table in ("verdict", "judged"))


def count_flags(connection: Connection) -> dict[tuple[UnitId, CriterionId, int], int]:
    """How many judges flagged each cell (unit, criterion, target)."""
    rows = connection.execute(
        "SELECT unit_id, criterion_id, target_id, count(*) FROM verdict JOIN annotator ON"
        " annotator.id = annotator_id AND kind NOT IN ('human', 'gold') WHERE value = 'yes' GROUP BY 1, 2, 3"
    )
    return {(unit, criterion, target): count for unit, criterion, target, count in rows}


def find_open_cells(
    connection: Connection, annotator: AnnotatorId, criterion: CriterionId, reasons: Iterable[str]
) -> list[tuple[UnitId, int]]:
    """The cells (unit, target) that an annotator left without a value for one of these reasons."""
    query = (
        "SELECT unit_id, target_id FROM verdict WHERE annotator_id = ? AND criterion_id = ? AND value IS NULL"
        " AND reason IN (SELECT value FROM json_each(?))"
    )
    return connection.execute(query, (annotator, criterion, json.dumps(list(reasons)))).fetchall()


def find_shown(
    connection: Connection, criteria: Iterable[CriterionId], annotators: Iterable[AnnotatorId]
) -> list[tuple[int, int, bool, int]]:
    """(unit, target, whether a judge's flag was seen, 1 for yes, 0 for no and -1 for unsure) of each standing answer to
    these criteria by these annotators of which it is known what was seen."""
    query = (
        "SELECT verdict.unit_id, verdict.target_id, instr(shown, 'flag') > 0, coalesce(verdict.value = 'yes', -1)"
        " FROM verdict JOIN decision ON decision.id = verdict.decision_id"
        " WHERE verdict.criterion_id IN (SELECT value FROM json_each(?))"
        " AND verdict.annotator_id IN (SELECT value FROM json_each(?)) AND shown IS NOT NULL"
        " AND instr(shown, 'row') = 0"
    )
    return connection.execute(query, (json.dumps(list(criteria)), json.dumps(list(annotators)))).fetchall()


class ControlAnswer(NamedTuple):
    """An answer by a person to a hidden control question: whether yes is right, whether they said it, and whether they
    saw a judge's flag."""

    item: ItemId
    is_yes_right: bool
    is_yes: bool
    saw_flag: bool


def find_known_answers(connection: Connection, criteria: Iterable[CriterionId]) -> list[ControlAnswer]:
    """The answers to hidden control questions on these criteria; revoked answers are none."""
    query = (
        "SELECT known.item_id, known.value = 'yes', verdict.value = 'yes', instr(shown, 'flag') > 0 FROM known"
        " JOIN verdict USING (criterion_id, unit_id, target_id) JOIN decision ON decision.id = verdict.decision_id"
        " JOIN annotator ON annotator.id = verdict.annotator_id AND annotator.kind = 'human'"
        " WHERE known.criterion_id IN (SELECT value FROM json_each(?)) AND NOT known.trains AND shown IS NOT NULL"
        " AND verdict.value IS NOT NULL AND NOT EXISTS (SELECT 1 FROM void WHERE void.task_id IS decision.task_id"
        " AND void.annotator_id = annotator.id AND void.item_id = known.item_id)"
    )
    return [ControlAnswer._make(row) for row in connection.execute(query, (json.dumps(list(criteria)),))]
