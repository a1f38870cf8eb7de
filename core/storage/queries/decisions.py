"""The log of decisions as rows: what it holds of an item or a reviewer, the next row, and what was undone."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator
from enum import StrEnum
from typing import Any, NamedTuple

from galley.core.domain import Action, AnnotatorId, CriterionId, ItemId
from galley.core.storage.log_row import COLUMNS, LogRow
from galley.core.storage.set_answers import UNOPENED

Connection = sqlite3.Connection
_COLUMNS = ", ".join(f"decision.{name}" for name in LogRow._fields)
_INSERT = f"INSERT INTO decision ({COLUMNS}) VALUES ({', '.join('?' * len(LogRow._fields))})"


def append_decision(connection: Connection, row: LogRow) -> None:
    """Write a row of the log as it is."""
    connection.execute(_INSERT, row)


def get_newest_decision_id(connection: Connection) -> int:
    """The row id of the newest decision; 0 where there is none."""
    newest: int = connection.execute("SELECT coalesce(max(id), 0) FROM decision").fetchone()[0]
    return newest


def read_latest_time(connection: Connection) -> str | None:
    """The time of the latest decision (ISO 8601, UTC); None where nobody decided."""
    time: str | None = connection.execute(
        "SELECT max((SELECT max(at) FROM decision WHERE reviewer_id = annotator.id)) FROM annotator"
    ).fetchone()[0]
    return time


class DecisionTrait(StrEnum):
    """What else can be asked of decisions; the condition in SQL."""

    LATER_ROUND = "decision.round > 1"
    BLIND = "decision.flag_id IS NOT NULL AND instr(decision.shown, 'flag') = 0"
    """On a flag, before it was seen."""


class DecisionSelection(NamedTuple):
    """Which decisions: None and "" ask for all. ``task`` 0 is the default task; ``undo_group`` is what decisions that
    were made as one share. ``key`` and ``words`` are parts of the item's key and of the note, which begins with
    ``note``; ``since`` and ``until`` (not included) are times of the log, ``after`` is the row id of a decision before
    them; ``undone`` says whether they no longer stand."""

    decision: int | None = None
    uids: Collection[str] | None = None
    items: Collection[ItemId] | None = None
    reviewers: Collection[AnnotatorId] | None = None
    actions: Collection[str] = ()
    task: int | None = None
    round: int | None = None
    undo_group: str | None = None
    trait: DecisionTrait | None = None
    key: str = ""
    words: str = ""
    note: str = ""
    since: str = ""
    until: str = ""
    after: int | None = None
    undone: bool | None = None


EVERY_DECISION = DecisionSelection()
STANDING_ADJUDICATIONS = DecisionSelection(actions=(Action.ADJUDICATE,), undone=False)
UNDOABLE = tuple(action.value for action in Action if action not in (Action.UNDO, Action.REDO))
"""The actions that are about no other decision."""


def _select(columns: str, selection: DecisionSelection, tables: str = "") -> tuple[str, list[Any]]:
    """A query for what ``FROM decision`` can give of a selection, and its values."""
    clauses, values = list[str](), list[Any]()
    # the sign keeps SQLite from going through all that a person decided, in order, for the few decisions of an item
    few = "+" if selection.items is not None or selection.undo_group is not None else ""
    for column, members in (
        ("decision.uid", selection.uids),
        ("decision.item_id", selection.items),
        (f"{few}decision.reviewer_id", selection.reviewers),
        ("decision.action", selection.actions or None),
    ):
        if members is not None:
            one = len(members) == 1  # so that SQLite can use the order of an index
            clauses.append(f"{column} {'= ?' if one else 'IN (SELECT value FROM json_each(?))'}")
            values.append(next(iter(members)) if one else json.dumps([*members]))
    for clause, wanted in (
        ("decision.id = ?", selection.decision),
        ("decision.id > ?", selection.after),
        ("decision.task_id IS nullif(?, 0)", selection.task),
        ("decision.round = ?", selection.round),
        ("decision.act = ?", selection.undo_group),
        ("instr(lower(item.key), lower(?)) > 0", selection.key or None),
        ("instr(lower(decision.note), lower(?)) > 0", selection.words or None),
        ("decision.note LIKE ?", f"{selection.note}%" if selection.note else None),
        ("decision.at >= ?", selection.since or None),
        ("decision.at < ?", selection.until or None),
    ):
        if wanted is not None:
            clauses.append(clause)
            values.append(wanted)
    if selection.trait is not None:
        clauses.append(selection.trait.value)
    if selection.undone is not None:
        clauses.append(f"decision.id {'IN' if selection.undone else 'NOT IN'} (SELECT decision_id FROM undone)")
    tables = tables or ("decision JOIN item ON item.id = decision.item_id" if selection.key else "decision")
    return f"SELECT {columns} FROM {tables}{' WHERE ' if clauses else ''}{' AND '.join(clauses)}", values


class LogOrder(StrEnum):
    """In which order decisions come: that in which they count, the same from the last one on, or as they were stored;
    in SQL."""

    TIME = "decision.at, decision.uid"
    NEWEST = "decision.at DESC, decision.uid DESC"
    STORED = "decision.id"


def read_log(
    connection: Connection, selection: DecisionSelection, order: LogOrder = LogOrder.TIME, limit: int = -1
) -> Iterator[LogRow]:
    """The decisions of a selection as they are stored, at most ``limit``."""
    query, values = _select(_COLUMNS, selection)
    return map(LogRow._make, connection.execute(f"{query} ORDER BY {order} LIMIT ?", (*values, limit)))


def find_logged_uids(connection: Connection, uids: Iterable[str], *, or_entries: bool = False) -> set[str]:
    """Those uids that are of decisions in the log; ``or_entries``: or of its other entries' own seals."""
    # by its full name: ``decision`` has a column ``value``, too
    where = "EXISTS (SELECT 1 FROM decision WHERE uid = asked.value)"
    if or_entries:
        where += " OR EXISTS (SELECT 1 FROM event WHERE uid = asked.value AND kind <> 'decision')"
    query = f"SELECT value FROM json_each(?) AS asked WHERE {where}"
    return {uid for (uid,) in connection.execute(query, (json.dumps([*uids]),))}


def mark_undone(connection: Connection, decisions: Iterable[int], undone: bool) -> None:
    """Note that these decisions are undone, or that they are not."""
    query = "INSERT OR IGNORE INTO undone (decision_id) VALUES (?)"
    if not undone:
        query = "DELETE FROM undone WHERE decision_id = ?"
    connection.executemany(query, [(row,) for row in sorted(decisions)])


def read_rounds(connection: Connection, item: ItemId) -> dict[int, tuple[int | None, int]]:
    """(task, round) of the decisions of an item that are not of the first round of the default task, by row id."""
    rows = connection.execute(
        "SELECT id, task_id, round FROM decision WHERE item_id = ? AND (task_id IS NOT NULL OR round > 1)", (item,)
    )
    return {row: (task, number) for row, task, number in rows}


def add_sent_entry(connection: Connection, uid: str, at: str, text: str) -> None:
    """Add the entry (JSON) that texts went somewhere."""
    connection.execute("INSERT INTO event (uid, at, kind, said) VALUES (?, ?, 'sent', ?)", (uid, at, text))


def count_decisions(
    connection: Connection, selection: DecisionSelection = EVERY_DECISION, *, most: int | None = None
) -> int:
    """How many decisions a selection has; with ``most`` no more than so many are counted: 1 asks whether it has any."""
    query, values = _select("count(*)" if most is None else "1", selection)
    if most is not None:
        query = f"SELECT count(*) FROM ({query} LIMIT {most:d})"
    return int(connection.execute(query, values).fetchone()[0])


def find_decided_items(connection: Connection, selection: DecisionSelection) -> list[tuple[AnnotatorId, ItemId]]:
    """(reviewer, item) of the decisions of a selection, each pair once, in no order."""
    return connection.execute(*_select("DISTINCT reviewer_id, decision.item_id", selection)).fetchall()


class EventRow(NamedTuple):
    """A decision as the log of decisions shows it: with the unit and the document that its cell is about, the annotator
    of the flag, and the item's key. ``spans``, ``asked``, ``made``, ``unread`` and ``source`` are JSON."""

    id: int
    at: str
    reviewer: AnnotatorId
    action: str
    criterion: CriterionId | None
    value: Any
    other: CriterionId | None
    spans: str | None
    note: str | None
    asked: str | None
    refers: int | None
    made: str | None
    unread: str | None
    source: str | None
    kind: str | None
    position: int | None
    text: str | None
    is_whole: bool | None
    role: str | None
    system: str | None
    flag_annotator: AnnotatorId | None
    key: str
    is_undone: bool


_EVENT = (
    "decision.id, decision.at, reviewer_id, action, decision.criterion_id, decision.value, other_id, decision.spans,"
    " decision.note, asked, refers_id, decision.made, unread, decision.source, unit.kind, unit.position,"
    " coalesce(unit.text, substr(document.text, unit.start + 1, unit.\"end\" - unit.start)), unit.kind = 'whole',"
    " document.role, target.system, flag.annotator_id, item.key, undone.decision_id IS NOT NULL"
)
_EVENT_TABLES = (
    "decision JOIN item ON item.id = decision.item_id"
    " LEFT JOIN unit ON unit.id = decision.unit_id LEFT JOIN document ON document.id = unit.document_id"
    " LEFT JOIN document AS target ON target.id = decision.target_id"
    " LEFT JOIN undone ON undone.decision_id = decision.id LEFT JOIN verdict AS flag ON flag.id = decision.flag_id"
)


def read_events(connection: Connection, selection: DecisionSelection, latest: int = 0) -> Iterator[EventRow]:
    """The decisions of a selection in the order in which they count; with ``latest`` only so many, the last one
    first."""
    query, values = _select(_EVENT, selection, _EVENT_TABLES)
    order = LogOrder.NEWEST if latest else LogOrder.TIME
    return map(EventRow._make, connection.execute(f"{query} ORDER BY {order} LIMIT ?", (*values, latest or -1)))


class LogSpan(NamedTuple):
    """The newest of some decisions (its row id, 0 for none), how many they are, the first time and the last one."""

    newest: int
    decisions: int
    first: str | None
    last: str | None


def read_log_span(connection: Connection, after: int = 0) -> LogSpan:
    """See ``LogSpan``: the decisions behind a row id."""
    query = "SELECT coalesce(max(id), 0), count(*), min(at), max(at) FROM decision WHERE id > ?"
    return LogSpan._make(connection.execute(query, (after,)).fetchone())


def read_own_log(connection: Connection, reviewer: AnnotatorId, since: str) -> Iterator[tuple[Any, ...]]:
    """(item, unit, criterion, target, action, value, seconds, whether since then, whether it stands, whether the flag
    was never opened) of a reviewer's decisions in their order."""
    return connection.execute(
        "SELECT item_id, unit_id, criterion_id, target_id, action, value, julianday(at) * 86400.0,"
        f" julianday(at) >= julianday(?), undone.decision_id IS NULL, {UNOPENED} FROM decision LEFT JOIN undone"
        " ON undone.decision_id = decision.id WHERE reviewer_id = ? ORDER BY at, decision.id",
        (since, reviewer),
    )
