"""What computations over one project keep between them, so that a chart that follows a decision reads one item again
and not the project.

The documents are kept until the project grows. Cells are kept as they were computed; ``apply_changes`` names the
items that
a write touched, and the next computation works out the cells of those items alone and puts them in the place of the
old ones. That is right because no cell depends on another item. Anything that may touch everything (an import, a
setting) empties the memory.

Results that cost more than their inputs are worth comparing are kept under a digest of the inputs
(``reuse_result``): the columns themselves, kept for every figure, took twice as much memory as the cells.
"""

from __future__ import annotations

import ctypes
import sys
import weakref
from collections.abc import Callable, Hashable, Sequence
from contextlib import AbstractContextManager, suppress
from typing import Any, Protocol, Self, TypeVar, cast

import numpy as np

from galley.core.domain import ChangeSet
from galley.core.hashing import blake2b
from galley.core.metrics._documents import Documents
from galley.core.storage.connection import Connection
from galley.core.storage.queries import columns
from galley.core.storage.touched_items import Items, TouchedItems

ROOM = 24_000_000
"""About so many numbers are kept (some 100 MB); what was not asked for longest goes first."""
LARGE = 500_000
"""After tables of so many numbers, what was needed to make them is handed back to the system."""
RESULTS = 2_000
"""So many results are kept, each with what tells its inputs apart."""


class Renewable(Protocol):
    """Rows that belong to items, so that those of some items can be put in the place of what they were."""

    @property
    def size(self) -> int:
        """How many numbers it holds."""
        ...

    def replace_items(self, items: Items, part: Self) -> Self | None:
        """With ``part`` in the place of all rows of ``items``; None where that cannot be done."""
        ...


Table = TypeVar("Table", bound=Renewable)


class Memory:
    """See the module. Computations take turns; ``apply_changes`` may be called from any thread."""

    def __init__(self) -> None:
        self._documents: Documents | None = None
        self._size: tuple[int | None, ...] = ()
        self._touched_items = TouchedItems(settings=True)
        self._tables: dict[Hashable, tuple[int, Renewable]] = {}
        self._stored_numbers = 0
        self._static: dict[Hashable, Any] = {}
        self._results: dict[Hashable, tuple[list[_Input], Any]] = {}

    def apply_changes(self, changes: ChangeSet) -> None:
        """Something was written: the verdicts of these items may be others now, or (structure, settings) anything."""
        self._touched_items.note_changes(changes)

    def current_moment(self) -> int:
        """See ``TouchedItems.current_moment``."""
        return self._touched_items.count_writes()

    def one_state(self, connection: Connection) -> AbstractContextManager[None]:
        """See ``TouchedItems.one_state``."""
        return self._touched_items.one_state(connection)

    # Kept things ---------------------------------------------------------------------------------------------------

    def documents(self, connection: Connection) -> Documents:
        """The documents of the project behind ``connection``."""
        size = columns.read_extents(connection)
        if self._documents is None or size != self._size:
            self._documents, self._size = Documents(connection), size
            self._tables.clear()
            self._stored_numbers = 0
            self._static.clear()
        self._documents.connection = connection
        return self._documents

    def get_table(self, key: Hashable, whole: Callable[[], Table], part: Callable[[Items], Table]) -> Table:
        """The table under ``key``; ``whole`` computes all of it, ``part`` the rows of some items."""
        moment = self.current_moment()
        before = self._tables.pop(key, None)
        self._stored_numbers -= before[1].size if before is not None else 0
        touched = None if before is None else self._touched_items.since(before[0])
        table: Table | None = None
        if before is not None and touched is not None:
            table = cast("Table", before[1])
            if touched:
                table = table.replace_items(touched, part(touched))
        if table is None:
            table = whole()
            if table.size > LARGE:
                _give_back()
        self._tables[key] = moment, table
        self._stored_numbers += table.size
        while len(self._tables) > 1 and self._stored_numbers > ROOM:
            self._stored_numbers -= self._tables.pop(next(iter(self._tables)))[1].size
        return table

    def get_static(self, key: Hashable, compute: Callable[[], Any]) -> Any:
        """What ``compute`` gives, kept until the project grows: what no decision changes."""
        if key not in self._static:
            self._static[key] = compute()
        return self._static[key]

    def reuse_result(self, key: Hashable, inputs: Sequence[Any], compute: Callable[[], Any]) -> Any:
        """What ``compute`` gave for these inputs (arrays, or plain values) when last asked under ``key``, if they are
        the same as then; else what it gives now."""
        stored_result = self._results.pop(key, None)
        if stored_result is None or not all(
            old.still(value) for old, value in zip(stored_result[0], inputs, strict=True)
        ):
            stored_result = [_Input(value) for value in inputs], compute()
            if len(self._results) >= RESULTS:
                del self._results[next(iter(self._results))]
        self._results[key] = stored_result
        return stored_result[1]


class _Input:
    """What an input was: a plain value itself, of an array its digest, and the array as long as somebody else keeps
    it, so that one that stayed need not be read."""

    def __init__(self, value: Any) -> None:
        self._array: weakref.ref[Any] | None = None
        self._stored_input: Any = value
        if isinstance(value, np.ndarray):
            self._array, self._stored_input = weakref.ref(value), _digest(value)

    def still(self, value: Any) -> bool:
        """Whether ``value`` is what the input was."""
        if self._array is None or not isinstance(value, np.ndarray):
            return self._array is None and not isinstance(value, np.ndarray) and bool(self._stored_input == value)
        if self._array() is value:
            return True
        if _digest(value) != self._stored_input:
            return False
        self._array = weakref.ref(value)
        return True


def _give_back() -> None:
    """Hand freed memory back: glibc keeps what lies between the tables that stay, a third of all after some charts."""
    if sys.platform == "linux":
        with suppress(AttributeError, OSError):  # another C library
            ctypes.CDLL(None).malloc_trim(0)


def _digest(array: np.ndarray[Any, Any]) -> tuple[Any, ...]:
    whole = np.ascontiguousarray(array)
    return array.shape, array.dtype.str, blake2b(whole.view(np.uint8).data, digest_size=16).digest()
