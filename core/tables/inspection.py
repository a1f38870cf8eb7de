"""A first look at a file: its fields with some of their values, and the mappings that it could come in by."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from galley.core.errors import GalleyError
from galley.core.tables import (
    field_roles,
    guesses,
    record_paths,
    shipped_mappings,
    sidecar,
    stored_mappings,
    table_import,
)
from galley.core.tables.mapping import TableMapping, load_mapping
from galley.core.tables.record_paths import Scope

MOST_FIELDS = 100
"""Fields that are shown one by one."""
KEPT, BESIDE, SHIPPED, GUESSED = "kept", "beside", "shipped", "guessed"


@dataclass(frozen=True, slots=True)
class MappingOffer:
    """A mapping that a file could come in by. ``origin`` is KEPT, BESIDE, SHIPPED or GUESSED; ``name`` that of the
    shipped one or of the file; ``why`` has a sentence for a field where there is one, and under "" for the whole."""

    origin: str
    mapping: TableMapping
    name: str = ""
    why: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FileInspection:
    """``fields``: paths with some values each, at most ``MOST_FIELDS`` of all ``names``; ``rows``: place and values of
    the first records, in the order of the fields; ``offers``: best first; ``faults``: what the user should know, in
    sentences."""

    paths: tuple[Path, ...]
    names: tuple[str, ...]
    fields: dict[str, list[str]]
    rows: list[tuple[str, list[str]]]
    offers: list[MappingOffer]
    faults: list[str]


def inspect_files(
    paths: Sequence[Path], connection: sqlite3.Connection, how: dict[str, str] | None = None
) -> FileInspection:
    """Read the first records of the first file. The mapping that the project keeps for files of this shape comes first,
    then the one beside the file, those that ship and fit, and a guess.

    ``how`` is what has to be said to read it (the ``read`` of a mapping); where that is None, the first two say it.
    Raises: InputError.
    """
    offers: list[MappingOffer] = []
    faults: list[str] = []
    try:
        if kept_mapping := stored_mappings.find_kept_mapping(connection, paths[0]):
            offers.append(MappingOffer(KEPT, kept_mapping))
    except GalleyError as error:
        faults.append(str(error))
    place = sidecar.mapping_path(paths[0])
    if place.is_file():
        try:
            offers.append(MappingOffer(BESIDE, shipped_mappings.load_by_name(str(place)), place.name))
        except GalleyError as error:
            faults.append(str(error))
    if how is None:
        how = offers[0].mapping.read if offers else {}
    first = shipped_mappings.head(paths[0], how)
    names = shipped_mappings.fields(first)
    whole = field_roles.fields(first)
    shown_fields = dict(islice(whole.items(), MOST_FIELDS))
    if len(whole) > MOST_FIELDS:
        faults.append(
            f"It has {len(whole):,} fields; the first {MOST_FIELDS} are shown, the others are metadata unless the words"
            " of the mapping name them."
        )
    shipped = shipped_mappings.load_shipped()
    offers += [
        MappingOffer(SHIPPED, _with_read_options(shipped[name], how), name) for name in shipped_mappings.fitting(names)
    ]
    guess, reasons = guesses.guess(first)
    why = {name: reason.text for reason in reasons for name in reason.fields or ("",)}
    offers.append(MappingOffer(GUESSED, _with_read_options(guess, how), "", why))
    offers += [
        MappingOffer(SHIPPED, _with_read_options(shipped[name], how), name)
        for name in shipped_mappings.fitting(names, offered=True)
    ]
    parsed_paths = [_path(name) for name in shown_fields]
    rows = []
    for element in first[: table_import.PREVIEWED]:
        scope = Scope(element.value, element.number, element.path.stem, None)
        rows.append((element.place, [_sample_text(path, scope) for path in parsed_paths]))
    return FileInspection(tuple(paths), tuple(whole), shown_fields, rows, offers, faults)


def _with_read_options(mapping: TableMapping, how: dict[str, str]) -> TableMapping:
    return load_mapping(json.dumps({**mapping.raw_mapping, "read": how}), "the mapping") if how else mapping


def _path(name: str) -> record_paths.RecordPath:
    try:
        return record_paths.parse(name)
    except GalleyError:  # a name that is no path: the field as it stands
        return record_paths.RecordPath(name, (("field", name),), False)


def _sample_text(path: record_paths.RecordPath, scope: Scope) -> str:
    return "  ·  ".join(" ".join(str(element.value)[:160].split()) for element in record_paths.find(path, scope))
