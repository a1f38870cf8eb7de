"""What reviewers did over time, counted from the log: accepts and overrides a minute, items finished."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any, NamedTuple

from galley.core.domain import CriterionId
from galley.core.storage.slot_queries import read_people

STANDING = "decision.id NOT IN (SELECT decision_id FROM undone)"


class Minute(NamedTuple):
    """A reviewer's standing decisions on flags in one minute ("2026-11-20T13:21", UTC)."""

    reviewer: str
    at: str
    accept_count: int
    override_count: int
    unsure_count: int
    add_count: int


class FinishedItems(NamedTuple):
    """How many items a reviewer finished in one minute, by the last standing finish of each."""

    reviewer: str
    at: str
    items: int


def minutes(
    connection: sqlite3.Connection,
    criteria: Sequence[CriterionId] = (),
    systems: Sequence[str] = (),
    datasets: Sequence[str] = (),
    splits: Sequence[str] = (),
) -> list[Minute]:
    """Standing answers by reviewer and minute, in order of time. ``criteria`` are row ids; empty asks for all."""
    where, values = _where(criteria, systems, datasets, splits)
    rows = connection.execute(
        "SELECT reviewer_id, substr(at, 1, 16) AS minute, sum(action = 'accept'), sum(action = 'override'),"
        " sum(action = 'unsure'), sum(action = 'add') FROM decision"
        f" WHERE action IN ('accept', 'override', 'unsure', 'add') AND {STANDING}{where} GROUP BY 1, 2 ORDER BY 2, 1",
        values,
    ).fetchall()
    names = read_people(connection)
    return [Minute(names[row[0]], *row[1:]) for row in rows]


def finishes(connection: sqlite3.Connection) -> list[FinishedItems]:
    """Items that stand finished, by reviewer and the minute in which they were finished, in order of time."""
    names = read_people(connection)
    return [
        FinishedItems(names[row[0]], row[1], row[2])
        for row in connection.execute(
            "SELECT annotator_id, substr(at, 1, 16) AS minute, count(*) FROM (SELECT annotator_id, decision.item_id,"
            " max(at) AS at FROM progress JOIN decision ON decision.reviewer_id = annotator_id"
            " AND decision.item_id = progress.item_id AND action = 'finish'"
            f" WHERE finished = 1 AND {STANDING} GROUP BY 1, 2) GROUP BY 1, 2 ORDER BY 2, 1"
        )
    ]


def _where(
    criteria: Sequence[CriterionId], systems: Sequence[str], datasets: Sequence[str], splits: Sequence[str]
) -> tuple[str, list[Any]]:
    clauses = ""
    values: list[Any] = []
    if criteria:
        clauses += f" AND criterion_id IN ({','.join('?' * len(criteria))})"
        values += list(criteria)
    if systems:
        clauses += f" AND target_id IN (SELECT id FROM document WHERE system IN ({','.join('?' * len(systems))}))"
        values += list(systems)
    for column, options in (("dataset", datasets), ("split", splits)):
        if options:
            clauses += f" AND item_id IN (SELECT id FROM item WHERE {column} IN ({','.join('?' * len(options))}))"
            values += list(options)
    return clauses, values
