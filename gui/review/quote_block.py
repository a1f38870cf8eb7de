"""A quote that a judge gave as evidence, or that the reader attached: the words, whether they were found, and where."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QEnterEvent,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from galley.core.domain import Match, Stance, UnitId
from galley.core.text.excerpts import quote_text
from galley.core.text.visible import make_visible
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr
from galley.gui.widgets.paragraph import Paragraph, lay_out

_INDENT = 13.0
_PAD = 3.0
_LONGEST = 600

Badge = Match | Stance
_LOOKS: dict[Badge, tuple[str, str, str]] = {
    Match.VERBATIM: (tr("verbatim"), "evidence_edge", "positive"),
    Match.FUZZY: (tr("fuzzy"), "warning", "warning"),
    Match.MISSING: (tr("missing"), "negative", "negative"),
    Stance.SUPPORTS: (tr("you: supports"), "evidence_edge", "positive"),
    Stance.CONTRADICTS: (tr("you: contradicts"), "negative", "negative"),
}


class QuoteBlock(QWidget):
    """Emits ``clicked(unit)`` with the row id of the unit in which the quote was found."""

    clicked = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._text = self._place = ""
        self._content: tuple[str, Badge | None, str, UnitId | None] | None = None
        self._match: Badge | None = None
        self._unit: UnitId | None = None
        self._laid: tuple[int, Paragraph, tuple[float, float] | None] | None = None
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        theme.changed.connect(self._dress)

    def set(self, text: str, match: Badge | None, place: str, unit: UnitId | None) -> None:
        """``match`` None is a text of the item itself, which needs no badge. ``unit`` None leads nowhere."""
        if (text, match, place, unit) == self._content:
            return
        self._content = (text, match, place, unit)
        width = self._laid[0] if self._laid is not None else self.width()
        high = self.heightForWidth(width) if self._laid is not None else -1
        text = " ".join(make_visible(text[: _LONGEST + 1]).split())
        self._text = text if len(text) <= _LONGEST else text[:_LONGEST] + "…"
        self._match, self._place, self._unit = match, place, unit
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if unit is not None else Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor if unit is not None else Qt.CursorShape.ArrowCursor)
        word = _LOOKS[match][0] if match else ""
        self.setAccessibleName(f"{quote_text(self._text)}, {', '.join(filter(None, (word, place)))}")
        self.setAccessibleDescription(tr("Press Enter to go there") if unit is not None else "")
        self._laid = None
        self.update()
        if self.heightForWidth(width) != high:
            self.updateGeometry()

    def hasHeightForWidth(self) -> bool:
        """The narrower, the higher."""
        return True

    def heightForWidth(self, width: int) -> int:
        """The height of the words, and of the badge where it needs a line of its own."""
        words, tail = self._arrange(width)
        return round(words.height + (self._theme.px(20.0) if tail is None else 0) + 2 * _PAD)

    def sizeHint(self) -> QSize:
        """What it needs at its present width."""
        width = max(self.width(), 120)
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        """It is never cut."""
        return QSize(60, self.heightForWidth(max(self.width(), 60)))

    def paintEvent(self, event: QPaintEvent) -> None:
        """An edge in the colour of the match, the words, the badge and the place."""
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        word, edge, role = _LOOKS[self._match] if self._match else ("", "hairline", "second")
        painter.fillRect(QRectF(0, 0, 3, self.height()), theme.color(edge))
        words, tail = self._arrange(self.width())
        painter.setPen(theme.color("text"))
        words.layout.draw(painter, QPointF(_INDENT, _PAD))
        if tail is None:
            x, middle = _INDENT, _PAD + words.height + theme.px(9.0)
        else:
            x, middle = _INDENT + tail[0], _PAD + tail[1]
        font = theme.font(Type.SPEAKER)
        metrics = QFontMetricsF(font)
        if word:
            width, height = metrics.horizontalAdvance(word) + theme.px(12.0), theme.px(16.0)
            rect = QRectF(x, middle - height / 2, width, height).adjusted(0.75, 0.75, -0.75, -0.75)
            painter.setPen(QPen(theme.color(role), 1.25))
            painter.drawRoundedRect(rect, theme.px(4.0), theme.px(4.0))
            painter.setFont(font)
            painter.drawText(rect, int(Qt.AlignmentFlag.AlignCenter), word)
            x += width + theme.px(6.0)
        place = theme.font(Type.SMALL)
        if self._unit is not None and (self.underMouse() or self.hasFocus()):
            place.setUnderline(True)
        painter.setFont(place)
        painter.setPen(theme.color("accent" if self._unit is not None else "second"))
        painter.drawText(QPointF(x, middle + QFontMetricsF(place).capHeight() / 2), self._place)
        if self.hasFocus():
            painter.setPen(QPen(theme.color("accent"), 1.5))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 3, 3)

    def _arrange(self, width: int) -> tuple[Paragraph, tuple[float, float] | None]:
        """The words laid out, and where badge and place go on their last line (None: on one of their own)."""
        if self._laid is not None and self._laid[0] == width:
            return self._laid[1:]
        theme = self._theme
        room = max(40.0, width - _INDENT - 2)
        words = lay_out(theme, Type.READING_SMALL, quote_text(self._text), room)
        need = theme.advance(Type.SMALL, self._place)
        if self._match:
            badge = theme.advance(Type.SPEAKER, _LOOKS[self._match][0])
            need += badge + theme.px(18.0)
        start = words.last_width + theme.px(8.0)
        tail = (start, words.last_middle + 1) if start + need <= room else None
        self._laid = (width, words, tail)
        return words, tail

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Go to the place."""
        if self._unit is not None and event.button() is Qt.MouseButton.LeftButton:
            self.clicked.emit(self._unit)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes to the place."""
        if self._unit is not None and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.clicked.emit(self._unit)
        else:
            event.ignore()

    def enterEvent(self, event: QEnterEvent) -> None:
        """Underline the place."""
        self.update()

    def _dress(self) -> None:
        self._laid = None
        self.updateGeometry()
        self.update()
