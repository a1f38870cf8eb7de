"""What the reviewer decides, sent to the desk: shown once it is on disk, undone if it could not be saved.

So is evidence by the reviewer: selected text is put to what is lit. ``Attaching`` also walks through that evidence.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import wait
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from galley.core.definitions.task_owners import answers
from galley.core.domain import NO_ITEM, TEXT_KINDS, Cell, CriterionId, ItemId, Span, Stance, Unit, UnitKind, Value
from galley.core.errors import GalleyError, SlotsTaken
from galley.core.review.decision_writer import DecisionWriter, SaveFuture
from galley.core.review.items import FlagState
from galley.core.review.log import SavedDecision
from galley.gui import labels
from galley.gui.session import Session
from galley.gui.text_panes.item import FlagEntry, Identity, ReviewItem
from galley.gui.translation import tr

_TOGETHER = 0.012
"""Seconds that a key press waits for the disk, which mostly takes one or two thousandths: what was decided and where
it leads to is then painted at once, not one after the other. Where the disk is slower nothing waits any longer."""


class Decisions(QObject):
    """One reviewer's decisions in this view.

    ``returned(item, identity, sentence)``: a decision could not be saved; ``identity`` is the flag's, or None; no
    sentence where it was ``refused``.
    ``travelled(about)``: an undo or redo is on disk; ``about`` is the decision's row. ``idle(sentence)``: there was
    nothing to undo or redo. ``arrived()``: no undo or redo is on its way any more, whatever came of it.
    ``refused(error)``: all slots of the task are taken, so the answer would not count (see ``tasks.slots``).
    ``finished(item)``: a finish is on disk. ``landed(identity)``: a decision on a flag is.
    """

    returned = Signal(int, object, str)
    refused = Signal(object)
    travelled = Signal(object)
    idle = Signal(str)
    arrived = Signal()
    finished = Signal(int)
    landed = Signal(object)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.pending: set[Identity] = set()
        self.travelling = 0

    def accept(self, item: ItemId, entry: FlagEntry) -> bool:
        """The flag is right. False if that is what stands already."""
        if entry.question:
            return self.answer(item, entry, "yes")
        if entry.own or entry.state is FlagState.ACCEPTED:
            return False
        return self._send_decision(item, entry, lambda: self._session.decision_writer.accept(item, entry.verdict))

    def no_error(self, item: ItemId, entry: FlagEntry) -> bool:
        """The flag is wrong; a mark of the reviewer's own is undone. False if that is what stands already."""
        if entry.question:
            return self.answer(item, entry, "no")
        if entry.own:
            cell = entry.verdict.cell
            return self._send_decision(item, entry, lambda: self._session.decision_writer.add(item, cell, value="no"))
        if entry.state is FlagState.OVERRIDDEN and entry.instead is None and entry.identity not in self.pending:
            return False
        return self._send_decision(item, entry, lambda: self._session.decision_writer.override(item, entry.verdict))

    def relabel(self, item: ItemId, entry: FlagEntry, criterion: CriterionId) -> bool:
        """The flag names the wrong criterion: it is ``criterion`` (a row id)."""
        if entry.own or entry.question or (entry.instead is not None and entry.instead.row == criterion):
            return False
        writer = self._session.decision_writer
        return self._send_decision(item, entry, lambda: writer.override(item, entry.verdict, other=criterion))

    def answer(self, item: ItemId, entry: FlagEntry, value: Value) -> bool:
        """What a task asks of a unit is ``value``. False if that is what stands already, or it is none of its
        answers."""
        if value == entry.verdict.value or value not in answers(entry.criterion):
            return False
        cell = entry.verdict.cell
        if entry.adjudicates:
            marked_spans = next(
                (
                    reader_verdict.spans
                    for reader_verdict in entry.reader_verdicts
                    if reader_verdict.value == value and reader_verdict.spans
                ),
                (),
            )
            return self._send_decision(
                item, entry, lambda: self._session.decision_writer.adjudicate(item, cell, value, marked_spans)
            )
        return self._send_decision(item, entry, lambda: self._session.decision_writer.add(item, cell, value=value))

    def unsure(self, item: ItemId, entry: FlagEntry) -> bool:
        """The flag stays open and is listed. False if that is what stands already."""
        if entry.own or entry.state is FlagState.UNSURE:
            return False
        if entry.adjudicates:
            return self._send_decision(
                item, entry, lambda: self._session.decision_writer.adjudicate(item, entry.verdict.cell, None)
            )
        if entry.question:
            return self._send_decision(
                item, entry, lambda: self._session.decision_writer.form(item, {entry.verdict.cell: None})
            )
        return self._send_decision(item, entry, lambda: self._session.decision_writer.unsure(item, entry.verdict))

    def add(self, item: ItemId, spans_by_cell: Mapping[Cell, Sequence[Span]]) -> None:
        """A flag that no judge raised; several at once are undone at once."""

        def make() -> SaveFuture:
            writer, (first, *others) = self._session.decision_writer, spans_by_cell
            if not others:
                return writer.add(item, first, spans=spans_by_cell[first])
            return writer.form(item, dict.fromkeys(spans_by_cell, "yes"), spans=spans_by_cell)

        self._send(item, None, make)

    def note(self, item: ItemId, cell: Cell | None, text: str, on_failed: Callable[[], object]) -> None:
        """A note on a cell or the item; ``on_failed`` gives it back to the field it came from."""
        self._send(item, None, lambda: self._session.decision_writer.note(item, cell, text), failed=on_failed)

    def reason(self, item: ItemId, entry: FlagEntry, value: str) -> None:
        """How sound the judge's reason is; shown at once, since it changes nothing else."""
        self._send(item, None, lambda: self._session.decision_writer.reason(item, entry.verdict, value))

    def write(self, item: ItemId, make: Callable[[DecisionWriter], SaveFuture], done: Callable[[Any], object]) -> None:
        """Whatever else a surface has the desk write about an item; ``done(result)`` once it is on disk."""
        self._send(item, None, lambda: make(self._session.decision_writer), done)

    def finish(self, review_item: ReviewItem, read: Collection[int]) -> None:
        """ "No" for what was asked in the documents (row ids) that were ``read``, and is neither marked nor flagged."""
        item = review_item.id
        self._send(
            item,
            None,
            lambda: self._session.decision_writer.finish(review_item.view, read),
            lambda _: self.finished.emit(item),
        )

    def reopen(self, item: ItemId) -> None:
        """Take the finish back."""
        self._send(item, None, lambda: self._session.decision_writer.reopen(item))

    def undo(self) -> None:
        """Take the last decision back, in whatever item it was."""
        self._travel(lambda: self._session.decision_writer.undo(), tr("There is nothing to undo."))

    def redo(self) -> None:
        """Let the last undone decision stand again."""
        self._travel(lambda: self._session.decision_writer.redo(), tr("There is nothing to redo."))

    def find_waiting(self, review_item: ReviewItem) -> list[int]:
        """The places of the flags that are open and not just being decided."""
        return [i for i, e in enumerate(review_item.entries) if e.open and not e.own and e.identity not in self.pending]

    def _travel(self, make: Callable[[], SaveFuture], nothing: str) -> None:
        """Send an undo or redo, and go where it was once it is on disk."""
        self.travelling += 1

        def done(result: SavedDecision | None) -> None:
            try:
                if result is None:
                    self.idle.emit(nothing)
                else:
                    self.travelled.emit(result.about)
            finally:
                self._finish_travel()

        self._send(NO_ITEM, None, make, done, self._finish_travel)

    def _finish_travel(self) -> None:
        self.travelling -= 1
        if not self.travelling:
            self.arrived.emit()

    def _send_decision(self, item: ItemId, entry: FlagEntry, make: Callable[[], SaveFuture]) -> bool:
        self.pending.add(entry.identity)
        return self._send(item, entry.identity, make)

    def _clear_pending(self, identity: Identity | None) -> None:
        if identity is not None:
            self.pending.discard(identity)

    def _send(
        self,
        item: ItemId,
        identity: Identity | None,
        make: Callable[[], SaveFuture],
        done: Callable[[Any], object] | None = None,
        failed: Callable[[], object] | None = None,
    ) -> bool:
        """Whether it is on its way or on disk: a disk that is full may refuse it at once, and so does a session whose
        reviewer has no name yet, which then asks for it."""
        if not self._session.require_name():
            self._clear_pending(identity)
            if failed is not None:
                failed()
            return False
        has_failed = False

        def on_saved(result: Any) -> None:
            self._clear_pending(identity)
            if identity is not None:
                self.landed.emit(identity)
            if done is not None:
                done(result)

        def back(error: GalleyError) -> bool:
            nonlocal has_failed
            has_failed = True
            self._clear_pending(identity)
            if failed is not None:
                failed()
            refused = isinstance(error, SlotsTaken)
            self.returned.emit(item, identity, "" if refused else str(error))
            if refused:
                self.refused.emit(error)
            return refused

        try:
            future = make()
        except GalleyError as error:  # open for reading only: refused before anything is queued
            back(error)
            self._session.failed.emit(str(error))
            return False
        self._session.watch(future, on_saved, back)
        if wait((future,), _TOGETHER).done:
            self._session.deliver()
        return not has_failed


if TYPE_CHECKING:
    from galley.gui.review.review_workbench import ReviewWorkbench

_CUT = TEXT_KINDS - {UnitKind.WHOLE}
"""What a text is cut into."""


class Attaching:
    """``attach`` puts the selected text, or the unit that is read, to what is lit; ``step`` walks its evidence."""

    def __init__(self, stage: ReviewWorkbench, decisions: Decisions) -> None:
        self._stage, self._decisions = stage, decisions

    def can_attach(self) -> bool:
        """Whether what is selected can be evidence of what is lit."""
        return self._places() is not None

    def _places(self) -> list[tuple[Unit, Span]] | None:
        entry, panes = self._stage.entry, self._stage.panes
        if entry is None or entry.pair is not None:
            return None
        one = panes.selection()
        places = [(one[0], one[1] or Span(0, len(one[0].text)))] if one is not None else panes.several()
        sound = all(unit.kind in _CUT and unit.id != entry.unit.id and unit.text for unit, _ in places)
        return places if places and sound else None

    def attach(self, stance: Stance) -> None:
        """Supports or contradicts; where that is what stands of the same words, it is taken away again."""
        stage, entry, places = self._stage, self._stage.entry, self._places()
        if stage.item is None or entry is None or places is None:
            stage.tell(tr("Select the words of another text that support or contradict what is flagged."))
            return
        same = [
            (evidence.source, evidence.span)
            for evidence in entry.attached_evidence
            for unit, span in places
            if evidence.source == unit.id and evidence.stance is stance and _overlap(evidence.span, span)
        ]
        put = same or [(unit.id, span) for unit, span in places]
        new_stance, cell, item = Stance.NEITHER if same else stance, entry.verdict.cell, stage.item.id
        stage.panes.clear_selection()
        message = {
            Stance.SUPPORTS: tr("Attached: it supports what is flagged."),
            Stance.CONTRADICTS: tr("Attached: it contradicts what is flagged."),
            Stance.NEITHER: tr("No longer attached."),
        }[new_stance]
        self._decisions.write(
            item, lambda writer: writer.attach(item, cell, put, new_stance), lambda _: stage.tell(message)
        )

    def step(self, step: int) -> None:
        """The next place of its evidence, or the one before, round and round."""
        stage = self._stage
        units = stage.evidence_units()
        if stage.item is None or not units:
            stage.tell(tr("There is no evidence to step through."))
            return
        reading = stage.selection.reading
        at = units.index(reading) if reading in units else -1 if step > 0 else 0
        at = (at + step) % len(units)
        stage.read_evidence(units[at])
        place = labels.place_label(*stage.item.units[units[at]])
        stage.tell(tr("Evidence {n} of {count}: {place}", n=at + 1, count=len(units), place=place))


def _overlap(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end
