"""A known failure in one sentence, with the items that it is about; and the report of a bug, to copy."""

from __future__ import annotations

from PySide6.QtCore import qVersion
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from galley.core.errors import ConflictError, GalleyError, InputError, NewerProject, NotAProject, StorageFull
from galley.core.project.bug_report import facts
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


class BugReport(Dialog):
    """Everything saved is on disk already, so one may simply go on."""

    def __init__(self, parent: QWidget | None, theme: Theme, error: BaseException) -> None:
        super().__init__(
            parent,
            theme,
            tr("Something went wrong in Galley"),
            tr(
                "This is a bug in Galley. Every decision shown as saved is on disk. The report below says where "
                "it happened and holds none of your texts: please copy it into a bug report."
            ),
            width=620,
        )
        text = f"{facts(error)}\nQt {qVersion()}"
        self.report = QPlainTextEdit(text, self)
        self.report.setReadOnly(True)
        self.report.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.report.setMinimumHeight(self.tall(220, 0.4))
        self.report.setAccessibleName(tr("The report"))
        self.column.addWidget(self.report)
        copy = self.button(tr("Copy the report"), left=True)
        copy.clicked.connect(lambda: clipboard.put(text, own=True))
        go_on = self.button(tr("Continue"), default=True)
        go_on.clicked.connect(self.accept)
        go_on.setFocus()

    @classmethod
    def ask(cls, parent: QWidget | None, theme: Theme, error: BaseException) -> None:
        """Show it until it is closed."""
        dialog = cls(parent, theme, error)
        dialog.exec()
        dialog.deleteLater()
