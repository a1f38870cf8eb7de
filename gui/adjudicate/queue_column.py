"""The left column: which cells to settle, the list of their items, and a page for when there are none."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import accumulate, combinations
from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from galley.core.adjudication import queue
from galley.core.adjudication.queue import TieFilter, TieMatches, TieView
from galley.core.domain import (
    NO_ANNOTATOR,
    NO_CRITERION,
    Annotator,
    AnnotatorKind,
    ChangeSet,
    Criterion,
    ItemId,
)
from galley.core.review.query_filter import parse_partly
from galley.core.review.queue import Filter
from galley.core.storage import names
from galley.core.storage.connection import Connection
from galley.core.storage.queries import filter_choices
from galley.core.storage.queries.item_queue import QueueRow
from galley.gui.session import Session
from galley.gui.text_panes.criterion_styles import Catalogue
from galley.gui.text_panes.filter_head import QueueFilters, criterion_choices, one_line
from galley.gui.text_panes.queue_column import MOST_CHANGED_LINES, QueueColumn
from galley.gui.text_panes.queue_model import ROW, QueueModel
from galley.gui.theme import Theme
from galley.gui.translation import tr
from galley.gui.widgets.chip import Chip
from galley.gui.widgets.flow import FlowLayout
from galley.gui.widgets.key_button import KeyButton

EMPTY = {
    TieView.TIES: (tr("No ties"), tr("Each question that several people answered has a majority.")),
    TieView.CONFLICTS: (
        tr("No conflicts"),
        tr("No judge disagrees with the people’s majority on an unresolved question."),
    ),
    TieView.RESOLVED: (tr("Nothing adjudicated yet"), tr("Your gold verdicts are listed here.")),
    TieView.NEEDS_REVIEW: (
        tr("Nothing needs another look"),
        tr("Adjudicated questions that get new answers are listed here."),
    ),
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
        what = tr("{count} to adjudicate", count=row.open) if row.open else tr("adjudicated")
        by = tr("by {systems}", systems=row.systems) if row.systems else ""
        return ", ".join(filter(None, (row.key, by, what, row.votes)))


class AdjudicationQueueColumn(QueueColumn):
    """The items with cells to settle, and how many of them each has. ``queried(text)``: the search box says this."""

    queryChanged = Signal(str)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        self.filters = AdjudicationFilters(session.theme)
        super().__init__(session, self.filters, TieModel, parent)
        self.list.setAccessibleName(tr("Queue of items to adjudicate"))
        self.is_loaded = False
        self._query_filter = Filter()
        self._quick = (0, 0)
        self._against: dict[ItemId, tuple[int, int]] | None = None
        self._stale: set[ItemId] = set()
        self._counts: array[int] = array("q")
        self._starts: list[int] = [0]
        self.many = KeyButton(session.theme, tr("Adjudicate many…"), "")  # the column has no room for a key
        foot = QHBoxLayout()
        foot.setContentsMargins(11, 8, 11, 12)
        foot.addWidget(self.many)
        self._column.addLayout(foot)
        self._column.insertWidget(1, self.filters.mistake)

    @property
    def queue_filter(self) -> TieFilter:
        """What the queue holds."""
        items = replace(self._query_filter, criterion=NO_CRITERION, judge=NO_ANNOTATOR, system="", search="")
        return replace(self.filters.queue_filter, search=self._query_filter.search, among=items)

    @property
    def total(self) -> int:
        """How many cells the queue held when it was read."""
        return self._starts[-1]

    def number(self, item: ItemId, at: int) -> int | None:
        """Which of all cells, from 1, the one at place ``at`` of an item is; None where the item is not listed."""
        place = self.model.place(item)
        if place is None or at >= self._counts[place]:
            return None
        return self._starts[place] + at + 1

    def neighbour(self, item: ItemId | None, step: int) -> ItemId | None:
        """The item ``step`` lines from another; the first where that is not in the list; None at an end."""
        ids = self.model.ids
        if not ids:
            return None
        at = self.model.place(item) if item is not None else None
        if at is None:
            return ItemId(ids[0] if item is None else ids[min(len(ids) - 1, bisect_right(ids, item))])
        return ItemId(ids[at + step]) if 0 <= at + step < len(ids) else None

    def search(self, text: str) -> bool:
        """Hold what a query asks for (``core/query.py``), and what the chips ask besides. A mistake is said,
        and what is wrong is left out; whether there was none."""
        query_filter, mistake = parse_partly(self._session.connection(), text, self._session.reviewer)
        self.filters.say_mistake(mistake)
        if query_filter == self._query_filter:
            return not mistake
        chips = {}
        for name in ("criterion", "judge", "system"):
            term, before = getattr(query_filter, name), getattr(self._query_filter, name)
            if term or (before and before == getattr(self.filters.queue_filter, name)):
                chips[name] = term
        self._query_filter = query_filter
        self.filters.set_filter(replace(self.filters.queue_filter, **chips))
        self.reload()
        return not mistake

    def reset_filter(self) -> None:
        """Take every filter away but which kind of cells is shown."""
        self._query_filter = Filter()
        self.filters.say_mistake("")
        self.queryChanged.emit("")
        self.filters.set_filter(TieFilter(self.queue_filter.show))
        self.reload()

    def reload(self) -> None:
        """Ask for the items again. The list stays as it is until they are there."""
        queue_filter, reviewer = self.queue_filter, self._session.reviewer
        self._session.read(
            lambda c: queue.find_ties(c, queue_filter, reviewer), self._show_items, slot="adjudicate-queue"
        )

    def reload_choices(self, catalogue: Catalogue) -> None:
        """Ask again for what the menus offer."""
        criteria = list(catalogue.criteria.values())

        def read(connection: Connection) -> tuple[Any, list[str]]:
            return names.annotators(connection).values(), filter_choices.list_choices(connection, "system")

        def show_choices(people_and_systems: tuple[Any, list[str]]) -> None:
            everybody = [a for a in people_and_systems[0] if a.kind is not AnnotatorKind.GOLD]
            self.filters.set_choices(criteria, everybody, people_and_systems[1])

        self._session.read(read, show_choices, slot="adjudicate-choices")

    def apply(self, changes: ChangeSet) -> None:
        """Read again the lines that changed, and the figures on the chips."""
        self._forget(changes)
        self._stale |= changes.items
        self._count_again()

    def request_totals(self) -> None:
        """Ask for the figures on the chips: those of conflicts, which take a while, behind the others."""
        self._stale.clear()
        self._session.read(queue.count_ties, self._store_counts, slot="adjudicate-totals")
        self._session.read(queue.against, self._store_conflicts, slot="adjudicate-against")

    def _count_again(self) -> None:
        """Count what changed; everything where that is much or nothing is known yet."""
        if self._against is None or len(self._stale) > MOST_CHANGED_LINES:
            self.request_totals()
            return
        stale = sorted(self._stale)

        def merge_conflicts(conflicts: dict[ItemId, tuple[int, int]]) -> None:
            self._stale.difference_update(stale)
            self._store_conflicts({**(self._against or {}), **conflicts})

        self._session.read(queue.count_ties, self._store_counts, slot="adjudicate-totals")
        if stale:
            self._session.read(lambda c: queue.against(c, stale), merge_conflicts, slot="adjudicate-again")

    def _fetch(self, items: Any) -> list[QueueRow]:
        return self._session.read_now(lambda c: queue.rows(c, items, self.queue_filter, self._session.reviewer), [])

    def _show_items(self, found_ties: TieMatches) -> None:
        self._counts = found_ties.counts
        self._starts = [0, *accumulate(found_ties.counts)]
        self.model.set_ids(found_ties.items)
        self.list.show_current(self._current)
        if not found_ties.items:
            title, _ = EMPTY[self.queue_filter.show]
            if self.queue_filter.is_narrowed:
                self._empty.say(
                    tr("Nothing matches"), tr("Nothing is left under this filter."), tr("Clear search and filters")
                )
            else:
                self._empty.say(title, "")
        self._page(bool(found_ties.items))
        self.is_loaded = True
        self.filled.emit()

    def _store_counts(self, counts: tuple[int, int]) -> None:
        self._quick = counts
        self._show_totals()

    def _store_conflicts(self, conflicts: dict[ItemId, tuple[int, int]]) -> None:
        self._against = conflicts
        self._show_totals()

    def _show_totals(self) -> None:
        known_conflicts, (tied, resolved_count) = self._against, self._quick
        conflicts = sum(one for one, _ in known_conflicts.values()) if known_conflicts is not None else None
        again = sum(reopened for _, reopened in known_conflicts.values()) if known_conflicts is not None else 0
        self.filters.set_totals(tied, conflicts, resolved_count, again)


SHOWS = {
    TieView.TIES: tr("Ties"),
    TieView.CONFLICTS: tr("Judge against people"),
    TieView.RESOLVED: tr("Adjudicated"),
    TieView.NEEDS_REVIEW: tr("Needs another look"),
}
_MOST_PEOPLE = 12


class AdjudicationFilters(QueueFilters):
    """Emits ``changed()`` when the user asked for something else; ``queue_filter`` says what."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, TieFilter(), _MENUS, parent)
        flow = FlowLayout(self)
        flow.setContentsMargins(11, 10, 8, 10)
        self._shows: dict[TieView, Chip] = {}
        for show, words in SHOWS.items():
            chip = self._shows[show] = Chip(theme, words, parent=self)
            chip.clicked.connect(partial(self._show, show))
            flow.addWidget(chip)
        for chip in self._menus.values():
            flow.addWidget(chip)
        self._own_chip = Chip(theme, tr("My own"), parent=self)
        self._own_chip.clicked.connect(lambda: self._change(replace(self._filter, mine=self._own_chip.isChecked())))
        flow.addWidget(self._own_chip)
        self._shows[TieView.NEEDS_REVIEW].hide()
        self._mirror()

    @property
    def queue_filter(self) -> TieFilter:
        """What the user asked for."""
        queue_filter: TieFilter = self._filter
        return queue_filter

    def set_totals(self, ties: int, conflicts: int | None, resolved_count: int, reopened: int) -> None:
        """Show how many cells there are of each kind; None where it is not known yet."""
        for show, count in zip(SHOWS, (ties, conflicts, resolved_count, reopened), strict=True):
            self._shows[show].set_count(count)
        self._shows[TieView.NEEDS_REVIEW].setVisible(reopened > 0 or self._filter.show is TieView.NEEDS_REVIEW)

    def set_choices(
        self, criteria: Sequence[Criterion], everybody: Sequence[Annotator], systems: Sequence[str]
    ) -> None:
        """What the menus offer."""
        judges = [a for a in everybody if a.kind is not AnnotatorKind.HUMAN]
        shown_people = sorted(everybody, key=lambda a: (a.kind is not AnnotatorKind.HUMAN, a.id))[:_MOST_PEOPLE]
        pairs = [
            ((a.id, b.id), tr("{one} and {other}", one=one_line(a.name), other=one_line(b.name)))
            for a, b in combinations(shown_people, 2)
        ]
        steps = max((c.high - c.low for c in criteria if c.scale == "ordinal"), default=0)
        self._offer(
            {
                "criterion": criterion_choices(criteria),
                "judge": [(judge.id, one_line(judge.name)) for judge in judges],
                "system": [(system, one_line(system)) for system in systems],
                "pair": list(pairs),
                "distance": [(step, tr("{count} or more apart", count=step)) for step in range(1, steps + 1)],
            }
        )

    def _show(self, show: TieView) -> None:
        self._change(replace(self._filter, show=show))

    def _mirror(self) -> None:
        super()._mirror()
        for show, chip in self._shows.items():
            chip.setChecked(self._filter.show is show)
        self._own_chip.setChecked(self._filter.own_votes_only)


_MENUS = {
    "criterion": (tr("Criterion"), tr("Any criterion")),
    "judge": (tr("Judge"), tr("Any judge")),
    "system": (tr("System"), tr("Any system")),
    "pair": (tr("Pair"), tr("Any pair")),
    "distance": (tr("Distance"), tr("Any distance")),
}
