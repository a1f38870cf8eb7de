"""What stands here before the first run: what a judge is for, and one that works at once."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from galley.gui.dialogs.base import Label
from galley.gui.plain_text import Button
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr

_WIDTH = 520.0
TITLE = tr("No judge has run here yet")
WORDS = tr(
    "A judge reads each summary beside its sources and flags what may be wrong; you decide about every flag. The"
    " built-in judge checks numbers, names, negations and speakers by rules. It needs no model, no network and no key."
    " It misses most other errors."
)
OTHER = tr(
    "Models of OpenAI, Anthropic or your own server judge more accurately. You see the cost before a run starts."
)


class EmptyRuns(QWidget):
    """``built_in_chosen()`` and ``other()`` follow the buttons."""

    built_in_chosen = Signal()
    other = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(TITLE)
        self.run = Button(tr("Run the built-in judge"), self)
        self.run.setProperty("primary", True)
        self.run.setAutoDefault(False)
        self.run.clicked.connect(self.built_in_chosen)
        self.more = Button(tr("Start another judge…"), self)
        self.more.setAutoDefault(False)
        self.more.clicked.connect(self.other)
        self.error_label = Label(theme, "", Type.BODY, "negative")
        self.error_label.hide()
        page = self.page = QWidget(self)
        page.hide()
        page.setMaximumWidth(round(theme.px(_WIDTH)))
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addStretch(2)
        column.addWidget(Label(theme, TITLE, Type.PAGE_TITLE))
        column.addSpacing(8)
        column.addWidget(Label(theme, WORDS, Type.BODY, "second"))
        column.addSpacing(18)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.run)
        buttons.addWidget(self.more)
        buttons.addStretch(1)
        column.addLayout(buttons)
        column.addSpacing(12)
        column.addWidget(self.error_label)
        column.addWidget(Label(theme, OTHER, Type.SMALL, "second"))
        column.addStretch(3)
        row = QHBoxLayout(self)
        row.setContentsMargins(32, 0, 32, 0)
        row.addStretch(1)
        row.addWidget(page, 100)
        row.addStretch(1)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        for label in page.findChildren(Label):  # on this ground Qt would take another role for them
            label.setForegroundRole(QPalette.ColorRole.WindowText)
        self.run.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_if_empty(self, nothing: bool) -> None:
        """Whether it is known that there is no run: nothing is said of it while the runs are read."""
        self.page.setVisible(nothing)

    def say(self, sentence: str) -> None:
        """A sentence under the buttons."""
        self.error_label.setText(sentence)
        self.error_label.setVisible(bool(sentence))

    def allow(self, writable: bool, sentence: str) -> None:
        """Switch the buttons; where nothing may be written, say so."""
        for button in (self.run, self.more):
            button.setEnabled(writable)
        self.say("" if writable else sentence)
