"""Which item of the project an item of the answers is: the same key, and the same texts under the same names."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, overload

from galley.core.domain import JUDGES
from galley.core.review.replay import Place
from galley.core.storage import log_row, record_rows
from galley.core.storage.entry_bytes import Contents
from galley.core.storage.log_row import LogRow
from galley.core.storage.record_rows import Layout, PlacedDocument

WANTED = "SELECT value FROM json_each(?)"
PEOPLE = ("human", "gold")


class ItemMatch(NamedTuple):
    """The item's layout (None where it is not here) and the names of documents whose text is another one here, or is
    gone."""

    layout: Layout | None
    changed_documents: tuple[str, ...]


class Matcher:
    """Finds the items of answers in a project. What it has read of an item it keeps, since reviewers share items; see
    ``galley.core.storage.item_layout.load``, which reads one. The lengths of units are read when they are asked
    for: an answer names a few of thousands."""

    def __init__(self, connection: sqlite3.Connection, contents: Contents) -> None:
        self._connection, self._contents = connection, contents
        self._layouts: dict[str, Layout] = {}
        self._hashes: dict[int, str] = {}

    def match(self, items: Sequence[Mapping[str, Any]]) -> list[ItemMatch]:
        """What the items of an answers file are here, in their order. Documents that are here and not there do not
        matter: the reviewer has said nothing about them."""
        self._read([item["key"] for item in items if item["key"] not in self._layouts])
        matches = []
        for entry in items:
            layout = self._layouts.get(entry["key"])
            documents = layout.documents if layout else {}
            text_hashes = entry["documents"].items()
            changed = [
                name for name, text in text_hashes if name not in documents or self._hashes[documents[name].id] != text
            ]
            matches.append(ItemMatch(layout, tuple(changed)))
        return matches

    def _read(self, keys: Sequence[str]) -> None:
        fresh: dict[int, Layout] = {}
        key_by_item: dict[int, str] = {}
        for item, key in self._connection.execute(
            f"SELECT id, key FROM item WHERE key IN ({WANTED})", (json.dumps(keys, ensure_ascii=False),)
        ):
            self._layouts[key] = fresh[item] = Layout(item)
            key_by_item[item] = key
        query_values = (json.dumps(list(fresh)),)
        for item, row, name, role, length, digest, whole, count, kind in self._connection.execute(
            "SELECT item_id, id, name, role, length, hash, whole_id, units,"
            " (SELECT kind FROM unit WHERE unit.id = whole_id + 1 AND units > 0)"
            f" FROM document WHERE item_id IN ({WANTED}) ORDER BY item_id, id",
            query_values,
        ):
            lengths = _Lengths(self._connection, whole + 1, count)
            placed_document = PlacedDocument(
                row, name, role, kind or record_rows.UNIT_KIND[role], whole, lengths, length
            )
            fresh[item].documents[name], self._hashes[row] = placed_document, digest.hex()
        for item, row, document, kind, text, name in self._connection.execute(
            "SELECT item_id, unit.id, document_id, unit.kind, unit.text, unit.name FROM document CROSS JOIN unit"
            f" ON document_id = document.id AND unit.text IS NOT NULL WHERE item_id IN ({WANTED}) ORDER BY unit.id",
            query_values,
        ):
            fresh[item].derived_units[name] = (row, document, kind, text)
        for item, layout in fresh.items():
            placed_documents = sorted(layout.documents.values(), key=lambda document: document.whole)
            self._contents.know(
                item,
                key_by_item[item],
                [
                    (placed_document.id, placed_document.name, placed_document.whole, placed_document.count)
                    for placed_document in placed_documents
                ],
            )


def read_logs(connection: sqlite3.Connection, items: Sequence[int]) -> dict[int, dict[str, LogRow]]:
    """The logs of these items: the decisions by uid, by item."""
    logs: dict[int, dict[str, LogRow]] = {}
    query = f"SELECT {log_row.COLUMNS} FROM decision WHERE item_id IN ({WANTED})"
    for values in connection.execute(query, (json.dumps(list(items)),)):
        row = LogRow(*values)
        logs.setdefault(row.item_id, {})[row.uid] = row
    return logs


class EarlierVerdicts(NamedTuple):
    """What was said of items without a decision of the log: the cells (annotator, criterion, unit, target) of people's
    verdicts that were imported, and the flags (row ids) by (judge, kind, criterion, unit, target)."""

    imported_cells: set[tuple[int, int, int, int]]
    flags: dict[Place, int]


def read_earlier(connection: sqlite3.Connection, items: Sequence[int]) -> EarlierVerdicts:
    """What was said of these items before."""
    earlier = EarlierVerdicts(set(), {})
    for row, decision, annotator, name, kind, *cell in connection.execute(
        "SELECT verdict.id, decision_id, annotator_id, annotator.name, kind, criterion_id, unit_id, target_id"
        f" FROM verdict JOIN annotator ON annotator.id = annotator_id WHERE item_id IN ({WANTED})",
        (json.dumps(list(items)),),
    ):
        if kind in JUDGES:
            earlier.flags[name, kind, cell[0], cell[1], cell[2]] = row
        elif decision is None and kind in PEOPLE:
            earlier.imported_cells.add((annotator, cell[0], cell[1], cell[2]))
    return earlier


class _Lengths(Sequence[int]):
    """The lengths of a document's units, each read on demand."""

    __slots__ = ("_connection", "_count", "_first")

    def __init__(self, connection: sqlite3.Connection, first: int, count: int) -> None:
        self._connection, self._first, self._count = connection, first, count

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, at: int) -> int: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[int]: ...
    def __getitem__(self, at: int | slice) -> int | Sequence[int]:
        if isinstance(at, slice):
            return [self[index] for index in range(*at.indices(self._count))]
        if not -self._count <= at < self._count:
            raise IndexError(at)
        row = self._first + at % self._count
        length: int = self._connection.execute('SELECT "end" - start FROM unit WHERE id = ?', (row,)).fetchone()[0]
        return length

    def __iter__(self) -> Iterator[int]:
        return (self[at] for at in range(self._count))
