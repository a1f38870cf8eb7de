"""Answers in the margin: each paragraph, turn or sentence has its answer beside it, where it is read."""

from __future__ import annotations

from galley.core.domain import UnitKind
from galley.core.tasks.questions import AskedCells
from galley.gui.review.task_view import Surface, SurfaceContext, SurfaceSpec
from galley.gui.text_panes.answer_margin import MarginAnswer
from galley.gui.text_panes.item import ReviewItem

_TEXT = (UnitKind.PARAGRAPH, UnitKind.TURN, UnitKind.SENTENCE)


def _fits(asked_cells: AskedCells) -> bool:
    """One question of yes or no about pieces of a text."""
    if len(asked_cells.criteria) != 1 or not asked_cells.cells:
        return False
    (criterion,) = asked_cells.criteria
    return criterion.scale == "yes-no" and criterion.unit in _TEXT and not (asked_cells.task and asked_cells.task.once)


class InMargin(Surface):
    """Writes into the panes; a click on a unit there lights what is asked of it."""

    def show_item(self, review_item: ReviewItem, active: int | None) -> None:
        """Make room in the texts of this item, and say what stands."""
        self.show_state(review_item, active)

    def show_state(self, review_item: ReviewItem, active: int | None) -> None:
        """Say what stands now."""
        self.context.panes.set_answers(
            {e.unit.id: MarginAnswer(e.words, e.state, e.adjudicates) for e in review_item.entries if e.question}
        )

    def restore_panes(self) -> None:
        """The texts have no margin any more."""
        self.context.panes.set_answers({})


def _make(context: SurfaceContext) -> Surface:
    return InMargin(context)


SURFACE = SurfaceSpec(name="in-margin", order=1, fits=_fits, factory=_make)
