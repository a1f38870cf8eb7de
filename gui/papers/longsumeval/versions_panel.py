"""A version of a refined summary in the place of its text: its sentences with what changed, the feedback it was
written after, and the text as the reviewer lets it stand.

While the panel has the keyboard A accepts the change in front and X keeps what was there (of feedback: right, or
crossed out), U leaves it open, J and K go to the next change and the one before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from galley.core.domain import Span, Unit
from galley.core.judges.qa.difference import Kind
from galley.core.papers.longsumeval import acceptance
from galley.core.text.visible import visible
from galley.gui.desk.evidence import Focus
from galley.gui.desk.opened import Opened, Tab
from galley.gui.desk.panel import Panel, Room
from galley.gui.desk.styled_label import Words
from galley.gui.language import tr
from galley.gui.papers.longsumeval.question_lines import HeadLine
from galley.gui.papers.longsumeval.version_board import State, Version, read
from galley.gui.papers.longsumeval.version_lines import FeedbackLine, ProseLine, SentenceLine
from galley.gui.theme import Type
from galley.gui.widgets.line_list import Line, LineList

K = Qt.Key


class VersionsPanel(Panel):
    """See the module."""

    inner_keys = frozenset({K.Key_A, K.Key_X, K.Key_U, K.Key_J, K.Key_K, K.Key_Return, K.Key_Enter})

    def __init__(self, room: Room) -> None:
        super().__init__(room, tr("Version"))
        self._opened: Opened | None = None
        self._tab: Tab | None = None
        self.version: Version | None = None
        self.list = LineList(self.theme, tr("Sentences of this version and of the one before"))
        self._empty = Words(self.theme, Type.SMALL, "second")
        self._empty.setContentsMargins(14, 10, 14, 10)
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._empty)
        column.addWidget(self.list, 1)
        self.set_body(body)
        self.list.chosen.connect(self.choose)

    # ---- what the stage asks

    def stop(self) -> QWidget:
        """The list of sentences."""
        return self.list

    def show_item(self, opened: Opened, tab: Tab | None) -> None:
        """Begin with the first change."""
        self._opened, self._tab = opened, tab
        self._fill(keep=False)

    def show_state(self, opened: Opened, tab: Tab | None) -> None:
        """The line in front stays."""
        self._opened, self._tab = opened, tab
        self._fill(keep=True)

    def set_focus(self, focus: Focus, animate: bool = False) -> None:
        """Bring the sentence under review into sight."""
        row = next((n for n, line in enumerate(self.list.lines) if _unit(line) == focus.unit and focus.unit), None)
        if row is not None and row != self.list.current:
            self.list.set_current(row)

    def selection(self) -> tuple[Unit, Span | None] | None:
        """The sentence in front, whole: M adds a flag to it."""
        line = self._line()
        return (line.sentence.unit, None) if isinstance(line, SentenceLine) else None

    def actions(self) -> Mapping[str, Callable[[], object]]:  # type: ignore[override]
        """W gives the keyboard to the panel."""
        return {"version": self.enter}

    # ---- moving

    def enter(self) -> None:
        """Take the keyboard, at the change in front."""
        self.list.setFocus(Qt.FocusReason.TabFocusReason)
        if self.list.current is not None:
            self.choose(self.list.current)

    def choose(self, row: int) -> None:
        """Put a line in front, and tint what it rests on."""
        self.list.set_current(row)
        line = self._line()
        if isinstance(line, SentenceLine):
            if line.sentence.flag is not None:
                self.flagChosen.emit(line.sentence.flag.id)
            else:
                self.unitChosen.emit(line.sentence.unit.id)
        elif isinstance(line, FeedbackLine) and line.feedback.unit is not None:
            self.unitChosen.emit(line.feedback.unit.id)

    def step(self, step: int) -> None:
        """The next change or piece of feedback, or the one before; at an end it stays."""
        at = self.list.current
        rows = [row for row, line in enumerate(self.list.lines) if line.selectable and not _kept(line)]
        onward = [row for row in rows if at is None or (row - at) * step > 0]
        if onward:
            self.choose(onward[0] if step > 0 else onward[-1])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """See the module."""
        act: dict[Qt.Key, Callable[[], object]] = {
            K.Key_A: partial(self.decide, State.TAKEN),
            K.Key_X: partial(self.decide, State.REJECTED),
            K.Key_U: partial(self.decide, State.UNSURE),
            K.Key_J: partial(self.step, 1),
            K.Key_K: partial(self.step, -1),
            K.Key_Return: partial(self.step, 1),
            K.Key_Enter: partial(self.step, 1),
        }
        key = Qt.Key(event.key())
        if key in act:
            act[key]()
        else:
            super().keyPressEvent(event)

    # ---- deciding

    def decide(self, wanted: State) -> None:
        """Accept the change in front, keep what was there, or leave it open; the next open one follows."""
        line, opened = self._line(), self._opened
        if opened is None or not isinstance(line, SentenceLine | FeedbackLine):
            return
        if _kept(line):
            self.said.emit(tr("This sentence stayed as it was; J goes to the next change."), "second")
            return
        of = line.sentence if isinstance(line, SentenceLine) else line.feedback
        flag, item = of.flag, opened.id
        if of.state is not wanted:
            if flag is None:
                self.said.emit(tr("No judge's verdict stands behind this change, so it cannot be decided."), "second")
                return
            found = flag
            self.write.emit(
                lambda desk: {
                    State.TAKEN: desk.accept,
                    State.REJECTED: desk.override,
                    State.UNSURE: desk.unsure,
                }[wanted](item, found)
            )
        self._go_on()

    # ---- within

    def _line(self) -> Line | None:
        row = self.list.current
        return self.list.lines[row] if row is not None else None

    def _fill(self, keep: bool) -> None:
        opened, document = self._opened, self._tab.document if self._tab is not None else None
        session = self.room.session
        self.version = None
        if opened is not None and document is not None:
            self.version = read(opened, document, self.room.catalogue(), session.reviewer)
        version, current = self.version, self.list.current
        lines = self._lines(version) if version is not None else []
        if version is None:
            self._empty.set(tr("The version that this one was written from is not in the item any more."))
            self.head.set(tr("Version"))
        else:
            self._empty.set("")
            before = _plain(version.before.system or version.before.name)
            origin = _origin(before, version.dimension)
            if not acceptance.stands(acceptance.history(version.document)):
                origin = tr("{origin}; it got worse, and the version before stands", origin=origin)
            self.head.set(tr("Version {number}", number=version.round), origin)
        first = next((n for n, line in enumerate(lines) if line.selectable and not _kept(line)), None)
        row = current if keep and current is not None and current < len(lines) else first
        self.list.show_lines(lines, row, keep)
        self.list.setHidden(not lines)

    def _lines(self, version: Version) -> list[Line]:
        changes = version.changes
        decided = sum(change.state in (State.TAKEN, State.REJECTED) for change in changes)
        words = tr("{decided} of {of} decided", decided=decided, of=len(changes)) if changes else tr("nothing changed")
        lines: list[Line] = [HeadLine(tr("Changes"), words), *map(SentenceLine, version.sentences)]
        if version.feedback:
            crossed = sum(each.state is State.REJECTED for each in version.feedback)
            used = len(version.feedback)
            words = tr("{count} used", count=used)
            if crossed:
                words = tr("{count} used, {crossed} crossed out since", count=used, crossed=crossed)
            lines += [HeadLine(tr("Feedback"), words), *map(FeedbackLine, version.feedback)]
        if version.accepted is not None:
            stands = version.accepted
            words = tr(
                "{accepted} accepted, {rejected} rejected, {open} open",
                accepted=stands.accepted,
                rejected=stands.rejected,
                open=stands.open,
            )
            about = tr("Open changes keep the old words.") if stands.open else ""
            lines += [HeadLine(tr("As accepted"), words), ProseLine(stands.text, about)]
        return lines

    def _go_on(self) -> None:
        """To the next change that is open, from the start again; feedback leads to no change."""
        at = self.list.current or 0
        kind = type(self.list.lines[at])
        waiting = [n for n, line in enumerate(self.list.lines) if n != at and type(line) is kind and _open(line)]
        after = [row for row in waiting if row > at] or (waiting if kind is SentenceLine else [])
        if after:
            self.choose(after[0])


def _unit(line: Line) -> int:
    if isinstance(line, SentenceLine):
        return line.sentence.unit.id
    return line.feedback.unit.id if isinstance(line, FeedbackLine) and line.feedback.unit is not None else 0


def _kept(line: Line) -> bool:
    return isinstance(line, SentenceLine) and line.sentence.kind is Kind.KEPT


def _open(line: Line) -> bool:
    if isinstance(line, SentenceLine):
        return line.sentence.kind is not Kind.KEPT and line.sentence.state is State.OPEN
    return isinstance(line, FeedbackLine) and line.selectable and line.feedback.state is State.OPEN


def _origin(before: str, dimension: str) -> str:
    """What a version was written from, and why: "from a, to mend consistency"."""
    if dimension:
        return tr("from {before}, to mend {dimension}", before=before, dimension=_plain(dimension))
    return tr("from {before}", before=before)


def _plain(text: str) -> str:
    return " ".join(visible(text).split())
