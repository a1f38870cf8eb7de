"""What a project holds, in a few words: which of its views and charts have something to show."""

from __future__ import annotations

import sqlite3

from galley.core.domain import JUDGES, AnnotatorKind


def facts(connection: sqlite3.Connection) -> frozenset[str]:
    """Those of these words that are true: ``item`` (there is one), ``judge`` and ``person`` (one gave a verdict, gold
    among the people), ``two`` (two annotators did), ``decision``, ``draw`` (cells were drawn at random)."""
    spoke = (
        f"EXISTS (SELECT 1 FROM {table} WHERE annotator_id = annotator.id)"
        for table in ("verdict", "judged", "silent_whole")
    )
    query = f"SELECT kind FROM annotator WHERE {' OR '.join(spoke)}"
    kinds = [AnnotatorKind(kind) for (kind,) in connection.execute(query)]
    conditions = {
        "judge": any(kind in JUDGES for kind in kinds),
        "person": any(kind not in JUDGES for kind in kinds),
        "two": len([kind for kind in kinds if kind is not AnnotatorKind.GOLD]) > 1,
        "item": _any(connection, "item"),
        "decision": _any(connection, "decision"),
        "draw": _any(connection, "setting WHERE name = 'sampling'"),
    }
    return frozenset(name for name, true in conditions.items() if true)


def _any(connection: sqlite3.Connection, rows: str) -> bool:
    return bool(connection.execute(f"SELECT EXISTS (SELECT 1 FROM {rows})").fetchone()[0])
