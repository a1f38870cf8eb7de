"""The head of the queue of cells to settle: chips for the kind of cell, and menus that narrow it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations

from PySide6.QtWidgets import QWidget

from galley.core.adjudication.queue import TieFilter, TieView
from galley.core.domain import Annotator, AnnotatorKind, Criterion
from galley.gui.text_panes.filter_head import QueueFilters, criterion_choices, one_line
from galley.gui.theme import Theme
from galley.gui.translation import tr
from galley.gui.widgets.chip import Chip
from galley.gui.widgets.flow import FlowLayout

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
