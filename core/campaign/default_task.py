"""What a package of the default task holds of a project with protocols: nothing of the cells that their tasks own."""

from __future__ import annotations

from galley.core.exports._items import Item
from galley.core.storage.connection import Connection
from galley.core.storage.names import criteria
from galley.core.storage.queries.items import read_unit_types
from galley.core.storage.queries.packages import read_kinds_of_units
from galley.core.tasks.task_book import TaskBook

_TASK, _REFERS, _UNIT = 19, 16, 6
"""Columns of a row of ``decisions`` (see ``exports._items``)."""


def without_tasks(connection: Connection, item: Item, book: TaskBook) -> Item:
    """The item without what was asked and said in tasks of protocols. What was written in one stands as a text only
    where something that is left is about it."""
    rows = item.rows
    kinds = read_kinds_of_units(connection, item.id)
    decisions, gone = [], set[int]()
    for row in rows["decisions"]:
        if row[_TASK] is not None or row[_REFERS] in gone:
            gone.add(row[1])
        else:
            decisions.append(row)
    verdicts = [
        row for row in rows["verdicts"] if row[11] not in gone and book.owner(row[3], kinds.get(row[4], "")) is None
    ]
    verdict_ids = {row[1] for row in verdicts}
    evidence = [row for row in rows["evidence"] if row[1] in verdict_ids]
    present_units = {row[4] for row in verdicts} | {row[_UNIT] for row in decisions} | {row[2] for row in evidence}
    types = {unit: gold for unit, (_, gold) in read_unit_types(connection, item.id).items() if gold is not None}
    derived = [
        (*row[:6], types.get(row[1], row[6]) or None, row[7], None if row[8] in gone else row[8], row[9])
        for row in rows["derived"]
        if row[8] not in gone or (row[1] in present_units and not row[9])
    ]
    units = {row[1] for row in derived}
    criterion_by_row = criteria(connection)
    return item._replace(
        rows={
            **rows,
            "derived": derived,
            "sources": [row for row in rows["sources"] if row[1] in units],
            "verdicts": verdicts,
            "evidence": evidence,
            "spans": [row for row in rows["spans"] if row[1] in verdict_ids],
            "reasons": [row for row in rows["reasons"] if row[1] in verdict_ids and row[4] not in gone],
            "judged": [
                row
                for row in rows["judged"]
                if row[4] not in gone and book.owner(row[2], criterion_by_row[row[2]].unit.value) is None
            ],
            "decisions": [_about(row, verdict_ids) for row in decisions],
            "handed": [],
            "known": [],
            "void": [],
        }
    )


def _about(row: tuple[object, ...], verdict_ids: set[int]) -> tuple[object, ...]:
    return row if row[9] in verdict_ids else (*row[:9], None, *row[10:])
