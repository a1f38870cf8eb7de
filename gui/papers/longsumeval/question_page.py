"""Questions as cards: those about the sources under these, and what is asked about a summary under it.

The upper part of a card has a question, and what the texts answer; what is asked of it stands in the lines below.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QVBoxLayout, QWidget

from galley.core.domain import Document, Role, UnitKind
from galley.gui import labels
from galley.gui.papers.longsumeval.question_card_data import QuestionCard, all_cards, cards, judge_note, title_of
from galley.gui.review.answer_list import SIDE, AnswerLine, AnswerList, PlacedLine
from galley.gui.review.task_view_page import SurfacePage, row
from galley.gui.text_panes import flag_marks
from galley.gui.text_panes.item import SOURCES, ReviewItem
from galley.gui.theme import Theme, Type
from galley.gui.theme.measure import readable
from galley.gui.translation import tr
from galley.gui.widgets.hairline import Hairline
from galley.gui.widgets.paragraph import Paragraph, lay_out


class QuestionPage(SurfacePage):
    """``about_sources`` and ``about_summary`` are the lists of cards; ``of_all_sources`` and ``of_all`` are what is
    asked of all questions of a list together, in sight whatever of them is read."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.summary = self.pane(labels.TITLES[Role.SUMMARY])
        self.about_sources = self.answers(tr("Questions about the sources"))
        self.about_summary = self.answers(tr("Questions about this summary"))
        self.of_all_sources, self.of_all = (
            self.answers(tr("Asked about all of these questions")) for _ in range(2)
        )
        source_side = _stack(theme, self.about_sources, self.of_all_sources)
        summary_side = _stack(theme, self.about_summary, self.of_all)
        self.left = row((self.texts, source_side), Qt.Orientation.Vertical)
        self.right = row((self.summary, summary_side), Qt.Orientation.Vertical)
        self._source_side = source_side
        for side in (self.left, self.right):
            side.setSizes([1000, 1400])
        both = row((self.left, self.right))
        both.setSizes([1000, 1000])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(both)
        self._target = 0

    def show_item(self, review_item: ReviewItem) -> None:
        """Another item."""
        super().show_item(review_item)
        self._target = 0

    def turn_to(self, review_item: ReviewItem, target: int) -> None:
        """A summary of which nobody flagged a question: all of them are read."""
        self._show(review_item, None, review_item.view.document(target))

    def show_state(self, review_item: ReviewItem, active: int | None) -> None:
        """Show what is answered now; texts that stand there stay."""
        self._show(review_item, active, review_item.entries[active].target if active is not None else None)

    def _show(self, review_item: ReviewItem, active: int | None, own_document: Document | None) -> None:
        targets = {e.target.id: e.target for e in review_item.entries}
        if not review_item.questions:  # finishing says of the questions that nobody flagged that they are no fault
            targets |= {t.target: t.document for t in review_item.tabs if t.target and t.document is not None}
        summaries = [document for document in targets.values() if document.role not in SOURCES]
        summary = (
            own_document if own_document in summaries else next((d for d in summaries if d.id == self._target), None)
        )
        summary = summary or next(iter(summaries), None)
        fresh, self._target = summary is None or summary.id != self._target, summary.id if summary is not None else 0
        self.right.setVisible(summary is not None)
        if summary is not None and fresh:
            self.fill(self.summary, title_of(review_item, summary), [summary])
            if len(summaries) > 1:
                number = summaries.index(summary) + 1
                place = tr("{number} of {of}", number=number, of=len(summaries))
                self.summary.set_summary(f"{flag_marks.count_words(self.summary.units)}, {place}")
        whole_lines = [
            AnswerLine(entry, place)
            for place, entry in enumerate(review_item.entries)
            if entry.criterion.unit is UnitKind.WHOLE
        ]
        sources = {line.entry.target.id for line in whole_lines if line.entry.target.role in SOURCES}
        about = [
            card for target in targets.values() if target.role in SOURCES for card in cards(review_item, target.id)
        ]
        cards_about = {card.unit for card in about}
        about += [card for source in sources for card in all_cards(review_item, source) if card.unit not in cards_about]
        self._fill(self.about_sources, review_item, about, active, keep=True)
        _show_whole(self.of_all_sources, [line for line in whole_lines if line.entry.target.id in sources], active)
        self._source_side.setVisible(bool(about or sources))
        self.left.setVisible(bool(about or sources) or not self.texts.isHidden())
        whole = [line for line in whole_lines if line.entry.target is summary]
        question_cards = cards(review_item, summary.id) if summary is not None else []
        if summary is not None and (whole or not review_item.questions):
            flagged = {review_item.entries[place].unit.id for card in question_cards for place in card.places}
            question_cards += [card for card in all_cards(review_item, summary.id) if card.unit not in flagged]
        self._fill(self.about_summary, review_item, question_cards, active, keep=not fresh)
        _show_whole(self.of_all, whole, active)

    def set_active(self, review_item: ReviewItem, active: int | None) -> None:
        """Tint another entry; that about another summary brings it."""
        if active is not None:
            target = review_item.entries[active].target
            if target.role not in SOURCES and target.id != self._target:
                self.show_state(review_item, active)
        for answer_list in (self.about_sources, self.of_all_sources, self.about_summary, self.of_all):
            answer_list.set_active(active)

    def rests(self, active: int | None) -> Iterable[int]:
        """Where the answers of the card stand."""
        lines = [line for answer_list in (self.about_sources, self.about_summary) for line in answer_list.lines]
        card_rests = (line.card.rests for line in lines if isinstance(line, CardHead) and active in line.card.places)
        return next(card_rests, ())

    def _fill(
        self,
        on: AnswerList,
        review_item: ReviewItem,
        question_cards: list[QuestionCard],
        active: int | None,
        keep: bool,
    ) -> None:
        """The cards with what is asked of each; one that is the same is laid out already."""
        heads = {line.card: line for line in on.lines if isinstance(line, CardHead)}
        lines: list[PlacedLine] = []
        for card in question_cards:
            waiting = (place for place in card.places if review_item.entries[place].open)
            head = heads.get(card) or CardHead(card, None)
            head.place = next(waiting, card.places[0] if card.places else None)
            lines.append(head)
            lines += [
                AnswerLine(review_item.entries[at], at, judge_note(review_item, review_item.entries[at]))
                for at in card.places
            ]
        on.show_answers(lines, active, keep)
        on.setVisible(bool(lines))


def _stack(theme: Theme, cards_list: AnswerList, of_all: AnswerList) -> QWidget:
    """A list of cards over what is asked of all of them together."""
    side = QWidget()
    column = QVBoxLayout(side)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    column.addWidget(cards_list, 1)
    column.addWidget(Hairline(theme))
    column.addWidget(of_all)
    return side


def _show_whole(of_all: AnswerList, lines: Sequence[PlacedLine], active: int | None) -> None:
    """Show what is asked of all questions of a list, in as much room as it takes."""
    of_all.show_answers(lines, active, keep=True)
    of_all.setVisible(bool(lines))
    of_all.fit()


_PAD, _GAP = 8.0, 3.0


class CardHead:
    """``place`` is that of the entry that a click lights: the first that is open, else the first; a click on a card
    that is only read looks at its ``unit``."""

    selectable = False

    def __init__(self, card: QuestionCard, place: int | None) -> None:
        self.card, self.place, self.unit = card, place, card.unit
        self._laid: tuple[object, list[tuple[Paragraph, str, float, float]], float] | None = None

    @property
    def name(self) -> str:
        """What is read out."""
        answers_text = "; ".join(f"{owner}: {words}" for owner, words, _ in self.card.answers)
        return f"{self.card.title}: {self.card.question} {answers_text}"

    def height(self, theme: Theme, width: float) -> float:
        """See ``Line``."""
        return self._lay_out(theme, width)[1]

    def paint(self, painter: QPainter, theme: Theme, rect: QRectF) -> None:
        """See ``Line``."""
        painter.fillRect(QRectF(rect.left(), rect.top(), rect.width(), 1), theme.color("hairline"))
        for laid, role, x, y in self._lay_out(theme, rect.width())[0]:
            painter.setPen(theme.color(role))
            laid.layout.draw(painter, QPointF(rect.left() + x, rect.top() + y))

    def _lay_out(self, theme: Theme, width: float) -> tuple[list[tuple[Paragraph, str, float, float]], float]:
        """Each text with its role and place, and the height of all."""
        key = width, theme.scale
        if self._laid is not None and self._laid[0] == key:
            return self._laid[1:]
        px, card = theme.px, self.card
        paragraphs: list[tuple[Paragraph, str, float, float]] = []
        top = px(_PAD)
        for style, words, role in ((Type.CAPTION, card.title, "second"), (Type.BODY_MEDIUM, card.question, "text")):
            paragraphs.append((lay_out(theme, style, words, readable(theme, style, width - 2 * SIDE)), role, SIDE, top))
            top += paragraphs[-1][0].height + px(_GAP)
        widest = max((theme.advance(Type.SMALL_STRONG, owner) for owner, _, _ in card.answers), default=0.0)
        indent = min(widest + px(10.0), width * 0.4)
        for owner, words, is_asked in card.answers:
            style = Type.SMALL_STRONG if is_asked else Type.SMALL
            label = lay_out(theme, style, owner, indent - px(6.0))
            answer = lay_out(theme, style, words, readable(theme, style, width - 2 * SIDE - indent))
            paragraphs += [(label, "second", SIDE, top), (answer, "text", SIDE + indent, top)]
            top += max(label.height, answer.height)
        self._laid = key, paragraphs, top + px(_GAP)
        return self._laid[1:]
