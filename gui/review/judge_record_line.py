"""How often the judge whose flag is lit was right on its criterion, in a line of words."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from galley.core.stats.result import Estimate
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr


class RecordLine(QLabel):
    """ "Right on this criterion so far: 62 % [51–72], n = 84", the share in bold. Holds figures of ours only."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setWordWrap(True)
        theme.changed.connect(self._dress)
        self._dress()
        self.hide()

    def show_estimate(self, record: Estimate | None, sound: Estimate | None = None) -> None:
        words = ""
        if record is not None and record.value is not None:
            share = f"<b>{100 * record.value:.0f} %</b>"
            if record.low is not None and record.high is not None:
                share += f" [{100 * record.low:.0f}–{100 * record.high:.0f}]"
            words = tr("Right on this criterion so far: {share}, n = {n:,}", share=share, n=record.n)
        elif record is not None:
            words = tr("Right on this criterion so far: none of its flags decided yet")
        if words and sound is not None and sound.value is not None:
            share = f"<b>{100 * sound.value:.0f} %</b>"
            words = f"{words}. " + tr("Its reasons are sound: {share}, n = {n:,}", share=share, n=sound.n)
        words = words.replace(" = ", "\u00a0=\u00a0").replace(" %", "\u00a0%")  # "n = 11" stands on one line
        if words != self.text():
            self.setText(words)
        self.setVisible(bool(words))

    def _dress(self) -> None:
        self.setFont(self._theme.font(Type.SMALL))
        self.setStyleSheet(f"color: {self._theme.roles.second}")
