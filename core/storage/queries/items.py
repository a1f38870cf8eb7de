"""Items: how many there are, and the row ids and keys of them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from typing import Any, NamedTuple

from galley.core.domain import AnnotatorId, ItemId, UnitId


def count_items(connection: sqlite3.Connection) -> int:
    """The number of items."""
    count: int = connection.execute("SELECT count(*) FROM item").fetchone()[0]
    return count


class ItemHead(NamedTuple):
    """An item without what is in it."""

    id: ItemId
    key: str
    dataset: str
    split: str


def read_items(
    connection: sqlite3.Connection, *, rows: Iterable[int] | None = None, keys: Iterable[str] | None = None
) -> list[ItemHead]:
    """All items in the order of the file, or those with these row ids, or with these keys."""
    where, values = "", tuple[str, ...]()
    if rows is not None:
        where, values = " WHERE id IN (SELECT value FROM json_each(?))", (json.dumps([*rows]),)
    elif keys is not None:
        where, values = " WHERE key IN (SELECT value FROM json_each(?))", (json.dumps([*keys], ensure_ascii=False),)
    heads = connection.execute(f"SELECT id, key, dataset, split FROM item{where} ORDER BY id", values)
    return list(map(ItemHead._make, heads))


class SummaryCount(NamedTuple):
    """The summaries of a system in a data set: how many there are, their units, the first and the last of their names
    in the order of the alphabet, and the first one's row id."""

    dataset: str
    system: str
    summaries: int
    units: int
    first_name: str
    last_name: str
    first: int


def count_summaries(connection: sqlite3.Connection) -> list[SummaryCount]:
    """The summaries by data set and system."""
    rows = connection.execute(
        "SELECT dataset, system, count(*), coalesce(sum(units), 0), min(name), max(name), min(document.id)"
        " FROM document JOIN item ON item.id = item_id WHERE role = 'summary' GROUP BY 1, 2"
    )
    return list(map(SummaryCount._make, rows))


def find_source_roles(connection: sqlite3.Connection) -> tuple[bool, bool, bool]:
    """Whether there is a dialogue, an article without one beside it, and an article."""
    queries = (
        "SELECT 1 FROM document WHERE role = 'dialogue' LIMIT 1",
        "SELECT 1 FROM document AS a WHERE role = 'article' AND NOT EXISTS"
        " (SELECT 1 FROM document WHERE item_id = a.item_id AND role = 'dialogue') LIMIT 1",
        "SELECT 1 FROM document WHERE role = 'article' LIMIT 1",
    )
    dialogue, article_only, article = (connection.execute(query).fetchone() is not None for query in queries)
    return dialogue, article_only, article


def find_item(connection: sqlite3.Connection, key: str) -> ItemId | None:
    """The row id of the item with this key; None where there is none."""
    row = connection.execute("SELECT id FROM item WHERE key = ?", (key,)).fetchone()
    return row[0] if row else None


# What one item holds ------------------------------------------------------------------------------------------------


class DocumentRow(NamedTuple):
    """A document; ``text`` is "" unless texts are asked for, and ``length`` its code points. ``whole`` is the unit that
    is all of it, which ``units`` text units of the kind ``kind`` ("" for none) follow; ``hash`` is of the text and its
    units, ``meta`` is JSON."""

    item: ItemId
    id: int
    name: str
    role: str
    system: str
    part: str
    length: int
    whole: UnitId
    units: int
    kind: str
    hash: bytes
    meta: str | None
    text: str


def read_documents(
    connection: sqlite3.Connection,
    items: Iterable[ItemId] | None = None,
    roles: Iterable[str] = (),
    *,
    texts: bool = False,
) -> list[DocumentRow]:
    """The documents of some items or of all, in their order; those of some roles where these are named."""
    conditions, values = list[str](), list[Any]()
    for column, some in (("item_id", None if items is None else [*items]), ("role", [*roles] or None)):
        if some is not None and len(some) == 1:  # of one item: half as long
            conditions, values = [*conditions, f"{column} = ?"], [*values, some[0]]
        elif some is not None:
            conditions.append(f"{column} IN (SELECT value FROM json_each(?))")
            values.append(json.dumps(some))
    where = f" WHERE {' AND '.join(conditions)}" * bool(conditions)
    rows = connection.execute(
        "SELECT item_id, id, name, role, system, part, length, whole_id, units,"
        " coalesce((SELECT kind FROM unit WHERE unit.id = whole_id + 1 AND units > 0), ''), hash, meta,"
        f" {'text' if texts else repr('')} FROM document{where} ORDER BY item_id, id",
        values,
    )
    return list(map(DocumentRow._make, rows))


class TextUnit(NamedTuple):
    """A text unit: from ``start`` to ``end`` in code points of its document; ``position`` counts from 0."""

    id: UnitId
    kind: str
    position: int
    start: int
    end: int
    speaker: str | None


def read_text_units(connection: sqlite3.Connection, whole: UnitId, count: int) -> list[TextUnit]:
    """The text units that follow the unit ``whole``."""
    rows = connection.execute(
        'SELECT id, kind, position, start, "end", speaker FROM unit WHERE id > ? AND id <= ? ORDER BY id',
        (whole, whole + count),
    )
    return list(map(TextUnit._make, rows))


class DerivedRow(NamedTuple):
    """A derived unit; ``written`` is the decision that wrote it, None for an import, ``retired_by`` those that retired
    it."""

    item: ItemId
    id: UnitId
    document: int
    kind: str
    position: int
    text: str
    name: str
    type: str
    meta: str | None
    written: int | None
    retired_by: frozenset[int]


def read_derived_rows(connection: sqlite3.Connection, items: Iterable[ItemId]) -> list[DerivedRow]:
    """The derived units of some items in their order, retired ones too."""
    rows = connection.execute(
        "SELECT item_id, unit.id, document_id, kind, position, unit.text, coalesce(unit.name, ''),"
        " coalesce(type, ''), unit.meta, written_id FROM document CROSS JOIN unit"
        " ON document_id = document.id AND unit.text IS NOT NULL"
        " WHERE item_id IN (SELECT value FROM json_each(?)) ORDER BY unit.id",
        (json.dumps([*items]),),
    ).fetchall()
    retired = _read_retirements(connection, rows[0][1], rows[-1][1]) if rows else {}
    return [DerivedRow._make((*row, frozenset(retired.get(row[1], ())))) for row in rows]


def read_unit_sources(connection: sqlite3.Connection, first: UnitId, last: UnitId) -> dict[UnitId, tuple[UnitId, ...]]:
    """The units (row ids) that units from ``first`` to ``last`` were made from."""
    sources: dict[UnitId, list[UnitId]] = {}
    for unit, source in connection.execute(
        "SELECT unit_id, source_id FROM unit_source WHERE unit_id BETWEEN ? AND ? ORDER BY unit_id, source_id",
        (first, last),
    ):
        sources.setdefault(unit, []).append(source)
    return {unit: tuple(some) for unit, some in sources.items()}


def _read_retirements(connection: sqlite3.Connection, first: int, last: int) -> dict[int, set[int]]:
    decisions: dict[int, set[int]] = {}
    for unit, decision in connection.execute(
        "SELECT unit_id, decision_id FROM retired WHERE unit_id BETWEEN ? AND ?", (first, last)
    ):
        decisions.setdefault(unit, set()).add(decision)
    return decisions


def read_unit_types(connection: sqlite3.Connection, item: ItemId) -> dict[int, tuple[str, str | None]]:
    """(the type that the file gives or "", the one that gold gives or None) of the derived units of an item; none where
    gold gives no type in the project."""
    if connection.execute("SELECT 1 FROM mask LIMIT 1").fetchone() is None:
        return {}
    rows = connection.execute(
        "SELECT unit.id, coalesce(unit.type, ''), mask.type FROM document JOIN unit ON document_id = document.id"
        " AND unit.text IS NOT NULL LEFT JOIN mask ON unit_id = unit.id WHERE item_id = ?",
        (item,),
    )
    return {unit: (of_file, of_gold) for unit, of_file, of_gold in rows}


class DerivedExtent(NamedTuple):
    """The derived units of an item: how many there are, the last one, and those that are retired."""

    number: int
    last: int | None
    retired: frozenset[int]


def measure_derived(connection: sqlite3.Connection, item: ItemId) -> DerivedExtent:
    """See ``DerivedExtent``."""
    count, last, first = connection.execute(
        "SELECT count(*), max(unit.id), min(unit.id) FROM document CROSS JOIN unit ON document_id = document.id"
        " WHERE item_id = ? AND unit.text IS NOT NULL",
        (item,),
    ).fetchone()
    retired = _read_retirements(connection, first, last) if count else {}
    return DerivedExtent(count, last, frozenset(retired))


def find_finished_reviewers(connection: sqlite3.Connection, item: ItemId) -> frozenset[AnnotatorId]:
    """Who has finished an item (row ids)."""
    rows = connection.execute(
        "SELECT annotator_id FROM progress WHERE annotator_id IN (SELECT id FROM annotator) AND item_id = ?"
        " AND finished",
        (item,),
    )
    return frozenset(who for (who,) in rows)


def index_texts(connection: sqlite3.Connection, texts: Iterable[tuple[int, str]]) -> None:
    """Put (item, its words) into the search index."""
    connection.executemany("INSERT INTO item_text (rowid, text) VALUES (?, ?)", texts)


def read_keys(connection: sqlite3.Connection, limit: int = -1) -> dict[ItemId, str]:
    """The keys of the first ``limit`` items, or of all, by row id in the order of the file."""
    return dict(connection.execute("SELECT id, key FROM item ORDER BY id LIMIT ?", (limit,)).fetchall())
