"""Assignments that are taken back: they are void and their slots free; what comes of them after all is kept, and counts
once the lead accepts it. Somebody's answers without a package are taken back and accepted in the same way; accepting
them gives their reader a slot, noted as a package without a file."""

from __future__ import annotations

import json
import secrets
import sqlite3
from collections.abc import Collection, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import NamedTuple

from galley.core.columns import names
from galley.core.domain import AnnotatorKind, ChangeSet
from galley.core.errors import InputError
from galley.core.packages import package_progress
from galley.core.packages.package import HERE, Issued, Package, issued
from galley.core.project import item_state
from galley.core.project.tally import tally_all
from galley.core.protocols.study import FLAGS
from galley.core.storage import slot_queries
from galley.core.tasks import counting, sheet, slots, task_book
from galley.core.tasks.asking import asked_now


class Back(NamedTuple):
    """A package that was taken back or accepted: ``items`` of it, and ``decisions`` that count no more, or again."""

    package: Issued
    reviewer: str
    items: int
    decisions: int


def find(connection: sqlite3.Connection, uid: str = "", who: str = "", task: str = "") -> list[Issued]:
    """The packages that are meant: the one with the number ``uid``, or those made for ``who``, of ``task`` where it is
    named, and what ``who`` answered there without a package (``row`` 0). Raises: InputError where there is none"""
    known = list(issued(connection).values())
    full = ""
    if task:
        found = task_book.read(connection).find(task)
        full = found.full if found else FLAGS
    if uid:
        there = [given for given in known if given.package.uid == uid]
        if not there:
            listed = ", ".join(f"{given.package.uid} ({given.package.reviewer})" for given in known)
            raise InputError(f"No package {uid!r} was made from this project; there are: {listed or 'none'}.")
        return there
    if not who:
        raise InputError("Say which package: its number (galley plan --json lists them), or --for and the reviewer.")
    there = [given for given in known if given.package.reviewer == who and full in ("", given.package.of or FLAGS)]
    there += [given for given in _without(connection, who) if full in ("", given.package.of or FLAGS)]
    if not there:
        what = f" of {full}" if full else ""
        raise InputError(
            f"No package{what} was made for {who!r}, who answered nothing without one; galley plan says who has which."
        )
    return there


def _without(connection: sqlite3.Connection, who: str) -> list[Issued]:
    """What somebody answered without a package, by task and round, in the form of packages without a row."""
    rounds = slot_queries.find_own_rounds(connection, who, FLAGS)
    return [Issued(0, Package("", who, "", "", 0, task=task, round=number)) for task, number in rounds]


def _items(connection: sqlite3.Connection, given: Issued) -> list[int]:
    """The items of a package, or those that were answered without one."""
    package = given.package
    if not given.row:
        return slot_queries.find_own_items(connection, package.reviewer, FLAGS, package.of or FLAGS, package.round)
    rows = connection.execute("SELECT item_id FROM package_item WHERE package_id = ? ORDER BY 1", (given.row,))
    return [item for (item,) in rows]


def take_back(
    connection: sqlite3.Connection, given: Sequence[Issued], unfinished: bool = False
) -> tuple[list[Back], ChangeSet]:
    """Make the assignments in these packages void (a job for the writer); with ``unfinished`` only those that are not
    finished, so that what is done counts on.

    Raises: InputError where there is nothing of it to take back.
    """
    return _turn(connection, given, accept=False, unfinished=unfinished)


def accept(connection: sqlite3.Connection, given: Sequence[Issued]) -> tuple[list[Back], ChangeSet]:
    """Let the answers in these packages count after all (a job for the writer).

    Raises: InputError where none of them is void.
    """
    return _turn(connection, given, accept=True)


def given_again(connection: sqlite3.Connection, made: Collection[str]) -> tuple[None, ChangeSet]:
    """Let count again what was taken back from somebody and has been packed for them anew, in the packages with these
    numbers (a job for the writer)."""
    mine = [given for uid, given in issued(connection).items() if uid in made]
    people = {row.name: number for number, row in names.annotators(connection).items()}
    mine = [given for given in mine if void_items(connection, given, people.get(kept_as(connection, given), 0))]
    return None, _turn(connection, mine, accept=True)[1] if mine else ChangeSet()


def void_items(connection: sqlite3.Connection, given: Issued, who: int) -> list[int]:
    """The items of a package whose assignment was taken back."""
    revoked = slot_queries.find_revoked_items(connection, _task(connection, given), who, given.package.round)
    return sorted(revoked.intersection(_items(connection, given)))


def kept_as(connection: sqlite3.Connection, given: Issued) -> str:
    """The name under which the answers of a package are kept here."""
    query = "SELECT report FROM merged WHERE package = ? ORDER BY at DESC LIMIT 1"
    row = connection.execute(query, (given.package.uid,)).fetchone()
    lines = json.loads(row[0])["lines"] if row else []
    return str(lines[0]["here"]) if lines else given.package.reviewer


def decided(connection: sqlite3.Connection, given: Issued, who: int, items: Sequence[int]) -> int:
    """How many decisions of a person in a package's task and round are about these items."""
    query = (
        "SELECT count(*) FROM decision WHERE reviewer_id = ? AND task_id IS ? AND round = ? AND refers_id IS NULL"
        " AND item_id IN (SELECT value FROM json_each(?))"
    )
    values = (who, _task(connection, given), given.package.round, json.dumps(list(items)))
    count: int = connection.execute(query, values).fetchone()[0]
    return count


def _task(connection: sqlite3.Connection, given: Issued) -> int | None:
    row = connection.execute("SELECT id FROM task WHERE name = ?", (given.package.of,)).fetchone()
    return row[0] if row else None


def _turn(
    connection: sqlite3.Connection, given: Sequence[Issued], accept: bool, unfinished: bool = False
) -> tuple[list[Back], ChangeSet]:
    found: list[Back] = []
    touched: set[int] = set()
    for package in given:
        who = kept_as(connection, package)
        row = names.annotator(connection, who, AnnotatorKind.HUMAN)
        gone, task = void_items(connection, package, row), _task(connection, package)
        theirs = _items(connection, package)
        before = _beyond(connection, task, theirs)
        mine = [] if package.row else [item for item, who in before if who == row]
        kept = package_progress.of(connection, package, row).finished if unfinished else frozenset()
        items = sorted({*gone, *mine}) if accept else sorted(set(theirs) - set(gone) - kept)
        if not items:
            continue
        place = task, row, package.package.round
        if accept:
            delete = "DELETE FROM void WHERE task_id IS ? AND annotator_id = ? AND round = ? AND item_id = ?"
            connection.executemany(delete, [(*place, item) for item in items])
            # who is accepted gets a slot, and nobody loses theirs by it
            after = _beyond(connection, task, items)
            _assign(connection, package.package, [pair for pair in after if pair[1] == row or pair not in before])
        else:
            # a slot that comes free is the lead's to give: who answered beyond the slots does not move up
            waiting = [(item, each) for item, each in before if item in items and each != row]
            slot_queries.add_revoked(connection, task, waiting)
            insert = "INSERT INTO void (task_id, annotator_id, round, item_id) VALUES (?, ?, ?, ?)"
            connection.executemany(insert, [(*place, item) for item in items])
        touched.update(items)
        found.append(Back(package, who, len(items), decided(connection, package, row, items)))
    if not found:
        who = given[0].package.reviewer
        raise InputError(
            f"Nothing was taken back from {who} or is beyond the slots, so there is nothing to accept."
            if accept
            else f"Everything that {who} was handed in it was taken back already{' or is finished' * unfinished}."
        )
    ordered = sorted(touched)
    for item in ordered:
        item_state.refold(connection, item)
    tally_all(connection, ordered)
    return found, ChangeSet(frozenset(ordered), settings=True)


def _beyond(connection: sqlite3.Connection, task: int | None, items: Sequence[int]) -> list[tuple[int, int]]:
    """Who is beyond the slots of a task in these items: (item, person)."""
    found = slots.beyond(connection, task_book.read(connection), items)
    return sorted({(place.item, who) for place, people in found.items() if place.task == task for who in people})


def _assign(connection: sqlite3.Connection, like: Package, pairs: Sequence[tuple[int, int]]) -> None:
    """Give people slots in items of the task of a package, each noted as a package without a file."""
    book, people = task_book.read(connection), names.annotators(connection)
    task, voting = book.tasks.get(like.of), counting.judges(connection, book)
    for who in sorted({who for _, who in pairs}):
        assert task is not None  # the default one has no slots
        items = [item for item, each in pairs if each == who]
        at = datetime.now(UTC).isoformat(timespec="microseconds")
        made = Package(secrets.token_hex(8), people[who].name, like.project, at, len(items), share=HERE, task=task.full)
        settings = json.dumps({"package": asdict(made)}, ensure_ascii=False)
        row = slot_queries.add_package(connection, made.uid, made.reviewer, made.at, settings)
        cells = ((item, asked_now(sheet.load(connection, item, book), book, task, voting)[0]) for item in items)
        slot_queries.add_package_cells(connection, row, cells)
