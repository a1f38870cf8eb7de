"""What a project file may not say of itself, since whoever reads it makes room for it or walks through it: a document
of two thousand million units, a row with a number that no file of this size could have come to.

Opening refuses what a few look-ups find (``refuse``); documents are looked at where all of them are read (``extents``),
since that takes a moment where there are many. `galley project check` lists both.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

from galley.core.errors import RESTORE, NotAProject
from galley.core.storage.record_rows import LONGEST

NUMBERED = (
    "annotator", "scheme", "criterion", "item", "document", "unit", "verdict", "run", "request", "call", "decision",
    "note", "package",
)  # fmt: skip
"""Tables whose rows are numbered from 1 on, one after the other."""
NAMED = {"annotator": ("name", "method", "model", "prompt"), "scheme": ("name",), "criterion": ("name",)}


def refuse(connection: sqlite3.Connection, path: Path) -> None:
    """Raises: NotAProject"""
    for sentence in wrong(connection):
        raise damage_error(str(path), sentence)


def damage_error(what: str, sentence: str) -> NotAProject:
    """The error that says so."""
    return NotAProject(f"{what} is damaged; {RESTORE} (galley project check lists the damage). {sentence}")


def wrong(connection: sqlite3.Connection, database: str = "main") -> Iterator[str]:
    """One sentence for each thing that cannot be."""
    pages, size = (
        connection.execute(f"PRAGMA {database}.{name}").fetchone()[0] for name in ("page_count", "page_size")
    )
    for table in NUMBERED:
        first, last = connection.execute(
            f"SELECT (SELECT min(id) FROM {database}.{table}), (SELECT max(id) FROM {database}.{table})"
        ).fetchone()
        if last is not None and (first < 1 or last > pages * size):
            yield f"The table {table} numbers its rows as no project does ({first} to {last})."
    for table, columns in NAMED.items():
        length = ", ".join(f"max(length({column}))" for column in columns)
        longest = connection.execute(f"SELECT {length} FROM {database}.{table}").fetchone()
        if max((most or 0 for most in longest), default=0) > LONGEST:
            yield f"The table {table} holds a name of more than {LONGEST:,} characters."


def extents(connection: sqlite3.Connection, database: str = "main") -> Iterator[str]:
    """A sentence where documents claim more units than there are. Reads one index of all documents."""
    least, lowest, highest, total, last = connection.execute(
        "SELECT min(units), min(whole_id), max(whole_id), total(units) + count(*),"
        f" (SELECT max(id) FROM {database}.unit) FROM {database}.document"
    ).fetchone()
    if lowest is not None and (last is None or least < 0 or lowest < 1 or highest > last or total > last):
        yield "A document counts more units than there are, or units that are not there."
