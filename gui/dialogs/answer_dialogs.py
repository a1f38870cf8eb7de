"""Dialogs about an answer before it is written: all slots of the item are taken, two answers contradict each other, or
several flags get one answer at once."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from galley.core.errors import SlotsTaken
from galley.gui import clipboard
from galley.gui.dialogs.base import Dialog
from galley.gui.theme import Theme
from galley.gui.translation import tr, tr_n


class SlotsTakenDialog(Dialog):
    """Says what an answer would be worth here. Nothing was written, and nothing is written by it: *Ask the lead* copies
    the words of a request, since who is the lead and how they are reached is not in the project."""

    def __init__(self, parent: QWidget | None, theme: Theme, error: SlotsTaken) -> None:
        super().__init__(parent, theme, tr("All slots are taken"), str(error))
        self.lead.setAccessibleName(str(error))
        self._request = tr(
            "{person} asks for a slot of the task “{task}” in the item {key}: please make a package of this task for"
            " {person}, or revoke one from somebody who has it.",
            person=error.person,
            task=error.task,
            key=error.item,
        )
        self.ask_lead = self.button(tr("Ask the lead"))
        self.ask_lead.clicked.connect(self._copy)
        self.look_only = self.button(tr("View only"), default=True)
        self.look_only.clicked.connect(self.reject)
        self.look_only.setFocus()

    def _copy(self) -> None:
        if not clipboard.put(self._request):
            self.set_title(tr("Not copied, the project is confidential: tell the lead"), self._request)
            return
        self.set_title(tr("Copied: send this to the lead"), self._request)
        self.ask_lead.setEnabled(False)
        self.look_only.setFocus()
        self.fit()


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
            "{sentence}. Each gets its own decision in the log, and one undo reverts all of them. Figures leave out "
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
