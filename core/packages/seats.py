"""The seats of a task: who reads which item already, which seats are empty, and when packages would ask too many."""

from __future__ import annotations

import random
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from galley.core.domain import Cell
from galley.core.errors import InputError
from galley.core.packages import package as packages
from galley.core.packages.package import Issued
from galley.core.packages.share import ShareOrder
from galley.core.protocols.study import Kind, Task
from galley.core.storage import slot_queries
from galley.core.tasks import slots
from galley.core.tasks.task_book import TaskBook


def readers(
    connection: sqlite3.Connection, book: TaskBook, task: Task, issued: Iterable[Issued]
) -> dict[int, set[str]]:
    """Who reads which item in a task: those who were handed it there and those who answered in it, but for assignments
    that were taken back, and answers beyond the slots."""
    found: dict[int, set[str]] = defaultdict(set)
    row = book.rows[task.full]
    gone = voided(connection, book, task)
    for given in issued:
        if given.package.task == task.full:
            for (item,) in connection.execute("SELECT item_id FROM package_item WHERE package_id = ?", (given.row,)):
                found[item].add(given.package.reviewer)
    for who, item in connection.execute(
        "SELECT DISTINCT name, item_id FROM decision JOIN annotator ON annotator.id = reviewer_id WHERE task_id = ?",
        (row,),
    ):
        found[item].add(who)
    people = slot_queries.read_people(connection)
    for place, others in slots.beyond(connection, book, found.keys()).items():
        if place.task == row and place.cell is None:
            gone |= {(people[who], place.item) for who in others}
    return {item: {who for who in mine if (who, item) not in gone} for item, mine in found.items()}


def vacancies(connection: sqlite3.Connection, book: TaskBook, task: Task) -> dict[int, int]:
    """How many more readers each item (row id) wants of which a task asks something, where it wants any more. A task
    that wants any number wants nobody; one that deals speakers has other seats."""
    if not task.owns or task.people <= 0 or task.deal:
        return {}
    there = readers(connection, book, task, packages.issued(connection).values())
    asked = "SELECT item_id FROM task_item WHERE task_id = ? AND asked > 0 ORDER BY item_id"
    rows = connection.execute(asked, (book.rows[task.full],))
    wanted = {item: task.people - len(there.get(item, ())) for (item,) in rows}
    return {item: count for item, count in wanted.items() if count > 0}


def vacant(
    connection: sqlite3.Connection, book: TaskBook, task: Task, asked: Mapping[int, object], order: ShareOrder
) -> dict[int, int]:
    """The empty seats of those items that are ``asked``. Raises: InputError where there is none, where a number for
    each item was asked for, or the task deals speakers"""
    if order.each:
        raise InputError("--only vacant gives each item as many readers as it lacks; leave --each out.")
    if task.deal:
        raise InputError(f"{task.full} deals speakers, so its seats are no items; pack what was taken back once more.")
    found = {item: count for item, count in vacancies(connection, book, task).items() if item in asked}
    if not found:
        raise InputError(f"No item of {task.full} has a seat left for anybody.")
    return found


def seated(
    connection: sqlite3.Connection,
    book: TaskBook,
    task: Task,
    shares: Mapping[str, Sequence[int]],
    issued: Sequence[Issued],
    order: ShareOrder,
) -> dict[str, list[int]]:
    """Each item's empty seats to those who have least and do not read it yet, in random order where several have as
    little. Raises: InputError where there is none for these readers"""
    wanted, there = vacancies(connection, book, task), readers(connection, book, task, issued)
    gone, chance = voided(connection, book, task), random.Random(f"galley seats {order.seed}")
    found: dict[str, list[int]] = {who: [] for who in shares}
    for item in sorted({item for mine in shares.values() for item in mine} & wanted.keys()):
        free = [who for who in shares if who not in there.get(item, ()) and (who, item) not in gone]
        for who in sorted(free, key=lambda name: (len(found[name]), chance.random()))[: wanted[item]]:
            found[who].append(item)
    if not any(found.values()):
        raise InputError(f"No item of {task.full} has a seat left for these readers.")
    return found


def voided(connection: sqlite3.Connection, book: TaskBook, task: Task) -> set[tuple[str, int]]:
    """Who had which item taken back from them in a task."""
    query = "SELECT name, item_id FROM void JOIN annotator ON annotator.id = annotator_id WHERE task_id = ?"
    return set(connection.execute(query, (book.rows[task.full],)))


def refuse_more(
    connection: sqlite3.Connection,
    book: TaskBook,
    task: Task,
    found: Mapping[str, Mapping[int, Sequence[Cell]]],
    issued: Sequence[Issued],
) -> None:
    """Raises: InputError where what ``found`` gives to each reader asks more people than the task wants; a task that
    settles is asked by the cell, since an item may come to it several times"""
    if task.people <= 0 or task.known or task.deal or task.same:
        return
    by_cell = task.kind is Kind.SETTLE
    there: Mapping[Any, set[str]] = readers(connection, book, task, issued)
    if by_cell:
        there = _holding(connection, book, task, issued)
    asked: dict[Any, set[str]] = defaultdict(set)
    for who, mine in found.items():
        for item, cells in mine.items():
            for place in cells if by_cell else (item,):
                asked[place].add(who)
    over = sum(
        not people <= (held := there.get(place, set())) and len(people | held) > task.people
        for place, people in asked.items()
    )
    if over and not task.owns:
        raise InputError(
            f"{task.full} wants no more than {task.people} for each, and {over:,} of {len(asked):,} would go to more;"
            " take them back from who has them, or say with --each to how many of these people each item goes."
        )
    if over:
        raise InputError(
            f"More readers than the {task.people} that {task.full} wants would have {over:,} of {len(asked):,} items;"
            " --only vacant fills empty seats, and --each says to how many of these people each item goes all the same."
        )


def _holding(
    connection: sqlite3.Connection, book: TaskBook, task: Task, issued: Iterable[Issued]
) -> Mapping[object, set[str]]:
    """Who was handed which cell in a task and still has it."""
    gone = voided(connection, book, task)
    found: dict[object, set[str]] = defaultdict(set)
    query = "SELECT item_id, unit_id, criterion_id, target_id FROM package_cell WHERE package_id = ?"
    for given in issued:
        for item, *cell in connection.execute(query, (given.row,)) if given.package.task == task.full else ():
            if (given.package.reviewer, item) not in gone:
                found[Cell(*cell)].add(given.package.reviewer)
    return found
