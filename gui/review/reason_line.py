"""How sound the judge's reason is: one quiet line, one key, never in the way of the decision."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from galley.gui.language import tr
from galley.gui.theme import Theme
from galley.gui.widgets.key_line import KeyLine

VALUES = ("correct", "partly", "incorrect", "unrelated", "none")
"""The choices of the scheme ``explanation`` in the order in which the key goes through them."""
SAID = {
    "correct": tr("Reason: correct"),
    "partly": tr("Reason: partly"),
    "incorrect": tr("Reason: incorrect"),
    "unrelated": tr("Reason: unrelated"),
    "none": tr("Reason: none"),
}
ASKED = tr("Is this reason sound?")


def following(value: str) -> str:
    """What the key makes of ``value`` ("" where nobody has said anything yet)."""
    return VALUES[(VALUES.index(value) + 1) % len(VALUES)] if value in VALUES else VALUES[0]


class ReasonLine(KeyLine):
    """Says what the reviewer thinks of the reason; pressing it goes on to the next answer."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, ASKED, parent)
        self._value = ""

    @property
    def value(self) -> str:
        """What is shown; "" for nothing yet."""
        return self._value

    def show_value(self, value: str) -> None:
        """Show another answer."""
        self._value = value
        self.say(SAID.get(value, ASKED), "text" if value else "second")
