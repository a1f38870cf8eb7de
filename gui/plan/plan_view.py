"""The Plan view: the tasks of a campaign in order with how far everybody is, and what can be done about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from galley.core.campaign import plan, reviewer_quality
from galley.core.campaign.plan import Plan
from galley.core.campaign.reviewer_quality import ReviewerFigures
from galley.core.campaign.revocation import Revocation, accept_assignments, find_packages, revoke_assignments
from galley.core.campaign.task_plan import TaskLine
from galley.core.definitions.protocols import DEFAULT_TASK
from galley.core.domain import ChangeSet
from galley.core.errors import GalleyError
from galley.core.review import blind
from galley.core.storage.connection import Connection
from galley.core.tasks.task_book import PLAIN_TASK_BOOK, TaskBook, read_task_book
from galley.core.text.visible import make_visible
from galley.gui.dialogs.base import Label
from galley.gui.plain_text import Button
from galley.gui.plan.plan_detail import PlanDetail
from galley.gui.plan.plan_rows import PlanHead, PlanRow
from galley.gui.session import Session
from galley.gui.theme import Type
from galley.gui.translation import tr, tr_n
from galley.gui.views import View
from galley.gui.widgets.hairline import Hairline
from galley.gui.widgets.line_list import LineList

RELOAD_DELAY = 400
"""Milliseconds that the plan waits after a change: it reads the whole log."""


class PlanView(View):
    """The tasks of the study with their progress; ``ready`` is emitted each time the plan was painted."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        theme = session.theme
        self.plan: Plan | None = None
        self._book: TaskBook = PLAIN_TASK_BOOK
        self._checks: list[ReviewerFigures] = []
        self._task = ""
        self._read = False
        page = QWidget(self)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 18, 0, 0)
        column.setSpacing(0)
        self.title = Label(theme, tr("Study plan"), Type.PAGE_TITLE)
        self.subtitle = Label(theme, "", Type.BODY, "second")
        self.error_label = Label(theme, "", Type.BODY, "negative")
        self.error_label.hide()
        self.report = Button(tr("Report"), self)
        self.report.clicked.connect(lambda: self.viewRequested.emit("report"))
        self.merge = Button(tr("Merge answers…"), self)
        self.merge.clicked.connect(lambda: self.viewRequested.emit("merge"))
        words = QVBoxLayout()
        for label in (self.title, self.subtitle, self.error_label):
            words.addWidget(label)
        self._top = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._top.setContentsMargins(20, 0, 20, 6)
        self._top.addLayout(words, 1)
        self._top.setSpacing(8)
        self._top.addWidget(self.merge, 0, Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignLeft)
        self._top.addWidget(self.report, 0, Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignLeft)
        column.addLayout(self._top)
        self.head = PlanHead(theme)
        self.list = LineList(theme, tr("Tasks of the plan"))
        column.addWidget(self.head)
        column.addWidget(self.list, 1)
        self.detail = PlanDetail(theme)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(page, 1)
        row.addWidget(Hairline(theme, vertical=True))
        row.addWidget(self.detail)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        for text_label in (self.title, self.subtitle, self.error_label):
            text_label.setForegroundRole(QPalette.ColorRole.WindowText)
        self._reload_timer = QTimer(self)
        self._reload_timer.setSingleShot(True)
        self._reload_timer.timeout.connect(self.reload)
        self.list.chosen.connect(self._choose)
        self.detail.packRequested.connect(self.pack_wanted)
        self.detail.revokeRequested.connect(self._revoke_or_accept)
        self.detail.adjudicateRequested.connect(lambda: self.viewRequested.emit("adjudicate"))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The button goes below the title where there is no room beside it."""
        super().resizeEvent(event)
        room = self.width() - self.detail.width() - 60
        title = self.session.theme.advance(Type.PAGE_TITLE, self.title.text())
        beside = title + self.merge.sizeHint().width() + self.report.sizeHint().width() <= room
        direction = QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom
        self._top.setDirection(direction)

    def activate(self) -> None:
        """Read the plan the first time, and give the keyboard to the tasks."""
        if not self._read:
            self.reload()
        self.list.setFocus()

    def apply(self, changes: ChangeSet) -> None:
        """Follow whatever is written: all of it may count."""
        if changes:
            self._reload_timer.start(RELOAD_DELAY)

    def actions(self) -> Mapping[str, Callable[[], object]]:  # type: ignore[override]
        """From task to task."""
        return {"next-planned": partial(self.list.step, 1), "previous-planned": partial(self.list.step, -1)}

    def state(self) -> dict[str, Any]:
        """The task in front."""
        return {"task": self._task}

    def restore(self, state: Mapping[str, Any]) -> None:
        """See ``state``."""
        self._task = str(state.get("task", ""))

    def reload(self) -> None:
        """Read the plan again."""

        name = self.session.reviewer_name

        def read(connection: Connection) -> tuple[Plan, TaskBook, list[ReviewerFigures]]:
            blind.refuse_if_blind(connection, "The study plan")
            shown_checks = reviewer_quality.visible_reviewer_figures(
                connection, reviewer_quality.compute_reviewer_figures(connection), name
            )
            return plan.plan(connection), read_task_book(connection), shown_checks

        self.session.read(read, self._show_plan, slot="plan", on_failed=self._show_failure)

    def _show_plan(self, loaded_plan: tuple[Plan, TaskBook, list[ReviewerFigures]]) -> None:
        self.plan, self._book, self._checks = loaded_plan
        self.error_label.hide()
        current_plan = self.plan
        names = [" ".join(make_visible(protocol.name).split()) for protocol in self._book.protocols]
        self.title.setText(", ".join(names) or tr("Study plan"))
        tasks = self._tasks()
        people = len({person.name for line in tasks for person in line.seats})
        self.subtitle.setText(
            tr("{tasks}, {items}, {people}. Answers in packages count once you merge them.",
               tasks=tr_n("{n:,} task", "{n:,} tasks", len(tasks)), items=tr_n("{n:,} item", "{n:,} items",
               current_plan.items),
               people=tr_n("{n:,} person", "{n:,} people", people))
        )  # fmt: skip
        at = next((n for n, line in enumerate(tasks) if line.task == self._task), 0)
        readers = {person.name for line in tasks for person in line.seats}
        self.list.show_lines([PlanRow(n, line, readers) for n, line in enumerate(tasks, 1)], at, keep=self._read)
        self._show(at)
        if not self._read:
            self._read = True
            QTimer.singleShot(0, self, self.ready.emit)

    def _tasks(self) -> list[TaskLine]:
        """Those of the protocols; the default one where it is the only one, or somebody works on it."""
        lines = list(self.plan.tasks) if self.plan is not None else []
        return [line for line in lines if line.task != DEFAULT_TASK or len(lines) == 1 or line.seats]

    def _show_failure(self, error: GalleyError) -> None:
        self.error_label.setText(str(error))
        self.error_label.show()
        if not self._read:
            QTimer.singleShot(0, self, self.ready.emit)

    def _choose(self, row: int) -> None:
        self.list.set_current(row)
        self._show(row)

    def _show(self, row: int) -> None:
        if self.plan is None:
            return
        line = self._tasks()[row]
        self._task = line.task
        task, writable = self._book.tasks.get(line.task), self.session.project.writable
        due = zip(self.plan.about, self.plan.missing, strict=True)
        surplus = [check for check in self.plan.surplus if check.task == line.task]
        listed = {str(check) for check in surplus}  # these have a line with a button
        missing = [words for about, words in due if about in ("", line.task) and words not in listed]
        self.detail.show_task(row + 1, line, task, self.plan.lines, missing, writable, surplus)
        self.detail.show_checks([check for check in self._checks if check.task == line.task])

    def _revoke_or_accept(self, reviewer: str, accept: bool) -> None:
        """Take back what somebody has not finished of the task in front, or give it back."""
        task, name = self._task, self.session.reviewer_name

        def job(connection: Connection) -> tuple[list[Revocation], ChangeSet]:
            assignments = find_packages(connection, "", reviewer, task)
            if accept:
                return accept_assignments(connection, assignments, name)
            return revoke_assignments(connection, assignments, name, True)

        self.session.watch(self.session.project.write(job))
