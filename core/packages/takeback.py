"""Packages that are taken back: the assignments in them are void and their seats open; what comes of them after all is
kept, and counts once the lead accepts it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Sequence
from typing import NamedTuple

from galley.core.columns import names
from galley.core.domain import AnnotatorKind, ChangeSet
from galley.core.errors import InputError
from galley.core.packages import package_progress
from galley.core.packages.package import Issued, issued
from galley.core.project import item_state
from galley.core.project.tally import tally_all
from galley.core.protocols.study import FLAGS
from galley.core.tasks import task_book


class Back(NamedTuple):
    """A package that was taken back or accepted: ``items`` of it, and ``decisions`` that count no more, or again."""

    package: Issued
    reviewer: str
    items: int
    decisions: int


def find(connection: sqlite3.Connection, uid: str = "", who: str = "", task: str = "") -> list[Issued]:
    """The packages that are meant: the one with the number ``uid``, or those made for ``who``, of ``task`` where it is
    named. Raises: InputError where there is none"""
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
    if not there:
        what = f" of {full}" if full else ""
        raise InputError(f"No package{what} was made for {who!r}; galley plan says who has which.")
    return there


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
    rows = connection.execute(
        "SELECT item_id FROM package_item WHERE package_id = ? AND item_id IN (SELECT item_id FROM void"
        " WHERE task_id IS ? AND annotator_id = ? AND round = ?) ORDER BY item_id",
        (given.row, _task(connection, given), who, given.package.round),
    )
    return [item for (item,) in rows]


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
        gone = void_items(connection, package, row)
        rows = connection.execute("SELECT item_id FROM package_item WHERE package_id = ?", (package.row,))
        kept = package_progress.of(connection, package, row).finished if unfinished else frozenset()
        items = gone if accept else sorted({item for (item,) in rows} - set(gone) - kept)
        if not items:
            continue
        place = _task(connection, package), row, package.package.round
        if accept:
            delete = "DELETE FROM void WHERE task_id IS ? AND annotator_id = ? AND round = ? AND item_id = ?"
            connection.executemany(delete, [(*place, item) for item in items])
        else:
            insert = "INSERT INTO void (task_id, annotator_id, round, item_id) VALUES (?, ?, ?, ?)"
            connection.executemany(insert, [(*place, item) for item in items])
        touched.update(items)
        found.append(Back(package, who, len(items), decided(connection, package, row, items)))
    if not found:
        who = given[0].package.reviewer
        raise InputError(
            f"Nothing was taken back from {who}, so there is nothing to accept."
            if accept
            else f"Everything that {who} was handed in it was taken back already{' or is finished' * unfinished}."
        )
    ordered = sorted(touched)
    for item in ordered:
        item_state.refold(connection, item)
    tally_all(connection, ordered)
    return found, ChangeSet(frozenset(ordered), settings=True)
