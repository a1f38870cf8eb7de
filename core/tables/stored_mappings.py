"""The mappings that a project has confirmed by an import: one a shape of file, kept as a setting."""

from __future__ import annotations

import json
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from galley.core.errors import InputError
from galley.core.storage.queries.settings import list_settings, write_setting

if TYPE_CHECKING:
    from galley.core.tables.mapping import TableMapping

_PREFIX, _END = "intake:", "intake;"
"""The names of the settings: from one to before the other."""
MAPPING_SOURCE = "the mapping that this project keeps"


def find_kept_mapping(connection: sqlite3.Connection, path: Path) -> TableMapping | None:
    """The mapping by which files of the shape of ``path`` came in, None where there is none or it cannot be read.

    A file that is read otherwise once its encoding, sheet or header is said is read as each kept mapping says.
    Raises: InputError if the kept one is broken.
    """
    from galley.core.tables import table_import
    from galley.core.tables.mapping import load_mapping

    stored = list_settings(connection, _PREFIX)
    values_by_shape = {name.removeprefix(_PREFIX): value for name, value in stored.items()}
    if not values_by_shape:
        return None
    try:
        shape = table_import.shape(path)
    except InputError:
        shape = ""
    if shape in values_by_shape:
        return load_mapping(values_by_shape[shape], MAPPING_SOURCE)
    for shape, value in values_by_shape.items():
        mapping = load_mapping(value, MAPPING_SOURCE)
        with suppress(InputError):
            if mapping.read and table_import.shape(path, mapping.read) == shape:
                return mapping
    return None


def store_mapping(connection: sqlite3.Connection, shape: str, raw_mapping: dict[str, Any]) -> None:
    """Remember the mapping as it was written; the last one of a shape counts."""
    write_setting(connection, _PREFIX + shape, json.dumps(raw_mapping, ensure_ascii=False))
