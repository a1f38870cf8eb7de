"""The append-only log: decide, undo, redo. Every function here is one transaction's work on the write connection."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from itertools import takewhile
from typing import NamedTuple

from galley.core.domain import Action, AnnotatorId, Cell, ChangeSet, CriterionId, ItemId, Span, UnitId, Value
from galley.core.errors import InputError
from galley.core.review import decision_context, item_state, revisions
from galley.core.review.decision_context import SeenAspect
from galley.core.review.progress import tally
from galley.core.review.revisions import Draft
from galley.core.storage import implicit_no, log_hashes
from galley.core.storage.connection import Connection
from galley.core.storage.log_row import LogRow
from galley.core.storage.queries import decisions
from galley.core.storage.queries.decisions import UNDOABLE, DecisionSelection, LogOrder
from galley.core.tasks import slots
from galley.core.tasks.levels import LevelPair
from galley.core.tasks.task_book import read_task_book


class Location(NamedTuple):
    """In what a decision is made: ``task`` is the row id of a task (None: the default one); ``seconds`` since the cell
    was lit; ``undo_group`` joins decisions that are made, and undone, as one."""

    task: int | None = None
    round: int = 1
    seconds: float | None = None
    undo_group: str | None = None


DEFAULT = Location()


class SavedDecision(NamedTuple):
    """What a write to the log did: the new row, and the decision that it is about (itself, or the one undone)."""

    id: int
    about: LogRow


NOTE_BYTES = 100_000
"""How long a note may be, in UTF-8."""


def decide(
    connection: Connection,
    reviewer: AnnotatorId,
    action: Action,
    item: ItemId,
    *,
    cell: Cell | None = None,
    flag: int | None = None,
    value: Value | None = None,
    other: CriterionId | None = None,
    spans: Sequence[Span] = (),
    note: str = "",
    asked_pairs: Sequence[LevelPair] = (),
    unread: Sequence[LevelPair] | None = None,
    drafts: Sequence[Draft] = (),
    replaces: Sequence[UnitId] = (),
    source: Sequence[int] | None = None,
    seen: Iterable[SeenAspect] | None = None,
    where: Location = DEFAULT,
    from_outside: bool = False,
    goes_on: bool = False,
) -> tuple[SavedDecision, ChangeSet]:
    """Append one decision and bring the state up to date. Raises InputError where the note is too long.

    ``cell`` is what it answers; ``flag`` the judge's verdict it was about; ``value`` the reviewer's answer (ACCEPT
    and ADD give the flag's value or "yes", OVERRIDE "no" or another value, SETTLE the gold value or None to leave
    it open, REASON the id of a choice; a FINISH gets its own, see ``silence``); ``other`` the criterion row of an
    override as that criterion; ``asked`` the (criterion, target) pairs that a FINISH covers and ``unread``
    those that it leaves because they were not in sight (see ``finishing``); ``drafts`` the units that
    a REVISE writes and ``replaces`` the row ids of those that it retires; ``source`` the unit (row id), start and end
    of what an ATTACH puts to the cell (its ``value`` a ``Stance``); ``seen`` what the reviewer had seen of the cell
    (None: nobody knows); ``where`` the task, round and act. What comes ``from_outside`` is kept beyond the slots, too.
    ``goes_on``: another decision on the item follows at once, with which the item is tallied.

    Raises: SlotsTaken for an answer that would not count (see ``tasks.slots``), sqlite3.IntegrityError where an id does
    not exist.
    """
    if action.value in slots.CLAIMING and not from_outside:
        slots.refuse(connection, read_task_book(connection), where.task, item, reviewer, cell, other)
    unit, criterion, target = cell or (None, None, None)
    uid = os.urandom(8).hex()
    revised = action is Action.REVISE
    if (size := len(note.encode("utf-8", "surrogatepass"))) > NOTE_BYTES:
        raise InputError(
            f"The note has {-(-size // 1000):,} kB; shorten it to {NOTE_BYTES // 1000} kB and save it again."
        )
    row = LogRow(
        id=decisions.get_newest_decision_id(connection) + 1,
        uid=uid,
        at=_next_time(connection),
        reviewer_id=reviewer,
        action=action.value,
        item_id=item,
        unit_id=unit,
        criterion_id=criterion,
        target_id=target,
        flag_id=flag,
        value=implicit_no.seen(connection, item) if action is Action.FINISH else value,
        other_id=other,
        spans=json.dumps([list(span) for span in spans]) if spans else None,
        note=note or None,
        asked=json.dumps([list(pair) for pair in asked_pairs]) if asked_pairs else None,
        replaced=None,
        refers_id=None,
        made=revisions.encode(connection, uid, drafts, replaces) if revised else None,
        shown=decision_context.with_earlier(connection, reviewer, item, cell, seen) if cell else None,
        task_id=where.task,
        round=where.round,
        seconds=where.seconds,
        act=where.undo_group,
        unread=None if unread is None else json.dumps([list(pair) for pair in unread]),
        source=None if source is None else json.dumps(list(source)),
    )
    row = row._replace(replaced=item_state.replaced_by(connection, row))
    append(connection, row)
    item_state.apply(connection, row)
    if not goes_on:
        tally(connection, item)
    return SavedDecision(row.id, row), ChangeSet(frozenset({item}), (row.id,))


def undo(connection: Connection, reviewer: AnnotatorId) -> tuple[SavedDecision | None, ChangeSet]:
    """Take the reviewer's last standing decision back, and those that were made with it in one act. None where there is
    nothing to undo."""
    row = undoable(connection, reviewer)
    if row is None:
        return None, ChangeSet()
    return _point(connection, Action.UNDO, reviewer, _act(connection, row, undone=False))


def redo(connection: Connection, reviewer: AnnotatorId) -> tuple[SavedDecision | None, ChangeSet]:
    """Let the reviewer's last undone decision stand again, with those of its act, unless they decided something
    since. Raises: SlotsTaken where somebody else has the slot by now"""
    row = redoable(connection, reviewer)
    if row is None:
        return None, ChangeSet()
    about = _act(connection, row, undone=True)
    tasks = read_task_book(connection)
    for decision in about:
        if decision.action in slots.CLAIMING:
            place = (decision.task_id, decision.item_id, reviewer, decision.cell)
            slots.refuse(connection, tasks, *place, decision.other_id)
    return _point(connection, Action.REDO, reviewer, about)


def _act(connection: Connection, row: LogRow, undone: bool) -> list[LogRow]:
    """The decisions of an act that stand, or that are undone: the given one first."""
    if row.act is None:
        return [row]
    selection = DecisionSelection(reviewers=[row.reviewer_id], actions=UNDOABLE, undo_group=row.act, undone=undone)
    made_with_it = decisions.read_log(connection, selection, LogOrder.NEWEST)
    return [row, *(other for other in made_with_it if other.id != row.id)]


def undoable(connection: Connection, reviewer: AnnotatorId) -> LogRow | None:
    """The decision that ``undo`` would take back."""
    selection = DecisionSelection(reviewers=[reviewer], actions=UNDOABLE, undone=False)
    return next(decisions.read_log(connection, selection, LogOrder.NEWEST, limit=1), None)


def redoable(connection: Connection, reviewer: AnnotatorId) -> LogRow | None:
    """The decision that ``redo`` would let stand again."""
    stack: list[int] = []
    own_log = decisions.read_log(connection, DecisionSelection(reviewers=[reviewer]), LogOrder.NEWEST)
    for row in reversed([*takewhile(lambda row: row.refers_id is not None, own_log)]):
        assert row.refers_id is not None
        if row.action == Action.UNDO:
            stack.append(row.refers_id)
        elif row.refers_id in stack:  # those of one act stand in any order
            stack.remove(row.refers_id)
    return next(decisions.read_log(connection, DecisionSelection(decision=stack[-1])), None) if stack else None


def _point(
    connection: Connection, action: Action, reviewer: AnnotatorId, about: Sequence[LogRow]
) -> tuple[SavedDecision, ChangeSet]:
    undo_group = os.urandom(8).hex() if len(about) > 1 else None
    new_ids = []
    for decision in about:
        row = LogRow(
            decisions.get_newest_decision_id(connection) + 1,
            os.urandom(8).hex(),
            _next_time(connection),
            reviewer,
            action.value,
            decision.item_id,
            *(None,) * 10,
            decision.id,
            act=undo_group,
        )
        append(connection, row)
        new_ids.append(row.id)
    items = dict.fromkeys(decision.item_id for decision in about)
    for item in items:
        item_state.refold(connection, item)
        tally(connection, item)
    return SavedDecision(new_ids[0], about[0]), ChangeSet(frozenset(items), tuple(new_ids))


def append(connection: Connection, row: LogRow) -> None:
    """Write a row of the log as it is, and seal it. Its effects are not applied."""
    decisions.append_decision(connection, row)
    log_hashes.add_entry_hashes(connection, [row])


def _next_time(connection: Connection) -> str:
    """The time in UTC, never before that of the last decision, so that a clock set back cannot reorder the log."""
    moment = datetime.now(UTC)
    last = decisions.read_latest_time(connection)
    if last and (previous := datetime.fromisoformat(last)) >= moment:
        moment = previous + timedelta(microseconds=1)
    return moment.isoformat(timespec="microseconds")
