"""A page that says why there is nothing to see, and what to do about it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QVBoxLayout, QWidget

from galley.gui.plain_text import Button
from galley.gui.theme import Theme, Type
from galley.gui.widgets.flow import FlowLayout
from galley.gui.widgets.styled_label import StyledLabel


class EmptyPage(QWidget):
    """A title, a sentence and, where something can be done here, buttons. ``pressed()`` for the only button,
    ``actionChosen(action)`` for one of those that name an action of the window."""

    pressed = Signal()
    actionChosen = Signal(str)

    def __init__(self, theme: Theme, margin: int = 14, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = StyledLabel(theme, Type.BODY_STRONG)
        self._words = StyledLabel(theme, Type.BODY, "second")
        self.button = self._make_button()
        self.button.clicked.connect(self.pressed)
        self.actions: dict[str, Button] = {}
        layout = QVBoxLayout(self)
        layout.setContentsMargins(margin, margin, margin, margin)
        layout.setSpacing(4)
        layout.addWidget(self._title)
        layout.addWidget(self._words)
        layout.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        self._actions = FlowLayout(gap=12)
        layout.addLayout(self._actions)
        layout.addStretch(1)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Base)

    def say(self, title: str, words: str, button: str = "", actions: Sequence[tuple[str, str]] = ()) -> None:
        """Show these words; no button without a name for it. ``actions`` are (words, action of the window)."""
        for words_of_action, action in actions:
            if action not in self.actions:
                self.actions[action] = self._make_button()
                self.actions[action].clicked.connect(partial(self._choose_action, action))
                self._actions.addWidget(self.actions[action])
            self.actions[action].setText(words_of_action)
        for action, action_button in self.actions.items():
            action_button.setVisible(action in {name for _, name in actions})
        self._title.set(title)
        self._words.set(words)
        self.button.setText(button)
        self.button.setVisible(bool(button))
        self.setAccessibleName(title)
        self.setAccessibleDescription(words)

    def _choose_action(self, action: str, checked: bool = False) -> None:
        self.actionChosen.emit(action)

    def _make_button(self) -> Button:
        button = Button(parent=self)
        button.setFlat(True)
        button.setStyleSheet("padding-left: 0; padding-right: 0;")
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        button.hide()
        return button
