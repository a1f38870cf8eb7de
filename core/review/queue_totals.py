"""How far a reviewer is with the project (the figures at the head of the queue), and what the project holds."""

from __future__ import annotations

from typing import NamedTuple

from galley.core.domain import JUDGES, AnnotatorId, AnnotatorKind
from galley.core.review import blind
from galley.core.storage import names
from galley.core.storage.connection import Connection
from galley.core.storage.queries import counting, read_setting
from galley.core.storage.queries.columns import find_answered_pairs
from galley.core.storage.queries.decisions import get_newest_decision_id
from galley.core.storage.queries.items import read_keys


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


def totals(connection: Connection, reviewer: AnnotatorId) -> QueueTotals:
    """The figures at the head of the queue."""
    items, flags, ties, tied = counting.read_item_totals(connection)
    hidden = blind.read_blind(connection)
    if not hidden.figures:
        ties = tied = 0
    own = counting.read_reviewer_totals(connection, reviewer, own_decisions=hidden.own)
    return QueueTotals(
        items, own.finished_items, flags, own.answered_flags, own.unsure, own.unsure_items, ties, tied, own.decisions
    )


def facts(connection: Connection) -> frozenset[str]:
    """What the project holds, as those of these words that are true: ``item`` (there is one), ``judge`` and ``person``
    (one gave a verdict, gold among the people), ``two`` (two annotators did), ``decision``, ``draw`` (cells were drawn
    at random)."""
    spoke = {row for row, _ in find_answered_pairs(connection, counted=False)}
    kinds = [annotator.kind for row, annotator in names.annotators(connection).items() if row in spoke]
    conditions = {
        "judge": any(kind in JUDGES for kind in kinds),
        "person": any(kind not in JUDGES for kind in kinds),
        "two": len([kind for kind in kinds if kind is not AnnotatorKind.GOLD]) > 1,
        "item": bool(read_keys(connection, limit=1)),
        "decision": get_newest_decision_id(connection) > 0,
        "draw": read_setting(connection, "sampling") is not None,
    }
    return frozenset(name for name, true in conditions.items() if true)
