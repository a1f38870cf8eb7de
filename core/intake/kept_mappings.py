"""The mappings that a project has confirmed by an import: one a shape of file, kept as a setting."""

from __future__ import annotations

import json
import sqlite3
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from galley.core.intake.mapping import Mapping

_PREFIX = "intake:"


def kept(connection: sqlite3.Connection, shape: str) -> Mapping | None:
    """The mapping that files of this shape came in by, None if there was none. Raises: InputError if it is broken."""
    from galley.core.intake.mapping import loads

    row = connection.execute("SELECT value FROM setting WHERE name = ?", (_PREFIX + shape,)).fetchone()
    return loads(row[0], "the mapping that this project keeps") if row else None


def keep(connection: sqlite3.Connection, shape: str, given: dict[str, Any]) -> None:
    """Remember the mapping as it was written; the last one of a shape counts."""
    connection.execute(
        "INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)",
        (_PREFIX + shape, json.dumps(given, ensure_ascii=False)),
    )
