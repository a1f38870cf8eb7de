"""The append-only log: decide, undo, redo. Every function here is one transaction's work on the write connection."""

from __future__ import annotations

import json
import secrets
import sqlite3
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from core.domain import Action, Cell, ChangeSet, Span, Value
from core.errors import InputError
from core.project import fold
from core.project.fold import Row
from core.project.tally import tally

if TYPE_CHECKING:
    from core.importers.base import ImportReport
    from core.project.cells import Vocabulary
    from core.project.rows import Layout

POINTERS = (Action.UNDO.value, Action.REDO.value)


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
) -> tuple[Done, ChangeSet]:
    """Append one decision and bring the state up to date.

    ``cell`` is what it answers; ``flag`` the judge's verdict it was about; ``value`` the reviewer's answer (ACCEPT
    and ADD give the flag's value or "yes", OVERRIDE "no" or another value, SETTLE the gold value or None to leave
    it open, REASON the id of a choice); ``other`` the criterion row of an override as that criterion; ``asked`` the
    (criterion, target) pairs that a FINISH covers.

    Raises: sqlite3.IntegrityError where an id does not exist.
    """
    unit, criterion, target = cell or (None, None, None)
    row = Row(
        id=_next_id(connection),
        uid=secrets.token_hex(8),
        at=_now(connection),
        reviewer_id=reviewer,
        action=action.value,
        item_id=item,
        unit_id=unit,
        criterion_id=criterion,
        target_id=target,
        flag_id=flag,
        value=value,
        other_id=other,
        spans=json.dumps([list(span) for span in spans]) if spans else None,
        note=note or None,
        asked=json.dumps([list(pair) for pair in asked]) if asked else None,
        replaced=None,
        refers_id=None,
    )
    row = row._replace(replaced=fold.replaced_by(connection, row))
    _append(connection, row)
    fold.apply(connection, row)
    tally(connection, item)
    return Done(row.id, row), ChangeSet(frozenset({item}), (row.id,))


def undo(connection: sqlite3.Connection, reviewer: int) -> tuple[Done | None, ChangeSet]:
    """Take the reviewer's last standing decision back. None where there is nothing to undo."""
    row = undoable(connection, reviewer)
    if row is None:
        return None, ChangeSet()
    connection.execute("INSERT INTO undone (decision_id) VALUES (?)", (row.id,))
    return _point(connection, Action.UNDO, reviewer, row)


def redo(connection: sqlite3.Connection, reviewer: int) -> tuple[Done | None, ChangeSet]:
    """Let the reviewer's last undone decision stand again, unless they decided something since."""
    row = redoable(connection, reviewer)
    if row is None:
        return None, ChangeSet()
    connection.execute("DELETE FROM undone WHERE decision_id = ?", (row.id,))
    return _point(connection, Action.REDO, reviewer, row)


def undoable(connection: sqlite3.Connection, reviewer: int) -> Row | None:
    """The decision that ``undo`` would take back."""
    found = connection.execute(
        f"SELECT {fold.COLUMNS} FROM decision WHERE reviewer_id = ? AND refers_id IS NULL"
        " AND id NOT IN (SELECT decision_id FROM undone) ORDER BY id DESC LIMIT 1",
        (reviewer,),
    ).fetchone()
    return Row(*found) if found else None


def redoable(connection: sqlite3.Connection, reviewer: int) -> Row | None:
    """The decision that ``redo`` would let stand again."""
    stack: list[int] = []
    trail: list[tuple[str, int]] = []
    for action, refers in connection.execute(
        "SELECT action, refers_id FROM decision WHERE reviewer_id = ? ORDER BY id DESC", (reviewer,)
    ):
        if refers is None:
            break
        trail.append((action, refers))
    for action, refers in reversed(trail):
        if action == Action.UNDO:
            stack.append(refers)
        elif stack and stack[-1] == refers:
            stack.pop()
    if not stack:
        return None
    found = connection.execute(f"SELECT {fold.COLUMNS} FROM decision WHERE id = ?", (stack[-1],)).fetchone()
    return Row(*found)


def _point(connection: sqlite3.Connection, action: Action, reviewer: int, about: Row) -> tuple[Done, ChangeSet]:
    row = Row(
        _next_id(connection),
        secrets.token_hex(8),
        _now(connection),
        reviewer,
        action.value,
        about.item_id,
        *(None,) * 10,
        about.id,
    )
    _append(connection, row)
    fold.refold(connection, about.item_id)
    tally(connection, about.item_id)
    return Done(row.id, about), ChangeSet(frozenset({about.item_id}), (row.id,))


def _append(connection: sqlite3.Connection, row: Row) -> None:
    marks = ", ".join("?" * len(row))
    connection.execute(f"INSERT INTO decision ({fold.COLUMNS}) VALUES ({marks})", row)


def _next_id(connection: sqlite3.Connection) -> int:
    return connection.execute("SELECT coalesce(max(id), 0) + 1 FROM decision").fetchone()[0]


def _now(connection: sqlite3.Connection) -> str:
    """The time in UTC, never before that of the last decision, so that a clock set back cannot reorder the log."""
    now = datetime.now(UTC)
    last = connection.execute("SELECT at FROM decision ORDER BY id DESC LIMIT 1").fetchone()
    if last and (previous := datetime.fromisoformat(last[0])) >= now:
        now = previous + timedelta(microseconds=1)
    return now.isoformat(timespec="microseconds")


def replay(
    connection: sqlite3.Connection,
    layout: Layout,
    entries: list[dict[str, Any]],
    vocabulary: Vocabulary,
    report: ImportReport,
) -> None:
    """Append the decisions of an imported record that are not in the log yet, and fold the item anew."""
    from core.project import cells

    added = False
    ids: dict[str, int] = {}
    for entry in entries:
        uid = entry.get("uid")
        if not isinstance(uid, str) or not uid:
            raise InputError("a decision has no uid")
        known = connection.execute("SELECT id FROM decision WHERE uid = ?", (uid,)).fetchone()
        if known:
            ids[uid] = known[0]
            continue
        row = _imported(connection, entry, layout, vocabulary, cells, ids)
        ids[uid] = row.id
        _append(connection, row)
        if row.action == Action.UNDO:
            connection.execute("INSERT OR IGNORE INTO undone (decision_id) VALUES (?)", (row.refers_id,))
        elif row.action == Action.REDO:
            connection.execute("DELETE FROM undone WHERE decision_id = ?", (row.refers_id,))
        added = True
        report.count("decisions")
    if added:
        fold.refold(connection, layout.item)


def _imported(
    connection: sqlite3.Connection,
    entry: dict[str, Any],
    layout: Layout,
    vocabulary: Vocabulary,
    cells: Any,
    ids: dict[str, int],
) -> Row:
    action = entry.get("action")
    if action not in {a.value for a in Action}:
        raise InputError(f"the action {action!r} of a decision is unknown")
    reviewer, _ = vocabulary.annotator({"annotator": entry.get("reviewer"), "kind": "human"})
    try:
        datetime.fromisoformat(entry["at"])
    except (KeyError, TypeError, ValueError):
        raise InputError(f"the time {entry.get('at')!r} of a decision cannot be read") from None
    unit = criterion = target = flag = None
    if entry.get("criterion"):
        asked_of = vocabulary.criterion(entry.get("scheme"), entry["criterion"])
        criterion = asked_of.row
        unit, target, _, _ = cells.place(entry, asked_of, layout)
    elif entry.get("document"):
        document = layout.documents.get(entry["document"])
        target = document.id if document else None
    if entry.get("flag"):
        by = vocabulary.annotator({"annotator": entry["flag"], "kind": entry.get("flag_kind", "judge")})[0]
        found = connection.execute(
            "SELECT id FROM verdict WHERE annotator_id = ? AND criterion_id = ? AND unit_id = ? AND target_id = ?",
            (by, criterion, unit, target),
        ).fetchone()
        flag = found[0] if found else None
    other = entry.get("as")
    refers = ids.get(entry["refers"]) if entry.get("refers") else None
    if (action in POINTERS) != (refers is not None):
        raise InputError(f"a decision of action {action!r} refers to {entry.get('refers')!r}, which is not in the log")
    asked = [
        [vocabulary.criterion(scheme, name).row, layout.documents[document].id]
        for scheme, name, document in entry.get("asked") or ()
        if document in layout.documents
    ]
    replaced = [
        [
            vocabulary.annotator({"annotator": r["annotator"], "kind": r["kind"]})[0],
            vocabulary.criterion(r["scheme"], r["criterion"]).row,
            r["value"],
            r.get("reason"),
            r.get("confidence"),
            r.get("votes"),
            r.get("explanation"),
            r.get("spans") or [],
        ]
        for r in entry.get("replaced") or ()
    ]
    spans = entry.get("spans")
    return Row(
        _next_id(connection),
        entry["uid"],
        entry["at"],
        reviewer,
        action,
        layout.item,
        unit,
        criterion,
        target,
        flag,
        entry.get("value"),
        vocabulary.criterion(*other).row if other else None,
        json.dumps(spans) if spans else None,
        entry.get("note") or None,
        json.dumps(asked) if asked else None,
        json.dumps(replaced, ensure_ascii=False) if replaced else None,
        refers,
    )
