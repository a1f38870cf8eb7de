"""The answers to a question that is not one of yes or no, each with its digit."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from galley.core.domain import Value
from galley.gui.labels import value_label
from galley.gui.theme import Theme
from galley.gui.widgets.flow import FlowLayout
from galley.gui.widgets.key_button import KeyButton


class ValueRow(QWidget):
    """Emits ``chosen(value)``. Hidden where there is nothing to choose."""

    chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._values: tuple[Value, ...] = ()
        self._keys: list[str] = []
        self.buttons: list[KeyButton] = []
        self._flow = FlowLayout(self)
        self._flow.setContentsMargins(0, 0, 0, 0)
        self.hide()

    def set_keys(self, keys: Sequence[str]) -> None:
        """The keys of the choices, in order."""
        self._keys = list(keys)
        for index, button in enumerate(self.buttons[: len(self._values)]):
            button.set_key(self._key(index))

    def show_values(self, values: Sequence[Value], answer: Value | None, labels: Sequence[str] = ()) -> None:
        """Offer ``values``, under their names or these ``labels``; ``chosen`` is the one that was answered."""
        self._values = tuple(values)
        while len(self.buttons) < len(self._values):
            index = len(self.buttons)
            button = KeyButton(self._theme, "", "", parent=self)
            button.clicked.connect(lambda _=False, at=index: self.choose(at))
            self.buttons.append(button)
            self._flow.addWidget(button)
        for index, button in enumerate(self.buttons):
            button.setVisible(index < len(self._values))
            if index < len(self._values):
                button.setText(labels[index] if labels else value_label(self._values[index]))
                button.set_key(self._key(index))
                button.set_chosen(self._values[index] == answer)
        self.setVisible(bool(self._values))

    def press(self, place: int) -> None:
        """The key of this place (from 0) was pressed: 1, 2, … 9, 0. A number of one figure has that key, whatever place
        it has itself; nothing happens where no answer has it."""
        index = next((i for i in range(len(self._values)) if self._place(i) == place), None)
        if index is not None:
            self.choose(index)

    @property
    def places(self) -> tuple[int, ...]:
        """The places of the keys that choose an answer."""
        return tuple(place for place in sorted(map(self._place, range(len(self._values)))) if place < 10)

    def choose(self, index: int) -> None:
        """The answer of this place (from 0)."""
        self.chosen.emit(self._values[index])

    def _place(self, index: int) -> int:
        value = self._values[index]
        figures = all(isinstance(value, int) and 0 <= value <= 9 for value in self._values)
        return (value - 1) % 10 if figures and isinstance(value, int) else index

    def _key(self, index: int) -> str:
        place = self._place(index)
        return self._keys[place] if place < len(self._keys) else ""
