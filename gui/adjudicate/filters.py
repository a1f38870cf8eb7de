"""The head of the queue of cells to settle: chips for the kind of cell, and menus that narrow it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from core.domain import Annotator, AnnotatorKind, Criterion
from core.project.ties import Show, Wanted
from core.text.visible import visible
from gui.review.flow import FlowLayout
from gui.theme import Theme
from gui.widgets.chip import Chip

SHOWS = {
    Show.TIES: "Ties",
    Show.CONFLICTS: "Judge against people",
    Show.SETTLED: "Settled",
    Show.REOPENED: "Reopened",
}
_LONGEST = 22
_MOST_PEOPLE = 12

Choice = tuple[object, str]


class Filters(QWidget):
    """Emits ``changed()`` when the user asked for something else; ``wanted`` says what."""

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._wanted = Wanted()
        flow = FlowLayout(self)
        flow.setContentsMargins(11, 10, 8, 10)
        self._shows: dict[Show, Chip] = {}
        for show, words in SHOWS.items():
            chip = self._shows[show] = Chip(theme, words, parent=self)
            chip.clicked.connect(partial(self._show, show))
            flow.addWidget(chip)
        self._choices: dict[str, list[Choice]] = {}
        self._menus: dict[str, Chip] = {}
        for name, words in _MENUS.items():
            chip = self._menus[name] = Chip(theme, words, parent=self)
            chip.clicked.connect(partial(self._ask, name))
            chip.hide()
            flow.addWidget(chip)
        self._mine = Chip(theme, "My own", parent=self)
        self._mine.clicked.connect(lambda: self._change(replace(self._wanted, mine=self._mine.isChecked())))
        flow.addWidget(self._mine)
        self._shows[Show.REOPENED].hide()
        self._mirror()

    @property
    def wanted(self) -> Wanted:
        """What the user asked for."""
        return self._wanted

    def set_wanted(self, wanted: Wanted) -> None:
        """Ask for something else without a signal."""
        self._wanted = wanted
        self._mirror()

    def set_totals(self, ties: int, conflicts: int | None, settled: int, reopened: int) -> None:
        """Show how many cells there are of each kind; None where it is not known yet."""
        for show, count in zip(SHOWS, (ties, conflicts, settled, reopened), strict=True):
            self._shows[show].set_count(count)
        self._shows[Show.REOPENED].setVisible(reopened > 0 or self._wanted.show is Show.REOPENED)

    def set_choices(
        self, criteria: Sequence[Criterion], everybody: Sequence[Annotator], systems: Sequence[str]
    ) -> None:
        """What the menus offer."""
        named = [c.name for c in criteria]
        judges = [a for a in everybody if a.kind is not AnnotatorKind.HUMAN]
        known = sorted(everybody, key=lambda a: (a.kind is not AnnotatorKind.HUMAN, a.id))[:_MOST_PEOPLE]
        pairs = [((a.id, b.id), f"{_line(a.name)} and {_line(b.name)}") for a, b in combinations(known, 2)]
        steps = max((c.high - c.low for c in criteria if c.scale == "ordinal"), default=0)
        self._choices = {
            "criterion": [(c.row, c.name if named.count(c.name) == 1 else f"{c.name} ({c.scheme})") for c in criteria],
            "judge": [(judge.id, _line(judge.name)) for judge in judges],
            "system": [(system, _line(system)) for system in systems],
            "pair": list(pairs),
            "distance": [(step, f"{step} or more apart") for step in range(1, steps + 1)],
        }
        for name, chip in self._menus.items():
            chip.setVisible(bool(self._choices[name]))
        self._mirror()

    def menu(self, name: str) -> QMenu:
        """The menu behind a chip ("criterion", "judge", …); the caller shows it."""
        menu = QMenu(self)
        group = QActionGroup(menu)
        now, nothing = getattr(self._wanted, name), getattr(Wanted(), name)
        for value, words in [(nothing, f"Any {_MENUS[name].lower()}"), *self._choices.get(name, ())]:
            action = QAction(words.replace("&", "&&"), menu, checkable=True)
            action.setChecked(value == now)
            action.triggered.connect(partial(self._set, name, value))
            group.addAction(action)
            menu.addAction(action)
        return menu

    def _show(self, show: Show) -> None:
        self._change(replace(self._wanted, show=show))

    def _set(self, name: str, value: object) -> None:
        self._change(replace(self._wanted, **{name: value}))  # type: ignore[arg-type]

    def _change(self, wanted: Wanted) -> None:
        self._wanted = wanted
        self._mirror()
        self.changed.emit()

    def _ask(self, name: str) -> None:
        chip = self._menus[name]
        menu = self.menu(name)
        menu.exec(chip.mapToGlobal(QPoint(0, chip.height() + 2)))
        menu.deleteLater()
        self._mirror()

    def _mirror(self) -> None:
        for show, chip in self._shows.items():
            chip.setChecked(self._wanted.show is show)
        for name, chip in self._menus.items():
            value = getattr(self._wanted, name)
            chosen = value != getattr(Wanted(), name)
            words = dict(self._choices.get(name, ())).get(value, "") if chosen else ""
            shown = words if len(words) <= _LONGEST else words[: _LONGEST - 1] + "…"
            chip.setChecked(chosen)
            chip.setText(shown or _MENUS[name])
            chip.setAccessibleName(f"{_MENUS[name]}: {words or 'any'}")
            chip.updateGeometry()
        self._mine.setChecked(self._wanted.mine)


_MENUS = {"criterion": "Criterion", "judge": "Judge", "system": "System", "pair": "Pair", "distance": "Distance"}


def _line(text: str) -> str:
    return " ".join(visible(text).split())
