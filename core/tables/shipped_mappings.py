"""The mappings that ship, and which of them a file fits: by the names of its fields alone."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from galley.core import paths
from galley.core.errors import GalleyError, InputError
from galley.core.foreign_files import MOST_SETTINGS, read_whole
from galley.core.import_types import ImportReport
from galley.core.tables import sources
from galley.core.tables.elements import Element
from galley.core.tables.mapping import TableMapping, load_mapping, parse_mapping

LOOKED_AT = 20


@functools.cache
def load_shipped() -> dict[str, TableMapping]:
    """Name to mapping, in alphabetical order."""
    folder = paths.resources() / "mappings"
    return {
        path.stem: load_mapping(path.read_text("utf-8"), f"the mapping {path.stem}")
        for path in sorted(folder.glob("*.json"), key=lambda path: path.stem)
    }


def load_shipped_for(name: str, how: dict[str, Any]) -> TableMapping:
    """A shipped mapping for a file that is read as ``how`` says."""
    mapping = load_shipped()[name]
    return parse_mapping({**mapping.raw_mapping, "read": how}, f"the mapping {name}") if how else mapping


def head(path: Path, how: dict[str, Any] | None = None, count: int = LOOKED_AT) -> list[Element]:
    """The first elements of a file. Raises: InputError."""
    return list(sources.first(sources.elements(path, how or {}, ImportReport()), count))


def fields(elements: Iterable[Element]) -> list[str]:
    """The names of the fields of some elements, in order of appearance."""
    return list(dict.fromkeys(n for element in elements if isinstance(element.value, dict) for n in element.value))


def fitting(names: Iterable[str], offered: bool = False) -> list[str]:
    """The shipped mappings whose ``fits`` names these fields: all without a ``?``, and no other unless it has ``*``.

    One that is only ``offered`` fits data of one's own just as well, where its roles would be wrong; it never applies
    by itself.
    """
    field_names = set(names)
    mapping_names = []
    for name, mapping in load_shipped().items():
        fits = mapping.raw_mapping["fits"]
        needed = {field for field in fits if field != "*" and not field.endswith("?")}
        allowed = needed | {field.removesuffix("?") for field in fits}
        if (
            bool(mapping.raw_mapping.get("offered")) == offered
            and needed <= field_names
            and ("*" in fits or field_names <= allowed)
        ):
            mapping_names.append(name)
    return mapping_names


def claims(path: Path) -> list[str]:
    """The shipped mappings that apply to a file by themselves; [] for what cannot be read."""
    try:
        return fitting(fields(head(path)))
    except (GalleyError, OSError):
        return []


def load_by_name(text: str) -> TableMapping:
    """A mapping by the name of one that ships, or in a file. Raises: InputError."""
    if text in load_shipped():
        return load_shipped()[text]
    path = Path(text)
    try:
        return load_mapping(read_whole(path, MOST_SETTINGS), str(path))
    except FileNotFoundError:
        known_names = ", ".join(load_shipped())
        raise InputError(
            f"There is no mapping {text}; give the path of one, or one of those that ship: {known_names}."
        ) from None
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror}); check its permissions.") from None
