"""As many people as a task wants have the item: whoever else wants to answer looks only, or asks the lead."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from galley.core.errors import SlotsTaken
from galley.gui import clipboard
from galley.gui.dialogs.base import Dialog
from galley.gui.theme import Theme
from galley.gui.translation import tr


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
