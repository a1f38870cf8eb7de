"""Facts or opinions against systems, drawn by one painter: rows of units, a column for each system, one cell lit."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from galley.core.domain import UnitId
from galley.gui.plain_text import show_tip
from galley.gui.review.matrix_cells import Grid, Spot, answers, describe_cell, look
from galley.gui.text_panes.answer_margin import paint_sign
from galley.gui.text_panes.item import FlagEntry, ReviewItem
from galley.gui.theme import Theme, Type
from galley.gui.theme.measure import readable
from galley.gui.widgets.badge import paint_letter_badge
from galley.gui.widgets.focus_marks import RINGED
from galley.gui.widgets.overlay_bar import OverlayBar
from galley.gui.widgets.paragraph import Paragraph, lay_out

_SIDE, _NUMBER, _GAP = 14.0, 26.0, 10.0
_ASIDE_MOST, _TEXT_LEAST = 110.0, 150.0
_COLUMN = (64.0, 132.0)
_LINES = 2
"""A text takes so many lines at most; whole it stands beside the matrix while its row is lit."""
_K = Qt.Key
_WAYS = {
    _K.Key_Down: (1, 0), _K.Key_Up: (-1, 0), _K.Key_Left: (0, -1), _K.Key_Right: (0, 1),
    _K.Key_J: (1, 0), _K.Key_K: (-1, 0), _K.Key_H: (0, -1), _K.Key_L: (0, 1),
}  # fmt: skip


class MatrixView(QAbstractScrollArea):
    """``pressed(spot)``: a cell was pressed, (row, -1) for a unit's words; ``moved(down, right)``: arrows, or J K H L
    while it has the keyboard; ``bottomSeen()``: the last row was painted."""

    pressed = Signal(object)
    moved = Signal(int, int)
    bottomSeen = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._grid = Grid("", (), (), {}, {})
        self._item: ReviewItem | None = None
        self._answer_words: set[str] = set()
        self._active: int | None = None
        self.reading = 0
        self._looks: dict[Spot, list[object]] = {}
        self._laid: dict[int, Paragraph] = {}
        self._stamps = CellStamps(theme, self)
        self._air = AIR
        self._tops: list[float] = [0.0]
        self._widths: tuple[float, float, list[float]] = (0.0, 0.0, [])
        self._head = 0.0
        self._wide = 0
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty(RINGED, True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._bar = OverlayBar(theme, self, inset=1)
        theme.changed.connect(self._dress)

    # ---- what is shown

    def show_grid(self, grid: Grid, review_item: ReviewItem, keep: bool) -> None:
        """Show a matrix; with ``keep`` nothing scrolls, and where it is the same one only what changed is painted."""
        answer_words = answers(review_item)
        same = (grid.rows, grid.columns, answer_words) == (self._grid.rows, self._grid.columns, self._answer_words)
        self._grid, self._item, self._answer_words = grid, review_item, answer_words
        looks = {spot: [look(review_item.entries[at]) for at in places] for spot, places in grid.cells.items()}
        before, self._looks = self._looks, looks
        self.setAccessibleName(grid.title)
        if same and keep:
            for spot in looks.keys() | before.keys():
                if looks.get(spot) != before.get(spot):
                    self.viewport().update(self.rect_of(spot).toAlignedRect())
            return
        if same:
            self.viewport().update()
        else:
            self._laid.clear()
            self._measure()
        for bar in () if keep else (self.verticalScrollBar(), self.horizontalScrollBar()):
            bar.setValue(0)

    def set_active(self, active: int | None) -> None:
        """Light a cell and bring it into sight, with its row."""
        before, self._active = self._active, active
        spots = self._grid.spots
        for at in (before, active):
            if at is not None and at in spots:
                self.viewport().update(self.rect_of((spots[at][0], -1)).toAlignedRect())
        if active is not None and active in spots and self._item is not None:
            self.setAccessibleDescription(describe_cell(self._grid, self._item, spots[active]))
            self.reveal(spots[active])

    def set_reading(self, unit: UnitId) -> None:
        """Tint a row that is only looked at (a unit's row id; 0 for none)."""
        if unit != self.reading:
            self.reading = unit
            self.viewport().update()

    def reveal(self, spot: Spot) -> None:
        """Bring a cell into sight."""
        rect, view = self.rect_of(spot), self.viewport().rect()
        down, across = self.verticalScrollBar(), self.horizontalScrollBar()
        if rect.top() < self._head:
            down.setValue(down.value() + floor(rect.top() - self._head))
        elif rect.bottom() > view.height():
            down.setValue(down.value() + ceil(rect.bottom() - view.height()))
        if rect.left() < self._widths[1]:
            across.setValue(across.value() + floor(rect.left() - self._widths[1]))
        elif rect.right() > view.width():
            across.setValue(across.value() + ceil(rect.right() - view.width()))

    def rect_of(self, spot: Spot) -> QRectF:
        """Where a cell lies in the viewport; (row, -1) is the whole row."""
        row, column = spot
        top, high = self._tops[row], self._tops[row + 1] - self._tops[row]
        top += self._head - self.verticalScrollBar().value()
        if column < 0:
            return QRectF(0, top, self.viewport().width(), high)
        lefts = self._widths[2]
        left_x = self._widths[1] + lefts[column] - self.horizontalScrollBar().value()
        return QRectF(left_x, top, lefts[column + 1] - lefts[column], high)

    def ring_rect(self) -> QRect | None:
        """Where the lit cell lies in the viewport, for the ring of the keyboard."""
        spot = self._grid.spots.get(self._active) if self._active is not None else None
        return self.rect_of(spot).toAlignedRect() if spot is not None else None

    def sizeHint(self) -> QSize:
        """As high as it needs."""
        return QSize(400, round(self._head + self._tops[-1]) + 1)

    def minimumSizeHint(self) -> QSize:
        """The names of the columns, and two rows."""
        return QSize(200, round(self._head + self._theme.px(64.0)))

    # ---- drawing

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw what is in sight of the rows; names of columns and words of units stay where they are."""
        dirty, view, seen = event.rect(), self.viewport().rect(), False
        with QPainter(self.viewport()) as painter:
            painter.fillRect(dirty, self._theme.color("panel"))
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            rows = [(row, self.rect_of((row, -1))) for row in range(len(self._grid.rows))]
            rows = [(row, rect) for row, rect in rows if rect.bottom() > self._head and rect.intersects(QRectF(dirty))]
            for row, rect in rows:
                self._paint_ground(painter, row, rect)
            left_x = self._widths[1] - self.horizontalScrollBar().value()
            ends = [left_x + offset for offset in self._widths[2]]
            across = [
                (column, ends[column], ends[column + 1] - ends[column])
                for column in range(len(self._grid.columns))
                if ends[column + 1] > max(dirty.left(), self._widths[1]) and ends[column] <= dirty.right()
            ]
            painter.save()
            painter.setClipRect(QRectF(self._widths[1], 0, view.width() - self._widths[1], view.height()))
            cells = self._grid.cells
            for row, rect in rows:
                top, height = rect.top(), rect.height()
                for column, left_x, width in across:
                    if places := cells.get((row, column)):
                        self._paint_cell(painter, (left_x, top, width, height), places)
            painter.restore()
            if dirty.left() < self._widths[1]:
                for row, rect in rows:
                    self._paint_unit(painter, row, rect)
            if dirty.top() < self._head:
                self._paint_heads(painter)
            seen = bool(rows) and rows[-1][0] == len(self._grid.rows) - 1
        if seen:
            self.bottomSeen.emit()

    def _paint_ground(self, painter: QPainter, row: int, rect: QRectF) -> None:
        theme = self._theme
        active = self._grid.spots.get(self._active) if self._active is not None else None
        read = self._grid.rows[row].unit.id == self.reading
        tint = "row" if active is not None and active[0] == row else "hover" if read else ""
        if tint:
            painter.fillRect(rect, theme.color(tint))
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), theme.color("hairline_soft"))

    def _paint_cell(self, painter: QPainter, place: tuple[float, float, float, float], places: Sequence[int]) -> None:
        """A cell at ``place`` (left, top, width, height). Called a thousand times a picture, so it asks for little."""
        theme, review_item, air, (left_x, top, width, height) = self._theme, self._item, self._air, place
        assert review_item is not None
        if self._active in places:
            rect = QRectF(*place)
            painter.fillRect(rect, theme.color("flag_tint"))
            painter.setPen(QPen(theme.color("flag_edge"), 2.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(rect.adjusted(1, 1, -1, -2))
        right, left_x, upper = left_x + width, left_x + air, top + height / 2 - air * 1.5
        for at in places:
            room = right - left_x
            if room < air:
                break
            stamp, wide = self._stamps.get_stamp(review_item.entries[at], room, at == self._active)
            painter.drawPixmap(QPointF(left_x, upper), stamp)
            left_x += wide

    def _paint_unit(self, painter: QPainter, row: int, rect: QRectF) -> None:
        theme, px, grid_row = self._theme, self._theme.px, self._grid.rows[row]
        laid = self._paragraph(row)
        top = rect.top() + px(AIR) - 1
        baseline = top + (laid.layout.lineAt(0).y() + laid.layout.lineAt(0).ascent() if laid.height else 0)
        painter.setFont(theme.font(Type.CAPTION_NUMBER))
        painter.setPen(theme.color("second"))
        painter.drawText(QPointF(_SIDE, baseline), f"{grid_row.unit.number}")
        left_x = _SIDE + px(_NUMBER)
        if self._widths[0]:
            room = self._widths[0]
            words = theme.metrics(Type.SMALL).elidedText(grid_row.aside, Qt.TextElideMode.ElideRight, room)
            painter.setFont(theme.font(Type.SMALL))
            painter.drawText(QPointF(left_x, baseline), words)
            left_x += room + px(_GAP)
        painter.setPen(theme.color("text"))
        painter.setFont(theme.font(Type.READING_SMALL))
        for number in range(min(_LINES, laid.layout.lineCount())):
            laid.layout.lineAt(number).draw(painter, QPointF(left_x, top))
        if laid.layout.lineCount() > _LINES:
            last = laid.layout.lineAt(_LINES - 1)
            painter.drawText(QPointF(left_x + last.naturalTextWidth() + 1, top + last.y() + last.ascent()), "…")

    def _paint_heads(self, painter: QPainter) -> None:
        theme, px, width = self._theme, self._theme.px, self.viewport().width()
        painter.fillRect(QRectF(0, 0, width, self._head), theme.color("panel"))
        painter.fillRect(QRectF(0, self._head - 1, width, 1), theme.color("hairline"))
        painter.save()
        painter.setClipRect(QRectF(self._widths[1], 0, width - self._widths[1], self._head))
        lefts, scrolled = self._widths[2], self.horizontalScrollBar().value()
        for number, column in enumerate(self._grid.columns):
            left_x = self._widths[1] + lefts[number] - scrolled + px(AIR)
            room = lefts[number + 1] - lefts[number] - px(AIR) - 3
            painter.setPen(theme.color("text"))
            laid = lay_out(theme, Type.SMALL_STRONG, column.name, room)
            for line in range(min(_LINES, laid.layout.lineCount())):
                laid.layout.lineAt(line).draw(painter, QPointF(left_x, px(4.0)))
            if column.under:
                painter.setPen(theme.color("second"))
                painter.setFont(theme.font(Type.CAPTION))
                words = theme.metrics(Type.CAPTION).elidedText(column.under, Qt.TextElideMode.ElideRight, room)
                painter.drawText(QPointF(left_x, self._head - px(7.0)), words)
        painter.restore()

    # ---- within

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width wraps otherwise; the lit cell stays in sight."""
        super().resizeEvent(event)
        if self.viewport().width() != self._wide:  # a widget that was hidden is told no size that it had before
            self._laid.clear()
            self._measure()
        else:
            self._range()
        self._bar.place()
        if self._active is not None and self._active in self._grid.spots:
            self.reveal(self._grid.spots[self._active])

    def event(self, event: QEvent) -> bool:
        """H and L are ways to go here, and keys of the window elsewhere."""
        if event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and _way(event) is not None:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the cell next to the lit one; every other letter belongs to the window."""
        if (direction := _way(event)) is not None:
            self.moved.emit(*direction)
        else:
            event.ignore()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Light a cell on the press, with whatever button."""
        spot = self._spot_at(event.position().toPoint())
        if spot is not None:
            self.pressed.emit(spot)

    def viewportEvent(self, event: QEvent) -> bool:
        """Whole names of columns and whole texts as tooltips."""
        if event.type() is QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            show_tip(event.globalPos(), self._tip(event.pos()), self)
            return True
        return super().viewportEvent(event)

    def _tip(self, at: QPoint) -> str:
        column = self._column_at(at.x())
        if at.y() < self._head and column >= 0:
            return self._grid.columns[column].whole
        spot = self._spot_at(at)
        return self._grid.rows[spot[0]].text if spot is not None and spot[1] < 0 else ""

    def _spot_at(self, at: QPoint) -> Spot | None:
        y = at.y() - self._head + self.verticalScrollBar().value()
        if at.y() < self._head or y >= self._tops[-1]:
            return None
        row = next(row for row in range(len(self._grid.rows)) if y < self._tops[row + 1])
        return row, self._column_at(at.x())

    def _column_at(self, x: float) -> int:
        if x < self._widths[1]:
            return -1
        along = x - self._widths[1] + self.horizontalScrollBar().value()
        return next((number for number, right in enumerate(self._widths[2][1:]) if along < right), -1)

    def _paragraph(self, row: int) -> Paragraph:
        paragraph = self._laid.get(row)
        if paragraph is None:
            left_x = (
                _SIDE + self._theme.px(_NUMBER) + (self._widths[0] + self._theme.px(_GAP) if self._widths[0] else 0)
            )
            room = readable(self._theme, Type.READING_SMALL, self._widths[1] - left_x - self._theme.px(_GAP))
            paragraph = self._laid[row] = lay_out(self._theme, Type.READING_SMALL, self._grid.rows[row].text, room)
        return paragraph

    def _dress(self) -> None:
        self._laid.clear()
        self._stamps.forget()
        self._measure()

    def _measure(self) -> None:
        """Find out how wide the columns and how high the rows are."""
        theme, px = self._theme, self._theme.px
        self._air = px(AIR)
        least, most = map(px, _COLUMN)
        answer = max((theme.advance(Type.BODY_STRONG, word) for word in self._answer_words), default=0.0)
        least = min(most, max(least, px(SIGN) + answer + px(AIR) + px(14.0)))
        lefts = [0.0]
        for column in self._grid.columns:
            words = max(theme.advance(Type.SMALL_STRONG, column.name), theme.advance(Type.CAPTION, column.under))
            lefts.append(lefts[-1] + min(most, max(least, words + 2 * px(AIR))))
        asides = (theme.advance(Type.SMALL, row.aside) for row in self._grid.rows)
        aside = min(px(_ASIDE_MOST), max(asides, default=0.0))
        view = self._wide = self.viewport().width()
        left_x = _SIDE + px(_NUMBER) + (aside + px(_GAP) if aside else 0.0)
        words = max(left_x + px(_TEXT_LEAST), view - lefts[-1])
        if (aside, words) != self._widths[:2]:
            self._laid.clear()
        self._widths = aside, words, lefts
        lines = max((self._name_lines(number) for number in range(len(self._grid.columns))), default=1)
        self._head = px(8.0) + lines * px(16.5) + px(16.0) * any(column.under for column in self._grid.columns)
        tops, pitch = [0.0], lay_out(theme, Type.READING_SMALL, "x", 100).height
        room = readable(theme, Type.READING_SMALL, words - left_x - px(_GAP))
        for row in self._grid.rows:
            count = 1 if theme.metrics(Type.READING_SMALL).horizontalAdvance(row.text) <= room else _LINES
            tops.append(tops[-1] + count * pitch + 2 * px(AIR) - 1)
        self._tops = tops
        self._range()
        self.updateGeometry()
        self.viewport().update()

    def _range(self) -> None:
        """Find out how far it can be scrolled."""
        px, (_, words, lefts), tops = self._theme.px, self._widths, self._tops
        view = self.viewport().width()
        down, across = self.verticalScrollBar(), self.horizontalScrollBar()
        free = max(0.0, self.viewport().height() - self._head)
        down.setPageStep(max(1, round(free)))
        down.setSingleStep(round(px(40.0)))
        down.setRange(0, max(0, ceil(tops[-1] - free)))
        across.setPageStep(max(1, round(view - words)))
        across.setSingleStep(round(px(_COLUMN[0])))
        across.setRange(0, max(0, ceil(words + lefts[-1] - view)))

    def _name_lines(self, number: int) -> int:
        room = self._widths[2][number + 1] - self._widths[2][number] - self._air - 3
        laid = lay_out(self._theme, Type.SMALL_STRONG, self._grid.columns[number].name, room)
        return min(_LINES, laid.layout.lineCount() or 1)


def _way(event: QKeyEvent) -> tuple[int, int] | None:
    if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
        return None
    return _WAYS.get(_K(event.key()))


AIR = 8.0
SIGN = 11.0
_BADGE = (22.0, 18.0)
_MOST = 400


class CellStamps:
    """A sign, and behind it the answer in a word or the letter of what was flagged; three times ``AIR`` high."""

    def __init__(self, theme: Theme, view: QWidget) -> None:
        self._theme, self._view = theme, view
        self._stamps: dict[tuple[object, ...], tuple[QPixmap, float]] = {}

    def forget(self) -> None:
        """Fonts or colours are others."""
        self._stamps.clear()

    def get_stamp(self, entry: FlagEntry, room: float, active: bool) -> tuple[QPixmap, float]:
        """The stamp of an entry that has so much room (pixels), and how wide it is."""
        answer_key = (
            entry.verdict.value,
            entry.own,
            entry.adjudicates,
        )  # what its words are made of, which takes longer
        content_key = answer_key if entry.question else (entry.instead or entry.criterion).row
        key = entry.state, entry.criterion.row, content_key, round(room), active
        stamp_and_width = self._stamps.get(key)
        if stamp_and_width is None:
            if len(self._stamps) >= _MOST:
                self._stamps.clear()
            stamp = self._make(entry, room, active)
            stamp_and_width = self._stamps[key] = stamp, stamp.deviceIndependentSize().width()
        return stamp_and_width

    def _make(self, entry: FlagEntry, room: float, active: bool) -> QPixmap:
        theme, px, size, ratio = self._theme, self._theme.px, self._theme.px(SIGN), self._view.devicePixelRatioF()
        left_x, middle = size + px(5.0), px(AIR) * 1.5
        style = Type.BODY_STRONG if active else Type.SMALL
        words = theme.metrics(style).elidedText(entry.words, Qt.TextElideMode.ElideRight, room - left_x - px(3.0))
        width = left_x + (theme.advance(style, words) if entry.question else px(_BADGE[0])) + px(7.0)
        pixmap = QPixmap(ceil(width * ratio), ceil(2 * middle * ratio))
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        with QPainter(pixmap) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_sign(painter, theme, entry.state, QRectF(0, middle - size / 2, size, size))
            if entry.question:
                painter.setFont(theme.font(style))
                painter.setPen(theme.color("text" if active or not entry.open else "second"))
                painter.drawText(QPointF(left_x, middle + px(4.5)), words)
            else:
                criterion = entry.instead or entry.criterion
                badge = QRectF(left_x, middle - px(_BADGE[1]) / 2, px(_BADGE[0]), px(_BADGE[1]))
                paint_letter_badge(painter, theme, badge, criterion.letter, criterion.colour)
                if active:
                    under = QRectF(badge.left(), badge.bottom() + 1, badge.width(), 2)
                    painter.fillRect(under, theme.color("flag_edge"))
        return pixmap
