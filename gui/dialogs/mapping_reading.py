"""How a file is to be read that does not say so itself: its encoding, its sheet, where its records are."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QWidget

from galley.gui.plain_text import Button
from galley.gui.translation import tr

WAYS: tuple[tuple[str, str, str], ...] = (
    ("sheet", tr("Sheet"), tr("its name")),
    ("encoding", tr("Encoding"), tr("for example cp1252 or shift_jis")),
    ("delimiter", tr("Delimiter"), tr("one character")),
    ("records", tr("List of records"), tr("for example data.items")),
    ("as", tr("Read it as"), tr("table, json or jsonl")),
)


class AnswerField(QLineEdit):
    """A field whose Return is an answer and nothing more: it does not press the dialog's button too."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keep Return to itself."""
        super().keyPressEvent(event)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()


class ReadingRow(QWidget):
    """One line: what is said, its value, and a button that reads the file again (``read_requested`` with the
    ``read`` of a mapping)."""

    read_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.way, self.value = QComboBox(self), AnswerField(self)
        self.again = Button(tr("Read again"), self)
        self.again.setAutoDefault(False)
        self.way.setAccessibleName(tr("Settings to read the file"))
        for name, words, _ in WAYS:
            self.way.addItem(words, name)
        self.way.currentIndexChanged.connect(self._hint)
        self.value.returnPressed.connect(self._ask)
        self.again.clicked.connect(self._ask)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        for widget, stretch in ((self.way, 0), (self.value, 1), (self.again, 0)):
            row.addWidget(widget, stretch)
        self._hint()

    def _hint(self) -> None:
        _, words, hint = WAYS[self.way.currentIndex()]
        self.value.setPlaceholderText(hint)
        self.value.setAccessibleName(words)

    def _ask(self) -> None:
        text = self.value.text() if self.way.currentData() == "delimiter" else self.value.text().strip()
        if text:
            self.read_requested.emit({self.way.currentData(): text})
