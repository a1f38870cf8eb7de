"""The left column: filters, the list of items, and a page for when nothing matches."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from galley.core.domain import ChangeSet, ItemId
from galley.core.storage.queries.item_queue import QueueRow
from galley.gui.session import Session
from galley.gui.text_panes.criterion_styles import Catalogue
from galley.gui.text_panes.empty_page import EmptyPage
from galley.gui.text_panes.filter_head import QueueFilters
from galley.gui.text_panes.queue_list import QueueList
from galley.gui.text_panes.queue_model import QueueModel
from galley.gui.widgets.hairline import Hairline

MOST_CHANGED_LINES = 2_000
"""Changed items up to which their lines are read again one by one."""


class QueueColumn(QWidget):
    """``opened(item)``: the user chose an item here. ``filled()``: the queue holds what was asked for.

    A view's own says what the queue holds: ``reload``, ``reload_choices``, ``request_totals``, ``apply``,
    ``reset_filter`` and ``_fetch`` are for it to answer.
    """

    opened = Signal(int)
    filled = Signal()

    def __init__(
        self,
        session: Session,
        filters: QueueFilters,
        model: Callable[..., QueueModel] = QueueModel,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._session = session
        theme = session.theme
        self.model = model(self._fetch, self)
        self._pages = QStackedWidget(self)
        self.list = QueueList(theme, self.model, self._pages)
        self._current: ItemId | None = None
        self._empty = EmptyPage(theme, parent=self._pages)
        self._pages.addWidget(self.list)
        self._pages.addWidget(self._empty)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(filters)
        self._column.addWidget(Hairline(theme))
        self._column.addWidget(self._pages, 1)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        filters.changed.connect(self.reload)
        self.list.opened.connect(self.opened)
        self._empty.pressed.connect(self.reset_filter)

    def set_current(self, item: ItemId | None) -> None:
        """Mark the open item."""
        self._current = item
        self.list.show_current(item)

    def reset_filter(self) -> None:
        """Hold everything again."""

    def reload(self) -> None:
        """Ask for the items again. The list stays as it is until they are there."""

    def reload_choices(self, catalogue: Catalogue) -> None:
        """Ask again for what the menus offer."""

    def request_totals(self) -> None:
        """Ask for the figures on the chips."""

    def apply(self, changes: ChangeSet) -> None:
        """Something was written."""

    def _fetch(self, items: Sequence[ItemId]) -> list[QueueRow]:
        return []

    def _forget(self, changes: ChangeSet) -> None:
        """Read the lines that changed again."""
        if changes.items:
            self.model.forget(changes.items if len(changes.items) <= MOST_CHANGED_LINES else None)

    def _page(self, filled: bool) -> None:
        """Show the list, or say why there is none."""
        self._pages.setCurrentWidget(self.list if filled else self._empty)
