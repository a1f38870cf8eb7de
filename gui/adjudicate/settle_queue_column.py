"""The left column: which cells to settle, the list of their items, and a page for when there are none."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from dataclasses import replace
from itertools import accumulate
from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from galley.core.adjudication import open_ties
from galley.core.adjudication.open_ties import FoundTies, ShownTies, WantedTies
from galley.core.columns import names
from galley.core.domain import AnnotatorKind, ChangeSet
from galley.core.project import filter_choices
from galley.core.project.queried import understood
from galley.core.project.queue import Filter, QueueRow
from galley.core.project.reading_access import Reader
from galley.gui.adjudicate.settle_filters import SettleFilters
from galley.gui.desk.catalogue import Catalogue
from galley.gui.desk.desk_queue_column import MANY, DeskQueue
from galley.gui.desk.queue_model import ROW, QueueModel
from galley.gui.language import tr
from galley.gui.session import Session
from galley.gui.widgets.key_button import KeyButton

EMPTY = {
    ShownTies.TIES: (tr("No ties"), tr("On every cell that two people answered, more than half of them agree.")),
    ShownTies.CONFLICTS: (
        tr("No conflicts"),
        tr("No judge says anything else than the people’s majority on an open cell."),
    ),
    ShownTies.SETTLED: (tr("Nothing settled yet"), tr("Cells that you give a gold verdict are listed here.")),
    ShownTies.REOPENED: (tr("Nothing reopened"), tr("Settled cells that get new answers are listed here.")),
}


class TieModel(QueueModel):
    """The queue with another sentence for those who cannot see a line."""

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """As in the queue of Review, in the words of this view."""
        if role != Qt.ItemDataRole.AccessibleTextRole or not index.isValid():
            return super().data(index, role)
        row: QueueRow | None = super().data(index, ROW)
        if row is None:
            return None
        what = tr("{count} to settle", count=row.open) if row.open else tr("settled")
        by = tr("by {systems}", systems=row.systems) if row.systems else ""
        return ", ".join(filter(None, (row.key, by, what, row.votes)))


class SettleQueueColumn(DeskQueue):
    """The items with cells to settle, and how many of them each has. ``queried(text)``: the search box says this."""

    queried = Signal(str)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        self.filters = SettleFilters(session.theme)
        super().__init__(session, self.filters, TieModel, parent)
        self.list.setAccessibleName(tr("Queue of items with cells to settle"))
        self.loaded = False
        self._asked = Filter()
        self._quick = (0, 0)
        self._against: dict[int, tuple[int, int]] | None = None
        self._stale: set[int] = set()
        self._counts: array[int] = array("q")
        self._starts: list[int] = [0]
        self.many = KeyButton(session.theme, tr("Settle many…"), session.keys.label("settle-many"))
        foot = QHBoxLayout()
        foot.setContentsMargins(11, 8, 11, 12)
        foot.addWidget(self.many)
        self._column.addLayout(foot)
        self._column.insertWidget(1, self.filters.mistake)
        session.keys.changed.connect(lambda: self.many.set_key(session.keys.label("settle-many")))

    @property
    def wanted(self) -> WantedTies:
        """What the queue holds."""
        items = replace(self._asked, criterion=0, judge=0, system="", search="")
        return replace(self.filters.wanted, search=self._asked.search, among=items)

    @property
    def total(self) -> int:
        """How many cells the queue held when it was read."""
        return self._starts[-1]

    def number(self, item: int, at: int) -> int | None:
        """Which of all cells, from 1, the one at place ``at`` of an item is; None where the item is not listed."""
        place = self.model.place(item)
        if place is None or at >= self._counts[place]:
            return None
        return self._starts[place] + at + 1

    def neighbour(self, item: int | None, step: int) -> int | None:
        """The item ``step`` lines from another; the first where that is not in the list; None at an end."""
        ids = self.model.ids
        if not ids:
            return None
        at = self.model.place(item) if item is not None else None
        if at is None:
            return ids[0] if item is None else ids[min(len(ids) - 1, bisect_right(ids, item))]
        return ids[at + step] if 0 <= at + step < len(ids) else None

    def search(self, text: str) -> bool:
        """Hold what a query asks for (``core/query.py``), and what the chips ask besides. A mistake is said,
        and what is wrong is left out; whether there was none."""
        asked, mistake = understood(self._session.connection(), text, self._session.reviewer)
        self.filters.say_mistake(mistake)
        if asked == self._asked:
            return not mistake
        chips = {}
        for name in ("criterion", "judge", "system"):
            said, before = getattr(asked, name), getattr(self._asked, name)
            if said or (before and before == getattr(self.filters.wanted, name)):
                chips[name] = said
        self._asked = asked
        self.filters.set_wanted(replace(self.filters.wanted, **chips))
        self.reload()
        return not mistake

    def clear(self) -> None:
        """Take every filter away but which kind of cells is shown."""
        self._asked = Filter()
        self.filters.say_mistake("")
        self.queried.emit("")
        self.filters.set_wanted(WantedTies(self.wanted.show))
        self.reload()

    def reload(self) -> None:
        """Ask for the items anew. The list stays as it is until they are there."""
        wanted, reviewer = self.wanted, self._session.reviewer
        self._session.read(lambda c: open_ties.found(c, wanted, reviewer), self._arrived, slot="adjudicate-queue")

    def reload_choices(self, catalogue: Catalogue) -> None:
        """Ask anew for what the menus offer."""
        criteria = list(catalogue.criteria.values())

        def read(connection: Reader) -> tuple[Any, list[str]]:
            return names.annotators(connection).values(), filter_choices.systems(connection)

        def arrived(found: tuple[Any, list[str]]) -> None:
            everybody = [a for a in found[0] if a.kind is not AnnotatorKind.GOLD]
            self.filters.set_choices(criteria, everybody, found[1])

        self._session.read(read, arrived, slot="adjudicate-choices")

    def apply(self, changes: ChangeSet) -> None:
        """Read again the lines that changed, and the figures on the chips."""
        self._forget(changes)
        self._stale |= changes.items
        self._count_again()

    def count(self) -> None:
        """Ask for the figures on the chips: those of conflicts, which take a while, behind the others."""
        self._stale.clear()
        self._session.read(open_ties.counted, self._counted, slot="adjudicate-totals")
        self._session.read(open_ties.against, self._compared, slot="adjudicate-against")

    def _count_again(self) -> None:
        """Count what changed; everything where that is much or nothing is known yet."""
        if self._against is None or len(self._stale) > MANY:
            self.count()
            return
        stale = sorted(self._stale)

        def compared(found: dict[int, tuple[int, int]]) -> None:
            self._stale.difference_update(stale)
            self._compared({**(self._against or {}), **found})

        self._session.read(open_ties.counted, self._counted, slot="adjudicate-totals")
        if stale:
            self._session.read(lambda c: open_ties.against(c, stale), compared, slot="adjudicate-again")

    def _fetch(self, items: Any) -> list[QueueRow]:
        return self._session.at_once(lambda c: open_ties.rows(c, items, self.wanted, self._session.reviewer), [])

    def _arrived(self, found: FoundTies) -> None:
        self._counts = found.counts
        self._starts = [0, *accumulate(found.counts)]
        self.model.set_ids(found.items)
        self.list.show_current(self._current)
        if not found.items:
            title, _ = EMPTY[self.wanted.show]
            if self.wanted.narrowed:
                self._empty.say(
                    tr("Nothing matches"), tr("No cell is left under this filter."), tr("Clear search and filters")
                )
            else:
                self._empty.say(title, "")
        self._page(bool(found.items))
        self.loaded = True
        self.filled.emit()

    def _counted(self, found: tuple[int, int]) -> None:
        self._quick = found
        self._show_totals()

    def _compared(self, found: dict[int, tuple[int, int]]) -> None:
        self._against = found
        self._show_totals()

    def _show_totals(self) -> None:
        known, (tied, settled) = self._against, self._quick
        conflicts = sum(one for one, _ in known.values()) if known is not None else None
        again = sum(reopened for _, reopened in known.values()) if known is not None else 0
        self.filters.set_totals(tied, conflicts, settled, again)
