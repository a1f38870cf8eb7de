"""The slots of a task: whose answers count where a task wants a number of people.

A task that wants two people has two slots in each item. They belong to those who have the item in a package of the
task, and, while one is free, to whoever answers there, in the order of the log; an assignment that was taken back holds
none.
Who answers when all slots are taken is beyond them: what they say is kept, listed and counts nowhere, until the lead
gives them a slot (`galley take-back --accept`, which is a package without a file). A task that settles by a rule of its
own, or deals what is said in an item among its readers, has slots in each cell in place of each item. What came with
the data holds the slots before all others.

A task that wants any number, trains, writes or adjudicates has no slots, and in a package nobody but its reader
answers. Which slots an answer needs is said by the cell that it is about, in whatever task it was given. Nothing here
is stored: all of it follows from the log, the packages and what was taken back.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from typing import NamedTuple

from galley.core.domain import Action, Cell
from galley.core.errors import SlotsTaken
from galley.core.protocols.study import Kind, Silence, Task
from galley.core.rules.voters import PEOPLE
from galley.core.storage import queries, slot_queries
from galley.core.tasks.task_book import TaskBook
from galley.core.text.counted import counted

CLAIMING = slot_queries.CLAIMING


class Place(NamedTuple):
    """What has slots: an item in a task (row ids), or with ``cell`` one cell of it."""

    task: int
    item: int
    cell: Cell | None = None


class Claims(NamedTuple):
    """The people (row ids) who hold a slot, those in packages that said nothing yet under negative numbers of no
    meaning; and those who answered when all were taken."""

    holders: frozenset[int]
    beyond: frozenset[int]


NONE = Claims(frozenset(), frozenset())


def limited(task: Task) -> bool:
    """Whether a task has slots."""
    settles = task.kind is Kind.SETTLE and not task.adjudicates
    return task.people > 0 and (task.owns or settles) and PEOPLE in task.voters


def by_cell(task: Task) -> bool:
    """Whether the slots of a task are in its cells: an item may have more readers than each of them."""
    return task.kind is Kind.SETTLE or bool(task.deal)


def claims(connection: sqlite3.Connection, book: TaskBook, items: Collection[int]) -> dict[Place, Claims]:
    """Who holds the slots of these items (row ids), and who is beyond them; places that nobody claims are left out."""
    rows = {book.rows[task.full]: task for task in book.tasks.values() if limited(task)}
    if not rows or slot_queries.is_package(connection):
        return {}
    gone = slot_queries.read_revoked(connection, items)
    given, said = _given(connection, rows, items, gone), _said(connection, book, items, gone)
    return {
        place: _shared(rows[place.task].people, given.get(place, {}), said.get(place, ()))
        for place in given.keys() | said.keys()
    }


def beyond(connection: sqlite3.Connection, book: TaskBook, items: Collection[int]) -> dict[Place, frozenset[int]]:
    """Of these items who answered beyond the slots, where anybody did."""
    parts = (claims(connection, book, part) for part in _parts(items))
    return {place: found.beyond for part in parts for place, found in part.items() if found.beyond}


_TOGETHER = 200


def _parts(items: Collection[int]) -> Iterator[Sequence[int]]:
    """Some at a time, so that a log of millions is never held at once."""
    chosen = list(items)
    return (chosen[at : at + _TOGETHER] for at in range(0, len(chosen), _TOGETHER))


Outside = Mapping[int, Collection[tuple[int, int, Cell | None]]]
"""By item who is beyond the slots there: (task, person, the cell where the slots are in cells)."""


def outside(connection: sqlite3.Connection, book: TaskBook, items: Collection[int] | None = None) -> Outside:
    """The same by item, of these or of all."""
    found: dict[int, set[tuple[int, int, Cell | None]]] = defaultdict(set)
    for place, people in (everywhere(connection, book) if items is None else beyond(connection, book, items)).items():
        found[place.item] |= {(place.task, who, place.cell) for who in people}
    return found


class _Answer(NamedTuple):
    """From when an answer stands (time and uid; "": it came with the data), whose it is, and until when."""

    at: str
    who: int
    until: str


_STANDS = "~"
"""After every time."""


def _shared(people: int, given: Mapping[int, str], said: Sequence[_Answer]) -> Claims:
    """``given``: who has it in a package, and since when. Who took an answer back held the slot until then, so that
    nobody who answered meanwhile moves up."""
    until = dict[int, str]()
    for at, who, end in sorted(said):
        there = {other for other, last in until.items() if last > at}
        there |= {other for other, since in given.items() if since <= at}
        if who in there or not at or len(there) < people:
            until[who] = max(end, until.get(who, ""))
    holders = given.keys() | {who for who, end in until.items() if end == _STANDS}
    return Claims(frozenset(holders), frozenset({each.who for each in said if each.until == _STANDS} - holders))


_Gone = Collection[tuple[int | None, int, int, int]]


def _given(
    connection: sqlite3.Connection, rows: Mapping[int, Task], items: Collection[int] | None, gone: _Gone
) -> dict[Place, dict[int, str]]:
    found: dict[Place, dict[int, str]] = defaultdict(dict)
    for cells in sorted({by_cell(task) for task in rows.values()}):
        for at, task, number, who, package, item, *cell in slot_queries.read_package_items(connection, items, cells):
            if task in rows and by_cell(rows[task]) is cells and (task, who, item, number) not in gone:
                holders = found[Place(task, item, Cell(*cell) if cells else None)]
                holder = who or -package
                holders[holder] = min(at, holders.get(holder, at))
    return found


def _said(
    connection: sqlite3.Connection, book: TaskBook, items: Collection[int], gone: _Gone
) -> dict[Place, list[_Answer]]:
    found: dict[Place, list[_Answer]] = defaultdict(list)
    turns: dict[int, list[str]] = defaultdict(list)
    for row, action, at in slot_queries.read_turns(connection, items):
        if (action == Action.UNDO) is (len(turns[row]) % 2 == 0):
            turns[row].append(at)  # by turns undone and redone
    known = _known(connection, book, items)
    for row, item, who, task, number, at, came, *cell, other, kind in slot_queries.read_claims(connection, items):
        times = [at, *turns.get(row, ()), _STANDS]
        answers = [
            _Answer("" if came else start, who, end) for start, end in zip(times[::2], times[1::2], strict=False)
        ]
        for place in _places(book, task, item, Cell(*cell) if cell[0] is not None else None, kind, other, known):
            if (place.task, who, item, number) not in gone:
                found[place] += answers
    for item, who, criterion, kind in slot_queries.read_imported_answers(connection, items):
        for each in (kind,) if kind else book.units_of.get(criterion, ()):
            owner = book.owner(criterion, each)
            if owner is not None and limited(owner) and not by_cell(owner):
                found[Place(book.rows[owner.full], item)].append(_Answer("", who, _STANDS))
    return found


def _known(connection: sqlite3.Connection, book: TaskBook, items: Collection[int]) -> set[tuple[int, Cell]]:
    """The cells, with their items, that training may ask: what is said of them there counts nowhere."""
    if not any(task.known for task in book.tasks.values()):
        return set()
    return {(item, Cell(*cell)) for item, *cell in slot_queries.find_known_cells(connection, items)}


def _places(
    book: TaskBook,
    task: int | None,
    item: int,
    cell: Cell | None,
    kind: str | None,
    other: int | None = None,
    known: Container[tuple[int, Cell]] = (),
) -> list[Place]:
    """What an answer needs a slot of, that was given in a task: of the task that owns its cell (on a unit of ``kind``;
    ``other`` is a second criterion that it answers), or of the one that settles that. Without a cell it is a finish,
    which answers where silence does."""
    said_in = book.by_row.get(task or 0)
    if cell is None:
        if said_in is None or not limited(said_in) or by_cell(said_in) or said_in.silence is Silence.OPEN:
            return []
        return [Place(task or 0, item)]
    if said_in is not None and said_in.kind is Kind.SETTLE and not said_in.adjudicates:
        return [Place(task or 0, item, cell)] if limited(said_in) else []
    if said_in is not None and said_in.known and (item, cell) in known:
        return []
    found = dict.fromkeys((cell.criterion, other)) if other is not None else (cell.criterion,)
    owners = (book.owner(criterion, kind or "") for criterion in found if criterion is not None)
    return [
        Place(book.rows[owner.full], item, cell if by_cell(owner) else None)
        for owner in owners
        if owner is not None and limited(owner)
    ]


def everywhere(connection: sqlite3.Connection, book: TaskBook) -> dict[Place, frozenset[int]]:
    """Who answered beyond the slots of a project, where anybody did."""
    least = [task.people for task in book.tasks.values() if limited(task)]
    if not least:
        return {}
    return beyond(connection, book, slot_queries.find_crowded_items(connection, min(least)))


def refuse(
    connection: sqlite3.Connection,
    book: TaskBook,
    task: int | None,
    item: int,
    who: int,
    cell: Cell | None = None,
    other: int | None = None,
) -> None:
    """Raises: SlotsTaken for an answer of ``who`` (a finish, without ``cell``) in a task that would be beyond the
    slots: all are taken, and none is theirs"""
    if not book.tasks:
        return
    unit = queries.read_units(connection, [cell.unit] if cell is not None else ())
    kind = next((kind for _, kind, _, _ in unit.values()), None)
    places = _places(book, task, item, cell, kind, other, _known(connection, book, [item]))
    found = claims(connection, book, [item]) if places else {}
    for place in places:
        owner, holders = book.by_row[place.task], found.get(place, NONE).holders
        if who in holders or len(holders) < owner.people:
            continue
        name, key = slot_queries.read_people(connection)[who], slot_queries.read_key(connection, item)
        slots = "The only slot" if owner.people == 1 else f"All {owner.people} slots"
        raise SlotsTaken(
            f"{slots} of “{owner.name}” in the item {key} {'is' if owner.people == 1 else 'are'} taken, so an answer of"
            f" {name} would not count, and nothing was written. Look only, or ask the lead for a package of this task.",
            owner.name,
            name,
            key,
        )


def closed_to(
    connection: sqlite3.Connection, book: TaskBook, task: Task | None, items: Sequence[int], who: int
) -> set[int]:
    """Those of the items (row ids) in which all slots of a task are taken, and none is this person's. Of a task with
    slots in cells none: it asks each cell of somebody else."""
    if task is None or not limited(task) or by_cell(task) or not items:
        return set()
    row, found = book.rows[task.full], claims(connection, book, items)
    held = {item: found.get(Place(row, item), NONE).holders for item in items}
    return {item for item, holders in held.items() if who not in holders and len(holders) >= task.people}


def first_open(
    connection: sqlite3.Connection, book: TaskBook, task: Task | None, items: Sequence[int], who: int
) -> int:
    """The first of these items that is not closed to somebody; 0 where there is none."""
    for part in _parts(items):
        closed = closed_to(connection, book, task, part, who)
        if free := next((item for item in part if item not in closed), 0):
            return free
    return 0


def open_to(connection: sqlite3.Connection, book: TaskBook, task: Task | None, who: int) -> bool:
    """Whether a task has a slot for this person in any item that it asks of."""
    if task is None or not limited(task) or by_cell(task):
        return True
    row = book.rows[task.full]
    items = slot_queries.find_task_items(connection, row)
    if not items or slot_queries.is_package(connection):
        return True
    packed = _given(connection, {row: task}, None, slot_queries.read_revoked(connection))
    spoken = slot_queries.find_spoken_items(connection, who)
    full = {
        place.item
        for place, people in packed.items()
        if len(people) >= task.people and who not in people and place.item not in spoken
    }
    return first_open(connection, book, task, [item for item in items if item not in full], who) > 0


class Surplus(NamedTuple):
    """Somebody beyond the slots of a task (its full name), in how many items."""

    task: str
    person: str
    items: int

    def __str__(self) -> str:
        return (
            f"{self.person} answered {counted(self.items, 'items')} of {self.task} when all slots were taken: these"
            f" answers are not counted, until galley take-back --accept --for {self.person} --task {self.task} says so."
        )


def surplus(connection: sqlite3.Connection, items: Collection[int] | None = None) -> list[Surplus]:
    """Who answered beyond the slots of a project, or of some of its items, by task and name."""
    from galley.core.tasks import task_book

    book, names = task_book.read(connection), slot_queries.read_people(connection)
    found: dict[tuple[int, int], set[int]] = defaultdict(set)
    there = everywhere(connection, book) if items is None else beyond(connection, book, items)
    for place, people in there.items():
        for who in people:
            found[place.task, who].add(place.item)
    return sorted(Surplus(book.named[task], names[who], len(items)) for (task, who), items in found.items())


def sentences(connection: sqlite3.Connection) -> Iterator[str]:
    """The same in words, of the whole project."""
    return map(str, surplus(connection))
