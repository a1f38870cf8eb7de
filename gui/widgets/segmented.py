"""A segmented control: a few choices side by side of which one is on (Review, Adjudicate, Scores, Runs)."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QFocusEvent,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QAccessibleWidget, QSizePolicy, QWidget

from galley.gui.theme import Theme, Type
from galley.gui.translation import tr

_HEIGHT = 30.0
_SIDE = 14.0
_RADIUS = 6.0


class SegmentedControl(QWidget):
    """``choices`` are (id, words). ``chosen(id)`` is emitted when the user, not the program, chose."""

    chosen = Signal(str)

    def __init__(self, theme: Theme, choices: Sequence[tuple[str, str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._choices = list(choices)
        self._at = 0 if self._choices else -1
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._name()
        theme.changed.connect(self._dress)

    @property
    def current(self) -> str:
        """The id of the choice that is on, "" for none."""
        return self._choices[self._at][0] if self._at >= 0 else ""

    def set_current(self, name: str) -> None:
        """Switch to a choice by its id without a signal, "" to none; raises ``ValueError`` for an unknown one."""
        self._at = [choice for choice, _ in self._choices].index(name) if name else -1
        self._name()
        self.update()

    def offer(self, choices: Sequence[tuple[str, str]]) -> None:
        """Have these choices, with the one on that was."""
        current_name = self.current
        self._choices = list(choices)
        self._at = next((at for at, (name, _) in enumerate(self._choices) if name == current_name), 0)
        self._name()
        self._dress()

    def sizeHint(self) -> QSize:
        """Every segment as wide as its words in their bold form, so that nothing moves when one is chosen."""
        return QSize(round(sum(self._widths(self._theme.px(_SIDE)))) + 2, round(self._theme.px(_HEIGHT)))

    def paintEvent(self, event: QPaintEvent) -> None:
        """One outline, hairlines between, the chosen segment filled."""
        theme = self._theme
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            frame = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
            outline = QPainterPath()
            outline.addRoundedRect(frame, _RADIUS, _RADIUS)
            painter.fillPath(outline, theme.color("panel"))
            x = 1.0
            painter.save()
            painter.setClipPath(outline)
            for index, ((_, words), width) in enumerate(zip(self._choices, self._fitting(), strict=True)):
                rect = QRectF(x, 0, width, self.height())
                on = index == self._at
                if on:
                    painter.fillRect(rect, theme.color("chip"))
                if index:
                    painter.fillRect(QRectF(round(x), 0, 1, self.height()), theme.color("hairline"))
                painter.setPen(theme.color("text" if on else "second"))
                style = Type.BODY_STRONG if on else Type.BODY
                painter.setFont(theme.font(style))
                fitting = QFontMetricsF(theme.font(style)).elidedText(words, Qt.TextElideMode.ElideRight, width)
                painter.drawText(rect, int(Qt.AlignmentFlag.AlignCenter), fitting)
                x += width
            painter.restore()
            focused = self.hasFocus()
            painter.setPen(QPen(theme.color("accent" if focused else "hairline"), 2.0 if focused else 1.0))
            painter.drawPath(outline)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the segment under the mouse."""
        x = event.position().x()
        for index, width in enumerate(self._fitting()):
            if x < width:
                self._choose(index)
                return
            x -= width

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and right choose the neighbour."""
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if step is None:
            event.ignore()
        else:
            self._choose(min(len(self._choices) - 1, max(0, self._at + step)))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the ring."""
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Take the ring away."""
        self.update()

    def _choose(self, index: int) -> None:
        if index != self._at:
            self._at = index
            self._name()
            self.update()
            self.chosen.emit(self.current)

    def _fitting(self) -> list[float]:
        """The widths of the segments; where there is less room than they want their air goes first, then their words
        are shortened."""
        widths, side = self._widths(0), self._theme.px(_SIDE)
        air = (self.width() - 2 - sum(widths)) / (2 * len(widths))
        if air < 1.0:
            return [width * (self.width() - 2) / sum(widths) for width in widths]
        return self._widths(min(side, air))

    def _widths(self, side: float) -> list[float]:
        metrics = QFontMetricsF(self._theme.font(Type.BODY_STRONG))
        return [metrics.horizontalAdvance(words) + 2 * side for _, words in self._choices]

    def _name(self) -> None:
        words = ", ".join(words for _, words in self._choices)
        self.setAccessibleName(self._choices[self._at][1] if self._at >= 0 else tr("Not answered yet"))
        self.setAccessibleDescription(tr("One of {words}", words=words))

    def _dress(self) -> None:
        self.updateGeometry()
        self.update()


_interfaces: list[QAccessibleWidget] = []
"""Qt owns an interface once the factory returned it; without a reference Python would delete it first."""


def _make_interface(_: str, widget: QObject) -> QAccessibleWidget | None:
    """A segmented control is read out as a list of tabs."""
    if not isinstance(widget, SegmentedControl):
        return None
    _interfaces.append(QAccessibleWidget(widget, QAccessible.Role.PageTabList, ""))
    return _interfaces[-1]


QAccessible.installFactory(_make_interface)
