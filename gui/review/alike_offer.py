"""After a decision: flags that say the same thing are offered for the same answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from galley.core.errors import GalleyError
from galley.core.project import alike
from galley.core.project.alike import Alike
from galley.gui.desk.opened import Entry, Identity
from galley.gui.language import tr, tr_n
from galley.gui.review.decisions import Decisions
from galley.gui.session import Session

if TYPE_CHECKING:
    from galley.gui.review.review_workbench import ReviewWorkbench

Decide = Callable[[int, Entry], bool]


class AlikeOffer:
    """``watched`` wraps a decision; ``show`` puts what was found before the reviewer."""

    def __init__(self, session: Session, stage: ReviewWorkbench, decisions: Decisions) -> None:
        self._session, self._stage = session, stage
        self._about: tuple[Identity, int] | None = None
        decisions.landed.connect(self._look)
        self.found: list[Alike] = []
        self._answer = ""

    def watched(self, answer: str, decide: Decide) -> Decide:
        """``decide``, and then a look for flags that could get the same ``answer`` (a word of ``deciding.ANSWERS``; ""
        for one that is not offered)."""

        def both(item: int, entry: Entry) -> bool:
            wanted = answer and not entry.own and not entry.question
            self.found, self._answer = [], answer
            self._about = (entry.identity, entry.verdict.id) if wanted else None
            return decide(item, entry)

        return both

    def show(self) -> None:
        """The flags that were found, to be looked at and then answered together."""
        from galley.core.project.deciding import decide
        from galley.gui.dialogs.more_alike import MoreAlike

        session = self._session
        if not self.found:
            self._stage.tell(tr("Nothing else says the same as what you decided last."))
            return
        chosen = MoreAlike.ask(self._stage.window(), session.theme, self._answer, self.found)
        if not chosen:
            return
        try:
            number = decide(session.desk, chosen, self._answer)
        except GalleyError as error:
            session.failed.emit(str(error))
            return
        self.found = []
        session.deliver()
        said = tr_n("{n:,} more decided; undo takes it back", "{n:,} more decided; undo takes all back", number)
        self._stage.tell(said, "positive")

    def _look(self, identity: Identity) -> None:
        """A decision is on disk: look for its like."""
        if self._about is None or self._about[0] != identity:
            return
        about, reviewer = self._about, self._session.reviewer

        def arrived(found: list[Alike]) -> None:
            if self._about != about:  # something else was decided meanwhile
                return
            self.found = found
            item = self._stage.item
            if found and not (item is not None and item.finished):  # the bar says that then
                key = self._session.keys.label("more-alike")
                words = tr_n("{n:,} more like this: {key} shows it", "{n:,} more like this: {key} shows them",
                             len(found), key=key)  # fmt: skip
                self._stage.tell(words, "accent")

        self._session.read(
            lambda c: alike.alike(c, about[1], reviewer),
            arrived,
            slot="review-alike",
            on_failed=lambda _: None,  # nobody asked for it: what is damaged is said where it is opened
        )
