"""A file of unknown shape: what its fields are, what has to be said about it, its first rows, the mapping itself, and
what a dry run would take in and refuse."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QPlainTextEdit, QStackedWidget, QVBoxLayout, QWidget

from galley.core.errors import Cancelled, GalleyError, InputError
from galley.core.import_types import ImportReport, Note
from galley.core.tables import field_roles, inspection, mapping, table_import
from galley.core.tables import questions as tables_questions
from galley.core.tables.inspection import FileInspection, MappingOffer
from galley.core.text.plurals import format_count
from galley.core.text.visible import make_visible
from galley.gui.dialogs.base import Label
from galley.gui.dialogs.mapping_fields import FieldBox, FieldList
from galley.gui.dialogs.mapping_questions import QuestionList
from galley.gui.dialogs.report_dialog import line_of
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr
from galley.gui.widgets.line_paint import LineCell
from galley.gui.widgets.line_table import FITS, LineColumn, Lines, LineTable
from galley.gui.widgets.segmented import SegmentedControl

Soon = Callable[[Callable[[Callable[[int, int], bool]], Any], Callable[[Any], object]], None]
"""Does ``work(progress)`` without holding up the window, and gives what comes of it to a function."""

FIELDS, ROWS, WORDS, DRY_RUN = "fields", "rows", "words", "trial"
PARTS = (
    (FIELDS, tr("Fields")),
    (ROWS, tr("First rows")),
    (WORDS, tr("Mapping")),
    (DRY_RUN, tr("Dry run")),
)
_SHOWN = 200
"""Characters of a cell in the table of the first rows."""


class MappingPage(QWidget):
    """Shows and edits the mapping of a file. ``changed`` is emitted with whether the file could be imported by it."""

    changed = Signal(bool)
    wrong = Signal(str)

    def __init__(self, theme: Theme, look: FileInspection, soon: Soon, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.look = look
        self.mapping_dict: dict[str, Any] = {}
        self.offer: MappingOffer | None = None
        self._soon = soon
        self._open_questions: list[tables_questions.OpenQuestion] = []
        self._counts: dict[str, Counter[str]] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(7)
        column.addWidget(Label(theme, tr("Mapping"), Type.SMALL_STRONG, "second"))
        self.offers = FieldBox(self)
        self.offers.setAccessibleName(tr("Where the mapping comes from"))
        for offer in look.offers:
            self.offers.addItem(_offer_title(offer))
        self.offers.activated.connect(self.take)
        column.addWidget(self.offers)
        self.origin = Label(theme, "", Type.SMALL, "second")
        column.addWidget(self.origin)
        self.questions = QuestionList(theme, self)
        self.questions.answered.connect(self.answer)
        self.questions.summary.connect(lambda path: self.assign(path, "summary"))
        column.addWidget(self.questions)
        self.parts = SegmentedControl(theme, PARTS, self)
        self.parts.chosen.connect(self.show_part)
        column.addWidget(self.parts)
        self.stack = QStackedWidget(self)
        self.fields = FieldList(theme, look.fields, self)
        self.fields.role_chosen.connect(self.assign)
        self.rows = _rows(theme, look)
        self.words, self.dry_run_text = QPlainTextEdit(self), QPlainTextEdit(self)
        self.words.setAccessibleName(tr("The mapping as JSON"))
        self.dry_run_text.setAccessibleName(tr("What would be imported and what would be rejected"))
        self.dry_run_text.setReadOnly(True)
        for page in (self.fields, self.rows, self.words, self.dry_run_text):
            self.stack.addWidget(page)
        column.addWidget(self.stack, 1)
        self.take(0)

    @property
    def ready(self) -> bool:
        """Whether nothing is open."""
        return not self.questions.open

    def mapping(self) -> mapping.Mapping:
        """The mapping as it is now. Raises: InputError where its words cannot be read."""
        return mapping.loads(self.words.toPlainText(), tr("the mapping"))

    def take(self, index: int) -> None:
        """Begin with one of the mappings that are offered."""
        self.offer = self.look.offers[index]
        self.offers.setCurrentIndex(index)
        self.origin.setText(" ".join([_offer_note(self.offer), *self.look.faults]))
        self._use(self.offer.mapping.raw_mapping)

    def assign(self, path: str, role: str) -> None:
        """Give a field another role; where it cannot have it, say why and stay."""
        try:
            self._use(field_roles.assign_role(self.mapping_dict, path, role, self.look.names))
        except InputError as error:
            self.wrong.emit(str(error))
            self._show_roles()

    def answer(self, about: str, answer: Any) -> None:
        """Answer a question."""
        self._use(tables_questions.answer_question(self.mapping_dict, about, answer))

    def show_part(self, name: str) -> None:
        """Show the fields, the first rows, the words of the mapping, or the dry run."""
        if self._has_typed_text() and not self._use_typed_text():
            self.parts.set_current(WORDS)
            return
        self.parts.set_current(name)
        self.stack.setCurrentIndex([part for part, _ in PARTS].index(name))

    def show_outcome(self, report: ImportReport) -> None:
        """What a dry run would have taken in."""
        counts = [format_count(count, what) for what, count in report.counts.items() if count]
        head = tr("It would import: {counts}.", counts=", ".join(counts)) if counts else tr("Nothing would be new.")
        self._show_dry_run(head, report.notes)

    def show_refused(self, sentences: Sequence[str]) -> None:
        """What would be refused, or was."""
        head = tr("Nothing was imported:")
        self._show_dry_run("\n".join([head, *(f"  {make_visible(sentence)}" for sentence in sentences)]), ())

    def _show_dry_run(self, head: str, notes: Sequence[Note]) -> None:
        lines = [head, "", *(make_visible(line_of(note)) for note in notes)]
        try:
            rows = table_import.preview(self.look.paths, self.mapping())
            lines += ["", tr("The first rows become:"), *(make_visible(row.words()) for row in rows)]
        except GalleyError as error:
            lines += ["", str(error)]
        self.dry_run_text.setPlainText("\n".join(lines))
        self.show_part(DRY_RUN)

    def _has_typed_text(self) -> bool:
        """Whether the words of the mapping were changed and not read yet."""
        return self.words.document().isModified()

    def _use_typed_text(self) -> bool:
        """Use the words as they were typed; where they cannot be read, say why."""
        try:
            self._use(self.mapping().raw_mapping)
        except InputError as error:
            self.wrong.emit(str(error))
            return False
        return True

    def apply_text(self) -> bool:
        """Whether what was typed is in use now."""
        return not self._has_typed_text() or self._use_typed_text()

    def _use(self, mapping_dict: dict[str, Any]) -> None:
        """Work with this mapping from now on. Raises: InputError where it cannot be read."""
        questions = tables_questions.list_questions(mapping_dict)
        self.mapping_dict, self._open_questions = mapping_dict, questions
        self.words.setPlainText(json.dumps(mapping_dict, ensure_ascii=False, indent=1))
        self.words.document().setModified(False)
        self._show_roles()
        self._show_questions()
        value_questions = [
            open_question.question for open_question in questions if open_question.question.value is not None
        ]
        if any(_of(question) not in self._counts for question in value_questions):
            read, paths = mapping.parse(mapping_dict, tr("the mapping")), self.look.paths

            def count(progress: Callable[[int, int], bool]) -> list[table_import.CountedQuestion]:
                return table_import.count_question_values(
                    paths, read, value_questions, ImportReport(beat=lambda: _go_on(progress))
                )

            self._soon(count, self._add_counts)

    def _add_counts(self, counted_questions: list[table_import.CountedQuestion]) -> None:
        self._counts |= {_of(entry.question): entry.counts for entry in counted_questions}
        self._show_questions()

    def _show_roles(self) -> None:
        self.fields.show_roles(
            field_roles.roles(self.mapping_dict, self.look.fields), self.offer.why if self.offer is not None else {}
        )

    def _show_questions(self) -> None:
        counts = [self._counts.get(_of(open_question.question)) for open_question in self._open_questions]
        with QSignalBlocker(self.questions):
            self.questions.show_questions(self._open_questions, counts, list(self.look.fields))
        self.changed.emit(self.ready)


def _of(question: mapping.MappingQuestion) -> str:
    """What the counts of a question are kept under: what it looks at."""
    value, each_path = question.value, question.list_path
    return json.dumps([value.raw_value if value else None, each_path.text if each_path else None])


def _go_on(progress: Callable[[int, int], bool]) -> None:
    if not progress(0, 0):
        raise Cancelled


def _offer_title(offer: MappingOffer) -> str:
    return {
        inspection.KEPT: tr("The mapping that this project stored for files like this"),
        inspection.BESIDE: tr("{file}, which lies beside the file", file=make_visible(offer.name)),
        inspection.SHIPPED: tr("{name}, which ships with Galley", name=offer.name),
        inspection.GUESSED: tr("A guess from names and contents"),
    }[offer.origin]


def _offer_note(offer: MappingOffer) -> str:
    why = make_visible(offer.why.get("", ""))
    return {
        inspection.KEPT: tr("It was confirmed in this project before."),
        inspection.BESIDE: tr("It is new to this project: check it before you import."),
        inspection.SHIPPED: offer.mapping.raw_mapping.get("title", ""),
        inspection.GUESSED: " ".join([tr("Check it before you import."), why]).strip(),
    }[offer.origin]


def _rows(theme: Theme, look: FileInspection) -> LineTable:
    columns = [
        LineColumn(tr("Place"), FITS),
        *(LineColumn(make_visible(field), FITS, most=240) for field in look.fields),
    ]

    def cell(line: int, column: int) -> LineCell:
        place, values = look.rows[line]
        words = (place, *values)[column] if column <= len(values) else ""
        return LineCell(" ".join(make_visible(words[:_SHOWN]).split()), style=Type.BODY)

    lines = Lines(columns, lambda: len(look.rows), cell)
    lines.reset()
    return LineTable(theme, lines, tr("The first rows of the file"), 26.0)
