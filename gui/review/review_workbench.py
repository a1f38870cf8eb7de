"""The three columns of Review: which item and flag are shown, and how one goes from one to another."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QSplitter, QStackedLayout, QStackedWidget, QVBoxLayout, QWidget

from galley.core.domain import NO_UNIT, Cell, ItemId, UnitId
from galley.core.review import blind, task_choice
from galley.core.review.queue import Filter
from galley.core.storage.connection import Connection
from galley.gui.review.alignment_panel import AlignmentPanel
from galley.gui.review.criterion_steps import CriterionReview
from galley.gui.review.find_bar import FindBar
from galley.gui.review.flags_column import FlagsColumn
from galley.gui.review.item_prefetch import LookAhead, SurfacesAhead, tab_of
from galley.gui.review.item_search import Finder
from galley.gui.review.judge_record_reader import JudgeRecord
from galley.gui.review.review_queue_column import IMPORT, ReviewQueueColumn
from galley.gui.review.selection import ItemChange, Selection
from galley.gui.review.task_view import SurfaceContext
from galley.gui.review.task_view_host import SurfaceHost
from galley.gui.review.task_view_registry import without_tabs
from galley.gui.session import Session
from galley.gui.text_panes import item_loading
from galley.gui.text_panes.empty_page import EmptyPage
from galley.gui.text_panes.evidence import Focus
from galley.gui.text_panes.item import FlagEntry, ReviewItem, Tab
from galley.gui.text_panes.read_tracker import ReadDocuments, find_hidden_cells
from galley.gui.text_panes.row import PanesRow
from galley.gui.text_panes.workbench import Workbench, restore_sizes
from galley.gui.translation import tr


class ReviewWorkbench(Workbench):
    """``moved()``: another flag or item is in front. ``ordered()``: it may be gone through by criterion now, or not."""

    ordered = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        self.queue: ReviewQueueColumn
        self.flags: FlagsColumn
        super().__init__(session, parent)
        queue, flags = self.queue, self.flags
        self.selection = Selection()
        self._opens = True  # the project, and not only its tasks again
        self._ahead = LookAhead(session, self)
        self._ahead.due.connect(self._look_ahead)
        self._ahead.arrived.connect(self._know)
        self.read_tracker = ItemReadTracker(session, self.selection, flags, self._ahead)
        self._record = JudgeRecord(session, flags, self.selection, self)
        self._empty = EmptyPage(session.theme, margin=48, parent=self)
        self._empty.actionChosen.connect(queue.actionWanted)
        self._waits = EmptyPage(session.theme, margin=48)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(self._split)
        self._pages.addWidget(self._empty)
        self.holding = Holding(session, self)
        queue.taskChosen.connect(self.holding.take_task)
        self.panes.flagChosen.connect(self.choose_verdict)
        self.panes.unitChosen.connect(self._clear_message)
        self.panes.documentRead.connect(self.read_tracker.mark_read)
        self.surfaces.documentRead.connect(self.read_tracker.mark_read)
        self.flags.list.chosen.connect(self.choose_flag)
        self.flags.detail.unitChosen.connect(self.read_unit)
        self.finder = Finder(self, self._centre.find_bar)
        self.moved.connect(self.finder.follow)
        self.criterion_review = CriterionReview(self, self._centre.alignment)

    # ---- what is shown

    @property
    def item(self) -> ReviewItem | None:
        """The open item."""
        return self.selection.item

    @property
    def current(self) -> int | None:
        """The place of what is lit in its entries."""
        return self.selection.active_index

    @property
    def entry(self) -> FlagEntry | None:
        """What is lit: the keys decide it."""
        return self.selection.entry

    def _make_queue(self, parent: QWidget) -> ReviewQueueColumn:
        self.queue = ReviewQueueColumn(self._session, parent)
        return self.queue

    def _make_right(self, parent: QWidget) -> FlagsColumn:
        self.flags = FlagsColumn(self._session.theme, self._session.keys, lambda: self._session.reviewer, parent)
        return self.flags

    def _make_centre(self, parent: QWidget) -> QWidget:
        self._centre = Centre(self._session, parent)
        self.panes = self._centre.panes
        self.surfaces = SurfaceHost(
            SurfaceContext(self._session, self.panes), self._centre.stack, self._centre.split, self
        )
        self.surfaces.entryClicked.connect(self.choose_flag)
        self.surfaces.unitClicked.connect(self.read_unit)
        self.surfaces.messageShown.connect(self.tell)
        self._surfaces_ahead = SurfacesAhead(
            self._session, self.surfaces, lambda item, task: self._reading(item.id, item, task)
        )
        return self._centre

    def reload(self) -> None:
        """Read everything again: anything may have changed, the tasks too."""
        find = task_choice.opening_task if self._opens else task_choice.valid_task
        self._opens = False
        self.holding.work_on(find(self._session.connection(), self.selection.task, self._session.reviewer))
        super().reload()

    def _on_tab_changed(self) -> None:
        if self.item is not None:
            self.surfaces.set_tab(self.item, self.panes.tab_index)
        self.finder.mark()

    def forget_ahead(self) -> None:
        """What was read ahead is no longer what comes next."""
        self._ahead.forget()

    def _reset(self) -> None:
        self._record.forget()
        self._ahead.forget()
        self.selection.forget()
        self._centre.alignment.forget()

    def refresh(self) -> None:
        """Read the open item again; what is lit stays lit, nothing scrolls."""
        item, earlier_item = self.item, self.selection.earlier_item
        if item is None:
            return
        new_item = self._attempt(lambda: self._read(item.id, earlier_item))
        if new_item is None:
            return
        before = self.entry
        change = self.selection.reread(new_item)
        if change is ItemChange.OTHER:  # an import gave the item another summary
            self._show(new_item, before.verdict.cell if before is not None else None, self.selection.is_selected)
            return
        self.read_tracker.look(new_item)
        if self._evidence is not None:
            self._evidence.follow(new_item)
        if change is ItemChange.ARRIVES:
            self.flags.write_note(on_item=False)
        self.panes.show_state(new_item)
        self.surfaces.show_state(new_item, self.current)
        self.flags.show_item(new_item, self.current, self.catalogue, self._all_done())
        if change is ItemChange.ARRIVES:
            self._arrive()
            return
        if self.entry is not None and before is not None and self.entry.attached_evidence != before.attached_evidence:
            reading = self.selection.reading or self.entry.unit.id
            self.panes.set_focus(replace(self._evidence_of(self.entry), unit=reading), reveal=False)
        if change is ItemChange.GONE:
            self.panes.set_focus(replace(self.panes.focus, active_unit=NO_UNIT, active_flag=None), reveal=False)
        self._record.ask()

    def tell(self, sentence: str, role: str = "second") -> None:
        """Say something in the bar under the flags."""
        self.selection.say(sentence, role)
        self.flags.bar.say(sentence, role)

    # ---- going from place to place

    def open_item(
        self, item: ItemId, cell: Cell | None = None, earlier_item: ReviewItem | None = None, selected: bool = True
    ) -> None:
        """Show an item with the flag on ``cell`` in front, which counts as ``selected``, else its first open flag.
        Nothing is seen half done."""
        review_item = self._attempt(lambda: self._read(item, earlier_item or self._ahead.get_item(item)))
        if review_item is not None:
            self._show(review_item, cell, selected)

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
        if self.criterion_review.on:
            self.criterion_review.step(step)
        elif (at := self.selection.neighbour(step)) is not None:
            self.choose_flag(at)

    def step_tab(self, step: int) -> None:
        """The next tab; where a surface stands in the place of the panes, what is asked of the next summary."""
        if not self.surfaces.covers:
            super().step_tab(step)
        elif (at := self.selection.find_next_target(step)) is not None:
            self.choose_flag(at)

    @property
    def judged_tab(self) -> Tab | None:
        """The tab of what is judged: the one in front, or where a surface has the room that of what is lit."""
        entry, tabs = self.entry, self.item.tabs if self.item is not None else ()
        if not self.surfaces.covers or entry is None:
            return self.panes.tab
        return next((tab for tab in tabs if tab.target == entry.target.id), None)

    def _clear_message(self, *_: object) -> None:
        """What was said about the last action goes with the next."""
        if self.selection.clear_message():
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
        if self.item is None or not self.selection.activate(index):
            return
        self._clear_message()
        self.flags.write_note(on_item=False)
        self.flags.list.set_current(index)
        self.flags.show_entry(self.item, index, self.catalogue)
        self._arrive()

    def choose_unit(self, unit: UnitId) -> None:
        """A unit was clicked: light what is asked of it, else look at it only."""
        asked_place = self.selection.asked_of(unit)
        if asked_place is not None:
            self.choose_flag(asked_place)
        else:
            self.read_unit(unit)

    def read_unit(self, unit: UnitId) -> None:
        """Look at a unit, and at what it rests on; what is lit stays lit."""
        self.selection.read(unit)
        super().choose_unit(unit)
        self.surfaces.highlight_unit(self.selection.reading)

    def evidence_units(self) -> list[UnitId]:
        """The units (row ids) that what is lit rests on, in the order in which they are walked."""
        entry = self.entry
        return [unit for unit in self._evidence_of(entry).first if unit != entry.unit.id] if entry is not None else []

    def read_evidence(self, unit: UnitId) -> None:
        """Look at a unit of the evidence of what is lit; all of it stays tinted."""
        if self.entry is not None and self._bring_unit(unit):
            self.selection.read(unit)
            self.panes.set_focus(replace(self._evidence_of(self.entry), unit=unit, first=(unit,)), animate=True)

    def _evidence_of(self, entry: FlagEntry) -> Focus:
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
        at = self.selection.first_of(tab)
        if at is not None and at != self.current:
            self.choose_flag(at)
            self.selection.is_selected = False  # a text was brought to the front, not a flag
            return
        self._focus_flag(animate=False)
        if at is None and tab.target:
            self.surfaces.turn_to(self.item, tab.target)

    # ---- what the user made of the columns

    @property
    def splitters(self) -> tuple[QSplitter, ...]:
        """The splitters whose edges the user can drag; ``state`` has their sizes."""
        return self._split, self.panes, self.flags.split, self._centre.split

    def state(self) -> dict[str, Any]:
        """The item, the filter and the widths."""
        return {
            **super().state(),
            "item": self.selection.place,
            "task": self.selection.task,
            "queue": self.queue.state(),
            "heights": self.flags.room.heights,
            "over": self.surfaces.heights,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on where ``state`` was taken: with the next that is open there, or on the very item if it ``stays``."""
        item = state.get("item")
        if isinstance(item, int):
            self.selection.resume(ItemId(item))
            self.queue.last_item = ItemId(item)
        self.queue.starts_at_open_item = self._opens = not state.get("stays")
        self.selection.task = str(state.get("task") or "")
        self.queue.restore(state.get("queue"))
        restore_sizes(self.flags.split, state.get("heights"))
        self.surfaces.restore(state.get("over"))
        super().restore(state)

    # ---- within

    def _read(self, item: ItemId, earlier_item: ReviewItem | None = None) -> ReviewItem:
        return self._reading(item, earlier_item)(self._session.connection())

    def _reading(
        self, item: ItemId, earlier_item: ReviewItem | None = None, task: str = ""
    ) -> Callable[[Connection], ReviewItem]:
        """What reads an item as it is shown now, or in another task, in any thread."""
        catalogue, reviewer, task = self.catalogue, self._session.reviewer, task or self.selection.task
        narrow = self.criterion_review.get_narrowing()
        load = item_loading.load
        return lambda connection: narrow(without_tabs(load(connection, item, catalogue, reviewer, earlier_item, task)))

    def _show(self, review_item: ReviewItem, cell: Cell | None, selected: bool) -> None:
        self.flags.detail.note.commit()
        title = self.panes.tab.title if self.panes.tab is not None else ""
        self.selection.open_item(review_item, cell, selected)
        self.read_tracker.look(review_item)
        self._link(review_item)
        entry = self.entry
        tab = tab_of(review_item, entry) if entry is not None else None
        if tab is None:
            tab = next((i for i, t in enumerate(review_item.tabs) if t.title == title), 0)
        had = QApplication.focusWidget()
        self.surfaces.show_item(review_item, self.current)
        if had is not None and self.isAncestorOf(had) and not had.isVisible():
            self.take_focus()
        self.panes.open(review_item, tab, self._coverage(review_item.tabs[tab] if review_item.tabs else None))
        self.surfaces.set_tab(review_item, tab)
        self.queue.set_current(review_item.id)
        self.flags.write_note(on_item=False)
        self.flags.set_read(None, None)
        self.flags.show_item(review_item, self.current, self.catalogue, self._all_done())
        self.flags.detail.to_start()
        self._focus_flag(animate=False)
        self._record.ask()
        self.moved.emit()
        self._ahead.start()

    def _look_ahead(self) -> None:
        if self.item is not None:
            self._surfaces_ahead.await_pause(self.item)
        item = self.queue.neighbour(1, only_open=True)
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
            self.surfaces.set_active(self.item, self.current)

    def _get_active(self) -> tuple[UnitId, int | None]:
        entry = self.entry
        return (entry.unit.id, entry.verdict.id) if entry is not None else (NO_UNIT, None)

    def _refocus(self) -> None:
        self._focus_flag(animate=False)

    def _all_done(self) -> bool:
        totals = self.queue.totals
        if self.selection.task:
            return self.queue.picker.all_done
        return totals is not None and totals.finished_items >= totals.items

    def _on_queue_filled(self) -> None:
        """The queue is there: open what it is to open, or say why there is nothing."""
        if self.criterion_review.handle_queue_filled():
            self._pages.setCurrentIndex(0)
            return
        ids = self.queue.model.ids
        nothing = self.item is None
        item_and_cell = self.selection.pick_item(ids, self.queue.first_open_item)
        if nothing or item_and_cell is not None:
            self._pages.setCurrentIndex(0 if ids or self.queue.filters.is_narrowed else 1)
        if item_and_cell is not None:
            item, cell = item_and_cell
            self.open_item(item, cell)
            if cell is not None and (self.entry is None or self.entry.verdict.cell != cell):
                self.read_unit(cell.unit)
        elif nothing and not self.queue.filters.is_narrowed:
            key = self._session.keys.label("import")
            how = tr("Import data to begin: {key}, or drop a file on this window.", key=key)
            offered = (*IMPORT, (tr("Try the example"), "sample"))
            self._empty.say(tr("This project has no items yet"), how, actions=offered)
        if self.item is None:
            self.flags.show_item(None, None, self.catalogue, False)
            if self.selection.task and not ids:
                self._waits.say(*self.queue.explain_empty())
                self.surfaces.show_nothing(self._waits)
                self.queue.set_current(None)
                self.ordered.emit()


_CENTRE_HEIGHTS = (230, 570)


class Centre(QWidget):
    """``find_bar`` is the strip of the finder, ``alignment`` the sentence over its sources; both hidden at first;
    ``stack`` the ``panes``, or what takes their place."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.find_bar = FindBar(session.theme, session.keys, self)
        self.split = QSplitter(Qt.Orientation.Vertical, self)
        self.split.setHandleWidth(1)
        self.split.setChildrenCollapsible(False)
        self.alignment = AlignmentPanel(session, self.split)
        self.stack = QStackedWidget(self.split)
        self.panes = PanesRow(session.theme, self.stack)
        self.stack.addWidget(self.panes)
        self.split.setStretchFactor(1, 1)
        self.split.setSizes(list(_CENTRE_HEIGHTS))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.find_bar)
        column.addWidget(self.split, 1)


class ItemReadTracker:
    """Tells the column of flags what was read, once the item has been painted."""

    def __init__(self, session: Session, selection: Selection, flags: FlagsColumn, ahead: LookAhead) -> None:
        self._session, self._selection, self._flags, self._ahead = session, selection, flags, ahead
        self._documents = ReadDocuments()
        ahead.due.connect(self._tell)

    def read(self) -> frozenset[int]:
        """The documents (row ids) of the open item that the reviewer has read."""
        item = self._selection.item
        return self._documents.get_documents(self._session.reviewer, item.id) if item is not None else frozenset()

    def mark_read(self, document: int) -> None:
        """The last unit of a document was painted."""
        item = self._selection.item
        if item is not None and self._documents.mark_read(self._session.reviewer, item.id, document):
            self._tell()

    def look(self, item: ReviewItem) -> None:
        """Note what is seen now, for the decisions that follow. Other people's answers are seen by nobody but an
        adjudicator and who discusses them, and without names."""
        response_cells = [
            cell
            for cell, verdicts in item.asked_cells.reader_verdicts.items()
            if not all(verdict.source for verdict in verdicts)
        ]
        names = not (response_cells or blind.read_blind(self._session.connection()).judges)
        self._session.decision_writer.read_tracker.record_view(
            item.view, find_hidden_cells(item), names, response_cells
        )

    def _tell(self) -> None:
        """Bring the bar up to date with what was read; not while an item is painted for the first time."""
        if not self._ahead.waiting:
            self._flags.set_read(self._selection.item, self.read())


class Holding:
    """Bids the workbench's queue hold other items, and says in its ``front`` what is then to be opened."""

    def __init__(self, session: Session, stage: ReviewWorkbench) -> None:
        self._session, self._stage = session, stage

    def take_task(self, task: str) -> None:
        """Work on another task: its items, and of the open one what it asks there."""
        stage, connection = self._stage, self._session.connection()
        stage.flags.detail.note.commit()
        item = stage.item
        if not stage.selection.switch_task(task):
            return
        self.work_on(task)
        if item is not None and task_choice.stands(connection, task, item.id, self._session.reviewer):
            stage.open_item(item.id, earlier_item=item)  # at once: the queue takes longer
        stage.queue.reload()
        stage.queue.request_totals()

    def follow_task(self, row: int | None) -> None:
        """Go to the task (a row id; None is the default one) in which something was decided."""
        task = task_choice.choosable_name(self._session.connection(), row)
        if task:
            self.take_task(task)

    def work_on(self, task: str) -> None:
        """What is written and listed from now on is of this task."""
        self._stage.selection.task = task
        self._stage.forget_ahead()
        if not self._session.decision_writer.is_package:
            self._session.decision_writer.work_on(task)
        self._stage.queue.set_task(task)

    def search(self, text: str) -> bool:
        """Hold what a query asks for, open the first of it, and frame its words; whether it holds no mistake."""
        stage = self._stage
        queued, old_filter = stage.selection.queue_request, stage.queue.queue_filter
        stage.selection.jump()
        right = stage.queue.search(text)
        if right or stage.queue.queue_filter != old_filter:
            stage.finder.look(stage.queue.queue_filter.search, everywhere=True)
        else:
            stage.selection.queue_request = queued
        return right

    def show_queue(self, queue_filter: Filter) -> None:
        """Hold other items, and open the first unless the open one is among them."""
        self._stage.selection.jump()
        self._stage.queue.apply_filter_in_order(queue_filter)

    def show_flag(self, item: ItemId, cell: Cell) -> None:
        """Hold this item alone, with the flag on ``cell`` in front; its unit where there is no flag."""
        task = task_choice.holder(self._session.connection(), cell)
        if task and self._stage.selection.switch_task(task):
            self.work_on(task)
        self._stage.selection.seek(item, cell)
        self._stage.queue.apply_filter_in_order(Filter(items=(item,), about=tr("a call")))
