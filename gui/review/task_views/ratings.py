"""Ratings: all summaries of an item side by side, each over what is asked of it as a whole; digits answer."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from galley.core.domain import JUDGES, Role, UnitKind
from galley.core.tasks.questions import AskedCells
from galley.gui.review.page_view import PageSurface
from galley.gui.review.task_view import NOTHING_MORE, Surface, SurfaceContext, SurfaceSpec
from galley.gui.text_panes.item import ReviewItem
from galley.gui.translation import tr

if TYPE_CHECKING:
    from galley.gui.review.rating_page import RatingPage

JUDGED = "judges"
"""What a task says in ``shows`` to have judges' ratings shown, once a person's own are given."""


def _fits(asked_cells: AskedCells) -> bool:
    """Scales and choices about whole summaries."""
    whole = all(c.unit is UnitKind.WHOLE and Role.SUMMARY in c.roles for c in asked_cells.criteria)
    scaled = any(criterion.scale != "yes-no" for criterion in asked_cells.criteria)
    return bool(asked_cells.cells) and whole and scaled and not asked_cells.compares


class Ratings(PageSurface):
    """Judges' ratings stand nowhere while people rate; a reader may have them shown after, if the task shows them."""

    page: RatingPage

    def reveal_hidden_answers(self, review_item: ReviewItem, active: int | None) -> str:
        """What judges say, once everything here is answered."""
        if JUDGED not in review_item.asked_cells.shows:
            return NOTHING_MORE
        if any(entry.open for entry in review_item.entries):
            return tr("Answer everything first; what the judges say is shown after.")
        cells = {entry.verdict.cell for entry in review_item.entries}
        view, kinds = review_item.view, {row: annotator.kind for row, annotator in review_item.view.annotators.items()}
        judged = [v for v in view.verdicts if v.cell in cells and kinds[v.annotator] in JUDGES]
        if not judged:
            return tr("No judge rated this.")
        self.context.session.decision_writer.read_tracker.record_view(
            replace(view, verdicts=tuple(judged)), names=False
        )
        self.page.shows_judges = True
        self.page.show_state(review_item, active)
        return ""


def _make(context: SurfaceContext) -> Surface:
    from galley.gui.review.rating_page import RatingPage

    return Ratings(context, RatingPage(context.session.theme))


SURFACE = SurfaceSpec(name="ratings", order=3, fits=_fits, factory=_make, page="galley.gui.review.rating_page")
