"""The seats of a task: who reads which item already, which seats are empty, and when packages would ask too many."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from galley.core.campaign.package import PackageRecord, read_package_records
from galley.core.campaign.workload import AssignmentOptions
from galley.core.definitions.protocols import Kind, Task
from galley.core.domain import Cell, ItemId
from galley.core.errors import InputError
from galley.core.storage import slot_queries
from galley.core.storage.connection import Connection
from galley.core.storage.queries import packages
from galley.core.storage.queries.decisions import DecisionSelection, find_decided_items
from galley.core.tasks import slots
from galley.core.tasks.task_book import TaskBook


def list_assigned_reviewers(
    connection: Connection, book: TaskBook, task: Task, package_records: Iterable[PackageRecord]
) -> dict[ItemId, set[str]]:
    """Who reads which item in a task: those who were handed it there and those who answered in it, but for assignments
    that were revoked, and answers beyond the slots."""
    people_by_item: dict[ItemId, set[str]] = defaultdict(set)
    row = book.rows[task.full]
    gone = find_revoked(connection, book, task)
    for package_record in package_records:
        if package_record.package.task == task.full:
            for item in packages.find_package_items(connection, package_record.row):
                people_by_item[item].add(package_record.package.reviewer)
    people = slot_queries.read_people(connection)
    for reader, item in find_decided_items(connection, DecisionSelection(task=row)):
        people_by_item[item].add(people[reader])
    for place, others in slots.beyond(connection, book, people_by_item.keys()).items():
        if place.task == row and place.cell is None:
            gone |= {(people[who], place.item) for who in others}
    return {
        item: {who for who in item_readers if (who, item) not in gone} for item, item_readers in people_by_item.items()
    }


def count_free_slots(connection: Connection, book: TaskBook, task: Task) -> dict[ItemId, int]:
    """How many more readers each item (row id) wants of which a task asks something, where it wants any more. A task
    that wants any number wants nobody; one that deals speakers has other seats."""
    if not task.owns or task.people <= 0 or task.deal:
        return {}
    readers_by_item = list_assigned_reviewers(connection, book, task, read_package_records(connection).values())
    items = slot_queries.find_task_items(connection, book.rows[task.full])
    free_slots = {item: task.people - len(readers_by_item.get(item, ())) for item in items}
    return {item: count for item, count in free_slots.items() if count > 0}


def find_free_slots(
    connection: Connection,
    book: TaskBook,
    task: Task,
    asked_items: Mapping[ItemId, object],
    order: AssignmentOptions,
) -> dict[ItemId, int]:
    """The empty seats of those items that are ``asked``. Raises: InputError where there is none, where a number for
    each item was asked for, or the task deals speakers"""
    if order.each:
        raise InputError("--only free-slots gives each item as many reviewers as it lacks; leave --each out.")
    if task.deal:
        raise InputError(f"{task.full} assigns speakers, not items; pack the revoked speakers again.")
    free_slots = {
        item: count for item, count in count_free_slots(connection, book, task).items() if item in asked_items
    }
    if not free_slots:
        raise InputError(f"No item of {task.full} has a free slot.")
    return free_slots


def fill_free_slots(
    connection: Connection,
    book: TaskBook,
    task: Task,
    shares: Mapping[str, Sequence[ItemId]],
    package_records: Sequence[PackageRecord],
    order: AssignmentOptions,
) -> dict[str, list[ItemId]]:
    """Each item's empty seats to those who have least and do not read it yet, in random order where several have as
    little. Raises: InputError where there is none for these readers"""
    free_slots, readers_by_item = (
        count_free_slots(connection, book, task),
        list_assigned_reviewers(connection, book, task, package_records),
    )
    gone, chance = find_revoked(connection, book, task), random.Random(f"galley seats {order.seed}")
    items_by_person: dict[str, list[ItemId]] = {who: [] for who in shares}
    for item in sorted({item for person_items in shares.values() for item in person_items} & free_slots.keys()):
        free = [who for who in shares if who not in readers_by_item.get(item, ()) and (who, item) not in gone]
        for who in sorted(free, key=lambda name: (len(items_by_person[name]), chance.random()))[: free_slots[item]]:
            items_by_person[who].append(item)
    if not any(items_by_person.values()):
        raise InputError(f"No item of {task.full} has a free slot for these reviewers.")
    return items_by_person


def find_revoked(connection: Connection, book: TaskBook, task: Task) -> set[tuple[str, ItemId]]:
    """Who had which item revoked from them in a task."""
    people, row = slot_queries.read_people(connection), book.rows[task.full]
    return {(people[who], item) for of, who, item, _ in slot_queries.read_revoked(connection) if of == row}


def require_free_slots(
    connection: Connection,
    book: TaskBook,
    task: Task,
    cells_by_person: Mapping[str, Mapping[ItemId, Sequence[Cell]]],
    package_records: Sequence[PackageRecord],
) -> None:
    """Raises: InputError where what ``found`` gives to each reader asks more people than the task wants; a task that
    settles is asked by the cell, since an item may come to it several times"""
    if task.people <= 0 or task.is_training or task.deal or task.same:
        return
    by_cell = task.kind is Kind.ADJUDICATE
    holders: Mapping[Any, set[str]] = list_assigned_reviewers(connection, book, task, package_records)
    if by_cell:
        holders = _holding(connection, book, task, package_records)
    people_by_place: dict[Any, set[str]] = defaultdict(set)
    for who, person_cells in cells_by_person.items():
        for item, cells in person_cells.items():
            for place in cells if by_cell else (item,):
                people_by_place[place].add(who)
    over = sum(
        not people <= (holding := holders.get(place, set())) and len(people | holding) > task.people
        for place, people in people_by_place.items()
    )
    if over and not task.owns:
        raise InputError(
            f"{task.full} needs at most {task.people} for each, and {over:,} of {len(people_by_place):,} "
            "would go to more; revoke some of them, or set the number of people an item with --each."
        )
    if over:
        raise InputError(
            f"{task.full} needs {task.people} reviewers an item, and {over:,} of {len(people_by_place):,} items would"
            " have more; fill free slots with --only free-slots, or set the number of people an item with --each."
        )


def _holding(
    connection: Connection, book: TaskBook, task: Task, package_records: Iterable[PackageRecord]
) -> Mapping[object, set[str]]:
    """Who was assigned which cell in a task and still has it."""
    gone = find_revoked(connection, book, task)
    holders: dict[object, set[str]] = defaultdict(set)
    for package_record in package_records:
        if package_record.package.task != task.full:
            continue
        for _, item, cell in packages.read_package_cells(connection, package_record.row):
            if (package_record.package.reviewer, item) not in gone:
                holders[cell].add(package_record.package.reviewer)
    return holders
