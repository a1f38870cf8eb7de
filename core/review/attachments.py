"""Evidence by reviewers: source text that somebody put to a cell, as supporting or contradicting what it is about.

It is a person's own beside any verdict: on a flag that is still open, too. Each place is one decision; another one on
the same place takes its place, ``Stance.NEITHER`` takes it away.
"""

from __future__ import annotations

import json
import sqlite3
from typing import NamedTuple

from galley.core.domain import Cell, Span, Stance
from galley.core.storage.log_row import LogRow

_KEY = ("annotator_id", "criterion_id", "unit_id", "target_id", "source_id", "start", '"end"')


class AttachedEvidence(NamedTuple):
    """A place (code points in the unit ``source``) that the annotator put to a cell."""

    annotator: int
    cell: Cell
    source: int
    span: Span
    stance: Stance


def of_item(connection: sqlite3.Connection, item: int) -> tuple[AttachedEvidence, ...]:
    """What is attached in an item, in the order in which it was."""
    rows = connection.execute(
        'SELECT annotator_id, unit_id, criterion_id, target_id, source_id, start, "end", stance FROM attached'
        " WHERE item_id = ? ORDER BY decision_id, source_id, start",
        (item,),
    )
    return tuple(AttachedEvidence(row[0], Cell(*row[1:4]), row[4], Span(*row[5:7]), Stance(row[7])) for row in rows)


def apply(connection: sqlite3.Connection, decision: LogRow) -> None:
    """Bring what is attached up to date with one more decision."""
    place = json.loads(decision.source or "[]")
    key = (decision.reviewer_id, decision.criterion_id, decision.unit_id, decision.target_id, *place)
    connection.execute(f"DELETE FROM attached WHERE {' AND '.join(f'{name} = ?' for name in _KEY)}", key)
    if decision.value != Stance.NEITHER:
        connection.execute(
            f"INSERT INTO attached ({', '.join(_KEY)}, item_id, stance, decision_id)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (*key, decision.item_id, decision.value, decision.id),
        )
