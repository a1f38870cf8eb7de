"""A surface whose page takes the place of the panes and answers for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from galley.gui.review.task_view import Surface, SurfaceContext
from galley.gui.text_panes.item import ReviewItem

if TYPE_CHECKING:
    from galley.gui.review.task_view_page import SurfacePage


class PageSurface(Surface):
    """Hands what it is told to its page, and tells what was done there."""

    def __init__(self, context: SurfaceContext, page: SurfacePage) -> None:
        super().__init__(context)
        self.page = page
        page.entryClicked.connect(self.entryClicked)
        page.unitClicked.connect(self.unitClicked)
        page.documentRead.connect(self.documentRead)

    def widget(self) -> QWidget:
        """The page."""
        return self.page

    def show_item(self, review_item: ReviewItem, active: int | None) -> None:
        """Another item, from its start."""
        self.page.show_item(review_item)
        self.page.show_state(review_item, active)

    def show_state(self, review_item: ReviewItem, active: int | None) -> None:
        """What is answered now."""
        self.page.show_state(review_item, active)

    def set_active(self, review_item: ReviewItem, active: int | None) -> None:
        """Another entry; what it rests on is tinted."""
        self.page.set_active(review_item, active)
        self.page.tint(self.page.rests(active) or self.context.panes.focus.places)

    def turn_to(self, review_item: ReviewItem, target: int) -> None:
        """A summary of which nothing is asked."""
        self.page.turn_to(review_item, target)

    def stops(self) -> list[QWidget]:
        """Texts and lists."""
        return self.page.stops()
