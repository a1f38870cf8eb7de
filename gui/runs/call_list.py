"""The calls of one run: ids in memory, lines read a page at a time, and chips for those that went wrong."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from galley.core.judges import run_report
from galley.core.judges.run_report import ShownCalls
from galley.core.storage.connection import Connection
from galley.core.storage.queries.runs import CallLine
from galley.core.text.visible import make_visible
from galley.gui.plain_text import Button
from galley.gui.runs.run_figures import NONE, format_call_time, format_money
from galley.gui.session import Session
from galley.gui.theme import Type
from galley.gui.translation import tr
from galley.gui.widgets.chip import Chip
from galley.gui.widgets.flow import FlowLayout
from galley.gui.widgets.hairline import Hairline
from galley.gui.widgets.line_paint import LineCell
from galley.gui.widgets.line_table import FITS, LineColumn, Lines, LineTable

COLUMNS = {
    "item": LineColumn(tr("Item"), FITS, most=220),
    "text": LineColumn(tr("Text"), FITS, most=220),
    "asked": LineColumn(tr("Asked"), FITS, least=112, most=160),
    "state": LineColumn(tr("State"), 0),
    "sample": LineColumn(tr("Reply"), 66, right=True),
    "tokens": LineColumn(tr("Tokens"), 104, right=True),
    "cost": LineColumn(tr("Cost"), 70, right=True),
    "time": LineColumn(tr("Time"), FITS, right=True, least=70),
}
_NAMES = tuple(COLUMNS)
_HEIGHT = 29.0
_PAGE = 100
_PAGES = 40
SHOWS = (
    (ShownCalls.ALL, tr("All")),
    (ShownCalls.UNSCORED, tr("Unscored")),
    (ShownCalls.FAILED, tr("Failed")),
    (ShownCalls.REPAIRED, tr("Repaired")),
)


class _News(NamedTuple):
    """Calls that were read: about which run, listing, last call listed and last call counted."""

    about: tuple[int, ShownCalls, int, int]
    ids: array[int]
    counts: dict[ShownCalls, int]
    last: int


class CallList(QWidget):
    """``chosen(call)`` follows each other call, ``opened(item)`` the wish to see its item."""

    chosen = Signal(int)
    opened = Signal(int)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._run = 0
        self._show = ShownCalls.ALL
        self._target_call = 0
        self._ids: array[int] = array("q")
        self._seen = 0
        self._counts = dict.fromkeys(ShownCalls, 0)
        self._pages: dict[int, list[CallLine]] = {}
        theme = session.theme
        self.chips = {show: Chip(theme, words, parent=self) for show, words in SHOWS}
        self.chips[ShownCalls.ALL].setChecked(True)
        lines = Lines(tuple(COLUMNS.values()), lambda: len(self._ids), self._cell)
        self.table = LineTable(theme, lines, tr("Calls"), _HEIGHT, self, sorts=False)  # it does not hold them all
        self.table.empty = tr("No call is listed here.")
        head = QHBoxLayout()
        head.setContentsMargins(12, 8, 12, 8)
        head.setSpacing(6)
        chips = FlowLayout()
        for show, chip in self.chips.items():
            chip.clicked.connect(partial(self.show_only, show))
            chips.addWidget(chip)
        head.addLayout(chips, 1)
        self.again = Button(tr("Ask again…"), self)
        self.again.setAutoDefault(False)
        head.addWidget(self.again, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(Hairline(theme, role="hairline_soft"))
        column.addWidget(self.table, 1)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self.table.chosen.connect(lambda line: self.chosen.emit(self._ids[line]))
        self.table.opened.connect(self.open)

    @property
    def run(self) -> int:
        """The run whose calls are listed; 0 for none."""
        return self._run

    @property
    def ids(self) -> array[int]:
        """The calls that are listed."""
        return self._ids

    def show_run(self, run: int) -> None:
        """List the calls of another run."""
        self._run = run
        self._reload()

    def show_call(self, run: int, call: int) -> None:
        """List all calls of a run, with this one chosen."""
        self._run, self._target_call = run, call
        self.show_only(ShownCalls.ALL)

    def show_only(self, show: ShownCalls) -> None:
        """List only such calls."""
        self._show = show
        for other, chip in self.chips.items():
            chip.setChecked(other is show)
        self._reload()

    def follow(self) -> None:
        """Add the calls that came in since; what is listed stays where it is."""
        run, show, last = self._run, self._show, self._ids[-1] if self._ids else 0
        seen = self._seen

        def read(connection: Connection) -> _News:
            more = run_report.call_ids(connection, run, show, last)
            return _News((run, show, last, seen), more, *run_report.call_counts(connection, run, seen))

        if run:
            self._session.read(read, self._append_calls, slot="runs-follow")

    def refresh(self) -> None:
        """Read again what is listed: a call that failed may have a reply now."""
        self._pages.clear()
        self.table.lines.refresh_lines()
        self._seen, self._counts = 0, dict.fromkeys(ShownCalls, 0)
        self.follow()

    def chosen_line(self) -> CallLine | None:
        """The call that is chosen."""
        at = self.table.current
        return self._line(at) if 0 <= at < len(self._ids) else None

    def open(self, line: int = -1) -> None:
        """Ask for the item of a call (the chosen one unless told)."""
        call_line = self.chosen_line() if line < 0 else self._line(line) if line < len(self._ids) else None
        if call_line is not None:
            self.opened.emit(call_line.item)

    def _reload(self) -> None:
        run, show = self._run, self._show

        def read(connection: Connection) -> _News:
            ids = run_report.call_ids(connection, run, show)
            return _News((run, show, 0, 0), ids, *run_report.call_counts(connection, run))

        self._session.read(read, self._show_calls, slot="runs-calls")

    def _show_calls(self, news: _News) -> None:
        self._ids = news.ids
        self._pages.clear()
        self.table.lines.reset()
        self._seen, self._counts = 0, dict.fromkeys(ShownCalls, 0)
        self._count(news)
        at = bisect_left(self._ids, self._target_call)
        is_listed = at < len(self._ids) and self._ids[at] == self._target_call
        self._target_call = 0
        if self._ids:
            self.table.choose(at if is_listed else 0)
        else:
            self.chosen.emit(0)

    def _append_calls(self, news: _News) -> None:
        if news.about != (self._run, self._show, self._ids[-1] if self._ids else 0, self._seen):
            return  # the list has moved on meanwhile
        self._count(news)
        if news.ids:
            first = not self._ids
            self._pages.pop(len(self._ids) // _PAGE, None)
            self._ids.extend(news.ids)
            self.table.grow()
            if first:
                self.table.choose(0)

    def _count(self, news: _News) -> None:
        self._seen = news.last
        for show, chip in self.chips.items():
            self._counts[show] += news.counts[show]
            chip.set_count(self._counts[show])

    def _line(self, at: int) -> CallLine | None:
        number = at // _PAGE
        page = self._pages.get(number)
        if page is None:
            if len(self._pages) >= _PAGES:
                self._pages.pop(next(iter(self._pages)))
            page_ids = self._ids[number * _PAGE : (number + 1) * _PAGE]
            page = self._pages[number] = self._session.read_now(lambda c: run_report.call_lines(c, page_ids), [])
        return page[at % _PAGE] if at % _PAGE < len(page) else None

    def _cell(self, line: int, column: int) -> LineCell:
        call = self._line(line)
        if call is None:
            return LineCell("")
        match _NAMES[column]:
            case "state":
                words, role = fate(call)
                why = call.error or call.unscored_reason or call.repairs
                return LineCell(f"{words}: {_flat(why)}" if why and role != "positive" else words, role, Type.BODY)
            case "item":
                return LineCell(_flat(call.key), style=Type.BODY)
            case "text":
                return LineCell(_flat(call.document), "second", Type.BODY)
            case "asked":
                return LineCell(_flat(call.part), "second", Type.BODY)
            case "sample":
                return LineCell(f"{call.sample + 1:,}", "second")
            case "tokens":
                return LineCell(tokens(call), "second")
            case "cost":
                return LineCell(format_money(call.cost) if call.cost and call.state == "done" else NONE, "second")
        return LineCell(NONE if call.seconds is None else format_call_time(call.seconds), "second")


def fate(call: CallLine) -> tuple[str, str]:
    """What became of a call in a word, and the role of its colour."""
    if call.state == "failed":
        return tr("failed"), "negative"
    if call.unscored_reason:
        return tr("unscored"), "warning"
    if call.repairs:
        return tr("repaired"), "warning"
    return (tr("known"), "second") if call.state == "reused" else (tr("done"), "positive")


def tokens(call: CallLine) -> str:
    """Tokens in and out: "1,204 + 88"."""
    if call.tokens_in is None and call.tokens_out is None:
        return NONE
    return f"{call.tokens_in or 0:,} + {call.tokens_out or 0:,}"


def _flat(text: str) -> str:
    return " ".join(make_visible(text).split())
