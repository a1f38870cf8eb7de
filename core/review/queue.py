"""The queue: which items, in which order, and what their rows show, as far as blind mode lets a reviewer see."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, cast

from galley.core.domain import NO_ANNOTATOR, NO_CRITERION, AnnotatorId, CriterionId, ItemId
from galley.core.review import blind, priority
from galley.core.storage.cached_columns import ColumnCache
from galley.core.storage.connection import Connection
from galley.core.storage.queries import find_items, item_queue
from galley.core.storage.queries.columns import read_extents
from galley.core.storage.queries.item_queue import QueueRow

if TYPE_CHECKING:  # numpy is loaded where much is compared, not for the first list of a window
    import numpy as np
    from numpy.typing import NDArray

    Column = NDArray[np.int64]
    Mask = NDArray[np.bool_]


class Show(StrEnum):
    """Which items the queue holds, by how far the reviewer is with them."""

    ALL = "all"
    OPEN = "open"
    UNSURE = "unsure"
    TIES = "ties"
    FINISHED = "finished"
    UNFINISHED = "unfinished"


class Sort(StrEnum):
    """In which order."""

    FILE = "file"
    KEY = "key"
    OPEN_FLAGS = "open flags"
    TIES = "ties"
    APART = "judges apart"
    VALUE = "value"


TELLING = frozenset({Sort.TIES, Sort.APART, Sort.VALUE})
"""Orders that tell what others said."""


@dataclass(frozen=True, slots=True)
class Filter:
    """What the reviewer asked the queue for. ``criterion`` and ``judge`` are row ids; 0 and "" ask for nothing.
    ``task`` is the full name of one: items of others are left out, and ``show`` is about what that task asks.

    ``items`` are the row ids of the only items wanted, and ``about`` says in a few words where they come from (a point
    of a chart, a draw); without them all are. They keep their order unless another one than that of the file is asked.
    ``fields`` are what split, key and metadata must be: ("split", "test"), ("meta.year", "2021").
    """

    show: Show = Show.ALL
    criterion: CriterionId = NO_CRITERION
    judge: AnnotatorId = NO_ANNOTATOR
    system: str = ""
    dataset: str = ""
    search: str = ""
    sort: Sort = Sort.FILE
    items: tuple[ItemId, ...] = ()
    about: str = ""
    task: str = ""
    fields: tuple[tuple[str, str], ...] = ()


FEW = 5_000
"""So many items SQLite joins and sorts within milliseconds; with more, columns are quicker."""


def ids(
    connection: Connection, queue_filter: Filter, reviewer: AnnotatorId, column_cache: ColumnCache | None = None
) -> Sequence[ItemId]:
    """The row ids of the items that match, in order; takes some tens of milliseconds at 100,000 items, and a few where
    ``kept`` holds what was read before. Which task is worked on makes no difference here: see ``task_choice.ids``."""
    if not blind.read_blind(connection).figures:  # an order or a choice by ties would tell what others said
        queue_filter = replace(
            queue_filter,
            show=Show.ALL if queue_filter.show is Show.TIES else queue_filter.show,
            sort=Sort.FILE if queue_filter.sort in TELLING else queue_filter.sort,
        )
    if (
        queue_filter == Filter()
    ):  # the list that a window opens with: without numpy, which takes longer to load than this
        return pack_items(find_items(connection))
    column_cache = column_cache or ColumnCache()
    with column_cache.one_state(connection):  # columns of several states would not be of the same items
        matching_ids = _matching(connection, queue_filter, reviewer, column_cache)
    if queue_filter.items and queue_filter.sort is Sort.FILE:
        # in the order in which they were asked for: a random draw is reviewed from its front
        matching = set(matching_ids)
        return pack_items(filter(matching.__contains__, dict.fromkeys(queue_filter.items)))
    return matching_ids


def pack_items(items: Iterable[ItemId] | bytes) -> Sequence[ItemId]:
    """These items in eight bytes each: a queue may hold a hundred thousand."""
    return cast("Sequence[ItemId]", array("q", items))


def rows(connection: Connection, item_ids: Sequence[ItemId], reviewer: AnnotatorId) -> list[QueueRow]:
    """What the queue shows for these items, in the order given (a page, not the whole queue); of a task: see
    ``task_choice.rows``."""
    return item_queue.read_rows(connection, item_ids, reviewer, ties=blind.read_blind(connection).figures)


def _matching(
    connection: Connection, queue_filter: Filter, reviewer: AnnotatorId, column_cache: ColumnCache
) -> Sequence[ItemId]:
    """Conditions and orders as columns, which are compared in no time."""
    import numpy as np

    size = 1 + (read_extents(connection).item or 0)
    id_columns = _conditions(connection, queue_filter, reviewer, column_cache)
    show, sort = queue_filter.show, queue_filter.sort
    if id_columns and sort is not Sort.VALUE and np.count_nonzero(fits := _in_all(size, id_columns)) <= FEW:
        few = fits.nonzero()[0].tolist()
        return pack_items(item_queue.choose_and_sort(connection, few, show, queue_filter.dataset, sort, reviewer))
    if queue_filter.dataset:
        of_dataset = item_queue.ItemFilter(fields=[("dataset", queue_filter.dataset)])
        id_columns += item_queue.find_items(connection, column_cache, of_dataset)
    if show is Show.TIES:
        id_columns.append(item_queue.read_item_counts(connection, column_cache, "ties")[0])
    elif show in (Show.FINISHED, Show.UNSURE):
        begun, _, unsure, ended = item_queue.read_progress(connection, column_cache, reviewer)
        id_columns.append(begun[(ended if show is Show.FINISHED else unsure) > 0])
    open_counts = finished = np.zeros(0, dtype=np.int64)
    if show in (Show.OPEN, Show.UNFINISHED) or sort is Sort.OPEN_FLAGS:
        open_counts, finished = _open_counts(connection, size, reviewer, column_cache)
    if show is Show.OPEN:
        id_columns.append((open_counts > 0).nonzero()[0])
    fits = _in_all(size, id_columns or [item_queue.read_all_items(connection, column_cache)])
    if show in (Show.OPEN, Show.UNFINISHED):
        fits[finished] = False
    return pack_items(_sort_items(connection, sort, fits, open_counts, column_cache).tobytes())


def _conditions(
    connection: Connection, queue_filter: Filter, reviewer: AnnotatorId, column_cache: ColumnCache
) -> list[Column]:
    """What is asked of judges, texts, metadata and names, each a column of the items that fulfil it."""
    conditions = item_queue.ItemFilter(
        queue_filter.criterion,
        queue_filter.judge,
        queue_filter.system,
        queue_filter.fields,
        queue_filter.items,
        queue_filter.search,
    )
    own = blind.read_blind(connection).own
    return item_queue.find_items(connection, column_cache, conditions, reviewer, own_notes=own)


def _in_all(size: int, columns: list[Column]) -> Mask:
    """Of each item whether all these columns hold it."""
    import numpy as np

    masks = [np.zeros(size, dtype=bool) for _ in columns]
    for mask, items in zip(masks, columns, strict=True):
        mask[items] = True
    in_all: Mask = np.logical_and.reduce(masks)
    return in_all


def _open_counts(
    connection: Connection, size: int, reviewer: AnnotatorId, column_cache: ColumnCache
) -> tuple[Column, Column]:
    """How many flags of each item are open for a reviewer, and the items that they finished."""
    import numpy as np

    open_counts = np.zeros(size, dtype=np.int64)
    items, flags = item_queue.read_item_counts(connection, column_cache, "flags")
    open_counts[items] = flags
    begun, answer_counts, _, finished = item_queue.read_progress(connection, column_cache, reviewer)
    open_counts[begun] -= answer_counts
    return open_counts, begun[finished > 0]


def _sort_items(
    connection: Connection, sort: Sort, fits: Mask, open_counts: Column, column_cache: ColumnCache
) -> Column:
    """The items that fit, in order."""
    import numpy as np

    if sort is Sort.VALUE or sort is Sort.KEY:
        every = (
            item_queue.read_all_items(connection, column_cache, by_key=True)
            if sort is Sort.KEY
            else priority.order(connection, column_cache)
        )
        return every[fits[every]]
    ordered = fits.nonzero()[0]
    if sort is Sort.OPEN_FLAGS:
        return ordered[np.argsort(-open_counts[ordered], kind="stable")]
    first = np.zeros(len(fits))
    if sort is Sort.TIES:
        tied, ties = item_queue.read_item_counts(connection, column_cache, "ties")
        first[tied] = ties
    elif sort is Sort.APART and (apart := item_queue.read_disagreement(connection, column_cache)) is not None:
        first[apart[0].astype(np.int64)] = apart[1]
    else:
        return ordered
    return ordered[np.argsort(-first[ordered], kind="stable")]
