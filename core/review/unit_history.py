"""Who wrote a derived unit, when and from what: the revisions behind the units that stand."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from galley.core.domain import Unit
from galley.core.review import blind
from galley.core.review.revisions import How
from galley.core.storage.queries.derived_units import read_revisions


@dataclass(frozen=True, slots=True)
class RevisionOrigin:
    """The revision that wrote a unit. ``who`` is empty where the reviewer may not see it (blind mode); ``at`` is UTC,
    ISO 8601; ``before`` are the row ids of the units that it replaced."""

    who: str
    at: str
    how: How
    before: tuple[int, ...]


def lineage(connection: sqlite3.Connection, units: Sequence[Unit], reviewer: int = 0) -> dict[int, RevisionOrigin]:
    """The origins of those of an item's derived units that a reviewer wrote, by row id. A unit that was imported, or
    that a judge wrote, has none."""
    unit_ids = {unit.id for unit in units}
    if not unit_ids:
        return {}
    rows = read_revisions(connection, min(unit_ids), max(unit_ids))
    people = blind.annotators(connection, reviewer) if rows else {}
    return {
        unit: RevisionOrigin(
            people[who].name if who in people else "",
            at,
            How(value),
            tuple(json.loads(revision_json).get("replaces", ())),
        )
        for unit, who, at, value, revision_json in rows
        if unit in unit_ids
    }
