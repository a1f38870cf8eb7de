"""Which item of the project an item of the answers is: the same key, and the same texts under the same names."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, overload

from core.project import logrow, rows
from core.project.logrow import Row
from core.project.rows import Layout, Placed


class Match(NamedTuple):
    """The item's row id (0 where it is not here) and the names of documents whose text is another one here, or is
    gone."""

    item: int
    changed: tuple[str, ...]

    @property
    def sound(self) -> bool:
        """Whether the answers on it may be taken in."""
        return bool(self.item) and not self.changed


def match(connection: sqlite3.Connection, items: Sequence[Mapping[str, Any]]) -> list[Match]:
    """What the items of an answers file are here, in their order. Documents that are here and not there do not
    matter: the reviewer has said nothing about them."""
    keys = json.dumps([item["key"] for item in items], ensure_ascii=False)
    wanted = "SELECT value FROM json_each(?)"
    known = dict(connection.execute(f"SELECT key, id FROM item WHERE key IN ({wanted})", (keys,)).fetchall())
    here: dict[int, dict[str, str]] = {}
    for item, name, digest in connection.execute(
        f"SELECT item_id, name, hash FROM document WHERE item_id IN ({wanted})", (json.dumps(list(known.values())),)
    ):
        here.setdefault(item, {})[name] = digest.hex()
    found = []
    for entry in items:
        item = known.get(entry["key"], 0)
        texts = here.get(item, {})
        found.append(Match(item, tuple(n for n, text in entry["documents"].items() if texts.get(n) != text)))
    return found


def layouts(connection: sqlite3.Connection, items: Sequence[int]) -> dict[int, Layout]:
    """The layouts of these items by row id; see ``core.project.layout.load``, which reads one. The lengths of units
    are read when they are asked for: an answer names a few of thousands."""
    chosen = json.dumps(list(items))
    wanted = "item_id IN (SELECT value FROM json_each(?))"
    found = {item: Layout(item) for item in items}
    homes: dict[int, int] = {}
    for item, row, name, role, length, whole, count, kind in connection.execute(
        "SELECT item_id, id, name, role, length, whole_id, units,"
        " (SELECT kind FROM unit WHERE unit.id = whole_id + 1 AND units > 0)"
        f" FROM document WHERE {wanted} ORDER BY item_id, id",
        (chosen,),
    ):
        lengths = _Lengths(connection, whole + 1, count)
        found[item].documents[name] = Placed(row, name, role, kind or rows.UNIT_KIND[role], whole, lengths, length)
        homes[row] = item
    for row, document, kind, text, name in connection.execute(
        "SELECT unit.id, document_id, unit.kind, unit.text, unit.name FROM document CROSS JOIN unit"
        f" ON document_id = document.id AND unit.text IS NOT NULL WHERE {wanted} ORDER BY unit.id",
        (chosen,),
    ):
        found[homes[document]].derived[name] = (row, document, kind, text)
    return found


def logged(connection: sqlite3.Connection, items: Sequence[int]) -> dict[int, dict[str, Row]]:
    """The logs of these items: the decisions by uid, by item."""
    found: dict[int, dict[str, Row]] = {}
    query = f"SELECT {logrow.COLUMNS} FROM decision WHERE item_id IN (SELECT value FROM json_each(?))"
    for values in connection.execute(query, (json.dumps(list(items)),)):
        row = Row(*values)
        found.setdefault(row.item_id, {})[row.uid] = row
    return found


def imported(connection: sqlite3.Connection, items: Sequence[int]) -> set[tuple[int, int, int, int]]:
    """The cells (annotator, criterion, unit, target) of people's verdicts that came without a decision."""
    return set(
        connection.execute(
            "SELECT annotator_id, criterion_id, unit_id, target_id FROM verdict WHERE decision_id IS NULL"
            " AND annotator_id IN (SELECT id FROM annotator WHERE kind IN ('human', 'gold'))"
            " AND item_id IN (SELECT value FROM json_each(?))",
            (json.dumps(list(items)),),
        )
    )


class _Lengths(Sequence[int]):
    """The lengths of a document's units, each read on demand."""

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
