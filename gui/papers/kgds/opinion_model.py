"""The lines of the column as a Qt model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from galley.gui.papers.kgds.opinion_rows import Head, Line

LINE = Qt.ItemDataRole.UserRole
"""The role under which a ``Line`` or a ``Head`` is given."""

_TOP = QModelIndex()


class OpinionsModel(QAbstractListModel):
    """``show`` takes lines; those that stay as high as they are are only painted anew."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lines: list[Head | Line] = []
        self._rows: dict[int, int] = {}

    def show(self, lines: Sequence[Head | Line]) -> bool:
        """Show these; True if lines came, went or may have another height."""
        before, after = [_key(line) for line in self._lines], [_key(line) for line in lines]
        if before == after:
            for row, (old, new) in enumerate(zip(self._lines, lines, strict=True)):
                if old != new:
                    self._lines[row] = new
                    self.dataChanged.emit(self.index(row), self.index(row))
            return False
        self.beginResetModel()
        self._lines = list(lines)
        self._rows = {line.unit.id: row for row, line in enumerate(lines) if isinstance(line, Line)}
        self.endResetModel()
        return True

    @property
    def units(self) -> list[int]:
        """The row ids of the units in order."""
        return list(self._rows)

    def row_of(self, unit: int) -> int | None:
        """The line of a unit, or None."""
        return self._rows.get(unit)

    def line(self, row: int) -> Head | Line:
        """What stands on a line."""
        return self._lines[row]

    def unit_at(self, row: int) -> int | None:
        """The row id of the unit on a line; None for a head, and outside."""
        line = self._lines[row] if 0 <= row < len(self._lines) else None
        return line.unit.id if isinstance(line, Line) else None

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _TOP) -> int:
        """How many lines; nothing lies beneath one."""
        return 0 if parent.isValid() else len(self._lines)

    def flags(self, index: QModelIndex | QPersistentModelIndex) -> Qt.ItemFlag:
        """Heads cannot be chosen."""
        if index.isValid() and isinstance(self._lines[index.row()], Head):
            return Qt.ItemFlag.ItemIsEnabled
        return super().flags(index)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The line under ``LINE``, its words to be displayed, and sentences for those who cannot see it."""
        if not index.isValid():
            return None
        line = self._lines[index.row()]
        if role == LINE:
            return line
        if role == Qt.ItemDataRole.DisplayRole:
            return line.title if isinstance(line, Head) else line.shown
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{line.title}, {line.words}" if isinstance(line, Head) else line.spoken
        return None


def _key(line: Head | Line) -> tuple[object, ...]:
    """What a line's identity and height depend on."""
    if isinstance(line, Head):
        return (line.title, line.level)
    return (line.unit.id, line.shown, bool(line.flags))
