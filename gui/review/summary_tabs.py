"""The right pane: tabs for several summaries, references and derived units, and the text of the one in front."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QTabBar, QVBoxLayout, QWidget

from gui.panes.text_pane import TextPane
from gui.review.opened import Tab
from gui.theme import Theme


class SummaryTabs(QWidget):
    """Emits ``chosen(index)`` when the user, not the program, chose a tab."""

    chosen = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bar = QTabBar(self)
        self.bar.setExpanding(False)
        self.bar.setDrawBase(False)
        self.bar.setUsesScrollButtons(True)
        self.bar.setElideMode(Qt.TextElideMode.ElideRight)
        self.bar.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.bar.setAccessibleName("Summaries of this item")
        self.bar.currentChanged.connect(self._changed)
        self.pane = TextPane(theme, "Summary")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.bar)
        layout.addWidget(self.pane, 1)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self._silent = False

    def set_tabs(self, tabs: Sequence[Tab], current: int) -> None:
        """Show these tabs with ``current`` in front, without a signal."""
        self._silent = True
        titles = [tab.title.replace("&", "&&") for tab in tabs]
        for index, title in enumerate(titles):
            if index >= self.bar.count():
                self.bar.addTab(title)
            elif self.bar.tabText(index) != title:
                self.bar.setTabText(index, title)
        while self.bar.count() > len(titles):
            self.bar.removeTab(self.bar.count() - 1)
        self.bar.setCurrentIndex(current)
        self._silent = False

    def set_current(self, index: int) -> None:
        """Bring a tab to the front without a signal."""
        self._silent = True
        self.bar.setCurrentIndex(index)
        self._silent = False

    def _changed(self, index: int) -> None:
        if not self._silent and index >= 0:
            self.chosen.emit(index)
