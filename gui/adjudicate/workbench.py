"""The three columns of Adjudicate: which item and cell are shown, and how one goes from one to another.

The cells of an item keep their order and number while one settles them: what is settled is marked and stays in its
place until the queue is read again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QWidget

from galley.core.adjudication.queue import Adjudication, Case, TieView, list_cells, read_adjudications, scan
from galley.core.domain import NO_ANNOTATOR, NO_UNIT, Cell, CriterionId, ItemId, UnitId
from galley.core.metrics import posterior
from galley.core.metrics.posterior import Model
from galley.core.review import items
from galley.core.review.search_hits import places
from galley.gui.adjudicate import responses
from galley.gui.adjudicate.cell_column import CellColumn
from galley.gui.adjudicate.queue_column import EMPTY, AdjudicationQueueColumn
from galley.gui.adjudicate.responses import CellView
from galley.gui.session import Session
from galley.gui.text_panes import flag_marks, item_loading
from galley.gui.text_panes.empty_page import EmptyPage
from galley.gui.text_panes.item import ReviewItem
from galley.gui.text_panes.row import PanesRow
from galley.gui.text_panes.workbench import Workbench
from galley.gui.translation import tr, tr_n

_WORDS = {
    TieView.TIES: (tr("Tie"), tr("Tie {number:,} of {total:,}")),
    TieView.CONFLICTS: (tr("Conflict"), tr("Conflict {number:,} of {total:,}")),
    TieView.RESOLVED: (tr("Adjudicated"), tr("Adjudicated {number:,} of {total:,}")),
    TieView.NEEDS_REVIEW: (tr("Needs another look"), tr("Needs another look, {number:,} of {total:,}")),
}
"""What the cell in front is called: without its number in the queue, and with it."""


class AdjudicationWorkbench(Workbench):
    """``moved()``: another cell is in front."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        self.queue: AdjudicationQueueColumn
        self.right: CellColumn
        super().__init__(session, parent)
        self._item: ReviewItem | None = None
        self.cells: list[Cell] = []
        self.current: Cell | None = None
        self.is_locked = False  # the last cell was settled, and none was chosen since: a key too much settles nothing
        self.cell_view: CellView | None = None
        self.hidden = False
        self.suggests = False
        self.drafts: dict[Cell, str] = {}
        self._lists: dict[ItemId, list[Cell]] = {}
        self._models: dict[tuple[CriterionId, str], Model] = {}
        self._cases: dict[Cell, Case] = {}
        self._adjudications: dict[Cell, Adjudication] = {}
        self._suggestion_cell: Cell | None = None
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._split)
        self.panes.flagChosen.connect(self._choose_mark)
        self.moved.connect(self._release)
        self.right.unitChosen.connect(self.choose_unit)
        self.right.suggestion.suggestionRequested.connect(self.ask_suggestion)
        self.right.suggestion.always.connect(self.set_suggests)

    # ---- what is shown

    @property
    def item(self) -> ReviewItem | None:
        """The open item."""
        return self._item

    def _make_queue(self, parent: QWidget) -> AdjudicationQueueColumn:
        self.queue = AdjudicationQueueColumn(self._session, parent)
        return self.queue

    def _make_right(self, parent: QWidget) -> CellColumn:
        self.right = CellColumn(self._session.theme, self._session.keys, parent)
        return self.right

    def _make_centre(self, parent: QWidget) -> QWidget:
        self._centre = QStackedWidget(parent)
        self.panes = PanesRow(self._session.theme, self._centre)
        self._nothing = EmptyPage(self._session.theme, margin=48, parent=self._centre)
        self._centre.addWidget(self.panes)
        self._centre.addWidget(self._nothing)
        return self._centre

    def _reset(self) -> None:
        self._models.clear()

    def refresh(self) -> None:
        """Read the open item again; the cell in front stays in front, nothing scrolls."""
        if self.item is None:
            return
        item = self.item.id
        new_item = self._attempt(lambda: self._read(item))
        if new_item is None:
            return
        self._item = new_item
        self._look()
        self.panes.show_state(new_item)
        self._say_tab()
        self._show_cell(keep=True)

    def tell(self, sentence: str, role: str = "second") -> None:
        """Say something over the decision."""
        self.right.remark_label.set(sentence, role)

    # ---- going from place to place

    def open_item(self, item: ItemId, cell: Cell | None = None, last: bool = False) -> None:
        """Show an item with ``cell`` in front, else the first that is not adjudicated (or the last, going back)."""
        review_item = self._attempt(lambda: self._read(item, cell))
        if review_item is None:
            return
        self.right.note.commit()
        self._item, self.cells = review_item, self._lists[item]
        self._look()
        waiting = [c for c in self.cells if not self._is_resolved(c)] or self.cells
        if cell is not None:
            self.current = cell
        else:
            self.current = (waiting[-1] if last else waiting[0]) if waiting else None
        self._link(review_item)
        entry = next((e for e in review_item.entries if e.verdict.cell == self.current), None)
        tab = self._tab_of(review_item, entry.target.id if entry is not None else 0, self.current)
        self.panes.open(review_item, tab, self._coverage(review_item.tabs[tab] if review_item.tabs else None))
        self._say_tab()
        self.mark()
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
            self._release()
            self.tell(
                tr("This is the last question of the queue.")
                if step > 0
                else tr("This is the first question of the queue.")
            )
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
            self.tell(
                tr("This is the last item of the queue.") if step > 0 else tr("This is the first item of the queue.")
            )
        else:
            self.open_item(item)

    def advance(self, pending: set[Cell]) -> None:
        """The next cell that is not settled and not just being settled, in this item or a later one of the queue."""
        if self.item is None:
            return
        at = self.cells.index(self.current) if self.current in self.cells else -1
        order = self.cells[at + 1 :] + self.cells[: max(0, at)]
        waiting = [c for c in order if c not in pending and not self._is_resolved(c)]
        if waiting:
            self.choose(waiting[0])
            return
        item = self.queue.neighbour(self.item.id, 1)
        if item is not None:
            self.open_item(item)
        else:
            self.is_locked = True
            self.tell(tr("That was the last question of this queue."), "positive")

    def _release(self) -> None:
        self.is_locked = False

    def _last_stops(self) -> list[QWidget]:
        cards = [card for card in self.right.cards() if card.focusPolicy() is not Qt.FocusPolicy.NoFocus]
        return list(cards[:1])

    # ---- what is asked for

    def set_hidden(self, hidden: bool) -> None:
        """Letters instead of names, or names again."""
        self.hidden = hidden
        self._look()
        self._show_cell(keep=True)

    def set_suggests(self, on: bool) -> None:
        """Show the suggestion with every cell, or only when it is asked for."""
        self.suggests = on
        if not on:
            self._suggestion_cell = None
        self._suggest()

    def ask_suggestion(self) -> None:
        """Show the suggestion for the cell in front."""
        self._suggestion_cell = self.current
        self._suggest()

    # ---- what the user made of the columns

    def state(self) -> dict[str, Any]:
        """Widths, and what is hidden."""
        return {
            **super().state(),
            "hidden": self.hidden,
            "suggests": self.suggests,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on where ``state`` was taken."""
        super().restore(state)
        self.hidden = state.get("hidden") is True
        self.suggests = state.get("suggests") is True

    # ---- within

    def _read(self, item: ItemId, extra: Cell | None = None) -> ReviewItem:
        connection = self._session.connection()
        cells = self._lists.get(item)
        if cells is None:
            cells = list_cells(connection, item, self.queue.queue_filter, self._session.reviewer)
            self._lists[item] = cells
        if extra is not None and extra not in cells:
            cells.append(extra)
            cells.sort(key=lambda cell: (cell.target, cell.unit, cell.criterion))
        view = items.load_item_view(connection, item)
        review_item = item_loading.build(view, self.catalogue, NO_ANNOTATOR)
        self._cases = {case.cell: case for case in scan(connection, [item])}
        self._adjudications = read_adjudications(connection, item)
        entries = [
            responses.mark(review_item, self._cases.get(cell, Case(item, cell)), self.catalogue) for cell in cells
        ]
        return replace(review_item, entries=tuple(entries), is_finished=False)

    def _look(self) -> None:
        """Note what is seen of the open item, for the decisions that follow."""
        if self.item is not None:
            self._session.decision_writer.read_tracker.record_view(
                self.item.view, (), not self.hidden, frozenset(self.cells)
            )

    def _is_resolved(self, cell: Cell) -> bool:
        case = self._cases.get(cell)
        if case is None or self.queue.queue_filter.show in (TieView.RESOLVED, TieView.NEEDS_REVIEW):
            return False
        return case.is_resolved

    def _show_cell(self, keep: bool) -> None:
        show = self.queue.queue_filter.show
        has_cell = self.item is not None and self.current is not None
        self._centre.setCurrentIndex(0 if has_cell else 1)
        self.right.setVisible(has_cell)
        if self.item is None or self.current is None:
            self.cell_view = None
            self._nothing.say(*((tr("Nothing matches"), "") if self.queue.queue_filter.is_narrowed else EMPTY[show]))
            self.right.show_message(EMPTY[show][0], EMPTY[show][1])
            return
        case = self._cases.get(self.current, Case(self.item.id, self.current))
        self.cell_view = responses.look(self.item, case, self._adjudications, self.catalogue, self.hidden)
        at = self.cells.index(self.current)
        number = self.queue.number(self.item.id, at)
        word, counted = _WORDS[show]
        title = counted.format(number=number, total=self.queue.total) if number else word
        self.right.show_cell(self.cell_view, title)
        reason = self.cell_view.reason
        if not keep:
            self.tell("")
            self.right.to_start()
        self.right.note.load((self.item.id, self.current), self.drafts.get(self.current, reason), tr("Reason"))
        self._suggest()

    def _suggest(self) -> None:
        cell_view, line = self.cell_view, self.right.suggestion
        if cell_view is None:
            return
        if not self.suggests and self._suggestion_cell != cell_view.cell:
            line.hide_figure()
            return
        wholes = {document.whole for document in self.item.view.documents} if self.item is not None else set()
        key = cell_view.criterion.row, "summary" if cell_view.cell.unit in wholes else "unit"
        model = self._models.get(key)
        if model is None:
            line.wait()

            def store_model(model: Model) -> None:
                self._models[key] = model
                self._suggest()

            self._session.read(lambda c: posterior.fit(c, *key), store_model, slot="adjudicate-suggestion")
            return
        votes = {who: vote.value for who, vote in {**cell_view.case.humans, **cell_view.case.judges}.items()}
        line.show_figure(model.suggest(votes), self.suggests)

    def _choose_mark(self, verdict: int) -> None:
        if self.item is not None:
            entry = next((e for e in self.item.entries if e.verdict.id == verdict), None)
            if entry is not None:
                self.choose(entry.verdict.cell)

    def _on_tab_changed(self) -> None:
        self._say_tab()
        self.mark()

    def mark(self) -> None:
        """Frame in the texts what the search found."""
        words = self.queue.queue_filter.search
        for pane in self.panes.visible_panes():
            hits = {at: places(unit.text, words) for at, unit in enumerate(pane.units)} if words else {}
            pane.view.set_hits({at: spans for at, spans in hits.items() if spans}, None)

    def _get_active(self) -> tuple[UnitId, int | None]:
        entry = self.cell_view.entry if self.cell_view is not None else None
        return (entry.unit.id, entry.verdict.id) if entry is not None else (NO_UNIT, None)

    def _refocus(self) -> None:
        self._focus(animate=False)

    def _focus(self, animate: bool) -> None:
        if self.cell_view is not None and self._evidence is not None:
            self.panes.set_focus(self._evidence.of_flag(self.cell_view.entry), animate=animate)

    def _say_tab(self) -> None:
        tab = self.panes.tab
        if tab is None or self.item is None or not tab.units:
            return
        own = {unit.id for unit in tab.units}
        cell_count = sum(1 for cell in self.cells if cell.unit in own and not self._is_resolved(cell))
        words, brief = flag_marks.count_words(tab.units), ""
        if cell_count and self.queue.queue_filter.show is TieView.RESOLVED:
            words = tr_n("{words}, {n:,} adjudicated", "{words}, {n:,} adjudicated", cell_count, words=words)
            brief = tr_n("{n:,} adjudicated", "{n:,} adjudicated", cell_count)
        elif cell_count:
            words = tr_n("{words}, {n:,} to adjudicate", "{words}, {n:,} to adjudicate", cell_count, words=words)
            brief = tr_n("{n:,} to adjudicate", "{n:,} to adjudicate", cell_count)
        self.panes.tabs.pane.set_summary(words, brief)

    @staticmethod
    def _tab_of(item: ReviewItem, target: int, cell: Cell | None) -> int:
        for index, tab in enumerate(item.tabs):
            if tab.target and tab.target == target:
                return index
        if cell is None:
            return 0
        return next((i for i, tab in enumerate(item.tabs) if any(u.id == cell.unit for u in tab.units)), 0)

    def _on_queue_filled(self) -> None:
        """The queue is there: open its first item, unless the open one is among them."""
        ids = self.queue.model.ids
        self._lists.clear()
        if self.item is not None and self.item.id in ids:
            current = self.current
            self.open_item(self.item.id)
            if current is not None and current in self.cells:
                self.choose(current)
        elif ids:
            self.open_item(ItemId(ids[0]))
        else:
            self.right.note.commit()
            self._item, self.cells, self.current, self.cell_view = None, [], None, None
            self._show_cell(keep=False)
