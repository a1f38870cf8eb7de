"""Filling a package of a task: its records, and what the wish for it comes to."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import replace

from galley.core.columns import names
from galley.core.domain import JUDGES, AnnotatorKind
from galley.core.errors import InputError
from galley.core.exports._items import items as exported
from galley.core.exports._places import IdWords
from galley.core.exports.base import ExportReport, Only
from galley.core.exports.galley_export import TABLES, Record, header
from galley.core.incoming import Parsed
from galley.core.packages import package as packages
from galley.core.packages import reader_checks, what_changed
from galley.core.packages.allotment import Allotment
from galley.core.packages.handing import Handing
from galley.core.packages.narrowing import Narrow
from galley.core.packages.portion import GOLD, NAMES_SHOWN, OTHERS_SHOWN, Portion, called
from galley.core.packages.wish import Wish
from galley.core.project import leaving
from galley.core.protocols.study import Kind, Task
from galley.core.tasks.task_book import TaskBook

Progress = Callable[[int, int], bool]
COPIED = ("blind", leaving.SETTING)
"""Settings that go along: which share of the flags is decided blind, and whether all of it is confidential."""


def records(
    connection: sqlite3.Connection, handing: Handing, portion: Portion, where: str, progress: Progress
) -> Iterator[Parsed]:
    """The records of a package of a task."""
    head = header(connection)
    judged = portion.flagged is None or bool(portion.flagged)
    judges = [entry for entry in head["annotators"] if entry["kind"] in JUDGES and judged]
    head["annotators"] = [
        {"annotator": handing.reviewer, "kind": AnnotatorKind.HUMAN.value},
        *handing.annotators(judges),
    ]
    head["settings"] = {name: value for name, value in head["settings"].items() if name in COPIED}
    yield Parsed(head, "the project", 0)
    words = IdWords.of(connection)
    named = NAMES_SHOWN in portion.task.shows
    people = called(words, portion.reader, named, handing.letters) | {GOLD: ("gold", AnnotatorKind.GOLD.value)}
    words = words._replace(annotators=people, order=words.order | {GOLD: len(words.order)})
    for item in exported(connection, Only.ALL, TABLES, ExportReport(), progress, where):
        yield Parsed(Record(portion.take(connection, item), words).build(), "the project", 0)


def plain(wish: Wish, narrow: Narrow) -> None:
    """Raises: InputError for what only a task of a protocol can be asked"""
    for option, given in (
        (f"--only {wish.only}", narrow.on and not narrow.whole),
        ("--round", wish.round > 1),
        ("--repeats", wish.repeats),
    ):
        if given:
            raise InputError(f"{option} is for a task of a protocol; name it with --task.")


def shown(wish: Wish, task: Task) -> Wish:
    """The wish with what the task itself lets people see."""
    if not wish.flags and task.kind is Kind.VERIFY:
        raise InputError(f"{task.full} puts a judge's flags before people, so they cannot be left out.")
    return replace(
        wish, others=wish.others or OTHERS_SHOWN in task.shows, judges=wish.judges or NAMES_SHOWN not in task.shows
    )


def instructions(
    connection: sqlite3.Connection, wish: Wish, task: Task | None, given: Allotment | None, reviewer: str
) -> str:
    """What a reader is told; where the lead says nothing, what the task asks, or what was settled otherwise. What is
    looked at by person is always said."""
    words = [wish.instructions.strip()]
    if not words[0] and task is not None:
        words = [f"{task.name}: {task.ask}" if task.ask else f"{task.name}.", task.instructions]
        if given is not None and wish.changed:
            words = [what_changed.instructions(given.told[reviewer], task.name)]
    watch = reader_checks.watch(connection)
    return "\n\n".join(filter(None, (*words, watch.words if watch else "")))


def dealt(connection: sqlite3.Connection, given: Allotment | None, reviewer: str) -> dict[str, list[str]]:
    """Whose turns a reviewer writes about, by the item's key."""
    mine = given.speakers.get(reviewer, {}) if given else {}
    keys = dict(connection.execute("SELECT id, key FROM item").fetchall()) if mine else {}
    return {keys[item]: speakers for item, speakers in mine.items()}


def portion(
    connection: sqlite3.Connection, tasks: TaskBook, given: Allotment | None, reviewer: str, wish: Wish
) -> Portion | None:
    """What one reviewer gets; None where no task of a protocol is handed out."""
    if given is None:
        return None
    people = names.annotators(connection)
    row = next((a.id for a in people.values() if a.name == reviewer and a.kind is AnnotatorKind.HUMAN), 0)
    before = set()
    for issued in packages.issued(connection).values():
        if (issued.package.reviewer, issued.package.task) == (reviewer, given.task.full):
            query = "SELECT item_id FROM package_item WHERE package_id = ?"
            before |= {item for (item,) in connection.execute(query, (issued.row,))}
    cells = given.cells[reviewer]
    return Portion(
        given.task, tasks, row, cells, wish.round, wish.flags, wish.others, wish.gold,
        given.speakers.get(reviewer, {}), frozenset(cells) - before, {a.id: a.kind.value for a in people.values()},
        {each.cell: (each.settled, each.why) for each in given.told.get(reviewer, ())}, given.again.get(reviewer, {}),
    )  # fmt: skip
