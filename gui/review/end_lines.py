"""The lines of the page at the end of an item: a head for each summary, and each sentence that nobody flagged beside
the passage that comes nearest to it.

Where a task's questions were answered and no silence covers anything, the lines list what was left unsure or unread.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QTextCharFormat, QTextLayout

from galley.core.domain import Document, Span, Unit, UnitKind
from galley.core.review.items import FlagState
from galley.core.text.clarified import as_read
from galley.core.text.visible import make_visible
from galley.gui import labels
from galley.gui.review import unread_text
from galley.gui.review.answer_list import AnswerLine
from galley.gui.text_panes.flag_marks import count_words
from galley.gui.text_panes.item import SOURCES, FlagEntry, ReviewItem
from galley.gui.text_panes.offsets import Offsets
from galley.gui.theme import Theme, Type
from galley.gui.theme.contrast import mix
from galley.gui.theme.measure import widest_line
from galley.gui.translation import tr, tr_n
from galley.gui.widgets.paragraph import Paragraph, lay_out

if TYPE_CHECKING:  # linking takes long to load, so no start does
    from galley.core.text.passages import Nearest

_SIDE = 14.0
_HEAD = 44.0
_NUMBER = 26.0
_PAD = 7.0
_PLACE = 108.0
_FIGURE = 58.0
_GAP = 16.0
_PEACH = 0.2
_SHARE = 0.46
"""Of the width that is left for texts, what the sentence has; the passage has the rest."""
_LINE = 20.0
_NARROWEST = 240.0
"""Where a passage beside its sentence would have less room, it stands below."""


@dataclass(frozen=True, slots=True)
class NearestPassage:
    """A source unit that comes nearest to a sentence."""

    unit: Unit
    home: Document
    near: Nearest


class TargetHead:
    """The document that the lines under it are about, what there is to say of it, and whether it was read. With
    ``found`` the last column is named, which says how many words of a sentence were found."""

    selectable = False

    def __init__(self, title: str, words: str, read: bool, has_figures: bool = False) -> None:
        self.title, self.words, self.read, self._has_figures = title, words, read, has_figures

    @property
    def name(self) -> str:
        """What is read out."""
        return ", ".join(filter(None, (self.title, self.words, "" if self.read else tr("not read"))))

    def height(self, theme: Theme, width: float) -> float:
        """See ``Line``."""
        return theme.px(_HEAD)

    def paint(self, painter: QPainter, theme: Theme, rect: QRectF) -> None:
        """See ``Line``."""
        px, base = theme.px, rect.bottom() - theme.px(10.0)
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), theme.color("hairline"))
        left_x, right = rect.left() + _SIDE, rect.left() + _right(theme, rect.width())
        words = tr("words found") if self._has_figures else ""
        for text, style, role, place in (
            (self.title, Type.BODY_STRONG, "text", left_x),
            (self.words, Type.SMALL, "second", 0.0),
            (words, Type.SMALL, "second", right - theme.advance(Type.SMALL, words)),
        ):
            left_x = place or left_x
            painter.setFont(theme.font(style))
            painter.setPen(theme.color(role))
            painter.drawText(QPointF(left_x, base), text)
            left_x += theme.advance(style, text) + px(10.0)
            if place == 0.0 and not self.read:
                _badge(painter, theme, QPointF(left_x, base), tr("not read"))


class SentenceLine:
    """A sentence that nobody flagged; words that no source has are strong on a tint, and those of the passage that it
    shares are underlined."""

    selectable = True

    def __init__(
        self, unit: Unit, passage: NearestPassage | None, missing: Sequence[Span], words: int, read: bool
    ) -> None:
        self.unit, self.passage, self.read = unit, passage, read
        self._words, self._missing = words, missing
        self._number = str(unit.number)
        self._laid: tuple[object, Paragraph, Paragraph] | None = None

    @property
    def name(self) -> str:
        """What is read out."""
        sentence = f"{self._number}: {' '.join(make_visible(as_read(self.unit)).split())}"
        if self.passage is None:
            return sentence
        return f"{sentence}; {self._place}: {_flatten(self.passage.unit.text)}; {self._figure}"

    @property
    def _place(self) -> str:
        if self.passage is None:
            return tr("nothing near it") if self._words else ""
        unit, home = self.passage.unit, self.passage.home
        speaker = " ".join(make_visible(unit.speaker).split())
        return f"{labels.place_label(unit, home)}, {speaker}" if speaker else labels.place_label(unit, home)

    @property
    def _figure(self) -> str:
        if not self._words:
            return ""
        found_count = self.passage.near.found_words if self.passage is not None else 0
        return tr("{found} of {n}", found=found_count, n=self._words)

    def height(self, theme: Theme, width: float) -> float:
        """See ``Line``."""
        sentence, passage = self._lay_out(theme, width)
        if _is_stacked(theme, width):
            return sentence.height + theme.px(_LINE) + passage.height + 2 * theme.px(_PAD)
        return max(sentence.height, passage.height) + 2 * theme.px(_PAD)

    def paint(self, painter: QPainter, theme: Theme, rect: QRectF) -> None:
        """See ``Line``."""
        px = theme.px
        sentence, passage = self._lay_out(theme, rect.width())
        top, left_x = rect.top() + px(_PAD), rect.left() + _SIDE
        base = top + px(15.0)
        painter.setFont(theme.font(Type.CAPTION_NUMBER))
        painter.setPen(theme.color("second"))
        painter.drawText(QPointF(left_x, base), self._number)
        left_x += px(_NUMBER)
        ink = theme.color("text" if self.read else "second")
        painter.setPen(ink)
        sentence.layout.draw(painter, QPointF(left_x, top))
        right = rect.left() + _right(theme, rect.width())
        is_stacked = _is_stacked(theme, rect.width())
        passage_x = left_x
        if is_stacked:
            top += sentence.height + px(_LINE)
            place_base, place_room = top - px(5.0), right - left_x
        else:
            left_x += _sentence_width(theme, rect.width()) + px(_GAP)
            place_base, place_room = base, px(_PLACE)
            passage_x = left_x + px(_PLACE) + px(_GAP)
        painter.setFont(theme.font(Type.SMALL))
        painter.setPen(theme.color("second"))
        place = theme.metrics(Type.SMALL).elidedText(self._place, Qt.TextElideMode.ElideRight, place_room)
        painter.drawText(QPointF(left_x, place_base), place)
        painter.drawText(QPointF(right - theme.advance(Type.SMALL, self._figure), base), self._figure)
        painter.setPen(ink)
        passage.layout.draw(painter, QPointF(passage_x, top))

    def _lay_out(self, theme: Theme, width: float) -> tuple[Paragraph, Paragraph]:
        """The sentence and the whole passage."""
        key = (theme.scale, theme.mode, width)
        if self._laid is None or self._laid[0] != key:
            strong, shared = QTextCharFormat(), QTextCharFormat()
            strong.setFontWeight(QFont.Weight.Bold)
            strong.setBackground(QColor(mix(theme.roles.panel, theme.roles.warning, _PEACH)))
            shared.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
            shared.setUnderlineColor(theme.color("evidence_edge"))
            text, passage = make_visible(as_read(self.unit)), self.passage
            passage_text = _flatten(passage.unit.text) if passage is not None else ""
            spans = passage.near.spans if passage is not None else ()
            sentence_width, passage_width = _sentence_width(theme, width), _passage_width(theme, width)
            self._laid = (
                key,
                lay_out(theme, Type.READING_SMALL, text, sentence_width, _format_spans(text, self._missing, strong)),
                lay_out(
                    theme, Type.READING_SMALL, passage_text, passage_width, _format_spans(passage_text, spans, shared)
                ),
            )
        return self._laid[1], self._laid[2]


def lines_of(
    title: str,
    units: Sequence[Unit],
    flagged: Iterable[int],
    near: Sequence[Nearest] | None,
    sources: Sequence[tuple[Unit, Document]],
    read: bool,
) -> list[TargetHead | SentenceLine]:
    """The lines about the units of one summary, or that are asked about it, without those (row ids) that are
    ``flagged``; ``near`` are the nearest places of all of them among ``sources``, None while nobody knows."""
    flagged_units = set(flagged)
    sentence_lines: list[SentenceLine] = []
    for at, unit in enumerate(units):
        if unit.id in flagged_units:
            continue
        if near is None:
            sentence_lines.append(SentenceLine(unit, None, (), 0, read))
            continue
        nearest = near[at]
        passage = NearestPassage(*sources[nearest.source], nearest) if nearest.source is not None else None
        sentence_lines.append(SentenceLine(unit, passage, nearest.missing, nearest.words, read))
    words = tr("{units}, {shown:,} without a flag", units=count_words(units), shown=len(sentence_lines))
    return [TargetHead(title, words, read, has_figures=near is not None), *sentence_lines]


def _is_stacked(theme: Theme, width: float) -> bool:
    """Whether there is no room for a passage beside its sentence."""
    return _text_room(theme, width) * (1 - _SHARE) < theme.px(_NARROWEST)


def _text_room(theme: Theme, width: float) -> float:
    """What sentence and passage have beside each other."""
    return width - 2 * _SIDE - theme.px(_NUMBER + _PLACE + _FIGURE + 2 * _GAP)


def _sentence_width(theme: Theme, width: float) -> float:
    share = _text_room(theme, width) * _SHARE
    if _is_stacked(theme, width):
        share = width - 2 * _SIDE - theme.px(_NUMBER + _FIGURE)
    return min(widest_line(theme, Type.READING_SMALL), max(theme.px(120.0), share))


def _passage_width(theme: Theme, width: float) -> float:
    if _is_stacked(theme, width):
        return _sentence_width(theme, width)
    return min(widest_line(theme, Type.READING_SMALL), _text_room(theme, width) - _sentence_width(theme, width))


def _right(theme: Theme, width: float) -> float:
    """Where the line ends: the passage is no wider than a line of text may be, either."""
    if _is_stacked(theme, width):
        return width - _SIDE
    texts = _sentence_width(theme, width) + widest_line(theme, Type.READING_SMALL)
    return min(width - _SIDE, _SIDE + theme.px(_NUMBER + _PLACE + _FIGURE + 2 * _GAP) + texts)


def _flatten(text: str) -> str:
    """A passage as one paragraph; places in it stay."""
    return "".join(" " if c.isspace() else c for c in make_visible(text))


def _format_spans(text: str, spans: Sequence[Span], style: QTextCharFormat) -> list[QTextLayout.FormatRange]:
    """These places of a text (code points) in ``style``."""
    offsets = Offsets(text)
    formats = []
    for start, end in spans:
        part = QTextLayout.FormatRange()
        part.start = offsets.to_units(start)
        part.length = offsets.to_units(end) - part.start
        part.format = style
        formats.append(part)
    return formats


def _badge(painter: QPainter, theme: Theme, at: QPointF, words: str) -> None:
    px = theme.px
    rect = QRectF(at.x(), at.y() - px(12.0), theme.advance(Type.SPEAKER, words) + px(14.0), px(17.0))
    painter.setPen(QPen(theme.color("warning"), 1.25, Qt.PenStyle.DashLine))
    painter.drawRoundedRect(rect.adjusted(0.75, 0.75, -0.75, -0.75), px(4.0), px(4.0))
    painter.setFont(theme.font(Type.SPEAKER))
    painter.drawText(rect, int(Qt.AlignmentFlag.AlignCenter), words)


def build_answer_lines(review_item: ReviewItem, read: Collection[int]) -> list[TargetHead | AnswerLine]:
    """A head for each document that is asked about, with what was left unsure of it, and for each source that was not
    read. Where texts are compared no head says whose they are."""
    lines: list[TargetHead | AnswerLine] = []
    if review_item.asked_cells.compares:
        lines += _unsure(enumerate(review_item.entries))
    titles = {tab.target: tab.title for tab in review_item.tabs if tab.target}
    for target in (
        () if review_item.asked_cells.compares else dict.fromkeys(entry.target.id for entry in review_item.entries)
    ):
        target_entries = [
            (place, entry) for place, entry in enumerate(review_item.entries) if entry.target.id == target
        ]
        title = titles.get(target) or labels.TITLES[target_entries[0][1].target.role]
        words = tr_n("{n:,} answer", "{n:,} answers", len(target_entries))
        lines.append(TargetHead(title, words, target in read or target not in titles))  # a source is asked unit by unit
        lines += _unsure(target_entries)
    lines += [TargetHead(name, "", read=False) for name in _unread_sources(review_item, read)]
    return lines


def _unsure(entries: Iterable[tuple[int, FlagEntry]]) -> list[AnswerLine]:
    doubted = ((place, entry) for place, entry in entries if entry.state is FlagState.UNSURE)
    return [AnswerLine(entry, place, _where(entry)) for place, entry in doubted]


def _where(entry: FlagEntry) -> str:
    """Where something is asked; of what is asked once of several units, which no text numbers, its words."""
    return entry.quote if entry.unit.kind is UnitKind.GROUP else labels.sentence_case(entry.place)


def summarize_answers(review_item: ReviewItem, read: Collection[int]) -> list[str]:
    """How many answers there are, and what was not read, a sentence each."""
    unsure = sum(1 for entry in review_item.entries if entry.state is FlagState.UNSURE)
    all_of_it = tr_n("{n:,} answer is given", "{n:,} answers are given", len(review_item.entries))
    first = tr("{words}, {unsure:,} of them unsure.", words=all_of_it, unsure=unsure) if unsure else f"{all_of_it}."
    targets = {} if review_item.asked_cells.compares else {entry.target.id for entry in review_item.entries}
    names = [tab.title for tab in review_item.tabs if tab.target in targets and tab.target not in read]
    missing = unread_text.join_names([*names, *_unread_sources(review_item, read)])
    return [first, tr("Not read: {names}.", names=missing)] if missing else [first]


def _unread_sources(review_item: ReviewItem, read: Collection[int]) -> list[str]:
    """The titles of the sources that the task shows and that were not read, but for those that are asked about."""
    asked_targets = {entry.target.id for entry in review_item.entries}
    sources = [
        d
        for d in review_item.view.documents
        if d.role in SOURCES and d.id not in asked_targets and review_item.shows(d)
    ]
    return list(dict.fromkeys(labels.TITLES[d.role] for d in sources if d.id not in read))
