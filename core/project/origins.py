"""Which items have a source document in common: what was sampled is the source, however many items it is in."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence

_CHUNK = 500
_SOURCES = "SELECT hash, item_id FROM document WHERE (role = 'dialogue' OR role = 'article')"


def every(connection: sqlite3.Connection) -> list[int]:
    """A number for each item, by its row id: the same for items that share the text of a dialogue or article, directly
    or by way of other items. An item without one is a source of its own."""
    last = connection.execute("SELECT max(id) FROM item").fetchone()[0] or 0
    return _joined(connection.execute(_SOURCES), last)


def of(connection: sqlite3.Connection, items: Sequence[int]) -> list[int]:
    """The same for some items, in their order; what they share with others is not looked at."""
    rows: list[tuple[bytes, int]] = []
    for start in range(0, len(items), _CHUNK):
        some = items[start : start + _CHUNK]
        rows += connection.execute(f"{_SOURCES} AND item_id IN ({','.join('?' * len(some))})", list(some))
    found = _joined(rows, max(items, default=0))
    return [found[item] for item in items]


def _joined(rows: Iterable[tuple[bytes, int]], last: int) -> list[int]:
    parent = list(range(last + 1))

    def top(item: int) -> int:
        while parent[item] != item:
            parent[item] = item = parent[parent[item]]
        return item

    first: dict[bytes, int] = {}
    for text, item in rows:
        other = first.setdefault(text, item)
        if other != item:
            low, high = sorted((top(other), top(item)))
            parent[high] = low
    return [top(item) for item in range(last + 1)]
