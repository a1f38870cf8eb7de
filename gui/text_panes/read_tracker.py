"""What the reviewer has read since the program began: the documents that stood in front to their last unit.

Finishing an item answers only what was in sight (see ``galley.core.tasks.finish``); the panes say when the last
unit of a document was painted.
"""

from __future__ import annotations

from collections.abc import Sequence

from galley.core.domain import AnnotatorId, Cell, ItemId, Unit
from galley.gui.text_panes.item import ReviewItem


class ReadDocuments:
    """The documents (row ids) that each reviewer has read of each item."""

    def __init__(self) -> None:
        self._read: dict[tuple[AnnotatorId, ItemId], set[int]] = {}

    def mark_read(self, reviewer: AnnotatorId, item: ItemId, document: int) -> bool:
        """The last unit of a document was painted. False where that is known."""
        read = self._read.setdefault((reviewer, item), set())
        new = document not in read
        read.add(document)
        return new

    def get_documents(self, reviewer: AnnotatorId, item: ItemId) -> frozenset[int]:
        """What was read of an item."""
        return frozenset(self._read.get((reviewer, item), ()))


def find_hidden_cells(review_item: ReviewItem) -> set[Cell]:
    """The cells of which the reviewer does not see what judges say: blind ones, those of flags that are left out, and
    what other tasks ask about."""
    seen = {entry.verdict.cell for entry in review_item.entries if not (entry.question or entry.blind)}
    hidden = {entry.verdict.cell for entry in review_item.entries if entry.blind}
    others = review_item.view.verdicts if review_item.asked_cells.narrows else review_item.view.flags()
    return hidden | {verdict.cell for verdict in others} - seen


def last_units(units: Sequence[Unit]) -> dict[int, int]:
    """The places of the last units of the documents that are shown one below the other, each with its document."""
    last = {unit.document: index for index, unit in enumerate(units)}
    return {index: document for document, index in last.items()}
