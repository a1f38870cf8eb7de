"""What a record says of tasks beside the log: cells handed out, known answers, assignments that were revoked."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from typing import Any

from galley.core.definitions.protocols import DEFAULT_TASK
from galley.core.errors import InputError
from galley.core.storage import native_cells
from galley.core.storage.native_cells import Vocabulary
from galley.core.storage.record_rows import Layout, dumps

FIELDS = ("handed", "known", "void", "packages")


def has_task_rows(record: dict[str, Any]) -> bool:
    """Whether a record says anything of these."""
    return any(record.get(field) for field in FIELDS)


def import_task_rows(
    connection: sqlite3.Connection, record: dict[str, Any], layout: Layout, vocabulary: Vocabulary
) -> None:
    """Add what is new. Raises: InputError for a task or a cell that the project does not have."""
    for entry in record.get("handed") or ():
        row = task(connection, entry.get("task"))
        if row is None:
            raise InputError("an assigned cell names no task of a protocol")
        criterion, unit, target, _ = _cell(entry, layout, vocabulary)
        connection.execute(
            "INSERT OR IGNORE INTO handed (task_id, item_id, criterion_id, unit_id, target_id) VALUES (?, ?, ?, ?, ?)",
            (row, layout.item, criterion.row, unit, target),
        )
    for entry in record.get("known") or ():
        criterion, unit, target, _ = _cell(entry, layout, vocabulary)
        value, _ = native_cells.value({"value": entry.get("value"), "reason": None}, criterion)
        connection.execute(
            "INSERT OR IGNORE INTO known (criterion_id, unit_id, target_id, item_id, value, trains)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            (criterion.row, unit, target, layout.item, value, int(entry.get("trains") is True)),
        )
    for entry in record.get("packages") or ():
        row = connection.execute("SELECT id FROM package WHERE uid = ?", (entry.get("package"),)).fetchone()
        if row is None:
            raise InputError(f"the item is in the package {entry.get('package')!r}, which the header does not name")
        if entry.get("apart") is not True:
            connection.execute(
                "INSERT OR IGNORE INTO package_item (package_id, item_id) VALUES (?, ?)", (row[0], layout.item)
            )
        _repeats(connection, entry, layout, vocabulary)
        for cell_entry in entry.get("cells") or ():
            criterion, unit, target, _ = _cell(cell_entry, layout, vocabulary)
            connection.execute(
                "INSERT OR IGNORE INTO package_cell (package_id, item_id, criterion_id, unit_id, target_id)"
                " VALUES (?, ?, ?, ?, ?)",
                (row[0], layout.item, criterion.row, unit, target),
            )
    for entry in record.get("void") or ():
        who, _ = vocabulary.annotator({"annotator": entry.get("reviewer"), "kind": "human"})
        place = (task(connection, entry.get("task")), who, layout.item, entry.get("round", 1))
        connection.execute(
            "INSERT INTO void (task_id, annotator_id, item_id, round) SELECT :task, :who, :item, :round"
            " WHERE NOT EXISTS (SELECT 1 FROM void WHERE task_id IS :task AND annotator_id = :who AND item_id = :item"
            " AND round = :round)",
            dict(zip(("task", "who", "item", "round"), place, strict=True)),
        )


def _repeats(connection: sqlite3.Connection, entry: dict[str, Any], layout: Layout, vocabulary: Vocabulary) -> None:
    """Cells of a package that were asked once more, and what came back of them."""
    again = [_cell(cell_entry, layout, vocabulary) for cell_entry in entry.get("again") or ()]
    if again:
        uid = entry["package"]
        (text,) = connection.execute("SELECT settings FROM package WHERE uid = ?", (uid,)).fetchone()
        package_settings = json.loads(text)
        cells = {tuple(cell) for cell in package_settings.get("again", ())}
        cells |= {(unit, criterion.row, target) for criterion, unit, target, _ in again}
        text = dumps({**package_settings, "again": sorted(cells)})
        connection.execute("UPDATE package SET settings = ? WHERE uid = ?", (text, uid))
    repeat_rows = []
    for cell_entry in entry.get("repeated") or ():
        criterion, unit, target, _ = _cell(cell_entry, layout, vocabulary)
        who, _ = vocabulary.annotator({"annotator": cell_entry.get("reviewer"), "kind": "human"})
        value = cell_entry.get("value")
        if value is not None:
            value, _ = native_cells.value({"value": value, "reason": None}, criterion)
        repeat_rows.append([who, unit, criterion.row, target, value, cell_entry["at"], cell_entry["uid"]])
    if repeat_rows:
        add_returned(connection, str(entry["package"]), [], repeat_rows)


def add_returned(connection: sqlite3.Connection, package: str, lines: Sequence[Any], again: Sequence[Any]) -> None:
    """Keep the answers from a package in the project of a record: whose answers (``json_shapes.ReturnedLine``), and
    those that only repeat. What the project itself merged is there already, and is not told twice."""
    rows = connection.execute("SELECT report FROM merged WHERE package = ?", (package,))
    reports = [json.loads(text) for (text,) in rows]
    seen = {dumps(line) for report in reports for line in (*report["lines"], *report.get("again", ()))}
    fresh = [[line for line in some if dumps(line) not in seen] for some in (lines, again)]
    if not any(fresh):
        return
    mark = f"record {package}"
    row = connection.execute("SELECT report FROM merged WHERE hash = ?", (mark,)).fetchone()
    merge_report = json.loads(row[0]) if row else {"lines": []}
    merge_report["lines"] += fresh[0]
    merge_report |= (
        {"again": [*merge_report.get("again", ()), *fresh[1]]} if fresh[1] or "again" in merge_report else {}
    )
    at, reviewer = connection.execute("SELECT at, reviewer FROM package WHERE uid = ?", (package,)).fetchone()
    reviewer_names = ", ".join(dict.fromkeys(line["here"] for line in merge_report["lines"])) or reviewer
    connection.execute(
        "INSERT OR REPLACE INTO merged (hash, at, reviewer, package, report) VALUES (?, ?, ?, ?, ?)",
        (mark, at, reviewer_names, package, dumps(merge_report)),
    )


def task(connection: sqlite3.Connection, name: str | None) -> int | None:
    """The row id of a task by its full name; None for the default one. Raises: InputError where there is no such."""
    if name is None or name == DEFAULT_TASK:
        return None
    task_row = connection.execute("SELECT id FROM task WHERE name = ?", (name,)).fetchone()
    if task_row is None:
        raise InputError(f"it names the task {name!r}, which this project does not have; use its protocol first")
    return int(task_row[0])


def _cell(entry: dict[str, Any], layout: Layout, vocabulary: Vocabulary) -> Any:
    criterion = vocabulary.criterion(entry.get("scheme"), entry.get("criterion"))
    return criterion, *native_cells.place(entry, criterion, layout)
