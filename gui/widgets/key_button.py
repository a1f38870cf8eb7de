"""A button with the key that presses it: Accept [A]."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from galley.gui.plain_text import PaintedButton
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr
from galley.gui.widgets.key_cap import cap_width, paint_cap

_HEIGHT = 34.0
_SIDE = 8.0
_GAP = 8.0


class KeyButton(PaintedButton):
    """``primary`` fills it with the accent; ``chosen`` (settable) shows that this decision stands.

    The key on it is a hint; the shortcut itself belongs to the window.
    """

    def __init__(self, theme: Theme, text: str, key: str, primary: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._key = key
        self._primary = primary
        self._is_chosen = False
        self.setText(text)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self._name()
        theme.changed.connect(self._dress)

    def set_key(self, key: str) -> None:
        """Show another key, after the user bound one."""
        if key == self._key:
            return
        self._key = key
        self._name()
        self._dress()

    def set_primary(self, primary: bool) -> None:
        """Fill it with the accent, or not."""
        if primary != self._primary:
            self._primary = primary
            self.update()

    def set_chosen(self, is_chosen: bool) -> None:
        """Show or hide that this is the decision in force."""
        if is_chosen != self._is_chosen:
            self._is_chosen = is_chosen
            self._name()
            self._dress()

    def sizeHint(self) -> QSize:
        """Words, cap and air."""
        width = self._text_width() + 2 * self._theme.px(_SIDE)
        if self._key:
            width += self._theme.px(_GAP) + cap_width(self._theme, self._key)
        return QSize(round(width), round(self._theme.px(_HEIGHT)))

    def minimumSizeHint(self) -> QSize:
        """Words and cap are never cut."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw ground, words and cap, centred together."""
        theme = self._theme
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            rect = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            hot, enabled = self.underMouse() or self.isDown(), self.isEnabled()
            filled = self._primary and enabled
            if filled:
                painter.setBrush(theme.color("accent_hover" if hot else "accent"))
                border = "text" if self.hasFocus() else "accent"
            else:
                ground = "row" if self._is_chosen else "hover" if hot and enabled else "panel"
                painter.setBrush(theme.color(ground))
                border = "accent" if self.hasFocus() or self._is_chosen else "hairline"
            painter.setPen(QPen(theme.color(border), 2.0 if self.hasFocus() else 1.0))
            painter.drawRoundedRect(rect, 6, 6)
            ink = "on_accent" if filled else "text" if enabled else "faint"
            cap = self._key if self._key != self.text() else ""  # "1 [1]" would say it twice
            room = self._text_width() + (theme.px(_GAP) + cap_width(theme, cap) if cap else 0)
            left_x = (self.width() - room) / 2
            font = theme.font(Type.BODY_MEDIUM)
            metrics = theme.metrics(Type.BODY_MEDIUM)
            painter.setFont(font)
            painter.setPen(theme.color(ink))
            baseline = (self.height() + metrics.capHeight()) / 2
            painter.drawText(QPointF(left_x, baseline), self._words())
            if cap:
                paint_cap(painter, theme, left_x + room, self.height() / 2, cap)

    def _words(self) -> str:
        return f"✓ {self.text()}" if self._is_chosen else self.text()

    def _text_width(self) -> float:
        return self._theme.advance(Type.BODY_MEDIUM, self._words())

    def _name(self) -> None:
        self.setAccessibleName(tr("{text}, chosen", text=self.text()) if self._is_chosen else self.text())
        self.setAccessibleDescription(tr("Key {key}", key=self._key) if self._key else "")

    def _dress(self) -> None:
        self.updateGeometry()
        self.update()
