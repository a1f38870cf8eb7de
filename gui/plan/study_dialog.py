"""New study: choose a protocol, see its tasks as a drawing, change them by a form, and put it into the project."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QComboBox, QGridLayout, QHBoxLayout, QLineEdit, QSpinBox, QVBoxLayout, QWidget

from galley.core import new_files
from galley.core.definitions import protocol_edits, protocol_files
from galley.core.definitions.protocol_edits import Field
from galley.core.definitions.protocols import Kind, Protocol, Task
from galley.core.definitions.task_owners import full
from galley.core.errors import GalleyError
from galley.core.project import protocol_use
from galley.core.project.project import Project
from galley.core.rules.rule import ANY, Rule
from galley.core.storage import names
from galley.core.text.visible import make_visible
from galley.gui.dialogs.background_task import Progress
from galley.gui.dialogs.base import Label
from galley.gui.dialogs.file_dialogs import choose_file, choose_target
from galley.gui.dialogs.progress import WorkingDialog
from galley.gui.plain_text import Button, CheckBox
from galley.gui.review.rule_text import RULES
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr, tr_n
from galley.gui.widgets.scroller import Scroller

LEAD = tr("A study says what is asked, of how many people, and how their answers become gold.")
ASKED = tr("Is this true of it?")
ASKED_OF_SENTENCES = tr("Does the sentence say something that the source does not?")
HALLUCINATION = "basic/hallucination"
_ROW, _GAP, _SIDE = 54.0, 18.0, 12.0
RULE_NAMES = {
    Rule.UNANIMOUS: tr("all agree"), Rule.MAJORITY: tr("more than half"), Rule.STRICT_YES: tr("all say yes"),
    Rule.MEDIAN: tr("median"), Rule.ADJUDICATOR: tr("one person decides"), Rule.NONE: tr("no gold"),
}  # fmt: skip


class StudyDrawing(QWidget):
    """The tasks of a protocol from top to bottom, each with its people, its rule and an arrow to what comes next.
    ``chosen(place)``: a task was pressed."""

    chosen = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.tasks: Sequence[Task] = ()
        self.current = -1
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        theme.changed.connect(self.update)

    def show_tasks(self, tasks: Sequence[Task], current: int) -> None:
        """Draw these tasks; the one at ``current`` has the form."""
        self.tasks, self.current = tasks, current
        self.setFixedHeight(self.sizeHint().height())
        self.setAccessibleName(tr("Tasks of the study"))
        self.setAccessibleDescription(". ".join(f"{_title(task)}: {describe_task(task)}" for task in tasks))
        self.update()

    def sizeHint(self) -> QSize:
        """As high as all tasks."""
        px, count = self._theme.px, len(self.tasks)
        return QSize(round(px(260)), round(count * px(_ROW) + max(0, count - 1) * px(_GAP)) + 2)

    def row_rect(self, place: int) -> QRectF:
        """Where a task is drawn."""
        px = self._theme.px
        return QRectF(1, 1 + place * px(_ROW + _GAP), self.width() - 2, px(_ROW) - 2)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the task under the mouse."""
        for place in range(len(self.tasks)):
            if self.row_rect(place).contains(event.position()):
                self.chosen.emit(place)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """From task to task."""
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()), 0)
        if step and 0 <= self.current + step < len(self.tasks):
            self.chosen.emit(self.current + step)
        elif not step:
            event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        """A card for each task, and an arrow between two."""
        theme, px = self._theme, self._theme.px
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for place, task in enumerate(self.tasks):
                rect = self.row_rect(place)
                is_current = place == self.current
                painter.setPen(QPen(theme.color("accent" if is_current else "hairline"), 2 if is_current else 1))
                painter.setBrush(theme.color("row" if is_current else "panel"))
                painter.drawRoundedRect(rect, 6, 6)
                people = self._paint_people(painter, task, rect)
                words = rect.adjusted(px(_SIDE), px(6), -people - px(_SIDE), -px(6))
                for style, role, text, top in (
                    (Type.BODY_STRONG, "text", f"{place + 1}  {_title(task)}", True),
                    (Type.SMALL, "second", describe_task(task), False),
                ):
                    line = QRectF(words)
                    line.setHeight(words.height() / 2)
                    if not top:
                        line.moveTop(words.center().y())
                    painter.setFont(theme.font(style))
                    painter.setPen(theme.color(role))
                    elided = theme.metrics(style).elidedText(text, Qt.TextElideMode.ElideRight, line.width())
                    painter.drawText(line, int((Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft).value),
                                     elided)  # fmt: skip
                if place + 1 < len(self.tasks):
                    self._paint_arrow(painter, rect)

    def _paint_people(self, painter: QPainter, task: Task, rect: QRectF) -> float:
        """A head and shoulders for each person; gives their width."""
        theme, px = self._theme, self._theme.px
        count = 0 if task.kind is Kind.JUDGE else 3 if task.people == ANY else min(task.people, 5)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("accent" if task.adjudicates else "second"))
        for number in range(count):
            middle = QPointF(rect.right() - px(16) - number * px(16), rect.center().y())
            painter.drawEllipse(middle - QPointF(0, px(6)), px(3.5), px(3.5))
            painter.drawChord(QRectF(middle.x() - px(6), middle.y() - px(1), px(12), px(14)), 0, 180 * 16)
        return count * px(16) + px(6)

    def _paint_arrow(self, painter: QPainter, rect: QRectF) -> None:
        px, x = self._theme.px, rect.left() + self._theme.px(24)
        top, bottom = rect.bottom() + px(2), rect.bottom() + px(_GAP) - px(1)
        painter.setPen(QPen(self._theme.color("second"), 1.3))
        painter.drawLine(QPointF(x, top), QPointF(x, bottom))
        for side in (-1, 1):
            painter.drawLine(QPointF(x, bottom), QPointF(x + side * px(4), bottom - px(4)))


class NewStudy(WorkingDialog):
    """``protocol`` is there once it is in the project. Nothing is written before “Use this study”."""

    def __init__(self, parent: QWidget | None, theme: Theme, project: Project, by: str) -> None:
        super().__init__(parent, theme, tr("New study"), LEAD, verb=tr("Use this study"), in_bytes=False, width=760)
        self.go.setProperty("primary", True)
        self.project, self._by = project, by
        self.protocol: Protocol | None = None
        self.text = ""
        self._schemes = protocol_use.list_schemes(project.read_connection())
        self._draft: Protocol | None = None
        self._place = 0
        self.set_first_page(self._page())
        self.go.clicked.connect(self.start)
        self._choose(0)
        self.choice.setFocus()

    @classmethod
    def ask(cls, parent: QWidget | None, theme: Theme, project: Project, by: str) -> Protocol | None:
        """Show it until it is closed; the protocol that the project uses now, None where none was put in."""
        dialog = cls(parent, theme, project, by)
        dialog.exec()
        dialog.deleteLater()
        return dialog.protocol

    def start(self) -> None:
        """Put the protocol into the project, and make answers known where that was asked for."""
        text, by, box = self.text, self._by, self.known_from_gold
        knows = box.isVisibleTo(self) and box.isChecked()

        def work(progress: Progress) -> tuple[Protocol, int]:
            return self.project.write(lambda c: protocol_use.start_study(c, text, by, knows, progress)).result()

        self.work(work, self._show_study)

    def _show_study(self, outcome: tuple[Protocol, int]) -> None:
        self.protocol, count = outcome
        self.set_title(
            tr("The study is in the project"), tr("Next: People → Assign… writes a package for each reviewer.")
        )
        counts = {tr("tasks"): len(self.protocol.tasks)} | ({tr("known answers"): count} if count else {})
        self.finish(counts)

    def _page(self) -> QWidget:
        theme = self.theme
        page = QWidget(self)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        self.choice = QComboBox(self)
        self.choice.setAccessibleName(tr("Protocol"))
        self._texts: list[str] = []
        for name, text in self._list_protocols():
            self.choice.addItem(name)
            self._texts.append(text)
        self.file = Button(tr("From a file…"), self)
        self.save = Button(tr("Save as a file…"), self)
        for button in (self.file, self.save):
            button.setAutoDefault(False)
        row = QHBoxLayout()
        row.addWidget(self.choice, 1)
        row.addWidget(self.file)
        row.addWidget(self.save)
        column.addWidget(Label(theme, tr("Protocol"), Type.SMALL_STRONG, "second"))
        column.addLayout(row)
        self.description = Label(theme, "", Type.BODY, "second")
        column.addWidget(self.description)
        column.addSpacing(6)
        self.drawing = StudyDrawing(theme)
        scroller = Scroller(self.drawing, self)
        scroller.setMinimumHeight(self.tall(250, 0.4))
        both = QHBoxLayout()
        both.setSpacing(20)
        both.addWidget(scroller, 1)
        both.addWidget(self._form(), 1)
        column.addLayout(both, 1)
        column.addWidget(self.fault)
        self.choice.currentIndexChanged.connect(self._choose)
        self.file.clicked.connect(self._open_file)
        self.save.clicked.connect(self._save)
        self.drawing.chosen.connect(self._show_task)
        return page

    def _form(self) -> QWidget:
        """The small form of one task."""
        theme = self.theme
        form = QWidget(self)
        grid = QGridLayout(form)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(7)
        grid.setColumnStretch(1, 1)
        self.question = QLineEdit(self)
        self.people, self.known = QSpinBox(self), QSpinBox(self)
        self.people.setRange(0, protocol_files.MOST_PEOPLE)
        self.people.setSpecialValueText(tr("any number"))
        self.known.setRange(0, 90)
        self.known.setSuffix(" %")
        self.rule = QComboBox(self)
        for rule, words in RULE_NAMES.items():
            if rule is not Rule.ADJUDICATOR:
                self.rule.addItem(words, rule.value)
        self.known_from_gold = CheckBox(tr("Take the control answers from gold now"), self)
        self.rule_words = Label(theme, "", Type.SMALL, "second")
        self._fields = [
            (Label(theme, words, Type.SMALL_STRONG, "second"), field)
            for words, field in (
                (tr("Question"), self.question), (tr("People"), self.people), (tr("Gold if"), self.rule),
                (tr("Control answers"), self.known),
            )
        ]  # fmt: skip
        self.task_name = Label(theme, "", Type.BODY_STRONG)
        grid.addWidget(self.task_name, 0, 0, 1, 2)
        for at, (label, field) in enumerate(self._fields, 1):
            field.setAccessibleName(label.text())
            grid.addWidget(label, at, 0)
            grid.addWidget(field, at, 1)
        grid.addWidget(self.rule_words, 5, 0, 1, 2)
        grid.addWidget(self.known_from_gold, 6, 0, 1, 2)
        grid.setRowStretch(7, 1)
        self.question.editingFinished.connect(lambda: self._change(ask=self.question.text().strip()))
        self.people.valueChanged.connect(lambda count: self._change(people=count or "any"))
        self.rule.currentIndexChanged.connect(lambda _: self._change(rule=self.rule.currentData()))
        self.known.valueChanged.connect(lambda share: self._change(known=share / 100))
        return form

    def _list_protocols(self) -> list[tuple[str, str]]:
        """The study about the project's own criteria, else about unsupported sentences, then those that ship, as
        (name, TOML)."""
        schemes = names.schemes(self.project.read_connection())
        own = [full(criterion) for scheme in schemes for criterion in scheme.criteria]
        title = tr("Reviewers and an adjudicator, on this project’s criteria")
        question = ASKED
        if not own:
            own, question = [HALLUCINATION], ASKED_OF_SENTENCES
            title = tr("Reviewers and an adjudicator, on sentences that the source does not support")
        listed = []
        text = protocol_edits.write_question_study(own, question, 2, Rule.UNANIMOUS, 0.0)
        try:
            protocol_files.parse(text, tr("the protocol"), self._schemes)
            listed.append((title, text))
        except GalleyError:  # criteria that no one question can ask
            pass
        return [*listed, *((one.name, one.toml) for one in protocol_files.builtin().values())]

    def _choose(self, at: int) -> None:
        self._show_text(self._texts[at])

    def _show_text(self, text: str, place: int | None = None) -> bool:
        """Show the study that ``text`` says; False, and why, where it cannot work."""
        try:
            protocol = protocol_files.parse(text, tr("the protocol"), self._schemes)
        except GalleyError as error:
            self.complain(str(error))
            return False
        self.fault.hide()
        self.text, self._draft = text, protocol
        self.description.setText(make_visible(protocol.description))
        asks = [at for at, task in enumerate(protocol.tasks) if task.votes]
        self._show_task(place if place is not None else (asks or [0])[0])
        return True

    def _show_task(self, place: int) -> None:
        assert self._draft is not None
        self._place = place
        task = self._draft.tasks[place]
        self.drawing.show_tasks(self._draft.tasks, place)
        self.task_name.setText(_title(task))
        for field in (self.question, self.people, self.rule, self.known):
            field.blockSignals(True)
        self.question.setText(task.ask)
        self.question.setCursorPosition(0)
        self.people.setValue(max(task.people, 0))
        self.rule.setCurrentIndex(max(0, self.rule.findData(task.rule.value)))
        self.known.setValue(round(100 * task.known_share))
        for field in (self.question, self.people, self.rule, self.known):
            field.blockSignals(False)
        for label, field in self._fields:
            shown = task.votes and not (task.is_training and field is self.known)
            label.setVisible(shown)
            field.setVisible(shown)
        self.rule_words.setText(RULES[task.rule] if task.votes or task.adjudicates else describe_task(task))
        self.known_from_gold.setVisible(any(one.is_training or one.known_share for one in self._draft.tasks))

    def _change(self, **fields: Field) -> None:
        """Write what the form says into the TOML."""
        assert self._draft is not None
        task = self._draft.tasks[self._place]
        try:
            text = protocol_edits.change_task(self.text, task.id, fields, self._schemes)
        except GalleyError as error:
            self.complain(str(error))
            return
        self._show_text(text, self._place)

    def _open_file(self) -> None:
        path = choose_file(self, tr("A study protocol"), self.project.path.parent, tr("Protocols (*.toml)"))
        if path is not None:
            self.open_file(path)

    def open_file(self, path: Path) -> None:
        """Show the study in a TOML file."""
        try:
            text = protocol_files.load(path, self._schemes).toml
        except GalleyError as error:
            self.complain(str(error))
            return
        self._texts.append(text)
        self.choice.addItem(path.name)
        self.choice.setCurrentIndex(self.choice.count() - 1)

    def _save(self) -> None:
        assert self._draft is not None
        start = self.project.path.with_name(f"{self._draft.id}.toml")
        path = choose_target(self, tr("Save the protocol"), start, ".toml")
        if path is not None:
            try:
                new_files.write(path, self.text.encode(), self.project.path)
            except GalleyError as error:
                self.complain(str(error))


def describe_task(task: Task) -> str:
    """Who does a task, and how it becomes gold, in a few words: "2 people · gold if all agree · 10 % control"."""
    if task.kind is Kind.JUDGE:
        return tr("a judge: {method}", method=task.method)
    if task.kind is Kind.WRITE:
        return tr("people write")
    people = tr("any number of people") if task.people == ANY else tr_n("{n:,} person", "{n:,} people", task.people)
    if task.kind is Kind.ADJUDICATE:
        what = tr("decides everything") if task.all else tr("decides what they differ on")
        return f"{people} · {what}"
    parts = [people, tr("gold if {rule}", rule=RULE_NAMES[task.rule]) if task.rule is not Rule.NONE else tr("no gold")]
    if task.is_training:
        parts.append(tr("training"))
    if task.known_share:
        parts.append(tr("{share:.0%} control answers", share=task.known_share))
    return " · ".join(parts)


def _title(task: Task) -> str:
    return " ".join(make_visible(task.name or task.id).split())
