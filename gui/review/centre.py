"""The centre of Review: the panes, and over them what is shown above the texts while it is asked for."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from galley.gui.review.find_bar import FindBar
from galley.gui.review.panes_row import PanesRow
from galley.gui.session import Session


class Centre(QWidget):
    """``find`` is the strip of the finder."""

    def __init__(self, session: Session, panes: PanesRow, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.find = FindBar(session.theme, session.keys)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.find)
        column.addWidget(panes, 1)
