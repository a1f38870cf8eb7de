"""The flags of the open item as a Qt model: a line for each flag, and a head for each summary they are about."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from galley.core.domain import Cell
from galley.core.review.items import FlagState
from galley.core.text.excerpts import quote_text
from galley.gui import labels
from galley.gui.text_panes.item import FlagEntry, ReviewItem
from galley.gui.translation import tr, tr_n


@dataclass(frozen=True, slots=True)
class FlagHead:
    """The head over the flags about one document."""

    title: str
    words: str


_TOP = QModelIndex()


class FlagModel(QAbstractListModel):
    """``show`` takes an item; the lines of one that is already shown are only painted again."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lines: list[FlagEntry | FlagHead] = []
        self._rows: list[int] = []
        self._key: tuple[Any, ...] = ()
        self._short = False
        self._noted_cells: frozenset[Cell | None] = frozenset()

    def show(self, review_item: ReviewItem | None) -> bool:
        """Show the flags of an item; True if lines came or went."""
        lines, rows = _lines(review_item) if review_item is not None else ([], [])
        short = review_item is not None and len(review_item.asked_cells.asks) == 1
        noted, self._noted_cells = (
            self._noted_cells,
            frozenset(review_item.notes) if review_item is not None else frozenset(),
        )
        key = (
            review_item.id if review_item else 0,
            *(e.identity if isinstance(e, FlagEntry) else e.title for e in lines),
        )
        if key == self._key:
            before, self._lines = self._lines, lines
            for row, (old, new) in enumerate(zip(before, lines, strict=True)):
                if _look(old, noted) != _look(new, self._noted_cells):
                    self.dataChanged.emit(self.index(row), self.index(row))
            return False
        self.beginResetModel()
        self._lines, self._rows, self._key, self._short = lines, rows, key, short
        self.endResetModel()
        return True

    @property
    def entry_count(self) -> int:
        """How many entries there are, heads not counted."""
        return len(self._rows)

    def row_of(self, entry: int) -> int:
        """The line on which the entry of this place stands."""
        return self._rows[entry]

    def entry_at(self, row: int) -> int | None:
        """The place of the entry on a line; None for a head."""
        line = self._lines[row]
        return None if isinstance(line, FlagHead) else self._rows.index(row)

    def line(self, row: int) -> FlagEntry | FlagHead:
        """What stands on a line."""
        return self._lines[row]

    def has_note(self, row: int) -> bool:
        """Whether the reviewer wrote a note on a line."""
        return _is_noted(self._lines[row], self._noted_cells)

    def short(self, row: int) -> bool:
        """Whether one line is enough for an entry: one thing is asked of its unit."""
        line = self._lines[row]
        return self._short and isinstance(line, FlagEntry) and line.question

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _TOP) -> int:
        """How many lines; nothing lies beneath one."""
        return 0 if parent.isValid() else len(self._lines)

    def flags(self, index: QModelIndex | QPersistentModelIndex) -> Qt.ItemFlag:
        """Heads cannot be chosen."""
        if index.isValid() and isinstance(self._lines[index.row()], FlagHead):
            return Qt.ItemFlag.ItemIsEnabled
        return super().flags(index)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Its name to be displayed, and a sentence for those who cannot see it."""
        if not index.isValid():
            return None
        line = self._lines[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return line.title if isinstance(line, FlagHead) else line.criterion.name
        if role == Qt.ItemDataRole.AccessibleTextRole:
            if isinstance(line, FlagHead):
                return f"{line.title}, {line.words}"
            note = tr("with a note") if _is_noted(line, self._noted_cells) else ""
            if line.blind:
                return ", ".join(filter(None, (line.criterion.name, line.place, tr("blind"), line.words, note)))
            votes = tr("{votes} votes", votes=line.votes) if line.votes else ""
            parts = (line.criterion.name, line.place, quote_text(line.quote), votes, line.words, note)
            return ", ".join(filter(None, parts))
        return None


def open_words(entries: Sequence[FlagEntry]) -> str:
    """ "2 open of 5"; once none is open "1 unsure of 5" or "all 5 decided"; "2 open of 5, 1 added"."""
    flags = [entry for entry in entries if not entry.own]
    words, added = _judged_words(flags), len(entries) - len(flags)
    if added and words:
        return tr_n("{words}, {n:,} added", "{words}, {n:,} added", added, words=words)
    return tr_n("{n:,} added", "{n:,} added", added) if added else words


def _judged_words(flags: Sequence[FlagEntry]) -> str:
    waiting = sum(1 for entry in flags if entry.open)
    if not flags:
        return ""
    unsure = sum(1 for entry in flags if entry.state is FlagState.UNSURE)
    if waiting or unsure:
        if waiting:
            return tr_n("{n:,} open of {all:,}", "{n:,} open of {all:,}", waiting, all=len(flags))
        if flags[0].adjudicates:
            return tr_n("{n:,} unresolved of {all:,}", "{n:,} unresolved of {all:,}", unsure, all=len(flags))
        return tr_n("{n:,} unsure of {all:,}", "{n:,} unsure of {all:,}", unsure, all=len(flags))
    return tr_n("all {n:,} decided", "all {n:,} decided", len(flags))


def _is_noted(line: FlagEntry | FlagHead, noted: Container[Cell | None]) -> bool:
    return not isinstance(line, FlagHead) and line.verdict.cell in noted


def _look(line: FlagEntry | FlagHead, noted: Container[Cell | None]) -> object:
    """What a line shows that may change while the item is open."""
    if isinstance(line, FlagHead):
        return line
    return line.state, line.instead, line.blind, line.verdict, _is_noted(line, noted)


def _lines(review_item: ReviewItem) -> tuple[list[FlagEntry | FlagHead], list[int]]:
    lines: list[FlagEntry | FlagHead] = []
    rows: list[int] = []
    titles = {tab.target: tab.title for tab in review_item.tabs if tab.target}
    targets = list(dict.fromkeys(entry.target.id for entry in review_item.entries))
    for target in targets:
        group = [entry for entry in review_item.entries if entry.target.id == target]
        if (
            len(titles) > 1 or len(targets) > 1
        ) and not review_item.asked_cells.compares:  # a head would say whose text it is
            title = titles.get(target) or labels.TITLES[group[0].target.role]
            lines.append(FlagHead(title, open_words(group)))
        for entry in group:
            rows.append(len(lines))
            lines.append(entry)
    return lines, rows
