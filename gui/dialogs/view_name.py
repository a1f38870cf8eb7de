"""Under which name a view is saved in the project."""

from __future__ import annotations

from PySide6.QtWidgets import QLineEdit, QWidget

from galley.core.review.saved_views import LONGEST
from galley.gui.dialogs.base import Dialog
from galley.gui.theme import Theme
from galley.gui.translation import tr


class ViewName(Dialog):
    """A name; one that is there already is said to be replaced."""

    def __init__(self, parent: QWidget | None, theme: Theme, query: str, existing_names: frozenset[str]) -> None:
        lead = tr("Saves the filter and order of the queue in this project: {query}", query=query or tr("all"))
        super().__init__(parent, theme, tr("Save this view"), lead, width=440)
        self._existing_names = existing_names
        self.name = QLineEdit(self)
        self.name.setMaxLength(LONGEST)
        self._hint = self.field(tr("Name"), self.name)
        self.button(tr("Cancel")).clicked.connect(self.reject)
        self.go = self.button(tr("Save"), default=True)
        self.go.clicked.connect(self.accept)
        self.name.textChanged.connect(self._check)
        self._check("")
        self.name.setFocus()

    @classmethod
    def ask(cls, parent: QWidget | None, theme: Theme, query: str, existing_names: frozenset[str]) -> str:
        """The name that was given, or "" where the dialog was left."""
        dialog = cls(parent, theme, query, existing_names)
        answered = dialog.exec()
        name = " ".join(dialog.name.text().split()) if answered else ""
        dialog.deleteLater()
        return name

    def _check(self, text: str) -> None:
        name = " ".join(text.split())
        self.go.setEnabled(bool(name))
        self._hint.setText(
            tr("A view of this name exists and will be replaced.") if name in self._existing_names else ""
        )
        self._hint.setVisible(name in self._existing_names)
        self.fit()
