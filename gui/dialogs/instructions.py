"""What the reviewer of a package was told."""

from __future__ import annotations

from PySide6.QtWidgets import QPlainTextEdit, QWidget

from core.packages.package import Package
from core.text.visible import visible
from gui.dialogs.base import Dialog
from gui.theme import Theme


class Instructions(Dialog):
    """Shows the text as it was written."""

    def __init__(self, parent: QWidget | None, theme: Theme, package: Package) -> None:
        items = "1 item" if package.items == 1 else f"{package.items:,} items"
        lead = f"{items} of “{package.project}” for {package.reviewer}, packed on {package.at[:10]}."
        super().__init__(parent, theme, "Instructions", visible(lead))
        text = QPlainTextEdit(package.instructions or "Whoever made this package left no instructions.", self)
        text.setReadOnly(True)
        text.setAccessibleName("Instructions")
        text.setMinimumHeight(round(theme.px(180)))
        self.column.addWidget(text)
        close = self.button("Close", default=True)
        close.clicked.connect(self.accept)
        close.setFocus()

    @classmethod
    def ask(cls, parent: QWidget | None, theme: Theme, package: Package) -> None:
        """Show it until it is closed."""
        dialog = cls(parent, theme, package)
        dialog.exec()
        dialog.deleteLater()
