"""Rows of a table that was imported, found again in a file that may be sorted, edited, shortened or longer."""

from __future__ import annotations

import datetime
import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from galley.core.hashing import blake2b
from galley.core.tables.added_columns import Position

_MOST_BITS = 10_000
"""Of an integer that is written in decimal digits: Python refuses it for longer ones."""


class TableRow(NamedTuple):
    """A row as the import stores it and as it is read again: its position, its ID ("" without), its fingerprint."""

    position: Position
    id: str
    fingerprint: str


@dataclass
class RowMatches:
    """Where stored rows stand in the file: by stored position, in the stored order.

    An edited row stands in ``positions``, too; an ambiguous one comes with the positions that it may be.
    """

    positions: dict[Position, Position] = field(default_factory=dict)
    edited: list[Position] = field(default_factory=list)
    missing: list[Position] = field(default_factory=list)
    ambiguous: dict[Position, list[Position]] = field(default_factory=dict)
    unknown: list[Position] = field(default_factory=list)
    """Positions in the file of rows that are not stored: rows that were added."""


def compute_file_hash(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal digits."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def compute_fingerprint(row: Mapping[str, Any], columns: Iterable[str]) -> str:
    """A hash of a row's cells in these columns, whatever the order of the columns: 32 hexadecimal digits.

    Spaces at the ends, the kind of line ends, and whether a number is a text or not make no difference, for a
    spreadsheet program changes them when it saves; an absent cell is an empty one. Name the columns that the import
    read, with the ID's.
    """
    parts = bytearray()
    for name in sorted(set(columns)):
        if text := _build_cell_text(row.get(name)):
            for content in (name.encode("utf-8", "surrogatepass"), text.encode("utf-8", "surrogatepass")):
                parts += b"%d:" % len(content)
                parts += content
    return blake2b(parts, digest_size=16).hexdigest()


def match_rows(stored: Sequence[TableRow], current: Sequence[TableRow], *, is_same_file: bool = False) -> RowMatches:
    """Find stored rows in a file: by position in the same file (by its SHA-256), else by an ID that is unique in
    both, else by fingerprint. Equal rows match in order where the file has as many of them, else they are ambiguous.
    Of several rows with one ID, the last one that is possible_positions on both sides is an edited row.
    """
    matches = RowMatches()
    if is_same_file:
        matches.positions = {row.position: row.position for row in stored}
        known = set(matches.positions)
        matches.unknown = [row.position for row in current if row.position not in known]
        return matches
    stored_ids, current_ids = Counter(row.id for row in stored), Counter(row.id for row in current)
    by_id = {row.id: row for row in current if row.id and current_ids[row.id] == 1 == stored_ids[row.id]}
    matched = {row.position for row in by_id.values()}
    candidates: dict[str, list[TableRow]] = defaultdict(list)
    same_id: dict[str, list[TableRow]] = defaultdict(list)
    for row in current:
        if row.position not in matched:
            candidates[row.fingerprint].append(row)
            same_id[row.id].append(row)
    equal: dict[str, list[TableRow]] = defaultdict(list)
    for row in stored:
        if row.id not in by_id:
            equal[row.fingerprint].append(row)
    for fingerprint, rows in equal.items():
        if len(candidates[fingerprint]) == len(rows):
            for row, candidate in zip(rows, candidates[fingerprint], strict=True):
                matches.positions[row.position] = candidate.position
                matched.add(candidate.position)
    open_stored = Counter(row.id for row in stored if row.id not in by_id and row.position not in matches.positions)
    open_current = {key: [row for row in rows if row.position not in matched] for key, rows in same_id.items()}
    uncertain = set[Position]()
    for row in stored:
        if row.id in by_id:
            candidate = by_id[row.id]
            matches.positions[row.position] = candidate.position
            if candidate.fingerprint != row.fingerprint:
                matches.edited.append(row.position)
        elif (
            row.id
            and row.position not in matches.positions
            and open_stored[row.id] == 1 == len(open_current.get(row.id, ()))
        ):
            candidate = open_current[row.id][0]
            matches.positions[row.position] = candidate.position
            matches.edited.append(row.position)
            matched.add(candidate.position)
        elif row.position not in matches.positions:
            possible = candidates[row.fingerprint] or (same_id[row.id] if row.id else [])
            possible_positions = [candidate.position for candidate in possible if candidate.position not in matched]
            if possible_positions:
                matches.ambiguous[row.position] = possible_positions
                uncertain.update(possible_positions)
            else:
                matches.missing.append(row.position)
    unsorted = matches.positions
    matches.positions = {row.position: unsorted[row.position] for row in stored if row.position in unsorted}
    matches.unknown = [row.position for row in current if row.position not in matched | uncertain]
    return matches


def _build_cell_text(cell: Any) -> str:
    if isinstance(cell, str):
        return (cell.replace("\r\n", "\n").replace("\r", "\n") if "\r" in cell else cell).strip()
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "TRUE" if cell else "FALSE"
    if isinstance(cell, int) and cell.bit_length() > _MOST_BITS:
        return hex(cell)
    if isinstance(cell, float):
        return str(int(cell)) if cell.is_integer() else repr(cell)
    if isinstance(cell, datetime.date | datetime.time):
        return cell.isoformat()
    if isinstance(cell, Mapping | list | tuple):
        return json.dumps(cell, sort_keys=True, default=str)
    return str(cell).strip()
