"""Asks which holds where a reviewer answered "no" of a whole summary and "yes" of a part of it."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from galley.gui.dialogs.dialog_base import Dialog
from galley.gui.language import tr
from galley.gui.theme import Theme


class AnswersDifferDialog(Dialog):
    """``sentences`` name the answers. Accepted: the whole becomes "yes". Rejected: each answer stands at its own level,
    and `galley check` lists it."""

    def __init__(self, parent: QWidget | None, theme: Theme, sentences: list[str]) -> None:
        super().__init__(parent, theme, tr("Two of your answers contradict each other"), "\n".join(sentences))
        self.lead.setAccessibleName("\n".join(sentences))
        self.change = self.button(tr("Change the whole to “yes”"))
        self.change.clicked.connect(self.accept)
        self.keep = self.button(tr("Keep both"), default=True)
        self.keep.clicked.connect(self.reject)
        self.keep.setFocus()
