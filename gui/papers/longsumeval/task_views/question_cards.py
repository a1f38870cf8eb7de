"""Question cards: questions about a source under it, what is asked of the answers under each summary. Each line of a
card is an entry."""

from __future__ import annotations

from galley.core.domain import UnitKind
from galley.core.judges.qa.validation_form import SCHEME
from galley.core.tasks.questions import AskedCells
from galley.gui.review.page_view import PageSurface
from galley.gui.review.task_view import Surface, SurfaceContext, SurfaceSpec


def _fits(asked_cells: AskedCells) -> bool:
    """All is about questions: each of them, or all of a summary's."""
    criteria = asked_cells.criteria
    return bool(criteria) and all(c.unit is UnitKind.QUESTION or c.scheme == SCHEME for c in criteria)


def _make(context: SurfaceContext) -> Surface:
    from galley.gui.papers.longsumeval.question_page import QuestionPage

    return PageSurface(context, QuestionPage(context.session.theme))


SURFACE = SurfaceSpec(
    name="question-cards", order=1, fits=_fits, factory=_make, page="galley.gui.papers.longsumeval.question_page",
    asked_units=frozenset({UnitKind.QUESTION}), asked_schemes=frozenset({SCHEME}),
)  # fmt: skip
