"""All flags of a project in memory, as columns: what a filter lets through of them is found in milliseconds, be it one
criterion's flags through all items, or how many there are of each.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import orjson
from numpy.typing import NDArray

from galley.core.domain import NO_ANNOTATOR, NO_CRITERION, AnnotatorId, Cell, CriterionId, ItemId
from galley.core.review import query_filter, queue, task_choice
from galley.core.review.items import FlagState
from galley.core.review.queue import Filter, Show
from galley.core.storage.cached_columns import ColumnCache
from galley.core.storage.connection import Connection
from galley.core.storage.queries import item_queue
from galley.core.storage.queries.flags import read_flag_columns
from galley.core.tasks import task_book

STATES = (FlagState.OPEN, FlagState.ACCEPTED, FlagState.OVERRIDDEN, FlagState.UNSURE)
_ROWS = ("item_id", "target_id", "unit_id", "criterion_id", "annotator_id", "id")
_OPEN = STATES.index(FlagState.OPEN)
_STRIDE = 4_096
"""Flags looked at in one go, since the next open one is near."""

Column = NDArray[np.int64]


class FlagSequence:
    """The flags that a filter lets through, in the order of its items; ``flags`` are row ids of verdicts, and ``items``
    go beside them."""

    def __init__(self, every: AllFlags, at: Column) -> None:
        """``at`` are places in ``every``."""
        self._every, self._at = every, at
        items = every.column("item_id")[at]
        self.flags = array("q", every.column("id")[at].tobytes())
        self.items = array("q", items.tobytes())
        starts = np.flatnonzero(np.diff(items, prepend=-1))
        self._first = np.full(items.max(initial=0) + 1, -1)
        self._first[items[starts]] = starts

    @property
    def decided_count(self) -> int:
        """How many are answered."""
        return self._count(FlagState.ACCEPTED) + self._count(FlagState.OVERRIDDEN)

    @property
    def open(self) -> int:
        """How many are neither answered nor unsure."""
        return self._count(FlagState.OPEN)

    def cell(self, at: int) -> Cell:
        """What the flag at a place is about."""
        row = self._at[at]
        return Cell._make(int(self._every.column(name)[row]) for name in ("unit_id", "criterion_id", "target_id"))

    def state(self, at: int) -> FlagState:
        """How the flag at a place stands."""
        return STATES[self._every.states[self._at[at]]]

    def place(self, item: ItemId, cell: Cell) -> int | None:
        """Where the first flag on a cell stands, or None."""
        return next((at for at in self._places([item]) if self.cell(at) == cell), None)

    def of(self, items: Iterable[ItemId]) -> list[int]:
        """The flags of these items."""
        return [self.flags[at] for at in self._places(items)]

    def next_open(self, after: int, without: Iterable[Cell] = (), other_than: int = 0) -> int | None:
        """The place of the next open flag behind ``after``, from the start again where there is none behind it; cells
        of ``without`` count as answered, and with ``other_than`` those of that item too."""
        gone = set(without)
        for start, end in ((after + 1, len(self._at)), (0, after + 1)):
            for first in range(start, end, _STRIDE):
                waiting = self._every.states[self._at[first : min(first + _STRIDE, end)]] == _OPEN
                for place in waiting.nonzero()[0].tolist():
                    if self.items[first + place] != other_than and self.cell(first + place) not in gone:
                        return first + place
        return None

    def refresh_states(self, connection: Connection, items: Iterable[ItemId], reviewer: AnnotatorId) -> None:
        """Read again how the flags of these items stand. None comes or goes."""
        places = self._places(items)
        current_states = {
            flag.id: flag.state
            for flag in query_filter.find_flags_in(connection, items, Filter(), reviewer or query_filter.NOBODY)
        }
        for at in places:
            if state := current_states.get(self.flags[at]):
                self._every.states[self._at[at]] = STATES.index(FlagState(state))

    def _count(self, state: FlagState) -> int:
        return int((self._every.states[self._at] == STATES.index(state)).sum())

    def _places(self, items: Iterable[ItemId]) -> list[int]:
        places = []
        for item in set(items):
            at = int(self._first[item]) if item < len(self._first) else -1
            while 0 <= at < len(self.items) and self.items[at] == item:  # those of an item stand together
                places.append(at)
                at += 1
        return sorted(places)


class FilteredFlags(NamedTuple):
    """The flags of a filter. ``counts`` says of each criterion (row id), whichever the filter asks for, how many flags
    it lets through and how many of them are open."""

    sequence: FlagSequence
    counts: dict[CriterionId, tuple[int, int]]


class AllFlags:
    """Every judge's flag by item and in the order of its text; ``states`` are places in ``STATES``, as the flags stand
    for one reviewer. Reading all takes half a second at 300,000 flags."""

    def __init__(self, connection: Connection, reviewer: AnnotatorId, items: Sequence[ItemId] | None = None) -> None:
        """Those of all items, or of some."""
        self._reviewer = reviewer
        person, states = reviewer or query_filter.NOBODY, [state.value for state in STATES]
        read = read_flag_columns(connection, _ROWS, states, person, items)
        self._keep(np.array([orjson.loads(column) for column in read], dtype=np.int64))

    def _keep(self, table: NDArray[np.int64]) -> None:
        table = table[:, np.lexsort(table[len(_ROWS) - 1 :: -1])]
        self._table, self.states = table, table[len(_ROWS)]

    def column(self, name: str) -> Column:
        """One of ``_ROWS``."""
        return self._table[_ROWS.index(name)]

    def refresh_items(self, connection: Connection, items: Iterable[ItemId]) -> AllFlags:
        """The same with these items read again: where their flags came or went it is a new one."""
        changed = list(items)
        if not changed:
            return self
        fresh = AllFlags(connection, self._reviewer, changed)
        places = np.isin(self.column("item_id"), changed)
        if np.array_equal(self._table[: len(_ROWS), places], fresh._table[: len(_ROWS)]):
            self.states[places] = fresh.states
            return self
        fresh._keep(np.concatenate([self._table[:, ~places], fresh._table], axis=1))
        return fresh

    def filter_flags(
        self, connection: Connection, queue_filter: Filter, column_cache: ColumnCache | None = None
    ) -> FilteredFlags:
        """What a filter lets through. One for open or unsure asks for flags that are so. Where a task is named it is
        the default one: flags of which others ask are left out. ``kept``: see ``queue.ids``."""
        column_cache = column_cache or ColumnCache()
        items, criteria = self.column("item_id"), self.column("criterion_id")
        of_flags = queue_filter.show in (Show.OPEN, Show.UNSURE)
        keep = np.ones(len(items), dtype=bool)
        if of_flags:
            keep &= self.states == STATES.index(FlagState(queue_filter.show.value))
        if queue_filter.judge:
            keep &= self.column("annotator_id") == queue_filter.judge
        if queue_filter.system:
            written_ids = item_queue.find_documents_of_system(connection, column_cache, queue_filter.system)[1]
            keep &= _order(self.column("target_id"), written_ids) >= 0
        if queue_filter.task:
            keep &= np.isin(criteria, task_choice.unowned_criteria(task_book.read_task_book(connection)))
        of_items = replace(
            queue_filter,
            show=Show.ALL if of_flags else queue_filter.show,
            criterion=NO_CRITERION,
            judge=NO_ANNOTATOR,
            task="",
        )
        order: NDArray[np.integer] = items
        if replace(of_items, system="") != Filter():
            order = _order(items, queue.ids(connection, of_items, self._reviewer, column_cache))
            keep &= order >= 0
        counts = np.bincount(criteria[keep])
        still = np.bincount(criteria[keep & (self.states == _OPEN)], minlength=len(counts))
        if queue_filter.criterion:
            keep &= criteria == queue_filter.criterion
        at = keep.nonzero()[0]
        sequence = FlagSequence(self, at[order[at].argsort(kind="stable")])
        return FilteredFlags(
            sequence, {CriterionId(row): (int(counts[row]), int(still[row])) for row in counts.nonzero()[0].tolist()}
        )


def _order(column: Column, rows: Sequence[int] | Column) -> NDArray[np.int32]:
    """For each row id of a column its place in ``rows``, -1 where it is not there."""
    row_ids = np.array(rows, dtype=np.int64)
    places = np.full(max(column.max(initial=0), row_ids.max(initial=0)) + 1, -1, dtype=np.int32)
    places[row_ids] = np.arange(len(row_ids))
    return np.asarray(places[column])
