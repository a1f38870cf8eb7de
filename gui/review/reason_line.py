"""How sound the judge's reason is: one quiet line, and a menu of the answers, which takes digits until it is closed."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QWidget

from galley.gui.plain_text import Menu
from galley.gui.theme import Theme
from galley.gui.translation import tr
from galley.gui.widgets.key_line import KeyLine

VALUES = ("correct", "partly", "incorrect", "unrelated", "none")
"""The choices of the scheme ``explanation``, in the order of the digits that choose them."""
CHOICES = {
    "correct": tr("Correct"),
    "partly": tr("Partly correct"),
    "incorrect": tr("Incorrect"),
    "unrelated": tr("Unrelated to the flag"),
    "none": tr("No reason given"),
}
SAID = {
    "correct": tr("Reason: correct"),
    "partly": tr("Reason: partly"),
    "incorrect": tr("Reason: incorrect"),
    "unrelated": tr("Reason: unrelated"),
    "none": tr("Reason: none"),
}
ASKED = tr("Is this reason sound?")


class ReasonLine(KeyLine):
    """Says what the reviewer thinks of the reason. ``chosen(value)``: an answer was chosen in the menu."""

    chosen = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, ASKED, parent)
        self._value = ""

    @property
    def value(self) -> str:
        """What is shown; "" for nothing yet."""
        return self._value

    def ask(self) -> None:
        """Open the menu of the answers. Nothing is written before one of them is chosen."""
        menu = Menu(self)
        menu.setAccessibleName(ASKED)
        for number, value in enumerate(VALUES, 1):
            choose = partial(self._choose, value)
            menu.add_entry(CHOICES[value], choose, mnemonic=str(number), checked=value == self._value)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.mapToGlobal(QPoint(0, self.height() + 2)))

    def _choose(self, value: str, checked: bool = False) -> None:
        self.show_value(value)
        self.chosen.emit(value)

    def show_value(self, value: str) -> None:
        """Show another answer."""
        self._value = value
        self.say(SAID.get(value, ASKED), "text" if value else "second")
