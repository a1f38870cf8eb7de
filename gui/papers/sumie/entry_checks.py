"""What is below the table: the entry at hand in full, its flags as chips, and the two checks with their keys."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from galley.core.domain import Criterion
from galley.core.project.item_reading import FlagState
from galley.gui.desk.styled_label import Words
from galley.gui.language import tr
from galley.gui.papers.sumie.entry_rows import CHECKS, REDUNDANT, SUPPORTED, Line
from galley.gui.papers.sumie.entry_table_model import evidence_words
from galley.gui.plain_text import set_tip
from galley.gui.theme import Theme, Type
from galley.gui.widgets.chip import Chip
from galley.gui.widgets.elided_label import ElidedLabel
from galley.gui.widgets.flow import FlowLayout
from galley.gui.widgets.hairline import Hairline

QUESTIONS = {
    REDUNDANT: (tr("Redundant?"), tr("Redundant?")),
    SUPPORTED: (tr("Supported by its evidence?"), tr("Supported?")),
}
"""The two checks in words, and in few."""
ANSWERS = {"yes": tr("Yes"), "no": tr("No")}
KEYS = {REDUNDANT: ("R", "T"), SUPPORTED: ("S", "D")}
"""The keys for yes and for no: the neighbour on the keyboard says no."""
_MOST, _FEW = 300, 90
_NARROW = 320


class Checks(QWidget):
    """``flagged(criterion id)``: a chip was pressed; ``answered(check, "yes" or "no")``: one of the two checks."""

    flagged = Signal(str)
    answered = Signal(str, str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._criteria: dict[str, Criterion] = {}
        self._line: Line | None = None
        self._narrow = False
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
        self._labels = {check: ElidedLabel(theme, QUESTIONS[check][0], Type.BODY) for check in CHECKS}
        self._buttons: dict[tuple[str, str], Chip] = {}
        for row, check in enumerate(CHECKS):
            grid.addWidget(self._labels[check], row, 0)
            for column, (answer, key) in enumerate(zip(ANSWERS, KEYS[check], strict=True), 1):
                button = Chip(theme, f"{key}  {ANSWERS[answer]}")
                button.setAccessibleName(f"{QUESTIONS[check][0]} {ANSWERS[answer]}")
                button.setAccessibleDescription(tr("Key {key}", key=key))
                button.clicked.connect(partial(self._answer, check, answer))
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
        if criteria != self._criteria:
            self._make(criteria)
        self._line = line
        self._say()
        raised = {f.criterion.id for f in line.flags if f.state is FlagState.ACCEPTED} if line is not None else set()
        raised |= {f.instead.id for f in line.flags if f.instead is not None} if line is not None else set()
        for name, chip in self._chips.items():
            chip.setChecked(name in raised)
            chip.setEnabled(line is not None and (name == "lost-value") is not line.held)
        for (check, answer), button in self._buttons.items():
            given = (line.redundant if check == REDUNDANT else line.supported) if line is not None else ""
            button.setChecked(given == answer)
            button.setEnabled(line is not None and line.held)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Say it in fewer words where there is little room."""
        super().resizeEvent(event)
        narrow = self.width() < self._theme.px(_NARROW)
        if narrow != self._narrow:
            self._narrow = narrow
            for check, label in self._labels.items():
                label.set_text(QUESTIONS[check][narrow])
            self._name()
            self._say()

    def _say(self) -> None:
        most = _FEW if self._narrow else _MOST
        fact = self._line.entry.fact.text if self._line is not None else tr("Choose an entry.")
        self._title.set(_short(fact, most))
        self._evidence.set(_short(evidence_words(self._line), most) if self._line is not None else "")

    def _make(self, criteria: Mapping[str, Criterion]) -> None:
        for chip in self._chips.values():
            self._flow.removeWidget(chip)
            chip.deleteLater()
        self._criteria = dict(criteria)
        self._chips = {}
        for key, criterion in criteria.items():
            chip = Chip(self._theme, "")
            chip.setAccessibleDescription(tr("Key {key}", key=key))
            chip.clicked.connect(partial(self._press, criterion.id))
            self._flow.addWidget(chip)
            chip.show()
            self._chips[criterion.id] = chip
        self._name()

    def _name(self) -> None:
        for key, criterion in self._criteria.items():
            chip = self._chips[criterion.id]
            chip.setText(key if self._narrow else f"{key}  {criterion.name}")
            chip.setAccessibleName(criterion.name)
            set_tip(chip, criterion.name if self._narrow else "")
            chip.updateGeometry()

    # A chip shows what is in the project, not what was pressed: it is set when the answer is there.

    def _press(self, name: str) -> None:
        self._chips[name].toggle()
        self.flagged.emit(name)

    def _answer(self, check: str, answer: str) -> None:
        self._buttons[check, answer].toggle()
        self.answered.emit(check, answer)


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
