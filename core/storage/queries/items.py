"""Items: how many there are, and the row ids and keys of them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from typing import NamedTuple


def count_items(connection: sqlite3.Connection) -> int:
    """The number of items."""
    count: int = connection.execute("SELECT count(*) FROM item").fetchone()[0]
    return count


def has_items(connection: sqlite3.Connection) -> bool:
    """Whether the project holds an item."""
    return bool(connection.execute("SELECT EXISTS (SELECT 1 FROM item)").fetchone()[0])


def list_items(connection: sqlite3.Connection) -> list[tuple[int, str]]:
    """The row ids of all items with their data sets, in order."""
    return connection.execute("SELECT id, dataset FROM item ORDER BY id").fetchall()


def count_summary_units(connection: sqlite3.Connection) -> int:
    """The units of all summaries of a project."""
    row = connection.execute("SELECT coalesce(sum(units), 0) FROM document WHERE role = 'summary'").fetchone()
    return int(row[0])


def count_summaries_by_dataset(connection: sqlite3.Connection) -> dict[str, int]:
    """The number of summaries in each data set."""
    return dict(
        connection.execute(
            "SELECT dataset, count(*) FROM document JOIN item ON item.id = item_id WHERE role = 'summary' GROUP BY 1"
        ).fetchall()
    )


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


def read_unit_places(connection: sqlite3.Connection) -> Iterator[tuple[int, str, str, int]]:
    """(row id, the document's system or name, kind, position from 0) of all units."""
    return connection.execute(
        "SELECT unit.id, CASE WHEN system <> '' THEN system ELSE document.name END, unit.kind, unit.position"
        " FROM unit JOIN document ON document.id = document_id"
    )


def list_keys(connection: sqlite3.Connection, limit: int = -1) -> list[str]:
    """The keys of the first ``limit`` items, or of all, in the order of the file."""
    return [key for (key,) in connection.execute("SELECT key FROM item ORDER BY id LIMIT ?", (limit,))]


def find_item(connection: sqlite3.Connection, key: str) -> int | None:
    """The row id of the item with this key; None where there is none."""
    row = connection.execute("SELECT id FROM item WHERE key = ?", (key,)).fetchone()
    return row[0] if row else None


# What one item holds ------------------------------------------------------------------------------------------------


def read_item_head(connection: sqlite3.Connection, item: int) -> tuple[int, str, str, str, str | None] | None:
    """(row id, key, data set, split, metadata as JSON) of an item; None where there is none."""
    row: tuple[int, str, str, str, str | None] | None = connection.execute(
        "SELECT id, key, dataset, split, (SELECT value FROM item_meta WHERE item_id = item.id) FROM item WHERE id = ?",
        (item,),
    ).fetchone()
    return row


class DocumentRow(NamedTuple):
    """A document; ``whole`` is the row id of the unit that is all of it, which ``units`` text units follow."""

    id: int
    name: str
    role: str
    system: str
    part: str
    text: str
    meta: str | None
    whole: int
    units: int
    hash: bytes


def read_document_rows(connection: sqlite3.Connection, item: int) -> list[DocumentRow]:
    """The documents of an item, in their order."""
    rows = connection.execute(
        "SELECT id, name, role, system, part, text, meta, whole_id, units, hash FROM document WHERE item_id = ?"
        " ORDER BY id",
        (item,),
    )
    return [DocumentRow._make(row) for row in rows]


def find_documents(connection: sqlite3.Connection, item: int) -> list[int]:
    """The row ids of the documents of an item, in their order."""
    return [row for (row,) in connection.execute("SELECT id FROM document WHERE item_id = ? ORDER BY id", (item,))]


def read_text_units(
    connection: sqlite3.Connection, whole: int, count: int
) -> list[tuple[int, str, int, int, int, str | None]]:
    """(row id, kind, position, start, end, speaker) of the text units that follow the unit ``whole``."""
    return connection.execute(
        'SELECT id, kind, position, start, "end", speaker FROM unit WHERE id > ? AND id <= ? ORDER BY id',
        (whole, whole + count),
    ).fetchall()


class DerivedRow(NamedTuple):
    """A derived unit; ``written`` is the decision that wrote it, None for an import."""

    id: int
    document: int
    kind: str
    position: int
    text: str
    name: str
    type: str
    meta: str | None
    written: int | None


def read_derived_rows(connection: sqlite3.Connection, item: int) -> list[DerivedRow]:
    """The derived units of an item in their order, retired ones too."""
    rows = connection.execute(
        "SELECT unit.id, document_id, kind, position, unit.text, coalesce(unit.name, ''), coalesce(type, ''),"
        " unit.meta, written_id FROM document JOIN unit ON document_id = document.id AND unit.text IS NOT NULL"
        " WHERE item_id = ?"
        " ORDER BY unit.id",
        (item,),
    )
    return [DerivedRow._make(row) for row in rows]


def read_unit_sources(connection: sqlite3.Connection, first: int, last: int) -> dict[int, tuple[int, ...]]:
    """The units (row ids) that units from ``first`` to ``last`` were made from."""
    sources: dict[int, list[int]] = {}
    for unit, source in connection.execute(
        "SELECT unit_id, source_id FROM unit_source WHERE unit_id BETWEEN ? AND ? ORDER BY unit_id, source_id",
        (first, last),
    ):
        sources.setdefault(unit, []).append(source)
    return {unit: tuple(some) for unit, some in sources.items()}


def read_retirements(connection: sqlite3.Connection, first: int, last: int) -> dict[int, set[int]]:
    """The retired units from ``first`` to ``last``, each with the decisions that retired it."""
    decisions: dict[int, set[int]] = {}
    for unit, decision in connection.execute(
        "SELECT unit_id, decision_id FROM retired WHERE unit_id BETWEEN ? AND ?", (first, last)
    ):
        decisions.setdefault(unit, set()).add(decision)
    return decisions


def read_gold_types(connection: sqlite3.Connection, item: int) -> dict[int, str]:
    """The types that gold gives derived units of an item."""
    if connection.execute("SELECT 1 FROM mask LIMIT 1").fetchone() is None:
        return {}
    return dict(
        connection.execute(
            "SELECT unit.id, mask.type FROM document JOIN unit ON document_id = document.id"
            " AND unit.text IS NOT NULL JOIN mask ON unit_id = unit.id WHERE item_id = ?",
            (item,),
        ).fetchall()
    )


def read_shown_types(connection: sqlite3.Connection, item: int) -> dict[int, str]:
    """The types of the derived units of an item as gold has them, else as the file; none where gold gives no type."""
    if connection.execute("SELECT 1 FROM mask LIMIT 1").fetchone() is None:
        return {}
    return dict(
        connection.execute(
            "SELECT unit.id, coalesce(mask.type, unit.type, '') FROM document JOIN unit ON document_id = document.id"
            " AND unit.text IS NOT NULL LEFT JOIN mask ON unit_id = unit.id WHERE item_id = ?",
            (item,),
        ).fetchall()
    )


def measure_derived(connection: sqlite3.Connection, item: int) -> tuple[int, int | None, int | None]:
    """(number, last row id, first row id) of the derived units of an item."""
    row: tuple[int, int | None, int | None] = connection.execute(
        "SELECT count(*), max(unit.id), min(unit.id) FROM document CROSS JOIN unit ON document_id = document.id"
        " WHERE item_id = ? AND unit.text IS NOT NULL",
        (item,),
    ).fetchone()
    return row


def find_finished_reviewers(connection: sqlite3.Connection, item: int) -> frozenset[int]:
    """Who has finished an item (row ids)."""
    rows = connection.execute(
        "SELECT annotator_id FROM progress WHERE annotator_id IN (SELECT id FROM annotator) AND item_id = ?"
        " AND finished",
        (item,),
    )
    return frozenset(who for (who,) in rows)


def read_homes(
    connection: sqlite3.Connection, item: int
) -> list[tuple[int, str, str, str, str, int, int, str, str | None]]:
    """(row id, name, role, system, part, unit that is the whole, number of text units, their kind or "", metadata as
    JSON) of the documents of an item, without their texts."""
    return connection.execute(
        "SELECT id, name, role, system, part, whole_id, units,"
        " coalesce((SELECT kind FROM unit WHERE unit.id = whole_id + 1 AND units > 0), ''), meta"
        " FROM document WHERE item_id = ? ORDER BY id",
        (item,),
    ).fetchall()


def read_document_hashes(connection: sqlite3.Connection, item: int) -> list[tuple[int, bytes]]:
    """(row id, hash of the text and its units) of the documents of an item, in their order."""
    return connection.execute("SELECT id, hash FROM document WHERE item_id = ? ORDER BY id", (item,)).fetchall()


def read_hashes_by_name(connection: sqlite3.Connection, item: int) -> dict[str, bytes]:
    """The hashes of the documents of an item by name, in their order."""
    return dict(connection.execute("SELECT name, hash FROM document WHERE item_id = ? ORDER BY id", (item,)).fetchall())


def read_texts(connection: sqlite3.Connection, item: int) -> list[str]:
    """The texts of the documents of an item, in their order."""
    rows = connection.execute("SELECT text FROM document WHERE item_id = ? ORDER BY id", (item,))
    return [text for (text,) in rows]


def index_texts(connection: sqlite3.Connection, texts: Iterable[tuple[int, str]]) -> None:
    """Put (item, its words) into the search index."""
    connection.executemany("INSERT INTO item_text (rowid, text) VALUES (?, ?)", texts)


def read_keys(connection: sqlite3.Connection) -> dict[int, str]:
    """The keys of all items by row id, in the order of the file."""
    return dict(connection.execute("SELECT id, key FROM item ORDER BY id").fetchall())


def read_summary_names(connection: sqlite3.Connection) -> dict[str, str]:
    """For each system the id of its summaries, "" where it differs from item to item."""
    rows = connection.execute(
        "SELECT system, min(name), max(name) FROM document WHERE role = 'summary' GROUP BY system ORDER BY min(id)"
    )
    return {system: first if first == last else "" for system, first, last in rows}


def read_labels(connection: sqlite3.Connection, item: int) -> tuple[str, str]:
    """(data set, split) of an item."""
    row: tuple[str, str] = connection.execute("SELECT dataset, split FROM item WHERE id = ?", (item,)).fetchone()
    return row


def find_items_with_ties(connection: sqlite3.Connection) -> dict[int, int]:
    """The number of ties of each item that has some, in the order of the items."""
    return dict(connection.execute("SELECT id, ties FROM item WHERE ties > 0 ORDER BY id").fetchall())


def find_documents_of_system(connection: sqlite3.Connection, system: str) -> frozenset[int]:
    """The documents (row ids) that a system wrote."""
    return frozenset(row for (row,) in connection.execute("SELECT id FROM document WHERE system = ?", (system,)))


def find_items_by_key(connection: sqlite3.Connection, keys: Iterable[str]) -> list[tuple[int, str]]:
    """(row id, key) of the items with these keys."""
    query = "SELECT id, key FROM item WHERE key IN (SELECT value FROM json_each(?))"
    return connection.execute(query, (json.dumps([*keys], ensure_ascii=False),)).fetchall()


def read_document_heads(
    connection: sqlite3.Connection, items: Iterable[int]
) -> Iterator[tuple[int, int, str, str, int, bytes, int, int, str | None]]:
    """(item, row id, name, role, code points, hash, unit that is the whole, number of text units, their kind) of the
    documents of some items, in their order."""
    return connection.execute(
        "SELECT item_id, id, name, role, length, hash, whole_id, units,"
        " (SELECT kind FROM unit WHERE unit.id = whole_id + 1 AND units > 0)"
        " FROM document WHERE item_id IN (SELECT value FROM json_each(?)) ORDER BY item_id, id",
        (json.dumps([*items]),),
    )


def read_derived_of_items(
    connection: sqlite3.Connection, items: Iterable[int]
) -> Iterator[tuple[int, int, int, str, str, str]]:
    """(item, row id, document, kind, text, name) of the derived units of some items."""
    return connection.execute(
        "SELECT item_id, unit.id, document_id, unit.kind, unit.text, unit.name FROM document CROSS JOIN unit"
        " ON document_id = document.id AND unit.text IS NOT NULL"
        " WHERE item_id IN (SELECT value FROM json_each(?)) ORDER BY unit.id",
        (json.dumps([*items]),),
    )
