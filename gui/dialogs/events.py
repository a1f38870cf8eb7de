"""Decisions as a table: when, who, where, what and the note; what was undone is struck through."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from galley.core.project.history import Event
from galley.core.text.visible import visible
from galley.gui.language import tr
from galley.gui.theme import Theme, Type

_SECOND = 19  # "2026-02-03T10:21:03" of an ISO time


class EventTable(QTableWidget):
    """``items`` adds a column with the key of the item."""

    def __init__(self, theme: Theme, items: bool = False, parent: QWidget | None = None) -> None:
        before = (tr("When (UTC)"), tr("Who"), *((tr("Item"),) if items else ()))
        heads = (*before, tr("What"), tr("Note"))
        super().__init__(0, len(heads), parent)
        self._theme = theme
        self._items = items
        self._what = len(before)
        self.setHorizontalHeaderLabels(heads)
        self.verticalHeader().hide()
        self.setShowGrid(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setWordWrap(True)
        self.setMinimumHeight(round(theme.px(340)))
        self.setAccessibleName(tr("Decisions, the latest first"))
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(self._what, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(len(heads) - 1, QHeaderView.ResizeMode.Fixed)
        header.resizeSection(len(heads) - 1, round(theme.px(210)))
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.sectionResized.connect(lambda: self._space())

    def fill(self, events: Sequence[Event]) -> None:
        """Show these, in this order."""
        self.setRowCount(len(events))
        faint = self._theme.color("second")
        for at, event in enumerate(events):
            what = tr("{what} — undone", what=event.words) if event.undone else event.words
            where = (event.key,) if self._items else ()
            for column, words in enumerate((event.at[:_SECOND].replace("T", " "), event.who, *where, what, event.note)):
                cell = QTableWidgetItem(visible(words))
                cell.setTextAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
                if event.undone or event.action in ("undo", "redo"):
                    cell.setForeground(faint)
                    font = self._theme.font(Type.BODY)
                    font.setStrikeOut(event.undone and column == self._what)
                    cell.setFont(font)
                self.setItem(at, column, cell)
        self._space()

    def _space(self) -> None:
        """As high as the words need, and some air."""
        self.resizeRowsToContents()
        for row in range(self.rowCount()):
            self.setRowHeight(row, self.rowHeight(row) + round(self._theme.px(9.0)))
