"""Revisions: reviewers write, clarify, split, merge and take away derived units (opinions, facts, questions, entries).

A revision is a decision like any other. It names the units that it replaces and holds the units that it writes, so
the log alone says what stands. Nothing is deleted: a replaced unit is *retired*, its verdicts stay in the file and
count nowhere, and an undo brings it back. The units of a revision that was undone are retired in their turn.

Three steps of KGDS (section 3.3, main opinion, clarification, atomisation) are revisions: "write", "clarify",
"split". Two revisions of one unit by two people both stand: their units are both there, for people to merge.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from galley.core.domain import NO_ANNOTATOR, AnnotatorId, Unit, UnitId, UnitKind
from galley.core.errors import InputError
from galley.core.review import blind
from galley.core.storage.connection import Connection
from galley.core.storage.log_row import LogRow
from galley.core.storage.queries import derived_units


class How(StrEnum):
    """What kind of revision it is; the decision's value. It changes the words, not the effect."""

    WRITE = "write"
    CLARIFY = "clarify"
    SPLIT = "split"
    MERGE = "merge"
    DROP = "drop"


@dataclass(frozen=True, slots=True)
class Draft:
    """A unit to be written. ``document`` is the row id of its home, ``sources`` are row ids of units."""

    kind: UnitKind
    text: str
    document: int
    type: str = ""
    sources: tuple[UnitId, ...] = ()
    meta: Mapping[str, Any] = field(default_factory=dict)


def check(how: How, drafts: Sequence[Draft], replaces: Sequence[UnitId]) -> None:
    """Whether a revision makes sense. Raises: InputError"""
    expected = {
        How.WRITE: (len(drafts) == 1 and not replaces, "one new unit and no other"),
        How.CLARIFY: (len(drafts) == 1 and len(replaces) == 1, "one unit in the place of one"),
        How.SPLIT: (len(drafts) > 1 and len(replaces) == 1, "several units in the place of one"),
        How.MERGE: (len(drafts) == 1 and len(replaces) > 1, "one unit in the place of several"),
        How.DROP: (not drafts and bool(replaces), "at least one unit and nothing in its place"),
    }
    fits, requirement = expected[how]
    if not fits:
        raise InputError(f"To {how.value} takes {requirement}.")
    if any(not draft.text.strip() for draft in drafts):
        raise InputError("A unit needs text; to remove one, drop it.")


def encode(connection: Connection, uid: str, drafts: Sequence[Draft], replaces: Sequence[UnitId]) -> str:
    """What a decision keeps of a revision (``decision.made``), as JSON with row ids. The new units are called after
    the decision, so that they have the same name wherever the log is replayed."""
    units = [
        {
            "name": f"{uid}.{number}",
            "kind": draft.kind.value,
            "document": draft.document,
            "position": _position(connection, draft, replaces),
            "text": draft.text,
            "type": draft.type or None,
            "meta": dict(draft.meta) or None,
            "sources": list(draft.sources),
        }
        for number, draft in enumerate(drafts)
    ]
    return dumps(units, replaces)


def dumps(units: Sequence[Mapping[str, Any]], replaces: Sequence[UnitId]) -> str:
    """The stored form of a revision."""
    return json.dumps({"units": list(units), "replaces": list(replaces)}, ensure_ascii=False)


def write(connection: Connection, decision: LogRow) -> list[UnitId]:
    """The row ids of the units that a revision writes; those that are not there yet are added."""
    units = json.loads(decision.made or "{}").get("units", ())
    return [derived_units.add_unit(connection, {**unit, "meta": unit["meta"] or None}, decision.id) for unit in units]


def apply(connection: Connection, decision: LogRow) -> None:
    """Let a revision stand: its units are there, those that it replaces are retired."""
    write(connection, decision)
    replaced = json.loads(decision.made or "{}").get("replaces", ())
    derived_units.retire_units(connection, replaced, decision.id)


def forget(connection: Connection, decisions: Sequence[LogRow], undone: set[int]) -> None:
    """Take the effects of an item's revisions back, before those that stand are applied again."""
    revisions = [decision for decision in decisions if decision.made]
    derived_units.bring_back_units(connection, (decision.id for decision in revisions))
    for decision in revisions:
        if decision.id in undone:
            derived_units.retire_units(connection, write(connection, decision), decision.id)


def _position(connection: Connection, draft: Draft, replaces: Sequence[UnitId]) -> int:
    """Where the first of the replaced units stood, else behind all of the kind."""
    return derived_units.find_position(connection, replaces, draft.document, draft.kind)


@dataclass(frozen=True, slots=True)
class RevisionOrigin:
    """The revision that wrote a unit. ``who`` is empty where the reviewer may not see it (blind mode); ``at`` is UTC,
    ISO 8601; ``before`` are the row ids of the units that it replaced."""

    who: str
    at: str
    how: How
    before: tuple[UnitId, ...]


def lineage(
    connection: Connection, units: Sequence[Unit], reviewer: AnnotatorId = NO_ANNOTATOR
) -> dict[int, RevisionOrigin]:
    """The origins of those of an item's derived units that a reviewer wrote, by row id. A unit that was imported, or
    that a judge wrote, has none."""
    unit_ids = {unit.id for unit in units}
    if not unit_ids:
        return {}
    rows = derived_units.read_revisions(connection, min(unit_ids), max(unit_ids))
    people = blind.annotators(connection, reviewer) if rows else {}
    return {
        row.unit: RevisionOrigin(
            people[row.reviewer].name if row.reviewer in people else "",
            row.at,
            How(row.how),
            tuple(json.loads(row.record).get("replaces", ())),
        )
        for row in rows
        if row.unit in unit_ids
    }
