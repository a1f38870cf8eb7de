"""The list of the queue: one line an item, painted by hand at a fixed height."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import ceil
from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from galley.core.storage.queries.item_queue import QueueRow
from galley.core.text.visible import make_visible
from galley.gui.text_panes.answer_margin import unsure_word
from galley.gui.text_panes.queue_model import ROW, QueueModel
from galley.gui.theme import Theme, Type
from galley.gui.theme.icons import paint_icon
from galley.gui.translation import tr
from galley.gui.widgets.overlay_bar import OverlayBar
from galley.gui.widgets.row_press import RowPressMixin

_HEIGHT = 31.0
_SECOND_LINE = 17.0
_EDGE = 3
_ICON = 14.0
_LEFT = 12.0
_RIGHT = 14.0
_COUNT = 22.0
_NOTE = 12.0
_HASH = re.compile(r"[0-9a-fA-F]{16,}|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
"""Keys that are a hash or a UUID."""
_SHORT_HASH = 7


def glyph(row: QueueRow, current: bool) -> tuple[str, str]:
    """The status sign of an item and the role of its colour."""
    if row.is_finished:
        return "check", "positive"
    if row.unsure:
        return "status-unsure", "warning"
    return ("status-current", "second") if current else ("status-open", "second")


def build_side_note(row: QueueRow, adjudicates: bool = False) -> str:
    """What stands before the count: what was left unsure (where it is settled: open), and the closest vote that is no
    majority."""
    votes = tr("tie {votes}", votes=row.votes) if row.votes and row.ties else row.votes
    return "  ".join(filter(None, (unsure_word(adjudicates) if row.unsure else "", votes)))


def second_line(row: Any) -> str:
    """What stands under the key of a row, as it may be drawn."""
    return " ".join(make_visible(row.snippet).split())


class QueueDelegate(QStyledItemDelegate):
    """Paints the rows of a queue. ``two_lines``: each has room for a line under its key; ``rescale`` follows.
    ``adjudicates``: its items are settled, so that what is not decided is left open."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.two_lines = False
        self.adjudicates = False
        self.rescale()

    def rescale(self) -> None:
        """Take the sizes of the theme."""
        theme = self._theme
        self.height = round(theme.px(_HEIGHT + (_SECOND_LINE if self.two_lines else 0.0)))
        self._key, self._key_current = theme.font(Type.BODY), theme.font(Type.BODY_MEDIUM)
        self._small, self._number = theme.font(Type.CAPTION_NUMBER), theme.font(Type.NUMBER)
        self._key_metrics = QFontMetricsF(self._key_current)
        self._small_metrics = QFontMetricsF(self._small)
        self._number_metrics = QFontMetricsF(self._number)

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(100, self.height)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        theme, rect = self._theme, QRect(option.rect)
        state = option.state
        current = bool(state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if current:
            painter.fillRect(rect, theme.color("row"))
            painter.fillRect(QRect(rect.left(), rect.top(), _EDGE, rect.height()), theme.color("accent"))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, theme.color("hover"))
        painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), theme.color("hairline_soft"))
        row = index.data(ROW)
        if row is not None:
            upper = QRectF(rect)
            if self.two_lines:
                upper.setHeight(rect.height() - theme.px(_SECOND_LINE))
                self.paint_second(painter, QRectF(rect), self.second(row))
            self.paint_row(painter, upper, row, current)
        painter.restore()

    def second(self, row: Any) -> str:
        """The words of the second line, as they may be drawn."""
        return second_line(row)

    def paint_second(self, painter: QPainter, rect: QRectF, words: str) -> None:
        """A quiet line of text under the first."""
        theme, px = self._theme, self._theme.px
        left_x = rect.left() + _LEFT + px(_ICON) + px(8.0)
        place = QRectF(
            left_x, rect.bottom() - px(_SECOND_LINE) - px(5.0), rect.right() - _RIGHT - left_x, px(_SECOND_LINE)
        )
        painter.setFont(self._small)
        painter.setPen(theme.color("second"))
        elided_text = self._small_metrics.elidedText(words, Qt.TextElideMode.ElideRight, place.width())
        painter.drawText(place, int(Qt.AlignmentFlag.AlignVCenter.value), elided_text)

    def paint_row(self, painter: QPainter, rect: QRectF, row: QueueRow, current: bool) -> None:
        """The first line of a row."""
        theme, px = self._theme, self._theme.px
        middle = rect.center().y()
        name, role = glyph(row, current)
        size = px(_ICON)
        paint_icon(painter, theme, name, QRectF(rect.left() + _LEFT, middle - size / 2, size, size), role)
        flags = int(Qt.AlignmentFlag.AlignVCenter.value)
        right = rect.right() - _RIGHT
        count = f"{row.open:,}" if row.flags and not row.is_finished else ""
        wide = max(px(_COUNT), ceil(self._number_metrics.horizontalAdvance(count)))
        if count:
            painter.setFont(self._number)
            painter.setPen(theme.color("text" if row.open else "faint"))
            place = QRectF(right - wide, rect.top(), wide, rect.height())
            painter.drawText(place, flags | int(Qt.AlignmentFlag.AlignRight.value), count)
        right -= wide + 4
        note = build_side_note(row, self.adjudicates)
        if note:
            width = self._small_metrics.horizontalAdvance(note)
            painter.setFont(self._small)
            painter.setPen(theme.color("warning" if row.ties or row.unsure else "second"))
            place = QRectF(right - width, rect.top(), width + 1, rect.height())
            painter.drawText(place, flags, note)
            right -= width + px(8.0)
        if row.has_note:
            side = px(_NOTE)
            paint_icon(painter, theme, "note", QRectF(right - side, middle - side / 2, side, side))
            right -= side + px(8.0)
        left_x = rect.left() + _LEFT + size + px(8.0)
        metrics = self._key_metrics
        key, first_words = (" ".join(make_visible(words).split()) for words in (row.key, row.first_words))
        key_role = "second" if row.is_finished and not current else "text"
        key_font = self._key_current if current or not row.is_finished else self._key
        parts = [(key, key_font, key_role, 0.0), (first_words, self._key, "second", 0.0)]
        if _HASH.fullmatch(key):  # nobody knows an item by it
            short_hash = key[:_SHORT_HASH] + "…"
            room = self._small_metrics.horizontalAdvance(short_hash) + px(6.0) + 1
            parts = [(first_words, key_font, key_role, room), (short_hash, self._small, "second", 0.0)]
        baseline = middle + metrics.capHeight() / 2
        for words, font, role, room in parts:
            elided_text = QFontMetricsF(font).elidedText(words, Qt.TextElideMode.ElideRight, right - room - left_x)
            if left_x < right and len(elided_text) > 1:  # an ellipsis alone says nothing
                painter.setFont(font)
                painter.setPen(theme.color(role))
                painter.drawText(QPointF(left_x, baseline), elided_text)
            left_x += QFontMetricsF(font).horizontalAdvance(elided_text) + px(6.0)


class QueueList(RowPressMixin, QTableView):
    """Emits ``opened(item)`` when the user chose an item with the mouse or the arrow keys.

    A table of one column and no heads: a list view asks the model about every row before it shows the first (0.3 s at
    100,000 items), a table with fixed heights asks about those in sight.
    """

    opened = Signal(int)

    def __init__(
        self,
        theme: Theme,
        model: QueueModel,
        parent: QWidget | None = None,
        delegate: Callable[[Theme, QWidget], QueueDelegate] | None = None,
    ) -> None:
        super().__init__(parent)
        self._rows = model
        self._theme = theme
        self._delegate = (delegate or QueueDelegate)(theme, self)
        self.setItemDelegate(self._delegate)
        self.setModel(model)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.horizontalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setAutoScroll(False)  # ``show_current`` scrolls, and more seldom
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setAccessibleName(tr("Queue of items"))
        self._bar = OverlayBar(theme, self, inset=1)
        theme.changed.connect(self._dress)
        self._dress()

    def set_two_lines(self, has_two_lines: bool) -> None:
        """Whether each row has a second line."""
        if has_two_lines != self._delegate.two_lines:
            self._delegate.two_lines = has_two_lines
            self._dress()

    def set_task_kind(self, questions: bool, adjudicates: bool) -> None:
        """Whether its items are gone through for questions, not flags, and whether these are settled."""
        self._rows.questions, self._rows.adjudicates = questions, adjudicates
        self._delegate.adjudicates = adjudicates

    def show_current(self, item: int | None) -> None:
        """Mark this item and bring it into sight; mark none if it is not in the list."""
        at = self._rows.place(item) if item is not None else None
        if at is None:
            self.clearSelection()
            self.setCurrentIndex(QModelIndex())
            return
        index = self._rows.index(at)
        if index != self.currentIndex():
            self.setCurrentIndex(index)
        if not self.viewport().rect().contains(self.visualRect(index)):
            # to the middle, so that the next steps need not scroll, which paints the whole list
            self.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtCenter)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows open the neighbour; letters belong to the window, not to a search in the list."""
        steps = {
            Qt.Key.Key_Up: -1,
            Qt.Key.Key_Down: 1,
            Qt.Key.Key_PageUp: -10,
            Qt.Key.Key_PageDown: 10,
            Qt.Key.Key_Home: -len(self._rows.ids),
            Qt.Key.Key_End: len(self._rows.ids),
        }
        step = steps.get(Qt.Key(event.key()))
        if step is None or not self._rows.ids:
            event.ignore()
            return
        at = self.currentIndex().row() + step if self.currentIndex().isValid() else 0
        self._choose(min(len(self._rows.ids) - 1, max(0, at)))

    def keyboardSearch(self, search: str) -> None:
        """Not here: letters are commands."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the bar at the edge."""
        super().resizeEvent(event)
        self._bar.place()

    def press_row(self, index: QModelIndex) -> None:
        """Open the item."""
        self._choose(index.row())

    def _choose(self, at: int) -> None:
        self.opened.emit(self._rows.ids[at])

    def _dress(self) -> None:
        self._delegate.rescale()
        height = self._delegate.height
        self.verticalHeader().setMinimumSectionSize(height)
        self.verticalHeader().setDefaultSectionSize(height)
        self.viewport().update()
