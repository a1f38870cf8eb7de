"""The mappings that a project has confirmed by an import: one a shape of file, kept as a setting."""

from __future__ import annotations

import json
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from galley.core.errors import InputError

if TYPE_CHECKING:
    from galley.core.intake.mapping import Mapping

_PREFIX, _END = "intake:", "intake;"
"""The names of the settings: from one to before the other."""
WHOSE = "the mapping that this project keeps"


def kept(connection: sqlite3.Connection, path: Path) -> Mapping | None:
    """The mapping by which files of the shape of ``path`` came in, None where there is none or it cannot be read.

    A file that is read only once its encoding or sheet is said is read as each kept mapping says. Raises: InputError if
    the kept one is broken.
    """
    from galley.core.intake import intake
    from galley.core.intake.mapping import loads

    rows = connection.execute("SELECT name, value FROM setting WHERE name >= ? AND name < ?", (_PREFIX, _END))
    known = {name.removeprefix(_PREFIX): value for name, value in rows}
    if not known:
        return None
    try:
        shape = intake.shape(path)
    except InputError:
        shape = ""
    if shape:
        return loads(known[shape], WHOSE) if shape in known else None
    for shape, value in known.items():
        mapping = loads(value, WHOSE)
        with suppress(InputError):
            if mapping.read and intake.shape(path, mapping.read) == shape:
                return mapping
    return None


def keep(connection: sqlite3.Connection, shape: str, given: dict[str, Any]) -> None:
    """Remember the mapping as it was written; the last one of a shape counts."""
    connection.execute(
        "INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)",
        (_PREFIX + shape, json.dumps(given, ensure_ascii=False)),
    )
