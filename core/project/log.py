"""The append-only log: decide, undo, redo. Every function here is one transaction's work on the write connection."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from galley.core.domain import Action, Cell, ChangeSet, Span, Value
from galley.core.project import fold, revision, shown, silence
from galley.core.project.logrow import COLUMNS, Row
from galley.core.project.revision import Draft
from galley.core.project.shown import Shown
from galley.core.project.tally import tally


class Done(NamedTuple):
    """What a write to the log did: the new row, and the decision that it is about (itself, or the one undone)."""

    id: int
    about: Row


def decide(
    connection: sqlite3.Connection,
    reviewer: int,
    action: Action,
    item: int,
    *,
    cell: Cell | None = None,
    flag: int | None = None,
    value: Value | None = None,
    other: int | None = None,
    spans: Sequence[Span] = (),
    note: str = "",
    asked: Sequence[tuple[int, int]] = (),
    drafts: Sequence[Draft] = (),
    replaces: Sequence[int] = (),
    seen: Iterable[Shown] | None = None,
    at: str = "",
) -> tuple[Done, ChangeSet]:
    """Append one decision and bring the state up to date.

    ``cell`` is what it answers; ``flag`` the judge's verdict it was about; ``value`` the reviewer's answer (ACCEPT
    and ADD give the flag's value or "yes", OVERRIDE "no" or another value, SETTLE the gold value or None to leave
    it open, REASON the id of a choice; a FINISH gets its own, see ``silence``); ``other`` the criterion row of an
    override as that criterion; ``asked`` the (criterion, target) pairs that a FINISH covers; ``drafts`` the units that
    a REVISE writes and ``replaces`` the row ids of those that it retires; ``seen`` what the reviewer had seen of the
    cell (None: nobody knows); ``at`` the time of decisions that are one step (see ``moment``), on different cells.

    Raises: sqlite3.IntegrityError where an id does not exist.
    """
    unit, criterion, target = cell or (None, None, None)
    uid = os.urandom(8).hex()
    revised = action is Action.REVISE
    row = Row(
        id=next_id(connection),
        uid=uid,
        at=at or moment(connection),
        reviewer_id=reviewer,
        action=action.value,
        item_id=item,
        unit_id=unit,
        criterion_id=criterion,
        target_id=target,
        flag_id=flag,
        value=silence.seen(connection, item) if action is Action.FINISH else value,
        other_id=other,
        spans=json.dumps([list(span) for span in spans]) if spans else None,
        note=note or None,
        asked=json.dumps([list(pair) for pair in asked]) if asked else None,
        replaced=None,
        refers_id=None,
        made=revision.encode(connection, uid, drafts, replaces) if revised else None,
        shown=shown.with_earlier(connection, reviewer, item, cell, seen) if cell else None,
    )
    row = row._replace(replaced=fold.replaced_by(connection, row))
    append(connection, row)
    fold.apply(connection, row)
    tally(connection, item)
    return Done(row.id, row), ChangeSet(frozenset({item}), (row.id,))


def undo(connection: sqlite3.Connection, reviewer: int) -> tuple[Done | None, ChangeSet]:
    """Take the reviewer's last standing step back. None where there is nothing to undo."""
    row = undoable(connection, reviewer)
    if row is None:
        return None, ChangeSet()
    step = connection.execute(
        f"SELECT {COLUMNS} FROM decision WHERE reviewer_id = ? AND at = ? AND refers_id IS NULL"
        " AND id NOT IN (SELECT decision_id FROM undone) ORDER BY uid DESC",
        (reviewer, row.at),
    )
    return _point(connection, Action.UNDO, reviewer, [Row(*found) for found in step.fetchall()])


def redo(connection: sqlite3.Connection, reviewer: int) -> tuple[Done | None, ChangeSet]:
    """Let the reviewer's last undone step stand again, unless they decided something since."""
    step = _redoable(connection, reviewer)
    if not step:
        return None, ChangeSet()
    return _point(connection, Action.REDO, reviewer, step)


def undoable(connection: sqlite3.Connection, reviewer: int) -> Row | None:
    """The decision that ``undo`` would take back."""
    found = connection.execute(
        f"SELECT {COLUMNS} FROM decision WHERE reviewer_id = ? AND refers_id IS NULL"
        " AND id NOT IN (SELECT decision_id FROM undone) ORDER BY at DESC, uid DESC LIMIT 1",
        (reviewer,),
    ).fetchone()
    return Row(*found) if found else None


def redoable(connection: sqlite3.Connection, reviewer: int) -> Row | None:
    """The decision that ``redo`` would let stand again; of several, the first."""
    return next(iter(_redoable(connection, reviewer)), None)


def _redoable(connection: sqlite3.Connection, reviewer: int) -> list[Row]:
    """The step that ``redo`` would let stand again."""
    trail: list[tuple[str, str, int]] = []
    for at, action, refers in connection.execute(
        "SELECT at, action, refers_id FROM decision WHERE reviewer_id = ? ORDER BY at DESC, uid DESC", (reviewer,)
    ):
        if refers is None:
            break
        trail.append((at, action, refers))
    stack: list[set[int]] = []
    for (_, action), rows in groupby(reversed(trail), key=itemgetter(0, 1)):
        step = {refers for _, _, refers in rows}
        if action == Action.UNDO:
            stack.append(step)
        elif stack and stack[-1] == step:
            stack.pop()
    found = [
        Row(*connection.execute(f"SELECT {COLUMNS} FROM decision WHERE id = ?", (row,)).fetchone())
        for row in (stack[-1] if stack else ())
    ]
    return sorted(found, key=lambda row: row.uid)


def _point(
    connection: sqlite3.Connection, action: Action, reviewer: int, step: Sequence[Row]
) -> tuple[Done, ChangeSet]:
    """Append an undo or redo of each decision of a step, at one time. Tells of the first."""
    first, at = next_id(connection), moment(connection)
    for number, about in enumerate(step):
        uid = os.urandom(8).hex()
        append(
            connection,
            Row(first + number, uid, at, reviewer, action.value, about.item_id, *(None,) * 10, about.id),
        )
    items = frozenset(about.item_id for about in step)
    for item in items:
        fold.refold(connection, item)
        tally(connection, item)
    return Done(first, step[0]), ChangeSet(items, tuple(range(first, first + len(step))))


def append(connection: sqlite3.Connection, row: Row) -> None:
    """Write a row of the log as it is. Its effects are not applied."""
    marks = ", ".join("?" * len(row))
    connection.execute(f"INSERT INTO decision ({COLUMNS}) VALUES ({marks})", row)


def next_id(connection: sqlite3.Connection) -> int:
    """The row id of the next decision."""
    return connection.execute("SELECT coalesce(max(id), 0) + 1 FROM decision").fetchone()[0]


def moment(connection: sqlite3.Connection) -> str:
    """The time of the next decision. Those of one reviewer that have the same are one step: an undo takes back all.

    In UTC, never before that of the last decision, so that a clock set back cannot reorder the log."""
    now = datetime.now(UTC)
    last = connection.execute(
        "SELECT max((SELECT max(at) FROM decision WHERE reviewer_id = annotator.id)) FROM annotator"
    ).fetchone()[0]
    if last and (previous := datetime.fromisoformat(last)) >= now:
        now = previous + timedelta(microseconds=1)
    return now.isoformat(timespec="microseconds")
