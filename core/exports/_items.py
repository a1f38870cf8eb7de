"""Items one after the other with everything that belongs to them, from a few sorted cursors read side by side.

No query is made for an item: each table is read once in the order of the items, and the rows of one item are
taken from all cursors together. So memory holds one item, however large the project is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import orjson

from galley.core.domain import ItemId
from galley.core.errors import Cancelled
from galley.core.exports.base import ExportReport, Progress
from galley.core.storage import limits, pseudonyms
from galley.core.storage.connection import Connection
from galley.core.storage.queries import exports
from galley.core.storage.queries.exports import ItemChoice
from galley.core.tasks import gold

Row = tuple[Any, ...]
STEP = 100
"""Items between two calls of the progress function."""

RESOLVED = "resolved"
"""What stands among the tables of ``items`` for the resolved cells of each (``core/tasks/gold.py``)."""


def prepare_export(connection: Connection) -> None:
    """Teach a connection, which sees one state of its project, the items with gold."""
    exports.prepare_choice(connection, lambda: gold.resolved_items(connection))


class TextUnits(NamedTuple):
    """The text units of a document: their kind (None where there is none), and of each where it begins and ends in the
    text, and who speaks."""

    kind: str | None
    starts: list[int]
    ends: list[int]
    speakers: list[str | None]

    @property
    def places(self) -> list[tuple[int, int, str | None]]:
        """(start, end, speaker) of each."""
        return [*zip(self.starts, self.ends, self.speakers, strict=True)]

    @property
    def spans(self) -> list[tuple[int, int]]:
        """(start, end) of each."""
        return [*zip(self.starts, self.ends, strict=True)]


class Item(NamedTuple):
    """An item's own fields (``meta`` as JSON text or None), its rows of each table that was asked for, and, with
    ``documents`` among those, the text units of each in their order."""

    id: ItemId
    key: str
    dataset: str
    split: str
    meta: str | None
    rows: dict[str, list[Row]]
    units: list[TextUnits]


def iterate_items(
    connection: Connection,
    choice: ItemChoice,
    tables: tuple[str, ...],
    report: ExportReport,
    progress: Progress,
) -> Iterator[Item]:
    """The chosen items in the order in which they were added, each with its rows of ``tables``. Raises: Cancelled"""
    for sentence in limits.extents(connection):
        raise limits.damage_error("The project", sentence)
    stored_tables = [table for table in tables if table != RESOLVED]
    total, heads, cursors = exports.open_cursors(connection, stored_tables, choice)
    find = gold.build_resolver(connection) if RESOLVED in tables else None
    hider = pseudonyms.hider(connection)
    for done, head in enumerate(heads):
        if done % STEP == 0 and not progress(done, total):
            raise Cancelled("The export was stopped; nothing was written.")
        row, key, dataset, split, meta = head
        rows: dict[str, list[Row]] = {
            table: cursor.take() if cursor.item == row else [] for table, cursor in cursors.items()
        }
        if find is not None:
            rows[RESOLVED] = [*find(row)]
        if hider is not None:
            _hide_names(rows, hider)
            meta = hider.json(meta)
        units = [TextUnits(*orjson.loads(row[10])) for row in rows.get("documents", ())]
        yield Item(row, key, dataset, split, meta, rows, units)
    report.count("items", total)
    progress(total, total)


# Columns of notes, by table with that of their writer, and of metadata.
_NOTES = {"notes": (1, 5), "decisions": (4, 13)}
_METADATA = {"documents": 7, "derived": 7}


def _hide_names(rows: dict[str, list[Row]], hider: pseudonyms.NameHider) -> None:
    """Put pseudonyms into the notes and metadata of an item."""
    for table, (writer, at) in _NOTES.items():
        if table in rows:
            rows[table] = [
                row if row[at] is None or row[writer] in hider.own else (*row[:at], hider.text(row[at]), *row[at + 1 :])
                for row in rows[table]
            ]
    for table, at in _METADATA.items():
        if table in rows:
            rows[table] = [
                (*row[:at], hider.json(row[at]), *row[at + 1 :]) if row[at] is not None else row for row in rows[table]
            ]
