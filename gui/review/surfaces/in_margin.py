"""Answers in the margin: each paragraph, turn or sentence has its answer beside it, where it is read."""

from __future__ import annotations

from galley.core.domain import UnitKind
from galley.core.tasks.questioning import AskedCells
from galley.gui.desk.opened import Opened
from galley.gui.panes.answer_margin import MarginAnswer
from galley.gui.review.surface import Ground, Surface, SurfaceSpec

_TEXT = (UnitKind.PARAGRAPH, UnitKind.TURN, UnitKind.SENTENCE)


def _fits(asked: AskedCells) -> bool:
    """One question of yes or no about pieces of a text."""
    if len(asked.criteria) != 1 or not asked.cells:
        return False
    (criterion,) = asked.criteria
    return criterion.scale == "yes-no" and criterion.unit in _TEXT and not (asked.task and asked.task.once)


class InMargin(Surface):
    """Writes into the panes; a click on a unit there lights what is asked of it."""

    def show_item(self, opened: Opened, lit: int | None) -> None:
        """Make room in the texts of this item, and say what stands."""
        self.show_state(opened, lit)

    def show_state(self, opened: Opened, lit: int | None) -> None:
        """Say what stands now."""
        self.ground.panes.set_answers(
            {e.unit.id: MarginAnswer(e.words, e.state, e.settles) for e in opened.entries if e.question}
        )

    def end(self) -> None:
        """The texts have no margin any more."""
        self.ground.panes.set_answers({})


def _make(ground: Ground) -> Surface:
    return InMargin(ground)


SURFACE = SurfaceSpec(name="in-margin", order=1, fits=_fits, factory=_make)
