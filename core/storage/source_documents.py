"""Which items have a source document in common: what was sampled is the source, however many items it is in."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence

import orjson

from galley.core.domain import ItemId

_SOURCES = "FROM document WHERE (role = 'dialogue' OR role = 'article')"


def find_all_origins(connection: sqlite3.Connection) -> list[int]:
    """A number for each item, by its row id: the same for items that share the text of a dialogue or article, directly
    or by way of other items. An item without one is a source of its own."""
    last = connection.execute("SELECT max(id) FROM item").fetchone()[0] or 0
    return _join_groups(_find_sharing_items(connection), last + 1)


def find_origins(connection: sqlite3.Connection, items: Sequence[ItemId]) -> list[int]:
    """The same for some items, in their order; what they share with others is not looked at."""
    place = {item: number for number, item in enumerate(dict.fromkeys(items))}
    groups = _find_sharing_items(
        connection, "AND item_id IN (SELECT value FROM json_each(?))", orjson.dumps(list(place)).decode()
    )
    group_of = _join_groups(([place[ItemId(item)] for item in group] for group in groups), len(place))
    return [group_of[place[item]] for item in items]


def _find_sharing_items(connection: sqlite3.Connection, condition: str = "", *values: str) -> Iterator[list[int]]:
    """For each text of a source the items that have it: as one value, which is quicker than as rows."""
    query = f"SELECT group_concat(item_id) {_SOURCES} {condition} GROUP BY hash"
    for (items,) in connection.execute(query, values):
        yield orjson.loads(f"[{items}]")


def _join_groups(groups: Iterable[Sequence[int]], size: int) -> list[int]:
    parent = list(range(size))

    def top(item: int) -> int:
        while parent[item] != item:
            parent[item] = item = parent[parent[item]]
        return item

    for first, *others in groups:
        for other in others:
            root, other_root = top(first), top(other)
            if root != other_root:
                parent[max(root, other_root)] = min(root, other_root)
    return [top(item) for item in range(size)]
