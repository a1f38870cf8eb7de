"""The slots of a task: whose answers count where a task wants a number of people.

A task that wants two people has two slots in each item. They belong to those who have the item in a package of the
task, and, while one is free, to whoever answers there, in the order of the log; an assignment that was revoked holds
none.
Who answers when all slots are taken is beyond them: what they say is kept, listed and counts nowhere, until the lead
gives them a slot (`galley campaign revoke --accept`, which is a package without a file). A task that settles by a rule
of its own, or deals what is said in an item among its readers, has slots in each cell in place of each item. What came
with the data holds the slots before all others.

A task that wants any number, trains, writes or adjudicates has no slots, and in a package nobody but its reader
answers. Which slots an answer needs is said by the cell that it is about, in whatever task it was given. Nothing here
is stored: all of it follows from the log, the packages and what was revoked.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from typing import NamedTuple

from galley.core.definitions.protocols import Kind, Task, UnmarkedMeaning
from galley.core.domain import NO_ITEM, Action, AnnotatorId, Cell, CriterionId, ItemId
from galley.core.errors import SlotsTaken
from galley.core.rules.voters import PEOPLE
from galley.core.storage import queries, slot_queries
from galley.core.storage.connection import Connection
from galley.core.tasks.task_book import TaskBook
from galley.core.text.plurals import format_count

CLAIMING = slot_queries.CLAIMING


class Place(NamedTuple):
    """What has slots: an item in a task (row ids), or with ``cell`` one cell of it."""

    task: int
    item: ItemId
    cell: Cell | None = None


class Claims(NamedTuple):
    """The people (row ids) who hold a slot, those in packages that said nothing yet under negative numbers of no
    meaning; and those who answered when all were taken."""

    holders: frozenset[int]
    beyond: frozenset[AnnotatorId]


NONE = Claims(frozenset(), frozenset())


def has_slots(task: Task) -> bool:
    """Whether a task has slots."""
    settles = task.kind is Kind.ADJUDICATE and not task.adjudicates
    return task.people > 0 and (task.owns or settles) and PEOPLE in task.voters


def by_cell(task: Task) -> bool:
    """Whether the slots of a task are in its cells: an item may have more readers than each of them."""
    return task.kind is Kind.ADJUDICATE or bool(task.deal)


def claims(connection: Connection, book: TaskBook, items: Collection[ItemId]) -> dict[Place, Claims]:
    """Who holds the slots of these items (row ids), and who is beyond them; places that nobody claims are left out."""
    rows = {book.rows[task.full]: task for task in book.tasks.values() if has_slots(task)}
    if not rows or slot_queries.is_package(connection):
        return {}
    revoked_answers = slot_queries.read_revoked(connection, items)
    holders_by_place, answers_by_place = (
        _read_package_holders(connection, rows, items, revoked_answers),
        _read_answers(connection, book, items, revoked_answers),
    )
    return {
        place: _assign_slots(rows[place.task].people, holders_by_place.get(place, {}), answers_by_place.get(place, ()))
        for place in holders_by_place.keys() | answers_by_place.keys()
    }


def beyond(connection: Connection, book: TaskBook, items: Collection[ItemId]) -> dict[Place, frozenset[AnnotatorId]]:
    """Of these items who answered beyond the slots, where anybody did."""
    parts = (claims(connection, book, part) for part in _parts(items))
    return {place: place_claims.beyond for part in parts for place, place_claims in part.items() if place_claims.beyond}


_BATCH_SIZE = 200


def _parts(items: Collection[ItemId]) -> Iterator[Sequence[ItemId]]:
    """Some at a time, so that a log of millions is never held at once."""
    item_list = list(items)
    return (item_list[at : at + _BATCH_SIZE] for at in range(0, len(item_list), _BATCH_SIZE))


Outside = Mapping[ItemId, Collection[tuple[int, AnnotatorId, Cell | None]]]
"""By item who is beyond the slots there: (task, person, the cell where the slots are in cells)."""


def outside(connection: Connection, book: TaskBook, items: Collection[ItemId] | None = None) -> Outside:
    """The same by item, of these or of all."""
    people_by_item: dict[ItemId, set[tuple[int, AnnotatorId, Cell | None]]] = defaultdict(set)
    for place, people in (everywhere(connection, book) if items is None else beyond(connection, book, items)).items():
        people_by_item[place.item] |= {(place.task, who, place.cell) for who in people}
    return people_by_item


class _Answer(NamedTuple):
    """From when an answer stands (time and uid; "": it came with the data), whose it is, and until when."""

    at: str
    who: AnnotatorId
    until: str


_STANDS = "~"
"""After every time."""


def _assign_slots(people: int, package_holders: Mapping[int, str], answers: Sequence[_Answer]) -> Claims:
    """``given``: who has it in a package, and since when. Who took an answer back held the slot until then, so that
    nobody who answered meanwhile moves up."""
    until = dict[AnnotatorId, str]()
    for at, who, end in sorted(answers):
        slot_holders: set[int] = {other for other, last in until.items() if last > at}
        slot_holders |= {other for other, since in package_holders.items() if since <= at}
        if who in slot_holders or not at or len(slot_holders) < people:
            until[who] = max(end, until.get(who, ""))
    holders = package_holders.keys() | {who for who, end in until.items() if end == _STANDS}
    return Claims(
        frozenset(holders), frozenset({answer.who for answer in answers if answer.until == _STANDS} - holders)
    )


_Gone = Collection[tuple[int | None, AnnotatorId, ItemId, int]]


def _read_package_holders(
    connection: Connection, rows: Mapping[int, Task], items: Collection[ItemId] | None, revoked_answers: _Gone
) -> dict[Place, dict[int, str]]:
    holders_by_place: dict[Place, dict[int, str]] = defaultdict(dict)
    for cells in sorted({by_cell(task) for task in rows.values()}):
        for at, task, number, who, package, item, *cell in slot_queries.read_package_items(connection, items, cells):
            if task in rows and by_cell(rows[task]) is cells and (task, who, item, number) not in revoked_answers:
                holders = holders_by_place[Place(task, item, Cell._make(cell) if cells else None)]
                holder = who or -package
                holders[holder] = min(at, holders.get(holder, at))
    return holders_by_place


def _read_answers(
    connection: Connection, book: TaskBook, items: Collection[ItemId], revoked_answers: _Gone
) -> dict[Place, list[_Answer]]:
    answers_by_place: dict[Place, list[_Answer]] = defaultdict(list)
    turns: dict[int, list[str]] = defaultdict(list)
    for row, action, at in slot_queries.read_turns(connection, items):
        if (action == Action.UNDO) is (len(turns[row]) % 2 == 0):
            turns[row].append(at)  # by turns undone and redone
    training_cells = _read_training_cells(connection, book, items)
    for row, item, who, task, number, at, is_imported, *cell, other, kind in slot_queries.read_claims(
        connection, items
    ):
        times = [at, *turns.get(row, ()), _STANDS]
        answers = [
            _Answer("" if is_imported else start, who, end) for start, end in zip(times[::2], times[1::2], strict=False)
        ]
        for place in _places(
            book, task, item, Cell._make(cell) if cell[0] is not None else None, kind, other, training_cells
        ):
            if (place.task, who, item, number) not in revoked_answers:
                answers_by_place[place] += answers
    for item, who, criterion, kind in slot_queries.read_imported_answers(connection, items):
        for unit_kind in (kind,) if kind else book.units_of.get(criterion, ()):
            owner = book.owner(criterion, unit_kind)
            if owner is not None and has_slots(owner) and not by_cell(owner):
                answers_by_place[Place(book.rows[owner.full], item)].append(_Answer("", who, _STANDS))
    return answers_by_place


def _read_training_cells(
    connection: Connection, book: TaskBook, items: Collection[ItemId]
) -> set[tuple[ItemId, Cell]]:
    """The cells, with their items, that training may ask: what is said of them there counts nowhere."""
    if not any(task.is_training for task in book.tasks.values()):
        return set()
    return {(item, Cell._make(cell)) for item, *cell in slot_queries.find_known_cells(connection, items)}


def _places(
    book: TaskBook,
    task: int | None,
    item: ItemId,
    cell: Cell | None,
    kind: str | None,
    other: CriterionId | None = None,
    training_cells: Container[tuple[ItemId, Cell]] = (),
) -> list[Place]:
    """What an answer needs a slot of, that was given in a task: of the task that owns its cell (on a unit of ``kind``;
    ``other`` is a second criterion that it answers), or of the one that settles that. Without a cell it is a finish,
    which answers where an implicit no does."""
    said_in = book.by_row.get(task or 0)
    if cell is None:
        if (
            said_in is None
            or not has_slots(said_in)
            or by_cell(said_in)
            or said_in.unmarked_meaning is UnmarkedMeaning.OPEN
        ):
            return []
        return [Place(task or 0, item)]
    if said_in is not None and said_in.kind is Kind.ADJUDICATE and not said_in.adjudicates:
        return [Place(task or 0, item, cell)] if has_slots(said_in) else []
    if said_in is not None and said_in.is_training and (item, cell) in training_cells:
        return []
    criteria = dict.fromkeys((cell.criterion, other)) if other is not None else (cell.criterion,)
    owners = (book.owner(criterion, kind or "") for criterion in criteria if criterion is not None)
    return [
        Place(book.rows[owner.full], item, cell if by_cell(owner) else None)
        for owner in owners
        if owner is not None and has_slots(owner)
    ]


def everywhere(connection: Connection, book: TaskBook) -> dict[Place, frozenset[AnnotatorId]]:
    """Who answered beyond the slots of a project, where anybody did."""
    least = [task.people for task in book.tasks.values() if has_slots(task)]
    if not least:
        return {}
    return beyond(connection, book, slot_queries.find_crowded_items(connection, min(least)))


def refuse(
    connection: Connection,
    book: TaskBook,
    task: int | None,
    item: ItemId,
    who: AnnotatorId,
    cell: Cell | None = None,
    other: CriterionId | None = None,
) -> None:
    """Raises: SlotsTaken for an answer of ``who`` (a finish, without ``cell``) in a task that would be beyond the
    slots: all are taken, and none is theirs"""
    if not book.tasks:
        return
    unit = queries.read_units(connection, [cell.unit]).get(cell.unit) if cell is not None else None
    kind = unit.kind if unit is not None else None
    places = _places(book, task, item, cell, kind, other, _read_training_cells(connection, book, [item]))
    claims_by_place = claims(connection, book, [item]) if places else {}
    for place in places:
        owner, holders = book.by_row[place.task], claims_by_place.get(place, NONE).holders
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
    connection: Connection, book: TaskBook, task: Task | None, items: Sequence[ItemId], who: AnnotatorId
) -> set[ItemId]:
    """Those of the items (row ids) in which all slots of a task are taken, and none is this person's. Of a task with
    slots in cells none: it asks each cell of somebody else."""
    if task is None or not has_slots(task) or by_cell(task) or not items:
        return set()
    row, claims_by_place = book.rows[task.full], claims(connection, book, items)
    holders_by_item = {item: claims_by_place.get(Place(row, item), NONE).holders for item in items}
    return {item for item, holders in holders_by_item.items() if who not in holders and len(holders) >= task.people}


def first_open(
    connection: Connection, book: TaskBook, task: Task | None, items: Sequence[ItemId], who: AnnotatorId
) -> ItemId:
    """The first of these items that is not closed to somebody; 0 where there is none."""
    for part in _parts(items):
        closed = closed_to(connection, book, task, part, who)
        if free := next((item for item in part if item not in closed), NO_ITEM):
            return free
    return NO_ITEM


def open_to(connection: Connection, book: TaskBook, task: Task | None, who: AnnotatorId) -> bool:
    """Whether a task has a slot for this person in any item that it asks of."""
    if task is None or not has_slots(task) or by_cell(task):
        return True
    row = book.rows[task.full]
    items = slot_queries.find_task_items(connection, row)
    if not items or slot_queries.is_package(connection):
        return True
    packed = _read_package_holders(connection, {row: task}, None, slot_queries.read_revoked(connection))
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
            f"{self.person} answered {format_count(self.items, 'items')} of {self.task} when all slots were "
            f"taken: these answers are not counted; galley campaign revoke --accept --for {self.person} "
            f"--task {self.task} counts them."
        )


def surplus(connection: Connection, items: Collection[ItemId] | None = None) -> list[Surplus]:
    """Who answered beyond the slots of a project, or of some of its items, by task and name."""
    from galley.core.tasks import task_book

    book, names = task_book.read_task_book(connection), slot_queries.read_people(connection)
    items_by_person: dict[tuple[int, AnnotatorId], set[ItemId]] = defaultdict(set)
    people_by_place = everywhere(connection, book) if items is None else beyond(connection, book, items)
    for place, people in people_by_place.items():
        for who in people:
            items_by_person[place.task, who].add(place.item)
    return sorted(
        Surplus(book.full_names[task], names[who], len(items)) for (task, who), items in items_by_person.items()
    )


def sentences(connection: Connection) -> Iterator[str]:
    """The same in words, of the whole project."""
    return map(str, surplus(connection))
