"""The head of the queue of cells to settle: chips for the kind of cell, and menus that narrow it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations

from PySide6.QtWidgets import QWidget

from galley.core.adjudication.open_ties import ShownTies, WantedTies
from galley.core.domain import Annotator, AnnotatorKind, Criterion
from galley.gui.desk.filter_head import DeskFilters, criterion_choices, one_line
from galley.gui.language import tr
from galley.gui.theme import Theme
from galley.gui.widgets.chip import Chip
from galley.gui.widgets.flow import FlowLayout

SHOWS = {
    ShownTies.TIES: tr("Ties"),
    ShownTies.CONFLICTS: tr("Judge against people"),
    ShownTies.SETTLED: tr("Settled"),
    ShownTies.REOPENED: tr("Reopened"),
}
_MOST_PEOPLE = 12


class SettleFilters(DeskFilters):
    """Emits ``changed()`` when the user asked for something else; ``wanted`` says what."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, WantedTies(), _MENUS, parent)
        flow = FlowLayout(self)
        flow.setContentsMargins(11, 10, 8, 10)
        self._shows: dict[ShownTies, Chip] = {}
        for show, words in SHOWS.items():
            chip = self._shows[show] = Chip(theme, words, parent=self)
            chip.clicked.connect(partial(self._show, show))
            flow.addWidget(chip)
        for chip in self._menus.values():
            flow.addWidget(chip)
        self._mine = Chip(theme, tr("My own"), parent=self)
        self._mine.clicked.connect(lambda: self._change(replace(self._wanted, mine=self._mine.isChecked())))
        flow.addWidget(self._mine)
        self._shows[ShownTies.REOPENED].hide()
        self._mirror()

    @property
    def wanted(self) -> WantedTies:
        """What the user asked for."""
        wanted: WantedTies = self._wanted
        return wanted

    def set_totals(self, ties: int, conflicts: int | None, settled: int, reopened: int) -> None:
        """Show how many cells there are of each kind; None where it is not known yet."""
        for show, count in zip(SHOWS, (ties, conflicts, settled, reopened), strict=True):
            self._shows[show].set_count(count)
        self._shows[ShownTies.REOPENED].setVisible(reopened > 0 or self._wanted.show is ShownTies.REOPENED)

    def set_choices(
        self, criteria: Sequence[Criterion], everybody: Sequence[Annotator], systems: Sequence[str]
    ) -> None:
        """What the menus offer."""
        judges = [a for a in everybody if a.kind is not AnnotatorKind.HUMAN]
        known = sorted(everybody, key=lambda a: (a.kind is not AnnotatorKind.HUMAN, a.id))[:_MOST_PEOPLE]
        pairs = [
            ((a.id, b.id), tr("{one} and {other}", one=one_line(a.name), other=one_line(b.name)))
            for a, b in combinations(known, 2)
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

    def _show(self, show: ShownTies) -> None:
        self._change(replace(self._wanted, show=show))

    def _mirror(self) -> None:
        super()._mirror()
        for show, chip in self._shows.items():
            chip.setChecked(self._wanted.show is show)
        self._mine.setChecked(self._wanted.mine)


_MENUS = {
    "criterion": (tr("Criterion"), tr("Any criterion")),
    "judge": (tr("Judge"), tr("Any judge")),
    "system": (tr("System"), tr("Any system")),
    "pair": (tr("Pair"), tr("Any pair")),
    "distance": (tr("Distance"), tr("Any distance")),
}
