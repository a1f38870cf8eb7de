"""The item queue: which items match what is asked of them, in which order, and what their rows show.

Columns of the whole project go through a ``ColumnCache``; each has the items (row ids) first.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import orjson

from galley.core.domain import JUDGES, NO_ANNOTATOR, NO_CRITERION, AnnotatorId, CriterionId, ItemId
from galley.core.query import META
from galley.core.storage import implicit_no, level_queries, names, text_index
from galley.core.storage.cached_columns import ColumnCache
from galley.core.storage.queries import filter_choices

if TYPE_CHECKING:  # numpy is loaded where much is compared, not for the first list of a window
    from galley.core.storage.cached_columns import Numbers, Table

EVERYBODY = AnnotatorId(-2)
"""The reviewer of a list that is about no one: an item is finished where somebody finished it, and a flag is answered
where somebody answered it."""
ENSEMBLE = "panel"
"""The method of a judge that is made of several (``core/judges/ensemble``)."""
ITEM_FIELDS = ("split", "key")
"""The fields of an item that a query can ask for, besides its metadata: the names of their columns."""
_APART = (
    "coalesce(round((SELECT max(CASE WHEN reason LIKE 'tie %' THEN 1.0 ELSE 1 - abs("
    "2 * CAST(votes AS REAL) / CAST(substr(votes, instr(votes, '/') + 1) AS REAL) - 1) END) FROM verdict"
    f" WHERE item_id = item.id AND annotator_id IN (SELECT id FROM annotator WHERE method = '{ENSEMBLE}')), 9), -1.0)"
)
_SHOWS = {
    "open": "flags > coalesce(settled + doubted, 0) AND NOT coalesce(finished, 0)",
    "unsure": "unsure > 0",
    "ties": "ties > 0",
    "finished": "finished",
    "unfinished": "NOT coalesce(finished, 0)",
}
_ORDERS = {
    "file": "item.id",
    "key": "item.key",
    "open flags": "flags - coalesce(settled + doubted, 0) DESC, item.id",
    "ties": "ties DESC, item.id",
    "judges apart": f"{_APART} DESC, item.id",
}
_JUDGES = f"kind IN ({', '.join(repr(kind.value) for kind in sorted(JUDGES))})"
_CALLED = "SELECT id FROM item WHERE key LIKE ? ESCAPE '\\'"
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


class QueueRow(NamedTuple):
    """One line of the queue. ``open`` counts flags that the reviewer has said nothing of, not even "unsure"; ``votes``
    is "2:2" or "", ``has_note`` says that the reviewer wrote a note there; ``snippet`` is where a search found it,
    ``first_words`` are at most 80 characters of the first unit of its first source."""

    id: ItemId
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


class ItemFilter(NamedTuple):
    """What is asked of items, besides how far a reviewer is: flags by a criterion and a judge (row ids; 0: any), a
    document of a system ("": any), ``fields`` (dataset, split, key or meta.NAME) with their values, to be one of
    ``items`` (row ids; none: any), and words in texts, key or notes."""

    criterion: CriterionId = NO_CRITERION
    judge: AnnotatorId = NO_ANNOTATOR
    system: str = ""
    fields: Sequence[tuple[str, str]] = ()
    items: Sequence[ItemId] = ()
    search: str = ""


class PriorityColumns(NamedTuple):
    """What the order by value is made of. ``flags``: item, speaker, target, confidence (NaN: none); ``record``: item,
    speaker, right, wrong; ``texts``: item, document, units, number of the system. A speaker is a judge on a
    criterion: judge × the second of ``bounds`` + criterion; ``bounds`` are one more than the last row id of the
    annotators, and of the criteria. ``covering``: (judge or import, criterion) where the silence of the one about the
    other means something."""

    bounds: tuple[AnnotatorId, CriterionId]
    covering: list[tuple[AnnotatorId, CriterionId]]
    items: Table
    flags: Numbers
    record: Table
    texts: Table


# ---- items without a cache


def find_by_key(connection: sqlite3.Connection, words: str, most: int = -1) -> list[ItemId]:
    """The items whose key holds what was typed, at ``most`` so many of them (-1: all)."""
    return _fetch_ids(connection, f"{_CALLED} ORDER BY id LIMIT ?", _like(words), most)


def has_items_with(connection: sqlite3.Connection, field: str, value: str) -> bool:
    """Whether there is an item of which a field (split, key or meta.NAME) is ``value``."""
    query, values = _having(field, value)
    return connection.execute(f"{query} LIMIT 1", values).fetchone() is not None


def choose_and_sort(
    connection: sqlite3.Connection, only: Iterable[int], show: str, dataset: str, sort: str, reviewer: AnnotatorId
) -> list[ItemId]:
    """Those of the few items ``only`` that are as ``show`` says and in a data set ("": any), in order: one query, so
    that few items need no columns."""
    clauses = [_SHOWS[show]] if show in _SHOWS else []
    clauses += ["dataset = ?"] if dataset else []
    return _fetch_ids(
        connection,
        "SELECT item.id AS id FROM json_each(?) AS one CROSS JOIN item ON item.id = one.value"
        f" LEFT JOIN {_progress(connection, reviewer)} AS own ON own.item_id = item.id AND own.annotator_id = ?"
        f" WHERE {' AND '.join(clauses) or '1'} ORDER BY {_ORDERS[sort]}",
        orjson.dumps(list(only)).decode(),
        reviewer,
        *([dataset] if dataset else []),
    )


def read_rows(
    connection: sqlite3.Connection, item_ids: Sequence[ItemId], reviewer: AnnotatorId, *, ties: bool = True
) -> list[QueueRow]:
    """What the queue shows for these items, in the order given (a page, not the whole queue); without ``ties`` nothing
    that tells what others said."""
    shown = "ties, votes" if ties else "0, ''"
    marks = ",".join("?" * len(item_ids))
    row_by_item = {
        row[0]: QueueRow._make((*row[:6], bool(row[6]), *row[7:9], bool(row[9]), "", row[10]))
        for row in connection.execute(
            "SELECT item.id, key, coalesce((SELECT group_concat(system, ', ') FROM (SELECT DISTINCT system"
            " FROM document WHERE item_id = item.id AND role = 'summary' AND system <> '' ORDER BY document.id)), ''),"
            " flags, flags - coalesce(settled + doubted, 0), coalesce(unsure, 0), coalesce(finished, 0),"
            f" {shown}, EXISTS (SELECT 1 FROM note WHERE item_id = item.id AND annotator_id = ?),"
            ' coalesce((SELECT substr(document.text, unit.start + 1, min(80, unit."end" - unit.start)) FROM document'
            " JOIN unit ON unit.id = whole_id + (units > 0) WHERE document.item_id = item.id AND role <> 'summary'"
            " ORDER BY document.id LIMIT 1), '') FROM item"
            f" LEFT JOIN {_progress(connection, reviewer)} AS own ON own.item_id = item.id AND own.annotator_id = ?"
            f" WHERE item.id IN ({marks})",
            (reviewer, reviewer, *item_ids),
        )
    }
    return [row_by_item[item] for item in item_ids if item in row_by_item]


# ---- columns of items


def read_all_items(connection: sqlite3.Connection, cache: ColumnCache, *, by_key: bool = False) -> Table:
    """All items as they were imported, or by their keys."""
    return cache.ids(connection, f"SELECT id FROM item ORDER BY {'key' if by_key else 'id'}", lasting=True)


def find_items(
    connection: sqlite3.Connection,
    cache: ColumnCache,
    item_filter: ItemFilter,
    reviewer: AnnotatorId = EVERYBODY,
    *,
    own_notes: bool = False,
) -> list[Table]:
    """For each condition of a filter the items that fulfil it. A search looks into the notes, with ``own_notes`` into
    the reviewer's alone."""
    tables: list[Table] = []
    if item_filter.criterion or item_filter.judge:
        tables.append(_find_flagged_items(connection, cache, item_filter.criterion, item_filter.judge))
    if item_filter.system:
        tables.append(find_documents_of_system(connection, cache, item_filter.system)[0])
    tables += [_find_items_with(connection, cache, *field) for field in item_filter.fields]
    if item_filter.items:
        tables.append(_find_existing_items(connection, item_filter.items))
    if item_filter.search.strip():
        tables.append(_search_items(connection, item_filter.search, reviewer, own_notes=own_notes))
    return tables


def _find_flagged_items(
    connection: sqlite3.Connection, cache: ColumnCache, criterion: CriterionId, judge: AnnotatorId
) -> Table:
    """One item may be there twice."""
    standing = names.retired_filter(connection)
    if judge and not criterion and not standing:
        return cache.ids(connection, "SELECT item_id AS id FROM flagged WHERE annotator_id = ?", judge)
    query, values = "SELECT item_id AS id FROM verdict WHERE value = 'yes'", []
    for column, row in (("criterion_id", criterion), ("annotator_id", judge)):
        if row:
            query += f" AND {column} = ?"
            values.append(row)
    return cache.ids(connection, query + standing, *values)


def find_documents_of_system(connection: sqlite3.Connection, cache: ColumnCache, system: str) -> Table:
    """(item, document) of what a system wrote."""
    # the first condition says nothing new, but without it SQLite does not see that the index document_system fits
    query = "SELECT item_id AS id, id AS document FROM document WHERE system <> '' AND system = ?"
    return cache.table(connection, ("document",), query, system)


def _find_items_with(connection: sqlite3.Connection, cache: ColumnCache, field: str, value: str) -> Table:
    """The items of which a field (dataset, split, key or meta.NAME) is ``value``."""
    query, values = _having(field, value)
    return cache.ids(connection, query, *values)


def _find_existing_items(connection: sqlite3.Connection, item_ids: Sequence[ItemId]) -> Table:
    """Those of these items that the project has."""
    query = "SELECT item.id AS id FROM json_each(?) AS one CROSS JOIN item ON item.id = one.value"
    return ColumnCache().ids(connection, query, orjson.dumps(item_ids).decode())


def _search_items(connection: sqlite3.Connection, words: str, reviewer: AnnotatorId, *, own_notes: bool) -> Table:
    """The items whose texts, key or notes (with ``own_notes`` the reviewer's alone) hold what was typed."""
    statement = _CALLED
    values: list[str | int] = [_like(words)]
    query = text_index.query(words)
    if query:
        noted = "SELECT item_id FROM note WHERE id IN (SELECT rowid FROM note_text WHERE note_text MATCH ?)"
        noted += " AND annotator_id = ?" * own_notes
        text = "SELECT rowid FROM item_text WHERE item_text MATCH ?"
        statement = f"{_CALLED} UNION ALL {text} UNION ALL {noted}"
        values += [query, query, *([reviewer] * own_notes)]
    return ColumnCache().ids(connection, statement, *values)  # hardly sought again


def read_progress(connection: sqlite3.Connection, cache: ColumnCache, reviewer: AnnotatorId) -> Table:
    """(item, flags that the reviewer answered, cells left unsure, whether they finished it) of the items that they
    began."""
    table = _progress(connection, reviewer)
    query = f"SELECT item_id AS id, settled + doubted AS said, unsure, finished FROM {table} WHERE annotator_id = ?"
    return cache.table(connection, ("said", "unsure", "finished"), query, reviewer)


def read_item_counts(connection: sqlite3.Connection, cache: ColumnCache, name: str) -> Table:
    """(item, number) of the items with ``flags``, or with ``ties``."""
    assert name in ("flags", "ties")
    return cache.table(connection, (name,), f"SELECT id, {name} FROM item WHERE {name} > 0")


def read_disagreement(connection: sqlite3.Connection, cache: ColumnCache) -> Numbers | None:
    """(item, how far the judges of an ensemble are apart on the cell on which they are widest; "2/4" is widest, and one
    of three is as far as two); None without an ensemble."""
    if not any(annotator.method == ENSEMBLE for annotator in names.annotators(connection).values()):
        return None
    return cache.numbers(connection, ("apart",), f"SELECT id, {_APART} AS apart FROM item")


def read_priority_columns(connection: sqlite3.Connection, cache: ColumnCache) -> PriorityColumns:
    """See ``PriorityColumns``."""
    bounds: tuple[AnnotatorId, CriterionId] = connection.execute(
        "SELECT coalesce((SELECT max(id) FROM annotator), 0) + 1, coalesce((SELECT max(id) FROM criterion), 0) + 1"
    ).fetchone()
    covering = connection.execute(
        f"SELECT annotator.id, criterion.id FROM annotator JOIN criterion WHERE {_JUDGES} AND EXISTS"
        " (SELECT 1 FROM judged WHERE annotator_id = annotator.id AND criterion_id = criterion.id)"
    ).fetchall()
    judges = f"annotator_id IN (SELECT id FROM annotator WHERE {_JUDGES}){names.retired_filter(connection)}"
    spoken = f"annotator_id * {bounds[1]} + criterion_id AS speaker"
    flags = cache.numbers(
        connection,
        ("speaker", "target_id", "sure"),
        f"SELECT item_id AS id, {spoken}, target_id, coalesce(confidence, 'nan') AS sure FROM verdict"
        f" WHERE value = 'yes' AND {judges}",
    )
    record = cache.table(
        connection,
        ("speaker", "right", "wrong"),
        f"SELECT item_id AS id, {spoken}, right, wrong FROM trust WHERE right + wrong > 0",
    )
    items = read_all_items(connection, cache)
    systems = filter_choices.list_choices(connection, "system")
    cases = "".join(f" WHEN ? THEN {number}" for number in range(len(systems)))
    number = f"CASE system{cases} ELSE {len(systems)} END" if systems else "0"
    texts = cache.table(
        connection,
        ("document", "units", "system"),
        f"SELECT item_id AS id, id AS document, units, {number} AS system FROM document"
        " WHERE role IN ('summary', 'table')",
        *systems,
    )
    return PriorityColumns(bounds, covering, items, flags, record, texts)


def _progress(connection: sqlite3.Connection, reviewer: AnnotatorId) -> str:
    """What stands in the place of the table ``progress`` for a reviewer, or for EVERYBODY."""
    if reviewer != EVERYBODY:
        return "progress"
    late = ", ".join(
        f'"{"/".join(map(str, (late_cell.annotator, *late_cell.cell)))}"'
        for late_cell in implicit_no.list_late_cells(connection)
    )
    return _ANYBODY.format(
        standing=names.retired_filter(connection, "flag.unit_id"),
        on_whole=level_queries.is_on_whole(connection, "flag"),
        of_wholes=_QUIET.format("silent_whole", f"[{late}]"),
        of_units=_QUIET.format("judged", f"[{late}]"),
    )


def _fetch_ids(connection: sqlite3.Connection, query: str, *values: object) -> list[ItemId]:
    """The column ``id`` of a query, in its order. As one value: handing over 100,000 rows takes longer than finding
    them."""
    item_ids: list[ItemId] = orjson.loads(
        connection.execute(f"SELECT json_group_array(id) FROM ({query})", values).fetchone()[0]
    )
    return item_ids


def _having(field: str, value: str) -> tuple[str, tuple[str, ...]]:
    """The query of the items of which a field is ``value``, and its values."""
    if not field.startswith(META):
        assert field in ("dataset", *ITEM_FIELDS)
        return f"SELECT id FROM item WHERE {field} = ?", (value,)
    name = field.removeprefix(META)
    return (
        "SELECT item_id AS id FROM item_meta WHERE instr(value, ?) AND instr(value, ?) AND EXISTS (SELECT 1 FROM"
        " json_each(item_meta.value) AS own WHERE own.key = ? AND CAST(own.atom AS TEXT) = ?)",
        (_stored_part(value), json.dumps(name, ensure_ascii=False), name, value),
    )


def _stored_part(value: str) -> str:
    """What the stored JSON holds where one of its values is ``value``: looking for it is quicker than taking all
    apart. Numbers and booleans are written in more than one way; then it is nothing."""
    if value.isascii() and value.isdigit() and len(value) > 1:
        return value
    try:
        float(value)
    except ValueError:
        return json.dumps(value, ensure_ascii=False)
    return ""


def _like(words: str) -> str:
    return "%" + words.strip().replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"
