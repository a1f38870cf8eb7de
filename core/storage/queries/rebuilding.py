"""Rows that a second building of items' state needs, and where it comes out otherwise than what is stored.

The main database is an empty project in memory, to which the project is attached as ``file`` (``row_checks``).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from galley.core.domain import JUDGES, ItemId
from galley.core.storage import text_index
from galley.core.storage.row_checks import empty_tables

Connection = sqlite3.Connection

STATE = {
    "verdicts": "SELECT {item}, annotator_id, criterion_id, unit_id, target_id, value, reason, confidence, votes,"
    " explanation, decision_id,"
    " (SELECT group_concat(start || '-' || \"end\") FROM {db}.span WHERE verdict_id = verdict.id),"
    " (SELECT group_concat(coalesce(unit_id || ':' || start || '-' || \"end\", unit_id, '') || match || quote)"
    " FROM {db}.evidence WHERE verdict_id = verdict.id)"
    " FROM {db}.verdict WHERE {item} IN ({items})",
    "finished criteria": "SELECT {item}, annotator_id, criterion_id, target_id, decision_id FROM {db}.judged"
    " WHERE {item} IN ({items})",
    "finished whole documents": "SELECT {item}, annotator_id, criterion_id, target_id, decision_id"
    " FROM {db}.silent_whole WHERE {item} IN ({items})",
    "notes": "SELECT {item}, annotator_id, unit_id, criterion_id, target_id, text, decision_id FROM {db}.note"
    " WHERE {item} IN ({items})",
    "opinions on reasons": "SELECT {item}, reason.annotator_id, verdict_id, reason.value, reason.decision_id"
    " FROM {db}.reason JOIN {db}.verdict ON verdict.id = verdict_id WHERE {item} IN ({items})",
    "units that no longer exist": "SELECT {item}, retired.unit_id, decision_id FROM {db}.retired JOIN {db}.decision"
    " ON decision.id = decision_id WHERE {item} IN ({items})",
    "answers of earlier rounds": "SELECT {item}, annotator_id, criterion_id, unit_id, target_id, round, value, reason,"
    " spans, decision_id FROM {db}.earlier WHERE {item} IN ({items})",
    "evidence of reviewers": 'SELECT {item}, annotator_id, criterion_id, unit_id, target_id, source_id, start, "end",'
    " stance, decision_id FROM {db}.attached WHERE {item} IN ({items})",
    "undone decisions": "SELECT {item}, decision.id FROM {db}.undone JOIN {db}.decision"
    " ON decision.id = decision_id WHERE {item} IN ({items})",
}
COUNTS = {
    "flags, ties or votes": "SELECT id, flags, ties, votes FROM {db}.item WHERE id IN ({items})",
    "progress": "SELECT {item}, annotator_id, settled, doubted, unsure, finished FROM {db}.progress"
    " WHERE {item} IN ({items})",
    "verdicts that count nowhere": "SELECT {item}, annotator_id, criterion_id, unit_id, target_id, why FROM {db}.aside"
    " JOIN {db}.verdict ON verdict.id = verdict_id WHERE {item} IN ({items})",
    "what is unusable": "SELECT {item}, document_id, whole FROM {db}.unusable WHERE {item} IN ({items})",
    "types from gold": "SELECT {item}, unit_id, mask.type FROM {db}.mask JOIN {db}.unit ON unit.id = unit_id"
    " JOIN {db}.document ON document.id = document_id WHERE {item} IN ({items})",
    "cells without an implicit no": "SELECT {item}, annotator_id, criterion_id, unit_id, target_id"
    " FROM {db}.unsaid WHERE {item} IN ({items})",
    "pointless cells": "SELECT {item}, annotator_id, criterion_id, unit_id, target_id FROM {db}.unmet"
    " WHERE {item} IN ({items})",
    "tasks": "SELECT {item}, task_id, asked, open, settled, undecided, excluded, answered, split, asleep, kept"
    " FROM {db}.task_item WHERE {item} IN ({items})",
    "work on tasks": "SELECT {item}, task_id, annotator_id, answered, unsure, finished FROM {db}.task_progress"
    " WHERE {item} IN ({items})",
    "judges' records": "SELECT {item}, annotator_id, criterion_id, right, wrong FROM {db}.trust"
    " WHERE {item} IN ({items})",
}
BATCH_ITEMS = "SELECT id FROM main.item"

TOUCHED = """
SELECT DISTINCT item_id FROM file.decision UNION
SELECT item_id FROM file.verdict JOIN file.annotator ON annotator.id = annotator_id WHERE kind IN ('human', 'gold')
UNION SELECT item_id FROM file.judged JOIN file.annotator ON annotator.id = annotator_id WHERE kind = 'human'
UNION SELECT item_id FROM file.judged WHERE decision_id IS NOT NULL
UNION SELECT item_id FROM file.silent_whole
UNION SELECT item_id FROM file.progress UNION SELECT item_id FROM file.trust ORDER BY 1
"""
"""Items about which a person has said something, or which are stored as such."""

HELD = ("handed", "known", "void", "package_item", "package_cell")
WRITTEN = (
    "INSERT INTO main.unit SELECT unit.* FROM file.document CROSS JOIN file.unit ON document_id = document.id"
    " AND unit.text IS NOT NULL WHERE item_id IN ({ids}) AND written_id IS NOT NULL",
    "INSERT OR IGNORE INTO main.document SELECT * FROM file.document WHERE id IN (SELECT document_id FROM main.unit)",
)
ASKED = (
    "INSERT OR IGNORE INTO main.document SELECT * FROM file.document WHERE item_id IN ({ids})",
    "INSERT INTO main.unit SELECT unit.* FROM file.document CROSS JOIN file.unit ON document_id = document.id"
    " AND unit.text IS NOT NULL WHERE item_id IN ({ids})",
    "INSERT INTO main.unit SELECT unit.* FROM file.document CROSS JOIN file.unit ON unit.id BETWEEN whole_id AND"
    " whole_id + units WHERE item_id IN ({ids})",
    "INSERT INTO main.unit_source SELECT unit_source.* FROM main.unit JOIN file.unit_source ON unit_id = unit.id"
    " WHERE unit.text IS NOT NULL",
    "INSERT INTO main.request SELECT DISTINCT request.* FROM file.call JOIN file.request ON request.id = request_id"
    " WHERE item_id IN ({ids})",
    "INSERT INTO main.call SELECT * FROM file.call WHERE item_id IN ({ids})",
    *(f"INSERT INTO main.{table} SELECT * FROM file.{table} WHERE item_id IN ({{ids}})" for table in HELD),
)
"""Where protocols are in force, what they ask hangs on everything that an item holds; what people said of a whole
document hangs on its units."""
COPIED = (
    "INSERT INTO main.item SELECT * FROM file.item WHERE id IN ({ids})",
    "INSERT INTO main.decision SELECT * FROM file.decision WHERE item_id IN ({ids})",
    "INSERT OR IGNORE INTO main.document SELECT * FROM file.document WHERE item_id IN ({ids})",
    "INSERT INTO main.verdict SELECT * FROM file.verdict WHERE item_id IN ({ids}) AND decision_id IS NULL",
    "INSERT INTO main.span SELECT span.* FROM file.span JOIN main.verdict ON verdict.id = verdict_id",
    "INSERT INTO main.evidence SELECT evidence.* FROM file.evidence JOIN main.verdict ON verdict.id = verdict_id",
    "INSERT INTO main.judged SELECT * FROM file.judged WHERE item_id IN ({ids}) AND decision_id IS NULL",
    "INSERT INTO main.reason SELECT reason.* FROM file.reason JOIN file.verdict ON verdict.id = verdict_id"
    " WHERE item_id IN ({ids}) AND reason.decision_id IS NULL",
)
EMPTIED = (
    "task_item", "task_total", "task_progress", "aside", "unusable", "mask", "unmet", "unsaid", "earlier", *HELD,
    "call", "request", "unit_source", "retired", "unit", "document", "span", "evidence", "attached", "reason", "undone",
    "note", "judged", "silent_whole", "progress",
    "trust", "verdict", "decision", "item",
)  # fmt: skip


def find_touched_items(connection: Connection, everything: bool) -> list[ItemId]:
    """The items (row ids) about which a person has said something, or which are stored as such; or all."""
    return [row[0] for row in connection.execute("SELECT id FROM file.item ORDER BY 1" if everything else TOUCHED)]


def copy_items(connection: Connection, items: Sequence[ItemId], with_units: bool) -> dict[ItemId, str]:
    """Copy these items from the file without what decisions left; ``with_units``: with all that they hold. Their keys
    by row id."""
    ids = ", ".join(map(str, items))
    for statement in (*(ASKED if with_units else WRITTEN), *COPIED):
        connection.execute(statement.format(ids=ids))
    return dict(connection.execute("SELECT id, key FROM main.item").fetchall())


def empty_items(connection: Connection) -> None:
    """Remove what was copied and built."""
    connection.execute("INSERT INTO main.note_text (note_text, rowid, text) SELECT 'delete', id, text FROM main.note")
    empty_tables(connection, EMPTIED)


def find_differing_items(connection: Connection, query: str) -> list[ItemId]:
    """The items (row ids) of which one of ``STATE`` or ``COUNTS`` gives other rows in the file than here."""
    item = "decision.item_id" if "{db}.decision" in query else "item_id"
    stored, fresh = (query.format(db=db, item=item, items=BATCH_ITEMS) for db in ("file", "main"))
    differing = {
        row[0]
        for one, other in ((stored, fresh), (fresh, stored))
        for row in connection.execute(f"SELECT * FROM ({one}) EXCEPT SELECT * FROM ({other})")
    }
    return sorted(differing)


class WrongCounts(NamedTuple):
    """``flag_counts``: keys of items whose number of flags is not that of their verdicts, or which have ties without
    any answer; ``flagged``: keys (or row ids without one) of items of which it is noted otherwise than by verdicts who
    flagged them; ``totals``: tasks (names, or row ids without one) whose totals are not the sums of their items."""

    flag_counts: list[str]
    flagged: list[str | int]
    totals: list[str | int]


def find_wrong_counts(connection: Connection, columns: Sequence[str]) -> WrongCounts:
    """What is counted otherwise than one counts afresh; ``columns`` are those of a task's totals."""
    flag_counts = connection.execute(
        "SELECT key FROM file.item LEFT JOIN (SELECT item_id, count(*) AS n FROM file.verdict JOIN file.annotator"
        " ON annotator.id = annotator_id WHERE kind IN (?, ?) AND value = 'yes'"
        " AND unit_id NOT IN (SELECT unit_id FROM file.retired) GROUP BY item_id)"
        f" ON item_id = item.id WHERE flags <> coalesce(n, 0) OR ((ties <> 0 OR votes <> '')"
        f" AND item.id NOT IN ({TOUCHED}))",
        JUDGES,
    )
    stored = "SELECT annotator_id, item_id FROM file.flagged"
    afresh = (
        "SELECT annotator_id, item_id FROM file.verdict JOIN file.annotator ON annotator.id = annotator_id"
        " WHERE kind IN ('judge', 'import') AND value = 'yes'"
    )
    flagged = connection.execute(
        f"SELECT DISTINCT coalesce(key, item_id) FROM (SELECT * FROM ({stored} EXCEPT {afresh}) UNION"
        f" SELECT * FROM ({afresh} EXCEPT {stored})) LEFT JOIN file.item ON item.id = item_id"
    )
    sums = ", ".join(f"sum({name})" for name in columns)
    own = f"SELECT task_id, items, {', '.join(columns)} FROM file.task_total WHERE items > 0"
    totals = connection.execute(
        f"SELECT coalesce(name, one.task_id) FROM (SELECT * FROM ({own}) EXCEPT SELECT task_id, count(*), {sums}"
        " FROM file.task_item GROUP BY 1) AS one LEFT JOIN file.task ON task.id = one.task_id"
    )
    return WrongCounts(*([row for (row,) in rows] for rows in (flag_counts, flagged, totals)))


class IndexFault(Enum):
    """What can be wrong with the search indexes."""

    MISSING = "missing"
    """An item (its key) is not in the index."""
    STRANGE = "strange"
    """The index has something (its row id) that is no item's."""
    CHANGED = "changed"
    """An item (its key) is there with another number of words than its texts have."""
    NOTES = "notes"
    """The index of the notes (no place) holds other words than they do."""


def find_index_faults(connection: Connection, batch: int) -> Iterator[tuple[IndexFault, str | int]]:
    """What is wrong with the search indexes, and where; so many items are indexed again at a time."""
    for key in connection.execute("SELECT key FROM file.item WHERE id NOT IN (SELECT id FROM file.item_text_docsize)"):
        yield IndexFault.MISSING, key[0]
    for row in connection.execute("SELECT id FROM file.item_text_docsize WHERE id NOT IN (SELECT id FROM file.item)"):
        yield IndexFault.STRANGE, row[0]
    for changed_key in _find_changed_items(connection, batch):
        yield IndexFault.CHANGED, changed_key
    if _has_other_notes(connection):
        yield IndexFault.NOTES, ""


def _find_changed_items(connection: Connection, batch: int) -> Iterator[str]:
    texts = connection.execute("SELECT item_id, text FROM file.document ORDER BY item_id, id")
    pending = texts.fetchone()
    items = connection.execute("SELECT id, key FROM file.item ORDER BY id")
    while some := items.fetchmany(batch):
        for item, _ in some:
            item_texts = []
            while pending and pending[0] == item:
                item_texts.append(pending[1])
                pending = texts.fetchone()
            connection.execute(
                "INSERT INTO main.item_text (rowid, text) VALUES (?, ?)", (item, text_index.searchable(item_texts))
            )
        for item, key in some:
            sizes = [
                connection.execute(f"SELECT sz FROM {db}.item_text_docsize WHERE id = ?", (item,)).fetchone()
                for db in ("main", "file")
            ]
            if sizes[1] is not None and sizes[0] != sizes[1]:
                yield key
        connection.execute("INSERT INTO main.item_text (item_text) VALUES ('delete-all')")


def _has_other_notes(connection: Connection) -> bool:
    connection.execute("INSERT INTO main.note_text (rowid, text) SELECT id, text FROM file.note")
    for db in ("main", "file"):
        connection.execute(f"CREATE VIRTUAL TABLE temp.words_{db} USING fts5vocab ({db}, note_text, instance)")
    stored, fresh = (f"SELECT term, doc, offset FROM temp.words_{db}" for db in ("file", "main"))
    differs = any(
        connection.execute(f"{one} EXCEPT {other} LIMIT 1").fetchone()
        for one, other in ((stored, fresh), (fresh, stored))
    )
    for db in ("main", "file"):
        connection.execute(f"DROP TABLE temp.words_{db}")
    return differs
