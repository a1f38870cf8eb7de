"""A box that says why there is no window."""

from __future__ import annotations

import sys

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMessageBox


def show(title: str, text: str) -> None:
    """Show ``text`` until it is closed."""
    application = QApplication.instance() or QApplication(sys.argv[:1])
    box = QMessageBox(QMessageBox.Icon.Critical, title, text)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.exec()
    del application
