"""What the reviewer sees of the open item, and has read of it: decisions say the one, finishing goes by the other."""

from __future__ import annotations

from galley.core.review import blind
from galley.gui.review.flags_column import FlagsColumn
from galley.gui.review.item_prefetch import LookAhead
from galley.gui.review.selection import Selection
from galley.gui.session import Session
from galley.gui.text_panes.item import ReviewItem
from galley.gui.text_panes.read_tracker import ReadDocuments, find_hidden_cells


class ItemReadTracker:
    """Tells the column of flags what was read, once the item has been painted."""

    def __init__(self, session: Session, selection: Selection, flags: FlagsColumn, ahead: LookAhead) -> None:
        self._session, self._selection, self._flags, self._ahead = session, selection, flags, ahead
        self._documents = ReadDocuments()
        ahead.due.connect(self._tell)

    def read(self) -> frozenset[int]:
        """The documents (row ids) of the open item that the reviewer has read."""
        item = self._selection.item
        return self._documents.get_documents(self._session.reviewer, item.id) if item is not None else frozenset()

    def mark_read(self, document: int) -> None:
        """The last unit of a document was painted."""
        item = self._selection.item
        if item is not None and self._documents.mark_read(self._session.reviewer, item.id, document):
            self._tell()

    def look(self, item: ReviewItem) -> None:
        """Note what is seen now, for the decisions that follow. Other people's answers are seen by nobody but an
        adjudicator and who discusses them, and without names."""
        response_cells = [
            cell
            for cell, verdicts in item.asked_cells.reader_verdicts.items()
            if not all(verdict.source for verdict in verdicts)
        ]
        names = not (response_cells or blind.read_blind(self._session.connection()).judges)
        self._session.decision_writer.read_tracker.record_view(
            item.view, find_hidden_cells(item), names, response_cells
        )

    def _tell(self) -> None:
        """Bring the bar up to date with what was read; not while an item is painted for the first time."""
        if not self._ahead.waiting:
            self._flags.set_read(self._selection.item, self.read())
