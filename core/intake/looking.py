"""A first look at a file: its fields with some of their values, and the mappings that it could come in by."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from galley.core.errors import GalleyError
from galley.core.intake import beside, fieldroles, guessing, intake, kept_mappings, pathlang, shipped_mappings
from galley.core.intake.mapping import Mapping as TableMapping
from galley.core.intake.mapping import loads
from galley.core.intake.pathlang import Scope

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
class Look:
    """``fields``: paths with some values each, at most ``MOST_FIELDS`` of all ``names``; ``rows``: place and values of
    the first records, in the order of the fields; ``offers``: best first; ``faults``: what the user should know, in
    sentences."""

    paths: tuple[Path, ...]
    names: tuple[str, ...]
    fields: dict[str, list[str]]
    rows: list[tuple[str, list[str]]]
    offers: list[MappingOffer]
    faults: list[str]


def look(paths: Sequence[Path], connection: sqlite3.Connection, how: dict[str, str] | None = None) -> Look:
    """Read the first records of the first file. The mapping that the project keeps for files of this shape comes first,
    then the one beside the file, those that ship and fit, and a guess.

    ``how`` is what has to be said to read it (the ``read`` of a mapping); where that is None, the first two say it.
    Raises: InputError.
    """
    offers: list[MappingOffer] = []
    faults: list[str] = []
    try:
        if kept := kept_mappings.kept(connection, paths[0]):
            offers.append(MappingOffer(KEPT, kept))
    except GalleyError as error:
        faults.append(str(error))
    place = beside.place(paths[0])
    if place.is_file():
        try:
            offers.append(MappingOffer(BESIDE, shipped_mappings.named(str(place)), place.name))
        except GalleyError as error:
            faults.append(str(error))
    if how is None:
        how = offers[0].mapping.read if offers else {}
    first = shipped_mappings.head(paths[0], how)
    names = shipped_mappings.fields(first)
    whole = fieldroles.fields(first)
    found = dict(islice(whole.items(), MOST_FIELDS))
    if len(whole) > MOST_FIELDS:
        faults.append(
            f"It has {len(whole):,} fields; the first {MOST_FIELDS} are shown, the others are metadata unless the words"
            " of the mapping name them."
        )
    shipped = shipped_mappings.shipped()
    offers += [MappingOffer(SHIPPED, _read(shipped[name], how), name) for name in shipped_mappings.fitting(names)]
    guess, reasons = guessing.guess(first)
    why = {name: reason.text for reason in reasons for name in reason.fields or ("",)}
    offers.append(MappingOffer(GUESSED, _read(guess, how), "", why))
    offers += [
        MappingOffer(SHIPPED, _read(shipped[name], how), name) for name in shipped_mappings.fitting(names, offered=True)
    ]
    parsed = [_path(name) for name in found]
    rows = []
    for element in first[: intake.PREVIEWED]:
        scope = Scope(element.value, element.number, element.path.stem, None)
        rows.append((element.place, [_shown(path, scope) for path in parsed]))
    return Look(tuple(paths), tuple(whole), found, rows, offers, faults)


def _read(mapping: TableMapping, how: dict[str, str]) -> TableMapping:
    return loads(json.dumps({**mapping.given, "read": how}), "the mapping") if how else mapping


def _path(name: str) -> pathlang.Path:
    try:
        return pathlang.parse(name)
    except GalleyError:  # a name that is no path: the field as it stands
        return pathlang.Path(name, (("field", name),), False)


def _shown(path: pathlang.Path, scope: Scope) -> str:
    return "  ·  ".join(" ".join(str(each.value)[:160].split()) for each in pathlang.find(path, scope))
