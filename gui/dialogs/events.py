"""Decisions as a table: when, who, where, what and the note; what was undone is struck through."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from galley.core.review.history import Event
from galley.core.text.visible import make_visible
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr
from galley.gui.widgets.line_paint import LineCell
from galley.gui.widgets.line_table import FITS, LineColumn, Lines, LineTable

_SECOND = 19  # "2026-02-03T10:21:03" of an ISO time


class EventTable(LineTable):
    """``items`` adds a column with the key of the item. ``decisionOpened(number)``: Enter or a double click on a
    decision (row id)."""

    decisionOpened = Signal(int)

    def __init__(self, theme: Theme, items: bool = False, parent: QWidget | None = None) -> None:
        self._events: Sequence[Event] = ()
        self._items = items
        columns = (LineColumn(tr("When (UTC)"), FITS), LineColumn(tr("Who"), FITS, most=150),
                   *((LineColumn(tr("Item"), FITS, most=190),) if items else ()),
                   LineColumn(tr("What"), 0, wraps=True), LineColumn(tr("Note"), 210, wraps=True))  # fmt: skip
        lines = Lines(columns, lambda: len(self._events), self._cell)
        super().__init__(theme, lines, tr("Decisions, the latest first"), 32.0, parent)
        self.opened.connect(self._open)

    def fill(self, events: Sequence[Event]) -> None:
        """Show these, in this order."""
        self._events = events
        self.lines.reset()

    def _open(self, line: int) -> None:
        if self._events[line].number:
            self.decisionOpened.emit(self._events[line].number)

    def _cell(self, line: int, column: int) -> LineCell:
        event = self._events[line]
        words = event.words
        what = tr("{what} — undone", what=words) if event.undone else words
        where = (event.key,) if self._items else ()
        words = (event.at[:_SECOND].replace("T", " "), event.who, *where, what, event.note)[column]
        quiet = event.undone or event.action in ("undo", "redo")
        struck = event.undone and column == len(self.lines.columns) - 2
        return LineCell(make_visible(words), "second" if quiet else "text", Type.BODY, struck=struck)
