"""Sources and sealed decisions as people call them: "ann's package of errors/reading", "of ann on 'k0', …"."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Iterator
from typing import NamedTuple

from galley.core.definitions.protocols import DEFAULT_TASK
from galley.core.storage import log_hashes
from galley.core.storage.file_trust import short
from galley.core.text.plurals import format_count

_PACKAGE = (
    "SELECT reviewer, coalesce(nullif(json_extract(settings, '$.package.task'), ''), ?) FROM {}.package WHERE uid = ?"
)
_OWN = (
    "SELECT json_extract(value, '$.reviewer'), coalesce(nullif(json_extract(value, '$.task'), ''), ?)"
    " FROM {}.setting WHERE name = 'package' AND json_extract(value, '$.uid') = ?"
)
_DECISION = (
    "SELECT annotator.name, item.key, at FROM {0}.decision JOIN {0}.item ON item.id = item_id"
    " JOIN {0}.annotator ON annotator.id = reviewer_id WHERE uid = ?"
)


def source(
    connection: sqlite3.Connection, uid: str, database: str = "main", display_name: Callable[[str], str] = str
) -> str:
    """Whose log the source ``uid`` is: of whose package (``called`` so), of which task; the project's own just that."""
    copy, plus = " (another copy of it)", uid.partition("+")[1]
    for query in (_PACKAGE, _OWN):
        row = connection.execute(query.format(database), (DEFAULT_TASK, uid.partition("+")[0])).fetchone()
        if row is not None:
            return f"{display_name(row[0])}'s package of {row[1]}{copy if plus else ''}"
    row = connection.execute(f"SELECT own FROM {database}.source WHERE uid = ?", (uid,)).fetchone()
    return "the project itself" if row and row[0] else f"another project ({short(uid)})"


def decision(connection: sqlite3.Connection, uid: str, database: str = "main") -> str:
    """A decision by its number, and by whom, on what and when it is said to be made; nothing but the number where it is
    gone."""
    row = connection.execute(_DECISION.format(database), (uid,)).fetchone()
    if row is None:
        return short(uid)
    who, key, at = row
    return f"{short(uid)} (by {who}, on {short(key)}, {str(at)[:16].replace('T', ' ')} UTC)"


def notes(connection: sqlite3.Connection, display_name: Callable[[str], str] = str) -> list[str]:
    """What is to be said of the sources: which were sealed late, which are forks or other copies; and how many of their
    decisions are gone, since when."""
    return [*describe_erased(connection, display_name), *_of_sources(connection, display_name)]


def _of_sources(connection: sqlite3.Connection, display_name: Callable[[str], str]) -> list[str]:
    return [
        _UID.sub(lambda match: source(connection, match[1], display_name=display_name), f"{note}.")
        for (note,) in connection.execute("SELECT note FROM source WHERE note <> ''")
    ]


def describe_erased(connection: sqlite3.Connection, display_name: Callable[[str], str] = str) -> list[str]:
    """How many decisions of each source were erased, and when; a sentence each."""
    sentences, rest = [], log_hashes.count_missing(connection)
    for at, text in log_hashes.read_missing_entries(connection):
        for uid, counts in json.loads(text).items():
            for why, count in counts.items():
                rest[uid, why] = rest.get((uid, why), 0) - count
                if why == "erased":
                    log_owner = source(connection, uid, display_name=display_name)
                    were = "was" if count == 1 else "were"
                    sentences.append(f"{format_count(count, 'decisions')} of {log_owner} {were} erased on {at[:10]}.")
    for (uid, why), count in rest.items():
        if count > 0 and why == "erased":
            log_owner = source(connection, uid, display_name=display_name)
            sentences.append(
                f"{format_count(count, 'decisions')} of {log_owner} came without content, erased where it was made."
            )
    return sentences


_UID = re.compile(r"“([0-9a-f]{16}(?:\+[0-9a-f]{16})?)”")


class Branch(NamedTuple):
    """A branch of the log: row id, uid, the link that it begins ``start`` behind, note, number of entries and the last
    link."""

    row: int
    uid: str
    start: bytes
    note: str
    entry_count: int
    last: bytes | None


def read_branches(connection: sqlite3.Connection) -> list[Branch]:
    """The log's branches, the project's own first."""
    rows = connection.execute(
        "SELECT id, uid, start, note, (SELECT count(*) FROM seal WHERE source_id = source.id), (SELECT link FROM seal"
        " WHERE source_id = source.id ORDER BY place DESC LIMIT 1) FROM source ORDER BY own DESC, id"
    )
    return [Branch._make(row) for row in rows]


def find_or_add_branch(connection: sqlite3.Connection, uid: str, start: bytes, note: str) -> tuple[int, bool, bytes]:
    """(row id, whether it is the project's own, link that it begins behind) of a branch."""
    row = connection.execute("SELECT id, own, start FROM source WHERE uid = ?", (uid,)).fetchone()
    if row is None:
        row = connection.execute(
            "INSERT INTO source (uid, own, start, note) VALUES (?, 0, ?, ?) RETURNING id, own, start",
            (uid, start, note),
        ).fetchone()
    return row[0], bool(row[1]), row[2]


def read_entry_hashes(
    connection: sqlite3.Connection,
) -> Iterator[tuple[int, str, bytes | None, bytes, str | None, str | None]]:
    """(branch, uid, salt, content, what its source said otherwise as JSON, why its entry is not here) of all entry
    hashes, in the order of their branches."""
    return connection.execute(
        "SELECT source_id, uid, salt, content, signed, away FROM seal ORDER BY source_id, place"
    )


def read_signed_contents(connection: sqlite3.Connection) -> dict[str, str]:
    """What the sources of entries (uids) said otherwise, as JSON."""
    return dict(connection.execute("SELECT uid, signed FROM seal WHERE signed IS NOT NULL").fetchall())


def read_links(connection: sqlite3.Connection, branch: int, limit: int) -> list[bytes]:
    """The first links of a branch."""
    rows = connection.execute("SELECT link FROM seal WHERE source_id = ? ORDER BY place LIMIT ?", (branch, limit))
    return [link for (link,) in rows]


def find_entries_left_out(connection: sqlite3.Connection, branch: int) -> dict[str, int]:
    """The places in a branch, by uid, of the entries that were left out of the log or came back to it."""
    query = "SELECT uid, place FROM seal WHERE source_id = ? AND away IN ('left', 'back') ORDER BY away DESC"
    return dict(connection.execute(query, (branch,)).fetchall())


def bring_back_entry(connection: sqlite3.Connection, branch: int, place: int, signed: str | None) -> None:
    """Note that an entry is in the log after all; ``signed`` is what its source said otherwise, as JSON."""
    query = "UPDATE seal SET away = NULL, signed = ? WHERE source_id = ? AND place = ?"
    connection.execute(query, (signed, branch, place))
