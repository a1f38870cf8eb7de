"""What data frames are made of: rows of items, verdicts, flags, decisions and calls, for whole projects at once."""

from __future__ import annotations

import gc
import json
import sqlite3
from collections.abc import Collection, Iterable
from typing import Any

from galley.core.domain import AnnotatorId, CriterionId
from galley.core.storage import names
from galley.core.storage.queries.exports import ItemChoice

Connection = sqlite3.Connection


def read_verdict_rows(
    connection: Connection, choice: ItemChoice, criterion: CriterionId, judge: AnnotatorId, kinds: Collection[str]
) -> list[Any]:
    """The columns (item, annotator, criterion, target, document and kind, position and name of the unit, value, reason,
    confidence, votes, explanation, decision, row id) of the verdicts that stand, on one criterion or (0) all, by one
    annotator or (0) all, of some kinds where those are named."""
    conditions = ["1" + names.retired_filter(connection, "verdict.unit_id")]
    for column, row in (("criterion_id", criterion), ("annotator_id", judge)):
        conditions += [f"{column} = {int(row)}"] * bool(row)
    if kinds:
        annotators = [row for row, annotator in names.annotators(connection).items() if annotator.kind in kinds]
        conditions.append(f"annotator_id IN ({', '.join(map(str, annotators))})")
    where, values = choice.condition("verdict.item_id", " AND ".join(conditions))
    # ordered by the table itself: sorting a million rows by item costs more than reading them
    rows = connection.execute(
        "SELECT verdict.item_id, annotator_id, criterion_id, target_id, document_id, kind, position, name, value,"
        " reason, confidence, votes, explanation, decision_id, verdict.id FROM verdict"
        f" CROSS JOIN unit ON unit.id = unit_id{where} ORDER BY verdict.id",
        values,
    )
    return _fetch_columns(rows, 15)


def read_flag_rows(connection: Connection, flags: Iterable[int]) -> list[tuple[Any, ...]]:
    """(flag, kind, position, name and text of the unit, confidence, votes, explanation, document) of flags."""
    flag_ids = json.dumps([*flags])
    flag_documents = "SELECT document_id FROM json_each(?) AS one CROSS JOIN verdict ON verdict.id = one.value"
    texts = dict(
        connection.execute(
            f"SELECT id, text FROM document WHERE id IN ({flag_documents} JOIN unit ON unit.id = unit_id)", (flag_ids,)
        ).fetchall()
    )
    rows = connection.execute(
        'SELECT verdict.id, kind, position, unit.name, unit.text, document_id, start, "end", confidence, votes,'
        " explanation, document.name FROM json_each(?) AS one CROSS JOIN verdict"
        " ON verdict.id = one.value JOIN unit ON unit.id = unit_id JOIN document ON document.id = unit.document_id",
        (flag_ids,),
    )
    return [
        (row, kind, position, name, texts[document][start:end] if text is None else text, *rest)
        for row, kind, position, name, text, document, start, end, *rest in rows
    ]


def read_decision_rows(
    connection: Connection, choice: ItemChoice, criterion: CriterionId, judge: AnnotatorId
) -> list[Any]:
    """The columns (time, uid, reviewer, action, key, document and kind, position and name of the unit, scheme,
    criterion, judge of the flag, value, note, whether it is undone, flag, uid of what it refers to) of the decisions,
    on one criterion or (0) all, on the flags of one judge or (0) all."""
    conditions = [f"decision.criterion_id = {int(criterion)}"] * bool(criterion)
    conditions += [f"flag_id IN (SELECT id FROM verdict WHERE annotator_id = {int(judge)})"] * bool(judge)
    where, values = choice.condition("decision.item_id", " AND ".join(conditions))
    rows = connection.execute(
        "SELECT at, uid, reviewer.name, action, item.key, document.name, unit.kind, unit.position, unit.name,"
        " scheme.name, criterion.name, (SELECT judge.name FROM verdict JOIN annotator AS judge"
        " ON judge.id = annotator_id WHERE verdict.id = flag_id), decision.value, note,"
        " decision.id IN (SELECT decision_id FROM undone), flag_id,"
        " (SELECT other.uid FROM decision AS other WHERE other.id = decision.refers_id) FROM decision"
        " JOIN item ON item.id = decision.item_id JOIN annotator AS reviewer ON reviewer.id = reviewer_id"
        " LEFT JOIN unit ON unit.id = unit_id LEFT JOIN document ON document.id = unit.document_id"
        " LEFT JOIN criterion ON criterion.id = criterion_id LEFT JOIN scheme ON scheme.id = scheme_id"
        f"{where} ORDER BY at, uid",
        values,
    )
    return _fetch_columns(rows, 17)


def read_call_rows(connection: Connection, choice: ItemChoice, judge: AnnotatorId) -> list[tuple[Any, ...]]:
    """(run, judge, method, provider, model, key, document, part, sample, state, finish, why it has no score, whether it
    was repaired, error, attempts, tokens in, out, read and written, cost, seconds, model that answered, time, reply) of
    the calls of one judge or (0) all."""
    where, values = choice.condition("call.item_id", f"run.annotator_id = {int(judge)}" * bool(judge))
    return connection.execute(
        "SELECT run.uid, annotator.name, run.method, provider, run.model, item.key, document.name, call.part, sample,"
        " call.state, finish, unscored, repaired, error, attempts, tokens_in, tokens_out, tokens_read, tokens_written,"
        " cost, seconds, answered, at, reply FROM call JOIN run ON run.id = run_id"
        " JOIN annotator ON annotator.id = run.annotator_id JOIN item ON item.id = call.item_id"
        f" JOIN document ON document.id = target_id{where} ORDER BY call.id",
        values,
    ).fetchall()


def _fetch_columns(rows: sqlite3.Cursor, width: int) -> list[Any]:
    """The columns of a query's rows. Without the collector, which would look at a million tuples again and again and
    find nothing."""
    running = gc.isenabled()
    gc.disable()
    try:
        fetched_rows = rows.fetchall()
        return list(zip(*fetched_rows, strict=True)) or [()] * width
    finally:
        if running:
            gc.enable()
