"""What a surface in the place of the panes is made of: texts that can be read, and lists of what is asked.

``PairPage`` is made of nothing else: two texts beside each other, and below them the sources that they are made from.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from galley.core.domain import Document
from galley.core.tasks.pairs import Pair
from galley.gui import labels
from galley.gui.review.answer_list import AnswerList
from galley.gui.text_panes import flag_marks
from galley.gui.text_panes.gutter import GutterKind
from galley.gui.text_panes.item import SOURCES, ReviewItem
from galley.gui.text_panes.pane import TextPane
from galley.gui.text_panes.read_tracker import last_units
from galley.gui.text_panes.text_marks import EvidencePlace
from galley.gui.theme import Theme
from galley.gui.translation import tr


class SurfacePage(QWidget):
    """``entryClicked(place)``: an entry was clicked. ``unitClicked(unit)``: a unit (row id) of a text was clicked.
    ``documentRead(document)``: a document's last unit was painted."""

    entryClicked = Signal(int)
    unitClicked = Signal(int)
    documentRead = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self._ends: dict[TextPane, dict[int, int]] = {}
        self._lists: list[AnswerList] = []
        self.sources = {role: self.pane(labels.TITLES[role]) for role in SOURCES}
        self.texts = row(self.sources.values())
        """The sources beside each other."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Its ground. It does not call itself opaque: Qt would paint what changed on it twice when it comes."""
        QPainter(self).fillRect(event.rect(), self.theme.color("panel"))

    def lay_out(self, *parts: QWidget, shares: Sequence[int] = (1, 1)) -> None:
        """Put the parts below each other, as high as their shares."""
        rows = row(parts, Qt.Orientation.Vertical)
        for index, share in enumerate(shares):
            rows.setStretchFactor(index, share)
        rows.setSizes([1000 * share for share in shares])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(rows)

    def show_state(self, review_item: ReviewItem, active: int | None) -> None:
        """Show what is asked and answered now."""

    def set_active(self, review_item: ReviewItem, active: int | None) -> None:
        """Tint another entry and bring it into sight."""

    def turn_to(self, review_item: ReviewItem, target: int) -> None:
        """Show a summary (a row id) of which nothing is asked."""

    def rests(self, active: int | None) -> Iterable[int]:
        """The units (row ids) that an entry rests on, where the page knows better than the evidence of its flag."""
        return ()

    # ---- texts

    def pane(self, title: str) -> TextPane:
        """A text whose units can be clicked, to be filled."""
        text_pane = TextPane(self.theme, title)
        text_pane.unitClicked.connect(lambda index: self._on_unit_clicked(text_pane, index))
        text_pane.view.reached.connect(lambda index: self._on_end_reached(text_pane, index))
        self._ends[text_pane] = {}
        return text_pane

    def answers(self, name: str) -> AnswerList:
        """A list of what is asked."""
        answer_list = AnswerList(self.theme, name)
        answer_list.entryClicked.connect(self.entryClicked)
        answer_list.unitClicked.connect(self.unitClicked)
        self._lists.append(answer_list)
        return answer_list

    def show_item(self, review_item: ReviewItem) -> None:
        """Another item: show the sources that the task shows its readers. ``show_state`` follows."""
        for role, pane in self.sources.items():
            documents = [document for document in review_item.documents(role) if review_item.shows(document)]
            pane.setVisible(bool(documents))
            self.fill(pane, labels.TITLES[role], documents)
        self.texts.setVisible(any(not pane.isHidden() for pane in self.sources.values()))

    def fill(self, pane: TextPane, title: str, documents: Iterable[Document]) -> None:
        """Show documents one below the other; what stands there already is left as it is."""
        documents = list(documents)
        units = [unit for document in documents for unit in document.units]
        self._ends[pane] = last_units(units)
        if units and [unit.id for unit in units] == [unit.id for unit in pane.units]:
            pane.view.await_ends(self._ends[pane])
            pane.view.viewport().update()
            return
        for document in documents:
            if not document.units:
                self.documentRead.emit(document.id)
        gutter = GutterKind.SPEAKER if any(unit.speaker for unit in units) else GutterKind.NUMBER
        pane.set_document(title, units, gutter, summary=flag_marks.count_words(units))
        pane.view.await_ends(self._ends[pane])

    def tint(self, places: Iterable[int]) -> None:
        """Tint units (row ids) as what is lit rests on them, and bring the first of each text into sight; what was
        looked at steps back."""
        tinted_units = set(places)
        for pane in self._ends:
            tinted_rows = [index for index, unit in enumerate(pane.units) if unit.id in tinted_units]
            pane.set_read(None)
            pane.set_evidence([EvidencePlace(index) for index in tinted_rows])
            if tinted_rows:
                pane.reveal(tinted_rows[0])

    def stops(self) -> list[QWidget]:
        """Where F6 stops."""
        return [w for w in (*(pane.view for pane in self._ends), *self._lists) if w.isVisibleTo(self)]

    # ---- within

    def _on_unit_clicked(self, pane: TextPane, index: int) -> None:
        for text_pane in self._ends:
            text_pane.set_read(index if text_pane is pane else None)
        self.unitClicked.emit(pane.units[index].id)

    def _on_end_reached(self, pane: TextPane, index: int) -> None:
        document = self._ends[pane].get(index)
        if document is not None:
            self.documentRead.emit(document)


def row(parts: Iterable[QWidget], orientation: Qt.Orientation = Qt.Orientation.Horizontal) -> QSplitter:
    """Widgets beside (or below) each other, with an edge between them that can be moved."""
    splitter = QSplitter(orientation)
    splitter.setHandleWidth(1)
    splitter.setChildrenCollapsible(False)
    for part in parts:
        splitter.addWidget(part)
    return splitter


LEFT, RIGHT = tr("Left text"), tr("Right text")


class PairPage(SurfacePage):
    """Two texts beside each other, and below them their sources. Nothing says whose they are."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.left_pane, self.right_pane = self.pane(LEFT), self.pane(RIGHT)
        self._pair: Pair | None = None
        self.lay_out(row((self.left_pane, self.right_pane)), self.texts)

    def show_item(self, review_item: ReviewItem) -> None:
        """Another item."""
        super().show_item(review_item)
        self._pair = None

    def show_state(self, review_item: ReviewItem, active: int | None) -> None:
        """Show the two texts of an entry; the same ones stay where they are."""
        entry = review_item.entries[active] if active is not None else None
        pair = entry.pair if entry is not None else None
        if pair != self._pair or pair is None:
            self._pair = pair
            for pane, title, document in zip(
                (self.left_pane, self.right_pane),
                (LEFT, RIGHT),
                (pair.left, pair.right) if pair else (None, None),
                strict=True,
            ):
                self.fill(pane, title, [document] if document is not None else [])
        answer = entry.verdict.value if entry is not None else None
        for pane, value in zip(
            (self.left_pane, self.right_pane), pair.values if pair is not None else (), strict=False
        ):
            words = flag_marks.count_words(pane.units)
            pane.set_summary(tr("{words}, chosen", words=words) if value == answer else words)

    def set_active(self, review_item: ReviewItem, active: int | None) -> None:
        """Another pair."""
        self.show_state(review_item, active)
