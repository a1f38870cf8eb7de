"""Items one after the other with everything that belongs to them, from a few sorted cursors read side by side.

No query is made for an item: each table is read once in the order of the items, and the rows of one item are
taken from all cursors together. So memory holds one item, however large the project is.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from galley.core.errors import Cancelled
from galley.core.exports.base import ExportReport, Only, Progress
from galley.core.storage import implicit_no, limits, pseudonyms
from galley.core.tasks import gold

Row = tuple[Any, ...]

STEP = 100
"""Items between two calls of the progress function."""

USABLE = "{0} NOT IN (SELECT item_id FROM unusable WHERE whole)"
"""What leaves out the items that people said not to be usable."""
CHOSEN = {
    Only.ALL: "",
    Only.REVIEWED: " WHERE {0} IN (SELECT item_id FROM progress WHERE finished = 1)",
    Only.GOLD: f" WHERE {USABLE} AND {{0}} IN (SELECT value FROM json_each(resolved_items()))",
}
"""What chooses items; {0} is the column of the item. See ``prepare``."""
RESOLVED = "resolved"
"""What stands among the tables of ``items`` for the resolved cells of each (``core/tasks/gold.py``)."""


def prepare_export(connection: sqlite3.Connection) -> None:
    """Teach a connection, which sees one state of its project, the items with gold, for ``CHOSEN``: what a rule
    resolves is in no table."""
    cache: list[str] = []

    def resolved_items() -> str:
        if not cache:
            cache.append(json.dumps(gold.resolved_items(connection)))
        return cache[0]

    connection.create_function("resolved_items", 0, resolved_items, deterministic=True)


# Each gives the item's row id first and is sorted by it. CROSS JOIN keeps SQLite to that order of reading.
ITEMS = (
    "SELECT item.id, key, dataset, split, item_meta.value FROM item LEFT JOIN item_meta ON item_id = item.id{where}"
    " ORDER BY item.id"
)
TABLES = {
    "unusable": "SELECT item_id, document_id FROM unusable{where} ORDER BY item_id",
    "documents": "SELECT item_id, id, name, role, system, part, text, meta, whole_id, units,"
    " (SELECT kind FROM unit WHERE unit.id = whole_id + 1 AND units > 0) FROM document{where} ORDER BY item_id, id",
    "units": 'SELECT item_id, unit.start, unit."end", unit.speaker FROM document CROSS JOIN unit'
    " ON unit.id > whole_id AND unit.id <= whole_id + units{where} ORDER BY item_id, document.id, unit.id",
    "derived": "SELECT item_id, unit.id, document_id, unit.kind, unit.text, unit.name, unit.type,"
    " unit.meta, unit.written_id, EXISTS (SELECT 1 FROM retired WHERE unit_id = unit.id) FROM document"
    " CROSS JOIN unit ON document_id = document.id AND unit.text IS NOT NULL LEFT JOIN (SELECT id AS made, at, uid"
    " FROM decision) ON made = written_id{where} ORDER BY item_id, at, uid, unit.id",
    "sources": "SELECT item_id, unit_id, source_id FROM document CROSS JOIN unit ON document_id = document.id"
    " AND unit.text IS NOT NULL CROSS JOIN unit_source ON unit_id = unit.id{where}"
    " ORDER BY item_id, unit_id, source_id",
    "verdicts": "SELECT item_id, id, annotator_id, criterion_id, unit_id, target_id, value, reason, confidence, votes,"
    " explanation, decision_id FROM verdict{where} ORDER BY item_id",
    "spans": 'SELECT item_id, verdict_id, start, "end" FROM verdict CROSS JOIN span ON verdict_id = id{where}'
    " ORDER BY item_id, verdict_id, position",
    "evidence": 'SELECT item_id, verdict_id, evidence.unit_id, start, "end", quote, match FROM verdict'
    " CROSS JOIN evidence ON verdict_id = id{where} ORDER BY item_id, verdict_id, position",
    "reasons": "SELECT item_id, verdict_id, reason.annotator_id, reason.value, reason.decision_id FROM reason"
    " JOIN verdict ON verdict.id = verdict_id{where} ORDER BY item_id, verdict_id, reason.annotator_id",
    "judged": "SELECT item_id, annotator_id, criterion_id, target_id, decision_id FROM judged{where}"
    " ORDER BY item_id, annotator_id, criterion_id, target_id",
    "late": f"SELECT * FROM ({implicit_no.ALL}){{where}} ORDER BY item_id",
    "scores": "SELECT item_id, document_id, metric, annotator_id, value FROM document CROSS JOIN score"
    " ON document_id = document.id{where} ORDER BY item_id, document_id, metric, annotator_id",
    "decisions": "SELECT item_id, id, uid, at, reviewer_id, action, unit_id, criterion_id, target_id, flag_id, value,"
    " other_id, spans, note, asked, replaced, refers_id, made, shown, task_id, round, seconds,"
    " act, unread, source,"
    " EXISTS (SELECT 1 FROM undone WHERE decision_id = decision.id) FROM decision{where} ORDER BY item_id, at, uid",
    "handed": "SELECT item_id, task_id, criterion_id, unit_id, target_id FROM handed{where}"
    " ORDER BY item_id, task_id, criterion_id, unit_id, target_id",
    "known": "SELECT item_id, criterion_id, unit_id, target_id, value, trains FROM known{where}"
    " ORDER BY item_id, criterion_id, unit_id, target_id",
    "void": "SELECT item_id, task_id, annotator_id, round FROM void{where}"
    " ORDER BY item_id, task_id, annotator_id, round",
    "packages": "SELECT item_id, package_id FROM package_item{where} ORDER BY item_id, package_id",
    "package_cells": "SELECT item_id, package_id, criterion_id, unit_id, target_id FROM package_cell{where}"
    " ORDER BY item_id, package_id, criterion_id, unit_id, target_id",
    "judging": "SELECT item_id, verdict.id, run.id FROM verdict CROSS JOIN run ON run.id = run_id{where}"
    " ORDER BY item_id, verdict.id",
    "calls": "SELECT item_id, call.id, run_id, target_id, body, part, sample, key, state, reply, finish, unscored,"
    " repaired, error, attempts, tokens_in, tokens_out, tokens_read, tokens_written, cost, seconds, answered,"
    " at FROM call"
    " CROSS JOIN request ON request.id = request_id{where} ORDER BY item_id, call.id",
    "links": "SELECT item_id, verdict_id, call_id FROM verdict CROSS JOIN verdict_call ON verdict_id = id{where}"
    " ORDER BY item_id, verdict_id, call_id",
    "lineage": "SELECT item_id, run_id, state, verdict_id, earlier_id FROM lineage{where} ORDER BY item_id",
    "attached": "SELECT item_id, annotator_id, unit_id, criterion_id, target_id, source_id, start, \"end\", stance"
    " FROM attached{where} ORDER BY item_id, decision_id, source_id, start",
    "notes": "SELECT item_id, annotator_id, unit_id, criterion_id, target_id, text FROM note{where}"
    " ORDER BY item_id, id",
}


class Item(NamedTuple):
    """An item's own fields (``meta`` as JSON text or None) and its rows of each table that was asked for."""

    id: int
    key: str
    dataset: str
    split: str
    meta: str | None
    rows: dict[str, list[Row]]


def iterate_items(
    connection: sqlite3.Connection,
    only: Only,
    tables: tuple[str, ...],
    report: ExportReport,
    progress: Progress,
    where: str = "",
) -> Iterator[Item]:
    """The chosen items in the order in which they were added, each with its rows of ``tables``. ``where`` (" WHERE {}
    IN …", the braces stand for the item's row id) takes the place of ``only``.

    Raises: Cancelled
    """
    where = where or CHOSEN[only]
    for sentence in limits.extents(connection):
        raise limits.damage_error("The project", sentence)
    total = connection.execute("SELECT count(*) FROM item" + where.format("id")).fetchone()[0]
    cursors = [
        (table, _Cursor(connection.execute(TABLES[table].format(where=where.format("item_id")))))
        for table in tables
        if table != RESOLVED
    ]
    find = gold.build_resolver(connection) if RESOLVED in tables else None
    hider = pseudonyms.hider(connection)
    heads = connection.execute(ITEMS.format(where=where.format("item.id")))
    for done, head in enumerate(heads):
        if done % STEP == 0 and not progress(done, total):
            raise Cancelled("The export was stopped; nothing was written.")
        row, key, dataset, split, meta = head
        rows: dict[str, list[Row]] = {table: cursor.take(row) for table, cursor in cursors}
        if find is not None:
            rows[RESOLVED] = [*find(row)]
        if hider is not None:
            _hide_names(rows, hider)
            meta = hider.json(meta)
        yield Item(row, key, dataset, split, meta, rows)
    report.count("items", total)
    progress(total, total)


# Columns of notes, by table with that of their writer, and of metadata.
_NOTES = {"notes": (1, 5), "decisions": (4, 13)}
_METADATA = {"documents": 7, "derived": 7}


def _hide_names(rows: dict[str, list[Row]], hider: pseudonyms.NameHider) -> None:
    """Put pseudonyms into the notes and metadata of an item."""
    for table, (writer, at) in _NOTES.items():
        if table in rows:
            rows[table] = [
                row if row[at] is None or row[writer] in hider.own else (*row[:at], hider.text(row[at]), *row[at + 1 :])
                for row in rows[table]
            ]
    for table, at in _METADATA.items():
        if table in rows:
            rows[table] = [
                (*row[:at], hider.json(row[at]), *row[at + 1 :]) if row[at] is not None else row for row in rows[table]
            ]


class _Cursor:
    """Rows sorted by their first column, taken by that column's value in rising order."""

    def __init__(self, rows: Iterator[Row]) -> None:
        self._groups = groupby(rows, itemgetter(0))
        self._next = next(self._groups, None)

    def take(self, item: int) -> list[Row]:
        if self._next is None or self._next[0] != item:
            return []
        rows = list(self._next[1])
        self._next = next(self._groups, None)
        return rows
