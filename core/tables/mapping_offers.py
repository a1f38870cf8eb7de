"""The mappings that a file could come in by, besides the roles of its columns."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from galley.core.errors import GalleyError
from galley.core.storage.read_connection import Reader
from galley.core.tables import shipped_mappings, sidecar, stored_mappings
from galley.core.tables.mapping import TableMapping

KEPT, BESIDE, SHIPPED = "kept", "beside", "shipped"


@dataclass(frozen=True, slots=True)
class MappingOffer:
    """A mapping that a file could come in by. ``origin`` is KEPT, BESIDE or SHIPPED; ``name`` that of the shipped one
    or of the file."""

    origin: str
    mapping: TableMapping
    name: str = ""


def list_mapping_offers(
    paths: Sequence[Path], connection: Reader, how: dict[str, Any] | None = None
) -> list[MappingOffer]:
    """The mapping that the project keeps for files of this shape, then the one beside the file, then the shipped ones
    that fit. A stored one that cannot be read is left out.

    ``how`` is what has to be said to read the file (the ``read`` of a mapping); where that is None, the first two say
    it. Raises: InputError where the file cannot be read.
    """
    offers: list[MappingOffer] = []
    with suppress(GalleyError):
        if kept_mapping := stored_mappings.find_kept_mapping(connection, paths[0]):
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
