"""Which item of the project an item of the answers is: the same key, and the same texts under the same names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, overload

from galley.core.domain import JUDGES, ItemId
from galley.core.review.replay import Place
from galley.core.storage import record_rows
from galley.core.storage.connection import Connection
from galley.core.storage.entry_bytes import Contents
from galley.core.storage.log_row import LogRow
from galley.core.storage.queries import items as item_queries
from galley.core.storage.queries.columns import read_unit_lengths
from galley.core.storage.queries.decisions import DecisionSelection, read_log
from galley.core.storage.queries.verdicts import read_verdict_cells
from galley.core.storage.record_rows import Layout, PlacedDocument

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

    def __init__(self, connection: Connection, contents: Contents) -> None:
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
        fresh: dict[ItemId, Layout] = {}
        key_by_item: dict[ItemId, str] = {}
        for item, key, *_ in item_queries.read_items(self._connection, keys=keys):
            self._layouts[key] = fresh[item] = Layout(item)
            key_by_item[item] = key
        for head in item_queries.read_documents(self._connection, fresh):
            lengths = _Lengths(self._connection, head.whole + 1, head.units)
            kind = head.kind or record_rows.UNIT_KIND[head.role]
            placed_document = PlacedDocument(head.id, head.name, head.role, kind, head.whole, lengths, head.length)
            fresh[head.item].documents[head.name], self._hashes[head.id] = placed_document, head.hash.hex()
        for unit in item_queries.read_derived_rows(self._connection, fresh):
            fresh[unit.item].derived_units[unit.name] = (unit.id, unit.document, unit.kind, unit.text)
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


def read_logs(connection: Connection, items: Sequence[ItemId]) -> dict[ItemId, dict[str, LogRow]]:
    """The logs of these items: the decisions by uid, by item."""
    logs: dict[ItemId, dict[str, LogRow]] = {}
    for row in read_log(connection, DecisionSelection(items=items)):
        logs.setdefault(row.item_id, {})[row.uid] = row
    return logs


class EarlierVerdicts(NamedTuple):
    """What was said of items without a decision of the log: the cells (annotator, criterion, unit, target) of people's
    verdicts that were imported, and the flags (row ids) by (judge, kind, criterion, unit, target)."""

    imported_cells: set[tuple[int, int, int, int]]
    flags: dict[Place, int]


def read_earlier(connection: Connection, items: Sequence[ItemId]) -> EarlierVerdicts:
    """What was said of these items before."""
    earlier = EarlierVerdicts(set(), {})
    for cell in read_verdict_cells(connection, items):
        if cell.kind in JUDGES:
            earlier.flags[cell.name, cell.kind, cell.criterion, cell.unit, cell.target] = cell.id
        elif cell.decision is None and cell.kind in PEOPLE:
            earlier.imported_cells.add((cell.annotator, cell.criterion, cell.unit, cell.target))
    return earlier


class _Lengths(Sequence[int]):
    """The lengths of a document's units, each read on demand."""

    __slots__ = ("_connection", "_count", "_first")

    def __init__(self, connection: Connection, first: int, count: int) -> None:
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
        return read_unit_lengths(self._connection, row, row)[0][1]

    def __iter__(self) -> Iterator[int]:
        return (self[at] for at in range(self._count))
