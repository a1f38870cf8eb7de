"""What the reviewer sees of the open item, and has read of it: decisions say the one, finishing goes by the other."""

from __future__ import annotations

from galley.core.project import blind
from galley.gui.desk.opened import Opened
from galley.gui.desk.sight import Sight, out_of_sight
from galley.gui.review.flags_column import FlagsColumn
from galley.gui.review.front import Front
from galley.gui.review.look_ahead import LookAhead
from galley.gui.session import Session


class ItemSight:
    """Tells the column of flags what was read, once the item has been painted."""

    def __init__(self, session: Session, front: Front, flags: FlagsColumn, ahead: LookAhead) -> None:
        self._session, self._front, self._flags, self._ahead = session, front, flags, ahead
        self._documents = Sight()
        ahead.due.connect(self._tell)

    def read(self) -> frozenset[int]:
        """The documents (row ids) of the open item that the reviewer has read."""
        item = self._front.item
        return self._documents.of(self._session.reviewer, item.id) if item is not None else frozenset()

    def saw(self, document: int) -> None:
        """The last unit of a document was painted."""
        item = self._front.item
        if item is not None and self._documents.saw(self._session.reviewer, item.id, document):
            self._tell()

    def look(self, found: Opened) -> None:
        """Note what is seen now, for the decisions that follow. Other people's answers are seen by nobody but an
        adjudicator and who discusses them, and without names."""
        voices = [cell for cell, said in found.asked.said.items() if not all(each.source for each in said)]
        names = not (voices or blind.read(self._session.connection()).judges)
        self._session.desk.eyes.saw(found.view, out_of_sight(found), names, voices)

    def _tell(self) -> None:
        """Bring the bar up to date with what was read; not while an item is painted for the first time."""
        if not self._ahead.waiting:
            self._flags.set_read(self._front.item, self.read())
