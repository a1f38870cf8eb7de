"""A known failure: one sentence and, where an import met other texts under the same keys, the list of them."""

from __future__ import annotations

from PySide6.QtWidgets import QPlainTextEdit, QWidget

from galley.core.errors import ConflictError, GalleyError, InputError, NewerProject, NotAProject, StorageFull
from galley.gui import clipboard
from galley.gui.dialogs.base import Dialog
from galley.gui.theme import Theme
from galley.gui.translation import tr

TITLES: tuple[tuple[type[GalleyError], str], ...] = (
    (ConflictError, tr("These items already exist with other texts")),
    (NewerProject, tr("This project is newer than the program")),
    (NotAProject, tr("Galley cannot open this file")),
    (StorageFull, tr("The disk is full")),
    (InputError, tr("That did not work")),
)


class Message(Dialog):
    """Shows ``error`` as it words itself."""

    def __init__(self, parent: QWidget | None, theme: Theme, error: GalleyError) -> None:
        title = next((title for kind, title in TITLES if isinstance(error, kind)), tr("That did not work"))
        words = str(error)
        super().__init__(parent, theme, title, words)
        self.lead.setAccessibleName(words)
        listed = [conflict for conflict in error.conflicts] if isinstance(error, ConflictError) else []
        if listed:
            text = QPlainTextEdit("\n".join(listed), self)
            text.setReadOnly(True)
            text.setAccessibleName(tr("The items in question"))
            text.setMinimumHeight(self.tall(160))
            self.column.addWidget(text)
        copy = self.button(tr("Copy"), left=True)
        copy.clicked.connect(lambda: clipboard.put("\n".join([words, *listed])))
        close = self.button(tr("Close"), default=True)
        close.clicked.connect(self.accept)
        close.setFocus()

    @classmethod
    def ask(cls, parent: QWidget | None, theme: Theme, error: GalleyError) -> None:
        """Show it until it is closed."""
        dialog = cls(parent, theme, error)
        dialog.exec()
        dialog.deleteLater()
