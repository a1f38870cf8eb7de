"""The questions about the summary in front: a list to walk, the two scores over it, the form on the current question
under it.

While the panel has the keyboard A says that the judge is right about the current question, be it a fault or none, X
that it is wrong, U that one cannot tell; digits answer the form, a second press says no; S shows another judge.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from galley.core.columns import names
from galley.core.domain import UnitKind, Verdict
from galley.core.judges.qa import validation_form
from galley.core.judges.qa.scoring import SIDES
from galley.core.project.desk import Desk, Saved
from galley.gui import naming
from galley.gui.desk.evidence import Focus
from galley.gui.desk.opened import Opened, Tab
from galley.gui.desk.panel import Panel, Room
from galley.gui.desk.styled_label import Words
from galley.gui.language import tr
from galley.gui.papers.longsumeval.question_board import NOTHING, Asked, Shown, State, checks, read
from galley.gui.papers.longsumeval.question_form import CheckForm
from galley.gui.papers.longsumeval.question_lines import SIDE_TITLES, HeadLine, QuestionLine, plain
from galley.gui.papers.longsumeval.question_scores import ScoreTable
from galley.gui.theme import Type
from galley.gui.widgets.chip import Chip
from galley.gui.widgets.hairline import Hairline
from galley.gui.widgets.key_button import KeyButton
from galley.gui.widgets.line_list import Line, LineList

K = Qt.Key
_DIGITS = (K.Key_1, K.Key_2, K.Key_3, K.Key_4, K.Key_5, K.Key_6, K.Key_7, K.Key_8, K.Key_9)


class QuestionsPanel(Panel):
    """See the module."""

    inner_keys = frozenset({K.Key_A, K.Key_X, K.Key_U, K.Key_S, K.Key_0, K.Key_Return, K.Key_Enter, *_DIGITS})

    def __init__(self, room: Room) -> None:
        super().__init__(room, tr("Questions"))
        theme = self.theme
        self._opened: Opened | None = None
        self._tab: Tab | None = None
        self._judge = 0
        self.shown: Shown = NOTHING
        self.list = LineList(theme, tr("Questions about this summary"))
        self.scores = ScoreTable(theme)
        self.form = CheckForm(theme)
        self._empty = Words(theme, Type.SMALL, "second")
        self._empty.setContentsMargins(14, 10, 14, 10)
        self.other = Chip(theme, "")
        self.other.setCheckable(False)
        self.other.setAccessibleDescription(tr("Key S"))
        self.other.hide()
        self.add_form = KeyButton(theme, tr("Use the question form"), "0")
        self.add_form.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.add_form.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.add_form.hide()
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        judge = QVBoxLayout()
        judge.setContentsMargins(14, 0, 14, 0)
        judge.addWidget(self.other, 0, Qt.AlignmentFlag.AlignLeft)
        offer = QVBoxLayout()
        offer.setContentsMargins(14, 6, 14, 8)
        offer.addWidget(self.add_form)
        column.addLayout(judge)
        column.addWidget(self.scores)
        column.addWidget(Hairline(theme, role="hairline_soft"))
        column.addWidget(self._empty)
        column.addWidget(self.list, 1)
        column.addWidget(Hairline(theme))
        column.addWidget(self.form)
        column.addLayout(offer)
        self.set_body(body)
        self.list.chosen.connect(self.choose)
        self.form.pressed.connect(self.answer)
        self.other.clicked.connect(self.next_judge)
        self.add_form.clicked.connect(self.use_form)

    # ---- what the stage asks

    def stop(self) -> QWidget:
        """The list of questions."""
        return self.list

    def show_item(self, opened: Opened, tab: Tab | None) -> None:
        """Begin with the first question."""
        self._opened, self._tab = opened, tab
        self._read()
        self._fill(keep=False, unit=0)

    def show_state(self, opened: Opened, tab: Tab | None) -> None:
        """The current question stays where it is."""
        current = self.current
        self._opened, self._tab = opened, tab
        self._read()
        self._fill(keep=True, unit=current.entry.unit.id if current is not None else 0)

    def set_focus(self, focus: Focus, animate: bool = False) -> None:
        """Bring the question under review into sight."""
        row = self._row_of(focus.unit)
        if row is not None and row != self.list.current:
            self.list.set_current(row)
            self._show_form()

    def actions(self) -> Mapping[str, Callable[[], object]]:  # type: ignore[override]
        """Q gives the keyboard to the panel."""
        return {"questions": self.enter}

    # ---- moving

    @property
    def current(self) -> Asked | None:
        """The question in front."""
        row = self.list.current
        line = self.list.lines[row] if row is not None else None
        return line.asked if isinstance(line, QuestionLine) else None

    def enter(self) -> None:
        """Take the keyboard, and tint what the current question rests on."""
        self.list.setFocus(Qt.FocusReason.TabFocusReason)
        if self.list.current is not None:
            self.choose(self.list.current)

    def choose(self, row: int) -> None:
        """Put a question in front: its answers are tinted where they stand."""
        self.list.set_current(row)
        self._show_form()
        asked = self.current
        if asked is not None:
            self.flagChosen.emit(asked.entry.verdict.id)

    def next_judge(self) -> None:
        """Show what another judge asked about the summary."""
        there = list(self.shown.judges)
        if len(there) > 1:
            self._judge = there[(there.index(self.shown.judge) + 1) % len(there)]
            self._read()
            self._fill(keep=False, unit=0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """See the module."""
        key = Qt.Key(event.key())
        if key in _DIGITS:
            self.answer(_DIGITS.index(key))
            return
        act: dict[Qt.Key, Callable[[], object]] = {
            K.Key_A: partial(self.decide, right=True),
            K.Key_X: partial(self.decide, right=False),
            K.Key_U: self.unsure,
            K.Key_S: self.next_judge,
            K.Key_0: self.use_form,
            K.Key_Return: partial(self.list.step, 1),
            K.Key_Enter: partial(self.list.step, 1),
        }
        if key in act:
            act[key]()
        else:
            super().keyPressEvent(event)

    # ---- deciding

    def decide(self, right: bool) -> None:
        """The judge is right about the current question, or wrong; the next undecided one follows."""
        asked = self.current
        if asked is None or self._opened is None:
            return
        verdict, item = asked.entry.verdict, self._opened.id
        if verdict.value is None:
            self.said.emit(tr("The judge left this question unscored; M adds a flag if it is a fault."), "second")
            return
        wanted = State.AGREED if right else State.DIFFERS
        if asked.state is not wanted:
            self._go_on()  # first: what is said of the writing goes with the next step
            self.write.emit(partial(_accept if right else _override, item=item, verdict=verdict))
        else:
            self._go_on()

    def unsure(self) -> None:
        """The current question stays open."""
        asked = self.current
        if asked is not None and self._opened is not None and asked.state is not State.UNSURE:
            item, verdict = self._opened.id, asked.entry.verdict
            self._go_on()
            self.write.emit(lambda desk: desk.unsure(item, verdict))

    def answer(self, place: int) -> None:
        """Answer a question of the form: yes, and no on the second press."""
        if self._opened is None or not 0 <= place < len(self.form.checks):
            return
        check = self.form.checks[place]
        if not check.follows:
            self.said.emit(
                tr("“{name}” is not asked after what you answered before it.", name=check.criterion.name), "second"
            )
            return
        item, value = self._opened.id, "no" if check.said == "yes" else "yes"
        self.write.emit(lambda desk: desk.add(item, check.cell, value=value))

    def use_form(self) -> None:
        """Take the form into the project."""
        if not self.add_form.isHidden():
            self.write.emit(_add_form)

    # ---- within

    def _read(self) -> None:
        session = self.room.session
        if self._opened is not None:
            self.shown = read(
                self._opened, self._tab, self.room.catalogue(), session.reviewer, session.connection(), self._judge
            )

    def _fill(self, keep: bool, unit: int) -> None:
        shown = self.shown
        known = {_unit(line): line for line in self.list.lines if isinstance(line, QuestionLine)}
        lines: list[Line] = []
        for side in SIDES:
            mine = [asked for asked in shown.asked if asked.entry.side == side]
            if mine:
                lines.append(HeadLine(SIDE_TITLES[side], _words(mine)))
                for asked in mine:  # one that shows the same is laid out already
                    line = known.get(asked.entry.unit.id)
                    lines.append(line if line is not None and line.asked == asked else QuestionLine(asked))
        rows = [row for row, line in enumerate(lines) if line.selectable]
        row = next((r for r in rows if _unit(lines[r]) == unit), rows[0] if rows else None)
        self.list.show_lines(lines, row, keep)
        self.scores.show_scores(shown.standings, shown.hidden)
        if shown.summary is None:
            empty = tr("Questions are about summaries; choose one of the tabs of the summary pane.")
        else:
            empty = "" if lines else tr("No judge has asked questions about this summary.")
        self._empty.set(empty)
        self.list.setHidden(not lines and bool(empty))
        self._name_judge()
        self._show_form()

    def _name_judge(self) -> None:
        shown, opened = self.shown, self._opened
        name = plain(opened.view.annotators[shown.judge].name) if opened is not None and shown.judge else ""
        several = len(shown.judges) > 1
        self.head.set(tr("Questions"), "" if several else name)
        self.other.setHidden(not several)
        if several:
            place = list(shown.judges).index(shown.judge) + 1
            words = tr("{name}, {place} of {of}", name=name[:28], place=place, of=len(shown.judges))
            self.other.setText(words)
            self.other.setAccessibleName(tr("Judge {words}; show the next", words=words))
            self.other.updateGeometry()

    def _show_form(self) -> None:
        asked, opened, summary = self.current, self._opened, self.shown.summary
        found = []
        if asked is not None and opened is not None and summary is not None:
            catalogue, reviewer = self.room.catalogue(), self.room.session.reviewer
            found = checks(opened, catalogue, reviewer, summary, asked.entry.unit.id)
        self.form.show_checks(found)
        known = any(scheme.id == validation_form.SCHEME for scheme in self.room.catalogue().schemes)
        self.add_form.setHidden(known or asked is None or not self.room.session.project.writable)

    def _row_of(self, unit: int) -> int | None:
        return next((row for row, line in enumerate(self.list.lines) if _unit(line) == unit), None)

    def _go_on(self) -> None:
        """To the next question that is not decided, from the start again; else to the next."""
        at = self.list.current or 0
        rows = [row for row, line in enumerate(self.list.lines) if line.selectable]
        waiting = [row for row in rows if row != at and _open(self.list.lines[row])]
        after = [row for row in waiting if row > at] or waiting
        if after:
            self.choose(after[0])


def _unit(line: Line) -> int:
    return line.asked.entry.unit.id if isinstance(line, QuestionLine) else 0


def _open(line: Line) -> bool:
    return isinstance(line, QuestionLine) and line.asked.state is State.OPEN


def _words(asked: list[Asked]) -> str:
    faults = sum(each.entry.fault is True for each in asked)
    if any(each.blind for each in asked):
        return naming.count(len(asked), UnitKind.QUESTION)
    return tr("{count} of {of} {fault}", count=faults, of=len(asked), fault=asked[0].word(True))


def _accept(desk: Desk, item: int, verdict: Verdict) -> Saved:
    return desk.accept(item, verdict)


def _override(desk: Desk, item: int, verdict: Verdict) -> Saved:
    return desk.override(item, verdict, value="no" if verdict.value == "yes" else "yes")


def _add_form(desk: Desk) -> Saved:
    from galley.core.domain import ChangeSet

    def job(connection: object) -> tuple[None, ChangeSet]:
        names.add_scheme(connection, validation_form.SCHEME)  # type: ignore[arg-type]
        return None, ChangeSet(settings=True)

    return desk.project.write(job)
