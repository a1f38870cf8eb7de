"""The end of the queue: once its last item is finished, what was done, how far it agrees with the judges, and where to
go from here."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPalette
from PySide6.QtWidgets import QApplication, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from galley.core.domain import AnnotatorId
from galley.core.review import blind, queue_totals
from galley.core.review.judge_record import ReviewerAgreement, compare_reviewer
from galley.core.review.queue_totals import QueueTotals
from galley.core.review.task_choice import Choice, choices_with_counts
from galley.core.storage import names
from galley.core.storage.connection import Connection
from galley.core.text.visible import make_visible
from galley.gui.review.end_of_item import DECIDING
from galley.gui.review.review_workbench import ReviewWorkbench
from galley.gui.session import Session
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr, tr_n
from galley.gui.widgets.flow import FlowLayout
from galley.gui.widgets.interval_bar import IntervalBar
from galley.gui.widgets.key_button import KeyButton
from galley.gui.widgets.styled_label import StyledLabel

JUDGES = 6
"""Judges that are listed at most."""
_WIDTH = 560.0
Action = Callable[[], object]


class QueueSummary(NamedTuple):
    """What one reviewer did in the project: the totals, the answers to each judge's flags, and the judges' names as
    this reviewer may see them. ``figures`` says whether Export and Scores are open to them; ``choice`` is the task that
    is worked on, where it asks other questions than flags."""

    totals: QueueTotals
    agreements: list[ReviewerAgreement]
    judges: Mapping[int, str]
    figures: bool
    choice: Choice | None


def read_summary(connection: Connection, reviewer: AnnotatorId, task: str) -> QueueSummary:
    """The summary for ``reviewer`` (row id); ``task`` is the one that is worked on, "" for flags. Not for the thread
    that paints."""
    visible = blind.read_blind(connection)
    annotators = visible.visible_annotators(names.annotators(connection), reviewer)
    return QueueSummary(
        queue_totals.totals(connection, reviewer),
        compare_reviewer(connection, reviewer),
        {row: annotator.name for row, annotator in annotators.items()},
        visible.figures,
        next((c for c in choices_with_counts(connection, reviewer) if c.task == task), None) if task else None,
    )


def describe_work(summary: QueueSummary) -> list[str]:
    """What was done, a sentence each."""
    totals, choice = summary.totals, summary.choice
    if choice is not None:
        return [tr("{n:,} of {all:,} questions answered.", n=choice.done, all=choice.total)]
    lines = [tr("{n:,} of {all:,} items finished.", n=totals.finished_items, all=totals.items)]
    done = totals.answered_flags
    lines.append(tr_n("{done:,} of {n:,} flag answered.", "{done:,} of {n:,} flags answered.", totals.flags, done=done))
    if totals.unsure:
        lines.append(tr_n("{n:,} flag is unsure.", "{n:,} flags are unsure.", totals.unsure))
    return lines


def describe_agreement(agreement: ReviewerAgreement, judge: str) -> str:
    """How many of a judge's flags were accepted, with the interval and n."""
    name = " ".join(make_visible(judge).split())
    words = tr(
        "{judge}: {yes:,} accepted, {no:,} not, {unsure:,} unsure.",
        judge=name, yes=agreement.accepted, no=agreement.rejected, unsure=agreement.unsure,
    )  # fmt: skip
    estimate = agreement.estimate
    if estimate.value is None:
        return words
    share = tr("{share:.0f} % agreement", share=100 * estimate.value)
    if estimate.low is not None and estimate.high is not None:
        share = tr(
            "{share} [{low:.0f}, {high:.0f}], n = {n:,}",
            share=share, low=100 * estimate.low, high=100 * estimate.high, n=estimate.n,
        )  # fmt: skip
    return f"{words} {share}"


class QueueEndPage(QWidget):
    """``buttonPressed(name)``: "export", "scores", "return" (the answers), "clear" (the filter) or "back"."""

    buttonPressed = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.deaf_until = 0.0
        self.title = StyledLabel(theme, Type.PAGE_TITLE)
        self.work = StyledLabel(theme, Type.BODY)
        self.head = StyledLabel(theme, Type.SMALL, "second")
        self.agreements = [(StyledLabel(theme, Type.BODY), IntervalBar(theme)) for _ in range(JUDGES)]
        self.buttons = {
            name: KeyButton(theme, words, key)
            for name, words, key in (
                ("return", tr("Submit answers"), ""),
                ("export", tr("Export"), ""),
                ("scores", tr("Scores"), ""),
                ("clear", tr("Show all items"), ""),
                ("back", tr("Back to the item"), tr("Esc")),
            )
        }
        page = QWidget(self)
        page.setMaximumWidth(round(theme.px(_WIDTH)))
        flow = FlowLayout(gap=8)
        for name, button in self.buttons.items():
            button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
            button.clicked.connect(partial(self._press_button, name))
            flow.addWidget(button)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.title)
        column.addWidget(self.work)
        column.addSpacing(8)
        column.addWidget(self.head)
        for label, bar in self.agreements:
            column.addWidget(label)
            column.addWidget(bar)
        column.addSpacing(12)
        column.addLayout(flow)
        row = QHBoxLayout()  # an alignment would take the page's height from the width of the window
        row.addStretch(1)
        row.addWidget(page)
        row.addStretch(1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(32, 0, 32, 0)
        outer.addStretch(2)
        outer.addLayout(row)
        outer.addStretch(3)
        self._page = page
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self.hide()

    def show_summary(
        self,
        title: str,
        work: Sequence[str],
        agreements: Sequence[tuple[str, ReviewerAgreement]],
        offered: Sequence[str],
    ) -> None:
        """Show these words; ``offered`` are the names of the buttons, the first is the primary one."""
        self.title.set(title)
        self.work.set(" ".join(work))
        self.head.set(tr("Your agreement with the judges") if agreements else "")
        for at, (label, bar) in enumerate(self.agreements):
            words, agreement = agreements[at] if at < len(agreements) else ("", None)
            label.set(words)
            estimate = agreement.estimate if agreement is not None else None
            bar.setVisible(estimate is not None and estimate.value is not None)
            if estimate is not None and None not in (estimate.low, estimate.value, estimate.high):
                bar.set_figures(estimate.low, estimate.value, estimate.high)  # type: ignore[arg-type]
            else:
                bar.clear()
        for name, button in self.buttons.items():
            button.setVisible(name in offered)
            button.set_primary(name == offered[0] and name != "back")
        self._page.setFixedWidth(round(min(self._theme.px(_WIDTH), max(120, self.width() - 64))))
        self.setAccessibleName(title)
        self.setAccessibleDescription(" ".join((*work, *(words for words, _ in agreements))))
        if self.isHidden():
            self.deaf_until = time.monotonic() + QApplication.doubleClickInterval() / 1000
            self.show()
            self.raise_()
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def event(self, event: QEvent) -> bool:
        """Enter and Escape are the page's own."""
        own = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape)
        if event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and event.key() in own:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape goes back, Enter presses the button that has the keyboard."""
        if event.key() == Qt.Key.Key_Escape:
            self.buttonPressed.emit("back")
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            for name, button in self.buttons.items():
                if button.hasFocus() and not event.isAutoRepeat():
                    self._press_button(name)
        else:
            event.ignore()

    def _press_button(self, name: str, *_: object) -> None:
        """A button was pressed, unless it is the second click of the one that led here."""
        if time.monotonic() >= self.deaf_until:
            self.buttonPressed.emit(name)


class EndOfQueue(QObject):
    """Lays the page over the workbench, beside its queue. ``actionWanted(name)`` for Export, Scores and the
    answers; ``aboutToShow``: the page comes in front."""

    actionWanted = Signal(str)
    aboutToShow = Signal()

    def __init__(self, session: Session, stage: ReviewWorkbench) -> None:
        super().__init__(stage)
        self._session, self._stage = session, stage
        self.page = QueueEndPage(session.theme, stage)
        self.page.buttonPressed.connect(self._press)
        stage.moved.connect(self.hide)
        stage.installEventFilter(self)
        stage.queue.installEventFilter(self)

    @property
    def is_shown(self) -> bool:
        """Whether the page is in front."""
        return not self.page.isHidden()

    def show(self) -> None:
        """Read what was done and show it, if the item in front is still the last one, finished."""
        item, reviewer = self._stage.item, self._session.reviewer
        if item is None:
            return
        task = self._stage.selection.task if item.questions else ""

        def show_summary(summary: QueueSummary) -> None:
            if self._stage.item is not None and self._stage.item.id == item.id:
                self._show(summary)

        self._session.read(lambda connection: read_summary(connection, reviewer, task), show_summary, slot="queue-end")

    def hide(self) -> None:
        """Something else is in front."""
        if self.is_shown:
            self.page.hide()
            self._stage.take_focus()

    def actions(self, others: Mapping[str, Action]) -> dict[str, Action]:
        """The actions of the view: while the page is in front those that would decide do nothing, the others close
        it."""
        return {name: partial(self._run, name, action) for name, action in others.items()}

    def _run(self, name: str, action: Action) -> None:
        if self.is_shown and (name in DECIDING or name.startswith("criterion-")):
            self.page.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        if self.is_shown and name not in ("hide-queue", "my-decisions", "next-pane", "previous-pane"):
            self.hide()
        action()

    def _show(self, summary: QueueSummary) -> None:
        queue = self._stage.queue
        narrowed = queue.filters.is_narrowed
        every = tr("All items of this queue are finished") if narrowed else tr("All items are finished")
        work = describe_work(summary)
        if self._session.decision_writer.is_package and not narrowed:
            every = tr("All answered: send it")
            work.append(
                tr("Submit answers writes the file that you send to the lead, in the folder of this package: {folder}",
                   folder=self._session.project.path.parent)
            )  # fmt: skip
        agreements = [
            (describe_agreement(one, summary.judges[one.judge]), one)
            for one in ([] if summary.choice is not None else summary.agreements[:JUDGES])
            if one.judge in summary.judges
        ]
        if self._session.decision_writer.is_package:
            offered = ["return"]
        else:
            offered = ["export", "scores"] if summary.figures else []
        offered += ["clear"] if narrowed else []
        self._place()
        self.aboutToShow.emit()
        self.page.show_summary(every, work, agreements, [*offered, "back"])

    def _press(self, name: str) -> None:
        if name == "clear":
            self.hide()
            self._stage.queue.reset_filter()
        elif name == "back":
            self.hide()
        else:
            self.actionWanted.emit(name)

    def _place(self) -> None:
        queue = self._stage.queue
        left_x = queue.geometry().right() + 1 if queue.isVisible() else 0
        self.page.setGeometry(QRect(left_x, 0, self._stage.width() - left_x, self._stage.height()))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The page has the room beside the queue."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Hide) and self.is_shown:
            self._place()
        return super().eventFilter(watched, event)
