"""The list of an item's flags, painted by hand: one line each, with letter, name, the marked words and state."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from galley.core.review.items import FlagState
from galley.core.text.excerpts import quote_text
from galley.gui.labels import sentence_case
from galley.gui.review.flag_model import FlagHead, FlagModel
from galley.gui.text_panes.answer_margin import MarginAnswer, answer_room, paint_answer
from galley.gui.text_panes.item import FlagEntry, ReviewItem
from galley.gui.theme import Theme, Type
from galley.gui.theme.icons import paint_icon
from galley.gui.translation import tr
from galley.gui.widgets.badge import letter_badge_size, paint_letter_badge
from galley.gui.widgets.overlay_bar import OverlayBar
from galley.gui.widgets.row_press import RowPressMixin

_ROW = 31.0
_HEAD = 28.0
_EDGE = 3
_SIDE = 14.0
_NOTE = 12.0
_SIGN = 13.0
_LEAST_QUOTE = 24.0
_MOST_CUTS = 2_000

_ROLES = {
    FlagState.OPEN: "second",
    FlagState.ACCEPTED: "positive",
    FlagState.OVERRIDDEN: "second",
    FlagState.UNSURE: "warning",
}
_ICONS = {FlagState.ACCEPTED: "check", FlagState.OVERRIDDEN: "close", FlagState.UNSURE: "status-unsure"}


class _Delegate(QStyledItemDelegate):
    def __init__(self, theme: Theme, flags: FlagModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._flags = theme, flags
        self._cuts: dict[tuple[str, str, float], tuple[str, float]] = {}
        self.rescale()

    def rescale(self) -> None:
        theme = self._theme
        self._name, self._quote = theme.font(Type.BODY_MEDIUM), theme.font(Type.SMALL)
        self._state = theme.font(Type.SMALL)
        self._title, self._words = theme.font(Type.SPEAKER), theme.font(Type.CAPTION_NUMBER)
        self._text, self._number = theme.font(Type.READING_SMALL), theme.font(Type.CAPTION_NUMBER)
        self._row, self._head = QSize(100, round(theme.px(_ROW))), QSize(100, round(theme.px(_HEAD)))
        self._cuts.clear()
        self._metrics = {
            name: QFontMetricsF(getattr(self, name))
            for name in ("_name", "_quote", "_state", "_title", "_words", "_text", "_number")
        }

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        row = index.row()  # Qt asks for every line: from the model itself, since what it asks through an index is slow
        return self._head if isinstance(self._flags.line(row), FlagHead) else self._row

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        rect = QRect(option.rect)
        state = option.state
        line = self._flags.line(index.row())
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(line, FlagHead):
            self._paint_head(painter, rect, line)
        elif self._flags.short(index.row()):
            self._paint_unit(painter, rect, line, state)
        else:
            self._paint_entry(painter, rect, line, state, self._flags.has_note(index.row()))
        painter.restore()

    def _paint_head(self, painter: QPainter, rect: QRect, head: FlagHead) -> None:
        theme = self._theme
        painter.fillRect(rect, theme.color("window"))
        painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), theme.color("hairline_soft"))
        inner = QRectF(rect).adjusted(_SIDE, 0, -_SIDE, 0)
        middle = Qt.AlignmentFlag.AlignVCenter.value
        painter.setPen(theme.color("second"))
        painter.setFont(self._words)
        painter.drawText(inner, int(middle | Qt.AlignmentFlag.AlignRight.value), head.words)
        room = inner.width() - self._metrics["_words"].horizontalAdvance(head.words) - 10
        painter.setFont(self._title)
        painter.drawText(inner, int(middle), self._cut("_title", head.title, room)[0])

    def _paint_ground(self, painter: QPainter, rect: QRect, state: QStyle.StateFlag) -> None:
        """What is lit is what the keys decide."""
        theme = self._theme
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, theme.color("flag_tint"))
            painter.fillRect(QRect(rect.left(), rect.top(), _EDGE, rect.height()), theme.color("flag_edge"))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, theme.color("hover"))
        painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), theme.color("hairline_soft"))

    def _paint_unit(self, painter: QPainter, rect: QRect, entry: FlagEntry, state: QStyle.StateFlag) -> None:
        """A unit of which one thing is asked: its number, its text, and the answer."""
        theme, px = self._theme, self._theme.px
        self._paint_ground(painter, rect, state)
        baseline = rect.top() + (rect.height() - 1) / 2 + px(4.5)
        left_x, right = rect.left() + _SIDE, rect.right() + 1 - _SIDE
        painter.setFont(self._number)
        painter.setPen(theme.color("second"))
        painter.drawText(QPointF(left_x, baseline), f"{entry.unit.number}")
        room = answer_room(theme, entry.words)
        selected = bool(state & QStyle.StateFlag.State_Selected)
        paint_answer(painter, theme, MarginAnswer(entry.words, entry.state), right + _SIDE, baseline, selected, room)
        left_x += px(26.0)
        text, _ = self._cut("_text", entry.quote, right + _SIDE - room - px(10.0) - left_x)
        painter.setFont(self._text)
        painter.setPen(theme.color("text"))
        painter.drawText(QPointF(left_x, baseline), text)

    def _paint_entry(
        self, painter: QPainter, rect: QRect, entry: FlagEntry, state: QStyle.StateFlag, noted: bool
    ) -> None:
        theme, px = self._theme, self._theme.px
        self._paint_ground(painter, rect, state)
        size = letter_badge_size(theme)
        middle = rect.top() + (rect.height() - 1) / 2
        badge = QRectF(rect.left() + _SIDE, middle - size.height() / 2, size.width(), size.height())
        paint_letter_badge(painter, theme, badge, entry.criterion.letter, entry.criterion.colour)
        left_x, right = badge.right() + px(8.0), rect.right() + 1 - _SIDE
        base = middle + px(4.5)
        words, icon = tr("blind") if entry.blind else _state_words(entry), _ICONS.get(entry.state, "")
        if words:
            words, used = self._cut("_state", words, (right - left_x) * 0.4)
            painter.setFont(self._state)
            painter.setPen(theme.color(_ROLES[entry.state]))
            painter.drawText(QPointF(right - used, base), words)
        else:
            used = px(_SIGN)
            if icon:
                place = QRectF(right - used, middle - used / 2, used, used)
                paint_icon(painter, theme, icon, place, _ROLES[entry.state])
        if noted:
            side = px(_NOTE)
            used += side + px(5.0)
            paint_icon(painter, theme, "note", QRectF(right - used, middle - side / 2, side, side))
        right -= used + px(8.0)
        name, wide = self._cut("_name", entry.criterion.name, right - left_x)
        painter.setFont(self._name)
        painter.setPen(theme.color("text"))
        painter.drawText(QPointF(left_x, base), name)
        left_x += wide + px(6.0)
        if right - left_x > px(_LEAST_QUOTE):
            marked_text = sentence_case(entry.place) if entry.blind else quote_text(entry.quote)
            quote, _ = self._cut("_quote", marked_text, right - left_x)
            painter.setFont(self._quote)
            painter.setPen(theme.color("second"))
            painter.drawText(QPointF(left_x, base), quote)

    def _cut(self, font: str, text: str, room: float) -> tuple[str, float]:
        """As much of a text as fits, and how wide that is; kept, since the same lines are painted again and again."""
        text_and_width = self._cuts.get((font, text, room))
        if text_and_width is None:
            if len(self._cuts) >= _MOST_CUTS:
                self._cuts.clear()
            metrics = self._metrics[font]
            elided_text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
            text_and_width = self._cuts[font, text, room] = elided_text, metrics.horizontalAdvance(elided_text)
        return text_and_width


def _state_words(entry: FlagEntry) -> str:
    """What stands at the end of a line in words; "" where a sign says it, or nothing is said yet."""
    if entry.own:
        return tr("added by you")
    return entry.words if entry.question or entry.instead is not None else ""


class FlagList(RowPressMixin, QListView):
    """Emits ``chosen(entry)`` with the place of the entry that the user chose."""

    chosen = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._flags = FlagModel(self)
        self._delegate = _Delegate(theme, self._flags, self)
        self._at: int | None = None
        self.setModel(self._flags)
        self.setItemDelegate(self._delegate)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(tr("Flags of this item"))
        self._bar = OverlayBar(theme, self, inset=1)
        self._theme = theme
        self.setMinimumHeight(self.least_height)
        theme.changed.connect(self._dress)

    @property
    def current(self) -> int | None:
        """The place of the current entry."""
        return self._at

    @property
    def least_height(self) -> int:
        """The height in which the row that is active can be seen."""
        return round(self._theme.px(_ROW))

    @property
    def content_height(self) -> int:
        """The height in which no row is out of sight."""
        entries, rows = self._flags.entry_count, self._flags.rowCount()
        return entries * round(self._theme.px(_ROW)) + (rows - entries) * round(self._theme.px(_HEAD))

    def show_current(self) -> None:
        """Bring the row that is active into sight."""
        self.scrollTo(self.currentIndex())

    def show_item(self, review_item: ReviewItem | None, current: int | None) -> None:
        """Show the flags of an item with one of them marked; where the same item is shown nothing scrolls."""
        value = self.verticalScrollBar().value()
        before = self._flags.rowCount()
        fresh = self._flags.show(review_item)
        if fresh and before and review_item is not None:
            self.doItemsLayout()
            self.verticalScrollBar().setValue(value)
        self.set_current(current)

    def set_current(self, entry: int | None) -> None:
        """Mark one entry and bring it into sight."""
        self._at = entry
        if entry is None:
            self.clearSelection()
            self.setCurrentIndex(QModelIndex())
            return
        row = self._flags.row_of(entry)
        index = self._flags.index(row)
        if index != self.currentIndex() or not self.selectionModel().isSelected(index):
            self.setCurrentIndex(index)
        if row == 1 and isinstance(self._flags.line(0), FlagHead):
            self.scrollTo(self._flags.index(0))
        self.scrollTo(index)

    def dataChanged(
        self,
        first: QModelIndex | QPersistentModelIndex,
        last: QModelIndex | QPersistentModelIndex,
        roles: Sequence[int] = (),
    ) -> None:
        """Paint the lines that changed; Qt would lay out the whole list again, though no line changes its height."""
        for row in range(first.row(), last.row() + 1):
            self.viewport().update(self.visualRect(self._flags.index(row)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows choose the neighbour; letters belong to the window."""
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if step is None:
            event.ignore()
            return
        count = self._flags.entry_count
        if count:
            self.chosen.emit(min(count - 1, max(0, (self._at if self._at is not None else -1) + step)))

    def keyboardSearch(self, search: str) -> None:
        """Not here: letters are commands."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the bar at the edge."""
        super().resizeEvent(event)
        self._bar.place()

    def press_row(self, index: QModelIndex) -> None:
        """Choose the flag."""
        entry = self._flags.entry_at(index.row())
        if entry is not None:
            self.chosen.emit(entry)

    def _dress(self) -> None:
        self._delegate.rescale()
        self.setMinimumHeight(self.least_height)
        self.scheduleDelayedItemsLayout()
        self.viewport().update()
