"""What a project's tables hold, read by subject. Nothing here computes what an answer or gold means."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson

from galley.core.domain import AnnotatorId, CriterionId, ItemId, UnitId

if TYPE_CHECKING:
    from galley.core.storage.queries.exports import ItemChoice

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


def find_items(connection: Connection, choice: ItemChoice | None = None) -> list[ItemId]:
    """The chosen items (row ids), or all, in the order of the file."""
    where, values = choice.condition("id") if choice is not None else ("", ())
    # as one value: handing over 100,000 rows takes longer than finding them
    query = f"SELECT json_group_array(id) FROM (SELECT id FROM item{where} ORDER BY id)"
    item_ids: list[ItemId] = orjson.loads(connection.execute(query, values).fetchone()[0])
    return item_ids


def find_answered_items(
    connection: Connection, annotators: Iterable[AnnotatorId], *, wholes: bool = False, run: int = 0
) -> list[ItemId]:
    """The items (row ids) of which one of these annotators said something, by an answer or by silence on units (with
    ``wholes`` on whole documents, too), or about which a run has a call, in their order."""
    who = ", ".join(str(int(row)) for row in annotators)
    tables = ("verdict", "judged", "silent_whole") if wholes else ("verdict", "judged")
    spoke = [f"SELECT item_id FROM {table} WHERE annotator_id IN ({who})" for table in tables]
    calls = "SELECT item_id FROM call WHERE run_id = ? AND state <> 'failed'"
    return [row for (row,) in connection.execute(f"{' UNION '.join([*spoke, calls])} ORDER BY 1", (run,))]


class UnitRow(NamedTuple):
    """A unit with its item, its document and that document's role. ``position`` counts from 0 and ``meta`` is JSON;
    a text unit has no ``text`` unless texts are asked for, and no name, type or metadata."""

    item: ItemId
    document: int
    role: str
    kind: str
    position: int
    name: str | None
    speaker: str | None
    text: str | None
    type: str | None
    meta: str | None


def read_units(connection: Connection, units: Iterable[UnitId], *, texts: bool = False) -> dict[UnitId, UnitRow]:
    """Units by row id; with ``texts`` text units with their words, too."""
    words = 'coalesce(unit.text, substr(document.text, start + 1, "end" - start))' if texts else "unit.text"
    rows = connection.execute(
        "SELECT unit.id, item_id, document_id, role, kind, position, unit.name, speaker,"
        f" {words}, type, unit.meta FROM unit JOIN document ON document.id = document_id"
        " WHERE unit.id IN (SELECT value FROM json_each(?))",
        (json.dumps(list(units)),),
    )
    return {row[0]: UnitRow._make(row[1:]) for row in rows}


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
