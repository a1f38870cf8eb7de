"""The report of a bug, to copy: where in the program it was, and nothing of the project."""

from __future__ import annotations

from PySide6.QtCore import qVersion
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from galley.core.bug_report import facts
from galley.gui import clipboard
from galley.gui.dialogs.base import Dialog
from galley.gui.theme import Theme
from galley.gui.translation import tr


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
