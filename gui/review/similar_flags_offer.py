"""After a decision: flags that say the same thing are offered for the same answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from galley.core.errors import GalleyError
from galley.core.review.similar_flags import Alike, find_similar_flags
from galley.gui.review.decisions import Decisions
from galley.gui.session import Session
from galley.gui.text_panes.item import FlagEntry, Identity
from galley.gui.translation import tr, tr_n

if TYPE_CHECKING:
    from galley.gui.review.review_workbench import ReviewWorkbench

Decide = Callable[[int, FlagEntry], bool]


class AlikeOffer:
    """``wrap_decision`` wraps a decision; ``show`` puts what was found before the reviewer."""

    def __init__(self, session: Session, stage: ReviewWorkbench, decisions: Decisions) -> None:
        self._session, self._stage = session, stage
        self._about: tuple[Identity, int] | None = None
        decisions.landed.connect(self._look)
        self.similar_flags: list[Alike] = []
        self._answer = ""

    def wrap_decision(self, answer: str, decide: Decide) -> Decide:
        """``decide``, and then a look for flags that could get the same ``answer`` (a word of
        ``decision_sets.ANSWERS``; "" for one that is not offered)."""

        def both(item: int, entry: FlagEntry) -> bool:
            can_offer = answer and not entry.own and not entry.question
            self.similar_flags, self._answer = [], answer
            self._about = (entry.identity, entry.verdict.id) if can_offer else None
            return decide(item, entry)

        return both

    def show(self) -> None:
        """The flags that were found, to be looked at and then answered together."""
        from galley.core.review.decision_sets import decide
        from galley.gui.dialogs.similar_flags import MoreAlike

        session = self._session
        if not self.similar_flags:
            self._stage.tell(tr("No other flag is like the one you decided last."))
            return
        chosen_flags = MoreAlike.ask(self._stage.window(), session.theme, self._answer, self.similar_flags)
        if not chosen_flags:
            return
        try:
            number = decide(session.decision_writer, chosen_flags, self._answer)
        except GalleyError as error:
            session.failed.emit(str(error))
            return
        self.similar_flags = []
        session.deliver()
        message = tr_n("{n:,} more decided; undo reverts it", "{n:,} more decided; undo reverts all", number)
        self._stage.tell(message, "positive")

    def _look(self, identity: Identity) -> None:
        """A decision is on disk: look for its like."""
        if self._about is None or self._about[0] != identity:
            return
        about, reviewer = self._about, self._session.reviewer

        def offer_similar(similar_flags: list[Alike]) -> None:
            if self._about != about:  # something else was decided meanwhile
                return
            self.similar_flags = similar_flags
            item = self._stage.item
            if similar_flags and not (item is not None and item.is_finished):  # the bar says that then
                key = self._session.keys.label("more-alike")
                words = tr_n("{n:,} more like this: {key} shows it", "{n:,} more like this: {key} shows them",
                             len(similar_flags), key=key)  # fmt: skip
                self._stage.tell(words, "accent")

        self._session.read(
            lambda c: find_similar_flags(c, about[1], reviewer),
            offer_similar,
            slot="review-alike",
            on_failed=lambda _: None,  # nobody asked for it: what is damaged is said where it is opened
        )
