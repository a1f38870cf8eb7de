"""The flags of one criterion through all items, as the queue lists them: in which order, how they stand, what a line
says of each, and how many there are of each criterion."""

from __future__ import annotations

import sqlite3
from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

import orjson

from galley.core.domain import Cell
from galley.core.project import blind_flags, choosing, queue
from galley.core.project.item_reading import FlagState
from galley.core.project.queried import Flag, counted, held, held_in
from galley.core.project.queue import Filter, Show
from galley.core.tasks import task_book

_QUOTE = 160
NOBODY = -1
"""The row id of a reader who is nobody in the project: everything is open for them."""


class FlagRow(NamedTuple):
    """One line of the queue: a judge's flag. ``votes`` is "4/5" or ""; ``quote`` the flagged words."""

    id: int
    item: int
    cell: Cell
    key: str
    system: str
    quote: str
    votes: str
    state: FlagState


_ANSWERED = (FlagState.ACCEPTED, FlagState.OVERRIDDEN)


class Walk:
    """The flags (row ids of verdicts) that a filter lets through, in the order of its items, and how each stands.

    ``flags``, ``items`` and ``cells`` go side by side. ``decided`` are answered, ``open`` are neither answered nor
    unsure.
    """

    def __init__(self, found: Sequence[Flag] = ()) -> None:
        self.flags = array("q", (flag.id for flag in found))
        self.items = array("q", (flag.item for flag in found))
        self.cells = [Cell(flag.unit, flag.criterion, flag.target) for flag in found]
        self.states = {flag.id: FlagState(flag.state) for flag in found}
        stands = Counter(self.states.values())
        self.decided = sum(stands[state] for state in _ANSWERED)
        self.open = stands[FlagState.OPEN]
        self._first = {(self.items[at], self.cells[at]): at for at in range(len(self.flags) - 1, -1, -1)}
        self._of_item: dict[int, list[int]] = {}
        for flag in found:
            self._of_item.setdefault(flag.item, []).append(flag.id)

    def place(self, item: int, cell: Cell) -> int | None:
        """Where the first flag on a cell stands, or None."""
        return self._first.get((item, cell))

    def of(self, items: Iterable[int]) -> list[int]:
        """The flags of these items."""
        return [flag for item in items for flag in self._of_item.get(item, ())]

    def next_open(self, after: int, without: Iterable[Cell] = ()) -> int | None:
        """The place of the next open flag behind ``after``, from the start again where there is none behind it; cells
        of ``without`` count as answered."""
        gone, count = set(without), len(self.flags)
        for step in range(1, count + 1):
            at = (after + step) % count
            if self.states[self.flags[at]] is FlagState.OPEN and self.cells[at] not in gone:
                return at
        return None

    def again(self, connection: sqlite3.Connection, items: Iterable[int], wanted: Filter, reviewer: int) -> None:
        """Read anew how the flags of these items stand. None comes or goes."""
        for flag in held_in(connection, items, wanted, reviewer or NOBODY):
            before = self.states.get(flag.id)
            if before is not None:
                now = self.states[flag.id] = FlagState(flag.state)
                self.decided += (now in _ANSWERED) - (before in _ANSWERED)
                self.open += (now is FlagState.OPEN) - (before is FlagState.OPEN)


def walk(connection: sqlite3.Connection, wanted: Filter, reviewer: int) -> Walk:
    """The flags of a filter, in its order of items and within an item in that of the text. Where a task is named it is
    the default one: flags of which others ask are left out."""
    found = held(connection, wanted, reviewer or NOBODY)
    if wanted.task:
        asked = set(choosing.unowned(task_book.read(connection)))
        found = [flag for flag in found if flag.criterion in asked]
    items = queue.ids(connection, replace(wanted, show=Show.ALL if _of_flags(wanted) else wanted.show), reviewer)
    by_item: dict[int, list[Flag]] = {}
    for flag in found:
        by_item.setdefault(flag.item, []).append(flag)
    return Walk([flag for item in items for flag in by_item.get(item, ())])


def counts(connection: sqlite3.Connection, wanted: Filter, reviewer: int) -> dict[int, tuple[int, int]]:
    """For each criterion (row id) of the flags that a filter lets through, whatever criterion it asks for: how many
    there are, and how many of them are open."""
    found = counted(connection, replace(wanted, criterion=0), reviewer or NOBODY)
    if wanted.task:
        asked = choosing.unowned(task_book.read(connection))
        found = {row: found[row] for row in asked if row in found}
    return {row: (sum(stands.values()), stands.get(FlagState.OPEN.value, 0)) for row, stands in found.items()}


def rows(connection: sqlite3.Connection, flags: Sequence[int], reviewer: int) -> list[FlagRow]:
    """The lines of these flags, in the order given (a page, not the whole queue). What a judge said of a flag that is
    first decided blind is not in it."""
    given = orjson.dumps(list(flags)).decode()
    read = connection.execute(
        "SELECT flag.id, flag.item_id, item.key, target.system, flag.votes, flag.unit_id, flag.criterion_id,"
        ' flag.target_id, coalesce(unit.text, substr(home.text, unit.start + 1, unit."end" - unit.start)),'
        ' (SELECT json_group_array(json_array(start, "end")) FROM (SELECT * FROM span WHERE verdict_id = flag.id'
        " ORDER BY position)) FROM json_each(?) AS one CROSS JOIN verdict AS flag ON flag.id = one.value"
        " JOIN item ON item.id = flag.item_id JOIN document AS target ON target.id = flag.target_id"
        " JOIN unit ON unit.id = flag.unit_id JOIN document AS home ON home.id = unit.document_id",
        (given,),
    ).fetchall()
    items = {row[1] for row in read}
    standing = {flag.id: FlagState(flag.state) for flag in held_in(connection, items, Filter(), reviewer or NOBODY)}
    secret = blind_cells(connection, (Cell(row[5], row[6], row[7]) for row in read))
    found = []
    for id_, item, key, system, votes, unit, criterion, target, text, spans in read:
        cell, state = Cell(unit, criterion, target), standing.get(id_, FlagState.OPEN)
        hidden = cell in secret and state in (FlagState.OPEN, FlagState.UNSURE)
        marked = [] if hidden else orjson.loads(spans)
        quote = " … ".join(text[start:end] for start, end in marked) if marked else text
        found.append(FlagRow(id_, item, cell, key, system, quote[:_QUOTE], "" if hidden else votes or "", state))
    return found


def blind_cells(connection: sqlite3.Connection, cells: Iterable[Cell]) -> set[Cell]:
    """Those of these cells whose flags are to be decided before they are shown."""
    if connection.execute("SELECT 1 FROM setting WHERE name = ?", (blind_flags.SETTING,)).fetchone() is None:
        return set()
    return {cell for cell in cells if blind_flags.is_blind(connection, cell)}


def _of_flags(wanted: Filter) -> bool:
    return wanted.show in (Show.OPEN, Show.UNSURE)
