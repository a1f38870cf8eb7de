"""The queue: which items, in which order, and what their rows show. Filter, sort and search are SQL."""

from __future__ import annotations

import json
import sqlite3
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson

from galley.core.query import META
from galley.core.review import blind, priority
from galley.core.storage import implicit_no, level_queries, names, text_index
from galley.core.storage.cached_columns import ColumnCache
from galley.core.storage.queries.columns import read_extents
from galley.core.tasks import levels

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
ENSEMBLE = "panel"
"""The method of a judge that is made of several (``core/judges/ensemble``)."""


@dataclass(frozen=True, slots=True)
class Filter:
    """What the reviewer asked the queue for. ``criterion`` and ``judge`` are row ids; 0 and "" ask for nothing.
    ``task`` is the full name of one: items of others are left out, and ``show`` is about what that task asks.

    ``items`` are the row ids of the only items wanted, and ``about`` says in a few words where they come from (a point
    of a chart, a draw); without them all are. They keep their order unless another one than that of the file is asked.
    ``fields`` are what split, key and metadata must be: ("split", "test"), ("meta.year", "2021").
    """

    show: Show = Show.ALL
    criterion: int = 0
    judge: int = 0
    system: str = ""
    dataset: str = ""
    search: str = ""
    sort: Sort = Sort.FILE
    items: tuple[int, ...] = ()
    about: str = ""
    task: str = ""
    fields: tuple[tuple[str, str], ...] = ()


class QueueRow(NamedTuple):
    """One line of the queue. ``open`` counts flags that the reviewer has said nothing of, not even "unsure"; ``votes``
    is "2:2" or "", ``has_note`` says that the reviewer wrote a note there; ``snippet`` is where a search found it,
    ``first_words`` are at most 80 characters of the first unit of its first source."""

    id: int
    key: str
    systems: str
    flags: int
    open: int
    unsure: int
    is_finished: bool
    ties: int
    votes: str
    has_note: bool = False
    snippet: str = ""
    first_words: str = ""


SHOWS = {
    Show.OPEN: "flags > coalesce(settled + doubted, 0) AND NOT coalesce(finished, 0)",
    Show.UNSURE: "unsure > 0",
    Show.TIES: "ties > 0",
    Show.FINISHED: "finished",
    Show.UNFINISHED: "NOT coalesce(finished, 0)",
}
APART = (
    "coalesce(round((SELECT max(CASE WHEN reason LIKE 'tie %' THEN 1.0 ELSE 1 - abs("
    "2 * CAST(votes AS REAL) / CAST(substr(votes, instr(votes, '/') + 1) AS REAL) - 1) END) FROM verdict"
    f" WHERE item_id = item.id AND annotator_id IN (SELECT id FROM annotator WHERE method = '{ENSEMBLE}')), 9), -1.0)"
)
"""How far the judges of a panel are apart on the cell of an item on which they are widest ("2/4" is widest). Rounded:
one of three and two of three are as far."""
ORDERS = {
    Sort.FILE: "item.id",
    Sort.KEY: "item.key",
    Sort.OPEN_FLAGS: "flags - coalesce(settled + doubted, 0) DESC, item.id",
    Sort.TIES: "ties DESC, item.id",
    Sort.APART: f"{APART} DESC, item.id",
}
_SHOWN = {
    Show.TIES: "SELECT id FROM item WHERE ties > 0",
    Show.FINISHED: "SELECT item_id AS id FROM {0} WHERE annotator_id = ? AND finished",
    Show.UNSURE: "SELECT item_id AS id FROM {0} WHERE annotator_id = ? AND unsure > 0",
}
EVERYBODY = -2
"""The reviewer of a list that is about no one: an item is finished where somebody finished it, and a flag is answered
where somebody answered it."""
_ANYBODY = (
    "(SELECT progress.item_id, -2 AS annotator_id, max(finished) AS finished, sum(unsure) AS unsure, 0 AS doubted,"
    " coalesce(max(said), 0) AS settled FROM progress LEFT JOIN (SELECT flag.item_id, count(*) AS said FROM verdict"
    " AS flag JOIN annotator AS judge ON judge.id = flag.annotator_id AND judge.kind NOT IN ('human', 'gold') WHERE"
    " flag.value = 'yes'{standing} AND (EXISTS (SELECT 1 FROM annotator AS person CROSS JOIN verdict AS mine ON"
    " mine.annotator_id = person.id AND person.kind = 'human' WHERE mine.unit_id = flag.unit_id AND mine.criterion_id ="
    " flag.criterion_id AND mine.target_id = flag.target_id) OR CASE WHEN {on_whole} THEN {of_wholes} ELSE"
    " {of_units} END) GROUP BY flag.item_id) AS answered"
    " ON answered.item_id = progress.item_id GROUP BY progress.item_id)"
)
"""People come first (CROSS JOIN): else SQLite reads everybody's silence anew for each flag, 16 s at 4,000 items."""
_QUIET = (
    "EXISTS (SELECT 1 FROM annotator AS person CROSS JOIN {} AS quiet ON quiet.annotator_id = person.id AND"
    " person.kind = 'human' WHERE quiet.criterion_id = flag.criterion_id AND quiet.target_id = flag.target_id AND"
    " person.id || '/' || flag.unit_id || '/' || flag.criterion_id || '/' || flag.target_id"
    " NOT IN (SELECT value FROM json_each('{}')))"
)


def _progress(connection: sqlite3.Connection, reviewer: int) -> str:
    """What stands in the place of the table ``progress`` for a reviewer, or for EVERYBODY."""
    if reviewer != EVERYBODY:
        return "progress"
    late = ", ".join(
        f'"{"/".join(map(str, (late_cell.annotator, *late_cell.cell)))}"'
        for late_cell in implicit_no.list_late_cells(connection)
    )
    _, of_units = levels.split_criteria(names.criteria(connection), None)
    return _ANYBODY.format(
        standing=names.retired_filter(connection, "flag.unit_id"),
        on_whole=level_queries.is_on_whole("flag", of_units),
        of_wholes=_QUIET.format("silent_whole", f"[{late}]"),
        of_units=_QUIET.format("judged", f"[{late}]"),
    )


# the first condition says nothing new, but without it SQLite does not see that the index document_system fits
WRITTEN_BY = "SELECT item_id AS id, id AS document FROM document WHERE system <> '' AND system = ?"
"""The documents of a system."""
FIELDS = {"split": "split", "key": "key"}
_CALLED = "SELECT id FROM item WHERE key LIKE ? ESCAPE '\\'"
FEW = 5_000
"""So many items SQLite joins and sorts within milliseconds; with more, columns are quicker."""
Statement = tuple[Any, ...]
"""A query and its values."""


def ids(
    connection: sqlite3.Connection, queue_filter: Filter, reviewer: int, column_cache: ColumnCache | None = None
) -> array[int]:
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
        return array("q", _ids(connection, "SELECT id FROM item ORDER BY id"))
    column_cache = column_cache or ColumnCache()
    with column_cache.one_state(connection):  # columns of several states would not be of the same items
        matching_ids = _matching(connection, queue_filter, reviewer, column_cache)
    if queue_filter.items and queue_filter.sort is Sort.FILE:
        # in the order in which they were asked for: a random draw is reviewed from its front
        matching = set(matching_ids)
        return array("q", filter(matching.__contains__, dict.fromkeys(queue_filter.items)))
    return matching_ids


def _matching(
    connection: sqlite3.Connection, queue_filter: Filter, reviewer: int, column_cache: ColumnCache
) -> array[int]:
    """Conditions and orders as columns, which are compared in no time."""
    import numpy as np

    size = 1 + (read_extents(connection)[0] or 0)
    conditions, searches = _conditions(connection, queue_filter), _search_statements(connection, queue_filter, reviewer)
    id_columns = [column_cache.ids(connection, query, *values) for query, *values in conditions]
    id_columns += [ColumnCache().ids(connection, query, *values) for query, *values in searches]  # hardly sought again
    if (
        id_columns
        and queue_filter.sort is not Sort.VALUE
        and np.count_nonzero(fits := _in_all(size, id_columns)) <= FEW
    ):
        return array("q", _few(connection, fits.nonzero()[0].tolist(), queue_filter, reviewer))
    if queue_filter.dataset:
        id_columns.append(
            column_cache.ids(connection, "SELECT id FROM item WHERE dataset = ?", queue_filter.dataset, lasting=True)
        )
    if query := _SHOWN.get(queue_filter.show):
        query = query.format(_progress(connection, reviewer))
        id_columns.append(column_cache.ids(connection, query, *([reviewer] if "?" in query else [])))
    open_counts = finished = np.zeros(0, dtype=np.int64)
    if queue_filter.show in (Show.OPEN, Show.UNFINISHED) or queue_filter.sort is Sort.OPEN_FLAGS:
        open_counts, finished = _open_counts(connection, size, reviewer, column_cache)
    if queue_filter.show is Show.OPEN:
        id_columns.append((open_counts > 0).nonzero()[0])
    fits = _in_all(size, id_columns or [column_cache.ids(connection, priority.ITEMS, lasting=True)])
    if queue_filter.show in (Show.OPEN, Show.UNFINISHED):
        fits[finished] = False
    return array("q", _sort_items(connection, queue_filter.sort, fits, open_counts, column_cache).tobytes())


def _in_all(size: int, columns: list[Column]) -> Mask:
    """Of each item whether all these columns hold it."""
    import numpy as np

    masks = [np.zeros(size, dtype=bool) for _ in columns]
    for mask, items in zip(masks, columns, strict=True):
        mask[items] = True
    in_all: Mask = np.logical_and.reduce(masks)
    return in_all


def _open_counts(
    connection: sqlite3.Connection, size: int, reviewer: int, column_cache: ColumnCache
) -> tuple[Column, Column]:
    """How many flags of each item are open for a reviewer, and the items that they finished."""
    import numpy as np

    open_counts = np.zeros(size, dtype=np.int64)
    items, flags = column_cache.table(connection, ("flags",), "SELECT id, flags FROM item WHERE flags > 0")
    open_counts[items] = flags
    table = _progress(connection, reviewer)
    query = f"SELECT item_id AS id, settled + doubted AS said, finished FROM {table} WHERE annotator_id = ?"
    begun, answer_counts, finished = column_cache.table(connection, ("said", "finished"), query, reviewer)
    open_counts[begun] -= answer_counts
    return open_counts, begun[finished > 0]


def _sort_items(
    connection: sqlite3.Connection, sort: Sort, fits: Mask, open_counts: Column, column_cache: ColumnCache
) -> Column:
    """The items that fit, in order."""
    import numpy as np

    if sort is Sort.VALUE or sort is Sort.KEY:
        by_key = "SELECT id FROM item ORDER BY key"
        every = (
            column_cache.ids(connection, by_key, lasting=True)
            if sort is Sort.KEY
            else priority.order(connection, column_cache)
        )
        return every[fits[every]]
    ordered = fits.nonzero()[0]
    if sort is Sort.OPEN_FLAGS:
        return ordered[np.argsort(-open_counts[ordered], kind="stable")]
    first = np.zeros(len(fits))
    if sort is Sort.TIES:
        tied, ties = column_cache.table(connection, ("ties",), "SELECT id, ties FROM item WHERE ties > 0")
        first[tied] = ties
    elif sort is Sort.APART and any(a.method == ENSEMBLE for a in names.annotators(connection).values()):
        items, apart = column_cache.numbers(connection, ("apart",), f"SELECT id, {APART} AS apart FROM item")
        first[items.astype(np.int64)] = apart
    else:
        return ordered
    return ordered[np.argsort(-first[ordered], kind="stable")]


def _few(connection: sqlite3.Connection, only: list[int], queue_filter: Filter, reviewer: int) -> list[int]:
    """Those of the items ``only`` that match, in order: one query, so that few items need no other reading."""
    clauses = [SHOWS[queue_filter.show]] if queue_filter.show in SHOWS else []
    clauses += ["dataset = ?"] if queue_filter.dataset else []
    return _ids(
        connection,
        "SELECT item.id AS id FROM json_each(?) AS one CROSS JOIN item ON item.id = one.value"
        f" LEFT JOIN {_progress(connection, reviewer)} AS own ON own.item_id = item.id AND own.annotator_id = ?"
        f" WHERE {' AND '.join(clauses) or '1'} ORDER BY {ORDERS[queue_filter.sort]}",
        orjson.dumps(only).decode(),
        reviewer,
        *([queue_filter.dataset] if queue_filter.dataset else []),
    )


def _ids(connection: sqlite3.Connection, query: str, *values: Any) -> list[int]:
    """The column ``id`` of a query, in its order. As one value: handing over 100,000 rows takes longer than finding
    them."""
    return orjson.loads(connection.execute(f"SELECT json_group_array(id) FROM ({query})", values).fetchone()[0])


def _conditions(connection: sqlite3.Connection, queue_filter: Filter) -> list[Statement]:
    """What is asked of judges, texts and metadata, each a query of the items (``id``) that fulfil it, one of them
    perhaps twice."""
    statements: list[Statement] = []
    standing = names.retired_filter(connection)
    if queue_filter.judge and not queue_filter.criterion and not standing:
        statements.append(("SELECT item_id AS id FROM flagged WHERE annotator_id = ?", queue_filter.judge))
    elif queue_filter.criterion or queue_filter.judge:
        query, values = "SELECT item_id AS id FROM verdict WHERE value = 'yes'", []
        for column, row in (("criterion_id", queue_filter.criterion), ("annotator_id", queue_filter.judge)):
            if row:
                query += f" AND {column} = ?"
                values.append(row)
        statements.append((query + standing, *values))
    if queue_filter.system:
        statements.append((WRITTEN_BY, queue_filter.system))
    return statements + [_having(*field) for field in queue_filter.fields]


def _search_statements(connection: sqlite3.Connection, queue_filter: Filter, reviewer: int) -> list[Statement]:
    """The same of items asked for by name, and of a search."""
    statements: list[Statement] = []
    if queue_filter.items:
        item_query = "SELECT item.id AS id FROM json_each(?) AS one CROSS JOIN item ON item.id = one.value"
        statements.append((item_query, orjson.dumps(queue_filter.items).decode()))
    if queue_filter.search.strip():
        statements.append(_search(connection, queue_filter.search, reviewer))
    return statements


def having(connection: sqlite3.Connection, field: str, value: str) -> bool:
    """Whether there is an item of which a field (split, key or meta.NAME) is ``value``."""
    query, *values = _having(field, value)
    return connection.execute(f"{query} LIMIT 1", values).fetchone() is not None


def _having(field: str, value: str) -> Statement:
    if not field.startswith(META):
        return f"SELECT id FROM item WHERE {FIELDS[field]} = ?", value
    name = field.removeprefix(META)
    return (
        "SELECT item_id AS id FROM item_meta WHERE instr(value, ?) AND instr(value, ?) AND EXISTS (SELECT 1 FROM"
        " json_each(item_meta.value) AS own WHERE own.key = ? AND CAST(own.atom AS TEXT) = ?)",
        _inside(value),
        json.dumps(name, ensure_ascii=False),
        name,
        value,
    )


def _inside(value: str) -> str:
    """What the stored JSON holds where one of its values is ``value``: looking for it is quicker than taking all
    apart. Numbers and booleans are written in more than one way; then it is nothing."""
    if value.isascii() and value.isdigit() and len(value) > 1:
        return value
    try:
        float(value)
    except ValueError:
        return json.dumps(value, ensure_ascii=False)
    return ""


def _search(connection: sqlite3.Connection, words: str, reviewer: int) -> Statement:
    """The items whose texts, key or notes (those that the reviewer may see) hold what was typed."""
    by_key: Statement = (_CALLED, _like(words))
    query = text_index.query(words)
    if not query:
        return by_key
    own = blind.read_blind(connection).own
    noted = "SELECT item_id FROM note WHERE id IN (SELECT rowid FROM note_text WHERE note_text MATCH ?)"
    noted += " AND annotator_id = ?" * own
    text = "SELECT rowid FROM item_text WHERE item_text MATCH ?"
    return f"{_CALLED} UNION ALL {text} UNION ALL {noted}", *by_key[1:], query, query, *([reviewer] * own)


def find_by_key(connection: sqlite3.Connection, words: str, most: int = -1) -> list[int]:
    """The items whose key holds what was typed, at ``most`` so many of them (-1: all)."""
    return _ids(connection, f"{_CALLED} ORDER BY id LIMIT ?", _like(words), most)


def _like(words: str) -> str:
    return "%" + words.strip().replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"


def rows(connection: sqlite3.Connection, item_ids: Sequence[int], reviewer: int) -> list[QueueRow]:
    """What the queue shows for these items, in the order given (a page, not the whole queue); of a task: see
    ``task_choice.rows``."""
    ties = "ties, votes" if blind.read_blind(connection).figures else "0, ''"
    marks = ",".join("?" * len(item_ids))
    row_by_item = {
        row[0]: QueueRow._make((*row[:6], bool(row[6]), *row[7:9], bool(row[9]), "", row[10]))
        for row in connection.execute(
            "SELECT item.id, key, coalesce((SELECT group_concat(system, ', ') FROM (SELECT DISTINCT system"
            " FROM document WHERE item_id = item.id AND role = 'summary' AND system <> '' ORDER BY document.id)), ''),"
            " flags, flags - coalesce(settled + doubted, 0), coalesce(unsure, 0), coalesce(finished, 0),"
            f" {ties}, EXISTS (SELECT 1 FROM note WHERE item_id = item.id AND annotator_id = ?),"
            ' coalesce((SELECT substr(document.text, unit.start + 1, min(80, unit."end" - unit.start)) FROM document'
            " JOIN unit ON unit.id = whole_id + (units > 0) WHERE document.item_id = item.id AND role <> 'summary'"
            " ORDER BY document.id LIMIT 1), '') FROM item"
            f" LEFT JOIN {_progress(connection, reviewer)} AS own ON own.item_id = item.id AND own.annotator_id = ?"
            f" WHERE item.id IN ({marks})",
            (reviewer, reviewer, *item_ids),
        )
    }
    return [row_by_item[item] for item in item_ids if item in row_by_item]
