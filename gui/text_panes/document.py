"""The ``QTextDocument`` behind a pane: one block a unit, taller where lanes need the room.

A document is filled before a view lays it out; Qt then lays out what is in sight, and the rest when asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QFont, QTextBlockFormat, QTextCharFormat, QTextCursor, QTextDocument, QTextOption

from galley.core.domain import Unit, UnitKind
from galley.core.text.clarified import CLARIFIED, MARK
from galley.core.text.visible import make_visible
from galley.gui.text_panes.mark_lanes import lane_sizes, stack
from galley.gui.text_panes.offsets import Offsets, whole
from galley.gui.text_panes.text_marks import TextMark, merge_marks
from galley.gui.theme import READING_LEADING, Theme, Type
from galley.gui.theme.measure import widest_line

ABOVE = 5.5
BELOW = 9.5
"""Pixels at text size 1 between a unit's first or last line and the edge of its tint."""

RIGHT = 23.0


class PaneDocument:
    """The units of one document as a view shows them, and the places of their marks in Qt's terms."""

    def __init__(self, theme: Theme, units: Sequence[Unit]) -> None:
        self.units = tuple(units)
        self.visible_texts = [make_visible(unit.text) for unit in self.units]
        self.marks: dict[int, list[TextMark]] = {}
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
        offsets = self._offsets.get(index)
        if offsets is None:
            offsets = self._offsets[index] = Offsets(self.visible_texts[index])
        return offsets

    def line_height(self, index: int = -1) -> float:
        """Pixels from baseline to baseline in unit ``index``."""
        return self._theme.px(Type.READING.value.size * READING_LEADING + self._extra.get(index, 0.0))

    def set_marks(self, marks: Iterable[TextMark]) -> set[int]:
        """Take the marks (those of unknown units are dropped); returns the units whose layout changes.

        No mark moves a word: letters stand under the text. Only where lanes overlap deeper than lines leave room does a
        unit grow.
        """
        grouped: dict[int, list[TextMark]] = {}
        last = len(self.units)
        for mark in marks:
            if 0 <= mark.unit_index < last:
                grouped.setdefault(mark.unit_index, []).append(self._whole(mark))
        extra = {index: group_extra for index, group in grouped.items() if (group_extra := self._extra_of(group))}
        changed = {i for i in extra.keys() | self._extra.keys() if extra.get(i) != self._extra.get(i)}
        self.marks, self._extra = grouped, extra
        self._units_of_flag = None
        return changed

    def widest(self, left_margin: float, right_margin: float) -> int:
        """The width in pixels in which a line has as many characters as are easily read; ``left`` and ``right`` are the
        margins beside the text."""
        return round(left_margin + widest_line(self._theme, Type.READING) + self._right + right_margin)

    @property
    def _right(self) -> float:
        return self._theme.px(RIGHT - 6) + 6

    def build(self, parent: QObject, left_margin: float, right_margin: float = 0.0) -> QTextDocument:
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
        frame.setLeftMargin(left_margin)
        frame.setRightMargin(self._right + right_margin)
        frame.setTopMargin(self._theme.px(ABOVE) + 1)
        frame.setBottomMargin(self._theme.px(BELOW) + 8)
        document.rootFrame().setFrameFormat(frame)
        cursor = QTextCursor(document)
        cursor.beginEditBlock()
        cursor.setBlockFormat(self._block_format(-1))
        cursor.insertText("\n".join(self.visible_texts))
        self._format(document, cursor, self._extra)
        self._embolden(document, cursor)
        cursor.endEditBlock()
        return document

    def reformat(self, document: QTextDocument, changed: set[int]) -> None:
        """Bring the formats of the units ``changed`` in a built document up to date."""
        cursor = QTextCursor(document)
        cursor.beginEditBlock()
        self._format(document, cursor, changed)
        cursor.endEditBlock()

    def _block_format(self, index: int) -> QTextBlockFormat:
        block_format = QTextBlockFormat()
        block_format.setLineHeight(self.line_height(index), QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        block_format.setBottomMargin(self._theme.px(ABOVE + BELOW))
        return block_format

    def _format(self, document: QTextDocument, cursor: QTextCursor, indexes: Iterable[int]) -> None:
        for index in indexes:
            cursor.setPosition(document.findBlockByNumber(index).position())
            cursor.setBlockFormat(self._block_format(index))

    def _embolden(self, document: QTextDocument, cursor: QTextCursor) -> None:
        """What was cleared up in an opinion is bold, as its asterisks say. They stay in the text, for the offsets and
        for who copies it, and are not seen."""
        strong, veiled = QTextCharFormat(), QTextCharFormat()
        strong.setFontWeight(QFont.Weight.Bold)
        veiled.setProperty(QTextCharFormat.Property.FontPixelSize, 1)
        veiled.setForeground(Qt.GlobalColor.transparent)
        for index, unit in enumerate(self.units):
            if unit.kind is not UnitKind.OPINION or MARK not in unit.text:
                continue
            start, offsets = document.findBlockByNumber(index).position(), self.offsets(index)
            for match in CLARIFIED.finditer(unit.text):
                first, last = match.span()
                inner = first + len(MARK), last - len(MARK)
                for span, look in (((first, inner[0]), veiled), (inner, strong), ((inner[1], last), veiled)):
                    cursor.setPosition(start + offsets.to_units(span[0]))
                    cursor.setPosition(start + offsets.to_units(span[1]), QTextCursor.MoveMode.KeepAnchor)
                    cursor.mergeCharFormat(look)

    def _whole(self, mark: TextMark) -> TextMark:
        """A mark that ends inside no character."""
        index = mark.unit_index
        if mark.start is None or mark.end is None or self.visible_texts[index].isascii():
            return mark
        start, end = whole(self.visible_texts[index], self.offsets(index), mark.start, mark.end)
        return mark if (start, end) == (mark.start, mark.end) else replace(mark, start=start, end=end)

    @staticmethod
    def _extra_of(group: Sequence[TextMark]) -> float:
        merged_marks = merge_marks(group)
        if len(merged_marks) <= 3:
            return 0.0  # three lanes fit between the lines as they are
        spans = [(m.start, m.end) for m in merged_marks if m.start is not None and m.end is not None]
        return lane_sizes(max(stack(spans), default=-1) + 1).extra
