"""The inline chooser of a missed flag: the criteria that fit the selected text or unit. A letter or Enter takes one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPalette
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from galley.core.domain import Cell, Criterion, Span
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr
from galley.gui.widgets.badge import letter_badge_size, paint_letter_badge
from galley.gui.widgets.line_list import LineList
from galley.gui.widgets.pane_head import PaneHead
from galley.gui.widgets.styled_label import StyledLabel

_ROW = 30.0


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that can be added: the cell it answers and the marked span, if part of the unit is marked."""

    criterion: Criterion
    cell: Cell
    spans: tuple[Span, ...]
    scheme: str
    whole: str = ""


class _OptionLine:
    """An option of the list: its letter, its name, and at the right which whole or scheme it is of."""

    selectable = True

    def __init__(self, option: Option) -> None:
        self.option, self.name = option, option.criterion.name

    def height(self, theme: Theme, width: float) -> float:
        return theme.px(_ROW)

    def paint(self, painter: QPainter, theme: Theme, rect: QRectF) -> None:
        px, criterion = theme.px, self.option.criterion
        size, middle = letter_badge_size(theme), rect.center().y()
        badge = QRectF(rect.left() + 14, middle - size.height() / 2, size.width(), size.height())
        paint_letter_badge(painter, theme, badge, criterion.letter, criterion.colour)
        left_x, right = badge.right() + px(8.0), rect.right() - 13.0
        metrics = theme.metrics(Type.BODY)
        baseline = middle + metrics.capHeight() / 2
        words = self.option.whole or self.option.scheme
        used = theme.advance(Type.CAPTION, words)
        painter.setFont(theme.font(Type.CAPTION))
        painter.setPen(theme.color("second"))
        painter.drawText(QPointF(right - used, baseline), words)
        painter.setFont(theme.font(Type.BODY))
        painter.setPen(theme.color("text"))
        name = metrics.elidedText(self.name, Qt.TextElideMode.ElideRight, right - used - px(8.0) - left_x)
        painter.drawText(QPointF(left_x, baseline), name)


class Chooser(QFrame):
    """Lies over the decision while it is open. ``chosen(option)``; ``closed()`` whenever it goes away."""

    chosen = Signal(object)
    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._head = PaneHead(theme, tr("Add a missed flag"), tr("letter or Enter · Esc"))
        self._about = StyledLabel(theme, Type.READING_SMALL)
        self._list = LineList(theme, tr("Criteria"), self)
        self._list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._list.chosen.connect(self._take)
        self._options: Sequence[Option] = ()
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
        return list(self._options)

    def ask(
        self, about: str, options: Sequence[Option], back: QWidget | None, title: str = tr("Add a missed flag")
    ) -> None:
        """Open. ``about`` are the words that are marked; the keyboard goes to ``back`` afterwards."""
        self._head.set(title, tr("letter or Enter · Esc"))
        self.setAccessibleName(title)
        self._about.set(about)
        self._options = options
        self._list.show_lines([_OptionLine(option) for option in options], 0 if options else None)
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

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Whoever goes on elsewhere in the window has let go of what was asked: it would be about words that are no
        longer selected."""
        super().focusOutEvent(event)
        ignored_reasons = (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason)
        if not self.isHidden() and event.reason() not in ignored_reasons:
            self._back = None
            self.close_quietly()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """A letter takes its criterion, or goes round where several have it; arrows and Enter as everywhere."""
        key = Qt.Key(event.key())
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -8, Qt.Key.Key_PageDown: 8}.get(key)
        if key is Qt.Key.Key_Escape:
            self.close_quietly()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self._list.current is not None:
                self._take(self._list.current)
        elif step is not None:
            self._list.set_current(min(len(self._options) - 1, max(0, (self._list.current or 0) + step)))
            self._tell()
        elif event.text().strip():
            self._letter(event.text().strip().upper())

    def _letter(self, letter: str) -> None:
        rows = [row for row, option in enumerate(self.options) if option.criterion.letter.upper() == letter]
        if len(rows) == 1:
            self._take(rows[0])
        elif rows:
            current_row = self._list.current or 0
            self._list.set_current(next((row for row in rows if row > current_row), rows[0]))
            self._tell()

    def _tell(self) -> None:
        at = self._list.current
        self.setAccessibleDescription("" if at is None else self._options[at].criterion.name)

    def _take(self, row: int) -> None:
        option = self._options[row]
        self.close_quietly()
        self.chosen.emit(option)
