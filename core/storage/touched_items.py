"""Which items writes touched since a moment, for who keeps what it read of them."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from galley.core.domain import ChangeSet, ItemId
from galley.core.storage.connection import Connection, one_state

Items = frozenset[ItemId]

MANY = 500
"""More touched items than this are read with all the others."""
REMEMBERED = 1_000
"""So many writes are remembered; what is older is read again."""


class TouchedItems:
    """Every method may be called from any thread."""

    def __init__(self, settings: bool = False) -> None:
        """With ``settings`` a write of settings may touch anything, as a change of structure may."""
        self._lock = threading.Lock()
        self._settings = settings
        self._writes: list[Items | None] = []
        self._first = 0
        self._state: int | None = None

    def note_changes(self, changes: ChangeSet) -> None:
        """Something was written."""
        anything = changes.structure or (self._settings and changes.settings)
        if anything or changes.items:
            with self._lock:
                self._writes.append(None if anything else changes.items)
                if len(self._writes) > REMEMBERED:
                    del self._writes[: REMEMBERED // 2]
                    self._first += REMEMBERED // 2

    def count_writes(self) -> int:
        """How many writes are known. Ask before reading: what is read then holds at least these."""
        with self._lock:
            return self._first + len(self._writes) if self._state is None else self._state

    @contextmanager
    def one_state(self, connection: Connection) -> Iterator[None]:
        """See ``read_connection.one_state``; until its end it is as if nothing were written, since what is read inside
        does not hold it. One reads at a time."""
        before, self._state = self._state, self.count_writes()
        try:
            with one_state(connection):
                yield
        finally:
            self._state = before

    def since(self, moment: int) -> Items | None:
        """The items that writes touched since; None where that may be any."""
        with self._lock:
            if moment < self._first:
                return None
            writes = self._writes[moment - self._first :]
        items: Items = frozenset().union(*[write for write in writes if write is not None])
        return None if None in writes or len(items) > MANY else items
