"""Building an item's state a second time, in memory, and comparing it with what the project stores.

All functions take a connection whose main database is an empty project without triggers and to which the project
is attached as ``file`` (``check``). What they copy or build is removed again, a batch of items at a time.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

from galley.core.domain import JUDGES
from galley.core.project.file_trust import short
from galley.core.review import item_state
from galley.core.review.progress import tally
from galley.core.storage import level_queries, text_index
from galley.core.tasks.counts import COLUMNS

T = TypeVar("T")

BATCH = 500

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
    "units that no longer stand": "SELECT {item}, retired.unit_id, decision_id FROM {db}.retired JOIN {db}.decision"
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


def logs(connection: sqlite3.Connection) -> Iterator[str]:
    """The stored state of each item is what its decisions add up to."""
    for keys in _rebuild_items(connection):
        yield from _differences(connection, STATE, keys, "its {what} do not match its decisions.")


def counts(connection: sqlite3.Connection) -> Iterator[str]:
    """What is counted for the queue is what one counts afresh."""
    for keys in _rebuild_items(connection):
        for item in keys:
            tally(connection, item)
        yield from _differences(connection, COUNTS, keys, "its {what} do not match a recount.")
    for (key,) in connection.execute(
        "SELECT key FROM file.item LEFT JOIN (SELECT item_id, count(*) AS n FROM file.verdict JOIN file.annotator"
        " ON annotator.id = annotator_id WHERE kind IN (?, ?) AND value = 'yes'"
        " AND unit_id NOT IN (SELECT unit_id FROM file.retired) GROUP BY item_id)"
        f" ON item_id = item.id WHERE flags <> coalesce(n, 0) OR ((ties <> 0 OR votes <> '')"
        f" AND item.id NOT IN ({TOUCHED}))",
        JUDGES,
    ):
        yield f"Item {short(key)}: its number of flags or ties does not match a recount."
    stored_flags, afresh = (
        "SELECT annotator_id, item_id FROM file.flagged",
        (
            "SELECT annotator_id, item_id FROM file.verdict JOIN file.annotator ON annotator.id = annotator_id"
            " WHERE kind IN ('judge', 'import') AND value = 'yes'"
        ),
    )
    for (key,) in connection.execute(
        f"SELECT DISTINCT coalesce(key, item_id) FROM (SELECT * FROM ({stored_flags} EXCEPT {afresh}) UNION"
        f" SELECT * FROM ({afresh} EXCEPT {stored_flags})) LEFT JOIN file.item ON item.id = item_id"
    ):
        yield f"Item {short(str(key))}: which judges flagged it is not what its verdicts say."
    sums = ", ".join(f"sum({name})" for name in COLUMNS)
    own = f"SELECT task_id, items, {', '.join(COLUMNS)} FROM file.task_total WHERE items > 0"
    for (task,) in connection.execute(
        f"SELECT coalesce(name, one.task_id) FROM (SELECT * FROM ({own}) EXCEPT SELECT task_id, count(*), {sums}"
        " FROM file.task_item GROUP BY 1) AS one LEFT JOIN file.task ON task.id = one.task_id"
    ):
        yield f"The totals of the task {short(str(task))} do not match its items."


def search_index(connection: sqlite3.Connection) -> Iterator[str]:
    """Each item is in the search index with as many words as its texts have, and each note as it is."""
    for (key,) in connection.execute(
        "SELECT key FROM file.item WHERE id NOT IN (SELECT id FROM file.item_text_docsize)"
    ):
        yield f"Item {short(key)} is not in the search index."
    for (row,) in connection.execute(
        "SELECT id FROM file.item_text_docsize WHERE id NOT IN (SELECT id FROM file.item)"
    ):
        yield f"The search index holds an item {row} that is not there."
    texts = connection.execute("SELECT item_id, text FROM file.document ORDER BY item_id, id")
    pending = texts.fetchone()
    for some in _batches(connection.execute("SELECT id, key FROM file.item ORDER BY id")):
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
                yield f"Item {short(key)} is in the search index with other texts."
        connection.execute("INSERT INTO main.item_text (item_text) VALUES ('delete-all')")
    yield from _notes(connection)


def _batches(rows: Iterable[T]) -> Iterator[list[T]]:
    row_iterator = iter(rows)
    while some := list(islice(row_iterator, BATCH)):
        yield some


def _notes(connection: sqlite3.Connection) -> Iterator[str]:
    connection.execute("INSERT INTO main.note_text (rowid, text) SELECT id, text FROM file.note")
    for db in ("main", "file"):
        connection.execute(f"CREATE VIRTUAL TABLE temp.words_{db} USING fts5vocab ({db}, note_text, instance)")
    stored_words, fresh = (f"SELECT term, doc, offset FROM temp.words_{db}" for db in ("file", "main"))
    if any(
        connection.execute(f"{a} EXCEPT {b} LIMIT 1").fetchone()
        for a, b in ((stored_words, fresh), (fresh, stored_words))
    ):
        yield "The search index of the notes does not hold what the notes say."
    for db in ("main", "file"):
        connection.execute(f"DROP TABLE temp.words_{db}")


def _rebuild_items(connection: sqlite3.Connection) -> Iterator[dict[int, str]]:
    """Batches of items (row id to key) whose state was built anew in the main database from their logs."""
    for table in ("annotator", "scheme", "criterion", "protocol", "task"):
        connection.execute(f"DELETE FROM main.{table}")
        connection.execute(f"INSERT INTO main.{table} SELECT * FROM file.{table}")
    has_tasks = connection.execute("SELECT 1 FROM file.protocol UNION SELECT 1 FROM file.void LIMIT 1").fetchone()
    touched = [row[0] for row in connection.execute("SELECT id FROM file.item ORDER BY 1" if has_tasks else TOUCHED)]
    for table in ("setting", "run", "package", "merged") if has_tasks else ():
        connection.execute(f"DELETE FROM main.{table}")
        connection.execute(f"INSERT INTO main.{table} SELECT * FROM file.{table}")
    of_units = has_tasks or level_queries.has_whole_answers(connection, "file")
    for some in _batches(touched):
        ids = ", ".join(map(str, some))
        for statement in (*(ASKED if of_units else WRITTEN), *COPIED):
            connection.execute(statement.format(ids=ids))
        for item in some:
            item_state.refold(connection, item)
        yield dict(connection.execute("SELECT id, key FROM main.item"))
        connection.execute(
            "INSERT INTO main.note_text (note_text, rowid, text) SELECT 'delete', id, text FROM main.note"
        )
        for table in EMPTIED:
            connection.execute(f"DELETE FROM main.{table}")


def _differences(
    connection: sqlite3.Connection, queries: dict[str, str], keys: dict[int, str], sentence: str
) -> Iterator[str]:
    for what, query in queries.items():
        stored_query, fresh = (
            query.format(db=db, item="decision.item_id" if "{db}.decision" in query else "item_id", items=BATCH_ITEMS)
            for db in ("file", "main")
        )
        differing = {
            row[0]
            for one, other in ((stored_query, fresh), (fresh, stored_query))
            for row in connection.execute(f"SELECT * FROM ({one}) EXCEPT SELECT * FROM ({other})")
        }
        for item in sorted(differing):
            yield f"Item {short(keys[item])}: " + sentence.format(what=what)
