"""Judges' flags with where each stands for a reviewer: open, accepted, overridden or unsure."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import orjson

from galley.core.domain import NO_ANNOTATOR, NO_CRITERION, AnnotatorId, CriterionId, ItemId, UnitId
from galley.core.storage import implicit_no, level_queries, names

_STATE = (
    "CASE WHEN mine.id IS NOT NULL THEN CASE WHEN mine.value IS NULL THEN 'unsure'"
    " WHEN mine.value = flag.value THEN 'accepted' ELSE 'overridden' END"
    " WHEN coalesce(silent.annotator_id, silent_whole.annotator_id) IS NULL THEN 'open'"
    " WHEN flag.unit_id || '/' || flag.criterion_id || '/' || flag.target_id IN (SELECT value FROM json_each(?))"
    " THEN 'open' ELSE 'overridden' END"
)
"""The value is JSON of the cells of which the person's implicit no does not count."""
_FROM = (
    " FROM verdict AS flag CROSS JOIN annotator ON annotator.id = flag.annotator_id"
    " LEFT JOIN verdict AS mine ON mine.annotator_id = ? AND mine.criterion_id = flag.criterion_id"
    " AND mine.unit_id = flag.unit_id AND mine.target_id = flag.target_id"
    " LEFT JOIN judged AS silent ON silent.annotator_id = ? AND silent.criterion_id = flag.criterion_id"
    " AND silent.target_id = flag.target_id AND NOT {on_whole}"
    " LEFT JOIN silent_whole ON silent_whole.annotator_id = ? AND silent_whole.criterion_id ="
    " flag.criterion_id AND silent_whole.target_id = flag.target_id AND {on_whole}"
)
"""What a person (three values) said of each flag, explicitly or by an implicit no at the flag's level."""
_COLUMNS = ("id", "item_id", "unit_id", "criterion_id", "target_id", "annotator_id")


class Flag(NamedTuple):
    """A judge's yes: row ids of verdict, item, cell and judge, and where it stands for a person."""

    id: int
    item: ItemId
    unit: UnitId
    criterion: CriterionId
    target: int
    judge: AnnotatorId
    state: str


@dataclass(frozen=True, slots=True)
class FlagChoice:
    """Which flags are asked for: by criterion and judge (row ids; 0: any), the system that wrote the text ("": any) and
    items (row ids; None: all)."""

    criterion: CriterionId = NO_CRITERION
    judge: AnnotatorId = NO_ANNOTATOR
    system: str = ""
    items: Sequence[ItemId] | None = None


def find_flags(connection: sqlite3.Connection, choice: FlagChoice, person: AnnotatorId) -> list[Flag]:
    """The flags of a choice, by item and cell, each as it stands for ``person`` (a row id; one that the project does
    not have answered nothing)."""
    where, values = _condition(connection, choice)
    read = ", ".join(f"flag.{name}" for name in _COLUMNS)
    rows = connection.execute(
        f"SELECT {read}, {_STATE} {_from(connection)} WHERE {where}"
        " ORDER BY flag.item_id, flag.target_id, flag.unit_id, flag.criterion_id, flag.annotator_id",
        (_late(connection, person, choice.items), person, person, person, *values),
    )
    return list(map(Flag._make, rows))


def read_flag_columns(
    connection: sqlite3.Connection,
    named: Sequence[str],
    states: Sequence[str],
    person: AnnotatorId,
    items: Sequence[ItemId] | None = None,
) -> tuple[str, ...]:
    """All flags, or those of some items, as one JSON list for each of these columns of ``verdict``, and one of how the
    flags stand for ``person``, as places in ``states``. All of it is left to SQLite, which works without Python's
    lock. Flags of one place stand at one place of each list."""
    place = " ".join(f"WHEN '{state}' THEN {at}" for at, state in enumerate(states))
    read = ", ".join(f"json_group_array({name})" for name in named)
    where, values = _condition(connection, FlagChoice(items=items))
    columns_json: tuple[str, ...] = connection.execute(
        f"SELECT {read}, json_group_array(CASE stands {place} END) FROM"
        f" (SELECT flag.*, {_STATE} AS stands {_from(connection)} WHERE {where})",
        (_late(connection, person, items), person, person, person, *values),
    ).fetchone()
    return columns_json


def _condition(connection: sqlite3.Connection, choice: FlagChoice) -> tuple[str, list[str | int]]:
    """The condition on the flags and its values."""
    where = "flag.value = 'yes' AND annotator.kind IN ('judge', 'import')"
    where += names.retired_filter(connection, "flag.unit_id")
    values: list[str | int] = []
    for column, row in (("flag.criterion_id", choice.criterion), ("flag.annotator_id", choice.judge)):
        if row:
            where, values = f"{where} AND {column} = ?", [*values, row]
    if choice.system:
        where += " AND flag.target_id IN (SELECT id FROM document WHERE system = ?)"
        values.append(choice.system)
    if choice.items is not None:
        where += " AND flag.item_id IN (SELECT value FROM json_each(?))"
        values.append(orjson.dumps(list(choice.items)).decode())
    return where, values


def _from(connection: sqlite3.Connection) -> str:
    return _FROM.format(on_whole=level_queries.is_on_whole(connection, "flag"))


def _late(connection: sqlite3.Connection, person: AnnotatorId, items: Iterable[ItemId] | None) -> str:
    cells = (
        late_cell.cell for late_cell in implicit_no.list_late_cells(connection, items) if late_cell.annotator == person
    )
    return orjson.dumps([f"{cell.unit}/{cell.criterion}/{cell.target}" for cell in cells]).decode()
