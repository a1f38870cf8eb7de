"""Where the units of a text stand in its pane, and keeping the reader's place when they move."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable

from PySide6.QtWidgets import QTextEdit, QWidget

from galley.core.domain import Unit
from galley.gui.text_panes.answer_margin import margin_room
from galley.gui.text_panes.document import ABOVE, BELOW, PaneDocument
from galley.gui.text_panes.gutter import Gutter, GutterKind
from galley.gui.theme import Theme

_AT_A_TIME = 24


class UnitPlaces(QTextEdit):
    """A text of which one unit is one block, laid out no further down than was looked at."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._content = PaneDocument(theme, ())
        self._gutter = Gutter(theme, GutterKind.NUMBER, ())
        self._tops: list[float] = []  # of the units that were laid out and looked at since the text or width changed
        self._ends: list[float] = []
        self._wide = 0  # the width for which the text was laid out
        self._has_answers = self._adjudicates = False  # whether there is a margin for answers, and these are gold

    @property
    def units(self) -> tuple[Unit, ...]:
        """The units in sight or not, in order."""
        return self._content.units

    def is_fully_visible(self, index: int) -> bool:
        """Whether the whole of unit ``index`` can be seen."""
        if not 0 <= index < len(self.units):
            return False
        top, bottom = self._extent(index)
        value = self.verticalScrollBar().value()
        return top >= value and bottom <= value + self.viewport().height()

    def _extent(self, index: int) -> tuple[float, float]:
        """Top and bottom of a unit's tint in document coordinates."""
        if index >= len(self._ends):
            self._lay_out(index)
        return self._tops[index], self._ends[index]

    def _lay_out(self, index: int) -> None:
        """Lay the text out up to unit ``index``, and note where the units are: Qt is asked often and answers slowly."""
        above, below, content = self._theme.px(ABOVE), self._theme.px(BELOW), self._content
        block = self.document().findBlockByNumber(index)
        self.document().documentLayout().blockBoundingRect(block)
        block = self.document().findBlockByNumber(len(self._ends))
        for number in range(len(self._ends), index + 1):
            layout, leading = block.layout(), content.line_height(number)
            top = layout.position().y()
            first, last = layout.lineAt(0), layout.lineAt(layout.lineCount() - 1)
            self._tops.append(top + first.y() + first.ascent() - 0.8 * leading - above)
            self._ends.append(top + last.y() + last.ascent() + 0.2 * leading + below)
            block = block.next()

    def _between(self, top: float, bottom: float) -> range:
        """The units that touch this range of document coordinates."""
        count = len(self.units)
        while len(self._ends) < count and (not self._ends or self._tops[-1] <= bottom):
            self._lay_out(min(count, len(self._ends) + _AT_A_TIME) - 1)
        return range(bisect_left(self._ends, top), bisect_right(self._tops, bottom))

    def _unit_at(self, y: float) -> int | None:
        """The unit at a height of the viewport, its padding included."""
        y += self.verticalScrollBar().value()
        # Qt rounds positions to 1/64 pixel, so neighbours may lie a hair apart.
        return next((index for index in self._between(y - 0.5, y + 0.5) if y < self._ends[index] + 0.5), None)

    def _forget_places(self, first: int) -> None:
        """The units from ``first`` on may stand somewhere else now."""
        del self._tops[first:], self._ends[first:]

    def _keeping_place(self, change: Callable[[], None], first: int = 0) -> None:
        """Run ``change``, which moves the units from ``first`` on, and scroll so that the first in sight stays put."""
        bar = self.verticalScrollBar()
        value = bar.value()
        anchor = next(iter(self._between(value, value + 1)), None) if value > 0 else None
        start = self._tops[anchor] if anchor is not None else 0.0
        self.setUpdatesEnabled(False)
        try:
            change()
            self._forget_places(first)
            if anchor is not None:
                bar.setValue(round(self._extent(anchor)[0] + value - start))
        finally:
            self.setUpdatesEnabled(True)

    @property
    def _margin(self) -> float:
        """The room for answers at the right of the text, in pixels."""
        return margin_room(self._theme, self._adjudicates) if self._has_answers else 0.0

    @property
    def _right(self) -> int:
        """Where the column of text ends, in pixels from the left."""
        return self.lineWrapColumnOrWidth()

    def _widen(self) -> None:
        """Lay the text out as wide as there is room, and no wider than lines are easy to read."""
        widest = self._content.widest(self._gutter.width, self._margin)
        self._wide = self.viewport().width()
        room = min(self._wide, widest)
        if room != self.lineWrapColumnOrWidth():  # Qt would lay out the same again
            self.setLineWrapColumnOrWidth(room)
