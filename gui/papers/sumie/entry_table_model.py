"""The rows of a table of entries as Qt asks for them."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from galley.core.papers.sumie.entry_model import EntryState
from galley.core.text.excerpts import quote_text
from galley.core.text.visible import make_visible
from galley.gui.papers.sumie.entry_rows import EntryRow, EntrySheet
from galley.gui.plain_text import tooltip
from galley.gui.translation import tr

CHANGE, ATTRIBUTE, VALUE, FLAGS = range(4)
HEADS = (tr("Change"), tr("Attribute"), tr("Value and evidence"), tr("Answer"))
LINE = Qt.ItemDataRole.UserRole
REST = tr("Not in this table")
SIGNS = {EntryState.NEW: "+", EntryState.SAME: "=", EntryState.CONFLICT: "≠", EntryState.GONE: "−"}
_STATES = {
    EntryState.NEW: tr("new"),
    EntryState.SAME: tr("same"),
    EntryState.CONFLICT: tr("conflict"),
    EntryState.GONE: tr("gone"),
}
_MOST = 600
JOINED = ", "
_TOP = QModelIndex()
_Index = QModelIndex | QPersistentModelIndex


class TableModel(QAbstractTableModel):
    """The lines of a ``EntrySheet``; a head stands over those that are not in the table.

    ``edited(place of a line, attribute, value)``: the reviewer wrote something else.
    """

    edited = Signal(int, str, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lines: list[EntryRow | str] = []
        self._rows: list[int] = []
        self._key: tuple[object, ...] = ()
        self.writable = True

    def show(self, sheet: EntrySheet | None) -> bool:
        """Show a table; True if rows came or went."""
        lines: list[EntryRow | str] = list(sheet.table_lines) if sheet is not None else []
        rest = [line for line in sheet.lines if not line.is_in_table] if sheet is not None else []
        if rest:
            lines += [REST, *rest]
        key = (sheet.table.document.id if sheet else 0, *(_name(line) for line in lines))
        if key == self._key:
            before, self._lines = self._lines, lines
            for row, (old, new) in enumerate(zip(before, lines, strict=True)):
                if old != new:
                    self.dataChanged.emit(self.index(row, 0), self.index(row, FLAGS))
            return False
        self.beginResetModel()
        self._lines, self._key = lines, key
        self._rows = [row for row, line in enumerate(lines) if not isinstance(line, str)]
        self.endResetModel()
        return True

    @property
    def has_table(self) -> bool:
        """Whether a table is shown, be it an empty one."""
        return bool(self._key and self._key[0])

    def line(self, row: int) -> EntryRow | str:
        """What stands in a row; a head is its words."""
        return self._lines[row]

    @property
    def head_row(self) -> int | None:
        """Where the head stands, if there is one."""
        return self._lines.index(REST) if REST in self._lines else None

    def row_of(self, place: int) -> int:
        """The row of the line at a place."""
        return self._rows[place]

    def place_of(self, row: int) -> int | None:
        """The place of the line in a row; None for the head."""
        return self._rows.index(row) if row in self._rows else None

    def rowCount(self, parent: _Index = _TOP) -> int:
        """How many rows; nothing lies beneath one."""
        return 0 if parent.isValid() else len(self._lines)

    def columnCount(self, parent: _Index = _TOP) -> int:
        """Change, attribute, value with evidence, flags."""
        return 0 if parent.isValid() else len(HEADS)

    def flags(self, index: _Index) -> Qt.ItemFlag:
        """The head cannot be chosen; attribute and value of an entry of the table can be written."""
        line = self._lines[index.row()] if index.isValid() else REST
        if isinstance(line, str):
            return Qt.ItemFlag.NoItemFlags
        item_flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        if self.writable and line.is_in_table and index.column() in (ATTRIBUTE, VALUE):
            item_flags |= Qt.ItemFlag.ItemIsEditable
        return item_flags

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What the columns are called."""
        if role == Qt.ItemDataRole.DisplayRole and orientation is Qt.Orientation.Horizontal:
            return HEADS[section]
        return None

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The line under ``LINE``, its words by column, and a sentence for those who cannot see it."""
        if not index.isValid():
            return None
        line = self._lines[index.row()]
        if role == LINE:
            return line
        if isinstance(line, str):
            return line if role == Qt.ItemDataRole.DisplayRole and index.column() == 0 else None
        fact = line.entry.fact
        if role == Qt.ItemDataRole.EditRole:
            return {ATTRIBUTE: fact.attribute, VALUE: fact.value}.get(index.column())
        if role == Qt.ItemDataRole.DisplayRole:
            return (change_words(line), fact.attribute, fact.value, flag_words(line))[index.column()]
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return sentence(line)
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(_tip(line, index.column()))
        return None

    def setData(self, index: _Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Tell what was written; the table shows it once it is in the project."""
        line, place = self._lines[index.row()], self.place_of(index.row())
        if isinstance(line, str) or place is None or role != Qt.ItemDataRole.EditRole:
            return False
        fact, text = line.entry.fact, str(value).strip()
        new_values = (text, fact.value) if index.column() == ATTRIBUTE else (fact.attribute, text)
        if new_values == (fact.attribute, fact.value):
            return False
        self.edited.emit(place, *new_values)
        return True


def change_words(line: EntryRow) -> str:
    """What changed, as sign and word: "≠ conflict"."""
    if line.state is None:
        return tr("○ golden") if line.golden else tr("○ earlier")
    return f"{SIGNS[line.state]} {_STATES[line.state]}"


def flag_words(line: EntryRow) -> str:
    """What is asked or flagged of a row, in words."""
    added = tr("added")
    return ", ".join(f"{flag.criterion.name} ({added if flag.own else flag.words})" for flag in line.flags)


def evidence_words(line: EntryRow) -> str:
    """What stands under a value: what it was before, and the evidence or why there is none."""
    words = line.entry.fact.evidence
    quote = " ".join(make_visible(words if len(words) <= _MOST else f"{words[: _MOST - 1]}…").split())
    sentence = quote_text(quote) if quote else tr("no evidence")
    if quote and line.missing:
        sentence = tr("not in the paragraphs: {quote}", quote=sentence)
    if line.before:
        before = " ".join(make_visible(JOINED.join(line.before)[:_MOST]).split())
        sentence = tr("was {before} · {evidence}", before=before, evidence=sentence)
    return sentence


def sentence(line: EntryRow) -> str:
    """A row for those who cannot see it."""
    flags = flag_words(line) or tr("no flags")
    return f"{change_words(line)[2:]}: {line.entry.fact.text[:_MOST]}, {evidence_words(line)}, {flags}"


def _tip(line: EntryRow, column: int) -> str:
    fact = line.entry.fact
    text = (change_words(line), fact.attribute, f"{fact.value} — {evidence_words(line)}", flag_words(line))[column]
    return make_visible(text[:_MOST])


def _name(line: EntryRow | str) -> object:
    return line if isinstance(line, str) else (line.unit, line.is_in_table)
