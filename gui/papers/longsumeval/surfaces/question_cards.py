"""Question cards: questions about a source under it, what is asked of the answers under each summary."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from galley.core.domain import UnitKind
from galley.core.judges.qa.validation_form import SCHEME
from galley.core.tasks.questioning import Asked
from galley.gui.desk.opened import Opened
from galley.gui.review.surface import Ground, Surface, SurfaceSpec

if TYPE_CHECKING:
    from galley.gui.papers.longsumeval.question_page import QuestionPage


def _fits(asked: Asked) -> bool:
    """All is about questions: each of them, or all of a summary's."""
    found = asked.criteria
    return bool(found) and all(c.unit is UnitKind.QUESTION or c.scheme == SCHEME for c in found)


class QuestionCards(Surface):
    """The cards are what is decided: each of their lines is an entry."""

    def __init__(self, ground: Ground, page: QuestionPage) -> None:
        super().__init__(ground)
        self.page = page
        page.lit.connect(self.lit)
        page.read.connect(self.read)
        page.documentRead.connect(self.documentRead)

    def widget(self) -> QWidget:
        """Texts and cards."""
        return self.page

    def show_item(self, opened: Opened, lit: int | None) -> None:
        """Another item."""
        self.page.show_item(opened, lit)

    def show_state(self, opened: Opened, lit: int | None) -> None:
        """What is answered now, and what that leads to."""
        self.page.show_state(opened, lit)

    def set_lit(self, opened: Opened, lit: int | None) -> None:
        """Another line of a card."""
        self.page.set_lit(opened, lit)

    def stops(self) -> list[QWidget]:
        """Texts and lists."""
        return self.page.stops()


def _make(ground: Ground) -> Surface:
    from galley.gui.papers.longsumeval.question_page import QuestionPage

    return QuestionCards(ground, QuestionPage(ground.session.theme))


SURFACE = SurfaceSpec(name="question-cards", order=1, fits=_fits, factory=_make)
