"""What a reviewer had seen of a cell when they decided it: the judge's flag, names, other people's verdicts, gold.

Every decision about a cell says so in its column ``shown``: words parted by blanks, "" for nothing of these, none where
nobody knows (decisions from before there was this, or that came from elsewhere without it). What somebody saw of a cell
once they have seen: a decision holds what they had seen at their earlier ones too, those that were undone among
them. Whether a verdict was given blind is read from here alone, never from what is hidden at present.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from enum import StrEnum

from galley.core.domain import JUDGES, AnnotatorId, AnnotatorKind, Cell, ItemId
from galley.core.errors import InputError
from galley.core.review.items import ItemView
from galley.core.storage.connection import Connection
from galley.core.storage.queries.decisions import DecisionSelection, read_log


class SeenAspect(StrEnum):
    """What can be seen of a cell. FLAG: what a judge said of it; NAMES: who the annotators are; OTHERS: other people's
    verdicts; GOLD: the adjudicated one; ROW: its row in the queue alone, in a set, and it was never opened."""

    FLAG = "flag"
    NAMES = "names"
    OTHERS = "others"
    GOLD = "gold"
    ROW = "row"


Seen = frozenset[SeenAspect]
NOTHING: Seen = frozenset()


class ReadTracker:
    """What a window has put before one reviewer since it opened the project. ``get_seen`` says what they saw of a
    cell."""

    def __init__(self) -> None:
        self._cells: dict[ItemId, dict[Cell, Seen]] = {}

    def record_view(
        self, view: ItemView, hidden: Collection[Cell] = (), names: bool = True, response_cells: Collection[Cell] = ()
    ) -> None:
        """An item is in front of the reviewer as ``view`` has it: ``hidden`` are the cells whose flags are not shown
        yet, ``names`` whether annotators are called by their names, ``voices`` the cells of which everybody's verdicts
        are laid out, gold among them."""
        seen_by_cell: dict[Cell, set[SeenAspect]] = {cell: {SeenAspect.OTHERS} for cell in response_cells}
        for verdict in view.verdicts:
            kind = view.annotators[verdict.annotator].kind
            if kind in JUDGES and verdict.cell not in hidden:
                seen_by_cell.setdefault(verdict.cell, set()).add(SeenAspect.FLAG)
            elif kind is AnnotatorKind.GOLD and verdict.cell in response_cells:
                seen_by_cell[verdict.cell].add(SeenAspect.GOLD)
        before = self._cells.setdefault(view.id, {})
        for cell, seen in seen_by_cell.items():
            seen_set = frozenset(seen | {SeenAspect.NAMES}) if names else frozenset(seen)
            before[cell] = before.get(cell, NOTHING) | seen_set

    def get_seen(self, item: ItemId, cell: Cell) -> Seen | None:
        """What of a cell was seen; None where its item was never in front."""
        item_cells = self._cells.get(item)
        return None if item_cells is None else item_cells.get(cell, NOTHING)


def encode(seen: Iterable[SeenAspect] | None) -> str | None:
    """As the column ``shown`` holds it."""
    return None if seen is None else " ".join(sorted(seen))


def encode_words(words: object) -> str | None:
    """The column from the words of a record. Raises: InputError"""
    if words is None:
        return None
    shown_words = {member.value for member in SeenAspect}
    if not isinstance(words, list) or not all(isinstance(word, str) and word in shown_words for word in words):
        raise InputError(f"what a decision was shown, {words!r}, must be a list of: {', '.join(sorted(shown_words))}")
    return " ".join(sorted(set(words)))


def with_earlier(
    connection: Connection, reviewer: AnnotatorId, item: ItemId, cell: Cell, seen: Iterable[SeenAspect] | None
) -> str | None:
    """``seen`` and what ``reviewer`` had seen at earlier decisions on the cell; None where any of it is unknown."""
    if seen is None:
        return None
    seen_before, now = set[SeenAspect](), set(seen)
    for row in read_log(connection, DecisionSelection(items=[item], reviewers=[reviewer])):
        is_answer = row.action in ("accept", "override", "unsure", "add", "settle")
        if row.cell != cell or not is_answer:
            continue
        if row.shown is None:
            return None
        earlier = {SeenAspect(word) for word in row.shown.split()}
        if SeenAspect.ROW not in earlier:  # it was opened then
            now.discard(SeenAspect.ROW)
        seen_before |= earlier - {SeenAspect.ROW}
    return encode(seen_before | now)
