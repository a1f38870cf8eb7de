"""What the model of the annotators' errors suggests: hidden until the adjudicator asks for it, with its uncertainty."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from galley.core.metrics.posterior import Suggestion
from galley.gui import naming
from galley.gui.desk.styled_label import StyledLabel
from galley.gui.language import tr
from galley.gui.plain_text import ToolButton
from galley.gui.shortcuts import Keymap
from galley.gui.theme import Theme, Type
from galley.gui.widgets.elided_label import ElidedLabel
from galley.gui.widgets.interval_bar import IntervalBar


class SuggestionLine(QWidget):
    """``wanted()``: show it for this cell; ``always(on)``: show it for every cell, or hide it again until asked."""

    wanted = Signal()
    always = Signal(bool)

    def __init__(self, theme: Theme, keys: Keymap, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._keys = keys
        self._kept = False
        self._hidden = ElidedLabel(theme, "", Type.SMALL, "second")
        self._show = self._link(tr("show"))
        self._keep = self._link("")
        self._words = StyledLabel(theme, Type.SMALL)
        self._more = StyledLabel(theme, Type.CAPTION, "second")
        self._bar = IntervalBar(theme)
        line = QHBoxLayout()
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(6)
        line.addWidget(self._hidden)
        line.addWidget(self._show)
        line.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 2, 0, 0)
        column.setSpacing(4)
        column.addLayout(line)
        for widget in (self._words, self._bar, self._more):
            column.addWidget(widget)
        column.addWidget(self._keep, 0, Qt.AlignmentFlag.AlignLeft)
        self._show.clicked.connect(self.wanted)
        self._keep.clicked.connect(lambda: self.always.emit(not self._kept))
        theme.changed.connect(self._dress)
        self._dress()
        self.clear()

    def clear(self) -> None:
        """There is no cell to say something about."""
        self.hide()

    def hide_figure(self) -> None:
        """Say only that there is a suggestion."""
        self.show()
        self._kept = False
        self._hidden.set_text(tr("Suggestion hidden until you have looked"))
        self._hidden.show()
        self._show.show()
        key = self._keys.label("suggestion")
        self._show.setAccessibleDescription(tr("Key {key}", key=key) if key else "")
        for words in (self._words, self._more):
            words.set("")
        self._bar.hide()
        self._keep.hide()

    def wait(self) -> None:
        """It is being worked out."""
        self.show()
        self._hidden.set_text(tr("Working out the suggestion…"))
        self._hidden.show()
        self._show.hide()

    def show_figure(self, found: Suggestion | None, kept: bool = False) -> None:
        """Show it; ``kept`` where it is shown for every cell."""
        if found is None:
            self.hide_figure()
            return
        self.show()
        self._kept = kept
        self._hidden.hide()
        self._show.hide()
        self._keep.setText(tr("hide until asked") if kept else tr("always show"))
        self._keep.show()
        if found.value is None:
            self._words.set(tr("No suggestion. {why}", why=found.why))
            self._more.set("")
            self._bar.hide()
            return
        value, share = naming.value(found.value), _percent(found.probability)
        words = tr("Suggestion: {value}, {share} %", value=value, share=share)
        if found.low is not None and found.high is not None:
            low, high = _percent(found.low), _percent(found.high)
            words = tr("Suggestion: {value}, {share} % [{low} to {high}]", value=value, share=share, low=low, high=high)
            self._bar.set_figures(
                min(found.low, found.probability), found.probability, max(found.high, found.probability)
            )
        self._bar.setVisible(found.low is not None)
        self._words.set(words)
        more = [tr("Dawid-Skene over everybody’s verdicts on this criterion, n = {count:,} cells.", count=found.n)]
        if found.low is not None:
            more.append(tr("In brackets: 90 % of the models fitted to documents drawn again."))
        self._more.set(" ".join((*more, found.why)).strip())

    def _link(self, words: str) -> ToolButton:
        made = ToolButton(self)
        made.setText(words)
        made.setAutoRaise(True)
        made.setCursor(Qt.CursorShape.PointingHandCursor)
        made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return made

    def _dress(self) -> None:
        roles = self._theme.roles
        for link in (self._show, self._keep):
            font = self._theme.font(Type.SMALL)
            font.setUnderline(True)
            link.setFont(font)
            link.setStyleSheet(
                f"QToolButton {{ color: {roles.second}; border: none; padding: 0; }}"
                f"QToolButton:hover, QToolButton:focus {{ color: {roles.accent}; }}"
            )


def _percent(share: float) -> str:
    """A share as a percentage that is never rounded to certainty."""
    return ">99" if share > 0.995 else "<1" if share < 0.005 else f"{100 * share:.0f}"
