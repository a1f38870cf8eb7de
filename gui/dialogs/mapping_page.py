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
from galley.core.incoming import ImportReport, Note
from galley.core.intake import askings, fieldroles, intake, looking, mapping
from galley.core.intake.looking import Look, MappingOffer
from galley.core.text.counted import counted
from galley.core.text.visible import visible
from galley.gui.dialogs.dialog_base import Label
from galley.gui.dialogs.mapping_fields import FieldBox, FieldList
from galley.gui.dialogs.mapping_questions import QuestionList
from galley.gui.dialogs.report_dialog import line_of
from galley.gui.language import tr
from galley.gui.theme import Theme, Type
from galley.gui.widgets.line_paint import LineCell
from galley.gui.widgets.line_table import FITS, LineColumn, Lines, LineTable
from galley.gui.widgets.segmented import Segmented

Soon = Callable[[Callable[[Callable[[int, int], bool]], Any], Callable[[Any], object]], None]
"""Does ``work(progress)`` without holding up the window, and gives what comes of it to a function."""

FIELDS, ROWS, WORDS, TRIAL = "fields", "rows", "words", "trial"
PARTS = (
    (FIELDS, tr("Fields")),
    (ROWS, tr("First rows")),
    (WORDS, tr("Mapping")),
    (TRIAL, tr("Dry run")),
)
_SHOWN = 200
"""Characters of a cell in the table of the first rows."""


class MappingPage(QWidget):
    """Shows and edits the mapping of a file. ``changed`` is emitted with whether the file could be imported by it."""

    changed = Signal(bool)
    wrong = Signal(str)

    def __init__(self, theme: Theme, look: Look, soon: Soon, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.look = look
        self.given: dict[str, Any] = {}
        self.offer: MappingOffer | None = None
        self._soon = soon
        self._asked: list[askings.OpenQuestion] = []
        self._counts: dict[str, Counter[str]] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(7)
        column.addWidget(Label(theme, tr("Mapping"), Type.SMALL_STRONG, "second"))
        self.offers = FieldBox(self)
        self.offers.setAccessibleName(tr("Where the mapping comes from"))
        for offer in look.offers:
            self.offers.addItem(_named(offer))
        self.offers.activated.connect(self.take)
        column.addWidget(self.offers)
        self.origin = Label(theme, "", Type.SMALL, "second")
        column.addWidget(self.origin)
        self.questions = QuestionList(theme, self)
        self.questions.answered.connect(self.answer)
        self.questions.summary.connect(lambda path: self.assign(path, "summary"))
        column.addWidget(self.questions)
        self.parts = Segmented(theme, PARTS, self)
        self.parts.chosen.connect(self.show_part)
        column.addWidget(self.parts)
        self.stack = QStackedWidget(self)
        self.fields = FieldList(theme, look.fields, self)
        self.fields.asked.connect(self.assign)
        self.rows = _rows(theme, look)
        self.words, self.trial = QPlainTextEdit(self), QPlainTextEdit(self)
        self.words.setAccessibleName(tr("The mapping as JSON"))
        self.trial.setAccessibleName(tr("What would come in and what would be refused"))
        self.trial.setReadOnly(True)
        for page in (self.fields, self.rows, self.words, self.trial):
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
        self.origin.setText(" ".join([_said(self.offer), *self.look.faults]))
        self._use(self.offer.mapping.given)

    def assign(self, path: str, role: str) -> None:
        """Give a field another role; where it cannot have it, say why and stay."""
        try:
            self._use(fieldroles.assigned(self.given, path, role, self.look.names))
        except InputError as error:
            self.wrong.emit(str(error))
            self._show_roles()

    def answer(self, about: str, said: Any) -> None:
        """Answer a question."""
        self._use(askings.answered(self.given, about, said))

    def show_part(self, name: str) -> None:
        """Show the fields, the first rows, the words of the mapping, or the dry run."""
        if self._unread() and not self._reread():
            self.parts.set_current(WORDS)
            return
        self.parts.set_current(name)
        self.stack.setCurrentIndex([each for each, _ in PARTS].index(name))

    def show_outcome(self, report: ImportReport) -> None:
        """What a dry run would have taken in."""
        counts = [counted(count, what) for what, count in report.counts.items() if count]
        head = tr("It would take in: {counts}.", counts=", ".join(counts)) if counts else tr("Nothing would be new.")
        self._show_trial(head, report.notes)

    def show_refused(self, sentences: Sequence[str]) -> None:
        """What would be refused, or was."""
        head = tr("It was refused; nothing came in:")
        self._show_trial("\n".join([head, *(f"  {visible(each)}" for each in sentences)]), ())

    def _show_trial(self, head: str, notes: Sequence[Note]) -> None:
        lines = [head, "", *(visible(line_of(note)) for note in notes)]
        try:
            rows = intake.preview(self.look.paths, self.mapping())
            lines += ["", tr("The first rows become:"), *(visible(row.words()) for row in rows)]
        except GalleyError as error:
            lines += ["", str(error)]
        self.trial.setPlainText("\n".join(lines))
        self.show_part(TRIAL)

    def _unread(self) -> bool:
        """Whether the words of the mapping were changed and not read yet."""
        return self.words.document().isModified()

    def _reread(self) -> bool:
        """Use the words as they were typed; where they cannot be read, say why."""
        try:
            self._use(self.mapping().given)
        except InputError as error:
            self.wrong.emit(str(error))
            return False
        return True

    def settle(self) -> bool:
        """Whether what was typed is in use now."""
        return not self._unread() or self._reread()

    def _use(self, given: dict[str, Any]) -> None:
        """Work with this mapping from now on. Raises: InputError where it cannot be read."""
        asked = askings.askings(given)
        self.given, self._asked = given, asked
        self.words.setPlainText(json.dumps(given, ensure_ascii=False, indent=1))
        self.words.document().setModified(False)
        self._show_roles()
        self._show_questions()
        wanted = [each.question for each in asked if each.question.value is not None]
        if any(_of(each) not in self._counts for each in wanted):
            read, paths = mapping.parse(given, tr("the mapping")), self.look.paths

            def count(progress: Callable[[int, int], bool]) -> list[intake.CountedQuestion]:
                return intake.asked(paths, read, wanted, ImportReport(beat=lambda: _go_on(progress)))

            self._soon(count, self._counted)

    def _counted(self, found: list[intake.CountedQuestion]) -> None:
        self._counts |= {_of(each.question): each.counts for each in found}
        self._show_questions()

    def _show_roles(self) -> None:
        self.fields.show_roles(
            fieldroles.roles(self.given, self.look.fields), self.offer.why if self.offer is not None else {}
        )

    def _show_questions(self) -> None:
        counts = [self._counts.get(_of(each.question)) for each in self._asked]
        with QSignalBlocker(self.questions):
            self.questions.show_questions(self._asked, counts, list(self.look.fields))
        self.changed.emit(self.ready)


def _of(question: mapping.MappingQuestion) -> str:
    """What the counts of a question are kept under: what it looks at."""
    value, each = question.value, question.each
    return json.dumps([value.given if value else None, each.text if each else None])


def _go_on(progress: Callable[[int, int], bool]) -> None:
    if not progress(0, 0):
        raise Cancelled


def _named(offer: MappingOffer) -> str:
    return {
        looking.KEPT: tr("The one that this project keeps for files of this shape"),
        looking.BESIDE: tr("{file}, which lies beside the file", file=visible(offer.name)),
        looking.SHIPPED: tr("{name}, which ships with Galley", name=offer.name),
        looking.GUESSED: tr("A guess from names and contents"),
    }[offer.origin]


def _said(offer: MappingOffer) -> str:
    why = visible(offer.why.get("", ""))
    return {
        looking.KEPT: tr("It was confirmed in this project before."),
        looking.BESIDE: tr("It was not used in this project yet: look it over before you import."),
        looking.SHIPPED: offer.mapping.given.get("title", ""),
        looking.GUESSED: " ".join([tr("Look it over before you import."), why]).strip(),
    }[offer.origin]


def _rows(theme: Theme, look: Look) -> LineTable:
    columns = [LineColumn(tr("Place"), FITS), *(LineColumn(visible(each), FITS, most=240) for each in look.fields)]

    def cell(line: int, column: int) -> LineCell:
        place, values = look.rows[line]
        words = (place, *values)[column] if column <= len(values) else ""
        return LineCell(" ".join(visible(words[:_SHOWN]).split()), style=Type.BODY)

    lines = Lines(columns, lambda: len(look.rows), cell)
    lines.reset()
    return LineTable(theme, lines, tr("The first rows of the file"), 26.0)
