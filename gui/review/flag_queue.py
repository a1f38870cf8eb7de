"""The queue by criterion: one line a flag, through all items, and where one stands in it."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter
from PySide6.QtWidgets import QVBoxLayout, QWidget

from galley.core.domain import NO_ITEM, Cell, ChangeSet, CriterionId, ItemId
from galley.core.review import flag_lines
from galley.core.review.flag_lines import FlagRow
from galley.core.review.items import FlagState
from galley.core.review.queue import Filter
from galley.core.storage.cached_columns import ColumnCache
from galley.core.storage.connection import Connection
from galley.core.text.excerpts import quote_text
from galley.core.text.visible import make_visible
from galley.gui.session import Session
from galley.gui.text_panes.queue_list import QueueDelegate, QueueList
from galley.gui.text_panes.queue_model import QueueModel
from galley.gui.theme import Theme, Type
from galley.gui.theme.icons import paint_icon
from galley.gui.translation import tr

if TYPE_CHECKING:  # numpy is read when flags are gone through, not when the window opens
    from galley.core.review.flag_columns import AllFlags, FilteredFlags, FlagSequence

Place = tuple[ItemId, Cell]
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
    ticks: Container[int] = ()

    def _spoken(self, row: Any) -> str:
        ticked = tr("ticked") if row.id in self.ticks else ""
        parts = [row.key, row.system, quote_text(row.quote), row.votes, _WORDS[row.state] or tr("open"), ticked]
        return ", ".join(filter(None, parts))


class _Delegate(QueueDelegate):
    """Key and system, what became of the flag or whether it is ticked; the flagged words under it."""

    def __init__(self, theme: Theme, parent: QWidget, ticks: Container[int]) -> None:
        super().__init__(theme, parent)
        self._ticks = ticks
        self.two_lines = True
        self.rescale()

    def second(self, row: Any) -> str:
        quote = " ".join(make_visible(row.quote).split())
        return quote_text(quote)

    def paint_row(self, painter: QPainter, rect: QRectF, row: Any, current: bool) -> None:
        theme, px = self._theme, self._theme.px
        middle, size = rect.center().y() + px(2.0), px(_ICON)
        name, role = ("status-current", "accent") if current and row.state is FlagState.OPEN else _SIGNS[row.state]
        place = QRectF(rect.left() + _LEFT, middle - size / 2, size, size)
        if row.id in self._ticks:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("accent"))
            painter.drawRoundedRect(place, 3.0, 3.0)
            name, role, place = "check", "on_accent", place.adjusted(2.0, 2.0, -2.0, -2.0)
        paint_icon(painter, theme, name, place, role)
        note = " ".join(filter(None, (_WORDS[row.state], row.votes)))
        width = self._small_metrics.horizontalAdvance(note) if note else 0.0
        right = rect.right() - _RIGHT
        painter.setFont(self._small)
        painter.setPen(theme.color("second"))
        flags = int(Qt.AlignmentFlag.AlignVCenter.value)
        painter.drawText(QRectF(right - width, middle - rect.height() / 2, width + 1, rect.height()), flags, note)
        left_x = rect.left() + _LEFT + size + px(8.0)
        room = right - width - px(8.0) - left_x
        key = " ".join(make_visible(row.key).split())
        elided_text = self._key_metrics.elidedText(key, Qt.TextElideMode.ElideMiddle, room)
        baseline = middle + self._key_metrics.capHeight() / 2
        painter.setFont(self._key_current if current else self._key)
        painter.setPen(theme.color("text"))
        painter.drawText(QPointF(left_x, baseline), elided_text)
        left_x += self._key_metrics.horizontalAdvance(elided_text) + px(6.0)
        system = " ".join(make_visible(row.system).split())
        if self._theme.advance(Type.BODY, system) <= right - width - px(8.0) - left_x:
            painter.setFont(self._key)
            painter.setPen(theme.color("second"))
            painter.drawText(QPointF(left_x, baseline), system)


class _List(QueueList):
    """``shiftPressed(row)``: a row was pressed with Shift, which opens nothing."""

    shiftPressed = Signal(int)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A press with Shift is another thing than one without."""
        index = self.indexAt(event.position().toPoint())
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier and index.isValid():
            self.shiftPressed.emit(index.row())
            event.accept()
        else:
            super().mousePressEvent(event)


class FlagQueue(QWidget):
    """``opened(item, cell)``: the user chose a flag. ``rangeChosen(row)``: a row was clicked with Shift.
    ``tickedChanged()``: ``ticks``, places by flag, are others. ``filled()``: it holds what was asked for, which is
    ``queue_filter``; ``counts`` are the flags of each criterion under that filter, and how many of them are open."""

    opened = Signal(int, object)
    filled = Signal()
    rangeChosen = Signal(int)
    tickedChanged = Signal()

    def __init__(self, session: Session, column_cache: ColumnCache, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session, self._column_cache = session, column_cache
        self.queue_filter = Filter()
        self.sequence: FlagSequence | None = None
        self.counts: dict[CriterionId, tuple[int, int]] = {}
        self.current: int | None = None
        self._all: tuple[int, AllFlags] | None = None
        self._changed_items: set[ItemId] = set()
        self._since: set[ItemId] = set()
        self.model = _Model(self._fetch, self)
        self.ticks: dict[int, Place] = {}
        self._last_tick: int | None = None
        self.model.ticks = self.ticks
        self.list = _List(
            session.theme, self.model, self, delegate=lambda theme, parent: _Delegate(theme, parent, self.ticks)
        )
        self.list.shiftPressed.connect(self.rangeChosen)
        self.list.setAccessibleName(tr("Queue of flags"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.list)
        self.list.opened.connect(self._choose_flag)

    def load(self, queue_filter: Filter) -> None:
        """Hold the flags of a filter; ``filled`` follows. All flags are read the first time, then what changed."""
        reviewer, known_flags, changed = self._session.reviewer, self._all, frozenset(self._changed_items)
        column_cache = self._column_cache
        self._since = set()

        def read(connection: Connection) -> tuple[AllFlags, FilteredFlags]:
            from galley.core.review.flag_columns import AllFlags

            if known_flags is not None and known_flags[0] == reviewer:
                every = known_flags[1].refresh_items(connection, changed)
            else:
                every = AllFlags(connection, reviewer)
            return every, every.filter_flags(connection, queue_filter, column_cache)

        def show_flags(both: tuple[AllFlags, FilteredFlags]) -> None:
            every, found_flags = both
            self._all, self._changed_items = (reviewer, every), set(self._since)
            if self._since:
                found_flags.sequence.refresh_states(self._session.connection(), self._since, reviewer)
            self.queue_filter, self.sequence, self.counts, self.current = (
                queue_filter,
                found_flags.sequence,
                found_flags.counts,
                None,
            )
            self.model.set_ids(found_flags.sequence.flags)
            self.filled.emit()

        self._session.read(read, show_flags, slot="walk")

    def note_changes(self, changes: ChangeSet) -> bool:
        """Keep in mind what is to be read again; whether that is all."""
        if all_of_it := changes.structure or len(changes.items) > MANY:
            self._all = None
        self._changed_items |= changes.items
        self._since |= changes.items
        return all_of_it

    def forget(self, changes: ChangeSet) -> None:
        """Read again what changed; flags that came since are there when it is loaded again."""
        if self.sequence is not None and (flags := self.sequence.of(changes.items)):
            self.sequence.refresh_states(self._session.connection(), changes.items, self._session.reviewer)
            self.model.forget(flags)

    def toggle_tick(self, row: int) -> bool:
        """Tick the flag of a row, or take its tick away; False where it is not open."""
        flag = self.model.ids[row]
        if flag in self.ticks:
            del self.ticks[flag]
        elif not self._tick([row]):
            return False
        self._last_tick = row
        self._on_ticked()
        return True

    def tick_range(self, row: int) -> bool:
        """Tick the open flags from the row that was ticked last, else from the flag in front, to this row; False where
        there is none."""
        start = self._last_tick if self._last_tick is not None else self.current if self.current is not None else row
        first, last = sorted((start, row))
        has_ticked = self._tick(range(first, last + 1))
        self._last_tick = row
        self._on_ticked()
        return has_ticked

    def tick_flags(self, flags: Iterable[int]) -> int:
        """Tick these flags (row ids) and bring the first into sight; how many are not here."""
        rows = [self.model.place(flag) for flag in flags]
        present_rows = sorted(row for row in rows if row is not None)
        self._tick(present_rows)
        if present_rows:
            self.list.scrollTo(self.model.index(present_rows[0]))
        self._on_ticked()
        return len(rows) - len(present_rows)

    def clear_ticks(self) -> None:
        """Untick all."""
        self._last_tick = None
        if self.ticks:
            self.ticks.clear()
            self._on_ticked()

    def _tick(self, rows: Iterable[int]) -> bool:
        """Tick those of these rows whose flags are open and need not be decided blind; whether there is one."""
        assert self.sequence is not None
        places = {row: self._at(row) for row in rows if self.sequence.state(row) is FlagState.OPEN}
        nothing: set[Cell] = set()
        hidden = self._session.read_now(
            lambda c: flag_lines.blind_cells(c, (cell for _, cell in places.values())), nothing
        )
        ticks = {self.model.ids[row]: place for row, place in places.items() if place[1] not in hidden}
        self.ticks.update(ticks)
        return bool(ticks)

    def _on_ticked(self) -> None:
        self.list.viewport().update()
        self.tickedChanged.emit()

    def set_current(self, item: ItemId, cell: Cell) -> None:
        """Mark the flag that is in front; several judges' flags on one cell are one place."""
        current = self.current if self.current is not None and self._at(self.current) == (item, cell) else None
        if current is None and self.sequence is not None:
            current = self.sequence.place(item, cell)
        self.current = current
        self.list.show_current(self.model.ids[current] if current is not None else None)

    def first(self, item: ItemId = NO_ITEM) -> Place | None:
        """The first open flag, from those of ``item`` on and round again where it is here; else the first at all."""
        if self.sequence is None or not self.sequence.flags:
            return None
        start = next((at for at, item_id in enumerate(self.sequence.items) if item_id == item), 0) if item else 0
        return self._at(self.sequence.next_open(start - 1) or 0)

    def step(self, step: int, *, item: bool = False) -> Place | None:
        """The place of the next cell in that direction, or with ``item`` of the next item; None at an end."""
        if self.current is None:
            return self.first()
        current_place, at = self._at(self.current), self.current + step
        while 0 <= at < len(self.model.ids):
            next_place = self._at(at)
            if next_place[0] != current_place[0] if item else next_place != current_place:
                return next_place
            at += step
        return None

    def next_open(self, decided: Iterable[Cell] = ()) -> Place | None:
        """The next open flag behind the one in front, from the start again where there is none behind it; ``decided``
        are cells that are just being answered."""
        if self.sequence is None:
            return None
        at = self.sequence.next_open(self.current if self.current is not None else -1, decided)
        return self._at(at) if at is not None and at != self.current else None

    def item_ahead(self) -> ItemId | None:
        """The item of the next open flag that is not in the same as the one in front."""
        if self.sequence is None or self.current is None:
            return None
        at = self.sequence.next_open(self.current, other_than=self.sequence.items[self.current])
        return ItemId(self.sequence.items[at]) if at is not None else None

    def _at(self, at: int) -> Place:
        assert self.sequence is not None
        return ItemId(self.sequence.items[at]), self.sequence.cell(at)

    def _choose_flag(self, flag: int) -> None:
        at = self.model.place(flag)
        if at is not None:
            self.current = at
            self.opened.emit(*self._at(at))

    def _fetch(self, flags: Sequence[int]) -> Sequence[FlagRow]:
        return self._session.read_now(lambda c: flag_lines.rows(c, flags, self._session.reviewer), [])
