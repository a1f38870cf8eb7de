"""What the figures of KGDS read."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from galley.core.domain import ItemId

Connection = sqlite3.Connection


def read_fact_places(connection: Connection) -> Iterator[tuple[ItemId, str, int]]:
    """(item, type as gold or the file has it or "", the first paragraph that it comes from) of the facts that stand."""
    return connection.execute(
        "SELECT document.item_id, coalesce(mask.type, unit.type, ''), min(source.position) FROM unit"
        " JOIN document ON document.id = unit.document_id JOIN unit_source ON unit_source.unit_id = unit.id"
        " JOIN unit AS source ON source.id = source_id AND source.kind = 'paragraph'"
        " LEFT JOIN mask ON mask.unit_id = unit.id WHERE unit.kind = 'fact' AND unit.text IS NOT NULL"
        " AND unit.id NOT IN (SELECT unit_id FROM retired) GROUP BY unit.id"
    )


def read_discussion_summaries(connection: Connection) -> list[tuple[int, ItemId, str, str, str | None]]:
    """(row id, item, system, part, metadata as JSON) of the summaries with metadata, or of items with opinions."""
    return connection.execute(
        "SELECT id, item_id, system, part, meta FROM document WHERE role = 'summary' AND (meta IS NOT NULL OR"
        " item_id IN (SELECT item_id FROM document JOIN unit ON document_id = document.id"
        " WHERE unit.text IS NOT NULL AND unit.kind = 'opinion')) ORDER BY id"
    ).fetchall()


def read_step_calls(
    connection: Connection, method: str, part: str
) -> Iterator[tuple[str, str, int | None, int | None, float | None]]:
    """(model, state, tokens in, tokens out, cost) of the calls of a method whose part is like ``part``."""
    return connection.execute(
        "SELECT annotator.model, call.state, tokens_in, tokens_out, cost FROM call JOIN run ON run.id = run_id"
        " JOIN annotator ON annotator.id = run.annotator_id WHERE run.method = ? AND part LIKE ?",
        (method, part),
    )
