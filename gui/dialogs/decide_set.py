"""Asks before several flags get the same answer at once."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from galley.gui.dialogs.base import Dialog
from galley.gui.theme import Theme
from galley.gui.translation import tr, tr_n


class DecideSetDialog(Dialog):
    """``sentence`` says which flags these are; ``decide`` gives them the answer. Escape and Return cancel."""

    def __init__(
        self, parent: QWidget | None, theme: Theme, answer: str, count: int, sentence: str, decide: Callable[[], object]
    ) -> None:
        title, words = {
            "accept": (tr("Accept the ticked flags?"), tr_n("Accept {n:,} flag", "Accept {n:,} flags", count)),
            "reject": (
                tr("Are the ticked flags no errors?"),
                tr_n("{n:,} flag is no error", "{n:,} flags are no error", count),
            ),
            "unsure": (
                tr("Mark the ticked flags as unsure?"),
                tr_n("{n:,} flag is unsure", "{n:,} flags are unsure", count),
            ),
        }[answer]
        lead = tr(
            "{sentence}. Each gets its own decision in the log, and one undo takes all of them back. Figures leave out "
            "answers to flags that were never opened.",
            sentence=sentence,
        )
        super().__init__(parent, theme, title, lead)
        self.lead.setAccessibleName(lead)
        self.go = self.button(words)
        self.cancel = self.button(tr("Cancel"), default=True)
        self.go.clicked.connect(self.accept)
        self.go.clicked.connect(lambda _=False: decide())
        self.cancel.clicked.connect(self.reject)
        self.cancel.setFocus()
