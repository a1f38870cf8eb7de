"""Cells that somebody is asked once more without being told, to see how far they agree with themselves.

They are drawn from what the person answered in earlier packages of the task, and travel without those answers. An
answer to one is not an answer of the study: it is kept beside the merge that brought it, and never in the log.
"""

from __future__ import annotations

import json
import random
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from galley.core.campaign.allotment import Allotment
from galley.core.campaign.package import read_package_records
from galley.core.definitions.protocols import UnmarkedMeaning
from galley.core.domain import NO_ANNOTATOR, Action, AnnotatorId, Cell, ItemId, Value
from galley.core.errors import InputError
from galley.core.storage.connection import Connection
from galley.core.storage.log_row import LogRow
from galley.core.storage.names import find_people
from galley.core.storage.queries import packages
from galley.core.tasks.task_book import TaskBook

ANSWERS = (Action.ACCEPT, Action.OVERRIDE, Action.ADD, Action.UNSURE)


class RepeatPair(NamedTuple):
    """A cell that somebody (row ids) answered twice: ``first`` in the first round, ``again`` at ``at`` (None: unsure),
    without knowing that it was the second time."""

    task: str
    who: AnnotatorId
    cell: Cell
    first: Value | None
    again: Value | None
    at: str


def add_repeats(
    connection: Connection, book: TaskBook, allotment: Allotment, share: float, seed: int
) -> Allotment:
    """The allotment with cells to repeat: as many as ``share`` of the new ones, at least one each, drawn by ``seed``.

    Raises: InputError for a share that is none, a task in which silence speaks, and for who answered nothing before
    """
    task = allotment.task
    if not 0 < share <= 1:
        raise InputError(f"--repeats {share:g} is not a share of the cells; give one above 0 and up to 1.")
    if not task.votes or task.unmarked_meaning is UnmarkedMeaning.NO:
        raise InputError(f"{task.full} does not ask for an answer to every cell, so no question can be repeated.")
    before = {
        cell for package_record in read_package_records(connection).values() for cell in package_record.repeated_cells
    }
    people = find_people(connection)
    again: dict[str, dict[ItemId, list[Cell]]] = {}
    for who, item_cells in allotment.cells.items():
        answered = packages.find_repeatable_cells(connection, people.get(who, NO_ANNOTATOR), book.rows[task.full])
        candidates = [
            (item, cell) for item, cell in answered if cell not in before and cell not in item_cells.get(item, ())
        ]
        if not candidates:
            raise InputError(f"{who} has no earlier answer in {task.full} that can be repeated.")
        repeat_count = min(len(candidates), max(1, round(share * sum(map(len, item_cells.values())))))
        again[who] = {}
        for item, cell in random.Random(f"galley repeats {seed} {who}").sample(candidates, repeat_count):
            again[who].setdefault(item, []).append(cell)
    return replace(allotment, again=again)


class RepeatedAnswers:
    """The answers of one file that only repeat. ``keep_if_repeat`` gives whether a decision is one of them."""

    def __init__(self, again: Collection[Cell]) -> None:
        self._again = again
        self.rows_by_uid: dict[str, list[Any]] = {}
        self._undone: set[str] = set()

    def refers(self, decision: Mapping[str, Any]) -> bool:
        """Whether a decision takes back, or does again, one that only repeats; it then is done."""
        if decision.get("refers") not in self.rows_by_uid:
            return False
        (self._undone.add if decision.get("action") == Action.UNDO else self._undone.discard)(str(decision["refers"]))
        return True

    def keep_if_repeat(self, row: LogRow, who: AnnotatorId) -> bool:
        """Keep the answer of somebody (row id) where it only repeats."""
        if not self._again or row.action not in ANSWERS or (cell := row.cell) is None or cell not in self._again:
            return False
        self.rows_by_uid[row.uid] = [who, *cell, row.value, row.at, row.uid]
        return True

    @property
    def standing(self) -> list[list[Any]]:
        """What was not revoked, as the table ``merged`` keeps it."""
        return [row for uid, row in self.rows_by_uid.items() if uid not in self._undone]


def uids(connection: Connection) -> set[str]:
    """The uids of all answers that only repeat."""
    return {answer[6] for _, answer in _list_repeated_answers(connection)}


def _list_repeated_answers(connection: Connection) -> list[tuple[str, list[Any]]]:
    """(uid of the package, [person, unit, criterion, target, value, time, uid]) of the answers that only repeat."""
    return [
        (merged_file.package or "", answer)
        for merged_file in packages.read_merged_files(connection)
        for answer in json.loads(merged_file.report).get("again", ())
    ]


def list_repeat_pairs(connection: Connection) -> list[RepeatPair]:
    """What everybody answered twice, the last of several repetitions of a cell, in the order of people and cells."""
    tasks = {
        uid: package_record.package.protocol_task for uid, package_record in read_package_records(connection).items()
    }
    latest: dict[tuple[Any, ...], tuple[str, str, Any]] = {}
    for package, (who, unit, criterion, target, value, at, uid) in _list_repeated_answers(connection):
        key = (tasks.get(package, ""), who, Cell(unit, criterion, target))
        latest[key] = max(latest.get(key, ("", "", None)), (at, uid, value), key=lambda answer: answer[:2])
    pairs = []
    for (task, who, cell), (at, _, value) in sorted(latest.items()):
        first = packages.read_first_answer(connection, who, cell)
        if first is not None:
            pairs.append(RepeatPair(task, who, cell, first[0], value, at))
    return pairs


def forget(connection: Connection) -> int:
    """Delete what everybody answered a second time (inside a job for the writer); gives how many answers."""
    count = len(uids(connection))
    packages.delete_repeated_answers(connection)
    return count
