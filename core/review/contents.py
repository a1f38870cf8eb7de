"""What a project holds, in a few words: which of its views and charts have something to show."""

from __future__ import annotations

import sqlite3

from galley.core.domain import JUDGES, AnnotatorKind
from galley.core.storage.queries import read_setting
from galley.core.storage.queries.decisions import get_newest_decision_id
from galley.core.storage.queries.items import list_keys
from galley.core.storage.queries.verdicts import find_speaking_kinds


def facts(connection: sqlite3.Connection) -> frozenset[str]:
    """Those of these words that are true: ``item`` (there is one), ``judge`` and ``person`` (one gave a verdict, gold
    among the people), ``two`` (two annotators did), ``decision``, ``draw`` (cells were drawn at random)."""
    kinds = [AnnotatorKind(kind) for kind in find_speaking_kinds(connection)]
    conditions = {
        "judge": any(kind in JUDGES for kind in kinds),
        "person": any(kind not in JUDGES for kind in kinds),
        "two": len([kind for kind in kinds if kind is not AnnotatorKind.GOLD]) > 1,
        "item": bool(list_keys(connection, limit=1)),
        "decision": get_newest_decision_id(connection) > 0,
        "draw": read_setting(connection, "sampling") is not None,
    }
    return frozenset(name for name, true in conditions.items() if true)
