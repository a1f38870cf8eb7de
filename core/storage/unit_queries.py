"""Statements about verdicts on units that their criterion does not ask about."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence

from galley.core.domain import ItemId

CHILDREN = ("span", "evidence", "verdict_call", "aside")


def beside_units(connection: sqlite3.Connection, kinds: Mapping[int, str]) -> list[tuple[int, ItemId]]:
    """(verdict, item) of what judges and imports said of turns, paragraphs and sentences where the criterion (row id)
    asks about units of another kind."""
    return connection.execute(
        "SELECT verdict.id, verdict.item_id FROM verdict CROSS JOIN unit ON unit.id = unit_id"
        " JOIN json_each(:kinds) AS asked ON asked.key = criterion_id"
        " WHERE unit.kind IN ('turn', 'paragraph', 'sentence') AND unit.kind <> asked.value AND decision_id IS NULL"
        " AND annotator_id IN (SELECT id FROM annotator WHERE kind IN ('judge', 'import')) ORDER BY 1",
        {"kinds": json.dumps(dict(kinds))},
    ).fetchall()


def drop_verdicts(connection: sqlite3.Connection, verdicts: Sequence[int]) -> int:
    """Delete verdicts that no decision and no opinion on their reasons is about; how many stay."""
    parameters = {"chosen": json.dumps(list(verdicts))}
    about = (
        "SELECT value FROM json_each(:chosen)"
        " WHERE value NOT IN (SELECT flag_id FROM decision WHERE flag_id IS NOT NULL)"
        " AND value NOT IN (SELECT verdict_id FROM reason)"
    )
    loose = [row for (row,) in connection.execute(about, parameters)]
    parameters = {"chosen": json.dumps(loose)}
    those = "(SELECT value FROM json_each(:chosen))"
    connection.execute(f"DELETE FROM lineage WHERE verdict_id IN {those} OR earlier_id IN {those}", parameters)
    for table in CHILDREN:  # foreign keys are off while a project is brought to another schema
        connection.execute(f"DELETE FROM {table} WHERE verdict_id IN {those}", parameters)
    connection.execute(f"DELETE FROM verdict WHERE id IN {those}", parameters)
    return len(verdicts) - len(loose)


def repairs(connection: sqlite3.Connection) -> list[tuple[str, str]]:
    """(when, what was said) of each repair of the project, oldest first."""
    return connection.execute("SELECT at, said FROM event WHERE kind = 'repair' ORDER BY at, uid").fetchall()
