"""What is never guessed: each question with its counts, and open until somebody has answered it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QLineEdit, QVBoxLayout, QWidget

from galley.core.tables.questions import OpenQuestion
from galley.core.text.visible import make_visible
from galley.gui.dialogs.base import Label
from galley.gui.dialogs.mapping_fields import FieldBox
from galley.gui.dialogs.mapping_reading import AnswerField
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr, tr_n

MOST_VALUES = 12
"""Different values that are asked about one by one; the rest are answered together."""
OTHERS, AS_IT_IS, DROPPED = "*", ".", ""
_KINDS = {
    "human": tr("A person"),
    "judge": tr("A judge (a program)"),
    "import": tr("Imported labels of somebody else"),
    "gold": tr("It is the gold"),
}
_UNMARKED_MEANINGS = {
    "no": tr("Reviewed without a finding: no (an implicit no)"),
    "open": tr("Nobody answered: no answer"),
}
_MEANINGS = (
    ("yes", tr("Yes (there is such an error)")),
    ("no", tr("No (there is none)")),
    (AS_IT_IS, tr("Keep it as it is")),
    (DROPPED, tr("Leave it out")),
)
NONE = "\0none"


class QuestionList(QWidget):
    """The questions about a mapping. ``answered(about, said)`` is as in ``list_questions.answered``,
    ``summary(path)`` names the field that holds a summary. ``open`` counts those without an answer."""

    answered = Signal(str, object)
    summary = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.boxes: dict[str, QComboBox | QLineEdit] = {}
        self.values: dict[str, dict[str, QComboBox]] = {}
        self.open = 0
        self._half: set[str] = set()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)
        self._page: QWidget | None = None

    def show_questions(
        self, questions: Sequence[OpenQuestion], counts: Sequence[Counter[str] | None], fields: Sequence[str]
    ) -> None:
        """Show the questions, what the file says about each (None: not known yet), and the answers that there are."""
        focus = self._find_focus()
        if self._page is not None:
            self._column.removeWidget(self._page)
            self._page.hide()
            self._page.deleteLater()
        self.boxes, self.values, self.open = {}, {}, 0
        self._half.clear()
        self._page = QWidget(self)
        column = QVBoxLayout(self._page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        title = Label(self._theme, "", Type.SMALL_STRONG, "second")
        column.addWidget(title)
        for asking, counted in zip(questions, counts, strict=True):
            self._add(column, asking, counted, fields)
        title.setText(
            tr_n("One question is open. Answer it to import.",
                 "{n} questions are open. Answer them to import.", self.open)
            if self.open
            else tr("Every question is answered.")
        )  # fmt: skip
        self._column.addWidget(self._page)
        self.setVisible(bool(questions))
        if focus in self.boxes:
            self.boxes[focus].setFocus()

    def _find_focus(self) -> str:
        return next((about for about, box in self.boxes.items() if box.hasFocus()), "")

    def _add(
        self, column: QVBoxLayout, asking: OpenQuestion, counts: Counter[str] | None, fields: Sequence[str]
    ) -> None:
        about = asking.question.about
        of = make_visible(asking.of)
        if asking.name == "value":
            if self._ask_values(column, about, of, asking.answer or {}, counts):
                self._half.add(about.rpartition(".")[0])
            return
        if asking.name == "silence" and about.rpartition(".")[0] in self._half:
            return  # whether silence means anything is known once all values are
        words = {
            "summaries": tr("Which field holds a summary?"),
            "annotator": tr("Who gave the answers to {criterion}?", criterion=of),
            "kind": tr("Did a person or a judge give the answers to {criterion}?", criterion=of),
            "silence": tr("What does it mean that there is no mark for {criterion}?", criterion=of),
            "system": tr("Which summary is {criterion} about?", criterion=of),
        }[asking.name]
        is_open = asking.answer is None
        self._head(column, words, is_open)
        if asking.name == "annotator":
            line = AnswerField(asking.answer or "", self._page)
            line.setPlaceholderText(tr("a name"))
            line.editingFinished.connect(lambda: self._say(about, line.text().strip() or None, asking.answer))
            self._place(column, about, words, line)
            return
        box = FieldBox(self._page)
        box.setPlaceholderText(tr("Not answered yet"))
        if asking.name == "summaries":
            box.addItem(tr("None: import the texts without summaries"), NONE)
            for field in fields:
                box.addItem(make_visible(field), field)
            answer = NONE if asking.answer == [] else None
        else:
            choice_words = {"kind": _KINDS, "silence": _UNMARKED_MEANINGS}.get(asking.name, {})
            for choice in asking.choices:
                box.addItem(choice_words.get(choice, make_visible(choice)), choice)
            answer = asking.answer
        box.setCurrentIndex(-1 if answer is None else box.findData(answer))
        box.activated.connect(lambda _: self._choose_answer(about, asking, box.currentData()))
        self._place(column, about, words, box)

    def _choose_answer(self, about: str, asking: OpenQuestion, answer: str) -> None:
        if about == "summaries" and answer != NONE:
            self.summary.emit(answer)
        else:
            self._say(about, [] if about == "summaries" else answer, asking.answer)

    def _say(self, about: str, answer: Any, before: Any) -> None:
        if answer != before:
            self.answered.emit(about, answer)

    def _head(self, column: QVBoxLayout, words: str, is_open: bool) -> None:
        self.open += is_open
        heading = tr("{question} (open)", question=words) if is_open else words
        column.addWidget(Label(self._theme, heading, Type.BODY, "negative" if is_open else "text"))

    def _place(self, column: QVBoxLayout, about: str, words: str, box: QComboBox | QLineEdit) -> None:
        box.setAccessibleName(words)
        self.boxes[about] = box
        column.addWidget(box)
        column.addSpacing(4)

    def _ask_values(
        self, column: QVBoxLayout, about: str, of: str, answer: dict[str, Any], counts: Counter[str] | None
    ) -> bool:
        """A line a value, most frequent first; many different ones are answered together. Gives whether it is open."""
        words = tr("What do the values mean for {criterion}?", criterion=of)
        if counts is None:
            self._head(column, words, not answer)
            column.addWidget(Label(self._theme, tr("Counting…"), Type.SMALL, "second"))
            return not answer
        shown_values = [value for value, _ in counts.most_common(MOST_VALUES)]
        rest = sum(counts.values()) - sum(counts[value] for value in shown_values)
        lines: list[tuple[str, int]] = [(value, counts[value]) for value in shown_values]
        if len(lines) > 2 or rest or OTHERS in answer:
            lines.append((OTHERS, rest))
        present_values = [value for value, count in lines if count]
        is_open = not answer or (OTHERS not in answer and any(value not in answer for value in present_values))
        self._head(column, words, is_open)
        if not lines:
            column.addWidget(Label(self._theme, tr("The file has no values there."), Type.SMALL, "second"))
            return is_open
        grid = QGridLayout()
        grid.setHorizontalSpacing(14)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(0, 1)
        boxes = self.values[about] = {}
        for at, (value, count) in enumerate(lines):
            value_words = tr("All other values") if value == OTHERS else make_visible(value[:80])
            number = tr_n("once", "{n:,} times", count) if count else ""
            grid.addWidget(Label(self._theme, value_words, Type.BODY), at, 0)
            grid.addWidget(Label(self._theme, number, Type.SMALL, "second"), at, 1, Qt.AlignmentFlag.AlignRight)
            box = boxes[value] = FieldBox(self._page)
            box.setAccessibleName(tr("What {value} means", value=value_words))
            box.setPlaceholderText(tr("Not answered yet"))
            for meaning, choice in _MEANINGS:
                box.addItem(choice, meaning)
            meant = answer.get(value, answer.get(OTHERS, NONE))
            if value in answer or OTHERS in answer:
                meant = AS_IT_IS if meant == value else DROPPED if meant is None else meant
                if box.findData(meant) < 0:
                    box.addItem(make_visible(str(meant)), meant)
                box.setCurrentIndex(box.findData(meant))
            else:
                box.setCurrentIndex(-1)
            box.activated.connect(self._make_handler(about, value, answer, box))
            grid.addWidget(box, at, 2)
        column.addLayout(grid)
        column.addSpacing(4)
        return is_open

    def _make_handler(self, about: str, value: str, answer: dict[str, Any], box: QComboBox) -> Callable[[int], None]:
        def say(_: int) -> None:
            meaning = box.currentData()
            self._say(about, {**answer, value: None if meaning == DROPPED else meaning}, answer)

        return say
