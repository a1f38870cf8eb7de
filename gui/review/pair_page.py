"""Two texts beside each other, and below them the sources that they are made from. Nothing says whose they are."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from galley.core.domain import Document, Role
from galley.core.tasks.pairing import Pair
from galley.gui import naming
from galley.gui.desk import flag_marks
from galley.gui.desk.opened import Entry, Opened
from galley.gui.desk.sight import last_units
from galley.gui.language import tr
from galley.gui.panes.gutter import GutterKind
from galley.gui.panes.text_pane import TextPane
from galley.gui.theme import Theme

LEFT, RIGHT = tr("Left text"), tr("Right text")
_SOURCES = (Role.DIALOGUE, Role.ARTICLE)


class PairPage(QWidget):
    """``read(unit)``: a unit (row id) was clicked. ``documentRead(document)``: its last unit was painted."""

    read = Signal(int)
    documentRead = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.left, self.right = TextPane(theme, LEFT), TextPane(theme, RIGHT)
        self.sources = {role: TextPane(theme, naming.TITLES[role]) for role in _SOURCES}
        self._ends: dict[TextPane, dict[int, int]] = {}
        self._pair: Pair | None = None
        self._above, self._below = QSplitter(Qt.Orientation.Horizontal), QSplitter(Qt.Orientation.Horizontal)
        rows = QSplitter(Qt.Orientation.Vertical)
        for row, panes in ((self._above, (self.left, self.right)), (self._below, self.sources.values())):
            for pane in panes:
                row.addWidget(pane)
                pane.unitClicked.connect(lambda index, pane=pane: self._clicked(pane, index))
                pane.view.reached.connect(lambda index, pane=pane: self._reached(pane, index))
            rows.addWidget(row)
        for splitter in (rows, self._above, self._below):
            splitter.setHandleWidth(1)
            splitter.setChildrenCollapsible(False)
        rows.setStretchFactor(0, 1)
        rows.setStretchFactor(1, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(rows)

    def show_sources(self, opened: Opened) -> None:
        """Show the sources that the task shows its readers."""
        self._pair = None
        for role, pane in self.sources.items():
            documents = [document for document in opened.documents(role) if opened.shows(document)]
            pane.setVisible(bool(documents))
            self._fill(pane, naming.TITLES[role], documents)
        self._below.setVisible(any(not pane.isHidden() for pane in self.sources.values()))

    def show_entry(self, entry: Entry | None) -> None:
        """Show the two texts of an entry; the same ones stay where they are."""
        pair = entry.pair if entry is not None else None
        if pair != self._pair or pair is None:
            self._pair = pair
            for pane, title, document in zip(
                (self.left, self.right), (LEFT, RIGHT), (pair.left, pair.right) if pair else (None, None), strict=True
            ):
                self._fill(pane, title, [document] if document is not None else [])
        chosen = entry.verdict.value if entry is not None else None
        for pane, value in zip((self.left, self.right), pair.values if pair is not None else (), strict=False):
            words = flag_marks.count_words(pane.units)
            pane.set_summary(tr("{words}, chosen", words=words) if value == chosen else words)
        for pane in self._panes():
            pane.set_read(None)

    def stops(self) -> list[QWidget]:
        """Where F6 stops."""
        return [pane.view for pane in self._panes() if not pane.isHidden()]

    # ---- within

    def _panes(self) -> list[TextPane]:
        return [self.left, self.right, *self.sources.values()]

    def _fill(self, pane: TextPane, title: str, documents: Sequence[Document]) -> None:
        units = [unit for document in documents for unit in document.units]
        for document in documents:
            if not document.units:
                self.documentRead.emit(document.id)
        gutter = GutterKind.SPEAKER if any(unit.speaker for unit in units) else GutterKind.NUMBER
        pane.set_document(title, units, gutter, summary=flag_marks.count_words(units))
        self._ends[pane] = last_units(units)
        pane.view.await_ends(self._ends[pane])

    def _clicked(self, pane: TextPane, index: int) -> None:
        for each in self._panes():
            each.set_read(index if each is pane else None)
        self.read.emit(pane.units[index].id)

    def _reached(self, pane: TextPane, index: int) -> None:
        document = self._ends.get(pane, {}).get(index)
        if document is not None:
            self.documentRead.emit(document)
