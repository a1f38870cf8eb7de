"""Ratings: all summaries of an item side by side, each over what is asked of it as a whole; digits answer."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from galley.core.domain import JUDGES, Role, UnitKind
from galley.core.tasks.questioning import AskedCells
from galley.gui.desk.opened import Opened
from galley.gui.language import tr
from galley.gui.review.page_surface import PageSurface
from galley.gui.review.surface import NOTHING_MORE, Ground, Surface, SurfaceSpec

if TYPE_CHECKING:
    from galley.gui.review.rating_page import RatingPage

JUDGED = "judges"
"""What a task says in ``shows`` to have judges' ratings shown, once a person's own are given."""


def _fits(asked: AskedCells) -> bool:
    """Scales and choices about whole summaries."""
    whole = all(c.unit is UnitKind.WHOLE and Role.SUMMARY in c.roles for c in asked.criteria)
    scaled = any(criterion.scale != "yes-no" for criterion in asked.criteria)
    return bool(asked.cells) and whole and scaled and not asked.compares


class Ratings(PageSurface):
    """Judges' ratings stand nowhere while people rate; a reader may have them shown after, if the task shows them."""

    page: RatingPage

    def reveal(self, opened: Opened, lit: int | None) -> str:
        """What judges say, once everything here is answered."""
        if JUDGED not in opened.asked.shows:
            return NOTHING_MORE
        if any(entry.open for entry in opened.entries):
            return tr("Answer everything first; what the judges say is shown after.")
        cells = {entry.verdict.cell for entry in opened.entries}
        view, kinds = opened.view, {row: each.kind for row, each in opened.view.annotators.items()}
        judged = [v for v in view.verdicts if v.cell in cells and kinds[v.annotator] in JUDGES]
        if not judged:
            return tr("No judge rated this.")
        self.ground.session.desk.eyes.saw(replace(view, verdicts=tuple(judged)), names=False)
        self.page.judged = True
        self.page.show_state(opened, lit)
        return ""


def _make(ground: Ground) -> Surface:
    from galley.gui.review.rating_page import RatingPage

    return Ratings(ground, RatingPage(ground.session.theme))


SURFACE = SurfaceSpec(name="ratings", order=3, fits=_fits, factory=_make, page="galley.gui.review.rating_page")
