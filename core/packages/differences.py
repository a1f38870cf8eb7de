"""Cells that somebody should look at after a merge: answered here and there by one reviewer, or settled before."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence

from galley.core.adjudication import open_ties
from galley.core.adjudication.open_ties import Case
from galley.core.columns import names
from galley.core.domain import Cell, Criterion, Value, unit_number
from galley.core.packages.merge_report import Listed
from galley.core.project import item_state
from galley.core.project.logrow import LogRow


def conflicts(
    connection: sqlite3.Connection,
    item: int,
    known: Iterable[LogRow],
    fresh: Sequence[LogRow],
    uids: set[str],
    since: tuple[int, str],
    found: Listed,
) -> None:
    """List the cells that a reviewer answered here after a package was made, and otherwise in the answers.

    ``known`` is the log here, ``fresh`` what is added to it, ``uids`` what the file holds, ``since`` the last decision
    (row id) that the package began with, and its time, which decides where the row id is -1.
    """
    seen, at = since
    people = {row.reviewer_id for row in fresh}
    later = (row for row in known if (row.id > seen if seen >= 0 else row.at > at))
    mine = [row for row in later if row.uid not in uids and row.reviewer_id in people]
    if not mine:
        return
    away = item_state.undone(sorted([*known, *fresh], key=lambda row: (row.at, row.uid)))
    here, there = _standing(mine, away), _standing(fresh, away)
    for who, cell in sorted(here.keys() & there.keys()):
        if here[who, cell] != there[who, cell]:
            person = names.annotators(connection)[who].name if who else "the adjudicator"
            said = f"{person} says {_said(here[who, cell])} here and {_said(there[who, cell])} in the answers"
            found.add(f"{_place(connection, item, cell)}: {said}")


def reopened(connection: sqlite3.Connection, items: Sequence[int], top: int, found: Listed) -> None:
    """List the settled cells of these items that a person has answered by a decision after the row id ``top``."""
    settled = {
        row[0]
        for row in connection.execute(
            "SELECT DISTINCT item_id FROM verdict WHERE decision_id IS NOT NULL"
            " AND annotator_id IN (SELECT id FROM annotator WHERE kind = 'gold')"
        )
    }
    people = names.annotators(connection)
    for case in open_ties.scan(connection, [item for item in items if item in settled]):
        if case.reopened:
            later = {who: vote for who, vote in case.humans.items() if vote.decision > max(top, case.decision)}
            if later:
                said = ", ".join(f"{people[who].name} says {_said(vote.value)}" for who, vote in later.items())
                found.add(f"{_place(connection, case.item, case.cell)}: {_settled(case)}, and {said}")


def _settled(case: Case) -> str:
    return f"settled as {_said(case.gold)}" if case.gold is not None else "left open"


def _said(value: Value | None) -> str:
    return "unsure" if value is None else str(value)


def _standing(rows: Iterable[LogRow], away: set[int]) -> Mapping[tuple[int, Cell], Value | None]:
    """The last standing answer of each reviewer to each cell."""
    found: dict[tuple[int, Cell], Value | None] = {}
    for row in sorted(rows, key=lambda row: (row.at, row.uid)):
        if row.id not in away and row.unit_id is not None and row.target_id is not None:
            for answer in item_state.answers(row, 0):
                found[answer.annotator, Cell(row.unit_id, answer.criterion, row.target_id)] = answer.value
    return found


def _place(connection: sqlite3.Connection, item: int, cell: Cell) -> str:
    """A cell in words: "visit-12, Missed turn, turn 3 of dialogue"."""
    criteria: Mapping[int, Criterion] = names.criteria(connection)
    key, kind, position, name, text = connection.execute(
        "SELECT key, unit.kind, unit.position, document.name, unit.name FROM unit JOIN document"
        " ON document.id = document_id JOIN item ON item.id = item_id WHERE unit.id = ? AND item.id = ?",
        (cell.unit, item),
    ).fetchone()
    if kind == "whole":
        where = f"the whole of {name}"
    else:
        where = f"{kind} {text}" if text else f"{kind} {unit_number(position)} of {name}"
    return f"{key}, {criteria[cell.criterion].name}, {where}"
