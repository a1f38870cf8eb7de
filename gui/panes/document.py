"""The ``QTextDocument`` behind a pane: one block a unit, with room for letters and lanes where marks need it.

A document is filled before a view lays it out; Qt then lays out what is in sight, and the rest when asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import QObject
from PySide6.QtGui import QFont, QTextBlockFormat, QTextCharFormat, QTextCursor, QTextDocument, QTextOption

from galley.core.domain import Unit
from galley.core.text.visible import visible
from galley.gui.panes.lanes import is_right_to_left, lane_sizes, letter_width, stack
from galley.gui.panes.offsets import Offsets, whole
from galley.gui.panes.text_marks import Look, TextMark, merged
from galley.gui.theme import READING_LEADING, Theme, Type
from galley.gui.theme.measure import widest_line

ABOVE = 5.5
BELOW = 9.5
"""Pixels at text size 1 between a unit's first or last line and the edge of its tint."""

RIGHT = 23.0

_USUAL = "C"
_MOST_GAPS = 400


class PaneDocument:
    """The units of one document as a view shows them, and the places of their marks in Qt's terms."""

    def __init__(self, theme: Theme, units: Sequence[Unit]) -> None:
        self.units = tuple(units)
        self.shown = [visible(unit.text) for unit in self.units]
        self.marks: dict[int, list[TextMark]] = {}
        self.gaps: dict[int, dict[int, float]] = {}
        self.late: dict[int, set[Look]] = {}
        """How the marks look, by unit, that came after the text was laid out: there is no room for their letters."""
        self._placed: dict[tuple[int, int], list[Look]] | None = None
        self._extra: dict[int, float] = {}
        self._theme = theme
        self._offsets: dict[int, Offsets] = {}
        self._units_of_flag: dict[int, set[int]] | None = None

    def units_of_flag(self, flag_id: int | None) -> set[int]:
        """The units that a flag has marks on."""
        if self._units_of_flag is None:
            self._units_of_flag = {}
            for index, group in self.marks.items():
                for mark in group:
                    self._units_of_flag.setdefault(mark.flag_id, set()).add(index)
        return self._units_of_flag.get(flag_id, set()) if flag_id is not None else set()

    def offsets(self, index: int) -> Offsets:
        """Code points to UTF-16 units of unit ``index``."""
        found = self._offsets.get(index)
        if found is None:
            found = self._offsets[index] = Offsets(self.shown[index])
        return found

    def line_height(self, index: int = -1) -> float:
        """Pixels from baseline to baseline in unit ``index``."""
        return self._theme.px(Type.READING.value.size * READING_LEADING + self._extra.get(index, 0.0))

    def set_marks(self, marks: Iterable[TextMark]) -> set[int]:
        """Take the marks (those of unknown units are dropped); returns the units whose layout changes.

        The first marks get room for their letters. Later ones change no line: a letter that comes is put into the
        margin, the room of one that goes stays. Only where lanes overlap deeper than lines leave room, a unit grows.
        """
        grouped: dict[int, list[TextMark]] = {}
        last = len(self.units)
        for mark in marks:
            if 0 <= mark.unit_index < last:
                grouped.setdefault(mark.unit_index, []).append(self._whole(mark))
        gaps = self._gaps_of(grouped) if self._placed is None else self.gaps
        ends: dict[tuple[int, int], list[Look]] = {}
        for index, group in grouped.items():
            for mark in merged(group):
                if mark.end is not None and mark.letter:
                    ends.setdefault((index, mark.end), []).append(mark.look)
        if self._placed is None:
            self._placed = ends
        self.late = {}
        for (index, end), looks in ends.items():
            before = self._placed.get((index, end), [])
            new = [look for look in looks if look not in before]
            kept = len(looks) - len(new)
            # one that stands in the place of another has its room
            for look in new[max(0, len(before) - kept) :] if self._needs_room(index, end) else ():
                self.late.setdefault(index, set()).add(look)
        extra = {index: found for index, group in grouped.items() if (found := self._extra_of(group))}
        changed = {i for i in gaps.keys() | self.gaps.keys() if gaps.get(i) != self.gaps.get(i)}
        changed |= {i for i in extra.keys() | self._extra.keys() if extra.get(i) != self._extra.get(i)}
        self.marks, self.gaps, self._extra = grouped, gaps, extra
        self._units_of_flag = None
        return changed

    def widest(self, left: float, right: float) -> int:
        """The width in pixels in which a line has as many characters as are easily read; ``left`` and ``right`` are the
        margins beside the text."""
        return round(left + widest_line(self._theme, Type.READING) + self._right + right)

    @property
    def _right(self) -> float:
        return self._theme.px(RIGHT - 6) + 6

    def build(self, parent: QObject, left: float, right: float = 0.0) -> QTextDocument:
        """A new document with all units; ``left`` is the width of the margin in pixels, ``right`` that of one at the
        right of the text."""
        document = QTextDocument(parent)
        document.setUndoRedoEnabled(False)
        document.setDocumentMargin(0)
        font = self._theme.font(Type.READING)
        font.setStyleStrategy(QFont.StyleStrategy.PreferQuality)
        document.setDefaultFont(font)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        option.setTabStopDistance(self._theme.px(32.0))
        document.setDefaultTextOption(option)
        frame = document.rootFrame().frameFormat()
        frame.setLeftMargin(left)
        frame.setRightMargin(self._right + right)
        frame.setTopMargin(self._theme.px(ABOVE) + 1)
        frame.setBottomMargin(self._theme.px(BELOW) + 8)
        document.rootFrame().setFrameFormat(frame)
        cursor = QTextCursor(document)
        cursor.beginEditBlock()
        cursor.setBlockFormat(self._block_format(-1))
        cursor.insertText("\n".join(self.shown))
        self._format(document, cursor, self.gaps.keys() | self._extra.keys(), fresh=True)
        cursor.endEditBlock()
        return document

    def reformat(self, document: QTextDocument, changed: set[int]) -> None:
        """Bring the formats of the units ``changed`` in a built document up to date."""
        cursor = QTextCursor(document)
        cursor.beginEditBlock()
        self._format(document, cursor, changed, fresh=False)
        cursor.endEditBlock()

    def _block_format(self, index: int) -> QTextBlockFormat:
        made = QTextBlockFormat()
        made.setLineHeight(self.line_height(index), QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        made.setBottomMargin(self._theme.px(ABOVE + BELOW))
        return made

    def _format(self, document: QTextDocument, cursor: QTextCursor, indexes: Iterable[int], fresh: bool) -> None:
        spaced = QTextCharFormat()
        spaced.setFontLetterSpacingType(QFont.SpacingType.AbsoluteSpacing)
        for index in indexes:
            block = document.findBlockByNumber(index)
            start = block.position()
            if not fresh:
                cursor.setPosition(start)
                cursor.setPosition(start + block.length() - 1, QTextCursor.MoveMode.KeepAnchor)
                cursor.setCharFormat(QTextCharFormat())
            if not fresh or index in self._extra:
                cursor.setPosition(start)
                cursor.setBlockFormat(self._block_format(index))
            for end, width in self.gaps.get(index, {}).items():
                # The whole last character, joiners and all: a format may not end inside one.
                before = block.layout().previousCursorPosition(end)
                cursor.setPosition(start + before)
                cursor.setPosition(start + end, QTextCursor.MoveMode.KeepAnchor)
                spaced.setFontLetterSpacing(width)
                cursor.mergeCharFormat(spaced)

    def _whole(self, mark: TextMark) -> TextMark:
        """A mark that ends inside no character."""
        index = mark.unit_index
        if mark.start is None or mark.end is None or self.shown[index].isascii():
            return mark
        start, end = whole(self.shown[index], self.offsets(index), mark.start, mark.end)
        return mark if (start, end) == (mark.start, mark.end) else replace(mark, start=start, end=end)

    def _gaps_of(self, grouped: Mapping[int, list[TextMark]]) -> dict[int, dict[int, float]]:
        """Room after each span for its letter, by unit and end.

        Each letter has at least the room of a usual one, so that no line moves when a decision changes a letter.
        There is none in right-to-left text, where spacing falls on the other side, and none where there are so many
        marks that making room costs more than it helps.
        """
        if sum(map(len, grouped.values())) > _MOST_GAPS:
            return {}
        found: dict[int, dict[int, float]] = {}
        for index, group in grouped.items():
            text = self.shown[index]
            offsets = self.offsets(index)
            gaps: dict[int, float] = {}
            for mark in merged(group):
                if mark.end is None or not mark.letter or not self._needs_room(index, mark.end):
                    continue
                end = offsets.to_units(mark.end)
                room = max(letter_width(self._theme, letter) for letter in (mark.letter, _USUAL))
                if end not in gaps and text[mark.end] == " ":
                    room = max(1.0, room - self._theme.px(2.0))
                gaps[end] = gaps.get(end, 0.0) + room
            if gaps:
                found[index] = gaps
        return found

    def _needs_room(self, index: int, end: int) -> bool:
        """Whether a letter behind ``end`` would lie on text: not behind the last word, nor in text from the right."""
        text = self.shown[index]
        return 0 < end < len(text) and not is_right_to_left(text)

    @staticmethod
    def _extra_of(group: Sequence[TextMark]) -> float:
        shown = merged(group)
        if len(shown) <= 3:
            return 0.0  # three lanes fit between the lines as they are
        spans = [(m.start, m.end) for m in shown if m.start is not None and m.end is not None]
        return lane_sizes(max(stack(spans), default=-1) + 1).extra
