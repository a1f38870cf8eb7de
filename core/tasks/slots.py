"""The slots of a task: whose answers count where a task wants a number of people.

A task that wants two people has two slots in each item. They belong to those who have the item in a package of the
task, and, while one is free, to whoever answers there, in the order of the log; an assignment that was taken back holds
none.
Who answers when all slots are taken is beyond them: what they say is kept, listed and counts nowhere, until the lead
gives them a slot (`galley take-back --accept`, which is a package without a file). A task that settles by a rule of its
own has slots in each cell in place of each item, since an item may come to it several times. What came with the data
holds the slots before all others.

A task that wants any number, trains, writes or adjudicates has no slots, and in a package nobody but its reader
answers. Nothing here is stored: all of it follows from the log, the packages and what was taken back.
"""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from galley.core.domain import Action, Cell
from galley.core.errors import SlotsTaken
from galley.core.protocols.study import Kind, Silence, Task
from galley.core.rules.voters import PEOPLE
from galley.core.tasks.task_book import TaskBook
from galley.core.text.counted import counted

CLAIMING = tuple(action.value for action in (Action.ACCEPT, Action.OVERRIDE, Action.UNSURE, Action.ADD, Action.FINISH))
"""What takes a slot. A note or an attached passage is no answer, nor is a finish where silence says nothing."""


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
    return task.people > 0 and (task.owns or settles) and not task.deal and PEOPLE in task.voters


def claims(connection: sqlite3.Connection, book: TaskBook, items: Collection[int]) -> dict[Place, Claims]:
    """Who holds the slots of these items (row ids), and who is beyond them; places that nobody claims are left out."""
    rows = {book.rows[task.full]: task for task in book.tasks.values() if limited(task)}
    if not rows or connection.execute("SELECT 1 FROM setting WHERE name = 'package'").fetchone():
        return {}
    chosen = json.dumps(sorted(items))
    gone = _gone(connection, chosen)
    given = _given(connection, book, rows, chosen, gone)
    said = _said(connection, book, rows, chosen, gone)
    return {
        place: _shared(rows[place.task].people, given.get(place, {}), said.get(place, ()))
        for place in given.keys() | said.keys()
    }


def beyond(connection: sqlite3.Connection, book: TaskBook, items: Collection[int]) -> dict[Place, frozenset[int]]:
    """Of these items who answered beyond the slots, where anybody did."""
    return {place: found.beyond for place, found in claims(connection, book, items).items() if found.beyond}


class _Answer(NamedTuple):
    """When somebody answered (time and uid), who, and until when it stood."""

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


def _gone(connection: sqlite3.Connection, items: str) -> set[tuple[int, int, int, int]]:
    query = "SELECT task_id, annotator_id, item_id, round FROM void WHERE item_id IN (SELECT value FROM json_each(?))"
    return set(connection.execute(query, (items,)))


_PACKAGES = (
    "SELECT package.id, package.at, task.id, coalesce(json_extract(settings, '$.package.round'), 1), annotator.id"
    " FROM package JOIN task ON task.name = json_extract(settings, '$.package.task')"
    " LEFT JOIN annotator ON kind = 'human' AND annotator.name = coalesce((SELECT merged.reviewer FROM merged WHERE"
    " merged.package = package.uid ORDER BY merged.at DESC LIMIT 1), package.reviewer)"
)
"""The packages of tasks, each with who its answers are kept as."""


def _given(
    connection: sqlite3.Connection,
    book: TaskBook,
    rows: Mapping[int, Task],
    items: str,
    gone: Collection[tuple[int, int, int, int]],
) -> dict[Place, dict[int, str]]:
    found: dict[Place, dict[int, str]] = defaultdict(dict)
    for package, at, task, number, known in connection.execute(_PACKAGES).fetchall():
        if task not in rows:
            continue
        who = known or -package
        cells = rows[task].kind is Kind.SETTLE
        columns = "item_id, unit_id, criterion_id, target_id" if cells else "item_id"
        for item, *cell in connection.execute(
            f"SELECT {columns} FROM {'package_cell' if cells else 'package_item'} WHERE package_id = ?"
            " AND item_id IN (SELECT value FROM json_each(?))",
            (package, items),
        ):
            if (task, who, item, number) not in gone:
                place = Place(task, item, Cell(*cell) if cells else None)
                found[place][who] = min(at, found[place].get(who, at))
    return found


_LOG = (
    "SELECT decision.id, item_id, reviewer_id, task_id, round, CASE WHEN replaced IS NULL THEN at || uid ELSE '' END,"
    " unit_id, criterion_id, target_id, other_id, unit.kind FROM decision LEFT JOIN unit ON unit.id = unit_id"
    f" WHERE item_id IN (SELECT value FROM json_each(?)) AND action IN {CLAIMING}"
)
_UNDONE = (
    "SELECT decision_id, max(at || uid) FROM undone JOIN decision ON refers_id = decision_id AND action = 'undo'"
    " WHERE item_id IN (SELECT value FROM json_each(?)) GROUP BY 1"
)
_IMPORTED = (
    "SELECT verdict.item_id, annotator_id, verdict.criterion_id, unit.kind FROM verdict JOIN annotator"
    " ON annotator.id = annotator_id AND annotator.kind = 'human' JOIN unit ON unit.id = unit_id"
    " WHERE decision_id IS NULL AND item_id IN (SELECT value FROM json_each(?)) GROUP BY 1, 2, 3, 4"
)


def _said(
    connection: sqlite3.Connection,
    book: TaskBook,
    rows: Mapping[int, Task],
    items: str,
    gone: Collection[tuple[int, int, int, int]],
) -> dict[Place, list[_Answer]]:
    found: dict[Place, list[_Answer]] = defaultdict(list)
    undone = dict(connection.execute(_UNDONE, (items,)))
    for row_id, item, who, task, number, at, unit, criterion, target, other, kind in connection.execute(_LOG, (items,)):
        answer = _Answer(at, who, undone.get(row_id, _STANDS))
        owners = (book.owner(row, kind) for row in (criterion, other) if row is not None and kind is not None)
        own = [book.rows[owner.full] for owner in owners if owner is not None]
        if task is not None and (task not in rows or rows[task].kind is Kind.SETTLE):
            own = []  # training, or a task that settles: it answers nothing of the cell's own task
        for row in {*own, task} & rows.keys():
            if (row, who, item, number) in gone or (unit is None and rows[row].silence is Silence.OPEN):
                continue
            if rows[row].kind is not Kind.SETTLE:
                found[Place(row, item)].append(answer)
            elif row == task and criterion is not None:
                found[Place(row, item, Cell(unit, criterion, target))].append(answer)
    for item, who, criterion, kind in connection.execute(_IMPORTED, (items,)):
        owner = book.owner(criterion, kind)
        if owner is not None and (row := book.rows[owner.full]) in rows:
            found[Place(row, item)].append(_Answer("", who, _STANDS))
    return found


def everywhere(connection: sqlite3.Connection, book: TaskBook) -> dict[Place, frozenset[int]]:
    """Who answered beyond the slots of a project, where anybody did."""
    least = [task.people for task in book.tasks.values() if limited(task)]
    if not least:
        return {}
    query = "SELECT DISTINCT item_id FROM decision"
    if connection.execute(_BROUGHT).fetchone() is None:  # few items have more people than a task wants
        query = f"{_CROWDED} GROUP BY item_id HAVING count(DISTINCT who) > {min(least)}"
    return beyond(connection, book, [item for (item, *_) in connection.execute(query)])


_BROUGHT = (
    "SELECT 1 FROM annotator WHERE kind = 'human' AND EXISTS (SELECT 1 FROM verdict WHERE annotator_id = annotator.id"
    " AND decision_id IS NULL) LIMIT 1"
)
_CROWDED = (
    "SELECT item_id FROM (SELECT DISTINCT item_id, 'p' || reviewer_id AS who FROM decision UNION ALL"
    " SELECT item_id, 'k' || package_id FROM package_item)"
)


def taken(
    connection: sqlite3.Connection, book: TaskBook, task: int | None, item: int, who: int, cell: Cell | None = None
) -> bool:
    """Whether an answer of ``who`` in a task (row id) would be beyond its slots: all are taken, and none is theirs."""
    owner = book.by_row.get(task or 0)
    if owner is None or not limited(owner) or (cell is None and owner.silence is Silence.OPEN):
        return False
    place = Place(book.rows[owner.full], item, cell if owner.kind is Kind.SETTLE else None)
    found = claims(connection, book, [item]).get(place, NONE)
    return who not in found.holders and len(found.holders) >= owner.people


def closed_to(
    connection: sqlite3.Connection, book: TaskBook, task: Task | None, items: Sequence[int], who: int
) -> set[int]:
    """Those of the items (row ids) in which all slots of a task are taken, and none is this person's. Of a task that
    settles cells none: it asks each cell of somebody else."""
    if task is None or not limited(task) or task.kind is Kind.SETTLE or not items:
        return set()
    row, found = book.rows[task.full], claims(connection, book, items)
    held = {item: found.get(Place(row, item), NONE).holders for item in items}
    return {item for item, holders in held.items() if who not in holders and len(holders) >= task.people}


_SOME = 200


def open_to(connection: sqlite3.Connection, book: TaskBook, task: Task | None, who: int) -> bool:
    """Whether a task has a slot for this person in any item that it asks of."""
    if task is None or not limited(task) or task.kind is Kind.SETTLE:
        return True
    query = "SELECT item_id FROM task_item WHERE task_id = ? AND asked > 0 ORDER BY item_id"
    items = [item for (item,) in connection.execute(query, (book.rows[task.full],))]
    parts = (items[at : at + _SOME] for at in range(0, len(items), _SOME))
    return not items or any(len(closed_to(connection, book, task, some, who)) < len(some) for some in parts)


def refuse(
    connection: sqlite3.Connection, book: TaskBook, task: int | None, item: int, who: int, cell: Cell | None = None
) -> None:
    """Raises: SlotsTaken for an answer that would be beyond the slots of a task (row id)"""
    if not taken(connection, book, task, item, who, cell):
        return
    owner = book.by_row[task or 0]
    (name,) = connection.execute("SELECT name FROM annotator WHERE id = ?", (who,)).fetchone()
    slots = "The only slot" if owner.people == 1 else f"All {owner.people} slots"
    raise SlotsTaken(
        f"{slots} of “{owner.name}” in this item {'is' if owner.people == 1 else 'are'} taken, so an answer of {name}"
        " would not count, and nothing was written. Look only, or ask the lead for a package of this task.",
        owner.name,
        name,
    )


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


def surplus(connection: sqlite3.Connection) -> list[Surplus]:
    """Who answered beyond the slots of a project, by task and name."""
    from galley.core.tasks import task_book

    book = task_book.read(connection)
    found: dict[tuple[int, int], set[int]] = defaultdict(set)
    for place, people in everywhere(connection, book).items():
        for who in people:
            found[place.task, who].add(place.item)
    names = dict(connection.execute("SELECT id, name FROM annotator"))
    return sorted(Surplus(book.named[task], names[who], len(items)) for (task, who), items in found.items())


def sentences(connection: sqlite3.Connection) -> Iterator[str]:
    """The same in words."""
    return map(str, surplus(connection))
