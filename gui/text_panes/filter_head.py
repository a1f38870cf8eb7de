"""The head of a queue: what chips with menus have in common, whatever it is that they narrow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QWidget

from galley.core.domain import Criterion
from galley.core.text.visible import make_visible
from galley.gui.plain_text import Menu
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr
from galley.gui.widgets.chip import Chip
from galley.gui.widgets.styled_label import StyledLabel

_LONGEST = 22

Choice = tuple[Any, str]


class QueueFilters(QWidget):
    """Emits ``changed()`` when the user asked for something else; ``queue_filter`` says what.

    ``nothing`` is the dataclass of what can be asked for as it narrows nothing; ``menus`` names a chip for each field
    of it that has a menu, and what its first line says ("Judge", "Any judge").
    """

    changed = Signal()

    def __init__(
        self, theme: Theme, nothing: Any, menus: Mapping[str, tuple[str, str]], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._nothing = self._filter = nothing
        self._names = {name: words for name, (words, _) in menus.items()}
        self._any = {name: words for name, (_, words) in menus.items()}
        self._choices: dict[str, list[Choice]] = {}
        self._menus: dict[str, Chip] = {}
        for name, words in self._names.items():
            chip = self._menus[name] = Chip(theme, words, parent=self)
            chip.clicked.connect(partial(self._ask, name))
            chip.hide()
        self.mistake = StyledLabel(theme, Type.SMALL, "negative")
        self.mistake.setContentsMargins(13, 0, 10, 4)
        self.mistake.hide()

    def say_mistake(self, sentence: str) -> None:
        """Say what is wrong with the query in the search box, and where; "" takes it away."""
        self.mistake.set(sentence, "negative")
        self.mistake.setVisible(bool(sentence))

    @property
    def queue_filter(self) -> Any:
        """What the user asked for."""
        return self._filter

    def set_filter(self, queue_filter: Any) -> None:
        """Ask for something else without a signal."""
        self._filter = queue_filter
        self._mirror()

    def menu(self, name: str) -> Menu:
        """The menu behind a chip ("criterion", "judge", …); the caller shows it."""
        menu = Menu(self)
        self._fill_menu(menu, name)
        return menu

    def _fill_menu(self, menu: Menu, name: str) -> None:
        group = QActionGroup(menu)
        current_value, nothing = getattr(self._filter, name), getattr(self._nothing, name)
        for value, words in [
            (nothing, self._any[name]),
            *self._choices.get(name, ()),
        ]:
            menu.add_entry(words, partial(self._set, name, value), checked=value == current_value).setActionGroup(group)
            if value == nothing:
                menu.addSeparator()

    def _offer(self, choices: dict[str, list[Choice]]) -> None:
        """Put these into the menus; a chip whose menu is empty goes."""
        self._choices = choices
        for name, chip in self._menus.items():
            chip.setVisible(bool(choices.get(name)))
        self._mirror()

    def _set(self, name: str, value: object) -> None:
        self._change(replace(self._filter, **{name: value}))

    def _change(self, queue_filter: Any) -> None:
        self._filter = queue_filter
        self._mirror()
        self.changed.emit()

    def _ask(self, name: str) -> None:
        chip = self._menus[name]
        menu = self.menu(name)
        menu.exec(chip.mapToGlobal(QPoint(0, chip.height() + 2)))
        menu.deleteLater()
        self._mirror()

    def _mirror(self) -> None:
        """Let the chips say what is asked for."""
        for name, chip in self._menus.items():
            value = getattr(self._filter, name)
            is_set = value != getattr(self._nothing, name)
            words = dict(self._choices.get(name, ())).get(value, "") if is_set else ""
            chip.setChecked(is_set)
            chip.setText(shorten_words(words) or self._names[name])
            value_words = words or tr("any")
            chip.setAccessibleName(f"{self._names[name]}: {value_words}")
            chip.updateGeometry()


def shorten_words(words: str) -> str:
    """As much as a chip has room for."""
    return words if len(words) <= _LONGEST else words[: _LONGEST - 1] + "…"


def one_line(text: str) -> str:
    """A name from a file, fit for a menu."""
    return " ".join(make_visible(text).split())


def criterion_choices(criteria: Sequence[Criterion]) -> list[Choice]:
    """The criteria by row id; those of one name say their scheme too."""
    names = [c.name for c in criteria]
    return [(c.row, c.name if names.count(c.name) == 1 else f"{c.name} ({c.scheme})") for c in criteria]
