"""What came of an import or an export: counts, and what was odd with its file and line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtWidgets import QGridLayout, QPlainTextEdit, QVBoxLayout, QWidget

from galley.core.import_types import Note
from galley.core.text.plurals import format_count
from galley.gui.dialogs.base import Label
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr, tr_n

LISTED = 2_000
"""Notes that are shown; the copy has all of them."""


class ReportPage(QWidget):
    """Counts as a small table, notes as lines one can select."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._counts: list[tuple[str, str]] = []
        self._notes: list[str] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(1, 1)
        column.addLayout(self._grid)
        column.addSpacing(8)
        self.head = Label(theme, "", Type.SMALL_STRONG, "second")
        column.addWidget(self.head)
        self.lines = QPlainTextEdit(self)
        self.lines.setReadOnly(True)
        self.lines.setAccessibleName(tr("Warnings"))
        self.lines.setMinimumHeight(round(theme.px(140)))
        column.addWidget(self.lines, 1)
        column.addStretch(0)

    def show_report(self, counts: Mapping[str, int], notes: Sequence[Note] = (), head: str = "") -> None:
        """Show ``counts`` by what was counted, and ``notes`` under ``head`` ("3 warnings" unless given)."""
        while (old := self._grid.takeAt(0)) is not None:
            if (widget := old.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self._counts = [_split_count(format_count(count, what)) for what, count in counts.items()]
        self._notes = [line_of(note) for note in notes]
        for row, (count, what) in enumerate(self._counts):
            self._grid.addWidget(Label(self._theme, count, Type.NUMBER), row, 0)
            self._grid.addWidget(Label(self._theme, what, Type.BODY, "second"), row, 1)
        if not self._counts:
            self._grid.addWidget(Label(self._theme, tr("Everything in it is in the project already.")), 0, 0, 1, 2)
        self.head.setVisible(bool(self._notes))
        self.lines.setVisible(bool(self._notes))
        warning_head = tr_n("One warning", "{n:,} warnings", len(self._notes))
        self.head.setText(head or warning_head)
        self.lines.setAccessibleName(head or tr("Warnings"))
        more = len(self._notes) - LISTED
        rest = tr_n(
            "… and {n:,} more; the copied report has them all.",
            "… and {n:,} more; the copied report has them all.",
            more,
        )
        self.lines.setPlainText("\n".join([*self._notes[:LISTED], *([rest] if more > 0 else [])]))

    def text(self) -> str:
        """All of it as text, to paste elsewhere."""
        return "\n".join([*(f"{count}\t{what}" for count, what in self._counts), *self._notes])


def _split_count(counted: str) -> tuple[str, str]:
    count, _, what = counted.partition(" ")
    return count, what


def line_of(note: Note) -> str:
    """ "file.csv, line 12: what was odd"."""
    place = tr("{file}, line {line}", file=note.file, line=note.line) if note.line else note.file
    return f"{place}: {note.text}" if place else note.text
