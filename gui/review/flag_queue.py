"""The queue by criterion: one line a flag, through all items, and where one stands in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QVBoxLayout, QWidget

from galley.core.domain import Cell, ChangeSet
from galley.core.project import across
from galley.core.project.across import FlagRow
from galley.core.project.item_reading import FlagState
from galley.core.project.kept_columns import KeptColumns
from galley.core.project.queue import Filter
from galley.core.project.reading_access import Reader
from galley.core.text.quoting import quoted
from galley.core.text.visible import visible
from galley.gui.desk.queue_list import QueueDelegate, QueueList
from galley.gui.desk.queue_model import QueueModel
from galley.gui.language import tr
from galley.gui.session import Session
from galley.gui.theme import Theme
from galley.gui.theme.icons import paint_icon

if TYPE_CHECKING:  # numpy is read when flags are gone through, not when the window opens
    from galley.core.project.all_flags import AllFlags, Found, Walk

Place = tuple[int, Cell]
"""An item (row id) and the cell of a flag in it."""
MANY = 2_000
"""Changed items from which on all is read again, in the background."""
_LEFT, _RIGHT, _ICON = 12.0, 14.0, 14.0
_WORDS = {
    FlagState.OPEN: "",
    FlagState.ACCEPTED: tr("accepted"),
    FlagState.OVERRIDDEN: tr("no error"),
    FlagState.UNSURE: tr("unsure"),
}
_SIGNS = {
    FlagState.OPEN: ("status-open", "second"),
    FlagState.ACCEPTED: ("check", "positive"),
    FlagState.OVERRIDDEN: ("close", "second"),
    FlagState.UNSURE: ("status-unsure", "warning"),
}


class _Model(QueueModel):
    def _spoken(self, row: Any) -> str:
        parts = [row.key, row.system, quoted(row.quote), row.votes, _WORDS[row.state] or tr("open")]
        return ", ".join(filter(None, parts))


class _Delegate(QueueDelegate):
    """Key and system, what became of the flag; the flagged words under it."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.two_lines = True
        self.rescale()

    def second(self, row: Any) -> str:
        quote = " ".join(visible(row.quote).split())
        return quoted(quote)

    def paint_row(self, painter: QPainter, rect: QRectF, row: Any, current: bool) -> None:
        theme, px = self._theme, self._theme.px
        middle, size = rect.center().y() + px(2.0), px(_ICON)
        name, role = ("status-current", "accent") if current and row.state is FlagState.OPEN else _SIGNS[row.state]
        paint_icon(painter, theme, name, QRectF(rect.left() + _LEFT, middle - size / 2, size, size), role)
        note = " ".join(filter(None, (_WORDS[row.state], row.votes)))
        width = self._small_metrics.horizontalAdvance(note) if note else 0.0
        right = rect.right() - _RIGHT
        painter.setFont(self._small)
        painter.setPen(theme.color("second"))
        flags = int(Qt.AlignmentFlag.AlignVCenter.value)
        painter.drawText(QRectF(right - width, middle - rect.height() / 2, width + 1, rect.height()), flags, note)
        left = rect.left() + _LEFT + size + px(8.0)
        room = right - width - px(8.0) - left
        key = " ".join(visible(row.key).split())
        shown = self._key_metrics.elidedText(key, Qt.TextElideMode.ElideMiddle, room)
        baseline = middle + self._key_metrics.capHeight() / 2
        painter.setFont(self._key_current if current else self._key)
        painter.setPen(theme.color("text"))
        painter.drawText(QPointF(left, baseline), shown)
        left += self._key_metrics.horizontalAdvance(shown) + px(6.0)
        system = " ".join(visible(row.system).split())
        if self._body_metrics.horizontalAdvance(system) <= right - width - px(8.0) - left:
            painter.setFont(self._key)
            painter.setPen(theme.color("second"))
            painter.drawText(QPointF(left, baseline), system)


class FlagQueue(QWidget):
    """``opened(item, cell)``: the user chose a flag. ``filled()``: it holds what was asked for, which is ``wanted``;
    ``counts`` are the flags of each criterion under that filter, and how many of them are open."""

    opened = Signal(int, object)
    filled = Signal()

    def __init__(self, session: Session, kept: KeptColumns, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session, self._kept = session, kept
        self.wanted = Filter()
        self.walk: Walk | None = None
        self.counts: dict[int, tuple[int, int]] = {}
        self.current: int | None = None
        self._all: tuple[int, AllFlags] | None = None
        self._changed: set[int] = set()
        self._since: set[int] = set()
        self.model = _Model(self._fetch, self)
        self.list = QueueList(session.theme, self.model, delegate=_Delegate)
        self.list.setAccessibleName(tr("Queue of flags"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.list)
        self.list.opened.connect(self._chosen)

    def load(self, wanted: Filter) -> None:
        """Hold the flags of a filter; ``filled`` follows. All flags are read the first time, then what changed."""
        reviewer, known, changed = self._session.reviewer, self._all, frozenset(self._changed)
        kept = self._kept
        self._since = set()

        def read(connection: Reader) -> tuple[AllFlags, Found]:
            from galley.core.project.all_flags import AllFlags

            if known is not None and known[0] == reviewer:
                every = known[1].renewed(connection, changed)
            else:
                every = AllFlags(connection, reviewer)
            return every, every.found(connection, wanted, kept)

        def arrived(both: tuple[AllFlags, Found]) -> None:
            every, found = both
            self._all, self._changed = (reviewer, every), set(self._since)
            if self._since:
                found.walk.again(self._session.connection(), self._since, reviewer)
            self.wanted, self.walk, self.counts, self.current = wanted, found.walk, found.counts, None
            self.model.set_ids(found.walk.flags)
            self.filled.emit()

        self._session.read(read, arrived, slot="walk")

    def changed(self, changes: ChangeSet) -> bool:
        """Keep in mind what is to be read again; whether that is all."""
        if all_of_it := changes.structure or len(changes.items) > MANY:
            self._all = None
        self._changed |= changes.items
        self._since |= changes.items
        return all_of_it

    def forget(self, changes: ChangeSet) -> None:
        """Read again what changed; flags that came since are there when it is loaded anew."""
        if self.walk is not None and (flags := self.walk.of(changes.items)):
            self.walk.again(self._session.connection(), changes.items, self._session.reviewer)
            self.model.forget(flags)

    def set_current(self, item: int, cell: Cell) -> None:
        """Mark the flag that is in front; several judges' flags on one cell are one place."""
        here = self.current if self.current is not None and self._at(self.current) == (item, cell) else None
        if here is None and self.walk is not None:
            here = self.walk.place(item, cell)
        self.current = here
        self.list.show_current(self.model.ids[here] if here is not None else None)

    def first(self, item: int = 0) -> Place | None:
        """The first open flag, from those of ``item`` on and round again where it is here; else the first at all."""
        if self.walk is None or not self.walk.flags:
            return None
        start = next((at for at, each in enumerate(self.walk.items) if each == item), 0) if item else 0
        return self._at(self.walk.next_open(start - 1) or 0)

    def step(self, step: int, *, item: bool = False) -> Place | None:
        """The place of the next cell in that direction, or with ``item`` of the next item; None at an end."""
        if self.current is None:
            return self.first()
        here, at = self._at(self.current), self.current + step
        while 0 <= at < len(self.model.ids):
            there = self._at(at)
            if there[0] != here[0] if item else there != here:
                return there
            at += step
        return None

    def next_open(self, decided: Iterable[Cell] = ()) -> Place | None:
        """The next open flag behind the one in front, from the start again where there is none behind it; ``decided``
        are cells that are just being answered."""
        if self.walk is None:
            return None
        at = self.walk.next_open(self.current if self.current is not None else -1, decided)
        return self._at(at) if at is not None and at != self.current else None

    def item_ahead(self) -> int | None:
        """The item of the next open flag that is not in the same as the one in front."""
        if self.walk is None or self.current is None:
            return None
        at = self.walk.next_open(self.current, other_than=self.walk.items[self.current])
        return self.walk.items[at] if at is not None else None

    def _at(self, at: int) -> Place:
        assert self.walk is not None
        return self.walk.items[at], self.walk.cell(at)

    def _chosen(self, flag: int) -> None:
        at = self.model.place(flag)
        if at is not None:
            self.current = at
            self.opened.emit(*self._at(at))

    def _fetch(self, flags: Sequence[int]) -> Sequence[FlagRow]:
        return self._session.at_once(lambda c: across.rows(c, flags, self._session.reviewer), [])

