"""What a record says of tasks beside the log: cells handed out, known answers, assignments that were taken back."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from typing import Any

from galley.core.columns import native_cells
from galley.core.columns.native_cells import Vocabulary
from galley.core.columns.record_rows import Layout, dumps, entries
from galley.core.errors import InputError
from galley.core.protocols.study import FLAGS

FIELDS = ("handed", "known", "void", "packages")


def wanted(record: dict[str, Any]) -> bool:
    """Whether a record says anything of these."""
    return any(record.get(field) for field in FIELDS)


def take(connection: sqlite3.Connection, record: dict[str, Any], layout: Layout, vocabulary: Vocabulary) -> None:
    """Add what is new. Raises: InputError for a task or a cell that the project does not have."""
    for entry in entries(record, "handed"):
        row = task(connection, entry.get("task"))
        if row is None:
            raise InputError("a handed cell names no task of a protocol")
        criterion, unit, target, _ = _cell(entry, layout, vocabulary)
        connection.execute(
            "INSERT OR IGNORE INTO handed (task_id, item_id, criterion_id, unit_id, target_id) VALUES (?, ?, ?, ?, ?)",
            (row, layout.item, criterion.row, unit, target),
        )
    for entry in entries(record, "known"):
        criterion, unit, target, _ = _cell(entry, layout, vocabulary)
        value, _ = native_cells.value({"value": entry.get("value"), "reason": None}, criterion)
        connection.execute(
            "INSERT OR IGNORE INTO known (criterion_id, unit_id, target_id, item_id, value, trains)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            (criterion.row, unit, target, layout.item, value, int(entry.get("trains") is True)),
        )
    for entry in entries(record, "packages"):
        row = connection.execute("SELECT id FROM package WHERE uid = ?", (entry.get("package"),)).fetchone()
        if row is None:
            raise InputError(f"the item is in the package {entry.get('package')!r}, which the header does not name")
        if entry.get("apart") is not True:
            connection.execute(
                "INSERT OR IGNORE INTO package_item (package_id, item_id) VALUES (?, ?)", (row[0], layout.item)
            )
        _repeats(connection, entry, layout, vocabulary)
        for each in entries(entry, "cells"):
            criterion, unit, target, _ = _cell(each, layout, vocabulary)
            connection.execute(
                "INSERT OR IGNORE INTO package_cell (package_id, item_id, criterion_id, unit_id, target_id)"
                " VALUES (?, ?, ?, ?, ?)",
                (row[0], layout.item, criterion.row, unit, target),
            )
    for entry in entries(record, "void"):
        number = entry.get("round", 1)
        if not isinstance(number, int) or isinstance(number, bool) or number < 1:
            raise InputError(f"the round {number!r} of an assignment must be a whole number from 1")
        who, _ = vocabulary.annotator({"annotator": entry.get("reviewer"), "kind": "human"})
        place = (task(connection, entry.get("task")), who, layout.item, number)
        connection.execute(
            "INSERT INTO void (task_id, annotator_id, item_id, round) SELECT :task, :who, :item, :round"
            " WHERE NOT EXISTS (SELECT 1 FROM void WHERE task_id IS :task AND annotator_id = :who AND item_id = :item"
            " AND round = :round)",
            dict(zip(("task", "who", "item", "round"), place, strict=True)),
        )


def _repeats(connection: sqlite3.Connection, entry: dict[str, Any], layout: Layout, vocabulary: Vocabulary) -> None:
    """Cells of a package that were asked once more, and what came back of them."""
    again = [_cell(each, layout, vocabulary) for each in entries(entry, "again")]
    if again:
        uid = entry["package"]
        (text,) = connection.execute("SELECT settings FROM package WHERE uid = ?", (uid,)).fetchone()
        kept = json.loads(text)
        cells = {tuple(cell) for cell in kept.get("again", ())}
        cells |= {(unit, criterion.row, target) for criterion, unit, target, _ in again}
        text = dumps({**kept, "again": sorted(cells)})
        connection.execute("UPDATE package SET settings = ? WHERE uid = ?", (text, uid))
    said = []
    for each in entries(entry, "repeated"):
        criterion, unit, target, _ = _cell(each, layout, vocabulary)
        who, _ = vocabulary.annotator({"annotator": each.get("reviewer"), "kind": "human"})
        value = each.get("value")
        if value is not None:
            value, _ = native_cells.value({"value": value, "reason": None}, criterion)
        if not isinstance(each.get("uid"), str) or not isinstance(each.get("at"), str):
            raise InputError("a repeated answer has no uid or no time")
        said.append([who, unit, criterion.row, target, value, each["at"], each["uid"]])
    if said:
        returned(connection, str(entry["package"]), [], said)


def returned(connection: sqlite3.Connection, package: str, lines: Sequence[Any], again: Sequence[Any]) -> None:
    """Keep what came back of a package in the project of a record: whose answers (see ``json_shapes.LINE``), and those
    that only repeat. What the project itself merged is there already, and is not told twice."""
    rows = connection.execute("SELECT report FROM merged WHERE package = ?", (package,))
    reports = [json.loads(text) for (text,) in rows]
    seen = {dumps(each) for report in reports for each in (*report["lines"], *report.get("again", ()))}
    fresh = [[each for each in some if dumps(each) not in seen] for some in (lines, again)]
    if not any(fresh):
        return
    mark = f"record {package}"
    row = connection.execute("SELECT report FROM merged WHERE hash = ?", (mark,)).fetchone()
    kept = json.loads(row[0]) if row else {"lines": []}
    kept["lines"] += fresh[0]
    kept |= {"again": [*kept.get("again", ()), *fresh[1]]} if fresh[1] or "again" in kept else {}
    at, reviewer = connection.execute("SELECT at, reviewer FROM package WHERE uid = ?", (package,)).fetchone()
    here = ", ".join(dict.fromkeys(line["here"] for line in kept["lines"])) or reviewer
    connection.execute(
        "INSERT OR REPLACE INTO merged (hash, at, reviewer, package, report) VALUES (?, ?, ?, ?, ?)",
        (mark, at, here, package, dumps(kept)),
    )


def task(connection: sqlite3.Connection, name: Any) -> int | None:
    """The row id of a task by its full name; None for the default one. Raises: InputError where there is no such."""
    if name is None or name == FLAGS:
        return None
    called = name if isinstance(name, str) else ""
    known = connection.execute("SELECT id FROM task WHERE name = ?", (called,)).fetchone()
    if known is None:
        raise InputError(f"it names the task {name!r}, which this project does not have; use its protocol first")
    return int(known[0])


def _cell(entry: dict[str, Any], layout: Layout, vocabulary: Vocabulary) -> Any:
    criterion = vocabulary.criterion(entry.get("scheme"), entry.get("criterion"))
    return criterion, *native_cells.place(entry, criterion, layout)
