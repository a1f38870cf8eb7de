"""The inline chooser of a missed flag: the criteria that fit the selected text or unit. A letter or Enter takes one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from galley.core.domain import Cell, Criterion, Span
from galley.gui.desk.styled_label import Words
from galley.gui.language import tr
from galley.gui.theme import Theme, Type
from galley.gui.widgets.badge import letter_badge_size, paint_letter_badge
from galley.gui.widgets.pane_head import PaneHead

_ROW = 30.0
_OPTION = Qt.ItemDataRole.UserRole


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that can be added: the cell it answers and the marked span, if part of the unit is marked."""

    criterion: Criterion
    cell: Cell
    spans: tuple[Span, ...]
    scheme: str
    whole: str = ""


class _Delegate(QStyledItemDelegate):
    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(100, round(self._theme.px(_ROW)))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        theme, px = self._theme, self._theme.px
        rect = QRect(option.rect)
        choice: Option = index.data(_OPTION)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, theme.color("row"))
            painter.fillRect(QRect(rect.left(), rect.top(), 3, rect.height()), theme.color("accent"))
        size = letter_badge_size(theme)
        middle = rect.center().y() + 0.5
        badge = QRectF(rect.left() + 14, middle - size.height() / 2, size.width(), size.height())
        paint_letter_badge(painter, theme, badge, choice.criterion.letter, choice.criterion.colour)
        left, right = badge.right() + px(8.0), rect.right() - 13.0
        small, body = theme.font(Type.CAPTION), theme.font(Type.BODY)
        metrics = QFontMetricsF(body)
        baseline = middle + metrics.capHeight() / 2
        words = choice.whole or choice.scheme
        used = QFontMetricsF(small).horizontalAdvance(words)
        painter.setFont(small)
        painter.setPen(theme.color("second"))
        painter.drawText(QPointF(right - used, baseline), words)
        painter.setFont(body)
        painter.setPen(theme.color("text"))
        name = metrics.elidedText(choice.criterion.name, Qt.TextElideMode.ElideRight, right - used - px(8.0) - left)
        painter.drawText(QPointF(left, baseline), name)
        painter.restore()


class Chooser(QFrame):
    """Lies over the decision while it is open. ``chosen(option)``; ``closed()`` whenever it goes away."""

    chosen = Signal(object)
    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._head = PaneHead(theme, tr("Add a missed flag"), tr("letter or Enter · Esc"))
        self._about = Words(theme, Type.READING_SMALL)
        self._list = QListWidget(self)
        self._list.setItemDelegate(_Delegate(theme, self._list))
        self._list.setFrameShape(QFrame.Shape.NoFrame)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self._list.setAccessibleName(tr("Criteria"))
        self._list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._list.itemClicked.connect(lambda item: self._take(item))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Add a missed flag"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        about = QVBoxLayout()
        about.setContentsMargins(14, 0, 14, 8)
        about.addWidget(self._about)
        layout.addWidget(self._head)
        layout.addLayout(about)
        layout.addWidget(self._list, 1)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self._back: QWidget | None = None
        self.hide()

    @property
    def options(self) -> list[Option]:
        """What is offered."""
        return [self._list.item(row).data(_OPTION) for row in range(self._list.count())]

    def ask(
        self, about: str, options: Sequence[Option], back: QWidget | None, title: str = tr("Add a missed flag")
    ) -> None:
        """Open. ``about`` are the words that are marked; the keyboard goes to ``back`` afterwards."""
        self._head.set(title, tr("letter or Enter · Esc"))
        self.setAccessibleName(title)
        self._about.set(about)
        self._list.clear()
        for option in options:
            item = QListWidgetItem(option.criterion.name)
            item.setData(_OPTION, option)
            self._list.addItem(item)
        self._list.setCurrentRow(0)
        self._back = back
        self.show()
        self.raise_()
        self.setFocus(Qt.FocusReason.PopupFocusReason)
        self._tell()

    def close_quietly(self) -> None:
        """Go away without a choice."""
        if self.isHidden():
            return
        self.hide()
        if self._back is not None:
            self._back.setFocus(Qt.FocusReason.OtherFocusReason)
        self.closed.emit()

    def event(self, event: QEvent) -> bool:
        """While it is open every key is its own."""
        if event.type() is QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """A letter takes its criterion, or goes round where several have it; arrows and Enter as everywhere."""
        key = Qt.Key(event.key())
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -8, Qt.Key.Key_PageDown: 8}.get(key)
        if key is Qt.Key.Key_Escape:
            self.close_quietly()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            item = self._list.currentItem()
            if item is not None:
                self._take(item)
        elif step is not None:
            self._list.setCurrentRow(min(self._list.count() - 1, max(0, self._list.currentRow() + step)))
            self._tell()
        elif event.text().strip():
            self._letter(event.text().strip().upper())

    def _letter(self, letter: str) -> None:
        rows = [row for row, option in enumerate(self.options) if option.criterion.letter.upper() == letter]
        if len(rows) == 1:
            self._take(self._list.item(rows[0]))
        elif rows:
            now = self._list.currentRow()
            self._list.setCurrentRow(next((row for row in rows if row > now), rows[0]))
            self._tell()

    def _tell(self) -> None:
        item = self._list.currentItem()
        self.setAccessibleDescription(item.text() if item is not None else "")

    def _take(self, item: QListWidgetItem) -> None:
        option = item.data(_OPTION)
        self.close_quietly()
        self.chosen.emit(option)
