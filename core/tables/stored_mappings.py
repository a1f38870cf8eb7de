"""The mappings that a project has confirmed by an import: one a shape of file, kept as a setting;
and the other mappings that a file could come in by."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from galley.core.errors import GalleyError, InputError
from galley.core.storage.connection import Connection
from galley.core.storage.queries.settings import list_settings, write_setting
from galley.core.tables import shipped_mappings, sidecar
from galley.core.tables.mapping import TableMapping

if TYPE_CHECKING:
    from galley.core.tables.mapping import TableMapping


PREFIX = "intake:"
"""How the names of the settings begin."""
MAPPING_SOURCE = "the mapping that this project keeps"


def find_kept_mapping(connection: Connection, path: Path) -> TableMapping | None:
    """The mapping by which files of the shape of ``path`` came in, None where there is none or it cannot be read.

    A file that is read otherwise once its encoding, sheet or header is said is read as each kept mapping says.
    Raises: InputError if the kept one is broken.
    """
    from galley.core.tables import table_import
    from galley.core.tables.mapping import load_mapping

    stored = list_settings(connection, PREFIX)
    values_by_shape = {name.removeprefix(PREFIX): value for name, value in stored.items()}
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


def store_mapping(connection: Connection, shape: str, raw_mapping: dict[str, Any]) -> None:
    """Remember the mapping as it was written; the last one of a shape counts."""
    write_setting(connection, PREFIX + shape, json.dumps(raw_mapping, ensure_ascii=False))


KEPT, BESIDE, SHIPPED = "kept", "beside", "shipped"


@dataclass(frozen=True, slots=True)
class MappingOffer:
    """A mapping that a file could come in by. ``origin`` is KEPT, BESIDE or SHIPPED; ``name`` that of the shipped one
    or of the file."""

    origin: str
    mapping: TableMapping
    name: str = ""


def list_mapping_offers(
    paths: Sequence[Path], connection: Connection, how: dict[str, Any] | None = None
) -> list[MappingOffer]:
    """The mapping that the project keeps for files of this shape, then the one beside the file, then the shipped ones
    that fit. A stored one that cannot be read is left out.

    ``how`` is what has to be said to read the file (the ``read`` of a mapping); where that is None, the first two say
    it. Raises: InputError where the file cannot be read.
    """
    offers: list[MappingOffer] = []
    with suppress(GalleyError):
        if kept_mapping := find_kept_mapping(connection, paths[0]):
            offers.append(MappingOffer(KEPT, kept_mapping))
    place = sidecar.mapping_path(paths[0])
    with suppress(GalleyError):
        if place.is_file():
            offers.append(MappingOffer(BESIDE, shipped_mappings.load_by_name(str(place)), place.name))
    if how is None:
        how = offers[0].mapping.read if offers else {}
    names = shipped_mappings.fields(shipped_mappings.head(paths[0], how))
    offers += [
        MappingOffer(SHIPPED, shipped_mappings.load_shipped_for(name, how), name)
        for name in shipped_mappings.fitting(names)
    ]
    return offers
