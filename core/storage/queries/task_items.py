"""The items of a task: which it holds, what it asks of a reviewer in each, and how far they are with it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

import orjson

from galley.core.domain import JUDGES, AnnotatorId, CriterionId, ItemId
from galley.core.storage import names

_JUDGES = ", ".join(f"'{kind}'" for kind in JUDGES)
_ANSWERED = (
    "EXISTS (SELECT 1 FROM verdict AS own WHERE own.annotator_id = :who AND own.criterion_id = flag.criterion_id"
    " AND own.unit_id = flag.unit_id AND own.target_id = flag.target_id)"
)
_IN_PACKAGE = (
    "SELECT handed.item_id, count(*) AS asked, count(own.id) AS answered,"
    " count(own.id) - count(own.value) AS unsure, count(own.id) = count(*) AS finished, 0 AS undecided"
    " FROM handed LEFT JOIN unmet ON unmet.annotator_id = :who AND unmet.criterion_id = handed.criterion_id"
    " AND unmet.unit_id = handed.unit_id AND unmet.target_id = handed.target_id"
    " LEFT JOIN verdict AS own ON own.annotator_id = :who AND own.criterion_id = handed.criterion_id"
    " AND own.unit_id = handed.unit_id AND own.target_id = handed.target_id"
    " WHERE task_id = :task AND unmet.item_id IS NULL GROUP BY handed.item_id"
)


class Asks(Enum):
    """What a task asks of its reviewers."""

    FLAGS = "flags"
    """Each flag by its criteria (the default task, and tasks that verify)."""
    CELLS = "cells"
    """The cells of ``task_item``."""
    PACKAGE = "package"
    """The cells that this project was made with, as a package."""
    GOLD = "gold"
    """The cells on which others differ, of an adjudicator: everybody's answers count."""
    THIRD = "third"
    """The same, of a third reviewer, who answered nothing of what the task is about."""
    TEXTS = "texts"
    """To write, in every item."""


class ItemState(Enum):
    """Which items of a task."""

    HELD = "held"
    """Those of which it asks something."""
    UNDECIDED = "undecided"
    """Those on which people do not agree."""
    UNSURE = "unsure"
    """Those in which the reviewer was unsure."""
    FINISHED = "finished"
    """Those that the reviewer finished; where a task asks cells, those of which they answered all."""
    OPEN_FLAGS = "open flags"
    """Those with a flag of the task that the reviewer has not answered, in no order."""


@dataclass(frozen=True, slots=True)
class TaskScope:
    """A task as its queries need it: its row id (0: the default one), what it asks, the criteria (row ids) of its flags
    and, for a third reviewer, the tasks (row ids) that they must not have read for."""

    task: int
    asks: Asks
    criteria: tuple[CriterionId, ...] = ()
    about: tuple[int, ...] = ()

    @property
    def has_own_counts(self) -> bool:
        """Whether ``task_item`` alone does not say what is asked and how far it is."""
        return self.asks in (Asks.PACKAGE, Asks.GOLD, Asks.THIRD)


class TaskCounts(NamedTuple):
    """What a task asks in an item, and how far a reviewer is with it."""

    asked: int = 0
    answered: int = 0
    unsure: int = 0
    is_finished: bool = False
    undecided: int = 0


# ---- tasks as a whole


def count_asked(connection: sqlite3.Connection, scope: TaskScope, reviewer: AnnotatorId) -> tuple[int, int]:
    """(flags or cells that a task asks, those that the reviewer answered)."""
    if scope.asks is Asks.FLAGS:
        query = f"SELECT count(*), coalesce(sum({_ANSWERED}), 0) FROM ({_flags(connection, scope)}) AS flag"
    elif scope.has_own_counts:
        query = f"SELECT coalesce(sum(asked), 0), coalesce(sum(answered), 0) FROM ({_counted(scope)})"
    else:
        query = (
            "SELECT coalesce((SELECT asked FROM task_total WHERE task_id = :task), 0), coalesce((SELECT sum(answered)"
            " FROM task_progress WHERE task_id = :task AND annotator_id = :who), 0)"
        )
    asked, answered = connection.execute(query, _values(scope, reviewer)).fetchone()
    return asked, answered


def has_open(connection: sqlite3.Connection, scope: TaskScope, reviewer: AnnotatorId) -> bool:
    """Whether a task has something left for a reviewer; of flags, whether it has any."""
    if scope.asks is Asks.FLAGS:
        query = f"SELECT EXISTS ({_flags(connection, scope)})"
    elif scope.has_own_counts:
        query = f"SELECT EXISTS (SELECT 1 FROM ({_counted(scope)}) WHERE answered < asked)"
    else:
        query = (
            "SELECT coalesce((SELECT asked FROM task_total WHERE task_id = :task), 0) > coalesce((SELECT"
            " sum(answered) FROM task_progress WHERE task_id = :task AND annotator_id = :who), 0)"
        )
    return bool(connection.execute(query, _values(scope, reviewer)).fetchone()[0])


# ---- items


def find_items(
    connection: sqlite3.Connection,
    scope: TaskScope,
    reviewer: AnnotatorId,
    state: ItemState = ItemState.HELD,
    item: ItemId | None = None,
) -> list[ItemId]:
    """The items (row ids) of a task in a state, those that it holds as they were imported; of ``item`` alone where it
    is given. The default task holds all."""
    if state is ItemState.OPEN_FLAGS:
        near = _flags(connection, scope, within="item_id = mine.id")
        waits = f"EXISTS (SELECT 1 FROM ({near}) AS flag WHERE NOT {_ANSWERED})"
        done = _fetch_ids(connection, f"SELECT id FROM ({_own(scope)}) AS mine WHERE NOT {waits}", scope, reviewer)
        flagged = _fetch_ids(connection, _flags(connection, scope, "DISTINCT item_id AS id"), scope, reviewer)
        return [*set(flagged).difference(done)]
    if state is ItemState.UNDECIDED:
        query = f"{_held(scope)} AND undecided > 0" if scope.task else "SELECT id FROM item WHERE ties > 0"
    elif state is ItemState.UNSURE:
        query = f"{_own(scope)} AND unsure > 0"
    elif state is ItemState.HELD:
        query = f"{_held(scope)} ORDER BY id"
    elif scope.asks is Asks.CELLS:
        query = (
            "SELECT own.item_id AS id FROM task_progress AS own"
            " CROSS JOIN task_item AS stands ON stands.task_id = :task AND stands.item_id = own.item_id"
            " WHERE own.task_id = :task AND annotator_id = :who AND asked > 0 AND own.answered >= asked"
        )
    else:
        query = f"{_own(scope)} AND finished"
    if item is not None:
        query = f"SELECT id FROM ({query}) WHERE id = {item:d}"
    return _fetch_ids(connection, query, scope, reviewer)


def count_cells(
    connection: sqlite3.Connection, scope: TaskScope, reviewer: AnnotatorId, *, undecided: bool
) -> dict[int, int]:
    """How many cells, or flags, are open for the reviewer in each item; ``undecided``: cells on which people do not
    agree."""
    if undecided and scope.task:
        query = "SELECT item_id, undecided FROM task_item WHERE task_id = :task AND undecided > 0"
    elif undecided:
        query = "SELECT id, ties FROM item WHERE ties > 0"
    elif scope.has_own_counts:
        query = f"SELECT item_id, asked - answered FROM ({_counted(scope)})"
    elif scope.asks is Asks.FLAGS:
        query = (
            f"SELECT item_id, sum(NOT {_ANSWERED}) FROM ({_flags(connection, scope)}) AS flag GROUP BY item_id"
        )
    else:
        query = (
            "SELECT stands.item_id, asked - coalesce(own.answered, 0) FROM task_item AS stands"
            " LEFT JOIN task_progress AS own ON own.task_id = :task AND own.annotator_id = :who"
            " AND own.item_id = stands.item_id WHERE stands.task_id = :task"
        )
    return dict(connection.execute(query, _values(scope, reviewer)).fetchall())


def read_counts(
    connection: sqlite3.Connection, scope: TaskScope, items: Sequence[ItemId], reviewer: AnnotatorId
) -> dict[int, TaskCounts]:
    """What a task asks in these items and how far the reviewer is; items of which it asks nothing may be missing."""
    within, values = f"item_id IN ({', '.join(map(str, items)) or '0'})", _values(scope, reviewer)
    if scope.has_own_counts:
        rows = connection.execute(
            f"SELECT item_id, asked, answered, unsure FROM ({_counted(scope)}) WHERE {within}", values
        )
        counts = {item: TaskCounts(*numbers) for item, *numbers in rows}
    else:
        if scope.asks is Asks.FLAGS:
            flags = _flags(connection, scope, within=within)
            query = f"SELECT item_id, count(*), sum({_ANSWERED}) FROM ({flags}) AS flag GROUP BY item_id"
        else:
            query = (
                "SELECT stands.item_id, asked, min(asked, coalesce(own.answered, 0)) FROM task_item AS stands"
                " LEFT JOIN task_progress AS own ON own.task_id = :task AND own.annotator_id = :who"
                f" AND own.item_id = stands.item_id WHERE stands.task_id = :task AND stands.{within}"
            )
        counts = {item: TaskCounts(*numbers) for item, *numbers in connection.execute(query, values)}
        for item, unsure, finished in connection.execute(
            "SELECT item_id, unsure, finished FROM task_progress"
            f" WHERE task_id = :task AND annotator_id = :who AND {within}", values,
        ):  # fmt: skip
            counts[item] = counts.get(item, TaskCounts())._replace(unsure=unsure, is_finished=bool(finished))
    query = f"SELECT item_id, undecided FROM task_item WHERE task_id = :task AND {within}"
    for item, undecided in connection.execute(query, values):
        counts[item] = counts.get(item, TaskCounts())._replace(undecided=undecided)
    return counts


def is_excluded(connection: sqlite3.Connection, about: Iterable[int], item: ItemId, reviewer: AnnotatorId) -> bool:
    """Whether a reviewer may not be the third reader of an item: they read it for one of the tasks ``about`` (row ids),
    or saw what others said."""
    values = {"item": item, "who": reviewer}
    return bool(connection.execute(f"SELECT {_excluded(about, ':item')}", values).fetchone()[0])


def _values(scope: TaskScope, reviewer: AnnotatorId) -> dict[str, int]:
    return {"who": reviewer, "task": scope.task}


def _excluded(about: Iterable[int], item: str) -> str:
    return (
        f"(EXISTS (SELECT 1 FROM task_progress AS read WHERE read.task_id IN ({', '.join(map(str, about))})"
        f" AND read.annotator_id = :who AND read.item_id = {item})"
        f" OR EXISTS (SELECT 1 FROM decision AS seen WHERE seen.item_id = {item} AND seen.reviewer_id = :who"
        " AND instr(seen.shown, 'others') > 0))"
    )


def _counted(scope: TaskScope) -> str:
    """The items of which a task asks ``:who``, with how far they are, where ``task_item`` does not say it."""
    if scope.asks is Asks.PACKAGE:
        return _IN_PACKAGE
    if scope.asks is Asks.GOLD:
        return (
            'SELECT item_id, asked, asked - "open" AS answered, excluded AS unsure, "open" = 0 AS finished, undecided'
            " FROM task_item WHERE task_id = :task AND asked > 0"
        )
    return (
        "SELECT stands.item_id, asked, coalesce(own.answered, 0) AS answered, coalesce(unsure, 0) AS unsure,"
        " coalesce(own.answered, 0) >= asked AS finished, undecided FROM task_item AS stands"
        " LEFT JOIN task_progress AS own"
        " ON own.task_id = :task AND own.annotator_id = :who AND own.item_id = stands.item_id"
        f" WHERE stands.task_id = :task AND asked > 0 AND NOT {_excluded(scope.about, 'stands.item_id')}"
    )


def _held(scope: TaskScope) -> str:
    """The items that a task holds; a condition can be added."""
    if not scope.task or scope.asks is Asks.TEXTS:
        return "SELECT id FROM item WHERE 1"
    if scope.has_own_counts:
        return f"SELECT item_id AS id FROM ({_counted(scope)}) WHERE 1"
    return "SELECT item_id AS id FROM task_item WHERE task_id = :task AND asked > 0"


def _own(scope: TaskScope) -> str:
    """The items that the reviewer began; a condition can be added."""
    if not scope.task:
        return "SELECT item_id AS id FROM progress WHERE annotator_id = :who"
    if scope.has_own_counts:
        return _held(scope)
    return "SELECT item_id AS id FROM task_progress WHERE task_id = :task AND annotator_id = :who"


def _flags(connection: sqlite3.Connection, scope: TaskScope, columns: str = "*", within: str = "") -> str:
    """The flags (verdicts) that a task puts before people now; ``within`` is a condition that few items meet."""
    where = names.retired_filter(connection)
    if scope.task:
        where += (
            " AND EXISTS (SELECT 1 FROM task_item WHERE task_id = :task"
            " AND task_item.item_id = verdict.item_id AND asked > 0)"
        )
    # the sign keeps SQLite from the index by criterion
    criterion, where = ("+criterion_id", f"{where} AND {within}") if within else ("criterion_id", where)
    return (
        f"SELECT {columns} FROM verdict WHERE value = 'yes'"
        f" AND {criterion} IN ({', '.join(map(str, scope.criteria))})"
        f" AND annotator_id IN (SELECT id FROM annotator WHERE kind IN ({_JUDGES})){where}"
    )


def _fetch_ids(connection: sqlite3.Connection, query: str, scope: TaskScope, reviewer: AnnotatorId) -> list[ItemId]:
    """The column ``id`` of a query, as one value: handing over 100,000 rows takes longer than finding them."""
    id_list = connection.execute(f"SELECT json_group_array(id) FROM ({query})", _values(scope, reviewer)).fetchone()[0]
    return list(orjson.loads(id_list))
