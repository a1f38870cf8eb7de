"""Finishing an item: first a warning where flags are open, then what comes after it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from galley.core.domain import Cell, ItemId
from galley.core.review.cell_outcomes import find_contradictions
from galley.core.review.items import FlagState
from galley.core.review.queue import Show
from galley.core.text.visible import make_visible
from galley.gui.review import unread_text
from galley.gui.review.decisions import Decisions
from galley.gui.review.review_workbench import ReviewWorkbench
from galley.gui.session import Session
from galley.gui.text_panes.item import ReviewItem
from galley.gui.translation import tr, tr_n


class Finishing:
    """``go(item, otherwise)`` opens an item, or says the sentence where it is None. ``ask(contradictions, then)`` asks
    about answers of the reviewer that contradict each other, and calls ``then`` when that is answered. ``end()`` shows
    that no item of the queue is left."""

    def __init__(
        self,
        session: Session,
        stage: ReviewWorkbench,
        decisions: Decisions,
        go: Callable[[ItemId | None, str], None],
        ask: Callable[[list[Cell], Callable[[], None]], None],
        end: Callable[[], None],
    ) -> None:
        self._session, self._stage, self._decisions, self._go, self._ask = session, stage, decisions, go, ask
        self._end = end
        self._accepted_cells: set[Cell] = set()
        self._is_armed = False
        self._after: Callable[[], object] | None = None

    @property
    def needless(self) -> bool:
        """Whether the open item needs no finish: what is settled is gold at once. In a package it says who is done."""
        task = self._stage.item.asked_cells.task if self._stage.item is not None else None
        return task is not None and task.adjudicates and not self._session.decision_writer.is_package

    def finish(self) -> None:
        """Finish the item, after a warning where flags are open. A finished one stays so: reopening has its own key."""
        item = self._stage.item
        if item is not None and item.is_finished:
            key = self._session.keys.label("reopen")
            self._stage.tell(tr("This item is finished. {key} reopens it.", key=key), "positive")
        else:
            self._finish(None)

    def reopen(self) -> None:
        """Take the finish of the item back."""
        item = self._stage.item
        if item is None:
            return
        if item.is_finished:
            self._decisions.reopen(item.id)
            key = self._session.keys.label("finish")
            self._stage.tell(
                tr("Reopened: unflagged sentences have no answer until you finish the item again ({key}).", key=key)
            )
        else:
            self._stage.tell(tr("This item is not finished, so there is nothing to reopen."))

    def press_button(self) -> None:
        """What the button in the bar says: finish the item, or reopen it."""
        item = self._stage.item
        if item is not None and item.is_finished:
            self.reopen()
        else:
            self.finish()

    def finish_next(self) -> None:
        """Finish the item and go on to the next that is not."""
        item = self._stage.item
        if item is not None and item.is_finished:
            self._seek_unfinished()
        else:
            self._finish(self._seek_unfinished)

    def continue_after(self, item: ItemId) -> None:
        """The finish of an item is on disk: go on, if that was wanted."""
        then, self._after = self._after, None
        if self._stage.item is not None and self._stage.item.id == item:
            (then or partial(self._seek, opens=False))()

    def disarm(self) -> None:
        """Any step away makes finish ask again."""
        if self._is_armed:
            self._is_armed = False
            self._stage.flags.show_progress(self._stage.item, all_done=False)

    def _finish(self, then: Callable[[], object] | None) -> None:
        stage = self._stage
        if stage.item is None:
            return
        if stage.criterion_review.on:
            key = self._session.keys.label("order")
            stage.tell(tr("By criterion, unflagged sentences get no answer; {key} goes back to items.", key=key))
            return
        stage.flags.detail.note.commit()
        if self.needless:
            stage.tell(tr("Adjudicated answers count immediately: there is nothing to finish."))
            if then is not None:
                then()
            return
        if stage.item.asked_cells.task is None and not unread_text.find_implicit_no_pairs(
            stage.item, stage.catalogue.schemes
        ):
            stage.tell(tr("No scheme in use asks about this item, so there is nothing to finish."))
            return
        waiting = self._decisions.find_waiting(stage.item)
        if waiting and not self._is_armed:
            stage.choose_flag(waiting[0])
            self._is_armed = True
            stage.flags.warn_open(len(waiting))
            return
        self._is_armed = False
        unasked = [
            c
            for c in find_contradictions(stage.item.view, self._session.decision_writer.reviewer)
            if c not in self._accepted_cells
        ]
        if unasked:

            def accept_contradictions() -> None:
                self._accepted_cells.update(unasked)
                self._finish(then)

            self._ask(unasked, accept_contradictions)
            return
        self._after = then
        self._decisions.finish(stage.item, stage.read_tracker.read())

    def _seek_unfinished(self) -> None:
        """Open the next item that is not finished, and say what was finished and how many are left."""
        self._seek(opens=True)

    def _seek(self, opens: bool) -> None:
        finished_item = self._stage.item if self._stage.item is not None and self._stage.item.is_finished else None
        words = _describe_answers(finished_item) if finished_item is not None else ""

        def open_unfinished(item: ItemId | None, remaining_count: int) -> None:
            if opens and (item is not None or self._stage.item is None or self._stage.item.is_finished):
                self._go(item, tr("All items of this queue are finished."))  # else the bar says what is left here
            if item is not None and words:
                remaining = tr_n("{n:,} item left", "{n:,} items left", remaining_count)
                self._stage.tell(tr("{answers}, {remaining}.", answers=words, remaining=remaining), "positive")
            elif item is None and not remaining_count:
                self._end()

        self._stage.queue.find_next_item(Show.UNFINISHED, open_unfinished)


def _describe_answers(item: ReviewItem) -> str:
    """ "Finished harbour-0018: 12 flags, 10 accepted"; of questions how many were answered."""
    key = " ".join(make_visible(item.view.key).split())
    flags = [entry for entry in item.entries if not entry.own]
    if item.questions:
        words = tr_n("{n:,} answer", "{n:,} answers", sum(not entry.open for entry in flags))
    else:
        accepted_count = sum(entry.state is FlagState.ACCEPTED for entry in flags)
        words = tr_n("{n:,} flag, {yes:,} accepted", "{n:,} flags, {yes:,} accepted", len(flags), yes=accepted_count)
    return tr("Finished {item}: {words}", item=key, words=words)
