"""The mapping that lies beside its file, under the file's own name with .mapping.json behind."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from galley.core.errors import GalleyError
from galley.core.foreign_files import MOST_SETTINGS, load_json, read_whole
from galley.core.import_types import ImportReport
from galley.core.new_files import replace_file
from galley.core.tables.mapping import TableMapping


def mapping_path(file: Path) -> Path:
    """Where the mapping of a file lies."""
    return file.with_name(f"{file.name}.mapping.json")


def write_mapping(target: Path, raw_mapping: dict[str, Any], *sources: Path) -> None:
    """Write a mapping as it is read from JSON; what cannot read ``sources`` cannot read it either. Raises: OSError,
    GalleyError."""
    with replace_file(target, *sources) as unfinished:
        unfinished.write_text(json.dumps(raw_mapping, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def save_mapping(file: Path, mapping: TableMapping, report: ImportReport) -> None:
    """Keep the mapping beside its file, unless another one lies there or the folder cannot be written to."""
    target = mapping_path(file)
    try:
        if not target.exists():
            write_mapping(target, mapping.raw_mapping, file)
        elif load_json(read_whole(target, MOST_SETTINGS)) != mapping.raw_mapping:
            report.note(str(file), 0, f"another mapping is beside it ({target.name}) and was left as it is.")
    except (OSError, ValueError, GalleyError) as error:
        report.note(str(file), 0, f"the mapping could not be saved beside it ({error}).")


def replace_mapping(file: Path, expected: dict[str, Any], mapping: TableMapping) -> None:
    """Keep another mapping beside its file, if the one that lies there is ``before``."""
    target = mapping_path(file)
    try:
        if target.exists() and load_json(read_whole(target, MOST_SETTINGS)) == expected:
            write_mapping(target, mapping.raw_mapping, file)
    except (OSError, ValueError, GalleyError):
        return  # it is a help for the next import, and no part of this one
