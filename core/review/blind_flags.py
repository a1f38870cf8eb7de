"""Which flags are first decided blind: a share of them (setting ``blind``) that follows from a hash of the cell, so
nobody has to remember them."""

from __future__ import annotations

import json

from galley.core.domain import Cell, UnitId
from galley.core.hashing import blake2b
from galley.core.storage.connection import Connection
from galley.core.storage.queries import read_setting
from galley.core.storage.queries.verdicts import read_place

SETTING = "blind"

Place = tuple[str, str, str, int, str, str]
"""Key of the item, document of the unit, kind, position, name of a derived unit, document under judgement."""


def is_blind(connection: Connection, cell: Cell) -> bool:
    """Whether the flags on this cell are to be decided before they are shown."""
    text = read_setting(connection, SETTING)
    setting = (json.loads(text) if text is not None else None) or {"share": 0.0}
    return bool(setting["share"] > 0 and _lot(connection, cell, setting.get("seed", 0)) < setting["share"])


def _lot(connection: Connection, cell: Cell, seed: int) -> float:
    """A number from 0 to 1 that belongs to the cell for good."""
    text = json.dumps([seed, *read_place(connection, cell.unit, cell.target, cell.criterion)])
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest()) / 2**64


def place_of(connection: Connection, unit: UnitId, target: int) -> Place:
    """Where a cell stands, in words that survive export and import."""
    return read_place(connection, unit, target)[1:]
