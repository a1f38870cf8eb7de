"""What can change gold besides decisions, as it stands: a digest of each kind of setting."""

from __future__ import annotations

import json
import sqlite3

from galley.core.hashing import blake2b
from galley.core.storage import slot_queries

Connection = sqlite3.Connection
_ROWS = {
    "roles": "SELECT value FROM setting WHERE name = 'roles'",
    "protocols and rules": "SELECT name, source FROM protocol ORDER BY name",
    "known answers": "SELECT item_id, criterion_id, unit_id, target_id, value, trains FROM known ORDER BY 1, 2, 3, 4",
    "revocations": "SELECT task_id, annotator_id, round, item_id FROM void ORDER BY 1, 2, 3, 4",
}


def read_states(connection: Connection) -> dict[str, str]:
    """A digest of each kind of setting that holds anything."""
    found = {}
    for kind, query in _ROWS.items():
        if rows := connection.execute(query).fetchall():
            found[kind] = blake2b(json.dumps(rows).encode(), digest_size=16).hexdigest()
    return found


def read_last_states(connection: Connection) -> tuple[str, dict[str, str]] | None:
    """When the log's last entry with these digests was written, and the digests; None where there is none."""
    row = connection.execute(
        "SELECT at, json_extract(said, '$.state') FROM event JOIN seal ON seal.uid = event.uid JOIN source"
        " ON source.id = source_id WHERE own = 1 AND kind NOT IN ('sent', 'decision')"
        " AND json_type(said, '$.state') = 'object' ORDER BY source_id DESC, place DESC LIMIT 1"
    ).fetchone()
    return (row[0], json.loads(row[1])) if row else None


def find_changed(connection: Connection) -> tuple[str, list[str]]:
    """When the log's last entry was written, and the kinds of settings that are not as they were then."""
    last = None if slot_queries.is_package(connection) else read_last_states(connection)
    if last is None:
        return "", []
    at, then = last
    now = read_states(connection)
    return at, [kind for kind in _ROWS if now.get(kind) != then.get(kind)]
