"""What differs between a project and its snapshot before a bulk change, and what stays when it goes back to that.

The snapshot is attached as ``snapshot``; while going back, the project as it is now is attached to it as ``now``.
"""

from __future__ import annotations

import json
import sqlite3
from typing import NamedTuple

from galley.core.storage.entry_bytes import Contents
from galley.core.storage.log_row import COLUMNS, LogRow

Connection = sqlite3.Connection
_GONE = "uid NOT IN (SELECT uid FROM main.decision)"
_PARTS = {
    "settings": "SELECT name, value FROM {}.setting WHERE name NOT IN (SELECT value FROM json_each(:but))",
    "known answers": "SELECT * FROM {}.known",
    "revocations": "SELECT * FROM {}.void",
    "protocols": "SELECT name, source FROM {}.protocol",
}


class Differences(NamedTuple):
    """Whether the snapshot's log holds what the project's does not (``is_of_another_log``); how many ``decisions``,
    ``items`` and ``verdicts`` (of judges and imports) the project has more than its snapshot, how many of the decisions
    came ``later`` than the change, and which other ``parts`` differ: "settings", "known answers", "revocations",
    "protocols"."""

    is_of_another_log: bool
    decisions: int
    later: int
    items: int
    verdicts: int
    parts: frozenset[str]


def count_differences(connection: Connection, last: int, but: tuple[str, ...]) -> Differences:
    """What the project has more than its snapshot. ``last`` is the last decision (row id) of the change itself; the
    settings ``but`` are not compared."""
    foreign_entry = connection.execute(
        "SELECT source.uid, place, link FROM snapshot.seal JOIN snapshot.source ON source.id = source_id"
        " EXCEPT SELECT source.uid, place, link FROM main.seal JOIN main.source ON source.id = source_id"
    ).fetchone()
    decisions, later = connection.execute(
        "SELECT count(*), total(id > ?) FROM main.decision WHERE uid NOT IN (SELECT uid FROM snapshot.decision)",
        (last,),
    ).fetchone()
    (items,) = connection.execute(
        "SELECT count(*) FROM main.item WHERE key NOT IN (SELECT key FROM snapshot.item)"
    ).fetchone()
    judged = "SELECT count(*) FROM {}.verdict WHERE decision_id IS NULL"
    current, then = (connection.execute(judged.format(which)).fetchone()[0] for which in ("main", "snapshot"))
    values = {"but": json.dumps(but)}
    parts = {part for part, query in _PARTS.items() if _differs(connection, query, values)}
    return Differences(
        foreign_entry is not None, decisions, int(later), items, max(0, current - then), frozenset(parts)
    )


def _differs(connection: Connection, query: str, values: dict[str, str]) -> bool:
    current, then = query.format("main"), query.format("snapshot")
    both = f"SELECT * FROM ({current} EXCEPT {then}) UNION ALL SELECT * FROM ({then} EXCEPT {current}) LIMIT 1"
    return connection.execute(both, values).fetchone() is not None


def carry_over(connection: Connection) -> None:
    """Bring into the snapshot what stays although the project goes back: the log's seals, what happened, whom what was
    assigned or sent to. The decisions that go stay word for word as events."""
    contents = Contents(connection, "now")
    names = ", ".join(f"decision.{name.strip()}" for name in COLUMNS.split(","))
    signed = dict(connection.execute("SELECT uid, signed FROM now.seal WHERE signed IS NOT NULL AND away IS NULL"))
    undone_decisions = [
        (row.uid, row.at, contents.encode_decision(row, json.loads(signed.get(row.uid, "null"))).decode())
        for row in (LogRow(*fields) for fields in connection.execute(f"SELECT {names} FROM now.decision WHERE {_GONE}"))
    ]
    connection.execute("INSERT OR IGNORE INTO source SELECT * FROM now.source")
    connection.execute(
        "INSERT OR IGNORE INTO seal SELECT source_id, place, uid, salt, content, link, signed, CASE WHEN away IS NULL"
        f" AND {_GONE} THEN 'back' ELSE away END FROM now.seal"
    )
    connection.execute(f"UPDATE seal SET away = 'back' WHERE away IS NULL AND {_GONE}")
    connection.execute("INSERT OR IGNORE INTO event SELECT * FROM now.event")
    connection.executemany(
        "INSERT OR IGNORE INTO event (uid, at, kind, said) VALUES (?, ?, 'decision', ?)", undone_decisions
    )
    connection.execute("INSERT OR IGNORE INTO kept SELECT * FROM now.kept")
    connection.execute("INSERT OR IGNORE INTO package SELECT * FROM now.package")
    for table in ("package_item", "package_cell"):
        still_exists = "item_id IN (SELECT id FROM main.item) AND package_id IN (SELECT id FROM main.package)"
        connection.execute(f"INSERT OR IGNORE INTO {table} SELECT * FROM now.{table} WHERE {still_exists}")
