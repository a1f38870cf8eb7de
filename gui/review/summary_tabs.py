"""The right pane: tabs for several summaries, references and derived units, and the text of the one in front."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QTabBar, QVBoxLayout, QWidget

from gui.language import tr
from gui.panes.text_pane import TextPane
from gui.review.opened import Tab
from gui.theme import Theme
from gui.widgets.tooltip import plain


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
        self.bar.setAccessibleName(tr("Summaries of this item"))
        self.bar.currentChanged.connect(self._changed)
        self.pane = TextPane(theme, tr("Summary"), self)
        self._instead: QWidget | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(self.bar)
        self._column.addWidget(self.pane, 1)
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
            self.bar.setTabToolTip(index, plain(tabs[index].title))
        while self.bar.count() > len(titles):
            self.bar.removeTab(self.bar.count() - 1)
        self.bar.setCurrentIndex(current)
        self._silent = False

    def set_current(self, index: int) -> None:
        """Bring a tab to the front without a signal."""
        self._silent = True
        self.bar.setCurrentIndex(index)
        self._silent = False

    def add(self, panel: QWidget, instead: bool) -> None:
        """Make room for a panel, hidden as yet: in the place of the text, or a strip below it."""
        panel.hide()
        if instead:  # over the strips, whichever was built first
            self._column.insertWidget(self._column.indexOf(self.pane) + 1, panel, 1)
        else:
            self._column.addWidget(panel)

    def front(self, panel: QWidget | None, own_tabs: bool = False) -> None:
        """Show a panel in the place of the text, or the text again; ``own_tabs`` folds the tabs away."""
        if panel is not self._instead:
            if self._instead is not None:
                self._instead.hide()
            self._instead = panel
            self.pane.setVisible(panel is None)
            if panel is not None:
                panel.show()
        if self.bar.isHidden() != own_tabs:
            self.bar.setHidden(own_tabs)

    def _changed(self, index: int) -> None:
        if not self._silent and index >= 0:
            self.chosen.emit(index)
