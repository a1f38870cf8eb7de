"""The head of the queue: chips that say what it holds, how many items that are, and in which order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QVBoxLayout, QWidget

from core.domain import Annotator, Criterion
from core.project.queue import Filter, Show, Sort, Totals
from core.text.visible import visible
from gui.review.flow import FlowLayout
from gui.theme import Theme, Type
from gui.widgets.chip import Chip
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.tooltip import plain

_SHOWS = ((Show.OPEN, "Open flags"), (Show.TIES, "Ties"), (Show.UNSURE, "Unsure"), (Show.FINISHED, "Finished"))
_SORTS = {
    Sort.FILE: "as imported",
    Sort.KEY: "by key",
    Sort.OPEN_FLAGS: "most open flags",
    Sort.TIES: "most ties",
}
_NAMES = {"criterion": "criterion", "judge": "judge", "system": "system", "dataset": "data set"}
_LONGEST = 22

Choice = tuple[int | str, str]


class Filters(QWidget):
    """Emits ``changed()`` when the user asked for something else; ``wanted`` says what."""

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._wanted = Filter()
        self._ties = True
        self._choices: dict[str, list[Choice]] = {"criterion": [], "judge": [], "system": [], "dataset": []}
        chips = QWidget(self)
        flow = FlowLayout(chips)
        flow.setContentsMargins(11, 10, 8, 4)
        self._only = Chip(theme, "", parent=chips)
        self._only.clicked.connect(lambda: self._change(replace(self._wanted, items=(), about="")))
        flow.addWidget(self._only)
        self._shows: dict[Show, Chip] = {}
        for show, words in _SHOWS:
            chip = self._shows[show] = Chip(theme, words, parent=chips)
            chip.clicked.connect(partial(self._show, show))
            if show is not Show.FINISHED:
                flow.addWidget(chip)
        self._menus: dict[str, Chip] = {}
        for name, words in _NAMES.items():
            chip = self._menus[name] = Chip(theme, words.capitalize(), parent=chips)
            chip.clicked.connect(partial(self._ask, name))
            flow.addWidget(chip)
        flow.addWidget(self._shows[Show.FINISHED])
        self._count = ElidedLabel(theme, "", Type.CAPTION_NUMBER, "second")
        self._sort = QToolButton(self)
        self._sort.setAutoRaise(True)
        self._sort.setCursor(Qt.CursorShape.PointingHandCursor)
        self._sort.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._sort.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self._sort.clicked.connect(self._ask_sort)
        line = QHBoxLayout()
        line.setContentsMargins(13, 0, 8, 4)
        line.addWidget(self._count, 1)
        line.addWidget(self._sort)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(chips)
        layout.addLayout(line)
        theme.changed.connect(self._dress)
        self._dress()
        self._mirror()

    @property
    def wanted(self) -> Filter:
        """What the user asked for."""
        return self._wanted

    @property
    def narrowed(self) -> bool:
        """Whether something is left out of the queue."""
        return replace(self._wanted, sort=Sort.FILE) != Filter()

    def set_wanted(self, wanted: Filter) -> None:
        """Ask for something else without a signal (``Filter()`` clears everything)."""
        self._wanted = wanted
        self._mirror()

    def set_ties(self, shown: bool) -> None:
        """Whether ties may be asked for: they tell what others said."""
        self._ties = shown
        self._shows[Show.TIES].setVisible(shown)
        if not shown and (self._wanted.show is Show.TIES or self._wanted.sort is Sort.TIES):
            show = Show.ALL if self._wanted.show is Show.TIES else self._wanted.show
            sort = Sort.FILE if self._wanted.sort is Sort.TIES else self._wanted.sort
            self.set_wanted(replace(self._wanted, show=show, sort=sort))

    def set_totals(self, totals: Totals) -> None:
        """Show how many items have ties and unsure answers."""
        self._shows[Show.TIES].set_count(totals.tied_items)
        self._shows[Show.UNSURE].set_count(totals.unsure_items)

    def set_count(self, items: int) -> None:
        """Show how many items the queue holds."""
        self._count.set_text(f"{items:,} {'item' if items == 1 else 'items'}")

    def set_choices(
        self,
        criteria: Sequence[Criterion],
        judges: Sequence[Annotator],
        systems: Sequence[str],
        datasets: Sequence[str] = (),
    ) -> None:
        """What the menus offer; a single data set is no choice."""
        names = [c.name for c in criteria]
        self._choices = {
            "criterion": [(c.row, c.name if names.count(c.name) == 1 else f"{c.name} ({c.scheme})") for c in criteria],
            "judge": [(judge.id, _line(judge.name)) for judge in judges],
            "system": [(system, _line(system)) for system in systems],
            "dataset": [(dataset, _line(dataset)) for dataset in datasets] if len(datasets) > 1 else [],
        }
        for name, chip in self._menus.items():
            chip.setVisible(bool(self._choices[name]))
        self._mirror()

    def menu(self, name: str) -> QMenu:
        """The menu behind a chip ("criterion", "judge", "system", "dataset"); the caller shows it."""
        menu = QMenu(self)
        group = QActionGroup(menu)
        now = getattr(self._wanted, name)
        nothing: int | str = "" if name in ("system", "dataset") else 0
        for value, words in [(nothing, f"Any {_NAMES[name]}"), *self._choices[name]]:
            action = QAction(words.replace("&", "&&"), menu, checkable=True)
            action.setChecked(value == now)
            action.triggered.connect(partial(self._set, name, value))
            group.addAction(action)
            menu.addAction(action)
            if value == nothing:
                menu.addSeparator()
        return menu

    def _show(self, show: Show) -> None:
        chosen = self._shows[show].isChecked()
        self._change(replace(self._wanted, show=show if chosen else Show.ALL))

    def _set(self, name: str, value: int | str) -> None:
        self._change(replace(self._wanted, **{name: value}))  # type: ignore[arg-type]

    def _change(self, wanted: Filter) -> None:
        self._wanted = wanted
        self._mirror()
        self.changed.emit()

    def _ask(self, name: str) -> None:
        chip = self._menus[name]
        menu = self.menu(name)
        menu.exec(chip.mapToGlobal(QPoint(0, chip.height() + 2)))
        menu.deleteLater()
        self._mirror()

    def _ask_sort(self) -> None:
        menu = QMenu(self)
        for sort, words in _SORTS.items():
            if sort is Sort.TIES and not self._ties:
                continue
            action = QAction(words[0].upper() + words[1:], menu, checkable=True)
            action.setChecked(sort is self._wanted.sort)
            action.triggered.connect(lambda _=False, sort=sort: self._change(replace(self._wanted, sort=sort)))
            menu.addAction(action)
        menu.exec(self._sort.mapToGlobal(QPoint(0, self._sort.height() + 2)))
        menu.deleteLater()

    def _mirror(self) -> None:
        only = f"From Scores: {_line(self._wanted.about)}" if self._wanted.about else "From Scores"
        about = _line(self._wanted.about) or "From Scores"
        self._only.setText((about if len(about) <= _LONGEST else about[: _LONGEST - 1] + "…") + " ×")
        self._only.setAccessibleName(f"{only}. Press to hold all items again")
        self._only.setToolTip(plain(only))
        self._only.setChecked(True)
        self._only.setVisible(bool(self._wanted.items))
        for show, chip in self._shows.items():
            chip.setChecked(self._wanted.show is show)
        for name, chip in self._menus.items():
            value = getattr(self._wanted, name)
            words = dict(self._choices[name]).get(value, "") if value else ""
            shown = words if len(words) <= _LONGEST else words[: _LONGEST - 1] + "…"
            chip.setChecked(bool(value))
            chip.setText(shown or _NAMES[name].capitalize())
            chip.setAccessibleName(f"{_NAMES[name].capitalize()}: {words or 'any'}")
            chip.updateGeometry()
        self._sort.setText(f"{_SORTS[self._wanted.sort]} ▾")
        self._sort.setAccessibleName(f"Order: {_SORTS[self._wanted.sort]}")

    def _dress(self) -> None:
        self._sort.setFont(self._theme.font(Type.CAPTION))
        roles = self._theme.roles
        self._sort.setStyleSheet(
            f"QToolButton {{ color: {roles.second}; border: none; padding: 2px 5px; border-radius: 4px; }}"
            f"QToolButton:hover {{ color: {roles.text}; background: {roles.hover}; }}"
            f"QToolButton:focus {{ color: {roles.accent}; }}"
        )


def _line(text: str) -> str:
    return " ".join(visible(text).split())
