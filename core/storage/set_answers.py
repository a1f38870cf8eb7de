"""Answers that were given to several flags at once: an undo group whose name begins with ``SET_PREFIX``. Those of flags
that the reviewer knew from their row in the queue alone (``unopened``) count in no figure about people."""

from __future__ import annotations

import sqlite3

from galley.core.domain import AnnotatorId, CriterionId, ItemId, UnitId

SET_PREFIX = "set-"
"""How the undo group of a set begins."""
UNOPENED = "instr(coalesce(shown, ''), 'row') > 0"
"""SQL of the table ``decision``: whether the flag was never opened before it was decided."""
_IN_SET = f"act >= '{SET_PREFIX}' AND act < 'set.' AND {UNOPENED}"


def unopened_filter(connection: sqlite3.Connection, verdict: str = "verdict") -> str:
    """What leaves answers to flags that were never opened out of a query on the table ``verdict``: " AND …", or nothing
    where there are none."""
    if connection.execute(f"SELECT 1 FROM decision WHERE {_IN_SET} LIMIT 1").fetchone() is None:
        return ""
    return f" AND coalesce({verdict}.decision_id, 0) NOT IN (SELECT id FROM decision WHERE {_IN_SET})"


def find_unopened_cells(connection: sqlite3.Connection) -> list[tuple[ItemId, AnnotatorId, CriterionId, UnitId, int]]:
    """(item, annotator, criterion, unit, target) of each standing answer to a flag that was never opened."""
    return connection.execute(
        "SELECT verdict.item_id, annotator_id, verdict.criterion_id, verdict.unit_id, verdict.target_id FROM decision"
        f" JOIN verdict ON verdict.decision_id = decision.id WHERE {_IN_SET} ORDER BY verdict.id"
    ).fetchall()
