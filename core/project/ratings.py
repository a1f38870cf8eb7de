"""Which dimensions summaries are rated on: a choice that belongs to the project, so that all its reviewers rate the
same. It is kept in the setting ``rated``; without one every ordinal criterion about a whole summary is asked."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence

from galley.core.domain import ChangeSet, Criterion, Role, Scheme, UnitKind

SETTING = "rated"


def offered(schemes: Iterable[Scheme]) -> list[Criterion]:
    """The criteria of these schemes that rate a whole summary on a scale of single digits."""
    return [
        criterion
        for scheme in schemes
        for criterion in scheme.criteria
        if criterion.scale == "ordinal"
        and criterion.unit is UnitKind.WHOLE
        and Role.SUMMARY in criterion.roles
        and 0 <= criterion.low < criterion.high <= 9
    ]


def chosen(connection: sqlite3.Connection, schemes: Iterable[Scheme]) -> list[Criterion]:
    """Those of them that are asked, in the order of the schemes; all where nobody chose, or none of the choice is
    there."""
    there = offered(schemes)
    row = connection.execute("SELECT value FROM setting WHERE name = ?", (SETTING,)).fetchone()
    try:
        wanted = json.loads(row[0]) if row else None
    except ValueError:
        wanted = None
    found = [c for c in there if isinstance(wanted, list) and name(c) in wanted]
    return found or there


def name(criterion: Criterion) -> str:
    """A criterion as the setting names it: "likert/fluency"."""
    return f"{criterion.scheme}/{criterion.id}"


def choose(connection: sqlite3.Connection, criteria: Sequence[Criterion]) -> tuple[None, ChangeSet]:
    """Ask for these from now on; for all where there is none among them."""
    connection.execute(
        "INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        (SETTING, json.dumps([name(criterion) for criterion in criteria])),
    )
    return None, ChangeSet(settings=True)
