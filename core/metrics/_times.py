"""When cells were first decided by decisions that stand, as columns."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import numpy as np

from galley.core.domain import CriterionId
from galley.core.metrics._documents import Ints
from galley.core.metrics._memory import Items, Memory
from galley.core.stats.groups import group_labels
from galley.core.storage.connection import Connection
from galley.core.storage.queries import columns

NEVER = np.iinfo(np.int64).min
"""Of a cell whose verdict came with an import: it stands before all others."""


_START = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Times:
    """A row a decision: its item, its cell (of a finish: 0, 0 and 0), and when it was made, in microseconds since
    1970 (UTC)."""

    item: Ints
    criterion: Ints
    unit: Ints
    target: Ints
    at: Ints

    @property
    def size(self) -> int:
        """How many numbers it holds."""
        return 5 * len(self.at)

    def replace_items(self, items: Items, part: Times) -> Times:
        """These with ``part`` in the place of all decisions on ``items``."""
        mask = ~np.isin(self.item, np.fromiter(items, dtype=np.int64))
        pairs = [(getattr(self, name)[mask], getattr(part, name)) for name in self.__slots__]
        return Times(*(np.concatenate(pair) for pair in pairs))

    def first(self, criterion: CriterionId, unit: Ints, target: Ints, item: Ints) -> Ints:
        """When each of these cells was first decided; where that never was, when its item was first finished, else
        NEVER."""
        own_rows = self.criterion == criterion
        stride = 1 + int(max(self.target.max(initial=0), target.max(initial=0)))
        decided = _earliest(
            self.unit[own_rows] * stride + self.target[own_rows], self.at[own_rows], unit * stride + target
        )
        whole = self.unit == 0
        finished = _earliest(self.item[whole], self.at[whole], item)
        return np.where(decided != NEVER, decided, finished)


def first_times(times: Times) -> dict[int, int]:
    """When each item was first decided on, by its row id."""
    items, index = group_labels(times.item)
    first = np.full(len(items), np.iinfo(np.int64).max)
    np.minimum.at(first, index, times.at)
    return dict(zip(items.tolist(), first.tolist(), strict=True))


def _earliest(keys: Ints, at: Ints, wanted_keys: Ints) -> Ints:
    """The earliest moment of each wanted key."""
    if not len(keys):
        return np.full(len(wanted_keys), NEVER)
    order = np.lexsort((at, keys))
    keys, at = keys[order], at[order]
    place = np.minimum(np.searchsorted(keys, wanted_keys), len(keys) - 1)
    return np.where(keys[place] == wanted_keys, at[place], NEVER)


def read_times(connection: Connection, memory: Memory | None) -> Times:
    """The times of a project; what no write touched is taken from the memory."""
    if memory is None:
        return _read(connection, None)
    return memory.get_table("times", lambda: _read(connection, None), lambda items: _read(connection, items))


def _read(connection: Connection, items: Items | None) -> Times:
    rows = columns.read_answer_times(connection, items)
    numbers = np.array([row[:4] for row in rows], dtype=np.int64).reshape(len(rows), 4).T
    item, criterion, unit, target = numbers
    return Times(item, criterion, unit, target, np.array([_moment(row[4]) for row in rows], dtype=np.int64))


def _moment(text: str) -> int:
    """A time of the log in microseconds since 1970; one without a zone is in UTC."""
    moment = datetime.fromisoformat(text)
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return (moment - _START) // timedelta(microseconds=1)


def text(moment: int) -> str | None:
    """The same as a time of the log; None for NEVER."""
    return None if moment == NEVER else (_START + timedelta(microseconds=moment)).isoformat(timespec="microseconds")
