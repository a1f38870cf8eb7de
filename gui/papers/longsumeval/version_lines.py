"""The lines of the panel: sentences with what came and went, feedback, and the text as accepted.

What went is struck through, what came underlined and bold, so that nothing rests on a colour.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QPainter, QTextCharFormat, QTextLayout

from galley.core.domain import Criterion
from galley.core.judges.qa.difference import Kind, Stretch
from galley.core.text.visible import LINE, visible
from galley.gui.desk.paragraph import Paragraph, lay_out
from galley.gui.language import tr
from galley.gui.papers.longsumeval.version_board import Feedback, Sentence, State
from galley.gui.theme import Theme, Type
from galley.gui.widgets.badge import letter_badge_size, paint_letter_badge

_SIDE = 14.0
_ABOUT = 21.0
_NAMES = {Kind.REWORDED: tr("worded anew"), Kind.ADDED: tr("added"), Kind.REMOVED: tr("dropped")}
_SIGNS = {Kind.REWORDED: "~", Kind.ADDED: "+", Kind.REMOVED: "−"}
_CHANGE = {
    State.OPEN: tr("open"),
    State.TAKEN: tr("✓ accepted"),
    State.REJECTED: tr("✗ rejected"),
    State.UNSURE: tr("? unsure"),
}
_FEEDBACK = {
    State.OPEN: "",
    State.TAKEN: tr("✓ right"),
    State.REJECTED: tr("✗ crossed out"),
    State.UNSURE: tr("? unsure"),
}
_ROLES = {State.OPEN: "second", State.TAKEN: "positive", State.REJECTED: "accent", State.UNSURE: "warning"}


class _TextLine:
    """A text of stretches, with a line over it that names what it is and where it stands."""

    style = Type.READING_SMALL

    def __init__(self, stretches: Sequence[Stretch], about: str = "", words: str = "", role: str = "second") -> None:
        self.stretches = [s if s.text.startswith(LINE) else _clean(s) for s in stretches]
        self.about, self.words, self.role = about, words, role
        self.marked: Sequence[Criterion] = ()
        self._laid: tuple[object, Paragraph] | None = None

    def height(self, theme: Theme, width: float) -> float:
        """See ``Line``."""
        head = theme.px(_ABOUT) if self._headed else 0.0
        return theme.px(12.0) + head + self._lay_out(theme, width).height

    def paint(self, painter: QPainter, theme: Theme, rect: QRectF) -> None:
        """See ``Line``."""
        px = theme.px
        inner = rect.adjusted(_SIDE, px(6.0), -_SIDE, 0)
        y = inner.top()
        if self._headed:
            line = QRectF(inner.left(), y, inner.width(), px(_ABOUT))
            middle = Qt.AlignmentFlag.AlignVCenter.value
            painter.setFont(theme.font(Type.SMALL))
            painter.setPen(theme.color(self.role))
            painter.drawText(line, int(middle | Qt.AlignmentFlag.AlignRight.value), self.words)
            painter.setFont(theme.font(Type.CAPTION))
            painter.setPen(theme.color("second"))
            painter.drawText(line, int(middle), self.about)
            x = line.left() + (theme.advance(Type.CAPTION, self.about) + px(8.0) if self.about else 0.0)
            size = letter_badge_size(theme)
            for criterion in self.marked:
                badge = QRectF(x, line.center().y() - size.height() / 2, size.width(), size.height())
                paint_letter_badge(painter, theme, badge, criterion.letter, criterion.colour)
                x += size.width() + px(4.0)
            y += px(_ABOUT)
        painter.setPen(theme.color("text"))
        self._lay_out(theme, rect.width()).layout.draw(painter, QPointF(inner.left(), y))

    @property
    def _headed(self) -> bool:
        return bool(self.about or self.words or self.marked)

    def _lay_out(self, theme: Theme, width: float) -> Paragraph:
        key = (width, theme.scale, theme.dark)
        if self._laid is None or self._laid[0] != key:
            text = "".join(s.text for s in self.stretches)
            formats = _formats(theme, self.stretches)
            self._laid = (key, lay_out(theme, self.style, text, width - 2 * _SIDE, formats))
        return self._laid[1]


class SentenceLine(_TextLine):
    """A sentence that stayed, or a change with its state."""

    selectable = True

    def __init__(self, sentence: Sentence) -> None:
        self.sentence = sentence
        kind = sentence.kind
        changed = kind is not Kind.KEPT
        super().__init__(
            sentence.stretches,
            f"{_SIGNS[kind]} {_NAMES[kind]}" if changed else "",
            _CHANGE[sentence.state] if sentence.cell is not None else "",
            _ROLES[sentence.state],
        )
        self.marked = sentence.marked

    @property
    def name(self) -> str:
        """What is read out: a change in words, since a strike cannot be heard."""
        kind = self.sentence.kind
        what = tr("kept") if kind is Kind.KEPT else f"{_NAMES[kind]}, {self.words}"
        if self.marked:
            what = tr("{what}, flagged {names}", what=what, names=", ".join(c.name for c in self.marked))
        if kind is not Kind.REWORDED:
            return f"{what}: {self.stretches[0].text}"
        before = "".join(s.text for s in self.stretches if s.kind is not Kind.ADDED).strip()
        after = "".join(s.text for s in self.stretches if s.kind is not Kind.REMOVED).strip()
        return tr("{what}: {after} Before: {before}", what=what, after=after, before=before)


class FeedbackLine(_TextLine):
    """A fault that the version was to mend; struck through once it is crossed out."""

    style = Type.SMALL

    def __init__(self, feedback: Feedback) -> None:
        self.feedback = feedback
        self.selectable = feedback.flag is not None
        gone = Kind.REMOVED if feedback.state is State.REJECTED else Kind.KEPT
        none = tr("no answer")
        answers = tr(
            "Summary: {summary} · Source: {source}",
            summary=feedback.summary or none,
            source=feedback.document or none,
        )
        words = _FEEDBACK[feedback.state] if feedback.flag is not None else tr("no verdict left")
        super().__init__(
            [Stretch(gone, feedback.question), Stretch(Kind.KEPT, LINE + _clean(Stretch(Kind.KEPT, answers)).text)],
            "",
            words,
            _ROLES[feedback.state],
        )

    @property
    def name(self) -> str:
        """What is read out."""
        said = "".join(s.text for s in self.stretches).replace(LINE, " ")
        return (
            tr("feedback, {state}: {said}", state=self.words, said=said)
            if self.words
            else tr("feedback: {said}", said=said)
        )


class ProseLine(_TextLine):
    """A text that cannot be chosen."""

    selectable = False

    def __init__(self, text: str, about: str = "") -> None:
        super().__init__([Stretch(Kind.KEPT, text)], about)

    @property
    def name(self) -> str:
        """What is read out."""
        return self.stretches[0].text


def _clean(stretch: Stretch) -> Stretch:
    """A stretch on one line as it may be drawn, with the blank before it."""
    text = " ".join(visible(stretch.text).split())
    return Stretch(stretch.kind, f" {text}" if stretch.text[:1] == " " else text)


def _formats(theme: Theme, stretches: Sequence[Stretch]) -> list[QTextLayout.FormatRange]:
    found, at = [], 0
    for kind, text in stretches:
        length = len(text.encode("utf-16-le", "surrogatepass")) // 2
        if kind in (Kind.ADDED, Kind.REMOVED):
            dress = QTextCharFormat()
            if kind is Kind.ADDED:
                dress.setFontUnderline(True)
                dress.setFontWeight(QFont.Weight.DemiBold)
                dress.setForeground(theme.color("positive"))
            else:
                dress.setFontStrikeOut(True)
                dress.setForeground(theme.color("negative"))
            blank = 1 if text[:1] == " " else 0  # a line under a blank looks like a word
            part = QTextLayout.FormatRange()
            part.start, part.length, part.format = at + blank, length - blank, dress
            found.append(part)
        at += length
    return found
