"""The bar at the bottom: whether everything is saved, who reviews, and the keys of the view that is shown."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from galley.gui.plain_text import Button, set_tip
from galley.gui.shell.pace_strip import PaceStrip
from galley.gui.shortcuts import Keymap
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr
from galley.gui.views import Hint
from galley.gui.widgets.elided_label import ElidedLabel
from galley.gui.widgets.key_cap import cap_width, paint_cap

_HEIGHT = 29.0
_GAP = 16.0

ALWAYS: tuple[Hint, ...] = ((tr("undo"), ("undo",)), (tr("keys"), ("help",)))


class KeyHints(QWidget):
    """Words with key caps, right-aligned. Where there is no room the first ones are left out, the help never."""

    def __init__(self, theme: Theme, keys: Keymap, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._keys = keys
        self._hints: tuple[Hint, ...] = ALWAYS
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        theme.changed.connect(self.update)
        keys.changed.connect(self._name)
        self._name()

    def set_hints(self, hints: Sequence[Hint]) -> None:
        """Show these, and undo and the key help after them where they are not among them."""
        all_hints = (*hints, *(hint for hint in ALWAYS if hint not in hints))
        if all_hints != self._hints:
            self._hints = all_hints
            self._name()

    def sizeHint(self) -> QSize:
        """Whatever room there is."""
        return QSize(100, round(self._theme.px(_HEIGHT)))

    def paintEvent(self, event: QPaintEvent) -> None:
        """From the right to the left, as far as they fit."""
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = theme.font(Type.SMALL)
        metrics = theme.metrics(Type.SMALL)
        middle, right = self.height() / 2, float(self.width())
        for words, actions in reversed(self._hints):
            caps = self._keys.labels(actions)
            if not caps:
                continue
            wide = theme.advance(Type.SMALL, words)
            room = wide + sum(cap_width(theme, cap) + theme.px(6) for cap in caps)
            if room > right:
                return
            for cap in reversed(caps):
                right = paint_cap(painter, theme, right, middle, cap) - theme.px(6)
            right -= wide
            painter.setFont(font)
            painter.setPen(theme.color("second"))
            painter.drawText(QPointF(right, middle + metrics.capHeight() / 2), words)
            right -= theme.px(_GAP)

    def _name(self) -> None:
        labels = [f"{words} {' '.join(self._keys.labels(actions))}" for words, actions in self._hints]
        self.setAccessibleName(tr("Keys: {keys}", keys=", ".join(labels)))
        self.update()


class StatusBar(QWidget):
    """``reviewer_pressed()`` asks for another reviewer, ``pace_pressed()`` for more about the day's pace."""

    reviewer_pressed = Signal()
    pace_pressed = Signal()

    def __init__(self, theme: Theme, keys: Keymap, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.saved_label = ElidedLabel(theme, "", Type.SMALL, "second", parent=self)
        self.pace = PaceStrip(theme, self)
        self.pace.clicked.connect(self.pace_pressed)
        self.reviewer = Button(parent=self)
        self.reviewer.setFlat(True)
        self.reviewer.setCursor(Qt.CursorShape.PointingHandCursor)
        self.reviewer.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.reviewer.setAccessibleDescription(tr("Changes the reviewer"))
        self.reviewer.clicked.connect(self.reviewer_pressed)
        self.hints = KeyHints(theme, keys, self)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 1, 16, 0)
        row.setSpacing(16)
        for widget in (self.saved_label, self.pace, self.reviewer):
            row.addWidget(widget)
        row.addWidget(self.hints, 1)
        theme.changed.connect(self._dress)
        self._dress()

    def show_saved(self, time: str) -> None:
        """Everything up to ``time`` ("10:21:03") is on disk; without one, nothing was written yet."""
        self.saved_label.set_role("second")
        self.saved_label.set_text(tr("✓ Saved {time}", time=time) if time else tr("✓ Saved"))
        if time:  # a clock that ticks moves nothing beside it
            self.saved_label.setMinimumWidth(max(self.saved_label.minimumWidth(), self.saved_label.sizeHint().width()))

    def show_failed(self) -> None:
        """The last write was refused."""
        self.saved_label.set_role("negative")
        self.saved_label.set_text(tr("Not saved"))

    def show_reading(self) -> None:
        """The project is open for reading only."""
        self.saved_label.set_text(tr("Reading only"))

    def set_reviewer(self, name: str) -> None:
        """Who decides."""
        short_name = QFontMetricsF(self._theme.font(Type.SMALL)).elidedText(
            tr("Reviewer: {name}", name=name), Qt.TextElideMode.ElideRight, self._theme.px(220)
        )
        self.reviewer.setText(short_name)
        self.reviewer.setAccessibleName(tr("Reviewer: {name}", name=name))
        set_tip(self.reviewer, name)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The window's ground with a hairline over it."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.color("window"))
        painter.fillRect(0, 0, self.width(), 1, self._theme.color("hairline"))

    def _dress(self) -> None:
        self.setFixedHeight(round(self._theme.px(_HEIGHT)))
        self.reviewer.setFont(self._theme.font(Type.SMALL))
        second, accent = self._theme.roles.second, self._theme.roles.accent
        self.reviewer.setStyleSheet(
            f"QPushButton {{ color: {second}; background: transparent; border: 1px solid transparent;"
            " border-radius: 4px; padding: 1px 4px; margin: 0 -5px; }"
            f" QPushButton:hover {{ color: {accent}; }} QPushButton:focus {{ border: 1px solid {accent}; }}"
        )
        self.update()
