"""What is asked, as lines on a surface: each with its answer, the lit one tinted, under a head that says of what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QModelIndex, QPointF, QRectF, Signal
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QWidget

from galley.core.text.visible import make_visible
from galley.gui.text_panes.answer_margin import MarginAnswer, answer_room, paint_answer
from galley.gui.text_panes.item import FlagEntry
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr
from galley.gui.widgets.line_list import LineList, ListLine
from galley.gui.widgets.paragraph import Paragraph, lay_out

SIDE = 14.0
_PAD = 5.0


class PlacedLine(ListLine, Protocol):
    """A line; ``place`` is that of an entry, which a click lights, or None."""

    @property
    def place(self) -> int | None: ...


class AnswerLine:
    """One entry: the criterion's name, and the answer."""

    selectable = True

    def __init__(self, entry: FlagEntry, place: int | None, beside: str = "") -> None:
        """``beside`` stands behind the name: whose flag it is."""
        self.entry, self.place = entry, place
        self.title = f"{entry.criterion.name} · {beside}" if beside else entry.criterion.name
        self._answer = MarginAnswer(tr("added") if entry.own else entry.words, entry.state)
        self._laid: tuple[object, Paragraph] | None = None

    @property
    def name(self) -> str:
        """What is read out."""
        return f"{self.title}: {self._answer.words}"

    def height(self, theme: Theme, width: float) -> float:
        """See ``ListLine``."""
        return self._lay_out(theme, width).height + 2 * theme.px(_PAD)

    def paint(self, painter: QPainter, theme: Theme, rect: QRectF) -> None:
        """See ``ListLine``."""
        laid, top = self._lay_out(theme, rect.width()), rect.top() + theme.px(_PAD)
        painter.setPen(theme.color("text"))
        laid.layout.draw(painter, QPointF(rect.left() + SIDE, top))
        base, room = top + theme.px(13.0), self._room(theme, rect.width())
        paint_answer(painter, theme, self._answer, rect.right(), base, False, room)

    def _room(self, theme: Theme, width: float) -> float:
        return min(width / 2, answer_room(theme, self._answer.words))

    def _lay_out(self, theme: Theme, width: float) -> Paragraph:
        room = width - SIDE - self._room(theme, width) - theme.px(8.0)
        if self._laid is None or self._laid[0] != (room, theme.scale):
            self._laid = ((room, theme.scale), lay_out(theme, Type.SMALL, plain(self.title), room))
        return self._laid[1]


class AnswerList(LineList):
    """Emits ``entryClicked(place)`` for the entry of the line that was pressed; one that is no entry lights the entry
    that it stands for, or emits ``unitClicked(unit)``. The active line is seen with all that its head says, as far as
    there is room."""

    entryClicked = Signal(int)
    unitClicked = Signal(int)
    tint, edge = "flag_tint", "flag_edge"

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(theme, name, parent)
        self.chosen.connect(self._choose)

    def show_answers(self, lines: Sequence[PlacedLine], active: int | None, keep: bool) -> None:
        """Show these lines, of which that of the entry ``entryChosen`` is tinted; with ``keep`` nothing scrolls."""
        self.show_lines(lines, self._row(lines, active), keep)

    def set_active(self, active: int | None) -> None:
        """Tint the line of an entry and bring it into sight; none where it is not here."""
        self.set_current(self._row(self.lines, active))

    def fit(self) -> None:
        """Be as high as the lines."""
        self.setFixedHeight(sum(self.sizeHintForRow(at) for at in range(len(self.lines))))

    def set_current(self, row: int | None) -> None:
        """See ``LineList``; all over a line that says what it is about is brought into sight with it."""
        super().set_current(row)
        if row is not None:
            heads = (at for at in range(row, -1, -1) if not self.lines[at].selectable)
            for at in (next(heads, row), row):
                self.scrollTo(self.model().index(at, 0))

    def press_row(self, index: QModelIndex) -> None:
        """Light what was pressed."""
        self._choose(index.row())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """What is lit stays in sight, with its head."""
        super().resizeEvent(event)
        self.set_current(self.current)

    def _choose(self, row: int) -> None:
        place, unit = (getattr(self.lines[row], name, None) for name in ("place", "unit"))
        if place is not None:
            self.entryClicked.emit(place)
        elif unit is not None:
            self.unitClicked.emit(unit)

    @staticmethod
    def _row(lines: Sequence[ListLine], active: int | None) -> int | None:
        rows = (row for row, line in enumerate(lines) if line.selectable and getattr(line, "place", None) == active)
        return next(rows, None) if active is not None else None


def plain(text: str) -> str:
    """A text from data as one line that may be drawn."""
    return " ".join(make_visible(text).split())
