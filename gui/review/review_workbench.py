"""The three columns of Review: which item and flag are shown, and how one goes from one to another."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QStackedLayout, QWidget

from galley.core.domain import Cell
from galley.core.project import choosing
from galley.core.project.reading_access import Reader
from galley.gui.desk import item_loading
from galley.gui.desk.desk_workbench import DeskStage, restore_sizes
from galley.gui.desk.empty_page import EmptyPage
from galley.gui.desk.evidence import Focus
from galley.gui.desk.opened import Entry, Opened, Tab
from galley.gui.language import tr
from galley.gui.review.asked_record import JudgeRecord
from galley.gui.review.centre import Centre
from galley.gui.review.finder import Finder
from galley.gui.review.flags_column import FlagsColumn
from galley.gui.review.front import Front, ItemChange
from galley.gui.review.item_sight import ItemSight
from galley.gui.review.look_ahead import LookAhead, tab_of
from galley.gui.review.queue_holding import Holding
from galley.gui.review.review_queue_column import WAITS, ReviewQueueColumn
from galley.gui.review.surface import Ground
from galley.gui.review.surface_host import SurfaceHost
from galley.gui.review.surface_registry import without_tabs
from galley.gui.review.surfaces_ahead import SurfacesAhead
from galley.gui.review.walking import Walking
from galley.gui.session import Session


class ReviewWorkbench(DeskStage):
    """``moved()``: another flag or item is in front. ``ordered()``: it may be gone through by criterion now, or not."""

    ordered = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        queue = ReviewQueueColumn(session)
        flags = FlagsColumn(session.theme, session.keys, lambda: session.reviewer)
        super().__init__(session, queue, flags, parent)
        self.queue, self.flags = queue, flags
        self.front = Front()
        self._opens = True  # the project, and not only its tasks anew
        self._ahead = LookAhead(session, self)
        self._ahead.due.connect(self._look_ahead)
        self._ahead.arrived.connect(self._know)
        self.sight = ItemSight(session, self.front, flags, self._ahead)
        self._record = JudgeRecord(session, flags, self.front, self)
        self._empty = EmptyPage(session.theme, margin=48)
        self._waits = EmptyPage(session.theme, margin=48)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(self._split)
        self._pages.addWidget(self._empty)
        self.holding = Holding(session, self)
        queue.tasked.connect(self.holding.take_task)
        self.panes.flagChosen.connect(self.choose_verdict)
        self.panes.unitChosen.connect(self._hush)
        self.panes.documentRead.connect(self.sight.saw)
        self.surfaces.documentRead.connect(self.sight.saw)
        self.flags.list.chosen.connect(self.choose_flag)
        self.flags.detail.unitChosen.connect(self.read_unit)
        self.finder = Finder(self, self._centre.find_bar)
        self.moved.connect(self.finder.follow)
        self.walking = Walking(self, self._centre.alignment)

    # ---- what is shown

    @property
    def item(self) -> Opened | None:
        """The open item."""
        return self.front.item

    @property
    def current(self) -> int | None:
        """The place of what is lit in its entries."""
        return self.front.lit

    @property
    def entry(self) -> Entry | None:
        """What is lit: the keys decide it."""
        return self.front.entry

    def _make_centre(self) -> QWidget:
        self._centre = Centre(self._session, self.panes)
        self.surfaces = SurfaceHost(Ground(self._session, self.panes), self._centre.stack, self._centre.split, self)
        self.surfaces.lit.connect(self.choose_flag)
        self.surfaces.read.connect(self.read_unit)
        self.surfaces.said.connect(self.tell)
        self._surfaces_ahead = SurfacesAhead(
            self._session, self.surfaces, lambda item, task: self._reading(item.id, item, task)
        )
        return self._centre

    def reload(self) -> None:
        """Read everything anew: anything may have changed, the tasks too."""
        find = choosing.begun if self._opens else choosing.kept
        self._opens = False
        self.holding.work_on(find(self._session.connection(), self.front.task, self._session.reviewer))
        super().reload()

    def _brought(self) -> None:
        if self.item is not None:
            self.surfaces.set_tab(self.item, self.panes.tab_index)
        self.finder.mark()

    def forget_ahead(self) -> None:
        """What was read ahead is no longer what comes next."""
        self._ahead.forget()

    def _reset(self) -> None:
        self._record.forget()
        self._ahead.forget()
        self.front.forget()
        self._centre.alignment.forget()

    def refresh(self) -> None:
        """Read the open item again; what is lit stays lit, nothing scrolls."""
        item, known = self.item, self.front.known
        if item is None:
            return
        found = self._attempt(lambda: self._read(item.id, known))
        if found is None:
            return
        before = self.entry
        change = self.front.reread(found)
        if change is ItemChange.OTHER:  # an import gave the item another summary
            self._show(found, before.verdict.cell if before is not None else None, self.front.selected)
            return
        self.sight.look(found)
        if self._evidence is not None:
            self._evidence.follow(found)
        if change is ItemChange.ARRIVES:
            self.flags.write_note(on_item=False)
        self.panes.show_state(found)
        self.surfaces.show_state(found, self.current)
        self.flags.show_item(found, self.current, self.catalogue, self._all_done())
        if change is ItemChange.ARRIVES:
            self._arrive()
            return
        if self.entry is not None and before is not None and self.entry.attached != before.attached:
            reading = self.front.reading or self.entry.unit.id
            self.panes.set_focus(replace(self._evidence_of(self.entry), unit=reading), reveal=False)
        if change is ItemChange.GONE:
            self.panes.set_focus(replace(self.panes.focus, lit=0, lit_flag=None), reveal=False)
        self._record.ask()

    def tell(self, sentence: str, role: str = "second") -> None:
        """Say something in the bar under the flags."""
        self.front.say(sentence, role)
        self.flags.bar.say(sentence, role)

    # ---- going from place to place

    def open_item(
        self, item: int, cell: Cell | None = None, known: Opened | None = None, selected: bool = True
    ) -> None:
        """Show an item with the flag on ``cell`` in front, which counts as ``selected``, else its first open flag.
        Nothing is seen half done."""
        found = self._attempt(lambda: self._read(item, known or self._ahead.known(item)))
        if found is not None:
            self._show(found, cell, selected)

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
        elif (at := self.front.neighbour(step)) is not None:
            self.choose_flag(at)

    def step_tab(self, step: int) -> None:
        """The next tab; where a surface stands in the place of the panes, what is asked of the next summary."""
        if not self.surfaces.covers:
            super().step_tab(step)
        elif (at := self.front.beside(step)) is not None:
            self.choose_flag(at)

    @property
    def judged(self) -> Tab | None:
        """The tab of what is judged: the one in front, or where a surface has the room that of what is lit."""
        entry, tabs = self.entry, self.item.tabs if self.item is not None else ()
        if not self.surfaces.covers or entry is None:
            return self.panes.tab
        return next((tab for tab in tabs if tab.target == entry.target.id), None)

    def _hush(self, *_: object) -> None:
        """What was said about the last action goes with the next."""
        if self.front.hush():
            self.flags.show_progress(self.item, self._all_done())

    def _centre_stops(self) -> list[QWidget]:
        return self.surfaces.stops() + ([] if self.surfaces.covers else super()._centre_stops())

    def take_focus(self) -> None:
        """Give the keyboard to the surface of the task, else to the texts."""
        stops = self.surfaces.stops()
        if stops:
            stops[0].setFocus(Qt.FocusReason.MouseFocusReason)
        else:
            super().take_focus()

    def _last_stops(self) -> list[QWidget]:
        return [self.flags.list]

    def choose_flag(self, index: int) -> None:
        """Make the entry at ``index`` the current one and bring it and its evidence into sight."""
        if self.item is None or not self.front.light(index):
            return
        self._hush()
        self.flags.write_note(on_item=False)
        self.flags.list.set_current(index)
        self.flags.show_entry(self.item, index, self.catalogue)
        self._arrive()

    def choose_unit(self, unit: int) -> None:
        """A unit was clicked: light what is asked of it, else look at it only."""
        asked = self.front.asked_of(unit)
        if asked is not None:
            self.choose_flag(asked)
        else:
            self.read_unit(unit)

    def read_unit(self, unit: int) -> None:
        """Look at a unit, and at what it rests on; what is lit stays lit."""
        self.front.read(unit)
        super().choose_unit(unit)
        self.surfaces.set_read(self.front.reading)

    def evidence_units(self) -> list[int]:
        """The units (row ids) that what is lit rests on, in the order in which they are walked."""
        entry = self.entry
        return [unit for unit in self._evidence_of(entry).first if unit != entry.unit.id] if entry is not None else []

    def read_evidence(self, unit: int) -> None:
        """Look at a unit of the evidence of what is lit; all of it stays tinted."""
        if self.entry is not None and self._bring_unit(unit):
            self.front.read(unit)
            self.panes.set_focus(replace(self._evidence_of(self.entry), unit=unit, first=(unit,)), animate=True)

    def _evidence_of(self, entry: Entry) -> Focus:
        return self._evidence.of_flag(entry) if self._evidence is not None else Focus(entry.unit.id)

    def choose_verdict(self, verdict: int) -> None:
        """The same for a mark that was clicked."""
        verdicts = [entry.verdict.id for entry in self.item.entries] if self.item is not None else []
        if verdict in verdicts:
            self.choose_flag(verdicts.index(verdict))

    def show_tab(self, index: int) -> None:
        """Bring a tab to the front, with the first of its flags that is open, or the first at all."""
        if self.item is None:
            return
        self._bring(index)
        tab = self.item.tabs[index]
        at = self.front.first_of(tab)
        if at is not None and at != self.current:
            self.choose_flag(at)
            self.front.selected = False  # a text was brought to the front, not a flag
            return
        self._focus_flag(animate=False)
        if at is None and tab.target:
            self.surfaces.turn_to(self.item, tab.target)

    # ---- what the user made of the columns

    def state(self) -> dict[str, Any]:
        """The item, the filter and the widths."""
        return {
            **super().state(),
            "item": self.front.place,
            "task": self.front.task,
            "queue": self.queue.state(),
            "heights": self.flags.room.heights,
            "over": self.surfaces.heights,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on where ``state`` was taken: with the next that is open there, or on the very item if it ``stays``."""
        item = state.get("item")
        if isinstance(item, int):
            self.front.resume(item)
            self.queue.left_at = item
        self.queue.begins_open = self._opens = not state.get("stays")
        self.front.task = str(state.get("task") or "")
        self.queue.restore(state.get("queue"))
        restore_sizes(self.flags.split, state.get("heights"))
        self.surfaces.restore(state.get("over"))
        super().restore(state)

    # ---- within

    def _read(self, item: int, known: Opened | None = None) -> Opened:
        return self._reading(item, known)(self._session.connection())

    def _reading(self, item: int, known: Opened | None = None, task: str = "") -> Callable[[Reader], Opened]:
        """What reads an item as it is shown now, or in another task, in any thread."""
        catalogue, reviewer, task = self.catalogue, self._session.reviewer, task or self.front.task
        narrow = self.walking.shown()
        load = item_loading.load
        return lambda connection: narrow(without_tabs(load(connection, item, catalogue, reviewer, known, task)))

    def _show(self, found: Opened, cell: Cell | None, selected: bool) -> None:
        self.flags.detail.note.commit()
        title = self.panes.tab.title if self.panes.tab is not None else ""
        self.front.opened(found, cell, selected)
        self.sight.look(found)
        self._link(found)
        entry = self.entry
        tab = tab_of(found, entry) if entry is not None else None
        if tab is None:
            tab = next((i for i, t in enumerate(found.tabs) if t.title == title), 0)
        had = QApplication.focusWidget()
        self.surfaces.show_item(found, self.current)
        if had is not None and self.isAncestorOf(had) and not had.isVisible():
            self.take_focus()
        self.panes.open(found, tab, self._coverage(found.tabs[tab] if found.tabs else None))
        self.surfaces.set_tab(found, tab)
        self.queue.set_current(found.id)
        self.flags.write_note(on_item=False)
        self.flags.set_read(None, None)
        self.flags.show_item(found, self.current, self.catalogue, self._all_done())
        self.flags.detail.to_start()
        self._focus_flag(animate=False)
        self._record.ask()
        self.moved.emit()
        self._ahead.start()

    def _look_ahead(self) -> None:
        if self.item is not None:
            self._surfaces_ahead.await_pause(self.item)
        item = self.queue.neighbour(1, ahead=True)
        if item is not None:
            self._ahead.read(self._reading(item), self._centre.alignment.prepares)

    def _know(self, links: Any, passages: Any) -> None:
        self._links.update(links)
        self._centre.alignment.learn(passages)

    def _arrive(self) -> None:
        """Another flag of the item is in front."""
        self.flags.detail.to_start()
        tab = tab_of(self.item, self.entry) if self.item is not None and self.entry is not None else None
        if tab is not None:
            self._bring(tab)
        self._focus_flag(animate=True)
        self._record.ask()
        self.moved.emit()

    def _focus_flag(self, animate: bool) -> None:
        entry = self.entry
        if entry is not None and self._evidence is not None:
            self.panes.set_focus(self._evidence_of(entry), animate=animate)
        if self.item is not None:
            self.surfaces.set_lit(self.item, self.current)

    def _lit(self) -> tuple[int, int | None]:
        entry = self.entry
        return (entry.unit.id, entry.verdict.id) if entry is not None else (0, None)

    def _refocus(self) -> None:
        self._focus_flag(animate=False)

    def _all_done(self) -> bool:
        totals = self.queue.totals
        if self.front.task:
            return self.queue.picker.all_done
        return totals is not None and totals.finished >= totals.items

    def _filled(self) -> None:
        """The queue is there: open what it is to open, or say why there is nothing."""
        if self.walking.filled():
            self._pages.setCurrentIndex(0)
            return
        ids = self.queue.model.ids
        nothing = self.item is None
        wanted = self.front.filled(ids, self.queue.waiting)
        if nothing or wanted is not None:
            self._pages.setCurrentIndex(0 if ids or self.queue.filters.narrowed else 1)
        if wanted is not None:
            item, cell = wanted
            self.open_item(item, cell)
            if cell is not None and (self.entry is None or self.entry.verdict.cell != cell):
                self.read_unit(cell.unit)
        elif nothing and not self.queue.filters.narrowed:
            key = self._session.keys.label("import")
            how = tr("Import data to begin: {key}, or drop a file on this window.", key=key)
            self._empty.say(tr("This project has no items yet"), how)
        if self.item is None:
            self.flags.show_item(None, None, self.catalogue, False)
            if self.front.task and not ids:
                self._waits.say(*WAITS)
                self.surfaces.show_nothing(self._waits)
                self.queue.set_current(None)
                self.ordered.emit()
