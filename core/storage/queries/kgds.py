"""What the figures of KGDS read."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import NamedTuple

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


class SummaryRow(NamedTuple):
    """A summary with its metadata as JSON."""

    document: int
    item: ItemId
    system: str
    part: str
    meta: str | None


def read_discussion_summaries(connection: Connection) -> list[SummaryRow]:
    """The summaries with metadata, or of items with opinions."""
    rows = connection.execute(
        "SELECT id, item_id, system, part, meta FROM document WHERE role = 'summary' AND (meta IS NOT NULL OR"
        " item_id IN (SELECT item_id FROM document JOIN unit ON document_id = document.id"
        " WHERE unit.text IS NOT NULL AND unit.kind = 'opinion')) ORDER BY id"
    )
    return list(map(SummaryRow._make, rows))


class StepCall(NamedTuple):
    """A call with the model that was asked, and what it cost in dollars."""

    model: str
    state: str
    tokens_in: int | None
    tokens_out: int | None
    cost: float | None


def read_step_calls(connection: Connection, method: str, part: str) -> Iterator[StepCall]:
    """The calls of a method whose part is like ``part``."""
    rows = connection.execute(
        "SELECT annotator.model, call.state, tokens_in, tokens_out, cost FROM call JOIN run ON run.id = run_id"
        " JOIN annotator ON annotator.id = run.annotator_id WHERE run.method = ? AND part LIKE ?",
        (method, part),
    )
    return map(StepCall._make, rows)
