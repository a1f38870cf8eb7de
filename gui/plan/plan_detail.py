"""What stands beside the plan about the task in front: how its gold is made, who has it, and what can be done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QVBoxLayout, QWidget

from galley.core.campaign.cell_selection import FREE_SLOTS, UNDECIDED, UNSURE
from galley.core.campaign.package import SLOT_NOTE
from galley.core.campaign.package_options import PackageOptions
from galley.core.campaign.plan import PackageLine
from galley.core.campaign.reviewer_quality import ReviewerFigures
from galley.core.campaign.task_plan import TaskLine
from galley.core.definitions.protocols import Kind, Task, UnmarkedMeaning
from galley.core.tasks.adjudication_tasks import CHANGED
from galley.core.tasks.slots import Surplus
from galley.core.text.visible import make_visible
from galley.gui.dialogs.base import Label
from galley.gui.plain_text import Button, Menu
from galley.gui.plan.day_stems import DayStems
from galley.gui.plan.plan_rows import title
from galley.gui.review.rule_text import RULES
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr, tr_n
from galley.gui.widgets.hairline import Hairline
from galley.gui.widgets.scroller import Scroller

_WIDTH = 344.0
_MOST = 12
"""Packages and reminders that are listed."""


class PlanDetail(QWidget):
    """``packRequested(options, reviewer)``: pack, with ``reviewer`` what is revoked from them (or, of what changed, for
    them). ``revokeRequested(reviewer, accept)``: revoke what they have not finished, or accept it again.
    ``adjudicateRequested()``: decide what is undecided."""

    packRequested = Signal(object, str)
    revokeRequested = Signal(str, bool)
    adjudicateRequested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.line: TaskLine | None = None
        self._task: Task | None = None
        self._packages: Sequence[PackageLine] = ()
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
        self._packages_label = Label(theme, "", Type.SMALL, "second")
        self._open_head = Label(theme, tr("Open, and with whom"), Type.BODY_STRONG)
        self._open_head.hide()
        self.open_rows = QGridLayout()
        self.open_rows.setColumnStretch(0, 1)
        self._missing = Label(theme, "", Type.SMALL)
        for widget in (self._place, self._name, self._ask):
            column.addWidget(widget)
        column.addSpacing(6)
        column.addLayout(self._grid)
        column.addSpacing(8)
        column.addWidget(Hairline(theme))
        column.addWidget(self._open_head)
        column.addLayout(self.open_rows)
        column.addSpacing(6)
        for child in (self._days_head, self.days, self._checks, self._odd, self._packages_label, self._missing):
            column.addWidget(child)
        column.addStretch(1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(Scroller(content, self), 1)
        self._buttons = QVBoxLayout()
        self._buttons.setContentsMargins(22, 8, 22, 18)
        self._buttons.setSpacing(8)
        outer.addLayout(self._buttons)
        self.pack = self._button(PackageOptions(), primary=True)
        self.third = self._button(PackageOptions(only=UNDECIDED))
        self.discuss = self._button(PackageOptions(discuss=True))
        self.unsure = self._button(PackageOptions(only=UNSURE))
        self.fill = self._button(PackageOptions(only=FREE_SLOTS))
        self.adjudicate = Button("", self)
        self.adjudicate.setAutoDefault(False)
        self.adjudicate.clicked.connect(self.adjudicateRequested)
        self.adjudicate.hide()
        self._buttons.addWidget(self.adjudicate)
        self.people = Button(tr("Reviewers…"), self)
        self.people.clicked.connect(lambda: self._menu().popup(self.people.mapToGlobal(self.people.rect().topLeft())))
        self._buttons.addWidget(self.people)
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
        self._dress()

    def show_task(
        self, number: int, line: TaskLine, task: Task | None, packages: Sequence[PackageLine], missing: Sequence[str],
        writable: bool, surplus: Sequence[Surplus] = (),
    ) -> None:  # fmt: skip
        """The task in front; ``packages`` are those of the whole plan, ``missing`` sentences about this task,
        ``surplus`` who answered beyond its slots."""
        self.line, self._task = line, task
        self._packages = [package for package in packages if package.task == line.task]
        self._place.setText(tr("Task {n}", n=number))
        self._name.setText(title(line))
        self._ask.setText(make_visible(line.ask))
        self._ask.setVisible(bool(line.ask))
        facts = _facts(line, task)
        for at, (head, words) in enumerate(self._facts):
            head.setText(facts[at][0] if at < len(facts) else "")
            words.setText(facts[at][1] if at < len(facts) else "")
            head.setVisible(at < len(facts))
            words.setVisible(at < len(facts))
        self.days.show_people(line.seats)
        self._days_head.setVisible(self.days.isVisibleTo(self))
        package_lines = [_describe_package(package) for package in self._packages]
        self._packages_label.setText(
            "\n".join(
                [
                    *package_lines[:_MOST],
                    *([tr("and {n:,} more", n=len(package_lines) - _MOST)] * (len(package_lines) > _MOST)),
                ]
            )
        )
        self._missing.setText("\n".join(map(make_visible, missing[:_MOST])))
        self._missing.setVisible(bool(missing))
        self._show_open(line, surplus, writable)
        people = line.kind != Kind.JUDGE
        votes = task is not None and task.owns
        self._offer(self.pack, tr("Assign…"), people and writable)
        self._offer(
            self.adjudicate,
            tr_n("Adjudicate {n:,} undecided…", "Adjudicate {n:,} undecided…", line.undecided),
            votes and writable and bool(line.undecided),
        )
        self._offer(
            self.third,
            tr_n(
                "Send {n:,} undecided to a third reviewer…", "Send {n:,} undecided to a third reviewer…", line.undecided
            ),
            votes and writable and bool(line.undecided),
        )
        self._offer(
            self.discuss,
            tr_n("Discuss {n:,} undecided again…", "Discuss {n:,} undecided again…", line.undecided),
            votes and writable and bool(line.undecided) and line.people != 1,
        )
        self._offer(
            self.unsure,
            tr_n("Send {n:,} unsure to another reviewer…", "Send {n:,} unsure to another reviewer…", line.unsure),
            votes and writable and bool(line.unsure),
        )
        self._offer(
            self.fill,
            tr_n("Fill {n:,} free slot…", "Fill {n:,} free slots…", line.vacant),
            votes and writable and bool(line.vacant) and bool(self._packages),
        )
        self.people.setVisible(writable and any(package.package for package in self._packages))

    def _show_open(self, line: TaskLine, surplus: Sequence[Surplus], writable: bool) -> None:
        """What is open in the task, not counted, beyond the slots or to be looked at again: a line for each reviewer
        who has it, and the button that assigns, counts or adjudicates exactly that."""
        while (item := self.open_rows.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        items: dict[str, list[int]] = {}
        for package in self._packages:
            if package.package and package.open_items and package.share != SLOT_NOTE:
                counts = items.setdefault(package.reviewer, [0, 0])
                counts[0] += package.open_items
                counts[1] += package.open_cells
        pack, whole = self.packRequested.emit, _of(PackageOptions(), self._full)
        rows: list[tuple[str, str, Callable[[], object] | None]] = [
            (_describe_open(who, *counts), tr("Assign to others…"), partial(pack, whole, who))
            for who, counts in items.items()
        ]
        if line.vacant and self._packages:
            words = tr_n("nobody: {n:,} free slot", "nobody: {n:,} free slots", line.vacant)
            rows.append((words, tr("Assign…"), partial(pack, _of(PackageOptions(only=FREE_SLOTS), self._full), "")))
        for one in surplus:
            words = tr_n("{who}: {n:,} item beyond the slots, not counted", "{who}: {n:,} items beyond the slots, not"
                         " counted", one.items, who=one.person)  # fmt: skip
            rows.append((words, tr("Count"), partial(self.revokeRequested.emit, one.person, True)))
        if line.to_review:
            words = tr_n("{n:,} adjudicated answer needs another look", "{n:,} adjudicated answers need another look",
                         line.to_review)  # fmt: skip
            rows.append((words, tr("Adjudicate"), self.adjudicateRequested.emit))
        if line.not_counted:
            words = tr_n("{n:,} answer not counted: the task does not ask it now",
                         "{n:,} answers not counted: the task does not ask them now", line.not_counted)  # fmt: skip
            rows.append((words, "", None))
        for at, (words, verb, act) in enumerate(rows[:_MOST]):
            label = Label(self._theme, " ".join(make_visible(words).split()), Type.SMALL)
            label.setForegroundRole(QPalette.ColorRole.WindowText)
            self.open_rows.addWidget(label, at, 0)
            if act is not None:
                button = Button(verb, self)
                button.setAutoDefault(False)
                button.setAccessibleDescription(words)
                button.setVisible(writable)
                button.clicked.connect(lambda _=False, act=act: act())
                self.open_rows.addWidget(button, at, 1)
        self._open_head.setVisible(bool(rows))

    def open_lines(self) -> list[str]:
        """What stands in the list of what is open."""
        return [widget.text() for widget in self._list_open_widgets() if isinstance(widget, Label)]

    def open_buttons(self) -> list[Button]:
        """The buttons of these lines, in order; a line of what nobody can be asked has none."""
        return [widget for widget in self._list_open_widgets() if isinstance(widget, Button)]

    def _list_open_widgets(self) -> list[QWidget]:
        items = (self.open_rows.itemAt(at) for at in range(self.open_rows.count()))
        return [widget for item in items if item is not None and (widget := item.widget()) is not None]

    def show_checks(self, checks: Sequence[ReviewerFigures]) -> None:
        """How each reader does in the task in front, as far as whoever looks may see it."""
        lines = [words for check in checks[:_MOST] if (words := _describe_checks(check))]
        odd = [sentence for check in checks for sentence in check.warnings]
        for label, sentences in ((self._checks, lines), (self._odd, odd[:_MOST])):
            label.setText("\n".join(map(make_visible, sentences)))
            label.setVisible(bool(sentences))

    def _menu(self) -> Menu:
        """What can be done with each reader's package."""
        menu = Menu(self)
        for who in dict.fromkeys(package.reviewer for package in self._packages if package.package):
            own_packages = [package for package in self._packages if package.reviewer == who]
            one = menu.add_menu(" ".join(make_visible(who).split()))
            if not all(package.done for package in own_packages):
                one.add_entry(tr("Revoke unfinished items"), lambda _=False, w=who: self.revokeRequested.emit(w, False))
                request = partial(self.packRequested.emit, PackageOptions(task=self._full), who)
                one.add_entry(tr("Reassign unfinished items…"), lambda _=False, request=request: request())
            if any(package.void for package in own_packages):
                one.add_entry(tr("Restore revoked items"), lambda _=False, w=who: self.revokeRequested.emit(w, True))
            if self._task is not None and self._task.votes:
                one.add_entry(
                    tr("Show them what was adjudicated differently…"),
                    lambda _=False, w=who: self.packRequested.emit(PackageOptions(task=self._full, only=CHANGED), w),
                )
            if not one.actions():
                one.add_entry(tr("Everything is finished")).setEnabled(False)
        menu.aboutToHide.connect(menu.deleteLater)
        return menu

    @property
    def _full(self) -> str:
        return self._task.full if self._task is not None else ""

    def _button(self, wish: PackageOptions, primary: bool = False) -> Button:
        button = Button("", self)
        button.setAutoDefault(False)
        button.setProperty("primary", primary)
        button.hide()
        button.clicked.connect(lambda: self.packRequested.emit(_of(wish, self._full), ""))
        self._buttons.addWidget(button)
        return button

    @staticmethod
    def _offer(button: Button, words: str, on: bool) -> None:
        button.setText(words)
        button.setVisible(on)

    def _dress(self) -> None:
        self.setFixedWidth(round(self._theme.px(_WIDTH)))


def _describe_open(who: str, items: int, cells: int) -> str:
    """ "ann: 12 answers in 3 items"; only items where a task asks no cells."""
    where = tr_n("{n:,} item", "{n:,} items", items)
    if not cells:
        return f"{who}: {where}"
    answers = tr_n("{n:,} answer", "{n:,} answers", cells)
    return tr("{who}: {answers} in {items}", who=who, answers=answers, items=where)


def _of(wish: PackageOptions, task: str) -> PackageOptions:
    return replace(wish, task=task)


def _facts(line: TaskLine, task: Task | None) -> list[tuple[str, str]]:
    if task is None:
        return [(tr("Gold"), tr("Gold is what more than half of the reviewers answer."))]
    if task.kind in (Kind.JUDGE, Kind.WRITE):
        return [(tr("Shown"), _describe_shown(task))] if task.shows else []
    facts = [(tr("Gold"), RULES[task.rule])]
    if task.votes:
        silent = (
            tr("Finishing an item records an implicit no for everything unmarked.")
            if task.unmarked_meaning is UnmarkedMeaning.NO
            else tr("Unmarked questions stay unanswered.")
        )
        facts.append((tr("Unmarked"), silent))
    if line.undecided:
        facts.append((tr("Undecided"), tr("All answers are there, but the rule gives no gold.")))
    if task.shows:
        facts.append((tr("Shown"), _describe_shown(task)))
    known_figures = ", ".join(
        f"{person.name} {person.right:,}/{person.known:,}" for person in line.seats if person.known
    )
    if task.is_training or task.known_share:
        need = tr("{share:.0%} right passes.", share=task.mark) if task.mark else ""
        facts.append(
            (
                tr("Training") if task.is_training else tr("Checked"),
                make_visible(" ".join(filter(None, (need, known_figures)))),
            )
        )
    return facts


def _describe_shown(task: Task) -> str:
    return make_visible(", ".join(task.shows))


def _describe_checks(checks: ReviewerFigures) -> str:
    """One reader against known answers, themselves and the others, and how fast; nothing where there is nothing."""
    parts = [
        tr("{what} {hits:,} of {n:,}", what=what, hits=share.hits, n=share.n)
        for what, share in (
            (tr("known"), checks.known_answers), (tr("the same again"), checks.self_agreement),
            (tr("with the others"), checks.peer_agreement)
        )
        if share is not None
    ]  # fmt: skip
    if checks.seconds is not None:
        parts.append(tr("{n:.1f} s a decision", n=checks.seconds))
    return f"{checks.person}: {' · '.join(parts)}" if parts else ""


def _describe_package(line: PackageLine) -> str:
    """A package in one line."""
    done = tr("{who}: {done:,} of {items:,} items finished", who=make_visible(line.reviewer), done=line.finished,
              items=line.items)  # fmt: skip
    parts = [done]
    if line.pace is not None:
        parts.append(tr("{n:.1f} min an item", n=line.pace))
    if line.left:
        parts.append(tr("{n:.0f} min left", n=line.left) if line.left < 90 else tr("{n:.1f} h left", n=line.left / 60))
    if line.package:
        parts.append(tr("assigned {day}", day=line.handed[:10]))
        parts.append(tr("submitted {day}", day=line.returned[:10]) if line.returned else tr("not submitted yet"))
    else:
        parts.append(tr("in the project"))
    if line.round > 1:
        parts.append(tr("round {n}", n=line.round))
    return " · ".join(parts)
