"""The three columns of Review: which item and flag are shown, and how one goes from one to another."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QStackedLayout, QWidget

from galley.core.domain import Cell
from galley.core.project import blind, trust
from galley.core.project.queue import Filter
from galley.core.stats.result import Estimate
from galley.gui.desk.stage import DeskStage, restore_sizes
from galley.gui.language import tr
from galley.gui.review import opened
from galley.gui.review.centre import Centre
from galley.gui.review.empty import EmptyPage
from galley.gui.review.evidence import Evidence
from galley.gui.review.finder import Finder
from galley.gui.review.flags_column import FlagsColumn
from galley.gui.review.opened import DERIVED_NAMES, Entry, Identity, Opened
from galley.gui.review.panel_host import PanelHost
from galley.gui.review.panels.base import Room
from galley.gui.review.panels.registry import claim
from galley.gui.review.queue_column import QueueColumn
from galley.gui.review.sight import Sight
from galley.gui.review.walking import Walking
from galley.gui.session import Session

if TYPE_CHECKING:
    from galley.core.evidence.links import Links

_AFTER_START = 300
"""Milliseconds until the first record is read: its interval needs arrays, which take long to load at a start."""
_AHEAD_AFTER = 20


class Stage(DeskStage):
    """``moved()``: another flag or item is in front."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        queue = QueueColumn(session)
        flags = FlagsColumn(session.theme, session.keys, lambda: session.reviewer)
        super().__init__(session, queue, flags, parent)
        self.queue, self.flags = queue, flags
        self.sight = Sight()
        self.current: int | None = None
        self._records: dict[tuple[int, int], tuple[Estimate, Estimate]] = {}
        self._onward: Identity | None = None
        self._following: Opened | None = None
        self._anew = False
        self._wanted_item: int | None = None
        self._wanted_cell: Cell | None = None
        self._before_added: tuple[Cell | None, Identity | None] = (None, None)
        self._ahead = QTimer(self)
        self._ahead.setSingleShot(True)
        self._ahead.setInterval(_AHEAD_AFTER)
        self._ahead.timeout.connect(self._look_ahead)
        self._ahead.timeout.connect(self._tell_read)
        self._record = QTimer(self)  # at rest: the reader thread would hold up the painting
        self._record.setSingleShot(True)
        self._record.setInterval(0)
        self._record.timeout.connect(self._read_record)
        self._jump = False
        self._wanted_flag: tuple[int, Cell] | None = None
        self._empty = EmptyPage(session.theme, margin=48)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(self._split)
        self._pages.addWidget(self._empty)
        self.panes.flagChosen.connect(self.choose_verdict)
        self.panes.unitChosen.connect(self._hush)
        self.panes.documentRead.connect(self._saw)
        self.panels.unitChosen.connect(self.choose_unit)
        self.panels.flagChosen.connect(self.choose_verdict)
        self.panels.tabChosen.connect(self.show_tab)
        self.panels.said.connect(self.tell)
        self.told: tuple[str, str] | None = None
        self.flags.list.chosen.connect(self.choose_flag)
        self.flags.detail.unitChosen.connect(self.choose_unit)
        self.finder = Finder(self, self._centre.find_bar)
        self.moved.connect(self.finder.follow)
        self.walking = Walking(self, self._centre.alignment)

    # ---- what is shown

    @property
    def entry(self) -> Entry | None:
        """The flag in front."""
        return self.item.entries[self.current] if self.item is not None and self.current is not None else None

    def _make_host(self) -> PanelHost:
        self.panels = PanelHost(Room(self._session, lambda: self.catalogue), self)
        return self.panels

    def _make_centre(self) -> QWidget:
        self._centre = Centre(self._session, self.panes)
        return self._centre

    def _brought(self) -> None:
        self.finder.mark()

    def _reset(self) -> None:
        self._records.clear()
        self._following = None
        self._anew = True
        self._centre.alignment.forget()

    def read(self) -> frozenset[int]:
        """The documents (row ids) of the open item that the reviewer has read."""
        return self.sight.of(self._session.reviewer, self.item.id) if self.item is not None else frozenset()

    def _saw(self, document: int) -> None:
        if self.item is not None and self.sight.saw(self._session.reviewer, self.item.id, document):
            self._tell_read()

    def _tell_read(self) -> None:
        """Bring the bar up to date with what was read; not while an item is painted for the first time."""
        if not self._ahead.isActive():
            self.flags.set_read(self.item, self.read())

    def refresh(self) -> None:
        """Read the open item again; the flag in front stays in front, nothing scrolls."""
        if self.item is None:
            return
        before = self.entry
        id_, known = self.item.id, None if self._anew else self.item
        self._anew = False
        found = self._attempt(lambda: self._read(id_, known))
        if found is None:
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
            index = self._neighbour(found, before)
        self.item = found
        self._look(found)
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
            if after is None and before is not None:  # what was lit is gone
                self.panes.set_focus(replace(self.panes.focus, lit=0, lit_flag=None), reveal=False)
            self._ask_record()

    def _neighbour(self, found: Opened, before: Entry) -> int | None:
        """The flag to go on with where the one in front is gone. Where a mark on a derived unit was taken back, that is
        another of the same unit; where a revision took the unit away, one of the same text; else none, so that nobody
        is led away from what they are at."""
        at = self.current or 0
        added, came_from = self._before_added
        if before.own and before.verdict.cell == added:
            return found.index(came_from) if came_from is not None else None
        if before.own and before.unit.kind in DERIVED_NAMES:
            return next((i for i, entry in enumerate(found.entries) if entry.unit.id == before.unit.id), None)
        if before.unit.id in found.units:
            return min(at, len(found.entries) - 1)
        same = [i for i, entry in enumerate(found.entries) if entry.target.id == before.target.id]
        return next((i for i in same if i >= at), same[-1] if same else None)

    def expect(self, cell: Cell | None) -> None:
        """Put the flag on ``cell`` in front once it is there: it is being added. If it is taken back, the one that is
        in front now is so again."""
        self._wanted_cell = cell
        self._before_added = (cell, self.entry.identity if self.entry is not None else None)

    def lead(self, onward: Identity | None) -> None:
        """Put this flag in front when what is just being decided is read, so that both are painted together."""
        self._onward = onward

    @property
    def leading(self) -> bool:
        """Whether that has not happened yet."""
        return self._onward is not None

    def tell(self, sentence: str, role: str = "second") -> None:
        """Say something in the bar under the flags."""
        self.told = (sentence, role)
        self.flags.bar.say(sentence, role)

    # ---- going from place to place

    def open_item(self, item: int, cell: Cell | None = None) -> None:
        """Show an item with the flag on ``cell`` in front, else its first open flag. Nothing is seen half done."""
        known = self._following if self._following is not None and self._following.id == item else None
        found = self._attempt(lambda: self._read(item, known))
        if found is not None:
            self._show(found, cell)

    def step_item(self, step: int) -> None:
        """The next item of the queue, or the one before."""
        item = self.queue.neighbour(step)
        if item is None:
            last = tr("This is the last item of the queue.")
            self.tell(last if step > 0 else tr("This is the first item of the queue."))
        else:
            self.open_item(item)

    def step_flag(self, step: int) -> None:
        """The next flag of the item, or the one before; at an end it stays. By criterion that of the queue."""
        if self.walking.on:
            self.walking.step(step)
            return
        if self.item is not None and self.item.entries:
            at = self.current if self.current is not None else -1 if step > 0 else len(self.item.entries)
            self.choose_flag(min(len(self.item.entries) - 1, max(0, at + step)))

    def _hush(self, *_: object) -> None:
        """What was said about the last action goes with the next."""
        if self.told is not None:
            self.told = None
            self.flags.show_progress(self.item, self._all_done())

    def _last_stops(self) -> list[QWidget]:
        return [self.flags.list]

    def choose_flag(self, index: int) -> None:
        """Make the entry at ``index`` the current one and bring it and its evidence into sight."""
        if self.item is None or not 0 <= index < len(self.item.entries):
            return
        self._hush()
        self.current, self._onward = index, None
        self.flags.write_note(on_item=False)
        self.flags.list.set_current(index)
        self.flags.show_entry(self.item, index, self.catalogue)
        self._arrive()

    def choose_verdict(self, verdict: int) -> None:
        """The same for a mark that was clicked; a verdict that is no flag is tinted with what it rests on."""
        if self.item is None:
            return
        found = next((i for i, e in enumerate(self.item.entries) if e.verdict.id == verdict), None)
        if found is not None:
            self.choose_flag(found)
            return
        said = next((v for v in self.item.view.verdicts if v.id == verdict), None)
        if said is not None and self._evidence is not None:
            self._look_at(self._evidence.of_verdict(said, *self.item.units[said.cell.unit]))

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

    def search(self, text: str) -> None:
        """Hold what a query asks for, open the first of it, and frame its words."""
        jump, self._jump = self._jump, True
        if self.queue.search(text):
            self.finder.look(self.queue.wanted.search, everywhere=True)
        else:
            self._jump = jump

    def show_queue(self, wanted: Filter) -> None:
        """Hold other items, and open the first unless the open one is among them."""
        self._jump = True
        self._wanted_flag = None
        self.queue.hold(wanted)

    def show_flag(self, item: int, cell: Cell) -> None:
        """Hold this item alone, with the flag on ``cell`` in front; its unit where there is no flag."""
        self.show_queue(Filter(items=(item,), about=tr("a call")))
        self._wanted_flag = (item, cell)

    # ---- what the user made of the columns

    def state(self) -> dict[str, Any]:
        """The item, the filter and the widths."""
        return {
            **super().state(),
            "item": self.item.id if self.item is not None else self._wanted_item,
            "queue": self.queue.state(),
            "heights": self.flags.split.sizes(),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on where ``state`` was taken."""
        item = state.get("item")
        self._wanted_item = item if isinstance(item, int) else None
        self.queue.restore(state.get("queue"))
        restore_sizes(self.flags.split, state.get("heights"))
        super().restore(state)

    # ---- within

    def _read(self, item: int, known: Opened | None = None) -> Opened:
        found = opened.load(self._session.connection(), item, self.catalogue, self._session.reviewer, known)
        return self.walking.shown()(claim(found))

    def _show(self, found: Opened, cell: Cell | None) -> None:
        self.flags.detail.note.commit()
        self.panels.leave()
        title = self.panes.tab.title if self.panes.tab is not None else ""
        self.item, self._anew = found, False
        self._look(found)
        self._link(found)
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
        self.flags.set_read(None, None)
        self.flags.show_item(found, self.current, self.catalogue, self._all_done())
        self.flags.detail.to_start()
        self._focus_flag(animate=False)
        self._ask_record()
        self.moved.emit()
        self._ahead.start()

    def _look(self, found: Opened) -> None:
        """Note what the reviewer now sees, for the decisions that follow. Other people's answers are in no review."""
        seen = {entry.verdict.cell for entry in found.entries if not entry.blind}
        hidden = {flag.cell for flag in found.view.flags()} - seen
        names = not blind.read(self._session.connection()).judges
        self._session.desk.eyes.saw(found.view, hidden, names)

    def _look_ahead(self) -> None:
        """Read the next item in the background, link its summary, the one that its first open flag brings to the
        front, and let the panels measure what they will show. What is decided meanwhile is read when it is opened."""
        item = self.queue.neighbour(1, ahead=True)
        if item is None:
            return
        narrow = self.walking.shown()
        catalogue, reviewer = self.catalogue, self._session.reviewer

        def read(connection: Any) -> tuple[Opened, dict[int, Links]]:
            found = narrow(claim(opened.load(connection, item, catalogue, reviewer)))
            at = found.next_open(-1)
            first = found.entries[at or 0] if found.entries else None
            tab = self._tab_of(found, first) if first is not None else None
            document = found.tabs[tab or 0].document if found.tabs and found.tabs[tab or 0].target else None
            return found, {document.id: Evidence(found).make(document)} if document is not None else {}

        def arrived(ahead: tuple[Opened, dict[int, Links]]) -> None:
            found, made = ahead
            self._following = found
            for document, links in made.items():
                self._links.setdefault(document, links)
            self.panels.expect(found)

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

    def _lit(self) -> tuple[int, int | None]:
        entry = self.entry
        return (entry.unit.id, entry.verdict.id) if entry is not None else (0, None)

    def _refocus(self) -> None:
        self._focus_flag(animate=False)

    def _has_record(self, entry: Entry | None) -> bool:
        """Whether the judge's record may stand beside this flag."""
        if entry is None or entry.own or entry.blind or entry.question:
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
        self._record.start(0 if "numpy" in sys.modules else _AFTER_START)

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
        if self.walking.filled():
            self._jump = False
            self._pages.setCurrentIndex(0)
            self._begin()
            return
        ids = self.queue.model.ids
        jump, self._jump = self._jump, False
        flag, self._wanted_flag = self._wanted_flag, None
        if flag is not None and flag[0] in ids:
            self.open_item(*flag)
            if self.entry is None or self.entry.verdict.cell != flag[1]:
                self.choose_unit(flag[1].unit)
            self._pages.setCurrentIndex(0)
            self._begin()
            return
        if self._begun and self.item is not None:
            if jump and ids and self.item.id not in ids:
                self.open_item(ids[0])
            return
        item = self._wanted_item if self._wanted_item in ids else (ids[0] if ids else None)
        self._pages.setCurrentIndex(0 if ids or self.queue.filters.narrowed else 1)
        if item is not None:
            self.open_item(item)
            if self.item is None:  # it cannot be read
                self.flags.show_item(None, None, self.catalogue, False)
        elif not self.queue.filters.narrowed:
            self._empty.say(
                tr("This project has no items yet"),
                tr(
                    "Import data to begin: {key}, or drop a file on this window.",
                    key=self._session.keys.label("import"),
                ),
            )
        else:
            self.flags.show_item(None, None, self.catalogue, False)
        self._begin()

    def _begin(self) -> None:
        if not self._begun:
            self._begun = True
            self.first.emit()
