"""The table of an entity's entries in the place of the summary, turn by turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from galley.core.domain import Cell, Span, Unit
from galley.core.papers.sumie.entry_model import State, Table
from galley.core.project.desk import Desk, Saved
from galley.core.project.revision import How
from galley.core.text.visible import visible
from galley.gui.desk.evidence import Focus
from galley.gui.desk.opened import Opened, Tab
from galley.gui.desk.panel import Backdrop, Panel, Room
from galley.gui.desk.styled_label import Words
from galley.gui.language import tr, tr_n
from galley.gui.papers.sumie import entry_revising, entry_rows
from galley.gui.papers.sumie.entry_checks import KEYS, Checks
from galley.gui.papers.sumie.entry_rows import LOST, Line, Sheet
from galley.gui.papers.sumie.entry_table import EntryTable
from galley.gui.papers.sumie.entry_turns import TurnBar
from galley.gui.plain_text import Menu
from galley.gui.theme import Type

MERGE = Qt.Key.Key_M
_MOST = 60


class EntriesPanel(Panel):
    """See the module. What the reviewer answers is one decision each."""

    def __init__(self, room: Room) -> None:
        super().__init__(room, tr("Entries"))
        self._opened: Opened | None = None
        self._tables: list[Table] = []
        self._sheet: Sheet | None = None
        self._marking = False
        self._keys: frozenset[Qt.Key] = frozenset()
        self.turns = TurnBar(self.theme)
        self.table = EntryTable(self.theme)
        self.checks = Checks(self.theme)
        self._notice = Words(self.theme, Type.BODY, "second")
        self._notice.setContentsMargins(14, 4, 14, 8)
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.turns)
        column.addWidget(self._notice)
        column.addWidget(self.table, 1)
        column.addWidget(self.checks)
        self.turns.systemChosen.connect(self._go_system)
        self.turns.turnMoved.connect(self._go_turn)
        self.turns.distractorsWanted.connect(self._mark)
        self.table.lineChosen.connect(self._choose)
        self.table.turnWanted.connect(self.step_turn)
        self.table.edited.connect(self._correct)
        self.checks.flagged.connect(self._flag)
        self.checks.answered.connect(self._check)
        self.set_body(body)

    @property
    def inner_keys(self) -> frozenset[Qt.Key]:  # type: ignore[override]
        """The letters of flags and checks; M while several rows are selected, else it adds a flag as everywhere."""
        return self._keys | {MERGE} if len(self.table.chosen) > 1 else self._keys

    # ---- what the stage asks

    def show_item(self, opened: Opened, tab: Tab | None) -> None:
        """Show the table of this tab from its start."""
        if self._opened is None or self._opened.id != opened.id:
            self._marking = False  # asked for again in each item, so that nobody is biased unawares
            self.turns.distractors.setChecked(False)
        self._show(opened, tab, keep=False)

    def show_state(self, opened: Opened, tab: Tab | None) -> None:
        """Show the same table as it is now."""
        before = self._line()
        self._show(opened, tab, keep=True)
        now = self._line()
        if before is not None and now is not None and now.unit != before.unit:
            self._choose(self.table.place or 0)  # a revision stands where the row stood

    def set_focus(self, focus: Focus, animate: bool = False) -> None:
        """Go to the row under review, and tint those that are evidence."""
        if self._sheet is None:
            return
        place = self._sheet.line(focus.unit)
        self.table.set_evidence(focus.places, focus.lit)
        self.table.set_current(place)
        if place is None:
            first = next((p for unit in focus.first if (p := self._sheet.line(unit)) is not None), None)
            if first is not None:
                self.table.reveal(first)
        self._show_line()

    def leave(self) -> None:
        """Save what is being written in a row."""
        self.table.commit()

    def stop(self) -> QWidget:
        """The table."""
        return self.table

    def selection(self) -> tuple[Unit, Span | None] | None:
        """The entry at hand, whole."""
        line = self._line()
        return (line.entry.unit, None) if line is not None else None

    def actions(self) -> Mapping[str, Callable[[], object]]:  # type: ignore[override]
        """What the keys do from everywhere."""
        return {
            "next-turn": partial(self.step_turn, 1),
            "previous-turn": partial(self.step_turn, -1),
            "mark-distractors": self.turns.distractors.toggle,
            "correct-entry": self.correct,
            "merge-entries": self.merge,
        }

    def backdrop(self) -> Backdrop:
        """Paragraphs of later turns step back; distractors are marked on request."""
        if self._opened is None or self._sheet is None:
            return Backdrop()
        dotted = entry_rows.distractors(self._opened) if self._marking else {}
        return Backdrop(entry_rows.later(self._opened, self._sheet.table.turn), dotted)

    # ---- turns and rows

    def step_turn(self, step: int) -> None:
        """The next turn of this system that has a table, or the one before."""
        sheet = self._sheet
        if sheet is None:
            return
        there = [t for t in sheet.turns if (t > sheet.table.turn if step > 0 else t < sheet.table.turn)]
        if there:
            self._go(sheet.turns[min(there) if step > 0 else max(there)].document.id)
        else:
            said = tr("This is the last turn with a table.") if step > 0 else tr("This is the first turn with a table.")
            self.said.emit(said, "second")

    def _go_turn(self, turn: int) -> None:
        if self._sheet is None:
            return
        mine, now = self._sheet.turns, self._sheet.table.turn
        wanted = min(mine, key=lambda t: (abs(t - turn), (t > now) is not (turn > now)))
        if wanted != now:
            self._go(mine[wanted].document.id)
            return
        if turn != now:
            self.step_turn(1 if turn > now else -1)
        self._show_turns()  # the slider stands where a table is

    def _go_system(self, system: str) -> None:
        if self._sheet is None:
            return
        now = self._sheet.table.turn
        theirs = [t for t in self._tables if t.system == system]
        wanted = min(theirs, key=lambda t: (abs(t.turn - now), t.turn))
        if wanted.document.id == self._sheet.table.document.id:
            self._show_turns()
        else:
            self._go(wanted.document.id)

    def _go(self, document: int) -> None:
        assert self._opened is not None
        tabs = self._opened.tabs
        index = next((i for i, tab in enumerate(tabs) if tab.target == document), None)
        if index is not None:
            self.tabChosen.emit(index)

    def _choose(self, place: int) -> None:
        """The user went to a row: its flag comes to the front, else the entry and its evidence."""
        if self._sheet is None or not 0 <= place < len(self._sheet.lines):
            return
        line = self._sheet.lines[place]
        flag = next((f for f in line.flags if f.open), None) or next(iter(line.flags), None)
        if flag is not None:
            self.flagChosen.emit(flag.verdict.id)
        else:
            self.unitChosen.emit(line.unit)
        self._show_line()

    def _line(self) -> Line | None:
        place = self.table.place
        if self._sheet is None or place is None or place >= len(self._sheet.lines):
            return None
        return self._sheet.lines[place]

    # ---- flags and checks

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The scheme's letters flag, R T and S D answer the checks, M merges."""
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            event.ignore()
            return
        if event.key() == MERGE:
            self.merge()
            return
        letter = chr(event.key()) if event.key() < 0x110000 else ""
        for check, (yes, no) in KEYS.items():
            if letter == no or (letter == yes and check == entry_rows.SUPPORTED):
                self._check(check, "yes" if letter == yes else "no")
                return
        criterion = entry_rows.flag_keys(self.room.catalogue()).get(letter)
        if criterion is not None:
            self._flag(criterion.id)
        elif event.key() in self.inner_keys:
            self._lacking()
        else:
            event.ignore()

    def _flag(self, name: str) -> None:
        """Raise a flag on the row at hand, or take it back where it stands."""
        line = self._line()
        if line is not None:
            raised = any(f.criterion.id == name and f.state.value == "accepted" for f in line.flags)
            self._answer(name, "no" if raised else "yes")
        else:
            self.said.emit(tr("Choose an entry first."), "second")

    def _check(self, check: str, answer: str) -> None:
        line = self._line()
        if line is None:
            self.said.emit(tr("Choose an entry first."), "second")
        elif (line.redundant if check == entry_rows.REDUNDANT else line.supported) != answer:
            self._answer(check, answer)

    def _answer(self, name: str, answer: str) -> None:
        """Answer a criterion on the row at hand: about a judge's flag where there is one."""
        line, sheet, opened = self._line(), self._sheet, self._opened
        criterion = entry_rows.criteria(self.room.catalogue()).get(name)
        if line is None or sheet is None or opened is None:
            return
        if criterion is None:
            self._lacking()
        elif name == LOST and line.held:
            self.said.emit(tr("The table holds this value, so it is not lost."), "second")
        elif name != LOST and not line.held:
            self.said.emit(tr("This value is not in the table; only “lost value” can be said of it."), "second")
        else:
            cell, item = Cell(line.unit, criterion.row, sheet.table.document.id), opened.id
            flag = next((f.verdict for f in line.flags if f.verdict.cell == cell and not f.own), None)

            def make(desk: Desk) -> Saved:
                if flag is None:
                    return desk.add(item, cell, value=answer)
                return desk.accept(item, flag) if answer == "yes" else desk.override(item, flag, answer)

            self.write.emit(make)

    def _lacking(self) -> None:
        sentence = tr(
            "This project has no scheme sumie-entry, which asks about entries; the method sumie-evaluate adds it."
        )
        self.said.emit(sentence, "second")

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
        lines = self._selected()
        if len(lines) < 2:
            self.said.emit(tr("Select two or more entries of the table to merge them (Shift and arrows)."), "second")
            return
        if not self._may_write():
            return
        entries = [line.entry for line in lines]
        found = entry_revising.choices(entries)
        if len(found) == 1:
            self._merge(lines, 0)
            return
        menu = Menu(self)
        menu.setAccessibleName(tr("The value of the merged entry"))
        for number, (value, _) in enumerate(found):
            words = " ".join(visible(value).split())
            short = words if len(words) <= _MOST else words[: _MOST - 1] + "…"
            menu.entry(short, partial(self._merge, lines, number), mnemonic=str(number + 1) if number < 9 else "")
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.table.viewport().mapToGlobal(self.table.visualRect(self.table.currentIndex()).bottomLeft()))

    def _selected(self) -> list[Line]:
        if self._sheet is None:
            return []
        return [line for place in self.table.chosen if (line := self._sheet.lines[place]).held]

    def _merge(self, lines: list[Line], number: int) -> None:
        entries = [line.entry for line in lines]
        draft = entry_revising.merged(entries, *entry_revising.choices(entries)[number])
        replaces = [line.unit for line in lines]
        assert self._opened is not None
        item = self._opened.id
        self.write.emit(lambda desk: desk.revise(item, How.MERGE, [draft], replaces))

    def _correct(self, place: int, attribute: str, value: str) -> None:
        if self._sheet is None or self._opened is None:
            return
        line, item = self._sheet.lines[place], self._opened.id
        draft = entry_revising.corrected(line.entry, attribute, value)
        if draft is None:
            self.said.emit(tr("An entry needs an attribute and a value."), "second")
        else:
            self.write.emit(lambda desk: desk.revise(item, How.CLARIFY, [draft], [line.unit]))

    def _may_write(self) -> bool:
        project = self.room.session.project
        if not project.writable:
            self.said.emit(
                tr("{name} is open for reading, so nothing can be saved in it.", name=project.path.name), "second"
            )
        return bool(project.writable)

    # ---- within

    def _show(self, opened: Opened, tab: Tab | None, keep: bool) -> None:
        session, catalogue = self.room.session, self.room.catalogue()
        document = tab.document.id if tab is not None and tab.document is not None else 0
        if opened is not self._opened:
            before = self._opened.view if self._opened is not None else None
            if before is None or (before.derived, before.documents) != (opened.view.derived, opened.view.documents):
                self._tables = entry_rows.tables(opened)
            self._opened = opened
        self._sheet = sheet = entry_rows.read(opened, self._tables, document, catalogue, session.reviewer, self._sheet)
        letters = {*entry_rows.flag_keys(catalogue), *(key for pair in KEYS.values() for key in pair)}
        self._keys = frozenset(Qt.Key(ord(letter)) for letter in letters)
        self.table.show_sheet(sheet, keep, bool(session.project.writable))
        self._show_turns()
        self._notice.set(_notice(sheet))
        self.head.set(tr("Entries"), _summary(sheet))
        self._show_line()
        self.backdropChanged.emit()

    def _show_turns(self) -> None:
        sheet = self._sheet
        if sheet is not None:
            now = sheet.table.turn
            words = tr("Turn {number} of {count}", number=now, count=sheet.count)
            self.turns.show_turns(sheet.systems, sheet.table.system, sheet.count, sheet.turns, now, words)

    def _show_line(self) -> None:
        self.checks.show_line(self._line(), entry_rows.flag_keys(self.room.catalogue()))

    def _mark(self, on: bool) -> None:
        if on != self._marking:
            self._marking = on
            self.backdropChanged.emit()


def _summary(sheet: Sheet | None) -> str:
    """ "38 entries, 5 flagged, 12 checked"; what changed is in the rows."""
    if sheet is None:
        return ""
    held = sheet.held
    said = [tr_n("{n:,} entry", "{n:,} entries", len(held))]
    if flagged := sum(1 for line in held if line.flags):
        said.append(tr("{count:,} flagged", count=flagged))
    if checked := sum(1 for line in held if line.checked):
        said.append(tr("{count:,} checked", count=checked))
    if gone := sum(1 for line in sheet.lines if line.state is State.GONE):
        said.append(tr("{count:,} gone", count=gone))
    return ", ".join(said)


def _notice(sheet: Sheet | None) -> str:
    """Why a table has no rows."""
    if sheet is None or sheet.held:
        return ""
    if sheet.table.invalid:
        return tr("The reply was no table: {why}.", why=sheet.table.invalid)
    return tr("This table is empty.")
