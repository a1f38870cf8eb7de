"""The decisions of one reviewer that stand, the newest first: what was answered, where, and when."""

from __future__ import annotations

import json
import sqlite3
from typing import NamedTuple

from galley.core.domain import Action, AnnotatorId, Cell, CriterionId, ItemId, UnitKind, Value, unit_number
from galley.core.storage.set_answers import UNOPENED, unopened_filter

_ACTIONS = (Action.ACCEPT, Action.OVERRIDE, Action.UNSURE, Action.ADD, Action.ADJUDICATE, Action.FINISH)
_MARKS = ", ".join("?" * len(_ACTIONS))
_SELECT = (
    "SELECT decision.id, at, action, decision.item_id, item.key, decision.unit_id, decision.criterion_id,"
    " decision.target_id, decision.value, other_id, decision.task_id, act, decision.spans, unit.kind, unit.position,"
    ' target.system, coalesce(unit.text, substr(document.text, unit.start + 1, unit."end" - unit.start))'
    " FROM decision JOIN item ON item.id = decision.item_id"
    " LEFT JOIN unit ON unit.id = decision.unit_id LEFT JOIN document ON document.id = unit.document_id"
    " LEFT JOIN document AS target ON target.id = decision.target_id"
)


class OwnDecision(NamedTuple):
    """One decision, or several that were made as one: then ``decision_count`` of them in ``item_count`` items, and the
    rest is that of the latest. ``at`` is UTC, ISO 8601; ``cell`` is None for a finish; ``other`` the row id of the
    criterion that a flag was relabelled as; ``number`` the unit's number in its text, 0 for a whole document; ``quote``
    the words that were flagged, else the unit's. Of a pair nothing is quoted, and its value is "yes" for either choice:
    who compares is not to know whose text it was."""

    id: int
    at: str
    action: Action
    item: ItemId
    key: str
    cell: Cell | None
    value: Value | None
    other: CriterionId | None
    task: int | None
    undo_group: str | None
    number: int
    system: str
    quote: str
    decision_count: int = 1
    item_count: int = 1


def read_own_decisions(
    connection: sqlite3.Connection, reviewer: AnnotatorId, limit: int
) -> tuple[list[OwnDecision], int]:
    """At most ``limit`` decisions that stand, sets as one, the newest first; and how many stand in all."""
    standing = (
        f"reviewer_id = ? AND action IN ({_MARKS})"
        " AND NOT EXISTS (SELECT 1 FROM undone WHERE undone.decision_id = decision.id)"
    )
    (count,) = connection.execute(f"SELECT count(*) FROM decision WHERE {standing}", (reviewer, *_ACTIONS)).fetchone()
    rows = connection.execute(
        f"{_SELECT} WHERE {standing} ORDER BY at DESC, uid DESC LIMIT ?", (reviewer, *_ACTIONS, limit)
    )
    decisions: list[OwnDecision] = []
    items: set[ItemId] = set()
    for row in rows:
        decision = _read_row(row)
        last = decisions[-1] if decisions else None
        if last is not None and decision.undo_group is not None and last.undo_group == decision.undo_group:
            items.add(decision.item)
            decisions[-1] = last._replace(decision_count=last.decision_count + 1, item_count=len(items))
        else:
            items = {decision.item}
            decisions.append(decision)
    return decisions, count


def count_decisions_by_hour(connection: sqlite3.Connection, reviewer: AnnotatorId, since: str) -> dict[int, int]:
    """The answers and finishes of ``reviewer`` that stand, by the full hours since ``since`` (ISO 8601 with a zone).
    Answers in a set to flags that were never opened are left out."""
    rows = connection.execute(
        "SELECT CAST((julianday(at) - julianday(:since)) * 24.0 AS INTEGER), count(*) FROM decision"
        " WHERE reviewer_id = :who AND at >= date(:since, '-1 day') AND julianday(at) >= julianday(:since)"
        f" AND action IN ('accept', 'override', 'unsure', 'add', 'settle', 'finish') AND NOT {UNOPENED}"
        " AND NOT EXISTS (SELECT 1 FROM undone WHERE undone.decision_id = decision.id) GROUP BY 1",
        {"who": reviewer, "since": since},
    )
    return dict(rows.fetchall())


def count_answers_by_judge(
    connection: sqlite3.Connection, reviewer: AnnotatorId
) -> list[tuple[AnnotatorId, ItemId, int, int, int]]:
    """(judge, item, yes, no, unsure): what ``reviewer`` answered to the flags of each judge in each item (row ids)."""
    return connection.execute(
        "SELECT flag.annotator_id, flag.item_id, coalesce(sum(own.value = 'yes'), 0),"
        " coalesce(sum(own.value <> 'yes'), 0), sum(own.value IS NULL) FROM verdict AS own"
        " JOIN verdict AS flag ON flag.item_id = own.item_id AND flag.unit_id = own.unit_id"
        " AND flag.criterion_id = own.criterion_id AND flag.target_id = own.target_id AND flag.value = 'yes'"
        " JOIN annotator AS judge ON judge.id = flag.annotator_id AND judge.kind IN ('judge', 'import')"
        f" WHERE own.annotator_id = ?{unopened_filter(connection, 'own')} GROUP BY flag.annotator_id, flag.item_id",
        (reviewer,),
    ).fetchall()


def find_decision_place(connection: sqlite3.Connection, decision: int) -> tuple[ItemId, Cell | None, int | None] | None:
    """The item (row id), the cell and the task of a decision; of the one that it refers to for an undo or a redo."""
    row = connection.execute(
        "SELECT about.item_id, about.unit_id, about.criterion_id, about.target_id, about.task_id FROM decision"
        " JOIN decision AS about ON about.id = coalesce(decision.refers_id, decision.id) WHERE decision.id = ?",
        (decision,),
    ).fetchone()
    return None if row is None else (row[0], Cell(*row[1:4]) if row[2] is not None else None, row[4])


def _read_row(row: tuple[object, ...]) -> OwnDecision:
    number, at, action, item, key, unit, criterion, target, value, other, task, act, spans, kind, position, *rest = row
    system, text = (str(part or "") for part in rest)
    cell = Cell(unit, criterion, target) if criterion is not None else None  # type: ignore[arg-type]
    if spans:
        text = " … ".join(text[start:end] for start, end in json.loads(str(spans)))
    is_whole = kind == UnitKind.WHOLE
    if kind == UnitKind.PAIR and value is not None:
        value = "yes"
    return OwnDecision(
        number, at, Action(str(action)), item, key, cell, value, other, task, act,  # type: ignore[arg-type]
        0 if is_whole or position is None else unit_number(int(str(position))),
        "" if kind == UnitKind.PAIR else system, "" if is_whole or kind == UnitKind.PAIR else text,
    )  # fmt: skip
