"""What an erasure reads and deletes: all rows that hang on an item or a person."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from typing import NamedTuple

from galley.core.domain import ItemId
from galley.core.storage import redaction, text_index, tombstones
from galley.core.storage.queries.items import find_item

Connection = sqlite3.Connection
OF_ITEM = (
    ("unit_source", "unit_id IN (SELECT id FROM unit WHERE document_id IN ({documents}))"),
    ("retired", "unit_id IN (SELECT id FROM unit WHERE document_id IN ({documents}))"),
    ("mask", "unit_id IN (SELECT id FROM unit WHERE document_id IN ({documents}))"),
    ("score", "document_id IN ({documents})"),
    *((table, "verdict_id IN ({verdicts})") for table in ("span", "evidence", "verdict_call", "reason", "aside")),
    ("lineage", "item_id = :item"),
    ("undone", "decision_id IN (SELECT id FROM decision WHERE item_id = :item)"),
    *(
        (table, "item_id = :item")
        for table in (
            "earlier", "unmet", "unsaid", "handed", "known", "void", "judged", "progress", "trust", "task_item",
            "task_progress", "package_item", "package_cell", "item_meta", "note", "verdict", "decision", "call",
        )
    ),
    ("unit", "document_id IN ({documents})"),
    ("document", "item_id = :item"),
    ("item", "id = :item"),
)  # fmt: skip
NESTED = {
    "documents": "SELECT id FROM document WHERE item_id = :item",
    "verdicts": "SELECT id FROM verdict WHERE item_id = :item",
}
_THERE = (
    "SELECT EXISTS (SELECT 1 FROM annotator WHERE name = :who AND kind = 'human')"
    " OR EXISTS (SELECT 1 FROM package WHERE reviewer = :who)"
    " OR EXISTS (SELECT 1 FROM json_each((SELECT value FROM setting WHERE name = 'roles')) WHERE key = :who)"
)


def find_items_with_same_text(connection: Connection, item: ItemId) -> list[str]:
    """The keys of other items that hold a text of this one, or of those."""
    item_ids, waiting, keys = {item}, [item], []
    while waiting:
        texts = connection.execute("SELECT text FROM document WHERE item_id = ?", (waiting.pop(),)).fetchall()
        for (text,) in texts:
            if len(text.strip()) < redaction.SHORTEST:
                continue
            rows = connection.execute(
                "SELECT DISTINCT item.id, key FROM document JOIN item ON item.id = item_id WHERE instr(text, ?) > 0",
                (text.strip(),),
            )
            for row, key in rows.fetchall():
                if row not in item_ids:
                    item_ids.add(row)
                    waiting.append(row)
                    keys.append(key)
    return sorted(keys)


class Traces(NamedTuple):
    """What there is of a person or of items: whether anybody of the person's name decided, was assigned something or
    has a role; the number of ``decisions``; (reviewer, time) of the ``packages`` that
    hold them; (provider, model, time of the first request, of the last, number of requests) that held texts of the
    items."""

    has_part: bool
    decisions: int
    packages: list[tuple[str, str]]
    requests: list[tuple[str, str, str, str, int]]


def find_traces(connection: Connection, person: str, keys: Sequence[str]) -> Traces:
    """What there is of a person, or of the items with these keys where no person is named."""
    decided = "reviewer_id = (SELECT id FROM annotator WHERE name = :who AND kind = 'human')"
    packed = "reviewer = :who"
    if not person:
        decided = "item_id IN (SELECT id FROM item WHERE key IN (SELECT value FROM json_each(:keys)))"
        packed = (
            "id IN (SELECT package_id FROM package_item JOIN item ON item.id = item_id"
            " WHERE item.key IN (SELECT value FROM json_each(:keys)))"
        )
    values = {"who": person, "keys": json.dumps(list(keys))}
    return Traces(
        bool(connection.execute(_THERE, values).fetchone()[0]),
        connection.execute(f"SELECT count(*) FROM decision WHERE {decided}", values).fetchone()[0],
        connection.execute(f"SELECT reviewer, at FROM package WHERE {packed} ORDER BY at", values).fetchall(),
        connection.execute(
            "SELECT provider, model, min(call.at), max(call.at), count(*) FROM call JOIN run ON run.id = run_id"
            " JOIN item ON item.id = item_id WHERE item.key IN (SELECT value FROM json_each(:keys))"
            " AND call.state <> 'reused' GROUP BY 1, 2 ORDER BY 1, 2",
            values,
        ).fetchall(),
    )


def blank_stored_files(connection: Connection) -> None:
    """Empty the files that the project keeps, and drop what the search indexes still hold of rows that are gone."""
    connection.execute("UPDATE kept SET data = NULL, name = ''")
    connection.execute("INSERT INTO note_text (note_text) VALUES ('rebuild')")
    for index in ("item_text", "note_text"):
        connection.execute(f"INSERT INTO {index} ({index}) VALUES ('optimize')")


def erase_item(connection: Connection, key: str) -> set[str]:
    """Delete an item with all that hangs on it, and give the texts that may be quoted elsewhere."""
    item = find_item(connection, key)
    rows = connection.execute("SELECT text FROM document WHERE item_id = ? ORDER BY id", (item,))
    documents = [text for (text,) in rows]
    texts = set(documents)
    for text, start, end, words in connection.execute(
        'SELECT document.text, start, "end", unit.text FROM unit JOIN document ON document.id = document_id'
        " WHERE item_id = ?",
        (item,),
    ):
        texts.add(text[start:end] if words is None else words)
    texts |= {line for text in documents for line in text.splitlines()}
    tombstones.add_tombstones(connection, "item", [key])
    tombstones.add_tombstones(connection, "text", [text for text in documents if text.strip()])
    rows = connection.execute("SELECT uid FROM decision WHERE item_id = ?", (item,))
    redaction.drop_salts(connection, [uid for (uid,) in rows])
    _erase_undone(connection, 4, key)
    connection.execute(
        "INSERT INTO item_text (item_text, rowid, text) VALUES ('delete', ?, ?)",
        (item, text_index.searchable(documents)),
    )
    for table, condition in OF_ITEM:
        connection.execute(f"DELETE FROM {table} WHERE {condition.format(**NESTED)}", {"item": item})
    connection.execute("DELETE FROM request WHERE id NOT IN (SELECT request_id FROM call)")
    return texts


def erase_person(connection: Connection, name: str) -> tuple[set[ItemId], int]:
    """Delete what a person said; the items (row ids) in which they did, and how many units that they wrote stand."""
    row = connection.execute("SELECT id FROM annotator WHERE name = ? AND kind = 'human'", (name,)).fetchone()
    tombstones.add_tombstones(connection, "person", [name])
    if row is None:  # they were handed something, or have a role
        return set(), 0
    (who,) = row
    rows = connection.execute("SELECT id, uid, item_id FROM decision WHERE reviewer_id = ?", (who,)).fetchall()
    redaction.drop_salts(connection, [uid for _, uid, _ in rows])
    _erase_undone(connection, 2, name)
    gone = "decision_id IN (SELECT id FROM decision WHERE reviewer_id = :who)"
    by_person = "annotator_id = :who"
    written_units = connection.execute(
        "SELECT count(*) FROM unit WHERE written_id IN (SELECT id FROM decision WHERE reviewer_id = ?)", (who,)
    ).fetchone()[0]
    touched = {item for _, _, item in rows}
    touched |= {item for (item,) in connection.execute("SELECT item_id FROM verdict WHERE annotator_id = ?", (who,))}
    connection.execute(
        "UPDATE unit SET written_id = NULL WHERE written_id IN (SELECT id FROM decision WHERE reviewer_id = ?)", (who,)
    )
    verdicts = f"verdict_id IN (SELECT id FROM verdict WHERE {by_person} OR {gone})"
    for table in ("span", "evidence", "verdict_call", "aside"):
        connection.execute(f"DELETE FROM {table} WHERE {verdicts}", {"who": who})
    for table in ("undone", "retired"):
        connection.execute(f"DELETE FROM {table} WHERE {gone}", {"who": who})
    for table in (
        "earlier",
        "unmet",
        "unsaid",
        "judged",
        "silent_whole",
        "progress",
        "task_progress",
        "note",
        "reason",
        "score",
    ):
        connection.execute(f"DELETE FROM {table} WHERE {by_person}", {"who": who})
    connection.execute(f"DELETE FROM judged WHERE {gone}", {"who": who})
    connection.execute(f"DELETE FROM verdict WHERE {by_person} OR {gone}", {"who": who})
    connection.execute("DELETE FROM void WHERE annotator_id = ?", (who,))
    connection.execute("DELETE FROM decision WHERE reviewer_id = ?", (who,))
    connection.execute("DELETE FROM annotator WHERE id = ?", (who,))
    return touched, written_units


def _erase_undone(connection: Connection, field: int, words: str) -> None:
    """Decisions that were revoked with a bulk change are kept as JSON, with the reviewer at 2 and the key at 4."""
    uids = [
        uid
        for (uid,) in connection.execute(
            f"SELECT uid FROM event WHERE kind = 'decision' AND json_extract(said, '$[{field}]') = ?", (words,)
        )
    ]
    redaction.drop_salts(connection, uids)
    connection.execute("DELETE FROM event WHERE uid IN (SELECT value FROM json_each(?))", (json.dumps(uids),))
