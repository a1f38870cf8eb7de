"""The table of an entity in the place of the summary: its rows are what is asked, or flagged, of entries."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QVBoxLayout, QWidget

from galley.core.domain import UnitId
from galley.core.papers.sumie.entry_model import EntryState, TurnTable
from galley.core.review.revisions import How
from galley.core.text.visible import make_visible
from galley.gui.papers.sumie import entry_rows
from galley.gui.papers.sumie.entity_bar import EntityBar
from galley.gui.papers.sumie.entry_rows import EntryRow, EntrySheet
from galley.gui.papers.sumie.entry_table import EntryTable
from galley.gui.plain_text import Menu
from galley.gui.review.task_view import Surface, SurfaceContext
from galley.gui.text_panes.backdrop import Backdrop
from galley.gui.text_panes.item import ReviewItem
from galley.gui.theme import Type
from galley.gui.translation import tr, tr_n
from galley.gui.widgets.pane_head import PaneHead
from galley.gui.widgets.styled_label import StyledLabel

_MOST = 60


class EntityTableSurface(Surface):
    """Works in the panes: the table stands where the summary stands else, and what its rows rest on is lit there."""

    def __init__(self, context: SurfaceContext) -> None:
        super().__init__(context)
        theme = context.session.theme
        self._item: ReviewItem | None = None
        self._tables: list[TurnTable] = []
        self._active: int | None = None
        self._marking = False
        self.sheet: EntrySheet | None = None
        self.head = PaneHead(theme)
        self.turns = EntityBar(theme)
        self.table = EntryTable(theme)
        self.notice = StyledLabel(theme, Type.BODY, "second")
        self.notice.setContentsMargins(14, 4, 14, 8)
        self.page = QWidget()
        self.page.setAutoFillBackground(True)
        self.page.setBackgroundRole(QPalette.ColorRole.Base)
        column = QVBoxLayout(self.page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget in (self.head, self.turns, self.notice):
            column.addWidget(widget)
        column.addWidget(self.table, 1)
        self.turns.systemChosen.connect(self._go_system)
        self.turns.turnMoved.connect(self._go_turn)
        self.turns.distractorsToggled.connect(self._mark)
        self.table.lineChosen.connect(self._choose)
        self.table.turnWanted.connect(self.step_turn)
        self.table.edited.connect(self._correct)
        self.table.bottomSeen.connect(self._seen)

    # ---- what the stage asks

    def show_item(self, review_item: ReviewItem, active: int | None) -> None:
        """Take the place of the summary; the table comes with the tab in front."""
        if self._item is None or self._item.id != review_item.id:
            self._marking = False  # asked for again in each item, so that nobody is biased unawares
            self.turns.distractors.setChecked(False)
        self._active, self.sheet = active, None
        self._take(review_item)
        self.context.panes.stand_in(self.page)

    def set_tab(self, review_item: ReviewItem, index: int) -> None:
        """Show the table of another tab from its start."""
        tab = review_item.tabs[index] if review_item.tabs else None
        self._show(review_item, tab.document.id if tab is not None and tab.document is not None else 0, keep=False)

    def show_state(self, review_item: ReviewItem, active: int | None) -> None:
        """The same table as it is now: where a row was revised the new one is at hand."""
        before = self._line()
        self._active = active
        self._take(review_item)
        self._show(review_item, self.sheet.table.document.id if self.sheet is not None else 0, keep=True)
        current = self._line()
        if before is not None and current is not None and current.unit != before.unit:
            self._choose(self.table.place or 0)

    def set_active(self, review_item: ReviewItem, active: int | None) -> None:
        """Tint what the keys decide: a row, or all of a group."""
        self._active = active
        rows = entry_rows.rows_of(review_item.entries[active]) if active is not None else ()
        self.table.set_active(rows)
        self.table.set_evidence(())
        places = [self.sheet.line(row) for row in rows] if self.sheet is not None else []
        place = next((place for place in places if place is not None), None)
        if place is not None:
            self.table.set_current(place)

    def highlight_unit(self, unit: UnitId) -> None:
        """Go to a row that is only looked at, and tint those that rest on a paragraph."""
        focus = self.context.panes.focus
        self.table.set_evidence(focus.places)
        place = self.sheet.line(unit) if self.sheet is not None else None
        if place is not None:
            self.table.set_current(place)
        elif self.sheet is not None:
            first = next((p for row in focus.first if (p := self.sheet.line(row)) is not None), None)
            if first is not None:
                self.table.reveal(first)

    def leave(self) -> None:
        """Save what is being written in a row."""
        self.table.commit()

    def restore_panes(self) -> None:
        """The summary has its place again."""
        self.context.panes.stand_in(None)
        self.context.panes.set_backdrop(Backdrop())

    def stops(self) -> list[QWidget]:
        """The table."""
        return [self.table]

    def actions(self) -> Mapping[str, Callable[[], object]]:
        """What the keys do from everywhere."""
        return {
            "next-turn": partial(self.step_turn, 1),
            "previous-turn": partial(self.step_turn, -1),
            "mark-distractors": self.turns.distractors.toggle,
            "correct-entry": self.correct,
            "merge-entries": self.merge,
        }

    # ---- turns and rows

    def step_turn(self, step: int) -> None:
        """The next turn of this system that has a table, or the one before."""
        sheet = self.sheet
        if sheet is None:
            return
        turns_ahead = [t for t in sheet.turns if (t > sheet.table.turn if step > 0 else t < sheet.table.turn)]
        if turns_ahead:
            self._go(sheet.turns[min(turns_ahead) if step > 0 else max(turns_ahead)])
        else:
            message = (
                tr("This is the last turn with a table.") if step > 0 else tr("This is the first turn with a table.")
            )
            self.messageShown.emit(message, "second")

    def _go_turn(self, turn: int) -> None:
        if self.sheet is None:
            return
        turns, current_turn = self.sheet.turns, self.sheet.table.turn
        target_turn = min(turns, key=lambda t: (abs(t - turn), (t > current_turn) is not (turn > current_turn)))
        if target_turn != current_turn:
            self._go(turns[target_turn])
            return
        if turn != current_turn:
            self.step_turn(1 if turn > current_turn else -1)
        self._show_turns()  # the slider stands where a table is

    def _go_system(self, system: str) -> None:
        if self.sheet is None:
            return
        current_turn = self.sheet.table.turn
        theirs = [t for t in self._tables if t.system == system]
        target_table = min(theirs, key=lambda t: (abs(t.turn - current_turn), t.turn))
        if target_table.document.id == self.sheet.table.document.id:
            self._show_turns()
        else:
            self._go(target_table)

    def _go(self, table: TurnTable) -> None:
        assert self._item is not None
        documents = [tab.document.id if tab.document is not None else 0 for tab in self._item.tabs]
        if table.document.id in documents:
            self.context.panes.tabChosen.emit(documents.index(table.document.id))

    def _choose(self, place: int) -> None:
        """The user went to a row: what is asked of it is lit, of several after a further click the next; else the row
        and its evidence are looked at."""
        if self.sheet is None or self._item is None or not 0 <= place < len(self.sheet.lines):
            return
        line, entries = self.sheet.lines[place], self._item.entries
        if not line.places:
            self.unitClicked.emit(line.unit)
        elif self._active in line.places:
            self.entryClicked.emit(line.places[(line.places.index(self._active) + 1) % len(line.places)])
        else:
            self.entryClicked.emit(next((at for at in line.places if entries[at].open), line.places[0]))

    def _line(self) -> EntryRow | None:
        place = self.table.place
        if self.sheet is None or place is None or place >= len(self.sheet.lines):
            return None
        return self.sheet.lines[place]

    # ---- correcting and merging

    def correct(self) -> None:
        """Write the value of the row at hand."""
        line = self._line()
        if line is None or not line.is_in_table:
            self.messageShown.emit(tr("Choose an entry of the table first."), "second")
        elif self._may_write():
            self.table.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self.table.correct()

    def merge(self) -> None:
        """Ask which value the selected entries shall have in one, and merge them."""
        lines = [self.sheet.lines[place] for place in self.table.selected_places] if self.sheet is not None else []
        lines = [line for line in lines if line.is_in_table]
        if len(lines) < 2:
            self.messageShown.emit(
                tr("Select two or more entries of the table to merge them (Shift and arrows)."), "second"
            )
            return
        if not self._may_write():
            return
        choices = entry_rows.list_merged_values([line.entry for line in lines])
        if len(choices) == 1:
            self._merge(lines, 0)
            return
        menu = Menu(self.page)
        menu.setAccessibleName(tr("The value of the merged entry"))
        for number, (value, _) in enumerate(choices):
            words = " ".join(make_visible(value).split())
            short = words if len(words) <= _MOST else words[: _MOST - 1] + "…"
            menu.add_entry(short, partial(self._merge, lines, number), mnemonic=str(number + 1) if number < 9 else "")
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.table.viewport().mapToGlobal(self.table.visualRect(self.table.currentIndex()).bottomLeft()))

    def _merge(self, lines: list[EntryRow], number: int, *_: object) -> None:
        assert self._item is not None
        entries, item = [line.entry for line in lines], self._item.id
        draft = entry_rows.merge_entries(entries, *entry_rows.list_merged_values(entries)[number])
        replaces = [line.unit for line in lines]
        self.write.emit(lambda writer: writer.revise(item, How.MERGE, [draft], replaces))

    def _correct(self, place: int, attribute: str, value: str) -> None:
        if self.sheet is None or self._item is None:
            return
        line, item = self.sheet.lines[place], self._item.id
        draft = entry_rows.correct_entry(line.entry, attribute, value)
        if draft is None:
            self.messageShown.emit(tr("An entry needs an attribute and a value."), "second")
        else:
            self.write.emit(lambda writer: writer.revise(item, How.CLARIFY, [draft], [line.unit]))

    def _may_write(self) -> bool:
        project = self.context.session.project
        if not project.writable:
            words = tr("{name} is open read-only, so nothing can be saved in it.", name=project.path.name)
            self.messageShown.emit(words, "second")
        return bool(project.writable)

    # ---- within

    def _take(self, review_item: ReviewItem) -> None:
        """Another reading of an item: its tables are read again only where its texts or entries are others."""
        before, self._item = self._item, review_item
        previous_state = (before.view.derived_units, before.view.documents, before.tabs) if before is not None else None
        if previous_state is None or previous_state != (
            review_item.view.derived_units,
            review_item.view.documents,
            review_item.tabs,
        ):
            self._tables = entry_rows.tables(review_item)

    def _show(self, review_item: ReviewItem, document: int, keep: bool) -> None:
        self.sheet = sheet = entry_rows.read(review_item, self._tables, document, self.sheet)
        self.table.show_sheet(sheet, keep, bool(self.context.session.project.writable))
        self._show_turns()
        self.notice.set(_notice(sheet))
        self.head.set(_entity(review_item), _summary(sheet))
        self._dress()

    def _show_turns(self) -> None:
        sheet = self.sheet
        self.turns.setVisible(sheet is not None)
        if sheet is not None:
            current_turn = sheet.table.turn
            words = tr("Turn {number} of {count}", number=current_turn, count=sheet.count)
            self.turns.show_entity(sheet.systems, sheet.table.system, sheet.count, sheet.turns, current_turn, words)

    def _mark(self, on: bool) -> None:
        if on != self._marking:
            self._marking = on
            self._dress()

    def _dress(self) -> None:
        """Paragraphs of later turns step back; distractors are marked on request."""
        if self._item is not None and self.sheet is not None:
            dotted = entry_rows.distractors(self._item) if self._marking else {}
            dim = entry_rows.later_paragraphs(self._item, self.sheet.table.turn)
            self.context.panes.set_backdrop(Backdrop(dim, dotted))

    def _seen(self) -> None:
        if self.sheet is not None:
            self.documentRead.emit(self.sheet.table.document.id)


def _entity(review_item: ReviewItem) -> str:
    name = review_item.view.meta.get("entity")
    return " ".join(make_visible(str(name or review_item.view.key)).split())


def _summary(sheet: EntrySheet | None) -> str:
    """ "38 entries, 5 flagged"; what changed is in the rows."""
    if sheet is None:
        return ""
    parts = [tr_n("{n:,} entry", "{n:,} entries", len(sheet.table_lines))]
    if flagged := sum(1 for line in sheet.table_lines if any(not flag.question for flag in line.flags)):
        parts.append(tr("{count:,} flagged", count=flagged))
    if gone := sum(1 for line in sheet.lines if line.state is EntryState.GONE):
        parts.append(tr("{count:,} gone", count=gone))
    return ", ".join(parts)


def _notice(sheet: EntrySheet | None) -> str:
    """Why a table has no rows."""
    if sheet is None or sheet.table_lines:
        return ""
    if sheet.table.invalid:
        return tr("The reply was not a table: {why}.", why=sheet.table.invalid)
    return tr("This table is empty.")
