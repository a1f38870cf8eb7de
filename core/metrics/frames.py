"""What draws were drawn from: every cell of a draw's frame with its stratum, as they were when it was drawn.

A *frame* holds the cells that a judge had been asked about at a draw and that no earlier frame of the same kind of draw
holds. So flags that change later leave a cell in its stratum, and what comes into a project later is outside, until a
further draw takes it as strata of its own. Frames name cells by key, documents and place, so that they survive export
and import; they lie in a setting of their own, which only draws and estimates read.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import cast

import numpy as np
from numpy.typing import NDArray

from galley.core.domain import ItemId, UnitId
from galley.core.metrics.cell_arrays import CellReader, Cells
from galley.core.storage import people, queries
from galley.core.storage.connection import Connection
from galley.core.storage.queries.items import read_derived_rows, read_documents, read_keys

SETTING = "draw-frames"
FLAGGED = ("not flagged", "flagged")
"""The strata of draws from flags and of audits."""
LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz"
NONE = "-"

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Frame:
    """The frame of draws of one way ("flags" or "strata") of a judge and question. ``strata`` are their names;
    ``level`` is that of its draws, "unit" or "summary".

    ``documents``: key of the item, document of the units, document under judgement, number of the first unit (0 is the
    whole document), and a letter for each unit from there on: the number of its stratum in ``LETTERS``, "-" for none.
    ``units``: the same of units that are no part of a text: key, both documents, kind, position, name, stratum.
    """

    way: str
    judge: str
    scheme: str
    criterion: str
    strata: tuple[str, ...]
    documents: tuple[tuple[str, str, str, int, str], ...]
    units: tuple[tuple[str, str, str, str, int, str, int], ...]
    level: str = "unit"


@dataclass(frozen=True, slots=True)
class FramedCells:
    """The stratum of each of some cells (-1: in no frame); of each stratum its name and which frame it is of, from
    0."""

    stratum: Ints
    names: tuple[str, ...]
    frame: tuple[int, ...]

    def generation(self) -> Ints:
        """Which frame each cell is in, -1 for none."""
        return np.append(np.array(self.frame, dtype=np.int64), -1)[self.stratum]


def read(
    connection: Connection, way: str, judge: str, scheme: str, criterion: str, level: str = "unit"
) -> list[Frame]:
    """The frames of these draws, in the order in which they were made."""
    key = (way, judge, scheme, criterion, level)
    return [
        frame
        for frame in _all(connection)
        if (frame.way, frame.judge, frame.scheme, frame.criterion, frame.level) == key
    ]


def _all(connection: Connection) -> tuple[Frame, ...]:
    return _parse(queries.read_setting(connection, SETTING) or "[]")


@lru_cache(maxsize=2)
def _parse(text: str) -> tuple[Frame, ...]:
    return tuple(
        Frame(
            frame["way"], frame["judge"], frame["scheme"], frame["criterion"], tuple(frame["strata"]),
            tuple((k, h, t, n, s) for k, h, t, n, s in frame["documents"]),
            tuple((k, h, t, kind, at, name, s) for k, h, t, kind, at, name, s in frame["units"]),
            frame.get("level", "unit"),
        )
        for frame in json.loads(text)
    )  # fmt: skip


def add(
    reader: CellReader, cells: Cells, way: str, judge: str, stratum: Ints, strata: Sequence[str]
) -> Frame:
    """Store a frame of the cells with a stratum (0 or more) and return it (on the writer's thread)."""
    connection, question = reader.connection, cells.question
    rows = np.flatnonzero(stratum >= 0)
    documents, units = _name_cells(connection, cells.unit[rows], cells.target[rows], stratum[rows])
    level = "unit" if question.whole else cells.level
    frame = Frame(way, judge, question.scheme, question.id, tuple(strata), tuple(documents), tuple(units), level)
    people.write_setting(connection, SETTING, [asdict(other) for other in (*_all(connection), frame)])
    return frame


def place_cells(reader: CellReader, cells: Cells, frames: Sequence[Frame]) -> FramedCells:
    """In which stratum of these frames each cell is."""
    names = tuple(name for frame in frames for name in frame.strata)
    numbers = tuple(number for number, frame in enumerate(frames) for _ in frame.strata)
    stratum = np.full(len(cells.unit), -1, dtype=np.int64)
    first = 0
    keys = _keys(cells.unit, cells.target)
    for frame in frames:
        inside, codes = _find_cells(reader, frame)
        at = np.minimum(np.searchsorted(inside, keys), max(len(inside) - 1, 0))
        is_inside = inside[at] == keys if len(inside) else np.zeros(len(keys), dtype=bool)
        fresh = is_inside & (stratum < 0)
        stratum[fresh] = first + codes[at[fresh]]
        first += len(frame.strata)
    return FramedCells(stratum, names, numbers)


def _keys(units: Ints, targets: Ints) -> Ints:
    """A number for each cell; row ids stay below 2 ** 31."""
    return units << 32 | targets


def _find_cells(reader: CellReader, frame: Frame) -> tuple[Ints, Ints]:
    """The keys of the cells of a frame that the project still has, in rising order, and their strata."""

    def find() -> tuple[Ints, Ints]:
        connection = reader.connection
        item_keys = read_keys(connection)
        rows = {(item_keys[head.item], head.name): head for head in read_documents(connection)}
        units, targets, codes = [np.empty(0, dtype=np.int64)], [np.empty(0, dtype=np.int64)], [np.empty(0, np.int64)]
        for key, home, about, first, letters in frame.documents:
            if (key, home) in rows and (key, about) in rows:
                whole, count = rows[key, home].whole, rows[key, home].units
                signs = np.frombuffer(letters.encode(), dtype=np.uint8)
                places = first + np.arange(len(signs))
                inside = (signs != ord(NONE)) & (places <= count)
                units.append(whole + places[inside])
                targets.append(np.full(int(inside.sum()), rows[key, about].id, dtype=np.int64))
                codes.append(_NUMBERS[signs[inside]])
        derived: dict[tuple[int, str, int, str], list[tuple[int, int]]] = defaultdict(list)
        items: set[ItemId] = set()
        for key, home, about, kind, at, name, code in frame.units:
            if (key, home) in rows and (key, about) in rows:
                derived[rows[key, home].id, kind, at, name].append((rows[key, about].id, code))
                items.add(rows[key, home].item)
        for unit in read_derived_rows(connection, items):
            cells = derived.get((unit.document, unit.kind, unit.position, unit.name), [])
            units.append(np.full(len(cells), unit.id, dtype=np.int64))
            targets.append(np.array([target for target, _ in cells], dtype=np.int64))
            codes.append(np.array([code for _, code in cells], dtype=np.int64))
        keys = _keys(np.concatenate(units), np.concatenate(targets))
        order = np.argsort(keys)
        return keys[order], np.concatenate(codes)[order]

    memory = reader.params.memory
    if memory is None:
        return find()
    return cast("tuple[Ints, Ints]", memory.get_static(("frame", id(frame)), lambda: (find(), frame))[0])


_NUMBERS = np.zeros(256, dtype=np.int64)
_NUMBERS[np.frombuffer(LETTERS.encode(), dtype=np.uint8)] = np.arange(len(LETTERS))


def _name_cells(
    connection: Connection, units: Ints, targets: Ints, codes: Ints
) -> tuple[Iterable[tuple[str, str, str, int, str]], list[tuple[str, str, str, str, int, str, int]]]:
    """Cells as ``Frame`` names them: those of texts by document, and the rest."""
    heads = sorted(read_documents(connection), key=lambda head: head.whole)
    item_keys = read_keys(connection)
    names = {head.id: (item_keys[head.item], head.name) for head in heads}
    wholes = np.array([head.whole for head in heads], dtype=np.int64)
    homes = np.maximum(np.searchsorted(wholes, units, side="right") - 1, 0)
    plain: dict[tuple[int, int], dict[int, int]] = defaultdict(dict)
    rest: list[tuple[UnitId, int, int]] = []
    for home, unit, target, code in zip(
        homes.tolist(), units.tolist(), targets.tolist(), codes.tolist(), strict=True
    ):
        head = heads[home]
        if 0 <= unit - head.whole <= head.units:
            plain[head.id, target][unit - head.whole] = code
        else:
            rest.append((UnitId(unit), target, code))
    derived = queries.read_units(connection, [unit for unit, _, _ in rest])
    derived_cells = [
        (*names[own.document], names[target][1], own.kind, own.position, own.name or "", code)
        for own, target, code in ((derived[unit], target, code) for unit, target, code in rest)
    ]
    return _letter(names, plain), derived_cells


def _letter(
    names: dict[int, tuple[str, str]], plain: dict[tuple[int, int], dict[int, int]]
) -> Iterator[tuple[str, str, str, int, str]]:
    for (home, target), codes in plain.items():
        first, last = min(codes), max(codes)
        signs = "".join(LETTERS[codes[n]] if n in codes else NONE for n in range(first, last + 1))
        yield *names[home], names[target][1], first, signs
