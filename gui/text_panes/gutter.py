"""The margin at the left of a text: who speaks and which turn it is, or only the number of the unit."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter

from galley.core.domain import Unit
from galley.core.text.visible import LINE, make_visible
from galley.gui.theme import Theme, Type

_MARGIN = 14.0
_NARROWEST_SPEAKER = 44.0
_WIDEST_SPEAKER = 84.0
_GAP = 9.0


class GutterKind(StrEnum):
    """What the margin names."""

    SPEAKER = "speaker"
    NUMBER = "number"


class Gutter:
    """Widths and painting of one document's margin."""

    def __init__(self, theme: Theme, kind: GutterKind, units: Sequence[Unit]) -> None:
        self._theme = theme
        self.kind = kind
        self._speakers = [make_visible(unit.speaker).replace(LINE, " ") for unit in units]
        self._numbers = [str(unit.position + 1) for unit in units]
        self._elided_names: dict[str, str] = {}
        self.rescale()

    def rescale(self) -> None:
        """Take the theme's sizes afresh."""
        theme = self._theme
        self._speaker_font = theme.font(Type.SPEAKER)
        self._number_font = theme.font(Type.CAPTION_NUMBER)
        names = QFontMetricsF(self._speaker_font)
        numbers = QFontMetricsF(self._number_font)
        digits = max(map(len, self._numbers), default=1)
        room = numbers.horizontalAdvance("0" * digits)
        self._elided_names.clear()
        if self.kind is GutterKind.SPEAKER:
            widest = max((names.horizontalAdvance(name) for name in set(self._speakers)), default=0.0)
            room = max(room, min(theme.px(_WIDEST_SPEAKER), max(theme.px(_NARROWEST_SPEAKER), widest)))
            for name in set(self._speakers):
                self._elided_names[name] = names.elidedText(name, Qt.TextElideMode.ElideRight, room + 0.5)
            self.width = _MARGIN + room + theme.px(_GAP)
        else:
            self.width = max(_MARGIN + room + theme.px(_GAP), _MARGIN + theme.px(20.0))

    def get_full_name(self, index: int) -> str:
        """The full name of a speaker whose name does not fit, else an empty string."""
        name = self._speakers[index]
        return name if self.kind is GutterKind.SPEAKER and self._elided_names[name] != name else ""

    def paint(self, painter: QPainter, index: int, baseline: float) -> None:
        """Draw the margin of unit ``index``, whose first line of text stands on ``baseline``."""
        theme = self._theme
        if self.kind is GutterKind.SPEAKER:
            painter.setFont(self._speaker_font)
            painter.setPen(theme.color("second"))
            painter.drawText(QPointF(_MARGIN, baseline - theme.px(3.0)), self._elided_names[self._speakers[index]])
            baseline += theme.px(12.5)
        else:
            baseline -= theme.px(2.0)
        painter.setFont(self._number_font)
        painter.setPen(theme.color("second"))  # evidence is named by them, so they are to be read
        painter.drawText(QPointF(_MARGIN, baseline), self._numbers[index])
