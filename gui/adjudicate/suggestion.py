"""What the model of the annotators' errors suggests: hidden until the adjudicator asks for it, with its uncertainty."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from galley.core.metrics.posterior import Suggestion
from galley.gui import labels
from galley.gui.plain_text import ToolButton
from galley.gui.shortcuts import Keymap
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr
from galley.gui.widgets.elided_label import ElidedLabel
from galley.gui.widgets.interval_bar import IntervalBar
from galley.gui.widgets.styled_label import StyledLabel


class SuggestionLine(QWidget):
    """``suggestionRequested()``: show it for this cell; ``always(on)``: show it for every cell, or hide it again
    until asked."""

    suggestionRequested = Signal()
    always = Signal(bool)

    def __init__(self, theme: Theme, keys: Keymap, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._keys = keys
        self._is_pinned = False
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
        self._show.clicked.connect(self.suggestionRequested)
        self._keep.clicked.connect(lambda: self.always.emit(not self._is_pinned))
        theme.changed.connect(self._dress)
        self._dress()
        self.clear()

    def clear(self) -> None:
        """There is no cell to say something about."""
        self.hide()

    def hide_figure(self) -> None:
        """Say only that there is a suggestion."""
        self.show()
        self._is_pinned = False
        self._hidden.set_text(tr("Suggestion hidden until you ask for it"))
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
        self._hidden.set_text(tr("Computing the suggestion…"))
        self._hidden.show()
        self._show.hide()

    def show_figure(self, suggestion: Suggestion | None, is_pinned: bool = False) -> None:
        """Show it; ``kept`` where it is shown for every cell."""
        if suggestion is None:
            self.hide_figure()
            return
        self.show()
        self._is_pinned = is_pinned
        self._hidden.hide()
        self._show.hide()
        self._keep.setText(tr("hide until asked") if is_pinned else tr("always show"))
        self._keep.show()
        if suggestion.value is None:
            self._words.set(tr("No suggestion. {why}", why=suggestion.why))
            self._more.set("")
            self._bar.hide()
            return
        value, share = labels.value_label(suggestion.value), _percent(suggestion.probability)
        words = tr("Suggestion: {value}, {share} %", value=value, share=share)
        if suggestion.low is not None and suggestion.high is not None:
            low, high = _percent(suggestion.low), _percent(suggestion.high)
            words = tr("Suggestion: {value}, {share} % [{low} to {high}]", value=value, share=share, low=low, high=high)
            self._bar.set_figures(
                min(suggestion.low, suggestion.probability),
                suggestion.probability,
                max(suggestion.high, suggestion.probability),
            )
        self._bar.setVisible(suggestion.low is not None)
        self._words.set(words)
        more = [
            tr("Dawid-Skene over everybody’s verdicts on this criterion, n = {count:,} judgements.", count=suggestion.n)
        ]
        if suggestion.low is not None:
            more.append(tr("In brackets: the 90 % interval, from models fitted to resampled documents."))
        self._more.set(" ".join((*more, suggestion.why)).strip())

    def _link(self, words: str) -> ToolButton:
        button = ToolButton(self)
        button.setText(words)
        button.setAutoRaise(True)
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

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
