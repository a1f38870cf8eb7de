"""What a decision says, as bytes that are the same in every project that holds it: names instead of row ids.

The flag that it was about and what it took the place of are no part of it: a judge that is run again takes its flags
along, and what stood before is each project's own.
"""

from __future__ import annotations

import json
import sqlite3
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from typing import Any

import orjson

from galley.core.domain import ItemId, UnitId
from galley.core.storage.log_row import LogRow

KEEP = 30_000
"""Items whose documents are remembered."""


class Contents:
    """Gives the bytes of decisions. Holds for one transaction; ``database`` is "main" or an attached one."""

    def __init__(self, connection: sqlite3.Connection, database: str = "main") -> None:
        self._connection, self._db = connection, database
        self._names: dict[tuple[str, int], Any] = {}
        self._criteria: dict[int, tuple[str, str]] = {}
        self._items: dict[int, tuple[str, dict[int, str], list[int], list[tuple[int, int]]]] = {}

    def encode_decision(self, row: LogRow, signed_content: Mapping[str, Any] | None = None) -> bytes:
        """The content of a row of the log; ``signed`` has fields in which its source said something else."""
        key, documents, _, _ = self._item(row.item_id)
        own = {} if signed_content is None else signed_content
        return orjson.dumps(
            [
                row.uid,
                row.at,
                own["reviewer"] if "reviewer" in own else self._name("annotator", row.reviewer_id),
                row.action,
                key,
                None if row.unit_id is None else self._unit(row.item_id, row.unit_id),
                None if row.criterion_id is None else self._criterion(row.criterion_id),
                None if row.target_id is None else documents[row.target_id],
                row.value,
                None if row.other_id is None else self._criterion(row.other_id),
                orjson.loads(row.spans) if row.spans else None,
                row.note or None,
                own["asked"] if "asked" in own else self.pairs(row.item_id, row.asked) if row.asked else [],
                None if row.unread is None else self.pairs(row.item_id, row.unread),
                self._encode_revision(row.item_id, row.made) if row.made else None,
                row.shown,
                None if row.task_id is None else self._name("task", row.task_id),
                row.round,
                row.seconds,
                row.act,
                None if row.refers_id is None else self._name("decision", row.refers_id, "uid"),
            ]
        )

    def pairs(self, item: ItemId, pairs: str | None) -> list[list[Any]]:
        """What a finish covers, by names."""
        documents = self._item(item)[1]
        return [
            [*self._criterion(row), documents[target], *level] for row, target, *level in orjson.loads(pairs or "[]")
        ]

    def _encode_revision(self, item: ItemId, revision_json: str) -> list[Any]:
        revision = json.loads(revision_json)
        units = [
            [
                *(unit[name] for name in ("name", "kind", "position", "text", "type", "meta")),
                [self._unit(item, source) for source in unit["sources"]],
            ]
            for unit in revision["units"]
        ]
        return [units, [self._unit(item, unit) for unit in revision["replaces"]]]

    def person(self, row: int) -> str:
        """The name of an annotator (row id)."""
        name: str = self._name("annotator", row)
        return name

    def _name(self, table: str, row: int, column: str = "name") -> Any:
        name = self._names.get((table, row))
        if name is None:
            query = f"SELECT {column} FROM {self._db}.{table} WHERE id = ?"
            name = self._names[table, row] = self._connection.execute(query, (row,)).fetchone()[0]
        return name

    def _criterion(self, row: int) -> tuple[str, str]:
        criterion = self._criteria.get(row)
        if criterion is None:
            query = (
                f"SELECT scheme.name, criterion.name FROM {self._db}.criterion JOIN {self._db}.scheme"
                " ON scheme.id = scheme_id WHERE criterion.id = ?"
            )
            criterion = self._criteria[row] = self._connection.execute(query, (row,)).fetchone()
        return criterion

    def _unit(self, item: ItemId, unit: UnitId) -> tuple[Any, Any]:
        """(the name of its document, its number from 0 or -1 for the whole), or (none, the name of a derived unit)."""
        _, documents, starts, places = self._item(item)
        at = bisect_right(starts, unit) - 1
        if at >= 0 and unit - starts[at] <= places[at][1]:
            return (documents[places[at][0]], unit - starts[at] - 1)
        return (None, self._name("unit", unit))

    def know(self, item: ItemId, key: str, documents: Iterable[tuple[int, str, int, int]]) -> None:
        """Take in what somebody has read of an item: (id, name, row id of the whole, number of units) of its documents
        in the order of the wholes."""
        rows = list(documents)
        names, wholes = {row[0]: row[1] for row in rows}, [row[2] for row in rows]
        self._items[item] = (key, names, wholes, [(row[0], row[3]) for row in rows])

    def load(self, items: Iterable[ItemId]) -> None:
        """Read these items together, which takes a tenth of the time of one by one."""
        fresh = sorted(set(items) - self._items.keys())[:KEEP]
        if not fresh:
            return
        if len(self._items) + len(fresh) > KEEP:
            self._items.clear()
        query_values, of = (json.dumps(fresh),), "IN (SELECT value FROM json_each(?))"
        documents: dict[int, list[tuple[int, str, int, int]]] = {item: [] for item in fresh}
        for item, *document in self._connection.execute(
            f"SELECT item_id, id, name, whole_id, units FROM {self._db}.document WHERE item_id {of} ORDER BY whole_id",
            query_values,
        ):
            documents[item].append((document[0], document[1], document[2], document[3]))
        for item, key in self._connection.execute(f"SELECT id, key FROM {self._db}.item WHERE id {of}", query_values):
            self.know(item, key, documents[item])

    def _item(self, item: ItemId) -> tuple[str, dict[int, str], list[int], list[tuple[int, int]]]:
        if item not in self._items:
            self.load([item])
        return self._items[item]
