"""The upper part of a card: a question, and what the texts answer; what is asked of it stands in the lines below."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from galley.gui.papers.longsumeval.question_card_data import QuestionCard
from galley.gui.review.answer_list import SIDE
from galley.gui.theme import Theme, Type
from galley.gui.theme.measure import readable
from galley.gui.widgets.paragraph import Paragraph, lay_out

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
