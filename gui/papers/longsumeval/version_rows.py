"""The lines of a version: sentences before and after beside each other, what it was written after, what stands.

What went is struck through, what came underlined and bold, so that nothing rests on a colour.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QPainter, QTextCharFormat, QTextLayout

from galley.core.judges.qa.difference import SentenceFate, Stretch
from galley.core.text.visible import LINE
from galley.gui.review.answer_list import SIDE, plain
from galley.gui.text_panes.answer_margin import MarginAnswer, answer_room, paint_answer
from galley.gui.text_panes.item import FlagEntry
from galley.gui.theme import Theme, Type
from galley.gui.theme.measure import readable
from galley.gui.translation import tr
from galley.gui.widgets.paragraph import Paragraph, lay_out

_PAD, _GAP = 7.0, 20.0
_NAMES = {
    SentenceFate.REWORDED: tr("~ reworded"),
    SentenceFate.ADDED: tr("+ added"),
    SentenceFate.REMOVED: tr("− dropped"),
    SentenceFate.KEPT: "",
}


class VersionRow:
    """``columns`` stand beside each other under ``caption``; with an entry the row is one that is decided."""

    def __init__(
        self,
        columns: Sequence[Sequence[Stretch]],
        caption: str = "",
        entry: FlagEntry | None = None,
        place: int | None = None,
        quiet: bool = False,
    ) -> None:
        self.columns = [[_clean(stretch) for stretch in column] for column in columns]
        self.caption, self.place, self.selectable = caption, place, place is not None
        self._answer = MarginAnswer(entry.words, entry.state) if entry is not None else None
        self._role = "second" if quiet else "text"
        self._laid: tuple[object, list[Paragraph]] | None = None

    @property
    def name(self) -> str:
        """What is read out: a change in words, since a strike cannot be counted."""
        texts = ["".join(stretch.text for stretch in column).replace(LINE, " ").strip() for column in self.columns]
        head = ", ".join(filter(None, (self.caption, self._answer.words if self._answer is not None else "")))
        if len(texts) < 2 or not all(texts) or self._answer is None:
            spoken_text = next(filter(None, reversed(texts)), "")
        else:
            spoken_text = tr("{after} Before: {before}", after=texts[1], before=texts[0])
        return f"{head}: {spoken_text}" if head else spoken_text

    def height(self, theme: Theme, width: float) -> float:
        """See ``Line``."""
        head = theme.px(18.0) if self.caption or self._answer is not None else 0.0
        return 2 * theme.px(_PAD) + head + max(laid.height for laid in self._lay_out(theme, width))

    def paint(self, painter: QPainter, theme: Theme, rect: QRectF) -> None:
        """See ``Line``."""
        px, top = theme.px, rect.top() + theme.px(_PAD)
        if self.caption or self._answer is not None:
            painter.setFont(theme.font(Type.CAPTION))
            painter.setPen(theme.color("second"))
            painter.drawText(QPointF(rect.left() + SIDE, top + px(12.0)), self.caption)
            if self._answer is not None:
                room = answer_room(theme, self._answer.words)
                paint_answer(painter, theme, self._answer, rect.right(), top + px(12.0), False, room)
            top += px(18.0)
        painter.setPen(theme.color(self._role))
        left = rect.left() + SIDE
        for laid in self._lay_out(theme, rect.width()):
            laid.layout.draw(painter, QPointF(left, top))
            left += self._room(theme, rect.width()) + px(_GAP)

    def _room(self, theme: Theme, width: float) -> float:
        count = len(self.columns)
        return (width - 2 * SIDE - (count - 1) * theme.px(_GAP)) / count

    def _lay_out(self, theme: Theme, width: float) -> list[Paragraph]:
        key = (width, theme.scale, theme.dark)
        if self._laid is None or self._laid[0] != key:
            room = readable(theme, Type.READING_SMALL, self._room(theme, width))
            laid = [
                lay_out(theme, Type.READING_SMALL, "".join(s.text for s in column), room, formats(theme, column))
                for column in self.columns
            ]
            self._laid = (key, laid)
        return self._laid[1]


class VersionHead:
    """The title of a part, with a few words at the right."""

    selectable, place = False, None

    def __init__(self, title: str, words: str = "", second: str = "") -> None:
        """``second`` is the title of a second column."""
        self.title, self.words, self.second = title, words, second

    @property
    def name(self) -> str:
        """What is read out."""
        return ", ".join(filter(None, (self.title, self.second, self.words)))

    def height(self, theme: Theme, width: float) -> float:
        """See ``Line``."""
        return theme.px(26.0)

    def paint(self, painter: QPainter, theme: Theme, rect: QRectF) -> None:
        """See ``Line``."""
        painter.fillRect(rect, theme.color("window"))
        inner, middle = rect.adjusted(SIDE, 0, -SIDE, 0), Qt.AlignmentFlag.AlignVCenter.value
        painter.setPen(theme.color("second"))
        painter.setFont(theme.font(Type.CAPTION_NUMBER))
        painter.drawText(inner, int(middle | Qt.AlignmentFlag.AlignRight.value), self.words)
        painter.setFont(theme.font(Type.SPEAKER))
        half = (inner.width() - theme.px(_GAP)) / 2
        room = half if self.second else inner.width() - theme.advance(Type.CAPTION_NUMBER, self.words) - 10
        for text, left in ((self.title, 0.0), (self.second, half + theme.px(_GAP))):
            elided_text = theme.metrics(Type.SPEAKER).elidedText(text, Qt.TextElideMode.ElideRight, room)
            painter.drawText(inner.adjusted(left, 0, 0, 0), int(middle), elided_text)


def change(
    old: str, new: str, stretches: Sequence[Stretch], kind: SentenceFate, entry: FlagEntry | None, place: int | None
) -> VersionRow:
    """A sentence before and after; ``stretches`` are both wordings as one text."""
    if kind is SentenceFate.KEPT:
        return VersionRow([[Stretch(kind, old)], [Stretch(kind, new)]], quiet=True)
    before = [s for s in stretches if s.kind is not SentenceFate.ADDED]
    after = [s for s in stretches if s.kind is not SentenceFate.REMOVED]
    return VersionRow([before, after], _NAMES[kind], entry, place)


def formats(theme: Theme, stretches: Sequence[Stretch]) -> list[QTextLayout.FormatRange]:
    """How what came and what went is drawn; places count UTF-16 units."""
    format_ranges, at = [], 0
    for kind, text in stretches:
        length = len(text.encode("utf-16-le", "surrogatepass")) // 2
        if kind in (SentenceFate.ADDED, SentenceFate.REMOVED):
            dress = QTextCharFormat()
            if kind is SentenceFate.ADDED:
                dress.setFontUnderline(True)
                dress.setFontWeight(QFont.Weight.Bold)
                dress.setForeground(theme.color("positive"))
            else:
                dress.setFontStrikeOut(True)
                dress.setForeground(theme.color("negative"))
            blank = 1 if text[:1] == " " else 0  # a line under a blank looks like a word
            part = QTextLayout.FormatRange()
            part.start, part.length, part.format = at + blank, length - blank, dress
            format_ranges.append(part)
        at += length
    return format_ranges


def _clean(stretch: Stretch) -> Stretch:
    """A stretch on one line as it may be drawn, with the blank before it."""
    if stretch.text.startswith(LINE):
        return stretch
    return Stretch(stretch.kind, (" " if stretch.text[:1] == " " else "") + plain(stretch.text))
