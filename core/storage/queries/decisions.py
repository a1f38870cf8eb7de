"""The log of decisions as rows: what it holds of an item or a reviewer, the next row, and what was undone."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator
from typing import Any, NamedTuple

from galley.core.domain import AnnotatorId, ItemId
from galley.core.storage.log_row import COLUMNS, LogRow
from galley.core.storage.set_answers import UNOPENED

Connection = sqlite3.Connection
_SELECT = f"SELECT {COLUMNS} FROM decision WHERE"
_INSERT = f"INSERT INTO decision ({COLUMNS}) VALUES ({', '.join('?' * len(LogRow._fields))})"


def append_decision(connection: Connection, row: LogRow) -> None:
    """Write a row of the log as it is."""
    connection.execute(_INSERT, row)


def get_newest_decision_id(connection: Connection) -> int:
    """The row id of the newest decision; 0 where there is none."""
    newest: int = connection.execute("SELECT coalesce(max(id), 0) FROM decision").fetchone()[0]
    return newest


def count_decisions(connection: Connection, task: int | None = None) -> int:
    """The number of decisions in the log, or of those that were made in a task."""
    where, values = ("", ()) if task is None else (" WHERE task_id = ?", (task,))
    count: int = connection.execute(f"SELECT count(*) FROM decision{where}", values).fetchone()[0]
    return count


def read_latest_time(connection: Connection) -> str | None:
    """The time of the latest decision (ISO 8601, UTC); None where nobody decided."""
    time: str | None = connection.execute(
        "SELECT max((SELECT max(at) FROM decision WHERE reviewer_id = annotator.id)) FROM annotator"
    ).fetchone()[0]
    return time


def read_log(
    connection: Connection,
    *,
    decision: int | None = None,
    item: ItemId | None = None,
    items: Iterable[ItemId] | None = None,
    uids: Iterable[str] | None = None,
    after: int | None = None,
    limit: int = -1,
) -> list[LogRow]:
    """The decisions with this row id, about this item, about some items, with these uids, or with a row id above
    ``after`` (at most ``limit``). Those of one item come in the order in which they count, by time, then by uid; those
    behind a row id in the order of their row ids; others in no order."""
    conditions = [
        (condition, selected)
        for condition, selected in (
            ("id = ?", decision),
            ("item_id = ?", item),
            ("item_id IN (SELECT value FROM json_each(?))", None if items is None else json.dumps([*items])),
            ("uid IN (SELECT value FROM json_each(?))", None if uids is None else json.dumps([*uids])),
            ("id > ?", after),
        )
        if selected is not None
    ]
    order = " ORDER BY at, uid" if item is not None else " ORDER BY id" if after is not None else ""
    query = f"{_SELECT} {' AND '.join(condition for condition, _ in conditions)}{order} LIMIT ?"
    rows = connection.execute(query, (*(selected for _, selected in conditions), limit))
    return [LogRow._make(row) for row in rows]


def read_last_standing(connection: Connection, reviewer: AnnotatorId) -> LogRow | None:
    """The last decision of a reviewer that is no undo or redo and is not undone."""
    row = connection.execute(
        f"{_SELECT} reviewer_id = ? AND refers_id IS NULL"
        " AND id NOT IN (SELECT decision_id FROM undone) ORDER BY at DESC, uid DESC LIMIT 1",
        (reviewer,),
    ).fetchone()
    return LogRow(*row) if row else None


def read_undo_group(connection: Connection, decision: LogRow, undone: bool) -> list[LogRow]:
    """The other decisions that a reviewer made as one with this one, and that stand or are undone, newest first."""
    rows = connection.execute(
        f"{_SELECT} act = ? AND reviewer_id = ? AND refers_id IS NULL AND id <> ?"
        f" AND id {'IN' if undone else 'NOT IN'} (SELECT decision_id FROM undone) ORDER BY at DESC, uid DESC",
        (decision.act, decision.reviewer_id, decision.id),
    )
    return [LogRow(*row) for row in rows]


def read_latest_undos(connection: Connection, reviewer: AnnotatorId) -> list[tuple[str, int]]:
    """(action, decision that it is about) of a reviewer's undos and redos since their last other decision, newest
    first."""
    undos = []
    for action, refers in connection.execute(
        "SELECT action, refers_id FROM decision WHERE reviewer_id = ? ORDER BY at DESC, uid DESC", (reviewer,)
    ):
        if refers is None:
            break
        undos.append((action, refers))
    return undos


def mark_undone(connection: Connection, decisions: Iterable[int], undone: bool) -> None:
    """Note that these decisions are undone, or that they are not."""
    query = "INSERT OR IGNORE INTO undone (decision_id) VALUES (?)"
    if not undone:
        query = "DELETE FROM undone WHERE decision_id = ?"
    connection.executemany(query, [(row,) for row in sorted(decisions)])


def find_revoked_rounds(connection: Connection, item: ItemId) -> set[tuple[int | None, AnnotatorId, int]]:
    """(task, reviewer, round) of the assignments of an item that were revoked."""
    return set(connection.execute("SELECT task_id, annotator_id, round FROM void WHERE item_id = ?", (item,)))


def has_revocations(connection: Connection) -> bool:
    """Whether any assignment of the project was revoked."""
    return connection.execute("SELECT 1 FROM void LIMIT 1").fetchone() is not None


def read_rounds(connection: Connection, item: ItemId) -> dict[int, tuple[int | None, int]]:
    """(task, round) of the decisions of an item that are not of the first round of the default task, by row id."""
    rows = connection.execute(
        "SELECT id, task_id, round FROM decision WHERE item_id = ? AND (task_id IS NOT NULL OR round > 1)", (item,)
    )
    return {row: (task, number) for row, task, number in rows}


def find_reviewers(connection: Connection) -> list[AnnotatorId]:
    """Everybody (row ids) who decided something."""
    return [who for (who,) in connection.execute("SELECT DISTINCT reviewer_id FROM decision")]


def find_decided_flag(connection: Connection, decision: int | None) -> tuple[int, Any] | None:
    """(row id, value) of the flag that a decision was about; None where it was about none."""
    row: tuple[int, Any] | None = connection.execute(
        "SELECT verdict.id, verdict.value FROM decision JOIN verdict ON verdict.id = flag_id WHERE decision.id = ?",
        (decision,),
    ).fetchone()
    return row


def read_shown(
    connection: Connection, item: ItemId, reviewer: AnnotatorId, cell: tuple[int, int, int]
) -> list[str | None]:
    """What a reviewer had seen at each answer to a cell (unit, criterion, target); None where nobody knows."""
    rows = connection.execute(
        "SELECT shown FROM decision WHERE item_id = ? AND reviewer_id = ? AND unit_id = ? AND criterion_id = ?"
        " AND target_id = ? AND action IN ('accept', 'override', 'unsure', 'add', 'settle')",
        (item, reviewer, *cell),
    )
    return [text for (text,) in rows]


def add_sent_entry(connection: Connection, uid: str, at: str, text: str) -> None:
    """Add the entry (JSON) that texts went somewhere."""
    connection.execute("INSERT INTO event (uid, at, kind, said) VALUES (?, ?, 'sent', ?)", (uid, at, text))


_EVENT = (
    "SELECT decision.id, decision.at, reviewer_id, action, decision.criterion_id, decision.value, other_id,"
    " decision.spans,"
    " decision.note, asked, refers_id, unit.kind, unit.position, document.role, target.system,"
    " coalesce(unit.text, substr(document.text, unit.start + 1, unit.\"end\" - unit.start)), unit.kind = 'whole',"
    " undone.decision_id IS NOT NULL, flag.annotator_id, decision.made, item.key, unread, decision.source"
    " FROM decision JOIN item ON item.id = decision.item_id"
    " LEFT JOIN unit ON unit.id = decision.unit_id LEFT JOIN document ON document.id = unit.document_id"
    " LEFT JOIN document AS target ON target.id = decision.target_id"
    " LEFT JOIN undone ON undone.decision_id = decision.id LEFT JOIN verdict AS flag ON flag.id = decision.flag_id"
)


class EventSelection(NamedTuple):
    """Which decisions: None and "" ask for all. ``key`` and ``words`` are parts of the item's key and of the note,
    ``since`` and ``until`` (not included) times of the log, ``undone`` whether they no longer stand."""

    decision: int | None = None
    item: ItemId | None = None
    reviewers: Collection[AnnotatorId] | None = None
    actions: Collection[str] = ()
    key: str = ""
    words: str = ""
    since: str = ""
    until: str = ""
    undone: bool | None = None


def _select_events(selection: EventSelection) -> tuple[str, list[Any]]:
    clauses, values = list[str](), list[Any]()
    for column, members in (("reviewer_id", selection.reviewers), ("decision.action", selection.actions or None)):
        if members is not None:
            clauses.append(f"{column} IN ({','.join('?' * len(members))})")
            values += members
    for clause, wanted in (
        ("decision.id = ?", selection.decision),
        ("decision.item_id = ?", selection.item),
        ("instr(lower(item.key), lower(?)) > 0", selection.key or None),
        ("instr(lower(decision.note), lower(?)) > 0", selection.words or None),
        ("decision.at >= ?", selection.since or None),
        ("decision.at < ?", selection.until or None),
    ):
        if wanted is not None:
            clauses.append(clause)
            values.append(wanted)
    if selection.undone is not None:
        clauses.append(f"decision.id {'IN' if selection.undone else 'NOT IN'} (SELECT decision_id FROM undone)")
    return (" WHERE " + " AND ".join(clauses) if clauses else ""), values


def count_events(connection: Connection, selection: EventSelection) -> int:
    """How many decisions a selection has."""
    where, values = _select_events(selection)
    query = f"SELECT count(*) FROM decision JOIN item ON item.id = decision.item_id{where}"
    return int(connection.execute(query, values).fetchone()[0])


def read_events(connection: Connection, selection: EventSelection, latest: int = 0) -> Iterator[tuple[Any, ...]]:
    """The decisions of a selection in the order in which they count; with ``latest`` only so many, the last one first.
    Each is (row id, time, reviewer, action, criterion, value, other unit, spans, note, asked, the decision it refers
    to, kind, position, role, system and text of the unit, whether that is a whole document, whether it is undone, the
    flag's annotator, what was made, the item's key, what was unread, source)."""
    where, values = _select_events(selection)
    order = f"at DESC, decision.uid DESC LIMIT {int(latest)}" if latest else "at, decision.uid"
    return connection.execute(f"{_EVENT}{where} ORDER BY decision.{order}", values)


def read_own_log(connection: Connection, reviewer: AnnotatorId, since: str) -> Iterator[tuple[Any, ...]]:
    """(item, unit, criterion, target, action, value, seconds, whether since then, whether it stands, whether the flag
    was never opened) of a reviewer's decisions in their order."""
    return connection.execute(
        "SELECT item_id, unit_id, criterion_id, target_id, action, value, julianday(at) * 86400.0,"
        f" julianday(at) >= julianday(?), undone.decision_id IS NULL, {UNOPENED} FROM decision LEFT JOIN undone"
        " ON undone.decision_id = decision.id WHERE reviewer_id = ? ORDER BY at, decision.id",
        (since, reviewer),
    )


def has_answers_since(connection: Connection, at: str) -> bool:
    """Whether anything was answered or finished since a time, and stands."""
    query = (
        "SELECT EXISTS (SELECT 1 FROM decision WHERE at >= ? AND action IN ('accept', 'override', 'unsure', 'add',"
        " 'finish') AND id NOT IN (SELECT decision_id FROM undone))"
    )
    return bool(connection.execute(query, (at,)).fetchone()[0])
