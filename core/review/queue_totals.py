"""How far a reviewer is with the project: the figures at the head of the queue."""

from __future__ import annotations

import sqlite3
from typing import NamedTuple

from galley.core.review import blind
from galley.core.storage.queries import counting


class QueueTotals(NamedTuple):
    """How far the reviewer is with the project. ``decisions`` are the answers of the log that stand, those of everybody
    where the reviewer may see them: a note is none, and what was undone is none any more."""

    items: int
    finished_items: int
    flags: int
    answered_flags: int
    unsure: int
    unsure_items: int
    ties: int
    tied_items: int
    decisions: int


def totals(connection: sqlite3.Connection, reviewer: int) -> QueueTotals:
    """The figures at the head of the queue."""
    items, flags, ties, tied = counting.read_item_totals(connection)
    finished, settled, unsure, unsure_items = counting.read_progress_totals(connection, reviewer)
    hidden = blind.read_blind(connection)
    if not hidden.figures:
        ties = tied = 0
    decisions = counting.count_standing_answers(connection, reviewer if hidden.own else None)
    return QueueTotals(items, finished, flags, settled, unsure, unsure_items, ties, tied, decisions)


