"""What stands in the cells of a matrix, each look drawn once: few of a hundred cells differ."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QWidget

from galley.gui.desk.opened import Entry
from galley.gui.panes.answer_margin import paint_sign
from galley.gui.theme import Theme, Type
from galley.gui.widgets.badge import paint_letter_badge

AIR = 8.0
SIGN = 11.0
_BADGE = (22.0, 18.0)
_MOST = 400


class CellStamps:
    """A sign, and behind it the answer in a word or the letter of what was flagged; three times ``AIR`` high."""

    def __init__(self, theme: Theme, view: QWidget) -> None:
        self._theme, self._view = theme, view
        self._made: dict[tuple[object, ...], tuple[QPixmap, float]] = {}

    def forget(self) -> None:
        """Fonts or colours are others."""
        self._made.clear()

    def of(self, entry: Entry, room: float, lit: bool) -> tuple[QPixmap, float]:
        """The stamp of an entry that has so much room (pixels), and how wide it is."""
        said = (entry.verdict.value, entry.own, entry.settles)  # what its words are made of, which takes longer
        told = said if entry.question else (entry.instead or entry.criterion).row
        key = entry.state, entry.criterion.row, told, round(room), lit
        found = self._made.get(key)
        if found is None:
            if len(self._made) >= _MOST:
                self._made.clear()
            stamp = self._make(entry, room, lit)
            found = self._made[key] = stamp, stamp.deviceIndependentSize().width()
        return found

    def _make(self, entry: Entry, room: float, lit: bool) -> QPixmap:
        theme, px, size, ratio = self._theme, self._theme.px, self._theme.px(SIGN), self._view.devicePixelRatioF()
        left, middle = size + px(5.0), px(AIR) * 1.5
        style = Type.BODY_STRONG if lit else Type.SMALL
        words = theme.metrics(style).elidedText(entry.words, Qt.TextElideMode.ElideRight, room - left - px(3.0))
        width = left + (theme.advance(style, words) if entry.question else px(_BADGE[0])) + px(7.0)
        made = QPixmap(ceil(width * ratio), ceil(2 * middle * ratio))
        made.setDevicePixelRatio(ratio)
        made.fill(Qt.GlobalColor.transparent)
        with QPainter(made) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_sign(painter, theme, entry.state, QRectF(0, middle - size / 2, size, size))
            if entry.question:
                painter.setFont(theme.font(style))
                painter.setPen(theme.color("text" if lit or not entry.open else "second"))
                painter.drawText(QPointF(left, middle + px(4.5)), words)
            else:
                criterion = entry.instead or entry.criterion
                badge = QRectF(left, middle - px(_BADGE[1]) / 2, px(_BADGE[0]), px(_BADGE[1]))
                paint_letter_badge(painter, theme, badge, criterion.letter, criterion.colour)
                if lit:
                    under = QRectF(badge.left(), badge.bottom() + 1, badge.width(), 2)
                    painter.fillRect(under, theme.color("flag_edge"))
        return made
