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


def notes(
    connection: sqlite3.Connection, display_name: Callable[[str], str] = str, *, erased_only: bool = False
) -> list[str]:
    """What is to be said of the sources, in sentences: how many decisions of each were erased, and when; unless
    ``erased_only``, which were sealed late, and which are forks or other copies."""
    stored = () if erased_only else connection.execute("SELECT note FROM source WHERE note <> ''")
    return [
        *_describe_erased(connection, display_name),
        *(
            _UID.sub(lambda match: source(connection, match[1], display_name=display_name), f"{note}.")
            for (note,) in stored
        ),
    ]


def _describe_erased(connection: sqlite3.Connection, display_name: Callable[[str], str]) -> list[str]:
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
    """A branch of the log: row id, uid, whether it is the project's own, the link that it begins ``start`` behind,
    note, number of entries and the last link."""

    row: int
    uid: str
    is_own: bool
    start: bytes
    note: str
    entry_count: int
    last: bytes | None


def read_branches(connection: sqlite3.Connection, database: str = "main") -> list[Branch]:
    """The log's branches, the project's own first."""
    own_hashes = f"{database}.seal WHERE source_id = source.id"
    rows = connection.execute(
        f"SELECT id, uid, own, start, note, (SELECT count(*) FROM {own_hashes}), (SELECT link FROM {own_hashes}"
        f" ORDER BY place DESC LIMIT 1) FROM {database}.source ORDER BY own DESC, id"
    )
    return [Branch._make(row) for row in rows]


class OpenBranch(NamedTuple):
    """A branch that entries are added to: row id, whether it is the project's own, the link that it begins ``start``
    behind, its first ``links``, and the places, by uid, of the entries that were ``left_out`` of the log or came back
    to it."""

    row: int
    is_own: bool
    start: bytes
    links: list[bytes]
    left_out: dict[str, int]


def open_branch(connection: sqlite3.Connection, uid: str, start: bytes, note: str, limit: int) -> OpenBranch:
    """A branch with at most ``limit`` of its links; it is added where there is none."""
    row = connection.execute("SELECT id, own, start FROM source WHERE uid = ?", (uid,)).fetchone()
    if row is None:
        row = connection.execute(
            "INSERT INTO source (uid, own, start, note) VALUES (?, 0, ?, ?) RETURNING id, own, start",
            (uid, start, note),
        ).fetchone()
    links = connection.execute("SELECT link FROM seal WHERE source_id = ? ORDER BY place LIMIT ?", (row[0], limit))
    left_out = connection.execute(
        "SELECT uid, place FROM seal WHERE source_id = ? AND away IN ('left', 'back') ORDER BY away DESC", (row[0],)
    )
    number, is_own, own_start = row
    return OpenBranch(number, bool(is_own), own_start, [link for (link,) in links], dict(left_out.fetchall()))


class EntryHash(NamedTuple):
    """Of one decision; no ``salt`` where it was erased. ``signed_content`` is what its source said otherwise, as JSON,
    ``left_out`` why its entry is not in the log."""

    uid: str
    salt: bytes | None
    content: bytes
    signed_content: str | None = None
    left_out: str | None = None


def read_entry_hashes(
    connection: sqlite3.Connection, *, signed_only: bool = False
) -> Iterator[tuple[int, EntryHash]]:
    """(branch, entry hash) of all, or of those of which the source said something otherwise, in the order of their
    branches."""
    where = "WHERE signed IS NOT NULL" if signed_only else ""
    for branch, *entry_hash in connection.execute(
        f"SELECT source_id, uid, salt, content, signed, away FROM seal {where} ORDER BY source_id, place"
    ):
        yield branch, EntryHash._make(entry_hash)


def bring_back_entry(connection: sqlite3.Connection, branch: int, place: int, signed: str | None) -> None:
    """Note that an entry is in the log after all; ``signed`` is what its source said otherwise, as JSON."""
    query = "UPDATE seal SET away = NULL, signed = ? WHERE source_id = ? AND place = ?"
    connection.execute(query, (signed, branch, place))
