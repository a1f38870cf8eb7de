"""What the reviewer of a package was told."""

from __future__ import annotations

from PySide6.QtWidgets import QPlainTextEdit, QWidget

from galley.core.campaign.package import Package
from galley.core.text.visible import make_visible
from galley.gui.dialogs.base import Dialog
from galley.gui.theme import Theme
from galley.gui.translation import tr, tr_n


class Instructions(Dialog):
    """Shows the text as it was written."""

    def __init__(self, parent: QWidget | None, theme: Theme, package: Package) -> None:
        lead = tr_n(
            "{n} item of “{project}” for {reviewer}, packed on {day}.",
            "{n:,} items of “{project}” for {reviewer}, packed on {day}.",
            package.items,
            project=package.project,
            reviewer=package.reviewer,
            day=package.at[:10],
        )
        super().__init__(parent, theme, tr("Instructions"), make_visible(lead))
        text = QPlainTextEdit(package.instructions or tr("This package has no instructions."), self)
        text.setReadOnly(True)
        text.setAccessibleName(tr("Instructions"))
        text.setMinimumHeight(self.tall(180))
        self.column.addWidget(text)
        close = self.button(tr("Close"), default=True)
        close.clicked.connect(self.accept)
        close.setFocus()

    @classmethod
    def ask(cls, parent: QWidget | None, theme: Theme, package: Package) -> None:
        """Show it until it is closed."""
        dialog = cls(parent, theme, package)
        dialog.exec()
        dialog.deleteLater()
