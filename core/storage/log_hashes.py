"""The chain of a log: each decision is sealed as its source makes it, so that a later change of it is found.

A source is a project or a package. For each of its decisions in turn it keeps c = H(salt, content) and
link = H(the link before, c), with BLAKE2b of 256 bits (RFC 7693). The salt keeps a content from being guessed from its
c once it was erased. Answers carry the seals along, so the order in which they are merged is free; the *head* of a
project is the hash of the sorted last links of its sources.

Whoever can edit a file can compute its chain again: only a head or a file in somebody else's hands proves anything.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from galley.core.hashing import blake2b
from galley.core.storage import setting_states, slot_queries
from galley.core.storage.bulk_rows import insert
from galley.core.storage.entry_bytes import Contents
from galley.core.storage.log_row import COLUMNS, LogRow

SIZE = 32
"""Bytes of a hash."""
NOTHING = bytes(SIZE)
"""The link before the first."""
WRITE = "INSERT INTO seal (source_id, place, uid, salt, content, link)"
_OWN = "SELECT id, start FROM source WHERE own = 1 ORDER BY id DESC LIMIT 1"

Written = tuple[int, int, str, bytes, bytes, bytes]


def content(salt: bytes, content_bytes: bytes) -> bytes:
    """c: the salted hash of what a decision says; b"" for a salt that is none, so that it is no decision's."""
    if len(salt) > blake2b.SALT_SIZE:
        return b""
    return blake2b(content_bytes, digest_size=SIZE, salt=salt).digest()


def link(before: bytes, entry_hash: bytes) -> bytes:
    """The link that follows ``before``."""
    return blake2b(before + entry_hash, digest_size=SIZE).digest()


def add_entry_hashes(connection: sqlite3.Connection, rows: Iterable[LogRow], contents: Contents | None = None) -> None:
    """Seal decisions that this project makes, in the transaction that writes them."""
    source, last, place = _end(connection)
    contents = contents or Contents(connection)
    hash_rows: list[Written] = []
    for row in rows:
        salt = os.urandom(blake2b.SALT_SIZE)
        entry_hash = content(salt, contents.encode_decision(row))
        last = link(last, entry_hash)
        place += 1
        hash_rows.append((source, place, row.uid, salt, entry_hash, last))
    insert(connection, WRITE, hash_rows)


def event(connection: sqlite3.Connection, kind: str, fields: Mapping[str, Any], who: str = "") -> None:
    """Write down and seal what happened to the project besides a decision, and who did it; after it was done, since the
    entry holds what settings are now."""
    source, last, place = _end(connection)
    uid, salt = os.urandom(8).hex(), os.urandom(blake2b.SALT_SIZE)
    at = datetime.now(UTC).isoformat(timespec="microseconds")
    named = {"who": who} if who else {}
    state = setting_states.read_states(connection)  # check compares it with today's
    text = json.dumps({"at": at, "kind": kind, **named, **fields, "state": state}, ensure_ascii=False)
    connection.execute("INSERT INTO event (uid, at, kind, said) VALUES (?, ?, ?, ?)", (uid, at, kind, text))
    entry_hash = content(salt, text.encode())
    insert(
        connection,
        "INSERT INTO seal (source_id, place, uid, salt, content, link, away)",
        [(source, place + 1, uid, salt, entry_hash, link(last, entry_hash), "event")],
    )


def account(connection: sqlite3.Connection, kind: str, fields: Mapping[str, Any]) -> None:
    """The same of what takes decisions out of the log; the entry says how many of each source went since the last."""
    before = count_explained(connection)
    fresh: dict[str, dict[str, int]] = {}
    for (source, why), count in count_missing(connection).items():
        if count > before.get((source, why), 0):
            fresh.setdefault(source, {})[why] = count - before.get((source, why), 0)
    event(connection, kind, {**fields, "missing": fresh})


def count_explained(connection: sqlite3.Connection, database: str = "main") -> dict[tuple[str, str], int]:
    """How many decisions of each source sealed entries say to be erased, revoked or left out."""
    explained_counts: dict[tuple[str, str], int] = {}
    for _, text in read_missing_entries(connection, database):
        for source, counts in json.loads(text).items():
            for why, count in counts.items():
                explained_counts[source, why] = explained_counts.get((source, why), 0) + count
    return explained_counts


def _end(connection: sqlite3.Connection) -> tuple[int, bytes, int]:
    """The source of what is decided here now, its last link, and at which place that is."""
    source, start = connection.execute(_OWN).fetchone()
    row = connection.execute(
        "SELECT link, place FROM seal WHERE source_id = ? ORDER BY place DESC LIMIT 1", (source,)
    ).fetchone()
    return (source, row[0], row[1]) if row else (source, start, 0)


def begin(connection: sqlite3.Connection) -> None:
    """Give a project a source of its own; what a project from before there were seals has decided is sealed now. The
    source of a package has the package's uid: its answers come home under that name."""
    if connection.execute(_OWN).fetchone():
        return
    count = connection.execute("SELECT count(*) FROM decision").fetchone()[0]
    at = datetime.now(UTC).isoformat(timespec="seconds")
    note = f"{count:,} earlier decisions got their entry hashes only on {at}" if count else ""
    uid = slot_queries.read_package_uid(connection) or os.urandom(8).hex()
    connection.execute("INSERT INTO source (uid, own, start, note) VALUES (?, 1, ?, ?)", (uid, NOTHING, note))
    add_entry_hashes(
        connection, (LogRow(*row) for row in connection.execute(f"SELECT {COLUMNS} FROM decision ORDER BY at, uid"))
    )


def own(connection: sqlite3.Connection) -> str:
    """The name of the source of what is decided here now: a package's is its uid."""
    uid: str = connection.execute(_OWN.replace("id, start", "uid")).fetchone()[0]
    return uid


def fork(connection: sqlite3.Connection, note: str) -> None:
    """Go on under a source of its own: what is decided from here on is no continuation of the file that this one was
    copied from."""
    _, last, _ = _end(connection)
    connection.execute(
        "INSERT INTO source (uid, own, start, note) VALUES (?, 1, ?, ?)", (os.urandom(8).hex(), last, note)
    )


def tip(connection: sqlite3.Connection) -> bytes:
    """The last link of what is decided here."""
    return _end(connection)[1]


def heads(connection: sqlite3.Connection, database: str = "main") -> dict[str, bytes]:
    """The last link of each source, by its uid."""
    return dict(
        connection.execute(
            f"SELECT uid, coalesce((SELECT link FROM {database}.seal WHERE source_id = source.id ORDER BY place DESC"
            f" LIMIT 1), start) FROM {database}.source"
        )
    )


def log_digest(connection: sqlite3.Connection, database: str = "main") -> str:
    """The project's head: 64 hexadecimal digits."""
    return combine_links(heads(connection, database).values())


def combine_links(last: Iterable[bytes]) -> str:
    """The head that the last links of sources have together, whatever their order."""
    return blake2b(b"".join(sorted(last)), digest_size=SIZE).hexdigest()


def count_missing(connection: sqlite3.Connection, database: str = "main") -> dict[tuple[str, str], int]:
    """How many sealed decisions are not in the log: by the uid of their source, and "erased", "back" or "left" out."""
    rows = connection.execute(
        f"SELECT source.uid, away, count(*) FROM {database}.seal JOIN {database}.source ON source.id = source_id"
        " WHERE away IN ('erased', 'back', 'left') GROUP BY 1, 2 ORDER BY 1, 2"
    )
    return {(source, why): count for source, why, count in rows}


def read_missing_entries(connection: sqlite3.Connection, database: str = "main") -> list[tuple[str, str]]:
    """(time, JSON of source to reason to count) of each sealed entry that says which decisions went."""
    query = (
        f"SELECT event.at, json_extract(said, '$.missing') FROM {database}.event JOIN {database}.seal"
        " ON seal.uid = event.uid AND away = 'event' WHERE kind IN ('erased', 'back')"
        " AND json_extract(said, '$.missing') IS NOT NULL ORDER BY event.at, event.uid"
    )
    return connection.execute(query).fetchall()
