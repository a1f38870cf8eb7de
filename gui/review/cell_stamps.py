"""What stands in the cells of a matrix, each look drawn once: few of a hundred cells differ."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QWidget

from galley.gui.text_panes.answer_margin import paint_sign
from galley.gui.text_panes.item import FlagEntry
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
