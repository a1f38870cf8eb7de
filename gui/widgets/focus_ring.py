"""The ring around what has the keyboard: a text, or the row of a list where the keys are."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractItemView, QAbstractScrollArea, QListView, QWidget

from galley.gui.theme import Theme

LED_HERE = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)
"""Why a widget has the keyboard where the ring says so: whoever clicked knows where it is."""


class FocusRing(QWidget):
    """Lies over its parent, which calls ``fit`` when it is resized, and is deaf to the mouse. Hidden at first.

    It marks the row in front of a list, the row or cell of a table, what another widget gives as ``ring_rect()`` (in
    its viewport); else all of its parent. What is under it is painted again when the row changes, and it with that.
    """

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    def fit(self) -> None:
        """Take the size of the column."""
        over = self.parentWidget()  # not kept: Python would take such a circle down when it collects, even in a paint
        if over is not None:
            self.setGeometry(over.rect())

    def set_shown(self, is_shown: bool) -> None:
        """Show it over everything, or hide it."""
        self.setVisible(is_shown)
        self.raise_()

    def renew(self, *_: object) -> None:
        """Another row is in front."""
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Two pixels in the accent."""
        rect = self._get_marked_rect()
        if rect.isEmpty():
            return
        with QPainter(self) as painter:
            pen = QPen(self._theme.color("accent"), 2)
            pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
            painter.setPen(pen)
            painter.drawRect(QRectF(rect).adjusted(1, 1, -1, -1))

    def _get_marked_rect(self) -> QRect:
        """Where it is painted; empty where the row is scrolled out of sight."""
        over = self.parentWidget()
        if isinstance(over, QAbstractItemView):
            row = row_rect(over)
        else:
            row = over.ring_rect() if over is not None and hasattr(over, "ring_rect") else None
        if row is None or not isinstance(over, QAbstractScrollArea):
            return self.rect()
        view = over.viewport()
        return row.intersected(view.rect()).translated(view.pos())


def row_rect(view: QAbstractItemView) -> QRect | None:
    """Where the row in front lies in the viewport (a cell, where cells are chosen); None where there is none."""
    current = view.currentIndex()
    if not current.isValid():
        return None
    rect = view.visualRect(current)
    whole = isinstance(view, QListView) or view.selectionBehavior() is QAbstractItemView.SelectionBehavior.SelectRows
    return QRect(0, rect.top(), view.viewport().width(), rect.height()) if whole else rect
