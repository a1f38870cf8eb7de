"""The three columns together: which item and flag are shown, and how one goes from one to another.

Opening an item happens within one event, so that it is painted once, whole. Reading the open item again, after a
decision, moves nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QSplitter, QStackedLayout, QWidget

from core.domain import Cell, ChangeSet
from core.errors import GalleyError
from core.project import blind, trust
from core.project.queue import Filter
from core.project.reading import ItemView
from core.stats.result import Estimate
from gui.review import opened
from gui.review.coverage import coverage
from gui.review.empty import EmptyPage
from gui.review.evidence import Evidence
from gui.review.flags_column import FlagsColumn
from gui.review.opened import Catalogue, Entry, Identity, Opened, Tab
from gui.review.panel_host import PanelHost
from gui.review.panels.base import Room
from gui.review.panels.registry import claim
from gui.review.panes_row import PanesRow
from gui.review.queue_column import QueueColumn
from gui.session import Session

if TYPE_CHECKING:
    from core.evidence.links import Links

_WIDTHS = (228, 890, 322)
_AHEAD_AFTER = 20
_MOST_LINKS = 256


class Stage(QWidget):
    """``moved()``: another flag or item is in front. ``first()``: the first content, or the empty page, is there."""

    moved = Signal()
    first = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        theme = session.theme
        self.queue = QueueColumn(session)
        self.panels = PanelHost(Room(session, lambda: self.catalogue), self)
        self.panes = PanesRow(theme, self.panels)
        self.flags = FlagsColumn(theme, session.keys, lambda: session.reviewer)
        self.item: Opened | None = None
        self.current: int | None = None
        self.catalogue = Catalogue()
        self._evidence: Evidence | None = None
        self._records: dict[tuple[int, int], tuple[Estimate, Estimate]] = {}
        self._onward: Identity | None = None
        self._wanted_item: int | None = None
        self._wanted_cell: Cell | None = None
        self._links: dict[int, Links] = {}
        self._ahead = QTimer(self)
        self._ahead.setSingleShot(True)
        self._ahead.setInterval(_AHEAD_AFTER)
        self._ahead.timeout.connect(self._look_ahead)
        self._record = QTimer(self)  # at rest: the reader thread would hold up the painting
        self._record.setSingleShot(True)
        self._record.setInterval(0)
        self._record.timeout.connect(self._read_record)
        self._begun = False
        self._jump = False
        self._wanted_flag: tuple[int, Cell] | None = None
        self._empty = EmptyPage(theme, margin=48)
        self._split = QSplitter(Qt.Orientation.Horizontal)
        self._split.setHandleWidth(1)
        self._split.setChildrenCollapsible(False)
        self.queue.setMinimumWidth(150)
        self.panes.setMinimumWidth(300)
        for column in (self.queue, self.panes, self.flags):
            self._split.addWidget(column)
        self._split.setStretchFactor(1, 1)
        self._split.setSizes(list(_WIDTHS))
        self._pages = QStackedLayout(self)
        self._pages.addWidget(self._split)
        self._pages.addWidget(self._empty)
        self.queue.opened.connect(lambda item: self.open_item(item))
        self.queue.filled.connect(self._filled)
        self.panes.unitChosen.connect(self.choose_unit)
        self.panes.flagChosen.connect(self.choose_verdict)
        self.panes.tabChosen.connect(self.show_tab)
        self.panels.unitChosen.connect(self.choose_unit)
        self.panels.flagChosen.connect(self.choose_verdict)
        self.panels.tabChosen.connect(self.show_tab)
        self.panels.said.connect(self.tell)
        self.flags.list.chosen.connect(self.choose_flag)
        self.flags.detail.unitChosen.connect(self.choose_unit)

    # ---- what is shown

    @property
    def entry(self) -> Entry | None:
        """The flag in front."""
        return self.item.entries[self.current] if self.item is not None and self.current is not None else None

    def reload(self) -> None:
        """Read schemes, queue and open item anew: anything may have changed."""
        self.catalogue = Catalogue.read(self._session.connection())
        self._records.clear()
        self._links.clear()
        self.queue.reload_choices(self.catalogue)
        self.queue.reload()
        self.queue.count()

    def apply(self, changes: ChangeSet) -> None:
        """Something was written."""
        if changes.structure or changes.settings:
            self.reload()
        if self.item is not None and (self.item.id in changes.items or changes.structure or changes.settings):
            self.refresh()
        self.queue.apply(changes)

    def refresh(self) -> None:
        """Read the open item again; the flag in front stays in front, nothing scrolls."""
        if self.item is None:
            return
        before = self.entry
        try:
            found = self._read(self.item.id, self.item.view)
        except GalleyError as error:
            self._session.failed.emit(str(error))
            return
        added = found.about(self._wanted_cell) if self._wanted_cell is not None else None
        moved = [u.id for t in self.item.tabs for u in t.units] != [u.id for t in found.tabs for u in t.units]
        if moved:  # an import gave the item another summary
            self._show(found, before.verdict.cell if before is not None else None)
            return
        onward, self._onward = self._onward, None
        index = found.index(onward) if onward is not None else None
        if index is None and before is not None:
            index = found.index(before.identity)
        if index is None and found.entries and before is not None:
            index = min(self.current or 0, len(found.entries) - 1)
        self.item = found
        if self._evidence is not None:
            self._evidence.follow(found)
        if added is not None:
            index, self._wanted_cell = added, None
        self.current = index
        after = self.entry
        arrived = after is not None and (before is None or after.identity != before.identity)
        if arrived:
            self.flags.write_note(on_item=False)
        self.panes.show_state(found)
        self.flags.show_item(found, index, self.catalogue, self._all_done())
        if arrived:
            self._arrive()
        else:
            self._ask_record()

    def expect(self, cell: Cell | None) -> None:
        """Put the flag on ``cell`` in front once it is there: it is being added."""
        self._wanted_cell = cell

    def lead(self, onward: Identity | None) -> None:
        """Put this flag in front when what is just being decided is read, so that both are painted together."""
        self._onward = onward

    @property
    def leading(self) -> bool:
        """Whether that has not happened yet."""
        return self._onward is not None

    def tell(self, sentence: str, role: str = "second") -> None:
        """Say something in the bar under the flags."""
        self.flags.bar.say(sentence, role)

    # ---- going from place to place

    def open_item(self, item: int, cell: Cell | None = None) -> None:
        """Show an item with the flag on ``cell`` in front, else its first open flag. Nothing is seen half done."""
        try:
            found = self._read(item)
        except GalleyError as error:
            self._session.failed.emit(str(error))
            return
        self._show(found, cell)

    def step_item(self, step: int) -> None:
        """The next item of the queue, or the one before."""
        item = self.queue.neighbour(step)
        if item is None:
            self.tell(f"This is the {'last' if step > 0 else 'first'} item of the queue.")
        else:
            self.open_item(item)

    def step_flag(self, step: int) -> None:
        """The next flag of the item, or the one before; at an end it stays."""
        if self.item is not None and self.item.entries:
            at = self.current if self.current is not None else -1 if step > 0 else len(self.item.entries)
            self.choose_flag(min(len(self.item.entries) - 1, max(0, at + step)))

    def step_tab(self, step: int) -> None:
        """The next summary, reference or list of units, round and round."""
        if self.item is not None and len(self.item.tabs) > 1:
            self.show_tab((self.panes.tab_index + step) % len(self.item.tabs))

    def step_pane(self, step: int) -> None:
        """Give the keyboard to the next column."""
        stops: list[QWidget] = [self.queue.list, *self.panes.stops(), self.flags.list]
        focus = QApplication.focusWidget()
        at = next((i for i, stop in enumerate(stops) if focus is stop), None)
        if at is None and focus is not None and self.flags.isAncestorOf(focus):
            at = len(stops) - 1
        wanted = stops[(at + step) % len(stops)] if at is not None else stops[0]
        wanted.setFocus(Qt.FocusReason.TabFocusReason if step > 0 else Qt.FocusReason.BacktabFocusReason)

    def take_focus(self) -> None:
        """Give the keyboard to the texts."""
        (self.panes.home() or self.queue.list).setFocus(Qt.FocusReason.MouseFocusReason)

    def choose_flag(self, index: int) -> None:
        """Make the entry at ``index`` the current one and bring it and its evidence into sight."""
        if self.item is None or not 0 <= index < len(self.item.entries):
            return
        self.current, self._onward = index, None
        self.flags.write_note(on_item=False)
        self.flags.list.set_current(index)
        self.flags.show_entry(self.item, index, self.catalogue)
        self._arrive()

    def choose_verdict(self, verdict: int) -> None:
        """The same for a mark that was clicked."""
        if self.item is not None:
            found = next((i for i, e in enumerate(self.item.entries) if e.verdict.id == verdict), None)
            if found is not None:
                self.choose_flag(found)

    def choose_unit(self, unit: int) -> None:
        """Tint a unit and what it rests on, or what covers it."""
        if self.item is None or self._evidence is None or unit not in self.item.units:
            return
        if self.panes.place_of(unit) is None:
            tabs = self.item.tabs
            index = next((i for i, tab in enumerate(tabs) if any(u.id == unit for u in tab.units)), None)
            if index is not None:
                self._bring(index)
        found, home = self.item.units[unit]
        self.panes.set_focus(self._evidence.of_unit(found, home, self.panes.tab), animate=True)

    def show_tab(self, index: int) -> None:
        """Bring a tab to the front, with the first of its flags that is open, or the first at all."""
        if self.item is None:
            return
        self._bring(index)
        tab = self.item.tabs[index]
        here = [
            i
            for i, e in enumerate(self.item.entries)
            if (e.unit.kind is tab.kind if tab.kind is not None else e.target.id == tab.target)
        ]
        waiting = [i for i in here if self.item.entries[i].open]
        if here and self.current not in here:
            self.choose_flag((waiting or here)[0])
        else:
            self._focus_flag(animate=False)

    def show_queue(self, wanted: Filter) -> None:
        """Hold other items, and open the first unless the open one is among them."""
        self._jump = True
        self._wanted_flag = None
        self.queue.hold(wanted)

    def show_flag(self, item: int, cell: Cell) -> None:
        """Hold this item alone, with the flag on ``cell`` in front; its unit where there is no flag."""
        self.show_queue(Filter(items=(item,), about="a call"))
        self._wanted_flag = (item, cell)

    # ---- what the user made of the columns

    def state(self) -> dict[str, Any]:
        """The item, the filter and the widths."""
        return {
            "item": self.item.id if self.item is not None else self._wanted_item,
            "queue": self.queue.state(),
            "widths": self._split.sizes(),
            "heights": self.flags.split.sizes(),
            "panes": self.panes.state(),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on where ``state`` was taken."""
        item = state.get("item")
        self._wanted_item = item if isinstance(item, int) else None
        self.queue.restore(state.get("queue"))
        for split, name in ((self._split, "widths"), (self.flags.split, "heights")):
            sizes = state.get(name)
            right = isinstance(sizes, list) and len(sizes) == split.count()
            if right and all(isinstance(size, int) and size > 0 for size in sizes or ()):
                split.setSizes(sizes or [])
        panes = state.get("panes")
        if isinstance(panes, dict):
            self.panes.restore(panes)

    # ---- within

    def _read(self, item: int, known: ItemView | None = None) -> Opened:
        return claim(opened.load(self._session.connection(), item, self.catalogue, self._session.reviewer, known))

    def _show(self, found: Opened, cell: Cell | None) -> None:
        self.flags.detail.note.commit()
        self.panels.leave()
        title = self.panes.tab.title if self.panes.tab is not None else ""
        self.item = found
        if len(self._links) > _MOST_LINKS:
            self._links.clear()
        self._evidence = Evidence(found, self._links)
        self._wanted_cell = self._onward = None
        at = found.about(cell) if cell is not None else None
        if at is None:
            at = found.next_open(-1)
        self.current = at if at is not None else (0 if found.entries else None)
        entry = self.entry
        tab = self._tab_of(found, entry) if entry is not None else None
        if tab is None:
            tab = next((i for i, t in enumerate(found.tabs) if t.title == title), 0)
        front = found.tabs[tab] if found.tabs else None
        self.panes.open(found, tab, self._coverage(front))
        self.queue.set_current(found.id)
        self.flags.write_note(on_item=False)
        self.flags.show_item(found, self.current, self.catalogue, self._all_done())
        self.flags.detail.to_start()
        self._focus_flag(animate=False)
        self._ask_record()
        self.moved.emit()
        self._ahead.start()

    def _look_ahead(self) -> None:
        """Link the next item's summary in the background, the one that its first open flag brings to the front."""
        item = self.queue.neighbour(1)
        if item is None:
            return
        catalogue, reviewer = self.catalogue, self._session.reviewer

        def read(connection: Any) -> tuple[int, Links] | None:
            found = claim(opened.load(connection, item, catalogue, reviewer))
            at = found.next_open(-1)
            first = found.entries[at or 0] if found.entries else None
            tab = self._tab_of(found, first) if first is not None else None
            document = found.tabs[tab or 0].document if found.tabs and found.tabs[tab or 0].target else None
            return (document.id, Evidence(found).make(document)) if document is not None else None

        def arrived(made: tuple[int, Links] | None) -> None:
            if made is not None:
                self._links.setdefault(*made)

        self._session.read(read, arrived, slot="review-ahead", on_failed=lambda _: None)

    def _arrive(self) -> None:
        """Another flag of the item is in front."""
        self.flags.detail.to_start()
        tab = self._tab_of(self.item, self.entry) if self.item is not None and self.entry is not None else None
        if tab is not None:
            self._bring(tab)
        self._focus_flag(animate=True)
        self._ask_record()
        self.moved.emit()

    def _bring(self, index: int) -> None:
        if self.item is not None and index != self.panes.tab_index:
            self.panes.show_tab(index, self._coverage(self.item.tabs[index]))

    def _focus_flag(self, animate: bool) -> None:
        entry = self.entry
        if entry is not None and self._evidence is not None:
            self.panes.set_focus(self._evidence.of_flag(entry), animate=animate)

    @staticmethod
    def _tab_of(item: Opened, entry: Entry) -> int | None:
        """The tab on which a flag is seen: that of its derived unit, else of what it is about; None where that is a
        source."""
        for index, tab in enumerate(item.tabs):
            if tab.kind is entry.unit.kind:
                return index
        return next((i for i, t in enumerate(item.tabs) if t.target and t.target == entry.target.id), None)

    def _coverage(self, tab: Tab | None) -> Mapping[int, bool | None]:
        return coverage(
            self._session,
            self.panes,
            self._evidence,
            tab,
            still=lambda evidence: evidence is self._evidence,
            refocus=lambda: self._focus_flag(animate=False),
        )

    def _has_record(self, entry: Entry | None) -> bool:
        """Whether the judge's record may stand beside this flag."""
        if entry is None or entry.own or entry.blind:
            return False
        return blind.read(self._session.connection()).records

    def _ask_record(self) -> None:
        entry = self.entry
        if entry is None or not self._has_record(entry):
            self.flags.set_record(None)
            return
        key = (entry.verdict.annotator, entry.criterion.row)
        nothing = Estimate(None, None, None, 0)
        self.flags.set_record(*self._records.get(key, (nothing, nothing)))
        self._record.start()

    def _read_record(self) -> None:
        entry = self.entry
        if entry is None or not self._has_record(entry):
            return
        key = (entry.verdict.annotator, entry.criterion.row)

        def arrived(record: tuple[Estimate, Estimate]) -> None:
            self._records[key] = record
            now = self.entry
            if now is not None and self._has_record(now) and (now.verdict.annotator, now.criterion.row) == key:
                self.flags.set_record(*record)

        self._session.read(lambda c: (trust.precision(c, *key), trust.sound(c, *key)), arrived, slot="review-record")

    def _all_done(self) -> bool:
        totals = self.queue.totals
        return totals is not None and totals.finished >= totals.items

    def _filled(self) -> None:
        """The queue is there: begin where the reviewer left, else at its first item."""
        ids = self.queue.model.ids
        jump, self._jump = self._jump, False
        flag, self._wanted_flag = self._wanted_flag, None
        if flag is not None and flag[0] in ids:
            self.open_item(*flag)
            if self.entry is None or self.entry.verdict.cell != flag[1]:
                self.choose_unit(flag[1].unit)
            if self._begun:
                return
            self._pages.setCurrentIndex(0)
            self._begun = True
            self.first.emit()
            return
        if self._begun and self.item is not None:
            if jump and ids and self.item.id not in ids:
                self.open_item(ids[0])
            return
        item = self._wanted_item if self._wanted_item in ids else (ids[0] if ids else None)
        self._pages.setCurrentIndex(0 if ids or self.queue.filters.narrowed else 1)
        if item is not None:
            self.open_item(item)
        elif not self.queue.filters.narrowed:
            self._empty.say(
                "This project has no items yet",
                f"Import data to begin: {self._session.keys.label('import')}, or drop a file on this window.",
            )
        else:
            self.flags.show_item(None, None, self.catalogue, False)
        if not self._begun:
            self._begun = True
            self.first.emit()
