"""How an opinion or fact is drawn: its number, its words with the clarified references underlined, then in small its
type or step, who wrote it, and the letters of its flags with where each stands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPen, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from galley.core.project.item_reading import FlagState
from galley.gui.desk.opened import Entry
from galley.gui.desk.paragraph import Paragraph, lay_out
from galley.gui.panes.offsets import Offsets
from galley.gui.papers.kgds.opinion_model import LINE
from galley.gui.papers.kgds.opinion_rows import Head, Line
from galley.gui.theme import Theme, Type
from galley.gui.widgets.badge import paint_letter_badge

SIDE = 14.0
AROUND = 5
_GUTTER = 22.0
_ABOVE = 7.0
_EDGE = 3
_HEADS = (30.0, 24.0)
_SMALL = 19.0
_BADGE = (19.0, 15.0)
_SIGNS = {
    FlagState.ACCEPTED: ("✓", "positive"),
    FlagState.OVERRIDDEN: ("✕", "second"),
    FlagState.UNSURE: ("?", "warning"),
}
_MOST_LAID = 200
_MOST_MEASURED = 5_000


@dataclass(slots=True)
class Tint:
    """What is tinted: the unit under review, and those that are evidence."""

    unit: int = 0
    places: frozenset[int] = field(default_factory=frozenset)


class OpinionDelegate(QStyledItemDelegate):
    """Draws ``Head`` and ``Line``. ``width`` is that of the list; ``open_height`` the height of the line ``open_unit``
    (a unit's row id, 0 for one that is being written), which an editor covers."""

    def __init__(self, theme: Theme, line: Callable[[int], Head | Line], parent: QWidget) -> None:
        """``line(row)`` is what stands in a row."""
        super().__init__(parent)
        self._theme = theme
        self._line = line
        self.tint = Tint()
        self.width = 200
        self.open_unit: int | None = None
        self.open_height = 0
        self._laid: dict[tuple[str, int], Paragraph] = {}
        self._sizes: dict[tuple[str, int], QSize] = {}
        self._wrap = QTextOption()
        self._wrap.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.rescale()

    def rescale(self) -> None:
        """Fonts or colours are others."""
        self._laid.clear()
        self._sizes.clear()
        self._font = self._theme.font(Type.BODY)
        self._pitch = lay_out(self._theme, Type.BODY, "x", 100).height

    def text_left(self) -> float:
        """Where the words of a line begin."""
        return SIDE + self._theme.px(_GUTTER)

    def editor_rect(self, rect: QRect) -> QRect:
        """Where in a line an editor lies."""
        left = round(self.text_left()) - 5
        return rect.adjusted(left, AROUND, 5 - round(SIDE), -AROUND - 1)

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """As high as the words need."""
        line = self._line(index.row())
        if isinstance(line, Head):
            return QSize(100, round(self._theme.px(_HEADS[line.level])))
        if line.unit.id == self.open_unit:
            return QSize(100, self.open_height)
        return self.size(line)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Draw a line."""
        rect, state, line = QRect(option.rect), option.state, index.data(LINE)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(line, Head):
            self._paint_head(painter, rect, line)
        else:
            self._paint_line(painter, rect, line, state)
        painter.restore()

    def _paint_head(self, painter: QPainter, rect: QRect, head: Head) -> None:
        theme = self._theme
        if head.level == 0:
            painter.fillRect(rect, theme.color("window"))
        painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), theme.color("hairline_soft"))
        inner = QRectF(rect).adjusted(SIDE, 0, -SIDE, 0)
        middle = Qt.AlignmentFlag.AlignVCenter.value
        painter.setPen(theme.color("second"))
        painter.setFont(theme.font(Type.CAPTION_NUMBER))
        painter.drawText(inner, int(middle | Qt.AlignmentFlag.AlignRight.value), head.words)
        style = Type.SPEAKER
        room = inner.width() - theme.advance(Type.CAPTION_NUMBER, head.words) - 10
        painter.setFont(theme.font(style))
        painter.setPen(theme.color("text" if head.level == 0 else "second"))
        title = theme.metrics(style).elidedText(head.title, Qt.TextElideMode.ElideRight, room)
        painter.drawText(inner, int(middle), title)

    def _paint_line(self, painter: QPainter, rect: QRect, line: Line, state: QStyle.StateFlag) -> None:
        theme, px = self._theme, self._theme.px
        role, edge = self._ground(line, state)
        if role:
            painter.fillRect(rect, theme.color(role))
        if edge:
            painter.fillRect(QRect(rect.left(), rect.top(), _EDGE, rect.height()), theme.color(edge))
        painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), theme.color("hairline_soft"))
        if line.unit.id == self.open_unit:
            painter.setPen(QPen(theme.color("accent"), 1.5))
            painter.setBrush(theme.color("panel"))
            painter.drawRoundedRect(QRectF(self.editor_rect(rect)).adjusted(-1.25, -1.25, 1.25, 1.25), 4, 4)
            return
        laid = self._paragraph(line)
        left, top = rect.left() + self.text_left(), rect.top() + px(_ABOVE)
        painter.setPen(theme.color("second"))
        painter.setFont(theme.font(Type.CAPTION_NUMBER))
        first = laid.layout.lineAt(0)
        baseline = top + (first.y() + first.ascent() if first.isValid() else theme.metrics(Type.BODY).ascent())
        number = f"{line.unit.position + 1}"
        painter.drawText(QPointF(left - px(8.0) - theme.advance(Type.CAPTION_NUMBER, number), baseline), number)
        painter.setPen(theme.color("text"))
        laid.layout.draw(painter, QPointF(left, top), self._clear(line, bool(role)))
        self._paint_small(painter, QRectF(left, top + laid.height, rect.right() + 1 - SIDE - left, px(_SMALL)), line)

    def _ground(self, line: Line, state: QStyle.StateFlag) -> tuple[str, str]:
        if line.unit.id == self.tint.unit:
            return "flag_tint", "flag_edge"
        if state & QStyle.StateFlag.State_Selected:
            return "row", "accent"
        if line.unit.id in self.tint.places:
            return "evidence_tint", "evidence_edge"
        return ("hover" if state & QStyle.StateFlag.State_MouseOver else ""), ""

    def _paint_small(self, painter: QPainter, rect: QRectF, line: Line) -> None:
        theme, px = self._theme, self._theme.px
        right = rect.right()
        for entry in reversed(line.flags):
            right = self._paint_flag(painter, right, rect.center().y(), entry) - px(5.0)
            if right < rect.left() + px(60.0):
                break
        words = f"{line.state} · {line.origin}" if line.origin else line.state
        words = theme.metrics(Type.CAPTION).elidedText(words, Qt.TextElideMode.ElideRight, right - rect.left())
        painter.setPen(theme.color("second"))
        painter.setFont(theme.font(Type.CAPTION))
        painter.drawText(rect, int(Qt.AlignmentFlag.AlignVCenter.value), words)

    def _paint_flag(self, painter: QPainter, right: float, middle: float, entry: Entry) -> float:
        """A letter, and behind it the sign of where the flag stands; gives its left edge."""
        theme, px = self._theme, self._theme.px
        sign, role = _SIGNS.get(entry.state, ("", ""))
        criterion = entry.instead or entry.criterion
        if entry.instead is not None or entry.own:
            sign, role = "✓", "positive"
        if sign:
            painter.setFont(theme.font(Type.SPEAKER))
            painter.setPen(theme.color(role))
            right -= theme.advance(Type.SPEAKER, sign)
            painter.drawText(QPointF(right, middle + theme.metrics(Type.SPEAKER).capHeight() / 2), sign)
            right -= px(3.0)
        width, height = px(_BADGE[0]), px(_BADGE[1])
        rect = QRectF(right - width, middle - height / 2, width, height)
        if role == "second":  # decided against: it speaks no louder than the words beside it
            painter.setOpacity(0.45)
        paint_letter_badge(painter, theme, rect, criterion.letter, criterion.colour)
        painter.setOpacity(1.0)
        return rect.left()

    def size(self, line: Line) -> QSize:
        """How large a line is with its words: all are measured when an item opens, few are drawn."""
        key = (line.shown, self.width)
        found = self._sizes.get(key)
        if found is None:
            if len(self._sizes) >= _MOST_MEASURED:
                self._sizes.clear()
            height = self._height(line) + self._theme.px(2 * _ABOVE + _SMALL)
            found = self._sizes[key] = QSize(100, round(height) + 1)
        return found

    def _height(self, line: Line) -> float:
        """How high the words are."""
        layout = QTextLayout(line.shown, self._font)
        layout.setTextOption(self._wrap)
        room, count = self._room(), 0
        layout.beginLayout()
        while (each := layout.createLine()).isValid():
            each.setLineWidth(room)
            count += 1
        layout.endLayout()
        return count * self._pitch

    def _paragraph(self, line: Line) -> Paragraph:
        key = (line.shown, self.width)
        found = self._laid.get(key)
        if found is None:
            if len(self._laid) >= _MOST_LAID:
                self._laid.clear()
            found = self._laid[key] = lay_out(self._theme, Type.BODY, line.shown, self._room())
        return found

    def _room(self) -> float:
        return max(20.0, self.width - self.text_left() - SIDE)

    def _clear(self, line: Line, tinted: bool) -> list[QTextLayout.FormatRange]:
        """The clarified references: on a ground of their own and underlined, so that colour does not say it alone."""
        if not line.spans:
            return []
        offsets = Offsets(line.shown)
        look = QTextCharFormat()
        look.setForeground(self._theme.color("text"))
        if not tinted:
            look.setBackground(self._theme.color("row"))
        look.setUnderlineColor(self._theme.color("accent"))
        look.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
        found = []
        for span in line.spans:
            each = QTextLayout.FormatRange()
            each.start = offsets.to_units(span.start)
            each.length = offsets.to_units(span.end) - each.start
            each.format = look
            found.append(each)
        return found
