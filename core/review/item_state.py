"""What the log adds up to: the effects of a decision, and the state of an item after all of its decisions.

A decision carries everything that its effects need, so the state of an item can be built again from the log alone:
``apply`` for one more decision, ``refold`` for an item from scratch (after an undo, a redo or a merge). Decisions
count in the order of their time and, within one microsecond, of their uid; so a merged log has one meaning
whatever the order of merging. ``galley project check`` compares a refold with what is stored.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from typing import Any, NamedTuple

from galley.core.definitions.protocols import UnmarkedMeaning
from galley.core.domain import Action
from galley.core.review import attachments, revisions
from galley.core.storage import level_queries, slot_queries
from galley.core.storage.log_row import COLUMNS, LogRow
from galley.core.storage.names import GOLD
from galley.core.tasks import finish, levels, slots
from galley.core.tasks.task_book import TaskBook, read_task_book

_MORE_THAN_ONES_OWN = (Action.ADJUDICATE.value, Action.REVISE.value)


class AnswerEffect(NamedTuple):
    """A decision's effect on one cell: the annotator whose verdict it is, the criterion, and value or reason."""

    annotator: int
    criterion: int
    value: Any
    reason: str | None
    spans: str | None


def gold_annotator(connection: sqlite3.Connection) -> int:
    """The row id of the annotator whose verdicts are gold; made on the first settled cell."""
    row = connection.execute("SELECT id FROM annotator WHERE kind = 'gold' AND name = ?", (GOLD,)).fetchone()
    if row:
        return row[0]
    return connection.execute("INSERT INTO annotator (name, kind) VALUES (?, 'gold') RETURNING id", (GOLD,)).fetchone()[
        0
    ]


def answers(decision: LogRow, gold: int) -> list[AnswerEffect]:
    """The cells that a decision answers (at most two), all on its unit and target."""
    reviewer, criterion = decision.reviewer_id, decision.criterion_id
    match decision.action:
        case Action.ACCEPT | Action.ADD:
            return [AnswerEffect(reviewer, _require_criterion(criterion), decision.value, None, decision.spans)]
        case Action.OVERRIDE:
            effects = [AnswerEffect(reviewer, _require_criterion(criterion), decision.value, None, None)]
            if decision.other_id is not None:
                effects.append(AnswerEffect(reviewer, decision.other_id, "yes", None, decision.spans))
            return effects
        case Action.UNSURE:
            return [AnswerEffect(reviewer, _require_criterion(criterion), None, "unsure", decision.spans)]
        case Action.ADJUDICATE:
            reason = None if decision.value is not None else "left open"
            return [AnswerEffect(gold, _require_criterion(criterion), decision.value, reason, decision.spans)]
    return []


def because(decision: LogRow) -> str | None:
    """The reason that somebody gave with an answer: their verdict's explanation. An adjudicator's stays in the log."""
    return decision.note if decision.action != Action.ADJUDICATE else None


def apply(connection: sqlite3.Connection, decision: LogRow) -> None:
    """Bring the stored state up to date with one more decision."""
    gold = gold_annotator(connection) if decision.action == Action.ADJUDICATE else 0
    for answer in answers(decision, gold):
        _answer(connection, decision, answer)
    match decision.action:
        case Action.NOTE:
            _note(connection, decision)
        case Action.FINISH:
            pairs = implied_pairs(connection, decision)
            rows = [(decision.reviewer_id, *pair[:2], decision.item_id, decision.id) for pair in pairs]
            connection.executemany(
                "INSERT OR IGNORE INTO judged (annotator_id, criterion_id, target_id, item_id, decision_id)"
                " VALUES (?, ?, ?, ?, ?)",
                [row for row, pair in zip(rows, pairs, strict=True) if not levels.is_whole(pair)],
            )
            wholes = [row for row, pair in zip(rows, pairs, strict=True) if levels.is_whole(pair)]
            level_queries.add_unmarked_documents(connection, wholes)
        case Action.REOPEN:
            connection.execute(
                "DELETE FROM judged WHERE annotator_id = ? AND item_id = ? AND decision_id IN"
                " (SELECT id FROM decision WHERE task_id IS ?)",
                (decision.reviewer_id, decision.item_id, decision.task_id),
            )
            level_queries.remove_unmarked_documents(
                connection, decision.item_id, decision.reviewer_id, decision.task_id
            )
        case Action.REASON:
            connection.execute(
                "INSERT OR REPLACE INTO reason (annotator_id, verdict_id, value, decision_id) VALUES (?, ?, ?, ?)",
                (decision.reviewer_id, decision.flag_id, decision.value, decision.id),
            )
        case Action.REVISE:
            revisions.apply(connection, decision)
        case Action.ATTACH:
            attachments.apply(connection, decision)


def implied_pairs(
    connection: sqlite3.Connection, decision: LogRow, tasks: TaskBook | None = None, void: bool = True
) -> list[levels.LevelPair]:
    """The (criterion, target) pairs on which a finish says "no" in silence: those that its own task owns, and that take
    silence for a no. The others stay in the log and count nowhere, as all do of an assignment that was taken back, or
    beyond the slots of its task. ``tasks`` are those in force, where the caller has them, and ``void`` whether anything
    of the project was taken back."""
    pairs = levels.parse_pairs(decision.asked)
    if (
        void
        and connection.execute(
            "SELECT 1 FROM void WHERE task_id IS ? AND annotator_id = ? AND item_id = ? AND round = ?",
            (decision.task_id, decision.reviewer_id, decision.item_id, decision.round),
        ).fetchone()
    ):
        return []
    tasks = tasks or read_task_book(connection)
    covered = finish.own(tasks, decision.task_id, pairs)
    if not covered or decision.task_id is None:
        return covered
    place = slots.Place(decision.task_id, decision.item_id)
    out = slots.beyond(connection, tasks, [decision.item_id]).get(place, frozenset())
    return [] if decision.reviewer_id in out else covered


def stale(connection: sqlite3.Connection, items: Sequence[int], tasks: TaskBook) -> list[int]:
    """Those of the items in which somebody is silent beyond the slots of a task, or is not any more: what others
    answered, took back or were handed says so, too."""
    limited = (
        task for task in tasks.tasks.values() if slots.has_slots(task) and task.unmarked_meaning is UnmarkedMeaning.NO
    )
    rows = {tasks.rows[task.full] for task in limited}
    if not rows:
        return []
    stale_items = []
    beyond = slots.beyond(connection, tasks, items)
    for item in items:
        silent, void = slot_queries.read_implicit_no(connection, item), slot_queries.read_revoked(connection, [item])
        for who, task, number in finish.ends(connection, item, {}):
            if task not in rows or (task, who, item, number) in void:
                continue
            has_slot = who not in beyond.get(slots.Place(task, item), ())
            if has_slot != ((who, task) in silent):
                stale_items.append(item)
                break
    return stale_items


def refold(connection: sqlite3.Connection, item: int) -> None:
    """Build the state of an item from its log again: forget what decisions left, then apply those that stand."""
    decisions = log(connection, item)
    for table in ("verdict", "judged"):
        connection.execute(f"DELETE FROM {table} WHERE item_id = ? AND decision_id IS NOT NULL", (item,))
    for table in ("earlier", "attached"):
        connection.execute(f"DELETE FROM {table} WHERE item_id = ?", (item,))
    level_queries.remove_unmarked_documents(connection, item)
    _forget_notes(connection, "item_id = ? AND decision_id IS NOT NULL", (item,))
    connection.execute(
        "DELETE FROM reason WHERE decision_id IN (SELECT id FROM decision WHERE item_id = ? AND action = 'reason')",
        (item,),
    )
    for decision in decisions:
        if decision.replaced:
            _restore(connection, decision)
    away = find_undone(decisions)
    idle = away | _revoked_decisions(connection, item, decisions)
    connection.executemany("DELETE FROM undone WHERE decision_id = ?", [(d.id,) for d in decisions if d.id not in away])
    connection.executemany("INSERT OR IGNORE INTO undone (decision_id) VALUES (?)", [(row,) for row in sorted(away)])
    revisions.forget(connection, decisions, idle)
    for decision in decisions:
        if decision.id not in idle:
            apply(connection, decision)


def _revoked_decisions(connection: sqlite3.Connection, item: int, decisions: Sequence[LogRow]) -> set[int]:
    """Revisions and gold of assignments that were taken back; what else is said in them is put aside when counting."""
    query = "SELECT task_id, annotator_id, round FROM void WHERE item_id = ?"
    void = set(connection.execute(query, (item,)))
    return {
        row.id
        for row in decisions
        if row.action in (Action.ADJUDICATE, Action.REVISE) and (row.task_id, row.reviewer_id, row.round) in void
    }


def extend(connection: sqlite3.Connection, item: int, earlier: Sequence[LogRow], fresh: Sequence[LogRow]) -> None:
    """Bring the state of an item up to date with decisions ``fresh`` that were appended to its log ``known``.

    The same as ``refold``, in a tenth of the time where each reviewer just went on: a reviewer's answers and notes are
    nobody else's, so they may be applied after those that other people gave later.
    """
    if is_continuation(earlier, fresh):
        for decision in standing(connection, fresh):
            apply(connection, decision)
    else:
        refold(connection, item)


def is_continuation(earlier: Sequence[LogRow], fresh: Sequence[LogRow]) -> bool:
    """Whether ``fresh`` only add to what the reviewers said in ``known``: nothing of it is changed or taken back."""
    last = {row.reviewer_id: _when(row) for row in sorted(earlier, key=_when)}
    numbers = {row.id for row in fresh}
    return not any(
        row.action in _MORE_THAN_ONES_OWN
        or row.replaced
        or _when(row) < last.get(row.reviewer_id, ("", ""))
        or (row.refers_id is not None and row.refers_id not in numbers)
        for row in fresh
    )


def standing(connection: sqlite3.Connection, fresh: Sequence[LogRow]) -> list[LogRow]:
    """Those of ``fresh`` that are not taken back among themselves, in their order; the others are noted as undone."""
    ordered = sorted(fresh, key=_when)
    away = find_undone(ordered)
    if not away:
        return ordered
    connection.executemany("INSERT OR IGNORE INTO undone (decision_id) VALUES (?)", [(row,) for row in sorted(away)])
    return [decision for decision in ordered if decision.id not in away]


def _when(decision: LogRow) -> tuple[str, str]:
    return decision.at, decision.uid


def find_undone(decisions: Sequence[LogRow]) -> set[int]:
    """The row ids of those decisions of a log (in its order) whose last undo or redo is an undo."""
    undone_ids: set[int] = set()
    for decision in decisions:
        if decision.refers_id is not None:
            (undone_ids.add if decision.action == Action.UNDO else undone_ids.discard)(decision.refers_id)
    return undone_ids


def log(connection: sqlite3.Connection, item: int) -> list[LogRow]:
    """All decisions about an item in the order in which they count."""
    return [
        LogRow(*row)
        for row in connection.execute(f"SELECT {COLUMNS} FROM decision WHERE item_id = ? ORDER BY at, uid", (item,))
    ]


def replaced_by(connection: sqlite3.Connection, decision: LogRow) -> str | None:
    """What was imported and a decision is about to take the place of, as JSON; None if there is nothing.

    A list of [annotator, criterion, value, reason, confidence, votes, explanation, spans, evidence]; the criterion is
    None for an opinion on a judge's explanation.
    """
    if decision.action == Action.REASON:
        opinion = connection.execute(
            "SELECT annotator_id, NULL, value FROM reason WHERE annotator_id = ? AND verdict_id = ?"
            " AND decision_id IS NULL",
            (decision.reviewer_id, decision.flag_id),
        ).fetchone()
        return json.dumps([[*opinion, *(None,) * 4, [], []]], ensure_ascii=False) if opinion else None
    gold = gold_annotator(connection) if decision.action == Action.ADJUDICATE else 0
    replaced_rows = []
    for answer in answers(decision, gold):
        row = connection.execute(
            "SELECT id, value, reason, confidence, votes, explanation FROM verdict WHERE annotator_id = ? AND"
            " criterion_id = ? AND unit_id = ? AND target_id = ? AND decision_id IS NULL",
            (answer.annotator, answer.criterion, decision.unit_id, decision.target_id),
        ).fetchone()
        if row:
            spans = connection.execute(
                'SELECT start, "end" FROM span WHERE verdict_id = ? ORDER BY position', (row[0],)
            ).fetchall()
            evidence = connection.execute(
                'SELECT unit_id, start, "end", quote, match FROM evidence WHERE verdict_id = ? ORDER BY position',
                (row[0],),
            ).fetchall()
            replaced_rows.append([answer.annotator, answer.criterion, *row[1:], spans, evidence])
    return json.dumps(replaced_rows, ensure_ascii=False) if replaced_rows else None


def _require_criterion(criterion: int | None) -> int:
    if criterion is None:
        raise ValueError("a decision about a cell names no criterion")
    return criterion


def _answer(connection: sqlite3.Connection, decision: LogRow, answer: AnswerEffect) -> None:
    place = (answer.annotator, answer.criterion, decision.unit_id, decision.target_id)
    verdict_columns = (answer.value, answer.reason, decision.id, because(decision))
    new = connection.execute(
        "INSERT INTO verdict (annotator_id, criterion_id, unit_id, target_id, item_id, value, reason, decision_id,"
        " explanation) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (annotator_id, criterion_id, unit_id, target_id) DO NOTHING RETURNING id",
        (*place, decision.item_id, *verdict_columns),
    ).fetchone()
    spans = json.loads(answer.spans) if answer.spans else []
    if new:
        if spans:
            _spans(connection, new[0], spans)
        return
    if _keep_earlier_round(connection, decision, answer, place):
        return
    (row,) = connection.execute(
        "UPDATE verdict SET value = ?, reason = ?, decision_id = ?, explanation = ?, confidence = NULL, votes = NULL"
        " WHERE annotator_id = ? AND criterion_id = ? AND unit_id = ? AND target_id = ? RETURNING id",
        (*verdict_columns, *place),
    ).fetchone()
    _spans(connection, row, spans)
    connection.execute("DELETE FROM evidence WHERE verdict_id = ?", (row,))


def _keep_earlier_round(
    connection: sqlite3.Connection, decision: LogRow, answer: AnswerEffect, place: tuple[int | None, ...]
) -> bool:
    """Keep what was said of a cell in a round before the latest beside it; whether that is the new answer itself."""
    row, value, reason, by, number = connection.execute(
        "SELECT verdict.id, verdict.value, reason, decision_id, coalesce(round, 1) FROM verdict LEFT JOIN decision"
        " ON decision.id = decision_id WHERE annotator_id = ? AND verdict.criterion_id = ? AND verdict.unit_id = ?"
        " AND verdict.target_id = ?",
        place,
    ).fetchone()
    if number == decision.round:
        return False
    insert = (
        "INSERT OR REPLACE INTO earlier (annotator_id, criterion_id, unit_id, target_id, round, item_id, value, reason,"
        " spans, decision_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    )
    if decision.round < number:
        connection.execute(
            insert,
            (*place, decision.round, decision.item_id, answer.value, answer.reason, answer.spans, decision.id),
        )
        return True
    marked = connection.execute(
        'SELECT start, "end" FROM span WHERE verdict_id = ? ORDER BY position', (row,)
    ).fetchall()
    marked_spans = json.dumps([list(span) for span in marked]) if marked else None
    connection.execute(insert, (*place, number, decision.item_id, value, reason, marked_spans, by))
    return False


def _spans(connection: sqlite3.Connection, verdict: int, spans: list[tuple[int, int]]) -> None:
    connection.execute("DELETE FROM span WHERE verdict_id = ?", (verdict,))
    connection.executemany(
        'INSERT INTO span (verdict_id, position, start, "end") VALUES (?, ?, ?, ?)',
        [(verdict, position, start, end) for position, (start, end) in enumerate(spans)],
    )


def _note(connection: sqlite3.Connection, decision: LogRow) -> None:
    place = (decision.reviewer_id, decision.item_id, decision.unit_id, decision.criterion_id, decision.target_id)
    _forget_notes(
        connection,
        "annotator_id = ? AND item_id = ? AND unit_id IS ? AND criterion_id IS ? AND target_id IS ?",
        place,
    )
    if decision.note:
        row = connection.execute(
            "INSERT INTO note (annotator_id, item_id, unit_id, criterion_id, target_id, text, decision_id)"
            " VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id",
            (*place, decision.note, decision.id),
        ).fetchone()[0]
        connection.execute("INSERT INTO note_text (rowid, text) VALUES (?, ?)", (row, decision.note))


def _forget_notes(connection: sqlite3.Connection, where: str, values: tuple[int | None, ...]) -> None:
    # not by triggers: with an untrusted schema SQLite lets none of them write to a virtual table
    connection.execute(
        f"INSERT INTO note_text (note_text, rowid, text) SELECT 'delete', id, text FROM note WHERE {where}", values
    )
    connection.execute(f"DELETE FROM note WHERE {where}", values)


def _restore(connection: sqlite3.Connection, decision: LogRow) -> None:
    """Put back what a decision replaced; where it stands again by itself, nothing happens."""
    for annotator, criterion, value, *rest, spans, evidence in json.loads(decision.replaced or "[]"):
        if criterion is None:
            connection.execute(
                "INSERT OR IGNORE INTO reason (annotator_id, verdict_id, value) VALUES (?, ?, ?)",
                (annotator, decision.flag_id, value),
            )
            continue
        place = (annotator, criterion, decision.unit_id, decision.target_id, decision.item_id)
        row = connection.execute(
            "INSERT INTO verdict (annotator_id, criterion_id, unit_id, target_id, item_id, value, reason, confidence,"
            " votes, explanation) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (annotator_id, criterion_id, unit_id, target_id) DO NOTHING RETURNING id",
            (*place, value, *rest),
        ).fetchone()
        if row:
            _spans(connection, row[0], spans)
            connection.executemany(
                'INSERT INTO evidence (verdict_id, position, unit_id, start, "end", quote, match)'
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                [(row[0], position, *quote) for position, quote in enumerate(evidence)],
            )
