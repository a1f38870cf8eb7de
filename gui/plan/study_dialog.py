"""New study: choose a protocol, see its tasks as a drawing, change them by a form, and put it into the project."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QSpinBox,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from galley.core import new_files
from galley.core.definitions import protocol_files
from galley.core.definitions.protocol_files import FieldValue
from galley.core.definitions.protocols import Kind, Protocol, Task
from galley.core.definitions.task_owners import full
from galley.core.errors import GalleyError
from galley.core.project import protocol_use
from galley.core.project.project import Project
from galley.core.review import known_answers
from galley.core.rules.rule import ANY, Rule
from galley.core.storage import names, queries
from galley.core.text.visible import make_visible
from galley.gui.dialogs.background_task import Progress
from galley.gui.dialogs.base import Label
from galley.gui.dialogs.file_dialogs import choose_file, choose_target
from galley.gui.dialogs.progress import WorkingDialog
from galley.gui.plain_text import Button
from galley.gui.review.rule_text import RULES
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr, tr_n
from galley.gui.widgets.scroller import Scroller

LEAD = tr("A study defines the questions, how many people answer each, and how their answers become gold.")
ASKED = tr("Does this criterion apply?")
ASKED_OF_SENTENCES = tr("Does the sentence say something that the source does not?")
HALLUCINATION = "basic/hallucination"
_ROW, _GAP, _SIDE = 54.0, 18.0, 12.0
_MOST_READ, _MOST_COLUMNS = 200, 40
"""Items of which metadata are read, and columns that are offered."""
_PICTURE, _STEP = 92.0, 14.0
"""The height of a protocol in the list, and the gap between two groups of tasks in its picture."""
GROUP, _MOST_GROUPS = 98.0, 7
PROTOCOL = Qt.ItemDataRole.UserRole
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
                people = paint_people(painter, theme, task, rect.right(), rect.center().y())
                words = rect.adjusted(px(_SIDE), px(6), -people - px(_SIDE), -px(6))
                for style, role, text, top in (
                    (Type.BODY_STRONG, "text", f"{place + 1}  {_title(task)}", True),
                    (Type.SMALL, "second", describe_task(task), False),
                ):
                    line = QRectF(words)
                    line.setHeight(words.height() / 2)
                    if not top:
                        line.moveTop(words.center().y())
                    _paint_words(painter, theme, style, role, text, line)
                if place + 1 < len(self.tasks):
                    self._paint_arrow(painter, rect)

    def _paint_arrow(self, painter: QPainter, rect: QRectF) -> None:
        px, x = self._theme.px, rect.left() + self._theme.px(24)
        top, bottom = rect.bottom() + px(2), rect.bottom() + px(_GAP) - px(1)
        painter.setPen(QPen(self._theme.color("second"), 1.3))
        painter.drawLine(QPointF(x, top), QPointF(x, bottom))
        for side in (-1, 1):
            painter.drawLine(QPointF(x, bottom), QPointF(x + side * px(4), bottom - px(4)))


class ProtocolDelegate(QStyledItemDelegate):
    """A protocol in the list: its name, its sentence and a picture of its tasks in order, equal ones in a row drawn
    once."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Wide enough for the picture."""
        protocol: Protocol = index.data(PROTOCOL)
        width = len(group_tasks(protocol.tasks)) * self._theme.px(GROUP + _STEP) + 2 * self._theme.px(_SIDE)
        return QSize(round(max(width, self._theme.px(420))), round(self._theme.px(_PICTURE)))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Two lines of words, and the picture under them."""
        theme, px = self._theme, self._theme.px
        protocol: Protocol = index.data(PROTOCOL)
        rect = QRectF(option.rect)
        is_current = bool(option.state & (QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_MouseOver))
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(rect, theme.color("row" if is_current else "panel"))
        line = QRectF(rect.left() + px(_SIDE), rect.top() + px(7), rect.width() - 2 * px(_SIDE), px(18))
        for style, role, text in (
            (Type.BODY_STRONG, "text", str(index.data())), (Type.SMALL, "second", protocol.description),
        ):  # fmt: skip
            _paint_words(painter, theme, style, role, " ".join(make_visible(text).split()), line)
            line.translate(0, px(18))
        middle = line.top() + px(14)
        for at, (task, count) in enumerate(group_tasks(protocol.tasks)):
            box = QRectF(line.left() + at * px(GROUP + _STEP), middle - px(9), px(GROUP), px(18))
            painter.setPen(QPen(theme.color("hairline"), 1))
            painter.setBrush(theme.color("window"))
            painter.drawRoundedRect(box, px(4), px(4))
            people = 0 if task.kind is Kind.JUDGE else count_heads(task)
            paint_people(painter, theme, task, box.center().x() + people * px(8) + px(8), middle)
            if task.kind is Kind.JUDGE:
                _paint_words(painter, theme, Type.SMALL, "second", tr("judge"), box, Qt.AlignmentFlag.AlignHCenter)
            words = describe_group(task, count)
            _paint_words(painter, theme, Type.CAPTION, "second", words, box.translated(0, px(18)),
                         Qt.AlignmentFlag.AlignHCenter)  # fmt: skip
            if at:
                painter.setPen(QPen(theme.color("second"), 1.3))
                end = QPointF(box.left() - px(2), middle)
                painter.drawLine(end - QPointF(px(_STEP - 4), 0), end)
                for side in (-1, 1):
                    painter.drawLine(end, end + QPointF(-px(3.5), side * px(3.5)))
        painter.restore()


def group_tasks(tasks: Sequence[Task]) -> list[tuple[Task, int]]:
    """The first of each run of tasks that people do alike, and how many these are."""
    runs = groupby(tasks, key=lambda task: (task.kind is Kind.JUDGE, count_heads(task), _describe_rule(task)))
    return [(run[0], len(run)) for _, tasks_of_run in runs if (run := list(tasks_of_run))]


def describe_group(task: Task, count: int) -> str:
    """The rule of a run of alike tasks and how many these are: "more than half ×3"."""
    return " ".join(filter(None, (_describe_rule(task), f"×{count}" if count > 1 else "")))


def count_heads(task: Task) -> int:
    """How many people are drawn for a task: three where any number may do it, five at most."""
    return 0 if task.kind is Kind.JUDGE else 3 if task.people == ANY else min(task.people, 5)


def paint_people(painter: QPainter, theme: Theme, task: Task, right: float, y: float) -> float:
    """A head and shoulders for each person of a task, left of ``right``; gives their width."""
    px, count = theme.px, count_heads(task)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.color("accent" if task.adjudicates else "second"))
    for number in range(count):
        middle = QPointF(right - px(16) - number * px(16), y)
        painter.drawEllipse(middle - QPointF(0, px(6)), px(3.5), px(3.5))
        painter.drawChord(QRectF(middle.x() - px(6), middle.y() - px(1), px(12), px(14)), 0, 180 * 16)
    return count * px(16) + px(6)


def _paint_words(
    painter: QPainter, theme: Theme, style: Type, role: str, words: str, rect: QRectF,
    align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
) -> None:  # fmt: skip
    painter.setFont(theme.font(style))
    painter.setPen(theme.color(role))
    elided = theme.metrics(style).elidedText(words, Qt.TextElideMode.ElideRight, rect.width())
    painter.drawText(rect, int((Qt.AlignmentFlag.AlignVCenter | align).value), elided)


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
        text, by, choice = self.text, self._by, self.known_source
        source = choice.currentData() if choice.isVisibleTo(self) else ""

        def work(progress: Progress) -> tuple[Protocol, int]:
            return self.project.write(lambda c: protocol_use.start_study(c, text, by, source, progress)).result()

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
        self.choice.setItemDelegate(ProtocolDelegate(theme, self.choice))
        self._texts: list[str] = []
        for name, text in self._list_protocols():
            self._add_choice(name, text)
        self.choice.view().setMinimumWidth(round(theme.px(_MOST_GROUPS * (GROUP + _STEP) + 2 * _SIDE)))
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
        self.known_source = QComboBox(self)
        self.known_source.addItem(tr("later"), "")
        self.known_source.addItem(tr("from gold"), known_answers.GOLD)
        for name in queries.list_metadata_names(self.project.read_connection(), _MOST_READ, lists=True)[:_MOST_COLUMNS]:
            words = tr("from the column “{column}”", column=" ".join(make_visible(name).split()))
            self.known_source.addItem(words, known_answers.COLUMN + name)
        self.rule_words = Label(theme, "", Type.SMALL, "second")
        self._fields = [
            (Label(theme, words, Type.SMALL_STRONG, "second"), field)
            for words, field in (
                (tr("Question"), self.question), (tr("People"), self.people), (tr("Gold if"), self.rule),
                (tr("Control answers"), self.known), (tr("Known answers"), self.known_source),
            )
        ]  # fmt: skip
        self.task_name = Label(theme, "", Type.BODY_STRONG)
        grid.addWidget(self.task_name, 0, 0, 1, 2)
        for at, (label, field) in enumerate(self._fields, 1):
            field.setAccessibleName(label.text())
            grid.addWidget(label, at, 0)
            grid.addWidget(field, at, 1)
        grid.addWidget(self.rule_words, len(self._fields) + 1, 0, 1, 2)
        grid.setRowStretch(len(self._fields) + 2, 1)
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
        text = protocol_files.write_question_study(own, question, 2, Rule.UNANIMOUS, 0.0)
        try:
            protocol_files.parse(text, tr("the protocol"), self._schemes)
            listed.append((title, text))
        except GalleyError:  # criteria that no one question can ask
            pass
        return [*listed, *((one.name, one.toml) for one in protocol_files.builtin().values())]

    def _add_choice(self, name: str, text: str) -> None:
        """A protocol that can be chosen, with what its picture is drawn from."""
        self._texts.append(text)
        self.choice.addItem(name, protocol_files.parse(text, tr("the protocol"), self._schemes))

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
            if field is self.known_source:
                shown = any(one.is_training or one.known_share for one in self._draft.tasks)
            label.setVisible(shown)
            field.setVisible(shown)
        self.rule_words.setText(RULES[task.rule] if task.votes or task.adjudicates else describe_task(task))

    def _change(self, **fields: FieldValue) -> None:
        """Write what the form says into the TOML."""
        assert self._draft is not None
        task = self._draft.tasks[self._place]
        try:
            text = protocol_files.change_task(self.text, task.id, fields, self._schemes)
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
        self._add_choice(path.name, text)
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


def _describe_rule(task: Task) -> str:
    """How a task comes to its result, in a word or three."""
    if task.kind is Kind.JUDGE:
        return ""
    if task.kind is Kind.WRITE:
        return tr("write")
    if task.kind is Kind.VERIFY:
        return tr("check flags")
    if task.adjudicates:
        return tr("adjudicate")
    return tr("one answer") if task.people == 1 else RULE_NAMES[task.rule]


def describe_task(task: Task) -> str:
    """Who does a task, and how it becomes gold, in a few words: "2 people · gold if all agree · 10 % control"."""
    if task.kind is Kind.JUDGE:
        return tr("a judge: {method}", method=task.method)
    if task.kind is Kind.WRITE:
        return tr("people write")
    people = tr("any number of people") if task.people == ANY else tr_n("{n:,} person", "{n:,} people", task.people)
    if task.kind is Kind.ADJUDICATE:
        what = tr("decides everything") if task.all else tr("decides where they differ")
        return f"{people} · {what}"
    parts = [people, tr("gold if {rule}", rule=RULE_NAMES[task.rule]) if task.rule is not Rule.NONE else tr("no gold")]
    if task.is_training:
        parts.append(tr("training"))
    if task.known_share:
        parts.append(tr("{share:.0%} control answers", share=task.known_share))
    return " · ".join(parts)


def _title(task: Task) -> str:
    return " ".join(make_visible(task.name or task.id).split())
