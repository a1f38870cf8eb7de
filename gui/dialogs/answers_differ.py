"""Asks which holds where a reviewer answered "no" of a whole summary and "yes" of a part of it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from galley.gui.dialogs.base import Dialog
from galley.gui.theme import Theme
from galley.gui.translation import tr


class AnswersDifferDialog(Dialog):
    """``sentences`` name the answers. ``change`` makes the whole "yes"; ``keep`` lets each answer stand at its own
    level, where `galley project check` lists it. Escape does neither."""

    def __init__(
        self,
        parent: QWidget | None,
        theme: Theme,
        sentences: list[str],
        change: Callable[[], object],
        keep: Callable[[], object],
    ) -> None:
        words = "\n".join(sentences)
        super().__init__(parent, theme, tr("Two of your answers contradict each other"), words)
        self.lead.setAccessibleName(words)
        self.change = self.button(tr("Change the whole document to “yes”"))
        self.keep = self.button(tr("Keep both"), default=True)
        for button, does in ((self.change, change), (self.keep, keep)):
            button.clicked.connect(self.accept)
            button.clicked.connect(lambda _=False, does=does: does())
        self.keep.setFocus()
