"""Deciding a set: rows of the queue by criterion are ticked, and one answer is given to all of them. Flags that say
the same as the one that was just decided are a set that is ticked beforehand."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog

from galley.core.domain import NO_ITEM, ItemId
from galley.core.review import decision_sets
from galley.core.storage.connection import Connection
from galley.gui.review.decisions import Decisions
from galley.gui.session import Session
from galley.gui.text_panes.item import FlagEntry, Identity
from galley.gui.translation import tr, tr_n

if TYPE_CHECKING:
    from galley.core.review.similar_flags import Alike
    from galley.gui.review.review_workbench import ReviewWorkbench

Decide = Callable[[ItemId, FlagEntry], bool]


class TickedFlags(QObject):
    """``ask`` gives the ticked flags an answer, after a question; ``tick_active`` and ``show_similar`` tick.
    ``wrap_decision`` wraps a decision so that flags like it are found."""

    def __init__(self, session: Session, stage: ReviewWorkbench, decisions: Decisions) -> None:
        super().__init__(stage)
        self._session, self._stage, self._decisions = session, stage, decisions
        self._flags = stage.queue.flags
        self._about: tuple[Identity, int] | None = None
        self.similar_flags: list[Alike] = []
        self._preselected: list[int] = []
        self.dialog: QDialog | None = None
        self._flags.rangeChosen.connect(self._tick_range)
        self._flags.tickedChanged.connect(self._show_sentence)
        stage.queue.filled.connect(self._start_again)
        session.reviewer_changed.connect(self._flags.clear_ticks)
        decisions.landed.connect(self._find_similar)

    @property
    def is_on(self) -> bool:
        """Whether any flag is ticked."""
        return bool(self._flags.ticks)

    @property
    def sentence(self) -> str:
        """ "14 flags in 9 items, 11 never opened"; "" where none is ticked."""
        cells = {(item, cell) for item, cell in self._flags.ticks.values()}
        if not cells:
            return ""
        tracker = self._session.decision_writer.read_tracker
        unopened = sum(tracker.get_seen(item, cell) is None for item, cell in cells)
        flags = tr_n("{n:,} flag", "{n:,} flags", len(cells))
        items = tr_n("{n:,} item", "{n:,} items", len({item for item, _ in cells}))
        return tr("{flags} in {items}, {unopened:,} never opened", flags=flags, items=items, unopened=unopened)

    def tick_active(self) -> None:
        """Tick the row of the flag in front, or take the tick away."""
        if self._refuses():
            return
        if not self._stage.criterion_review.on:
            key = self._session.keys.label("order")
            self._stage.tell(tr("{key} lists the flags of one criterion; there you can tick several.", key=key))
        elif self._flags.current is not None and not self._flags.toggle_tick(self._flags.current):
            self._stage.tell(tr("Only open flags can be ticked."))

    def clear(self) -> bool:
        """Untick all; whether any was ticked."""
        was_on = self.is_on
        self._flags.clear_ticks()
        return was_on

    def ask(self, answer: str) -> bool:
        """Ask whether the ticked flags get ``answer`` (a word of ``decision_sets.ANSWERS``); False where none is
        ticked."""
        from galley.gui.dialogs.answer_dialogs import DecideSetDialog

        if not self.is_on:
            return False
        if self.dialog is None:
            places = set(self._flags.ticks.values())
            self.dialog = DecideSetDialog(
                self._stage.window(),
                self._session.theme,
                answer,
                len(places),
                self.sentence,
                lambda: self._decide(answer),
            )
            self.dialog.finished.connect(self._forget_dialog)
            self.dialog.open()
        return True

    def _forget_dialog(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None

    def _decide(self, answer: str) -> None:
        flags, cells = list(self._flags.ticks), {cell for _, cell in self._flags.ticks.values()}
        self._flags.clear_ticks()
        entry = self._stage.entry

        def on_saved(count: int) -> None:
            if entry is not None and entry.verdict.cell in cells:
                self._stage.criterion_review.next_open(cells)
            message = tr_n("{n:,} flag decided; undo reverts it", "{n:,} flags decided; undo reverts all", count)
            self._stage.tell(message, "positive")

        self._decisions.write(NO_ITEM, lambda writer: decision_sets.send(writer, flags, answer, is_set=True), on_saved)

    def wrap_decision(self, answer: str, decide: Decide) -> Decide:
        """``decide``, and then a look for flags that could get the same ``answer`` (a word of
        ``decision_sets.ANSWERS``; "" for one that is not offered)."""

        def both(item: ItemId, entry: FlagEntry) -> bool:
            can_offer = answer and not entry.own and not entry.question
            self.similar_flags = []
            self._about = (entry.identity, entry.verdict.id) if can_offer else None
            return decide(item, entry)

        return both

    def show_similar(self) -> None:
        """Tick the flags that say the same as the one that was decided last, in the queue by criterion."""
        if self._refuses():
            return
        if not self.similar_flags or self._about is None:
            self._stage.tell(tr("No other flag is like the one you decided last."))
            return
        self._preselected, self.similar_flags = [alike.flag for alike in self.similar_flags], []
        self._stage.queue.set_by_criterion(True, self._about[0].cell.criterion)

    def _start_again(self) -> None:
        """The queue holds something else: nothing is ticked in it, but what it was loaded for."""
        preselected, self._preselected = self._preselected, []
        self._flags.clear_ticks()
        if preselected and self._stage.criterion_review.on:
            hidden = self._flags.tick_flags(preselected)
            if hidden:
                words = tr_n("The filter hides {n:,} more like it.", "The filter hides {n:,} more like it.", hidden)
                self._stage.tell(words)

    def _tick_range(self, row: int) -> None:
        if not self._refuses() and not self._flags.tick_range(row):
            self._stage.tell(tr("Only open flags can be ticked."))

    def _refuses(self) -> bool:
        refusal = decision_sets.describe_refusal(self._session.connection(), self._session.decision_writer)
        if refusal:
            self._stage.tell(refusal)
        return bool(refusal)

    def _show_sentence(self) -> None:
        self._stage.flags.show_ticked(self.sentence)

    def _find_similar(self, identity: Identity) -> None:
        """A decision is on disk: look for its like."""
        if self._about is None or self._about[0] != identity:
            return
        about, writer = self._about, self._session.decision_writer

        def offer_similar(similar_flags: list[Alike]) -> None:
            if self._about != about:  # something else was decided meanwhile
                return
            self.similar_flags = similar_flags
            item = self._stage.item
            if similar_flags and not (item is not None and item.is_finished):  # the bar says that then
                key = self._session.keys.label("more-alike")
                words = tr_n("{n:,} more like this: {key} ticks it", "{n:,} more like this: {key} ticks them",
                             len(similar_flags), key=key)  # fmt: skip
                self._stage.tell(words, "accent")

        def find(connection: Connection) -> list[Alike]:
            is_refused = decision_sets.describe_refusal(connection, writer)
            if is_refused:
                return []
            from galley.core.review.similar_flags import find_similar_flags

            return find_similar_flags(connection, about[1], writer.reviewer)

        self._session.read(
            find,
            offer_similar,
            slot="review-alike",
            on_failed=lambda _: None,  # nobody asked for it: what is damaged is said where it is opened
        )
