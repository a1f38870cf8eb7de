"""How high the list of flags and the flag in front are: the list gives room, so that reasons are read without
scrolling."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QSplitter, QWidget

from galley.core.domain import ItemId
from galley.gui.review.flag_detail import FlagDetail
from galley.gui.review.flag_list import FlagList
from galley.gui.theme import Theme

_BACK = 60.0
"""Pixels at the usual text size that the list takes back at least: two of its rows."""
_SPACIOUS = 640.0
"""Pixels at the usual text size that the flag in front has at least while the list grows to show all of its rows."""
_LOW = 710.0
"""Pixels at the usual text size: what a window of 1366x768 leaves is less."""


class DetailRoom(QObject):
    """Moves the edge in ``split``, above which the list is, and beneath it the flag in front.

    It goes up for a flag that needs it, and down again after it; not for a row, or it would move with every flag. It
    goes down for an item whose list would scroll while there is room. Where the user puts it, it stays.
    """

    def __init__(self, theme: Theme, split: QSplitter, head: QWidget, flags: FlagList, detail: FlagDetail) -> None:
        super().__init__(split)
        self._split, self._head, self._list, self._detail, self._theme = split, head, flags, detail, theme
        self._item = 0
        self._home: list[int] = []  # as the user left it, while the list is grown
        self._usual: list[int] = []
        self._by_hand = False
        split.splitterMoved.connect(self._on_splitter_moved)
        split.installEventFilter(self)

    @property
    def heights(self) -> list[int]:
        """Those of the list and of the flag in front, as they are where nothing has to give room."""
        return self._home or self._usual or self._split.sizes()

    def of_item(self, item: ItemId) -> None:
        """Another item (its row id) is open."""
        if item != self._item:
            self._item = item
            self._back()
            self._grow()

    def handle_resize(self) -> None:
        """The column has another size."""
        self._detail.set_tight(self._split.height() < self._theme.px(_LOW))
        self._by_hand = False
        self._back()
        self._grow()
        self.fit()

    def fit(self) -> None:
        """Give the flag in front what it needs, as far as the list still shows the row that is lit; where that is not
        enough, the head of the column goes: the bar says as well how many flags are open."""
        if self._by_hand or not self._split.isVisible():
            return
        above = self._list.parentWidget()
        if above is not None and (layout := above.layout()) is not None:
            layout.activate()  # the head may have been shown or hidden just now
        upper, lower = self._split.sizes()
        usual = self._usual or [upper, lower]
        head, width = self._head.sizeHint().height(), self._detail.width()
        spare = max(0, self._list.height() - self._list.least_height) + head * (not self._head.isHidden())
        self._detail.fold_digits(lower + spare, width)
        needed_height = self._detail.get_needed_height(width)
        most = lower + max(0, self._list.height() - self._list.least_height) - head * self._head.isHidden()
        self._head.setVisible(needed_height <= most)
        most += head * self._head.isHidden()
        needed_height = max(usual[1], min(most, needed_height))
        if needed_height > lower or lower > most or lower - needed_height >= self._theme.px(_BACK):
            self._usual = usual
            self._split.setSizes([upper + lower - needed_height, needed_height])
            self._list.show_current()

    def _back(self) -> None:
        """The list has its usual height again, and its head."""
        self._head.show()
        if self._home or self._usual:
            self._split.setSizes(self._home or self._usual)
        self._home, self._usual = [], []

    def _grow(self) -> None:
        """Give the list the room for all of its rows, as far as the flag in front keeps enough."""
        if self._by_hand or not self._split.isVisible():
            return
        upper, lower = self._split.sizes()
        above = self._list.parentWidget()
        if above is not None and (layout := above.layout()) is not None:
            layout.activate()
        more = min(self._list.content_height - self._list.height(), lower - round(self._theme.px(_SPACIOUS)))
        if more > 0:
            self._home = [upper, lower]
            self._split.setSizes([upper + more, lower - more])

    def _on_splitter_moved(self) -> None:
        self._by_hand, self._home, self._usual = True, [], []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """It is shown: only now the texts have a width."""
        if event.type() is QEvent.Type.Show:
            self._grow()
            self.fit()
        return super().eventFilter(watched, event)
