"""The table of an entity in the place of the summary: its rows are what is asked, or flagged, of entries."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QVBoxLayout, QWidget

from galley.core.papers.sumie.entry_model import EntryState, TurnTable
from galley.core.project.revision import How
from galley.core.text.visible import visible
from galley.gui.desk.backdrop import Backdrop
from galley.gui.desk.opened import Opened
from galley.gui.desk.styled_label import StyledLabel
from galley.gui.language import tr, tr_n
from galley.gui.papers.sumie import entry_revising, entry_rows
from galley.gui.papers.sumie.entry_rows import EntryRow, EntrySheet
from galley.gui.papers.sumie.entry_table import EntryTable
from galley.gui.papers.sumie.entry_turns import TurnBar
from galley.gui.plain_text import Menu
from galley.gui.review.surface import Ground, Surface
from galley.gui.theme import Type
from galley.gui.widgets.pane_head import PaneHead

_MOST = 60


class EntityDesk(Surface):
    """Works in the panes: the table stands where the summary stands else, and what its rows rest on is lit there."""

    def __init__(self, ground: Ground) -> None:
        super().__init__(ground)
        theme = ground.session.theme
        self._opened: Opened | None = None
        self._tables: list[TurnTable] = []
        self._lit: int | None = None
        self._marking = False
        self.sheet: EntrySheet | None = None
        self.head = PaneHead(theme)
        self.turns = TurnBar(theme)
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
        self.turns.distractorsWanted.connect(self._mark)
        self.table.lineChosen.connect(self._choose)
        self.table.turnWanted.connect(self.step_turn)
        self.table.edited.connect(self._correct)
        self.table.bottomSeen.connect(self._seen)

    # ---- what the stage asks

    def show_item(self, opened: Opened, lit: int | None) -> None:
        """Take the place of the summary; the table comes with the tab in front."""
        if self._opened is None or self._opened.id != opened.id:
            self._marking = False  # asked for again in each item, so that nobody is biased unawares
            self.turns.distractors.setChecked(False)
        self._lit, self.sheet = lit, None
        self._take(opened)
        self.ground.panes.stand_in(self.page)

    def set_tab(self, opened: Opened, index: int) -> None:
        """Show the table of another tab from its start."""
        tab = opened.tabs[index] if opened.tabs else None
        self._show(opened, tab.document.id if tab is not None and tab.document is not None else 0, keep=False)

    def show_state(self, opened: Opened, lit: int | None) -> None:
        """The same table as it is now: where a row was revised the new one is at hand."""
        before = self._line()
        self._lit = lit
        self._take(opened)
        self._show(opened, self.sheet.table.document.id if self.sheet is not None else 0, keep=True)
        now = self._line()
        if before is not None and now is not None and now.unit != before.unit:
            self._choose(self.table.place or 0)

    def set_lit(self, opened: Opened, lit: int | None) -> None:
        """Tint what the keys decide: a row, or all of a group."""
        self._lit = lit
        rows = entry_rows.rows_of(opened.entries[lit]) if lit is not None else ()
        self.table.set_lit(rows)
        self.table.set_evidence(())
        places = [self.sheet.line(row) for row in rows] if self.sheet is not None else []
        place = next((place for place in places if place is not None), None)
        if place is not None:
            self.table.set_current(place)

    def set_read(self, unit: int) -> None:
        """Go to a row that is only looked at, and tint those that rest on a paragraph."""
        focus = self.ground.panes.focus
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

    def end(self) -> None:
        """The summary has its place again."""
        self.ground.panes.stand_in(None)
        self.ground.panes.set_backdrop(Backdrop())

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
        there = [t for t in sheet.turns if (t > sheet.table.turn if step > 0 else t < sheet.table.turn)]
        if there:
            self._go(sheet.turns[min(there) if step > 0 else max(there)])
        else:
            said = tr("This is the last turn with a table.") if step > 0 else tr("This is the first turn with a table.")
            self.said.emit(said, "second")

    def _go_turn(self, turn: int) -> None:
        if self.sheet is None:
            return
        mine, now = self.sheet.turns, self.sheet.table.turn
        wanted = min(mine, key=lambda t: (abs(t - turn), (t > now) is not (turn > now)))
        if wanted != now:
            self._go(mine[wanted])
            return
        if turn != now:
            self.step_turn(1 if turn > now else -1)
        self._show_turns()  # the slider stands where a table is

    def _go_system(self, system: str) -> None:
        if self.sheet is None:
            return
        now = self.sheet.table.turn
        theirs = [t for t in self._tables if t.system == system]
        wanted = min(theirs, key=lambda t: (abs(t.turn - now), t.turn))
        if wanted.document.id == self.sheet.table.document.id:
            self._show_turns()
        else:
            self._go(wanted)

    def _go(self, table: TurnTable) -> None:
        assert self._opened is not None
        documents = [tab.document.id if tab.document is not None else 0 for tab in self._opened.tabs]
        if table.document.id in documents:
            self.ground.panes.tabChosen.emit(documents.index(table.document.id))

    def _choose(self, place: int) -> None:
        """The user went to a row: what is asked of it is lit, of several after a further click the next; else the row
        and its evidence are looked at."""
        if self.sheet is None or self._opened is None or not 0 <= place < len(self.sheet.lines):
            return
        line, entries = self.sheet.lines[place], self._opened.entries
        if not line.places:
            self.read.emit(line.unit)
        elif self._lit in line.places:
            self.lit.emit(line.places[(line.places.index(self._lit) + 1) % len(line.places)])
        else:
            self.lit.emit(next((at for at in line.places if entries[at].open), line.places[0]))

    def _line(self) -> EntryRow | None:
        place = self.table.place
        if self.sheet is None or place is None or place >= len(self.sheet.lines):
            return None
        return self.sheet.lines[place]

    # ---- correcting and merging

    def correct(self) -> None:
        """Write the value of the row at hand."""
        line = self._line()
        if line is None or not line.held:
            self.said.emit(tr("Choose an entry of the table first."), "second")
        elif self._may_write():
            self.table.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self.table.correct()

    def merge(self) -> None:
        """Ask which value the selected entries shall have in one, and merge them."""
        lines = [self.sheet.lines[place] for place in self.table.chosen] if self.sheet is not None else []
        lines = [line for line in lines if line.held]
        if len(lines) < 2:
            self.said.emit(tr("Select two or more entries of the table to merge them (Shift and arrows)."), "second")
            return
        if not self._may_write():
            return
        found = entry_revising.choices([line.entry for line in lines])
        if len(found) == 1:
            self._merge(lines, 0)
            return
        menu = Menu(self.page)
        menu.setAccessibleName(tr("The value of the merged entry"))
        for number, (value, _) in enumerate(found):
            words = " ".join(visible(value).split())
            short = words if len(words) <= _MOST else words[: _MOST - 1] + "…"
            menu.entry(short, partial(self._merge, lines, number), mnemonic=str(number + 1) if number < 9 else "")
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.table.viewport().mapToGlobal(self.table.visualRect(self.table.currentIndex()).bottomLeft()))

    def _merge(self, lines: list[EntryRow], number: int, *_: object) -> None:
        assert self._opened is not None
        entries, item = [line.entry for line in lines], self._opened.id
        draft = entry_revising.merged(entries, *entry_revising.choices(entries)[number])
        replaces = [line.unit for line in lines]
        self.write.emit(lambda desk: desk.revise(item, How.MERGE, [draft], replaces))

    def _correct(self, place: int, attribute: str, value: str) -> None:
        if self.sheet is None or self._opened is None:
            return
        line, item = self.sheet.lines[place], self._opened.id
        draft = entry_revising.corrected(line.entry, attribute, value)
        if draft is None:
            self.said.emit(tr("An entry needs an attribute and a value."), "second")
        else:
            self.write.emit(lambda desk: desk.revise(item, How.CLARIFY, [draft], [line.unit]))

    def _may_write(self) -> bool:
        project = self.ground.session.project
        if not project.writable:
            words = tr("{name} is open for reading, so nothing can be saved in it.", name=project.path.name)
            self.said.emit(words, "second")
        return bool(project.writable)

    # ---- within

    def _take(self, opened: Opened) -> None:
        """Another reading of an item: its tables are read anew only where its texts or entries are others."""
        before, self._opened = self._opened, opened
        known = (before.view.derived, before.view.documents, before.tabs) if before is not None else None
        if known is None or known != (opened.view.derived, opened.view.documents, opened.tabs):
            self._tables = entry_rows.tables(opened)

    def _show(self, opened: Opened, document: int, keep: bool) -> None:
        self.sheet = sheet = entry_rows.read(opened, self._tables, document, self.sheet)
        self.table.show_sheet(sheet, keep, bool(self.ground.session.project.writable))
        self._show_turns()
        self.notice.set(_notice(sheet))
        self.head.set(_entity(opened), _summary(sheet))
        self._dress()

    def _show_turns(self) -> None:
        sheet = self.sheet
        self.turns.setVisible(sheet is not None)
        if sheet is not None:
            now = sheet.table.turn
            words = tr("Turn {number} of {count}", number=now, count=sheet.count)
            self.turns.show_turns(sheet.systems, sheet.table.system, sheet.count, sheet.turns, now, words)

    def _mark(self, on: bool) -> None:
        if on != self._marking:
            self._marking = on
            self._dress()

    def _dress(self) -> None:
        """Paragraphs of later turns step back; distractors are marked on request."""
        if self._opened is not None and self.sheet is not None:
            dotted = entry_rows.distractors(self._opened) if self._marking else {}
            dim = entry_rows.later(self._opened, self.sheet.table.turn)
            self.ground.panes.set_backdrop(Backdrop(dim, dotted))

    def _seen(self) -> None:
        if self.sheet is not None:
            self.documentRead.emit(self.sheet.table.document.id)


def _entity(opened: Opened) -> str:
    name = opened.view.meta.get("entity")
    return " ".join(visible(str(name or opened.view.key)).split())


def _summary(sheet: EntrySheet | None) -> str:
    """ "38 entries, 5 flagged"; what changed is in the rows."""
    if sheet is None:
        return ""
    said = [tr_n("{n:,} entry", "{n:,} entries", len(sheet.held))]
    if flagged := sum(1 for line in sheet.held if any(not flag.question for flag in line.flags)):
        said.append(tr("{count:,} flagged", count=flagged))
    if gone := sum(1 for line in sheet.lines if line.state is EntryState.GONE):
        said.append(tr("{count:,} gone", count=gone))
    return ", ".join(said)


def _notice(sheet: EntrySheet | None) -> str:
    """Why a table has no rows."""
    if sheet is None or sheet.held:
        return ""
    if sheet.table.invalid:
        return tr("The reply was no table: {why}.", why=sheet.table.invalid)
    return tr("This table is empty.")
