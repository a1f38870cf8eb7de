"""How far a reviewer is with the project: the figures at the head of the queue."""

from __future__ import annotations

import sqlite3
from typing import NamedTuple

from galley.core.review import blind


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
    # each from an index of its own: the table's pages, with keys and data sets, are many more
    items, flags = connection.execute("SELECT count(*), coalesce(sum(flags), 0) FROM item").fetchone()
    ties, tied = connection.execute("SELECT coalesce(sum(ties), 0), count(*) FROM item WHERE ties > 0").fetchone()
    finished, settled, unsure, unsure_items = connection.execute(
        "SELECT coalesce(sum(finished), 0), coalesce(sum(settled), 0), coalesce(sum(unsure), 0),"
        " coalesce(sum(unsure > 0), 0) FROM progress WHERE annotator_id = ?",
        (reviewer,),
    ).fetchone()
    hidden = blind.read_blind(connection)
    if not hidden.figures:
        ties = tied = 0
    decisions = _answers(connection, reviewer if hidden.own else None)
    return QueueTotals(items, finished, flags, settled, unsure, unsure_items, ties, tied, decisions)


def _answers(connection: sqlite3.Connection, reviewer: int | None) -> int:
    """How many answers stand in the log, of one person or of all."""
    # The words of the index ``decision_answer``, which SQLite looks for.
    answer_clause = "action IN ('accept', 'override', 'unsure', 'add', 'settle')"
    person_clause = "AND reviewer_id = ?" if reviewer is not None else ""
    values = () if reviewer is None else (reviewer,)
    return connection.execute(
        f"SELECT (SELECT count(*) FROM decision WHERE {answer_clause} {person_clause}) - (SELECT count(*) FROM undone"
        f" JOIN decision ON decision.id = decision_id WHERE {answer_clause} {person_clause})",
        values * 2,
    ).fetchone()[0]
