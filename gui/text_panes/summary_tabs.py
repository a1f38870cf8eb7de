"""The right pane: tabs for several summaries, references and derived units, and the text of the one in front.

Where many tabs would be cut to a few letters each, the name in front and a list of all stand in their place.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from galley.gui.plain_text import Tabs
from galley.gui.text_panes.item import Tab
from galley.gui.text_panes.pane import TextPane
from galley.gui.text_panes.tab_names import TabNames
from galley.gui.theme import Theme
from galley.gui.translation import tr

_FEW = 3
"""So many tabs stand side by side however narrow the column is."""


class SummaryTabs(QWidget):
    """Emits ``chosen(index)`` when the user, not the program, chose a tab."""

    chosen = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bar = Tabs(self)
        self.bar.setExpanding(False)
        self.bar.setDrawBase(False)
        self.bar.setUsesScrollButtons(True)
        self.bar.setElideMode(Qt.TextElideMode.ElideRight)
        self.bar.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.bar.setAccessibleName(tr("Summaries of this item"))
        self.bar.currentChanged.connect(self._on_tab_changed)
        self.names = TabNames(theme, self)
        self.names.hide()
        self.names.activated.connect(self._choose_by_name)
        self._titles: list[str] = []
        self.pane = TextPane(theme, tr("Summary"), self)
        self._instead: QWidget | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(self.bar)
        self._column.addWidget(self.names)
        self._column.addWidget(self.pane, 1)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self._is_updating = False
        theme.changed.connect(self._fit)

    def set_tabs(self, tabs: Sequence[Tab], current: int) -> None:
        """Show these tabs with ``current`` in front, without a signal."""
        self._is_updating = True
        self.bar.set_titles([tab.title for tab in tabs])
        self._titles = [" ".join(tab.title.split()) for tab in tabs]
        self.bar.setCurrentIndex(current)
        self._is_updating = False
        self._fit()

    def set_current(self, index: int) -> None:
        """Bring a tab to the front without a signal."""
        self._is_updating = True
        self.bar.setCurrentIndex(index)
        self._is_updating = False
        self._fit()

    def add(self, widget: QWidget) -> None:
        """Make room for a widget, hidden as yet, in the place of the text."""
        widget.hide()
        self._column.addWidget(widget, 1)

    def show_instead(self, widget: QWidget | None) -> None:
        """Show a widget in the place of the text and the tabs, or these again."""
        if self._instead is not None:
            self._instead.hide()
        self._instead = widget
        self.pane.setVisible(widget is None)
        if widget is not None:
            widget.show()
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width has room for other names."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Tabs where their names fit or are few, else the name in front with the list of all."""
        named = len(self._titles) > _FEW and self.bar.sizeHint().width() > self.width()
        if named:
            self.names.show_names(self._titles, self.bar.currentIndex())
        for widget, is_visible in ((self.bar, not named), (self.names, named)):
            should_show = is_visible and self._instead is None
            if widget.isHidden() is should_show:
                widget.setVisible(should_show)

    def _choose_by_name(self, index: int) -> None:
        if index != self.bar.currentIndex():
            self.chosen.emit(index)

    def _on_tab_changed(self, index: int) -> None:
        if not self._is_updating and index >= 0:
            self.chosen.emit(index)
