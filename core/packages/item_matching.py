"""Which item of the project an item of the answers is: the same key, and the same texts under the same names."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, overload

from galley.core.columns import record_rows
from galley.core.columns.record_rows import Layout, PlacedDocument
from galley.core.domain import JUDGES
from galley.core.project import logrow
from galley.core.project.log_replay import Place
from galley.core.project.logrow import LogRow
from galley.core.project.said import Contents

WANTED = "SELECT value FROM json_each(?)"
PEOPLE = ("human", "gold")


class ItemMatch(NamedTuple):
    """The item's layout (None where it is not here) and the names of documents whose text is another one here, or is
    gone."""

    layout: Layout | None
    changed: tuple[str, ...]


class Matcher:
    """Finds the items of answers in a project. What it has read of an item it keeps, since reviewers share items; see
    ``galley.core.columns.layout.load``, which reads one. The lengths of units are read when they are asked for: an
    answer names a few of thousands."""

    def __init__(self, connection: sqlite3.Connection, contents: Contents) -> None:
        self._connection, self._contents = connection, contents
        self._layouts: dict[str, Layout] = {}
        self._hashes: dict[int, str] = {}

    def match(self, items: Sequence[Mapping[str, Any]]) -> list[ItemMatch]:
        """What the items of an answers file are here, in their order. Documents that are here and not there do not
        matter: the reviewer has said nothing about them."""
        self._read([item["key"] for item in items if item["key"] not in self._layouts])
        found = []
        for entry in items:
            layout = self._layouts.get(entry["key"])
            there = layout.documents if layout else {}
            told = entry["documents"].items()
            changed = [name for name, text in told if name not in there or self._hashes[there[name].id] != text]
            found.append(ItemMatch(layout, tuple(changed)))
        return found

    def _read(self, keys: Sequence[str]) -> None:
        fresh: dict[int, Layout] = {}
        called: dict[int, str] = {}
        for item, key in self._connection.execute(
            f"SELECT id, key FROM item WHERE key IN ({WANTED})", (json.dumps(keys, ensure_ascii=False),)
        ):
            self._layouts[key] = fresh[item] = Layout(item)
            called[item] = key
        chosen = (json.dumps(list(fresh)),)
        for item, row, name, role, length, digest, whole, count, kind in self._connection.execute(
            "SELECT item_id, id, name, role, length, hash, whole_id, units,"
            " (SELECT kind FROM unit WHERE unit.id = whole_id + 1 AND units > 0)"
            f" FROM document WHERE item_id IN ({WANTED}) ORDER BY item_id, id",
            chosen,
        ):
            lengths = _Lengths(self._connection, whole + 1, count)
            placed = PlacedDocument(row, name, role, kind or record_rows.UNIT_KIND[role], whole, lengths, length)
            fresh[item].documents[name], self._hashes[row] = placed, digest.hex()
        for item, row, document, kind, text, name in self._connection.execute(
            "SELECT item_id, unit.id, document_id, unit.kind, unit.text, unit.name FROM document CROSS JOIN unit"
            f" ON document_id = document.id AND unit.text IS NOT NULL WHERE item_id IN ({WANTED}) ORDER BY unit.id",
            chosen,
        ):
            fresh[item].derived[name] = (row, document, kind, text)
        for item, layout in fresh.items():
            laid = sorted(layout.documents.values(), key=lambda document: document.whole)
            self._contents.know(item, called[item], [(each.id, each.name, each.whole, each.count) for each in laid])


def logged(connection: sqlite3.Connection, items: Sequence[int]) -> dict[int, dict[str, LogRow]]:
    """The logs of these items: the decisions by uid, by item."""
    found: dict[int, dict[str, LogRow]] = {}
    query = f"SELECT {logrow.COLUMNS} FROM decision WHERE item_id IN ({WANTED})"
    for values in connection.execute(query, (json.dumps(list(items)),)):
        row = LogRow(*values)
        found.setdefault(row.item_id, {})[row.uid] = row
    return found


class Before(NamedTuple):
    """What was said of items without a decision of the log: the cells (annotator, criterion, unit, target) of people's
    verdicts that were imported, and the flags (row ids) by (judge, kind, criterion, unit, target)."""

    imported: set[tuple[int, int, int, int]]
    flags: dict[Place, int]


def before(connection: sqlite3.Connection, items: Sequence[int]) -> Before:
    """What was said of these items before."""
    found = Before(set(), {})
    for row, decision, annotator, name, kind, *cell in connection.execute(
        "SELECT verdict.id, decision_id, annotator_id, annotator.name, kind, criterion_id, unit_id, target_id"
        f" FROM verdict JOIN annotator ON annotator.id = annotator_id WHERE item_id IN ({WANTED})",
        (json.dumps(list(items)),),
    ):
        if kind in JUDGES:
            found.flags[name, kind, cell[0], cell[1], cell[2]] = row
        elif decision is None and kind in PEOPLE:
            found.imported.add((annotator, cell[0], cell[1], cell[2]))
    return found


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
            return [self[each] for each in range(*at.indices(self._count))]
        if not -self._count <= at < self._count:
            raise IndexError(at)
        row = self._first + at % self._count
        length: int = self._connection.execute('SELECT "end" - start FROM unit WHERE id = ?', (row,)).fetchone()[0]
        return length

    def __iter__(self) -> Iterator[int]:
        return (self[at] for at in range(self._count))
