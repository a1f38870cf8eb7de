"""What stands beside the plan about the task in front: how its gold is made, who has it, and what can be done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QVBoxLayout, QWidget

from galley.core.packages.narrowing import UNDECIDED, UNSURE, VACANT
from galley.core.packages.plan import PackageLine
from galley.core.packages.reader_checks import Checks
from galley.core.packages.task_plan import TaskLine
from galley.core.packages.wish import Wish
from galley.core.protocols.study import Kind, Silence, Task
from galley.core.tasks.settling import CHANGED
from galley.core.tasks.slots import Surplus
from galley.core.text.visible import visible
from galley.gui.dialogs.dialog_base import Label
from galley.gui.language import tr, tr_n
from galley.gui.plain_text import Button, Menu
from galley.gui.plan.day_stems import DayStems
from galley.gui.plan.plan_rows import title
from galley.gui.review.rule_words import RULES
from galley.gui.theme import Theme, Type
from galley.gui.widgets.hairline import Hairline
from galley.gui.widgets.scroller import Scroller

_WIDTH = 344.0
_MOST = 12
"""Packages and reminders that are listed."""


class PlanDetail(QWidget):
    """``packing(Wish, who)``: packages are wanted, with ``who`` of what is taken back from them (or, of what
    changed, for them). ``taking(who, back)``
    take back what they have not finished, or give it back."""

    packing = Signal(object, str)
    taking = Signal(str, bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.line: TaskLine | None = None
        self._task: Task | None = None
        self._packages: Sequence[PackageLine] = ()
        self._surplus: Sequence[Surplus] = ()
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(22, 18, 22, 12)
        column.setSpacing(6)
        self._place = Label(theme, "", Type.SMALL, "second")
        self._name = Label(theme, "", Type.TITLE)
        self._ask = Label(theme, "", Type.READING)
        self._grid = QGridLayout()
        self._grid.setColumnStretch(1, 1)
        self._grid.setHorizontalSpacing(14)
        self._facts = [(Label(theme, "", Type.BODY, "second"), Label(theme, "")) for _ in range(5)]
        for at, (head, words) in enumerate(self._facts):
            self._grid.addWidget(head, at, 0, Qt.AlignmentFlag.AlignTop)
            self._grid.addWidget(words, at, 1)
        self._days_head = Label(theme, tr("Answers a day"), Type.BODY_STRONG)
        self.days = DayStems(theme)
        self._checks = Label(theme, "", Type.SMALL)
        self._odd = Label(theme, "", Type.SMALL, "warning")
        self._held = Label(theme, "", Type.SMALL, "second")
        self._missing = Label(theme, "", Type.SMALL)
        for widget in (self._place, self._name, self._ask):
            column.addWidget(widget)
        column.addSpacing(6)
        column.addLayout(self._grid)
        column.addSpacing(8)
        column.addWidget(Hairline(theme))
        for each in (self._days_head, self.days, self._checks, self._odd, self._held, self._missing):
            column.addWidget(each)
        column.addStretch(1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(Scroller(content, self), 1)
        self._buttons = QVBoxLayout()
        self._buttons.setContentsMargins(22, 8, 22, 18)
        self._buttons.setSpacing(8)
        outer.addLayout(self._buttons)
        self.pack = self._button(Wish(), primary=True)
        self.third = self._button(Wish(only=UNDECIDED))
        self.discuss = self._button(Wish(discuss=True))
        self.unsure = self._button(Wish(only=UNSURE))
        self.fill = self._button(Wish(only=VACANT))
        self.people = Button(tr("Readers…"), self)
        self.people.clicked.connect(lambda: self._menu().popup(self.people.mapToGlobal(self.people.rect().topLeft())))
        self._buttons.addWidget(self.people)
        self.surplus = Button(tr("Count answers beyond the slots…"), self)
        self.surplus.clicked.connect(
            lambda: self._surplus_menu().popup(self.surplus.mapToGlobal(self.surplus.rect().topLeft()))
        )
        self._buttons.addWidget(self.surplus)
        theme.changed.connect(self._dress)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        for label in content.findChildren(Label):  # on this ground Qt would take another role for them
            label.setForegroundRole(QPalette.ColorRole.WindowText)
            policy = label.sizePolicy()  # as high as its lines at this width, however many they are
            policy.setVerticalPolicy(QSizePolicy.Policy.Preferred)
            label.setSizePolicy(policy)
        self._days_head.hide()  # as the buttons are, until the plan has been read
        self.days.hide()
        self.people.hide()
        self.surplus.hide()
        self._dress()

    def show_task(
        self, number: int, line: TaskLine, task: Task | None, packages: Sequence[PackageLine], missing: Sequence[str],
        writable: bool,
    ) -> None:  # fmt: skip
        """The task in front; ``packages`` are those of the whole plan, ``missing`` sentences about this task."""
        self.line, self._task = line, task
        self._packages = [each for each in packages if each.task == line.task]
        self._place.setText(tr("Task {n}", n=number))
        self._name.setText(title(line))
        self._ask.setText(visible(line.ask))
        self._ask.setVisible(bool(line.ask))
        facts = _facts(line, task)
        for at, (head, words) in enumerate(self._facts):
            head.setText(facts[at][0] if at < len(facts) else "")
            words.setText(facts[at][1] if at < len(facts) else "")
            head.setVisible(at < len(facts))
            words.setVisible(at < len(facts))
        self.days.show_seats(line.seats)
        self._days_head.setVisible(self.days.isVisibleTo(self))
        held = [_held(each) for each in self._packages]
        self._held.setText(
            "\n".join([*held[:_MOST], *([tr("and {n:,} more", n=len(held) - _MOST)] * (len(held) > _MOST))])
        )
        self._missing.setText("\n".join(map(visible, missing[:_MOST])))
        self._missing.setVisible(bool(missing))
        people = line.kind != Kind.JUDGE
        votes = task is not None and task.owns
        self._offer(self.pack, tr("Pack for reviewers…"), people and writable)
        self._offer(
            self.third,
            tr_n("Send {n:,} undecided to a third reader…", "Send {n:,} undecided to a third reader…", line.undecided),
            votes and writable and bool(line.undecided),
        )
        self._offer(
            self.discuss,
            tr_n("Discuss {n:,} undecided once more…", "Discuss {n:,} undecided once more…", line.undecided),
            votes and writable and bool(line.undecided) and line.people != 1,
        )
        self._offer(
            self.unsure,
            tr_n("Send {n:,} unsure to another reader…", "Send {n:,} unsure to another reader…", line.unsure),
            votes and writable and bool(line.unsure),
        )
        self._offer(
            self.fill,
            tr_n("Fill {n:,} empty seat…", "Fill {n:,} empty seats…", line.vacant),
            votes and writable and bool(line.vacant) and bool(self._packages),
        )
        self.people.setVisible(writable and any(each.package for each in self._packages))

    def show_surplus(self, surplus: Sequence[Surplus]) -> None:
        """Who answered the task in front when all slots were taken: the lead says whose answers count."""
        self._surplus = surplus
        self.surplus.setVisible(bool(surplus))

    def _surplus_menu(self) -> Menu:
        menu = Menu(self)
        for each in self._surplus:
            words = tr_n("Count {n:,} item of {who}", "Count {n:,} items of {who}", each.items,
                         who=" ".join(visible(each.person).split()))  # fmt: skip
            menu.entry(words, lambda _=False, person=each.person: self.taking.emit(person, True))
        menu.aboutToHide.connect(menu.deleteLater)
        return menu

    def show_checks(self, found: Sequence[Checks]) -> None:
        """How each reader does in the task in front, as far as whoever looks may see it."""
        lines = [words for each in found[:_MOST] if (words := _checked(each))]
        odd = [sentence for each in found for sentence in each.warnings]
        for label, told in ((self._checks, lines), (self._odd, odd[:_MOST])):
            label.setText("\n".join(map(visible, told)))
            label.setVisible(bool(told))

    def _menu(self) -> Menu:
        """What can be done with each reader's package."""
        menu = Menu(self)
        for who in dict.fromkeys(each.reviewer for each in self._packages if each.package):
            mine = [each for each in self._packages if each.reviewer == who]
            one = menu.add_menu(" ".join(visible(who).split()))
            if not all(each.done for each in mine):
                one.entry(tr("Take back what is not finished"), lambda _=False, w=who: self.taking.emit(w, False))
                one.entry(tr("Hand what is not finished to somebody else…"),
                          lambda _=False, w=who: self.packing.emit(Wish(task=self._full), w))  # fmt: skip
            if any(each.void for each in mine):
                one.entry(tr("Give back what was taken back"), lambda _=False, w=who: self.taking.emit(w, True))
            if self._task is not None and self._task.votes:
                one.entry(
                    tr("Show them what was settled otherwise…"),
                    lambda _=False, w=who: self.packing.emit(Wish(task=self._full, only=CHANGED), w),
                )
            if not one.actions():
                one.entry(tr("Everything is finished")).setEnabled(False)
        menu.aboutToHide.connect(menu.deleteLater)
        return menu

    @property
    def _full(self) -> str:
        return self._task.full if self._task is not None else ""

    def _button(self, wish: Wish, primary: bool = False) -> Button:
        made = Button("", self)
        made.setAutoDefault(False)
        made.setProperty("primary", primary)
        made.hide()
        made.clicked.connect(lambda: self.packing.emit(_of(wish, self._full), ""))
        self._buttons.addWidget(made)
        return made

    @staticmethod
    def _offer(button: Button, words: str, on: bool) -> None:
        button.setText(words)
        button.setVisible(on)

    def _dress(self) -> None:
        self.setFixedWidth(round(self._theme.px(_WIDTH)))


def _of(wish: Wish, task: str) -> Wish:
    return replace(wish, task=task)


def _facts(line: TaskLine, task: Task | None) -> list[tuple[str, str]]:
    if task is None:
        return [(tr("Gold"), tr("Gold is what more than half of them say."))]
    if task.kind in (Kind.JUDGE, Kind.WRITE):
        return [(tr("Shown"), _shown(task))] if task.shows else []
    found = [(tr("Gold"), RULES[task.rule])]
    if task.votes:
        silent = (
            tr("Whoever finishes an item says no of what they left unmarked.")
            if task.silence is Silence.NO
            else tr("What is not answered is open.")
        )
        found.append((tr("Silence"), silent))
    if task.shows:
        found.append((tr("Shown"), _shown(task)))
    known = ", ".join(f"{seat.name} {seat.right:,}/{seat.known:,}" for seat in line.seats if seat.known)
    if task.known or task.known_share:
        need = tr("{share:.0%} right passes.", share=task.mark) if task.mark else ""
        found.append((tr("Training") if task.known else tr("Checked"), visible(" ".join(filter(None, (need, known))))))
    return found


def _shown(task: Task) -> str:
    return visible(", ".join(task.shows))


def _checked(each: Checks) -> str:
    """One reader against known answers, themselves and the others, and how fast; nothing where there is nothing."""
    parts = [
        tr("{what} {hits:,} of {n:,}", what=what, hits=share.hits, n=share.n)
        for what, share in (
            (tr("known"), each.known), (tr("the same again"), each.itself), (tr("with the others"), each.others)
        )
        if share is not None
    ]  # fmt: skip
    if each.seconds is not None:
        parts.append(tr("{n:.1f} s a decision", n=each.seconds))
    return f"{each.person}: {' · '.join(parts)}" if parts else ""


def _held(line: PackageLine) -> str:
    """A package in one line."""
    done = tr("{who}: {done:,} of {items:,} items finished", who=visible(line.reviewer), done=line.finished,
              items=line.items)  # fmt: skip
    parts = [done]
    if line.pace is not None:
        parts.append(tr("{n:.1f} min an item", n=line.pace))
    if line.left:
        parts.append(tr("{n:.0f} min left", n=line.left) if line.left < 90 else tr("{n:.1f} h left", n=line.left / 60))
    if line.package:
        parts.append(tr("handed out {day}", day=line.handed[:10]))
        parts.append(tr("came back {day}", day=line.returned[:10]) if line.returned else tr("not back yet"))
    else:
        parts.append(tr("in the project"))
    if line.round > 1:
        parts.append(tr("round {n}", n=line.round))
    return " · ".join(parts)
