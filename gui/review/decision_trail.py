"""My decisions: the reviewer's answers, the newest first, under the queue; and looking back at one of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import ceil
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from galley.core.domain import Action, ChangeSet, Criterion, CriterionId, ItemId
from galley.core.storage.connection import Connection
from galley.core.storage.own_decisions import OwnDecision, find_decision_place, read_own_decisions
from galley.core.text.excerpts import quote_text
from galley.core.text.visible import make_visible
from galley.gui import labels
from galley.gui.relative_time import short_time, when
from galley.gui.session import Session
from galley.gui.theme import Theme, Type
from galley.gui.theme.icons import paint_icon
from galley.gui.translation import tr, tr_n
from galley.gui.widgets.elided_label import ElidedLabel
from galley.gui.widgets.hairline import Hairline
from galley.gui.widgets.key_button import KeyButton
from galley.gui.widgets.key_cap import paint_cap
from galley.gui.widgets.line_list import LineList

if TYPE_CHECKING:
    from galley.core.domain import Cell
    from galley.gui.review.review_workbench import ReviewWorkbench
    from galley.gui.text_panes.item import ReviewItem

MOST = 300
"""Decisions that are listed; the log has all."""
_PAUSE = 200
"""Milliseconds after a change before the list is read again."""
_SIDE, _HEAD, _LINE, _ICON = 14.0, 33.0, 45.0, 12.0


def describe_decision(decision: OwnDecision, criteria: Mapping[CriterionId, Criterion]) -> tuple[str, str, str, str]:
    """(icon, role of its colour, what was answered, where) of a decision."""
    key = _flatten(decision.key)
    if decision.action is Action.FINISH or decision.cell is None:
        return "check", "positive", tr("Finished {item}", item=key), tr("no further error")
    criterion = criteria.get(decision.cell.criterion)
    name = labels.sentence_case(_flatten(criterion.name)) if criterion is not None else tr("A criterion")
    other = criteria.get(decision.other) if decision.other is not None else None
    icon, role = "check", "positive"
    if decision.action is Action.UNSURE or (decision.value is None and decision.action is Action.ADJUDICATE):
        icon, role = "status-unsure", "warning"
    elif other is not None:
        name = tr("{criterion} → {other}", criterion=name, other=labels.sentence_case(_flatten(other.name)))
        icon, role = "close", "second"
    elif decision.value == "no" or decision.action is Action.OVERRIDE:
        icon, role = "close", "second"
    elif decision.value not in (None, "yes"):
        name = tr("{criterion}: {answer}", criterion=name, answer=labels.value_label(decision.value))
    if decision.decision_count > 1:
        name = tr_n("{n:,} answer, {criterion}", "{n:,} answers, {criterion}", decision.decision_count, criterion=name)
        return icon, role, name, tr_n("in {n:,} item", "in {n:,} items", decision.item_count)
    system = " ".join(filter(None, (_flatten(decision.system), str(decision.number or ""))))
    quote = quote_text(_flatten(decision.quote)) if decision.quote else ""
    return icon, role, name, ", ".join(filter(None, (f"{key} {system}".strip(), quote)))


class DecisionLine:
    """One decision: what was answered and when, and under it where."""

    selectable = True

    def __init__(self, decision: OwnDecision, criteria: Mapping[CriterionId, Criterion]) -> None:
        self.decision = decision
        self._icon, self._role, self.answer, self.where = describe_decision(decision, criteria)
        self._time = short_time(decision.at)

    @property
    def answer_words(self) -> str:
        """What was answered, the sign in words."""
        words = {"close": tr("no"), "status-unsure": tr("unsure"), "check": tr("yes")}[self._icon]
        return self.answer if self.decision.cell is None else f"{self.answer}, {words}"

    @property
    def name(self) -> str:
        """What is read out."""
        return ", ".join(filter(None, (self.answer_words, self.where, self._time)))

    def height(self, theme: Theme, width: float) -> float:
        """See ``Line``."""
        return theme.px(_LINE)

    def paint(self, painter: QPainter, theme: Theme, rect: QRectF) -> None:
        """See ``Line``."""
        px, size = theme.px, theme.px(_ICON)
        first, second = rect.top() + px(18.0), rect.top() + px(36.0)
        paint_icon(
            painter, theme, self._icon, QRectF(rect.left() + _SIDE, first - px(4.5) - size / 2, size, size), self._role
        )
        left_x, right = rect.left() + _SIDE + size + px(8.0), rect.right() - _SIDE
        painter.setFont(theme.font(Type.CAPTION_NUMBER))
        painter.setPen(theme.color("second"))
        time_width = theme.advance(Type.CAPTION_NUMBER, self._time)
        painter.drawText(QPointF(right - time_width, first), self._time)
        for style, role, words, base, room in (
            (Type.BODY_MEDIUM, "text", self.answer, first, right - time_width - px(8.0) - left_x),
            (Type.SMALL, "second", self.where, second, right - left_x),
        ):
            painter.setFont(theme.font(style))
            painter.setPen(theme.color(role))
            elided_text = theme.metrics(style).elidedText(words, Qt.TextElideMode.ElideRight, room)
            painter.drawText(QPointF(left_x, base), elided_text)


class _Head(QWidget):
    """The title, how many there are, and the key that opens and closes the list."""

    pressed = Signal()

    def __init__(self, theme: Theme, key: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._key, self._count = theme, key, ""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        theme.changed.connect(self.updateGeometry)
        self.say("", key)

    def say(self, count: str, key: str) -> None:
        """Show another number, and the key."""
        self._count, self._key = count, key
        self.setAccessibleName(tr("My decisions"))
        self.setAccessibleDescription(count)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(60, round(self._theme.px(_HEAD)))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            base = (self.height() + theme.metrics(Type.HEAD).capHeight()) / 2
            painter.setFont(theme.font(Type.HEAD))
            painter.setPen(theme.color("second"))
            painter.drawText(QPointF(_SIDE, base), tr("My decisions"))
            right = self.width() - _SIDE
            if self._key:
                right = paint_cap(painter, theme, right, self.height() / 2, self._key) - theme.px(8.0)
            painter.setFont(theme.font(Type.CAPTION_NUMBER))
            painter.setPen(theme.color("second"))
            width = theme.advance(Type.CAPTION_NUMBER, self._count)
            painter.drawText(QPointF(right - width, base), self._count)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.rect().contains(event.position().toPoint()):
            self.pressed.emit()


class DecisionTrail(QWidget):
    """The list, of which the head alone is seen while it is closed; then nothing is read for it.
    ``chosen(decision)``: the user chose one. ``filled()``: it was read again. ``fitted()``: its greatest height may be
    another."""

    chosen = Signal(object)
    filled = Signal()
    fitted = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._criteria: Mapping[CriterionId, Criterion] = {}
        self.head = _Head(session.theme, session.keys.label("my-decisions"), self)
        self.list = LineList(session.theme, tr("My decisions, the latest on top"))
        self.list.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.list.chosen.connect(self._choose)
        self.list.hide()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(Hairline(session.theme))
        column.addWidget(self.head)
        column.addWidget(self.list, 1)
        self.head.pressed.connect(self.toggle)
        self.is_read = False
        """Whether the open list shows what the log holds; not until it was read."""
        session.theme.changed.connect(self._fit)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(_PAUSE)
        self._later.timeout.connect(self.reload)
        session.keys.changed.connect(lambda: self.head.say("", session.keys.label("my-decisions")))
        session.reviewer_changed.connect(self.reload)

    @property
    def is_open(self) -> bool:
        """Whether the list is shown."""
        return not self.list.isHidden()

    def toggle(self) -> None:
        """Open the list, or close it."""
        self.set_open(not self.is_open)

    def set_open(self, is_open: bool) -> None:
        """Show the list, or its head alone."""
        self.list.setVisible(is_open)
        height = QSizePolicy.Policy.Expanding if is_open else QSizePolicy.Policy.Fixed
        self.setSizePolicy(QSizePolicy.Policy.Preferred, height)
        self.is_read = False
        self._fit()
        self.reload()

    def set_criteria(self, criteria: Mapping[CriterionId, Criterion]) -> None:
        """The criteria by row id: the answers are named after them."""
        self._criteria = criteria
        self.reload()

    def apply(self, changes: ChangeSet) -> None:
        """Something was written: read the list again in a moment."""
        if self.is_open and not self._later.isActive():
            self._later.start()

    def reload(self) -> None:
        """Read the list again, if it is open."""
        if not self.is_open:
            return
        reviewer = self._session.reviewer

        def read(connection: Connection) -> tuple[list[OwnDecision], int]:
            return read_own_decisions(connection, reviewer, MOST)

        self._session.read(read, self._show, slot="review-trail")

    @property
    def decisions(self) -> list[OwnDecision]:
        """What is listed."""
        return [line.decision for line in self.list.lines if isinstance(line, DecisionLine)]

    def mark(self, decision: int | None) -> None:
        """Put the line of a decision (row id) in front; None for none."""
        rows = [row for row, other in enumerate(self.decisions) if other.id == decision]
        self.list.set_current(rows[0] if rows else None)

    def _show(self, decisions_and_count: tuple[list[OwnDecision], int]) -> None:
        decisions, count = decisions_and_count
        row = self.list.current
        current = self.decisions[row].id if row is not None else None
        lines = [DecisionLine(decision, self._criteria) for decision in decisions]
        place = next((row for row, line in enumerate(lines) if line.decision.id == current), None)
        self.list.show_lines(lines, place, keep=place is not None)
        self.is_read = True
        self._fit()
        self.head.say(f"{count:,}", self._session.keys.label("my-decisions"))
        self.filled.emit()

    def _fit(self) -> None:
        """Be at most as high as the lines: the rest is the queue's."""
        lines = ceil(self._session.theme.px(_LINE)) * len(self.list.lines) if self.is_open else 0
        self.setMaximumHeight(self.head.sizeHint().height() + 1 + lines)
        self.fitted.emit()

    def _choose(self, row: int) -> None:
        self.chosen.emit(self.decisions[row])


class LookBackBanner(QWidget):
    """Which decision one looks back at, and where Esc returns. ``pressed()``: its button."""

    pressed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        title = ElidedLabel(theme, tr("Looking back"), Type.BODY_STRONG, "text", parent=self)
        title.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.label = ElidedLabel(theme, "", Type.BODY, "second", parent=self)
        self.button = KeyButton(theme, "", tr("Esc"))
        self.button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.button.clicked.connect(self.pressed)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 3, 14, 4)
        row.setSpacing(12)
        row.addWidget(title)
        row.addWidget(self.label, 1)
        row.addWidget(self.button)
        theme.changed.connect(self.update)
        self.hide()

    def say(self, sentence: str, back: str) -> None:
        """Show what is looked at, and the words of the button."""
        self.label.set_text(sentence)
        self.button.setText(back)
        self.setAccessibleName(tr("Looking back: {what}", what=sentence))
        self.show()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The ground of a current row, an edge at the left, a hairline under it."""
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), self._theme.color("row"))
            painter.fillRect(0, 0, 3, self.height() - 1, self._theme.color("accent"))
            painter.fillRect(0, self.height() - 1, self.width(), 1, self._theme.color("hairline"))


class LookingBack(QObject):
    """Opens decisions of the list, and returns to where the reviewer was. ``wait`` lets keys wait until what is in
    front is painted; ``end`` brings the end of the item forward again."""

    def __init__(
        self,
        session: Session,
        stage: ReviewWorkbench,
        banner: LookBackBanner,
        is_at_end: Callable[[], bool],
        end: Callable[[], None],
        wait: Callable[[], None],
    ) -> None:
        super().__init__(stage)
        self._session, self._stage, self._trail, self.banner = session, stage, stage.queue.trail, banner
        self._is_at_end, self._end, self._wait = is_at_end, end, wait
        self._item: int | None = None
        self._decision = 0
        self._start: tuple[ItemId, Cell | None, str, bool] | None = None
        self._start_words = ""
        self._opens = False
        self._next_step = 0
        self._trail.filled.connect(self._take_step)
        self._trail.chosen.connect(self.show)
        banner.pressed.connect(self.leave)
        stage.moved.connect(self._on_moved)

    @property
    def is_on(self) -> bool:
        """Whether an earlier decision is looked at."""
        return self._item is not None

    def show(self, decision: OwnDecision) -> None:
        """Open the item of a decision with its flag in front."""
        self._open(decision.id, decision.item, decision.cell, decision.task)
        answer = DecisionLine(decision, self._stage.catalogue.criteria).answer_words
        self._say(tr("{item}: {answer}, {time}.", item=_flatten(decision.key), answer=answer, time=when(decision.at)))

    def show_logged(self, decision: int) -> None:
        """Open the item of a decision of the log (row id), whoever made it."""
        place = find_decision_place(self._session.connection(), decision)
        if place is not None:
            self._open(decision, *place)
            item = self._stage.item
            self._say(tr("{item}, from the log.", item=_flatten(item.view.key)) if item is not None else "")

    def _open(self, decision: int, item: ItemId, cell: Cell | None, task: int | None) -> None:
        stage = self._stage
        if self._start is None and stage.item is not None:
            start_cell = stage.entry.verdict.cell if stage.entry is not None else None
            self._start = stage.item.id, start_cell, stage.selection.task, self._is_at_end()
            self._start_words = _describe_start(stage.item, stage.current)
        self._item, self._decision, self._opens = item, decision, True
        stage.criterion_review.shows_whole_items = True
        try:
            stage.holding.follow_task(task)
            stage.open_item(item, cell)
        finally:
            self._opens = False
        self._trail.mark(decision)

    def step(self, step: int) -> None:
        """The decision ``step`` lines further down the list: 1 is the next earlier one. Opens the list."""
        if not self._trail.is_read:
            self._next_step = step
            if not self._trail.is_open:
                self._trail.set_open(True)
            return
        decisions = self._trail.decisions
        ids = [decision.id for decision in decisions]
        at = ids.index(self._decision) if self._decision in ids else -1
        if at + step < 0:
            self.leave()
        elif at + step < len(decisions):
            self.show(decisions[at + step])
        elif decisions:
            self._stage.tell(tr("This is the earliest decision of the list."))
        else:
            self._stage.tell(tr("You have decided nothing here yet."))

    def _take_step(self) -> None:
        """The list is read: take the step that waited for it."""
        step, self._next_step = self._next_step, 0
        if step:
            self.step(step)

    def leave(self) -> bool:
        """Return to where the reviewer was. False where nothing is looked back at."""
        start = self._start
        if not self._forget() or start is None:
            return False
        item, cell, task, was_at_end = start
        if task != self._stage.selection.task:
            self._stage.holding.take_task(task)
        self._stage.open_item(item, cell)
        self._wait()
        if was_at_end:
            self._end()
        return True

    def _forget(self) -> bool:
        was_on, self._item, self._decision, self._start = self.is_on, None, 0, None
        self._stage.criterion_review.shows_whole_items = False
        self.banner.hide()
        self._trail.mark(None)
        return was_on

    def _on_moved(self) -> None:
        """Another item is in front: the reviewer went on from here."""
        item = self._stage.item
        if self.is_on and not self._opens and (item is None or item.id != self._item):
            self._forget()

    def _say(self, sentence: str) -> None:
        item = self._stage.item
        if item is not None and item.is_finished:
            sentence += " " + tr("The item stays finished if you change this answer.")
        self.banner.say(sentence, self._start_words or tr("Close"))


def _describe_start(item: ReviewItem, active_index: int | None) -> str:
    """Where Esc returns: the item, and which of its flags."""
    key = _flatten(item.view.key)
    if active_index is None:
        return tr("Back to {item}", item=key)
    return tr("Back to {item}, flag {number} of {n}", item=key, number=active_index + 1, n=len(item.entries))


def _flatten(text: str) -> str:
    return " ".join(make_visible(text).split())
