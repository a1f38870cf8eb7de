"""What is below the table: the entry at hand in full, its flags as chips, and the two checks with their keys."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QVBoxLayout, QWidget

from core.domain import Criterion
from core.project.reading import FlagState
from gui.review.words import Words
from gui.sumie.rows import CHECKS, REDUNDANT, SUPPORTED, Line
from gui.sumie.table_model import evidence_words
from gui.theme import Theme, Type
from gui.widgets.chip import Chip
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.flow import FlowLayout
from gui.widgets.hairline import Hairline
from gui.widgets.key_button import KeyButton

QUESTIONS = {REDUNDANT: "Redundant?", SUPPORTED: "Supported by its evidence?"}
KEYS = {REDUNDANT: ("R", "T"), SUPPORTED: ("S", "D")}
"""The keys for yes and for no: the neighbour on the keyboard says no."""
_MOST = 300


class Checks(QWidget):
    """``flagged(criterion id)``: a chip was pressed; ``answered(check, "yes" or "no")``: one of the two checks."""

    flagged = Signal(str)
    answered = Signal(str, str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._criteria: tuple[str, ...] = ()
        self._chips: dict[str, Chip] = {}
        self._title = Words(theme, Type.BODY_STRONG)
        self._evidence = Words(theme, Type.READING_SMALL, "second")
        self._flow_box = QWidget()
        self._flow = FlowLayout(self._flow_box)
        self._flow.setContentsMargins(0, 0, 0, 0)
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(6)
        grid.setVerticalSpacing(5)
        grid.setColumnStretch(0, 1)
        self._buttons: dict[tuple[str, str], KeyButton] = {}
        for row, check in enumerate(CHECKS):
            grid.addWidget(ElidedLabel(theme, QUESTIONS[check], Type.BODY), row, 0)
            for column, (answer, key) in enumerate(zip(("yes", "no"), KEYS[check], strict=True), 1):
                button = KeyButton(theme, answer.capitalize(), key)
                button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
                button.setToolTip(f"{QUESTIONS[check]} {answer.capitalize()}")
                button.clicked.connect(partial(self.answered.emit, check, answer))
                grid.addWidget(button, row, column)
                self._buttons[check, answer] = button
        inner = QVBoxLayout()
        inner.setContentsMargins(14, 8, 14, 10)
        inner.setSpacing(7)
        inner.addWidget(self._title)
        inner.addWidget(self._evidence)
        inner.addWidget(self._flow_box)
        inner.addLayout(grid)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(Hairline(theme))
        whole.addLayout(inner)

    def show_line(self, line: Line | None, criteria: Mapping[str, Criterion]) -> None:
        """Show a row; ``criteria`` are the flags by their keys."""
        if tuple(c.id for c in criteria.values()) != self._criteria:
            self._make(criteria)
        self._title.set(_short(line.entry.fact.text) if line is not None else "Choose an entry.")
        self._evidence.set(_short(evidence_words(line)) if line is not None else "")
        raised = {f.criterion.id for f in line.flags if f.state is FlagState.ACCEPTED} if line is not None else set()
        raised |= {f.instead.id for f in line.flags if f.instead is not None} if line is not None else set()
        for name, chip in self._chips.items():
            chip.setChecked(name in raised)
            chip.setEnabled(line is not None and (name == "lost-value") is not line.held)
        for (check, answer), button in self._buttons.items():
            given = (line.redundant if check == REDUNDANT else line.supported) if line is not None else ""
            button.set_chosen(given == answer)
            button.setEnabled(line is not None and line.held)

    def _make(self, criteria: Mapping[str, Criterion]) -> None:
        for chip in self._chips.values():
            self._flow.removeWidget(chip)
            chip.deleteLater()
        self._criteria = tuple(c.id for c in criteria.values())
        self._chips = {}
        for key, criterion in criteria.items():
            chip = Chip(self._theme, f"{key}  {criterion.name}")
            chip.setAccessibleName(criterion.name)
            chip.setAccessibleDescription(f"Key {key}")
            chip.clicked.connect(partial(self._press, criterion.id))
            self._flow.addWidget(chip)
            chip.show()
            self._chips[criterion.id] = chip

    def _press(self, name: str, on: bool) -> None:
        self._chips[name].setChecked(not on)  # it shows what is in the project, not what was pressed
        self.flagged.emit(name)


def _short(text: str) -> str:
    return text if len(text) <= _MOST else text[: _MOST - 1] + "…"
