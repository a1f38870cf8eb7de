"""Whether a log is what its seals say; see ``galley.core.storage.log_hashes``."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator

from galley.core.storage import log_hashes
from galley.core.storage.entry_bytes import Contents
from galley.core.storage.file_trust import short
from galley.core.storage.log_row import COLUMNS, LogRow
from galley.core.storage.queries import log_branches
from galley.core.text.plurals import format_count

_ROW = ", ".join(f"decision.{column.strip()}" for column in COLUMNS.split(","))


REASONS = {"erased": "erased", "back": "undone", "left": "left out"}
"""Why a hashed decision is not in the log, in words."""


def wrong(connection: sqlite3.Connection, database: str = "main") -> Iterator[str]:
    """A sentence for each decision that is not what was sealed, and each break of a chain."""
    if not connection.execute(f"SELECT 1 FROM {database}.source WHERE own = 1").fetchone():
        yield "No branch of the log is this file's own: another program changed the log."
    contents = Contents(connection, database)
    query = (
        f"SELECT source_id, place, seal.uid, salt, content, link, signed, away, source.uid, start, said,"
        f" event.kind, event.at, {_ROW}"
        f" FROM {database}.seal JOIN {database}.source ON source.id = source_id"
        f" LEFT JOIN {database}.event ON event.uid = seal.uid"
        f" LEFT JOIN {database}.decision ON decision.uid = seal.uid ORDER BY source_id, place"
    )
    source, last, place = 0, log_hashes.NOTHING, 0
    for (
        number,
        at,
        uid,
        salt,
        entry_hash,
        link,
        signed_content,
        away,
        name,
        start,
        entry_text,
        *row,
    ) in connection.execute(query):
        (kind, when), row = row[:2], row[2:]
        if number != source:
            source, last, place = number, start, 0
        if at != place + 1:
            log_owner = log_branches.source(connection, name, database)
            yield f"The log of {log_owner} lacks entry hashes before number {at:,}."
        elif log_hashes.link(last, entry_hash) != link:
            log_owner = log_branches.source(connection, name, database)
            which = log_branches.decision(connection, uid, database)
            yield f"The chain of {log_owner} is broken at number {at:,}, the decision {which}."
        last, place = link, at
        if away in ("back", "event") and (
            entry_text is None or salt is None or log_hashes.content(salt, entry_text.encode()) != entry_hash
        ):
            yield f"The entry {short(uid)} was changed afterwards, or is gone."
        elif away == "event" and (kind, when) != tuple(json.loads(entry_text).get(name) for name in ("kind", "at")):
            yield f"The entry {short(uid)} has another kind or time than when it was made."
        if away:
            continue
        if row[0] is None:
            yield f"The decision {short(uid)} is gone from the log."
        elif (
            salt is None
            or log_hashes.content(salt, contents.encode_decision(LogRow(*row), json.loads(signed_content or "null")))
            != entry_hash
        ):
            yield f"The decision {log_branches.decision(connection, uid, database)} was changed after it was made."
    explained_counts = log_hashes.count_explained(connection, database)
    own = {branch.uid for branch in log_branches.read_branches(connection, database) if branch.is_own}
    for (name, why), count in log_hashes.count_missing(connection, database).items():
        rest = count - explained_counts.get((name, why), 0)
        if name in own and rest > 0:
            log_owner = log_branches.source(connection, name, database)
            what = f"{format_count(rest, 'decisions')} of {log_owner} {'is' if rest == 1 else 'are'} missing"
            yield f"{what}, marked as {REASONS[why]}, and no entry of the log says so."
    # what left the project is noted by readers too, without an entry hash
    for (uid,) in connection.execute(
        f"SELECT uid FROM {database}.event WHERE kind NOT IN ('sent', 'decision') AND NOT EXISTS"
        f" (SELECT 1 FROM {database}.seal WHERE seal.uid = event.uid) ORDER BY at, uid"
    ).fetchall():
        yield f"The entry {short(uid)} was added to the log by another program: it has no entry hash."
    for (uid,) in connection.execute(
        f"SELECT uid FROM {database}.decision EXCEPT SELECT uid FROM {database}.seal"
        " WHERE away IS NULL OR away = 'erased'"
    ):
        which = log_branches.decision(connection, uid, database)
        yield f"The decision {which} was added to the log by another program: it has no entry hash."
