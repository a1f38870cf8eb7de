"""The centre of Review: the panes, and over them what is shown above the texts while it is asked for."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QStackedWidget, QVBoxLayout, QWidget

from galley.gui.review.alignment_panel import AlignmentPanel
from galley.gui.review.find_bar import FindBar
from galley.gui.session import Session
from galley.gui.text_panes.row import PanesRow

_SHARES = (230, 570)


class Centre(QWidget):
    """``find_bar`` is the strip of the finder, ``alignment`` the sentence over its sources; both hidden at first;
    ``stack`` the panes, or what takes their place."""

    def __init__(self, session: Session, panes: PanesRow, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.find_bar = FindBar(session.theme, session.keys)
        self.alignment = AlignmentPanel(session)
        self.split = QSplitter(Qt.Orientation.Vertical)
        self.split.setHandleWidth(1)
        self.split.setChildrenCollapsible(False)
        self.split.addWidget(self.alignment)
        self.stack = QStackedWidget()
        self.stack.addWidget(panes)
        self.split.addWidget(self.stack)
        self.split.setStretchFactor(1, 1)
        self.split.setSizes(list(_SHARES))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.find_bar)
        column.addWidget(self.split, 1)
