"""What a line of the queue says of a flag, where the flags of one criterion are gone through in all items."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import orjson

from galley.core.domain import AnnotatorId, Cell, ItemId, UnitKind
from galley.core.review import blind_flags
from galley.core.review.items import FlagState
from galley.core.review.query_filter import NOBODY, find_flags_in
from galley.core.review.queue import Filter
from galley.core.storage.connection import Connection
from galley.core.storage.queries import read_setting
from galley.core.storage.queries.verdicts import read_flag_lines
from galley.core.text.clarified import strip_marks

_QUOTE = 160


class FlagRow(NamedTuple):
    """One line of the queue: a judge's flag. ``votes`` is "4/5" or ""; ``quote`` the flagged words."""

    id: int
    item: ItemId
    cell: Cell
    key: str
    system: str
    quote: str
    votes: str
    state: FlagState


def rows(connection: Connection, flags: Sequence[int], reviewer: AnnotatorId) -> list[FlagRow]:
    """The lines of these flags, in the order given (a page, not the whole queue). What a judge said of a flag that is
    first decided blind is not in it."""
    read = read_flag_lines(connection, flags)
    items = {row[1] for row in read}
    standing = {
        flag.id: FlagState(flag.state) for flag in find_flags_in(connection, items, Filter(), reviewer or NOBODY)
    }
    secret = blind_cells(connection, (Cell(row[5], row[6], row[7]) for row in read))
    flag_rows = []
    for id_, item, key, system, votes, unit, criterion, target, text, kind, spans, _ in read:
        cell, state = Cell(unit, criterion, target), standing.get(id_, FlagState.OPEN)
        hidden = cell in secret and state in (FlagState.OPEN, FlagState.UNSURE)
        marked = [] if hidden else orjson.loads(spans)
        parts = marked or [(0, _QUOTE)]
        quote = " … ".join(
            strip_marks(text, *span) if kind == UnitKind.OPINION else text[slice(*span)] for span in parts
        )
        flag_rows.append(FlagRow(id_, item, cell, key, system, quote[:_QUOTE], "" if hidden else votes or "", state))
    return flag_rows


def blind_cells(connection: Connection, cells: Iterable[Cell]) -> set[Cell]:
    """Those of these cells whose flags are to be decided before they are shown."""
    if read_setting(connection, blind_flags.SETTING) is None:
        return set()
    return {cell for cell in cells if blind_flags.is_blind(connection, cell)}
