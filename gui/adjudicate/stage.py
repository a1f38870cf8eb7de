"""The three columns together: which item and cell are shown, and how one goes from one to another.

The cells of an item keep their order and number while one settles them: what is settled is marked and stays in its
place until the queue is read again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QHBoxLayout, QSplitter, QStackedWidget, QWidget

from core.domain import Cell, ChangeSet
from core.errors import GalleyError
from core.project import posterior, reading, ties
from core.project.posterior import Model
from core.project.ties import Show
from gui.adjudicate import voices
from gui.adjudicate.cell_column import CellColumn
from gui.adjudicate.queue_column import EMPTY, QueueColumn
from gui.adjudicate.voices import CellView
from gui.review import marks, opened
from gui.review.coverage import coverage
from gui.review.empty import EmptyPage
from gui.review.evidence import Evidence
from gui.review.opened import Catalogue, Opened, Tab
from gui.review.panes_row import PanesRow
from gui.session import Session

if TYPE_CHECKING:
    from core.evidence.links import Links

_WIDTHS = (228, 890, 322)
_WORDS = {Show.TIES: "Tie", Show.CONFLICTS: "Conflict", Show.SETTLED: "Settled", Show.REOPENED: "Reopened"}


class Stage(QWidget):
    """``moved()``: another cell is in front. ``first()``: the first content, or the empty page, is there."""

    moved = Signal()
    first = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        theme = session.theme
        self.queue = QueueColumn(session)
        self.panes = PanesRow(theme)
        self.right = CellColumn(theme, session.keys)
        self.item: Opened | None = None
        self.cells: list[Cell] = []
        self.current: Cell | None = None
        self.found: CellView | None = None
        self.catalogue = Catalogue()
        self.hidden = False
        self.suggests = False
        self.drafts: dict[Cell, str] = {}
        self._lists: dict[int, list[Cell]] = {}
        self._models: dict[int, Model] = {}
        self._cases: dict[Cell, ties.Case] = {}
        self._settled: dict[Cell, ties.Settlement] = {}
        self._asked: Cell | None = None
        self._evidence: Evidence | None = None
        self._links: dict[int, Links] = {}
        self._begun = False
        self._split = QSplitter(Qt.Orientation.Horizontal)
        self._split.setHandleWidth(1)
        self._split.setChildrenCollapsible(False)
        self._nothing = EmptyPage(theme, margin=48)
        self._centre = QStackedWidget()
        self._centre.addWidget(self.panes)
        self._centre.addWidget(self._nothing)
        for column, narrowest in ((self.queue, 150), (self._centre, 300), (self.right, 270)):
            column.setMinimumWidth(narrowest)
            self._split.addWidget(column)
        self._split.setStretchFactor(1, 1)
        self._split.setSizes(list(_WIDTHS))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._split)
        self.queue.opened.connect(lambda item: self.open_item(item))
        self.queue.filled.connect(self._filled)
        self.panes.unitChosen.connect(self.choose_unit)
        self.panes.flagChosen.connect(self._choose_mark)
        self.panes.tabChosen.connect(self._bring)
        self.right.unitChosen.connect(self.choose_unit)
        self.right.suggestion.wanted.connect(self.ask_suggestion)
        self.right.suggestion.always.connect(self.set_suggests)

    # ---- what is shown

    def reload(self) -> None:
        """Read schemes, queue and open item anew: anything may have changed."""
        self.catalogue = Catalogue.read(self._session.connection())
        self._models.clear()
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
        """Read the open item again; the cell in front stays in front, nothing scrolls."""
        if self.item is None:
            return
        try:
            self.item = self._read(self.item.id)
        except GalleyError as error:
            self._session.failed.emit(str(error))
            return
        self.panes.show_state(self.item)
        self._say_tab()
        self._show_cell(keep=True)

    def tell(self, sentence: str, role: str = "second") -> None:
        """Say something over the decision."""
        self.right.said.set(sentence, role)

    # ---- going from place to place

    def open_item(self, item: int, cell: Cell | None = None, last: bool = False) -> None:
        """Show an item with ``cell`` in front, else the first that is not settled (or the last, going back)."""
        try:
            found = self._read(item, cell)
        except GalleyError as error:
            self._session.failed.emit(str(error))
            return
        self.right.note.commit()
        self.item, self.cells = found, self._lists[item]
        waiting = [c for c in self.cells if not self._is_settled(c)] or self.cells
        if cell is not None:
            self.current = cell
        else:
            self.current = (waiting[-1] if last else waiting[0]) if waiting else None
        if len(self._links) > 256:
            self._links.clear()
        self._evidence = Evidence(found, self._links)
        entry = next((e for e in found.entries if e.verdict.cell == self.current), None)
        tab = self._tab_of(found, entry.target.id if entry is not None else 0, self.current)
        self.panes.open(found, tab, self._coverage(found.tabs[tab] if found.tabs else None))
        self._say_tab()
        self.queue.set_current(item)
        self._show_cell(keep=False)
        self._focus(animate=False)
        self.moved.emit()

    def choose(self, cell: Cell) -> None:
        """Put a cell of the open item in front and bring it and its evidence into sight."""
        if self.item is None:
            return
        self.current = cell
        self._bring(self._tab_of(self.item, cell.target, cell))
        self._show_cell(keep=False)
        self._focus(animate=True)
        self.moved.emit()

    def step(self, step: int) -> None:
        """The next cell or the one before, over the items of the queue; at an end it stays."""
        if self.item is None:
            return
        at = self.cells.index(self.current) + step if self.current in self.cells else -1
        if 0 <= at < len(self.cells):
            self.choose(self.cells[at])
            return
        item = self.queue.neighbour(self.item.id, step)
        if item is None:
            self.tell(f"This is the {'last' if step > 0 else 'first'} cell of the queue.")
            return
        self.open_item(item)
        if step < 0 and self.cells:
            self.choose(self.cells[-1])
        elif self.cells:
            self.choose(self.cells[0])

    def step_item(self, step: int) -> None:
        """The next item of the queue, or the one before."""
        item = self.queue.neighbour(self.item.id if self.item is not None else None, step)
        if item is None:
            self.tell(f"This is the {'last' if step > 0 else 'first'} item of the queue.")
        else:
            self.open_item(item)

    def advance(self, pending: set[Cell]) -> None:
        """The next cell that is not settled and not just being settled, in this item or a later one of the queue."""
        if self.item is None:
            return
        at = self.cells.index(self.current) if self.current in self.cells else -1
        order = self.cells[at + 1 :] + self.cells[: max(0, at)]
        waiting = [c for c in order if c not in pending and not self._is_settled(c)]
        if waiting:
            self.choose(waiting[0])
            return
        item = self.queue.neighbour(self.item.id, 1)
        if item is not None:
            self.open_item(item)
        else:
            self.tell("That was the last cell of this queue.", "positive")

    def step_tab(self, step: int) -> None:
        """The next summary, reference or list of units, round and round."""
        if self.item is not None and len(self.item.tabs) > 1:
            self._bring((self.panes.tab_index + step) % len(self.item.tabs))

    def step_pane(self, step: int) -> None:
        """Give the keyboard to the next column."""
        cards = [card for card in self.right.cards() if card.focusPolicy() is not Qt.FocusPolicy.NoFocus]
        stops: list[QWidget] = [self.queue.list, *self.panes.stops(), *cards[:1]]
        focus = QApplication.focusWidget()
        at = next((i for i, stop in enumerate(stops) if focus is stop), None)
        if at is None and focus is not None and self.right.isAncestorOf(focus):
            at = len(stops) - 1
        stops[(at + step) % len(stops) if at is not None else 0].setFocus(Qt.FocusReason.TabFocusReason)

    def take_focus(self) -> None:
        """Give the keyboard to the texts."""
        (self.panes.home() or self.queue.list).setFocus(Qt.FocusReason.MouseFocusReason)

    def choose_unit(self, unit: int) -> None:
        """Tint a unit and what it rests on, or what covers it."""
        if self.item is None or self._evidence is None or unit not in self.item.units:
            return
        if self.panes.place_of(unit) is None:
            index = next((i for i, t in enumerate(self.item.tabs) if any(u.id == unit for u in t.units)), None)
            if index is not None:
                self._bring(index)
        found, home = self.item.units[unit]
        self.panes.set_focus(self._evidence.of_unit(found, home, self.panes.tab), animate=True)

    # ---- what is asked for

    def set_hidden(self, hidden: bool) -> None:
        """Letters instead of names, or names again."""
        self.hidden = hidden
        self._show_cell(keep=True)

    def set_suggests(self, on: bool) -> None:
        """Show the suggestion with every cell, or only when it is asked for."""
        self.suggests = on
        if not on:
            self._asked = None
        self._suggest()

    def ask_suggestion(self) -> None:
        """Show the suggestion for the cell in front."""
        self._asked = self.current
        self._suggest()

    # ---- what the user made of the columns

    def state(self) -> dict[str, Any]:
        """Widths, and what is hidden."""
        return {
            "widths": self._split.sizes(),
            "panes": self.panes.state(),
            "hidden": self.hidden,
            "suggests": self.suggests,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on where ``state`` was taken."""
        sizes = state.get("widths")
        right = isinstance(sizes, list) and len(sizes) == self._split.count()
        if right and all(isinstance(size, int) and size > 0 for size in sizes or ()):
            self._split.setSizes(sizes or [])
        panes = state.get("panes")
        if isinstance(panes, dict):
            self.panes.restore(panes)
        self.hidden = state.get("hidden") is True
        self.suggests = state.get("suggests") is True

    # ---- within

    def _read(self, item: int, extra: Cell | None = None) -> Opened:
        connection = self._session.connection()
        cells = self._lists.get(item)
        if cells is None:
            cells = ties.cells(connection, item, self.queue.wanted, self._session.reviewer)
            self._lists[item] = cells
        if extra is not None and extra not in cells:
            cells.append(extra)
            cells.sort(key=lambda cell: (cell.target, cell.unit, cell.criterion))
        view = reading.load(connection, item)
        found = opened.build(view, self.catalogue, 0)
        self._cases = {case.cell: case for case in ties.scan(connection, [item])}
        self._settled = ties.settlements(connection, item)
        entries = [voices.mark(found, self._cases.get(cell, ties.Case(item, cell)), self.catalogue) for cell in cells]
        return replace(found, entries=tuple(entries), finished=False)

    def _is_settled(self, cell: Cell) -> bool:
        found = self._cases.get(cell)
        if found is None or self.queue.wanted.show in (Show.SETTLED, Show.REOPENED):
            return False
        return found.settled

    def _show_cell(self, keep: bool) -> None:
        show = self.queue.wanted.show
        there = self.item is not None and self.current is not None
        self._centre.setCurrentIndex(0 if there else 1)
        self.right.setVisible(there)
        if self.item is None or self.current is None:
            self.found = None
            self._nothing.say(*(("Nothing matches", "") if self.queue.wanted.narrowed else EMPTY[show]))
            self.right.show_message(EMPTY[show][0], EMPTY[show][1])
            return
        case = self._cases.get(self.current, ties.Case(self.item.id, self.current))
        self.found = voices.look(self.item, case, self._settled, self.catalogue, self.hidden)
        at = self.cells.index(self.current)
        number = self.queue.number(self.item.id, at)
        word = _WORDS[show]
        self.right.show_cell(self.found, f"{word} {number:,} of {self.queue.total:,}" if number else word)
        reason = self.found.reason
        if not keep:
            self.tell("")
            self.right.to_start()
        self.right.note.load((self.item.id, self.current), self.drafts.get(self.current, reason), "Reason")
        self._suggest()

    def _suggest(self) -> None:
        found, line = self.found, self.right.suggestion
        if found is None:
            return
        if not self.suggests and self._asked != found.cell:
            line.hide_figure()
            return
        row = found.criterion.row
        model = self._models.get(row)
        if model is None:
            line.wait()

            def arrived(made: Model) -> None:
                self._models[row] = made
                self._suggest()

            self._session.read(lambda c: posterior.fit(c, row), arrived, slot="adjudicate-suggestion")
            return
        votes = {who: vote.value for who, vote in {**found.case.humans, **found.case.judges}.items()}
        line.show_figure(model.suggest(votes), self.suggests)

    def _choose_mark(self, verdict: int) -> None:
        if self.item is not None:
            entry = next((e for e in self.item.entries if e.verdict.id == verdict), None)
            if entry is not None:
                self.choose(entry.verdict.cell)

    def _bring(self, index: int) -> None:
        if self.item is not None and index != self.panes.tab_index:
            self.panes.show_tab(index, self._coverage(self.item.tabs[index]))
            self._say_tab()

    def _focus(self, animate: bool) -> None:
        if self.found is not None and self._evidence is not None:
            self.panes.set_focus(self._evidence.of_flag(self.found.entry), animate=animate)

    def _say_tab(self) -> None:
        tab = self.panes.tab
        if tab is None or self.item is None or not tab.units:
            return
        own = {unit.id for unit in tab.units}
        here = sum(1 for cell in self.cells if cell.unit in own)
        words = marks.count_words(tab.units)
        many = "cell" if here == 1 else "cells"
        what = "settled" if self.queue.wanted.show is Show.SETTLED else "to settle"
        self.panes.tabs.pane.set_summary(f"{words}, {here:,} {many} {what}" if here else words)

    @staticmethod
    def _tab_of(item: Opened, target: int, cell: Cell | None) -> int:
        for index, tab in enumerate(item.tabs):
            if tab.target and tab.target == target:
                return index
        if cell is None:
            return 0
        return next((i for i, tab in enumerate(item.tabs) if any(u.id == cell.unit for u in tab.units)), 0)

    def _coverage(self, tab: Tab | None) -> Mapping[int, bool | None]:
        return coverage(
            self._session,
            self.panes,
            self._evidence,
            tab,
            still=lambda evidence: evidence is self._evidence,
            refocus=lambda: self._focus(animate=False),
        )

    def _filled(self) -> None:
        """The queue is there: open its first item, unless the open one is among them."""
        ids = self.queue.model.ids
        self._lists.clear()
        if self.item is not None and self.item.id in ids:
            current = self.current
            self.open_item(self.item.id)
            if current is not None and current in self.cells:
                self.choose(current)
        elif ids:
            self.open_item(ids[0])
        else:
            self.right.note.commit()
            self.item, self.cells, self.current, self.found = None, [], None, None
            self._show_cell(keep=False)
        if not self._begun:
            self._begun = True
            self.first.emit()
