"""What computations over one project keep between them, so that a chart that follows a decision reads one item anew
and not the project.

The documents are kept until the project grows. Cells are kept as they were computed; ``changed`` names the items that
a write touched, and the next computation works out the cells of those items alone and puts them in the place of the
old ones. That is right because no cell depends on another item. Anything that may touch everything (an import, a
setting) empties the memory.

Results that cost more than their inputs are worth comparing are kept under a digest of the inputs (``same``): the
columns themselves, kept for every figure, took twice as much memory as the cells.
"""

from __future__ import annotations

import ctypes
import hashlib
import sqlite3
import sys
import weakref
from collections.abc import Callable, Hashable, Sequence
from contextlib import AbstractContextManager, suppress
from typing import Any, Protocol, Self, TypeVar, cast

import numpy as np

from galley.core.domain import ChangeSet
from galley.core.metrics._documents import Documents
from galley.core.project.touched import Items, Touched

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

    def renewed(self, items: Items, part: Self) -> Self | None:
        """With ``part`` in the place of all rows of ``items``; None where that cannot be done."""
        ...


Table = TypeVar("Table", bound=Renewable)


class Memory:
    """See the module. Computations take turns; ``changed`` may be called from any thread."""

    def __init__(self) -> None:
        self._documents: Documents | None = None
        self._size: tuple[int, ...] = ()
        self._touched = Touched(settings=True)
        self._tables: dict[Hashable, tuple[int, Renewable]] = {}
        self._held = 0
        self._fixed: dict[Hashable, Any] = {}
        self._results: dict[Hashable, tuple[list[_Input], Any]] = {}

    def changed(self, changes: ChangeSet) -> None:
        """Something was written: the verdicts of these items may be others now, or (structure, settings) anything."""
        self._touched.changed(changes)

    def now(self) -> int:
        """See ``Touched.now``."""
        return self._touched.now()

    def one_state(self, connection: sqlite3.Connection) -> AbstractContextManager[None]:
        """See ``Touched.one_state``."""
        return self._touched.one_state(connection)

    # Kept things ---------------------------------------------------------------------------------------------------

    def documents(self, connection: sqlite3.Connection) -> Documents:
        """The documents of the project behind ``connection``."""
        size = connection.execute(
            "SELECT (SELECT max(id) FROM item), (SELECT max(id) FROM document), (SELECT max(id) FROM unit),"
            " (SELECT count(*) FROM retired), (SELECT sum(unit_id) FROM retired)"
        ).fetchone()
        if self._documents is None or size != self._size:
            self._documents, self._size = Documents(connection), size
            self._tables.clear()
            self._held = 0
            self._fixed.clear()
        self._documents.connection = connection
        return self._documents

    def kept(self, key: Hashable, whole: Callable[[], Table], part: Callable[[Items], Table]) -> Table:
        """The table under ``key``; ``whole`` computes all of it, ``part`` the rows of some items."""
        moment = self.now()
        before = self._tables.pop(key, None)
        self._held -= before[1].size if before is not None else 0
        touched = None if before is None else self._touched.since(before[0])
        found: Table | None = None
        if before is not None and touched is not None:
            found = cast("Table", before[1])
            if touched:
                found = found.renewed(touched, part(touched))
        if found is None:
            found = whole()
            if found.size > LARGE:
                _give_back()
        self._tables[key] = moment, found
        self._held += found.size
        while len(self._tables) > 1 and self._held > ROOM:
            self._held -= self._tables.pop(next(iter(self._tables)))[1].size
        return found

    def fixed(self, key: Hashable, compute: Callable[[], Any]) -> Any:
        """What ``compute`` gives, kept until the project grows: what no decision changes."""
        if key not in self._fixed:
            self._fixed[key] = compute()
        return self._fixed[key]

    def same(self, key: Hashable, inputs: Sequence[Any], compute: Callable[[], Any]) -> Any:
        """What ``compute`` gave for these inputs (arrays, or plain values) when last asked under ``key``, if they are
        the same as then; else what it gives now."""
        kept = self._results.pop(key, None)
        if kept is None or not all(known.still(now) for known, now in zip(kept[0], inputs, strict=True)):
            kept = [_Input(each) for each in inputs], compute()
            if len(self._results) >= RESULTS:
                del self._results[next(iter(self._results))]
        self._results[key] = kept
        return kept[1]


class _Input:
    """What an input was: a plain value itself, of an array its digest, and the array as long as somebody else keeps
    it, so that one that stayed need not be read."""

    def __init__(self, value: Any) -> None:
        self._array: weakref.ref[Any] | None = None
        self._known: Any = value
        if isinstance(value, np.ndarray):
            self._array, self._known = weakref.ref(value), _digest(value)

    def still(self, value: Any) -> bool:
        """Whether ``value`` is what the input was."""
        if self._array is None or not isinstance(value, np.ndarray):
            return self._array is None and not isinstance(value, np.ndarray) and bool(self._known == value)
        if self._array() is value:
            return True
        if _digest(value) != self._known:
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
    return array.shape, array.dtype.str, hashlib.blake2b(whole.view(np.uint8).data, digest_size=16).digest()
