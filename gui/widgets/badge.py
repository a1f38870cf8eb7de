"""Badges: a criterion's letter on its colour, and a word in an outline (verbatim, yes, no)."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from galley.gui.plain_text import set_tip
from galley.gui.theme import Theme, Type

_WIDTH = 24.0
_HEIGHT = 20.0


def paint_letter_badge(painter: QPainter, theme: Theme, rect: QRectF, letter: str, colour: str) -> None:
    """Draw a criterion's letter on its colour into ``rect``; the ink is whichever reads better on it."""
    ground = theme.mark(colour)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ground)
    painter.drawRoundedRect(rect, theme.px(4.0), theme.px(4.0))
    painter.setPen(theme.text_color_on(ground))
    painter.setFont(theme.font(Type.BADGE))
    painter.drawText(rect, int(Qt.AlignmentFlag.AlignCenter), letter)


def letter_badge_size(theme: Theme) -> QSize:
    """The size of a letter badge, for delegates and layouts."""
    return QSize(round(theme.px(_WIDTH)), round(theme.px(_HEIGHT)))


class LetterBadge(QWidget):
    """A criterion's letter as a widget."""

    def __init__(self, theme: Theme, letter: str = "", colour: str = "#0072B2", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._letter = letter
        self._colour = colour
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._dress)

    def set(self, letter: str, colour: str, name: str) -> None:
        """Show another criterion; ``name`` is its name for those who cannot see the letter."""
        if (letter, colour, name) == (self._letter, self._colour, self.accessibleName()):
            return
        self._letter, self._colour = letter, colour
        self.setAccessibleName(name)
        set_tip(self, name)
        self.update()

    def sizeHint(self) -> QSize:
        """Fixed."""
        return letter_badge_size(self._theme)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw it."""
        rect = QRectF(self.rect())
        with QPainter(self) as painter:
            paint_letter_badge(painter, self._theme, rect, self._letter, self._colour)

    def _dress(self) -> None:
        self.updateGeometry()
        self.update()


class WordBadge(QWidget):
    """A short word in an outline of the colour of ``role`` ("positive", "warning", "second", …)."""

    def __init__(self, theme: Theme, word: str = "", role: str = "positive", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._word = word
        self._role = role
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(word)
        theme.changed.connect(self._dress)

    def set(self, word: str, role: str) -> None:
        """Show another word."""
        self._word, self._role = word, role
        self.setAccessibleName(word)
        self._dress()

    def sizeHint(self) -> QSize:
        """The word and a little air."""
        metrics = QFontMetricsF(self._theme.font(Type.SPEAKER))
        return QSize(round(metrics.horizontalAdvance(self._word) + self._theme.px(14.0)), round(self._theme.px(18.0)))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw outline and word."""
        color: QColor = self._theme.color(self._role)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(color, 1.25))
            rect = QRectF(self.rect()).adjusted(0.75, 0.75, -0.75, -0.75)
            painter.drawRoundedRect(rect, self._theme.px(4.0), self._theme.px(4.0))
            painter.setFont(self._theme.font(Type.SPEAKER))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self._word)

    def _dress(self) -> None:
        self.updateGeometry()
        self.update()
