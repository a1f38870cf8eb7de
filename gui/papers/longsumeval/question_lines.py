"""The lines of the panel: a head for coverage and one for consistency, and each question with both answers."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter

from galley.core.judges.qa.scoring import CONSISTENCY, COVERAGE
from galley.core.text.visible import visible
from galley.gui.desk.paragraph import Paragraph, lay_out
from galley.gui.language import tr
from galley.gui.papers.longsumeval.question_board import Asked, State
from galley.gui.theme import Theme, Type
from galley.gui.widgets.badge import letter_badge_size, paint_letter_badge

_SIDE = 14.0
_HEAD = 26.0
_ABOUT = 20.0
_ROLES = {State.OPEN: "second", State.AGREED: "positive", State.DIFFERS: "accent", State.UNSURE: "warning"}
_WHY = 60
"""Characters of a reason; the whole of it is in the run."""
NO_ANSWER = tr("no answer")
SIDE_NAMES = {COVERAGE: tr("coverage"), CONSISTENCY: tr("consistency")}
SIDE_TITLES = {COVERAGE: tr("Coverage"), CONSISTENCY: tr("Consistency")}
"""The two sides of the questions: within a sentence, and as a head."""


def plain(text: str) -> str:
    """A text of a model as one line that may be drawn."""
    return " ".join(visible(text).split())


class HeadLine:
    """The title of a group with a few words at the right."""

    selectable = False

    def __init__(self, title: str, words: str) -> None:
        self.title, self.words = title, words

    @property
    def name(self) -> str:
        """What is read out."""
        return f"{self.title}, {self.words}" if self.words else self.title

    def height(self, theme: Theme, width: float) -> float:
        """See ``Line``."""
        return theme.px(_HEAD)

    def paint(self, painter: QPainter, theme: Theme, rect: QRectF) -> None:
        """See ``Line``."""
        painter.fillRect(rect, theme.color("window"))
        inner = rect.adjusted(_SIDE, 0, -_SIDE, 0)
        middle = Qt.AlignmentFlag.AlignVCenter.value
        painter.setPen(theme.color("second"))
        painter.setFont(theme.font(Type.CAPTION_NUMBER))
        painter.drawText(inner, int(middle | Qt.AlignmentFlag.AlignRight.value), self.words)
        room = inner.width() - theme.advance(Type.CAPTION_NUMBER, self.words) - 10
        painter.setFont(theme.font(Type.SPEAKER))
        title = theme.metrics(Type.SPEAKER).elidedText(self.title, Qt.TextElideMode.ElideRight, room)
        painter.drawText(inner, int(middle), title)


class QuestionLine:
    """One question: rank, kind and similarity over it, the answers under it, the verdict at the right."""

    selectable = True

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        entry = asked.entry
        other = tr("hidden until you decide") if asked.blind else _answer(entry.other, entry.verdict.reason)
        if entry.side == COVERAGE:
            answers = [(tr("Summary"), other), (tr("Source"), plain(entry.own) or tr("not given with the question"))]
        else:
            answers = [(tr("Summary"), plain(entry.own)), (tr("Source"), other)]
        self.answers = answers
        self.question = plain(entry.unit.text)
        self.about = [str(entry.rank), plain(entry.asks)]
        if asked.similarity is not None and not asked.blind:
            self.about.append(tr("similarity {value:.2f}", value=asked.similarity))
        self._laid: tuple[object, Paragraph, list[Paragraph]] | None = None

    @property
    def name(self) -> str:
        """What is read out."""
        said = "; ".join(f"{label}: {answer}" for label, answer in self.answers)
        about = f"{SIDE_NAMES[self.asked.entry.side]} {', '.join(self.about)}"
        return f"{about}: {self.question} {said}; {self.asked.words}"

    def height(self, theme: Theme, width: float) -> float:
        """See ``Line``."""
        question, answers = self._lay_out(theme, width)
        return theme.px(7.0 + _ABOUT + 2.0 + 3.0 + 8.0) + question.height + sum(answer.height for answer in answers)

    def paint(self, painter: QPainter, theme: Theme, rect: QRectF) -> None:
        """See ``Line``."""
        px, asked = theme.px, self.asked
        question, answers = self._lay_out(theme, rect.width())
        left, right, top = rect.left() + _SIDE, rect.right() - _SIDE, rect.top() + px(7.0)
        line = QRectF(left, top, right - left, px(_ABOUT))
        middle = Qt.AlignmentFlag.AlignVCenter.value
        used = theme.advance(Type.SMALL, asked.words)
        painter.setFont(theme.font(Type.SMALL))
        painter.setPen(theme.color(_ROLES[asked.state] if asked.scored else "warning"))
        painter.drawText(line, int(middle | Qt.AlignmentFlag.AlignRight.value), asked.words)
        if asked.entry.fault and not asked.blind:
            size = letter_badge_size(theme)
            badge = QRectF(
                right - used - px(6.0) - size.width(),
                line.center().y() - size.height() / 2,
                size.width(),
                size.height(),
            )
            paint_letter_badge(painter, theme, badge, asked.criterion.letter, asked.criterion.colour)
            used += size.width() + px(6.0)
        about = theme.metrics(Type.CAPTION_NUMBER).elidedText(
            " · ".join(self.about), Qt.TextElideMode.ElideRight, line.width() - used - px(8.0)
        )
        painter.setFont(theme.font(Type.CAPTION_NUMBER))
        painter.setPen(theme.color("second"))
        painter.drawText(line, int(middle), about)
        y = top + px(_ABOUT + 2.0)
        painter.setPen(theme.color("text"))
        question.layout.draw(painter, QPointF(left, y))
        y += question.height + px(3.0)
        indent = _indent(theme)
        for (label, words), answer in zip(self.answers, answers, strict=True):
            first = answer.height / max(1, answer.layout.lineCount())
            painter.setFont(theme.font(Type.CAPTION))
            painter.setPen(theme.color("second"))
            painter.drawText(QRectF(left, y, indent, first), int(middle), label)
            painter.setPen(theme.color("second" if words == NO_ANSWER else "text"))
            answer.layout.draw(painter, QPointF(left + indent, y))
            y += answer.height

    def _lay_out(self, theme: Theme, width: float) -> tuple[Paragraph, list[Paragraph]]:
        key = (width, theme.scale)
        if self._laid is None or self._laid[0] != key:
            room = width - 2 * _SIDE
            answers = [lay_out(theme, Type.SMALL, words, room - _indent(theme)) for _, words in self.answers]
            self._laid = (key, lay_out(theme, Type.BODY_MEDIUM, self.question, room), answers)
        return self._laid[1], self._laid[2]


def _indent(theme: Theme) -> float:
    return max(theme.advance(Type.CAPTION, label) for label in (tr("Summary"), tr("Source"))) + theme.px(10.0)


def _answer(text: str | None, reason: str) -> str:
    if text is None:
        why = plain(reason)
        short = why if len(why) <= _WHY else why[: _WHY - 1] + "…"
        return tr("unscored: {why}", why=short) if why else tr("unscored")
    return plain(text) or NO_ANSWER
