"""Questions as cards: those about the sources under these, and what is asked about a summary under it."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from galley.core.domain import Document, Role, UnitKind
from galley.gui import naming
from galley.gui.desk import flag_marks
from galley.gui.desk.opened import SOURCES, Opened
from galley.gui.language import tr
from galley.gui.papers.longsumeval.card_head import CardHead
from galley.gui.papers.longsumeval.question_cards_of import QuestionCard, all_about, beside, cards, title_of
from galley.gui.review.answer_list import AnswerLine, AnswerList, PlacedLine
from galley.gui.review.surface_page import SurfacePage, row
from galley.gui.theme import Theme
from galley.gui.widgets.hairline import Hairline


class QuestionPage(SurfacePage):
    """``about_sources`` and ``about_summary`` are the lists of cards; ``of_all`` is what is asked of all questions
    about a summary together, in sight whatever of them is read."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.summary = self.pane(naming.TITLES[Role.SUMMARY])
        self.about_sources = self.answers(tr("Questions about the sources"))
        self.about_summary = self.answers(tr("Questions about this summary"))
        self.of_all = self.answers(tr("What is asked of all these questions"))
        asked = QWidget()
        column = QVBoxLayout(asked)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.about_summary, 1)
        column.addWidget(Hairline(theme))
        column.addWidget(self.of_all)
        self.left = row((self.texts, self.about_sources), Qt.Orientation.Vertical)
        self.right = row((self.summary, asked), Qt.Orientation.Vertical)
        for side in (self.left, self.right):
            side.setSizes([1000, 1400])
        both = row((self.left, self.right))
        both.setSizes([1000, 1000])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(both)
        self._target = 0

    def show_item(self, opened: Opened) -> None:
        """Another item."""
        super().show_item(opened)
        self._target = 0

    def turn_to(self, opened: Opened, target: int) -> None:
        """A summary of which nobody flagged a question: all of them are read."""
        self._show(opened, None, opened.view.document(target))

    def show_state(self, opened: Opened, lit: int | None) -> None:
        """Show what is answered now; texts that stand there stay."""
        self._show(opened, lit, opened.entries[lit].target if lit is not None else None)

    def _show(self, opened: Opened, lit: int | None, mine: Document | None) -> None:
        targets = {e.target.id: e.target for e in opened.entries}
        if not opened.questions:  # finishing says of the questions that nobody flagged that they are no fault
            targets |= {t.target: t.document for t in opened.tabs if t.target and t.document is not None}
        summaries = [document for document in targets.values() if document.role not in SOURCES]
        shown = mine if mine in summaries else next((d for d in summaries if d.id == self._target), None)
        shown = shown or next(iter(summaries), None)
        fresh, self._target = shown is None or shown.id != self._target, shown.id if shown is not None else 0
        self.right.setVisible(shown is not None)
        if shown is not None and fresh:
            self.fill(self.summary, title_of(opened, shown), [shown])
            if len(summaries) > 1:
                number = summaries.index(shown) + 1
                place = tr("{number} of {of}", number=number, of=len(summaries))
                self.summary.set_summary(f"{flag_marks.count_words(self.summary.units)}, {place}")
        about = [card for target in targets.values() if target.role in SOURCES for card in cards(opened, target.id)]
        self._fill(self.about_sources, opened, about, lit, keep=True)
        self.left.setVisible(bool(about) or not self.texts.isHidden())
        whole = [
            AnswerLine(entry, place)
            for place, entry in enumerate(opened.entries)
            if entry.unit.kind is UnitKind.WHOLE and entry.target is shown
        ]
        asked = cards(opened, shown.id) if shown is not None else []
        if shown is not None and (whole or not opened.questions):
            flagged = {opened.entries[place].unit.id for card in asked for place in card.places}
            asked += [card for card in all_about(opened, shown.id) if card.unit not in flagged]
        self._fill(self.about_summary, opened, asked, lit, keep=not fresh)
        self.of_all.show_answers(whole, lit, keep=True)
        self.of_all.setVisible(bool(whole))
        self.of_all.fit()

    def set_lit(self, opened: Opened, lit: int | None) -> None:
        """Tint another entry; that about another summary brings it."""
        if lit is not None:
            target = opened.entries[lit].target
            if target.role not in SOURCES and target.id != self._target:
                self.show_state(opened, lit)
        for each in (self.about_sources, self.about_summary, self.of_all):
            each.set_lit(lit)

    def rests(self, lit: int | None) -> Iterable[int]:
        """Where the answers of the card stand."""
        lines = [line for each in (self.about_sources, self.about_summary) for line in each.lines]
        found = (line.card.rests for line in lines if isinstance(line, CardHead) and lit in line.card.places)
        return next(found, ())

    def _fill(self, on: AnswerList, opened: Opened, found: list[QuestionCard], lit: int | None, keep: bool) -> None:
        """The cards with what is asked of each; one that is the same is laid out already."""
        known = {line.card: line for line in on.lines if isinstance(line, CardHead)}
        lines: list[PlacedLine] = []
        for card in found:
            waiting = (place for place in card.places if opened.entries[place].open)
            head = known.get(card) or CardHead(card, None)
            head.place = next(waiting, card.places[0] if card.places else None)
            lines.append(head)
            lines += [AnswerLine(opened.entries[at], at, beside(opened, opened.entries[at])) for at in card.places]
        on.show_answers(lines, lit, keep)
        on.setVisible(bool(lines))
