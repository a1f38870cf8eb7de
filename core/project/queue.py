"""The queue: which items, in which order, and what their rows show. Filter, sort and search are SQL."""

from __future__ import annotations

import json
import sqlite3
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import filterfalse
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson

from galley.core.columns import names
from galley.core.project import blind, textindex
from galley.core.project.by_value import ByValue
from galley.core.query import META

if TYPE_CHECKING:  # numpy is loaded where much is compared, not for the first list of a window
    import numpy as np
    from numpy.typing import NDArray

    Column = NDArray[np.int64]


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
PANEL = "panel"
"""The method of a judge that is made of several (``core/judges/judge_panel``)."""


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
    is "2:2" or "", ``noted`` says that the reviewer wrote a note there; ``snippet`` is where a search found it."""

    id: int
    key: str
    systems: str
    flags: int
    open: int
    unsure: int
    finished: bool
    ties: int
    votes: str
    noted: bool = False
    snippet: str = ""


SHOWS = {
    Show.OPEN: "flags > coalesce(settled + doubted, 0) AND NOT coalesce(finished, 0)",
    Show.UNSURE: "unsure > 0",
    Show.TIES: "ties > 0",
    Show.FINISHED: "finished",
    Show.UNFINISHED: "NOT coalesce(finished, 0)",
}
ORDERS = {
    Sort.FILE: "item.id",
    Sort.KEY: "item.key",
    Sort.OPEN_FLAGS: "flags - coalesce(settled + doubted, 0) DESC, item.id",
    Sort.TIES: "ties DESC, item.id",
    Sort.APART: "(SELECT max(CASE WHEN reason LIKE 'tie %' THEN 1.0 ELSE 1 - abs("
    "2 * CAST(votes AS REAL) / CAST(substr(votes, instr(votes, '/') + 1) AS REAL) - 1) END) FROM verdict"
    f" WHERE item_id = item.id AND annotator_id IN (SELECT id FROM annotator WHERE method = '{PANEL}'))"
    " DESC NULLS LAST, item.id",
}
"""APART: how far the judges of a panel are apart on the cell of the item on which they are widest ("2/4" is widest)."""
CLOSED = (
    "SELECT item_id AS id FROM progress JOIN item ON item.id = item_id WHERE annotator_id = ?"
    " AND (finished OR settled + doubted >= flags)"
)
FINISHED = "SELECT item_id AS id FROM progress WHERE annotator_id = ? AND finished"
UNSURE = "SELECT item_id AS id FROM progress WHERE annotator_id = ? AND unsure > 0"
FIELDS = {"split": "split", "key": "key"}
_CALLED = "SELECT id FROM item WHERE key LIKE ? ESCAPE '\\'"
FEW = 5_000
"""So many items SQLite joins and sorts within milliseconds; with more, columns are quicker."""
MORE_THAN_ALL = 1 << 40
"""More flags than an item can have."""
Statement = tuple[Any, ...]
"""A query and its values."""


def ids(
    connection: sqlite3.Connection, wanted: Filter, reviewer: int, valued: ByValue | None = None
) -> array[int]:
    """The row ids of the items that match, in order; takes some tens of milliseconds at 100,000 items. Which task is
    worked on makes no difference here: see ``choosing.ids``. The order by value is worked out from what ``valued``
    keeps, if it is given."""
    if not blind.read(connection).figures:  # an order or a choice by ties would tell what others said
        wanted = replace(
            wanted,
            show=Show.ALL if wanted.show is Show.TIES else wanted.show,
            sort=Sort.FILE if wanted.sort in TELLING else wanted.sort,
        )
    if wanted.sort is Sort.VALUE:
        every, asked = (valued or ByValue()).order(connection), replace(wanted, sort=Sort.FILE)
        return every if asked == Filter() else _combined(connection, asked, reviewer, every)
    found = _matching(connection, wanted, reviewer)
    if wanted.items and wanted.sort is Sort.FILE:
        # in the order in which they were asked for: a random draw is reviewed from its front
        matching = set(found)
        return array("q", filter(matching.__contains__, dict.fromkeys(wanted.items)))
    return found


def _matching(connection: sqlite3.Connection, wanted: Filter, reviewer: int) -> array[int]:
    alone = replace(wanted, show=Show.ALL, dataset="", sort=Sort.FILE) == Filter()
    if not alone or wanted.sort is Sort.OPEN_FLAGS or wanted.show in (Show.FINISHED, Show.UNSURE):
        return _combined(connection, wanted, reviewer)
    ordered: Iterable[int] = _ordered(connection, wanted)
    if without := _without(connection, wanted):
        ordered = filterfalse(set(_ids(connection, without, reviewer)).__contains__, ordered)
    return array("q", ordered)


def _combined(
    connection: sqlite3.Connection, wanted: Filter, reviewer: int, every: array[int] | None = None
) -> array[int]:
    """The same where several things are asked: as columns, which are compared in no time. In the order of ``every``,
    which are all items, if it is given."""
    import numpy as np

    among = None if every is None else np.array(every)
    conditions, clauses = _conditions(connection, wanted, reviewer), _asked_of_items(wanted)
    if every is not None and clauses:
        of_items = f"SELECT id FROM item WHERE {' AND '.join(clauses).replace('+flags', 'flags')}"
        conditions.append((of_items, *([wanted.dataset] if wanted.dataset else [])))
    for query, *values in conditions:
        each = _column(connection, query, *values)
        if among is not None:
            among = among[np.isin(among, each, kind="table")]
            continue
        held = np.zeros(each.max(initial=0) + 1, dtype=bool)
        held[each] = True
        among = held.nonzero()[0]
    if every is None and among is not None and len(among) <= FEW:
        return array("q", _few(connection, among.tolist(), wanted, reviewer))
    if among is not None and (every is not None or (wanted.sort is Sort.FILE and not clauses)):
        ordered = among
    elif wanted.sort is Sort.OPEN_FLAGS:
        ordered = _by_open_flags(connection, wanted, reviewer, among)
    else:
        ordered = np.array(_ordered(connection, wanted), dtype=np.int64)
        ordered = ordered if among is None else ordered[np.isin(ordered, among, kind="table")]
    if without := _without(connection, wanted):
        gone = _column(connection, without, reviewer)
        ordered = ordered[np.isin(ordered, gone, invert=True, kind="table")]
    return array("q", ordered.tobytes())


def _column(connection: sqlite3.Connection, query: str, *values: Any) -> Column:
    """The column ``id`` of a query: as one text, which is quicker than as rows, and read quicker than JSON."""
    import numpy as np

    text = connection.execute(f"SELECT group_concat(id) FROM ({query})", values).fetchone()[0]
    return np.fromstring(text or "", dtype=np.int64, sep=",")


def _few(connection: sqlite3.Connection, only: list[int], wanted: Filter, reviewer: int) -> list[int]:
    """Those of the items ``only`` that match, in order: one query, so that few items need no other reading."""
    clauses = [SHOWS[wanted.show]] if wanted.show in SHOWS else []
    clauses += ["dataset = ?"] if wanted.dataset else []
    return _ids(
        connection,
        "SELECT item.id AS id FROM json_each(?) AS one CROSS JOIN item ON item.id = one.value"
        " LEFT JOIN progress ON progress.item_id = item.id AND progress.annotator_id = ?"
        f" {_where(clauses)} ORDER BY {ORDERS[wanted.sort]}",
        orjson.dumps(only).decode(),
        reviewer,
        *([wanted.dataset] if wanted.dataset else []),
    )


def _asked_of_items(wanted: Filter) -> list[str]:
    """The conditions on the table ``item`` alone. The value of the one with a mark is ``wanted.dataset``."""
    clauses = ["dataset = ?"] if wanted.dataset else []
    if wanted.show is Show.OPEN and not wanted.judge:
        clauses.append("+flags > 0")  # the sign keeps SQLite from an index that fits the order badly
    if wanted.show is Show.TIES:
        clauses.append("ties > 0")
    return clauses


def _ordered(connection: sqlite3.Connection, wanted: Filter) -> list[int]:
    """The items in order that fulfil what is asked of the table ``item`` itself; not those by open flags."""
    clauses = _asked_of_items(wanted)
    values = [wanted.dataset] if wanted.dataset else []
    if wanted.sort is Sort.TIES:
        tied, rest = _where([*clauses, "ties > 0"]), _where([*clauses, "ties = 0"])
        return [
            *_ids(connection, f"SELECT id FROM item {tied} ORDER BY ties DESC, id", *values),
            *_ids(connection, f"SELECT id FROM item {rest} ORDER BY id", *values),
        ]
    sort, panel = wanted.sort, "SELECT 1 FROM annotator WHERE method = ?"
    if sort is Sort.APART and connection.execute(panel, (PANEL,)).fetchone() is None:
        sort = Sort.FILE
    return _ids(connection, f"SELECT id FROM item {_where(clauses)} ORDER BY {ORDERS[sort]}", *values)


def _by_open_flags(connection: sqlite3.Connection, wanted: Filter, reviewer: int, among: Column | None) -> Column:
    """The items, those with most open flags first. Where open ones are asked for, those that the reviewer is done with
    are left out.

    Each table is read on its own, and joined here: looking 100,000 items up in SQLite takes twice as long.
    """
    import numpy as np

    where = _where(_asked_of_items(wanted)).replace("+flags", "flags")  # here that index is in the order asked for
    values = [wanted.dataset] if wanted.dataset else []
    query = f"SELECT flags, group_concat(id) FROM item {where} GROUP BY flags"
    buckets = {
        flags: np.fromstring(items, dtype=np.int64, sep=",") for flags, items in connection.execute(query, values)
    }
    done = "settled + doubted"
    if wanted.show is Show.OPEN:
        done = f"CASE WHEN finished THEN {MORE_THAN_ALL} ELSE {done} END"
    begun, said = (
        np.fromstring(text or "", dtype=np.int64, sep=",")
        for text in connection.execute(
            f"SELECT group_concat(item_id), group_concat({done}) FROM progress WHERE annotator_id = ?", (reviewer,)
        ).fetchone()
    )
    size = 1 + max((column.max() for column in (begun, *buckets.values()) if len(column)), default=0)
    left = np.full(size, -1)
    for flags, items in buckets.items():
        left[items] = flags
    there = left >= 0
    left[begun] -= said
    if among is not None:
        there &= np.isin(np.arange(size), among, kind="table")
    if wanted.show is Show.OPEN:
        there &= left > 0
    items = there.nonzero()[0]
    return items[np.argsort(-left[items], kind="stable")]


def _where(clauses: list[str]) -> str:
    return f"WHERE {' AND '.join(clauses)}" if clauses else ""


def _ids(connection: sqlite3.Connection, query: str, *values: Any) -> list[int]:
    """The column ``id`` of a query, in its order. As one value: handing over 100,000 rows takes longer than finding
    them."""
    return orjson.loads(connection.execute(f"SELECT json_group_array(id) FROM ({query})", values).fetchone()[0])


def _conditions(connection: sqlite3.Connection, wanted: Filter, reviewer: int) -> list[Statement]:
    """The other conditions, each a query of the items (``id``) that fulfil it, one of them perhaps twice."""
    found: list[Statement] = []
    if wanted.show is Show.FINISHED:
        found.append((FINISHED, reviewer))
    if wanted.show is Show.UNSURE:
        found.append((UNSURE, reviewer))
    standing = names.standing(connection)
    if wanted.judge and not wanted.criterion and not standing:
        found.append(("SELECT item_id AS id FROM flagged WHERE annotator_id = ?", wanted.judge))
    elif wanted.criterion or wanted.judge:
        query, values = "SELECT item_id AS id FROM verdict WHERE value = 'yes'", []
        for column, row in (("criterion_id", wanted.criterion), ("annotator_id", wanted.judge)):
            if row:
                query += f" AND {column} = ?"
                values.append(row)
        found.append((query + standing, *values))
    if wanted.system:
        # the first condition says nothing new, but without it SQLite does not see that the index document_system fits
        query = "SELECT item_id AS id FROM document WHERE system <> '' AND system = ?"
        found.append((query, wanted.system))
    if wanted.items:
        given = "SELECT item.id FROM json_each(?) AS one CROSS JOIN item ON item.id = one.value"
        found.append((given, orjson.dumps(wanted.items).decode()))
    found += [_having(*each) for each in wanted.fields]
    if wanted.search.strip():
        found.append(_search(connection, wanted.search, reviewer))
    return found


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


def _without(connection: sqlite3.Connection, wanted: Filter) -> str:
    """What finds the items that the reviewer is done with, where those are not asked for and still among the ordered
    ones; else nothing."""
    if wanted.show is Show.OPEN and wanted.sort is not Sort.OPEN_FLAGS:
        return CLOSED
    return FINISHED if wanted.show is Show.UNFINISHED else ""


def _search(connection: sqlite3.Connection, words: str, reviewer: int) -> Statement:
    """The items whose texts, key or notes (those that the reviewer may see) hold what was typed."""
    asked: Statement = (_CALLED, _like(words))
    query = textindex.query(words)
    if not query:
        return asked
    own = blind.read(connection).own
    noted = "SELECT item_id FROM note WHERE id IN (SELECT rowid FROM note_text WHERE note_text MATCH ?)"
    noted += " AND annotator_id = ?" * own
    text = "SELECT rowid FROM item_text WHERE item_text MATCH ?"
    return f"{_CALLED} UNION ALL {text} UNION ALL {noted}", *asked[1:], query, query, *([reviewer] * own)


def called(connection: sqlite3.Connection, words: str, most: int = -1) -> list[int]:
    """The items whose key holds what was typed, at ``most`` so many of them (-1: all)."""
    return _ids(connection, f"{_CALLED} ORDER BY id LIMIT ?", _like(words), most)


def _like(words: str) -> str:
    return "%" + words.strip().replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"


def rows(connection: sqlite3.Connection, wanted: Sequence[int], reviewer: int) -> list[QueueRow]:
    """What the queue shows for these items, in the order given (a page, not the whole queue); of a task: see
    ``choosing.rows``."""
    ties = "ties, votes" if blind.read(connection).figures else "0, ''"
    marks = ",".join("?" * len(wanted))
    found = {
        row[0]: QueueRow._make((*row[:6], bool(row[6]), *row[7:9], bool(row[9]), ""))
        for row in connection.execute(
            "SELECT item.id, key, coalesce((SELECT group_concat(system, ', ') FROM (SELECT DISTINCT system"
            " FROM document WHERE item_id = item.id AND role = 'summary' AND system <> '' ORDER BY document.id)), ''),"
            " flags, flags - coalesce(settled + doubted, 0), coalesce(unsure, 0), coalesce(finished, 0),"
            f" {ties}, EXISTS (SELECT 1 FROM note WHERE item_id = item.id AND annotator_id = ?) FROM item"
            " LEFT JOIN progress ON progress.item_id = item.id AND progress.annotator_id = ?"
            f" WHERE item.id IN ({marks})",
            (reviewer, reviewer, *wanted),
        )
    }
    return [found[item] for item in wanted if item in found]
