"""How a line of a table is painted: a hairline under it, figures at the right, a share as a bar under its words."""

from __future__ import annotations

from typing import Any, NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QStaticText, QTextOption

from galley.gui.plain_text import static_text
from galley.gui.theme import Theme, Type

SIDE = 10.0
LEAD = 16.0
"""What the first column keeps free at its left."""
_ABOVE = 7.0
"""Over and under the words of a line that is as high as they need."""
_BAR = 4.0
_MOST_WORDS = 2_000
"""Words whose shapes are kept: a hundred lines of them."""


class LineCell(NamedTuple):
    """What stands in one place. ``share`` (0 to 1) draws a bar of which ``bad`` (0 to 1) failed; ``role`` is a
    colour's. ``rank`` is what it is sorted by, where that is not its words. ``over``: it may take the room of the
    next column; ``brief`` is what stands there where even that is too little."""

    text: str
    role: str = "text"
    style: Type = Type.NUMBER
    share: float | None = None
    bad: float = 0.0
    bar: str = "evidence_edge"
    rank: Any = None
    over: bool = False
    brief: str = ""
    struck: bool = False


class LinePaint:
    """Lines in sight are painted again while a run goes on, so what does not change is made once: fonts, colours, and
    the shapes of words, which are most of the work (a page takes a fifth of the time so)."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._fonts: dict[tuple[Type, bool], tuple[QFont, QFontMetricsF]] = {}
        self._colors: dict[str, QColor] = {}
        self._words: dict[tuple[str, Type, bool, float, bool], tuple[QStaticText, QSizeF]] = {}

    def forget(self) -> None:
        """The theme has changed."""
        self._fonts.clear()
        self._colors.clear()
        self._words.clear()

    def ground(self, painter: QPainter, rect: QRectF, current: bool, hovered: bool) -> None:
        """An edge in the accent on the current line, and a hairline under each."""
        if current:
            painter.fillRect(rect, self._color("row"))
            painter.fillRect(QRectF(rect.left(), rect.top(), 3, rect.height()), self._color("accent"))
        elif hovered:
            painter.fillRect(rect, self._color("hover"))
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), self._color("hairline_soft"))

    def cell(self, painter: QPainter, cell: LineCell, inner: QRectF, to_right: bool, tall: bool, wraps: bool) -> None:
        """One cell within ``inner``; in a ``tall`` line all words begin at its top."""
        text = cell.text
        if cell.brief and self.advance(cell) > inner.width():
            text = cell.brief
        words, size = self._shape_text(text, cell, inner.width(), wraps)
        painter.setFont(self._font(cell)[0])
        painter.setPen(self._color(cell.role))
        at = inner.topLeft() + QPointF(inner.width() - size.width() if to_right else 0, 0)
        if cell.share is not None:
            at += QPointF(0, self._theme.px(4) + (inner.height() - self._theme.px(14) - size.height()) / 2)
        else:
            at += QPointF(0, self._theme.px(_ABOVE) if tall else (inner.height() - size.height()) / 2)
        painter.drawStaticText(at, words)
        if cell.share is not None:
            painter.save()
            self._bar(painter, inner, cell)
            painter.restore()

    def advance(self, cell: LineCell) -> float:
        """How wide the words are in one line, in pixels."""
        return self._font(cell)[1].horizontalAdvance(cell.text)

    def height(self, cell: LineCell, room: float) -> float:
        """How high a line must be for the words of a cell."""
        return self._shape_text(cell.text, cell, room, True)[1].height() + 2 * self._theme.px(_ABOVE)

    def _shape_text(self, text: str, cell: LineCell, room: float, wraps: bool) -> tuple[QStaticText, QSizeF]:
        """Words cut to their room, or broken into lines within it, and how large they are."""
        key = (text, cell.style, cell.struck, room, wraps)
        text_and_size = self._words.get(key)
        if text_and_size is None:
            if len(self._words) >= _MOST_WORDS:
                self._words.clear()
            font, metrics = self._font(cell)
            if wraps:
                words = static_text(text)
                words.setTextOption(QTextOption(Qt.AlignmentFlag.AlignLeft))
                words.setTextWidth(room)
            else:
                words = static_text(metrics.elidedText(text, Qt.TextElideMode.ElideRight, room))
            words.prepare(font=font)
            text_and_size = self._words[key] = (words, words.size())
        return text_and_size

    def _font(self, cell: LineCell) -> tuple[QFont, QFontMetricsF]:
        font_and_metrics = self._fonts.get((cell.style, cell.struck))
        if font_and_metrics is None:
            font = QFont(self._theme.font(cell.style))
            font.setStrikeOut(cell.struck)
            font_and_metrics = self._fonts[cell.style, cell.struck] = (font, QFontMetricsF(font))
        return font_and_metrics

    def _color(self, role: str) -> QColor:
        color = self._colors.get(role)
        if color is None:
            color = self._colors[role] = self._theme.color(role)
        return color

    def _bar(self, painter: QPainter, inner: QRectF, cell: LineCell) -> None:
        theme = self._theme
        track = QRectF(inner.left(), inner.bottom() - theme.px(10), inner.width(), _BAR)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("hairline"))
        painter.drawRoundedRect(track, 2, 2)
        share = min(1.0, max(0.0, cell.share or 0.0))
        if share > 0:
            track.setWidth(max(_BAR, track.width() * share))
            painter.setBrush(theme.color(cell.bar))
            painter.drawRoundedRect(track, 2, 2)
            if cell.bad > 0:
                failed = max(_BAR, track.width() * min(1.0, cell.bad))
                painter.setBrush(theme.color("negative"))
                painter.drawRoundedRect(QRectF(track.right() - failed, track.top(), failed, _BAR), 2, 2)
