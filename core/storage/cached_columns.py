"""Columns of numbers about the items, kept for the next time: what was touched since is read again, nothing else.

Looking 100,000 items up takes SQLite tens of milliseconds, and numpy compares the columns in less than one.
"""

from __future__ import annotations

import sqlite3
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

from galley.core.domain import ChangeSet, ItemId
from galley.core.storage.touched_items import TouchedItems

if TYPE_CHECKING:  # numpy is loaded when the first column is asked for
    import numpy as np
    from numpy.typing import NDArray

    Table = NDArray[np.int64]
    Numbers = NDArray[np.float64]

ROOM = 12_000_000
"""About so many numbers are kept (some 100 MB); what was not asked for longest goes first."""


class ColumnCache:
    """See the module. One thread reads, and is done with a column when it asks for the next list: columns are renewed
    where they stand. ``note_changes`` may be called in any thread."""

    def __init__(self) -> None:
        self._touched_items = TouchedItems()
        self._tables: dict[tuple[Any, ...], tuple[int, NDArray[Any]]] = {}

    def note_changes(self, changes: ChangeSet) -> None:
        """Something was written."""
        self._touched_items.note_changes(changes)

    def one_state(self, connection: sqlite3.Connection) -> AbstractContextManager[None]:
        """See ``TouchedItems.one_state``."""
        return self._touched_items.one_state(connection)

    def ids(self, connection: sqlite3.Connection, query: str, *values: Any, lasting: bool = False) -> Table:
        """The items (row ids) of a query, which calls them ``id``, in any order. What is ``lasting`` no decision
        changes, and it keeps the query's order."""
        item_ids: Table = self._read(connection, ("id",), query, values, lasting, False)[0]
        return item_ids

    def table(self, connection: sqlite3.Connection, columns: tuple[str, ...], query: str, *values: Any) -> Table:
        """Columns of whole numbers of a query, the item (``id``) first; the order of the rows is any."""
        whole_columns: Table = self._read(connection, ("id", *columns), query, values, False, False)
        return whole_columns

    def numbers(self, connection: sqlite3.Connection, columns: tuple[str, ...], query: str, *values: Any) -> Numbers:
        """The same of numbers that need not be whole."""
        number_columns: Numbers = self._read(connection, ("id", *columns), query, values, False, True)
        return number_columns

    def _read(
        self,
        connection: sqlite3.Connection,
        columns: tuple[str, ...],
        query: str,
        values: tuple[Any, ...],
        lasting: bool,
        broken: bool,
    ) -> NDArray[Any]:
        key, moment = (query, values, columns), self._touched_items.count_writes()
        before = self._tables.pop(key, None)
        items = None if before is None else self._touched_items.since(before[0])
        if before is None or items is None:
            table = _columns(connection, columns, query, values, "", broken)
        elif items and not lasting:
            part = _columns(connection, columns, query, values, f" WHERE id IN ({','.join(map(str, items))})", broken)
            table = _replace_rows(before[1], list(items), part)
        else:
            table = before[1]
        self._tables[key] = moment, table
        while len(self._tables) > 1 and sum(table.size for _, table in self._tables.values()) > ROOM:
            del self._tables[next(iter(self._tables))]
        return table


def _replace_rows(table: NDArray[Any], items: list[ItemId], part: NDArray[Any]) -> NDArray[Any]:
    """``part`` in the place of all rows of ``items``."""
    import numpy as np

    places = np.flatnonzero(np.isin(table[0].astype(np.int64), items, kind="table"))
    if len(places) != part.shape[1]:
        return np.hstack([np.delete(table, places, axis=1), part])
    table[:, places] = part
    return table


def _columns(
    connection: sqlite3.Connection, columns: tuple[str, ...], query: str, values: tuple[Any, ...], of: str, broken: bool
) -> NDArray[Any]:
    """Each column as one text, which is quicker than as rows, and read quicker than JSON."""
    import numpy as np

    texts = ", ".join(f"group_concat({column})" for column in columns)
    row = connection.execute(f"SELECT {texts} FROM ({query}){of}", values).fetchone()
    kind = np.float64 if broken else np.int64
    return np.array([np.fromstring(text or "", dtype=kind, sep=",") for text in row])
