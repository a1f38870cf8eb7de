"""The queue as a Qt model: row ids in memory, rows fetched a page at a time when they are looked at."""

from __future__ import annotations

from array import array
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, QTimer

from galley.core.storage.queries.item_queue import QueueRow
from galley.gui.translation import tr, tr_n

PAGE = 128
_PAGES = 64

ROW = Qt.ItemDataRole.UserRole
"""The role under which a ``QueueRow`` is given."""

Fetch = Callable[[Sequence[int]], Sequence[Any]]
"""Rows with an ``id``: those of a queue of items, or of flags."""

_TOP = QModelIndex()


class QueueModel(QAbstractListModel):
    """``fetch`` reads the rows of some ids; it is called in the main thread and must take a few milliseconds.
    ``questions`` and ``adjudicates`` (settable): see ``describe_row``."""

    def __init__(self, fetch: Fetch, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._fetch = fetch
        self.questions = self.adjudicates = False
        self._ids: Sequence[int] = array("q")
        self._near = 0
        self._pages: OrderedDict[int, dict[int, Any]] = OrderedDict()
        self._stale: set[int] = set()
        self._late = QTimer(self)  # at rest: what was decided is painted first, then its line here
        self._late.setSingleShot(True)
        self._late.setInterval(0)
        self._late.timeout.connect(self._tell)

    @property
    def ids(self) -> Sequence[int]:
        """The items in order."""
        return self._ids

    def set_ids(self, ids: Sequence[int]) -> None:
        """Show other items."""
        self.beginResetModel()
        self._ids = ids
        self._pages.clear()
        self._stale.clear()
        self.endResetModel()

    def place(self, item: int) -> int | None:
        """The row at which an item stands, or None."""
        for at in (self._near, self._near + 1, self._near - 1):  # the same item is asked for again and again
            if 0 <= at < len(self._ids) and self._ids[at] == item:
                self._near = at
                return at
        try:
            self._near = self._ids.index(item)  # a millisecond at 100,000 items; a dictionary takes fifty to build
        except ValueError:
            return None
        return self._near

    def forget(self, items: Iterable[int] | None = None) -> None:
        """Read these items' rows again when they are next looked at; all rows for None. The views are told as soon as
        what is being painted now is done."""
        if items is None:
            self._pages.clear()
            if self._ids:
                self.dataChanged.emit(self.index(0), self.index(len(self._ids) - 1))
            return
        for item in items:
            at = self.place(item)
            if at is None:
                continue
            page = self._pages.get(at // PAGE)
            if page is not None:
                page.pop(item, None)
            self._stale.add(at)
            self._late.start()

    def row(self, at: int) -> Any:
        """What is shown at a place; None for an item that has gone from the project."""
        number, item = at // PAGE, self._ids[at]
        page = self._pages.get(number)
        if page is None:
            page_ids = self._ids[number * PAGE : (number + 1) * PAGE]
            page = self._pages[number] = {row.id: row for row in self._fetch(page_ids)}
            if len(self._pages) > _PAGES:
                self._pages.popitem(last=False)
        elif item not in page:
            page.update((row.id, row) for row in self._fetch([item]))
        self._pages.move_to_end(number)
        return page.get(item)

    def _tell(self) -> None:
        stale, self._stale = self._stale, set()
        for at in sorted(stale):
            self.dataChanged.emit(self.index(at), self.index(at))

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _TOP) -> int:
        """How many items; nothing lies beneath an item."""
        return 0 if parent.isValid() else len(self._ids)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The row under ``ROW``, the key to be displayed, a sentence for those who cannot see it."""
        roles = (ROW, Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)
        if not index.isValid() or role not in roles:
            return None
        row = self.row(index.row())
        if row is None or role == ROW:
            return row
        return row.key if role == Qt.ItemDataRole.DisplayRole else self._spoken(row)

    def _spoken(self, row: Any) -> str:
        return describe_row(row, self.questions, self.adjudicates)


def describe_row(row: QueueRow, questions: bool = False, adjudicates: bool = False) -> str:
    """A row in words: how far its flags are, or its ``questions``; where they are settled what is not decided is left
    open."""
    parts = [row.key]
    if row.systems:
        parts.append(tr("by {systems}", systems=row.systems))
    if row.is_finished:
        parts.append(tr("finished"))
    elif questions:
        parts.append(tr_n("{open} of {n} questions open", "{open} of {n} questions open", row.flags, open=row.open))
    else:
        parts.append(tr_n("{open} of {n} flags open", "{open} of {n} flags open", row.flags, open=row.open))
    if row.unsure and adjudicates:
        parts.append(tr_n("{n:,} is unresolved", "{n:,} are unresolved", row.unsure))
    elif row.unsure:
        parts.append(tr_n("{n} unsure", "{n} unsure", row.unsure))
    if row.votes:
        parts.append(tr("votes {votes}", votes=row.votes))
    if row.has_note:
        parts.append(tr("with a note"))
    return ", ".join(parts)
