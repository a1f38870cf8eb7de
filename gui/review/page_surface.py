"""A surface whose page takes the place of the panes and answers for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from galley.gui.desk.opened import Opened
from galley.gui.review.surface import Ground, Surface

if TYPE_CHECKING:
    from galley.gui.review.surface_page import SurfacePage


class PageSurface(Surface):
    """Hands what it is told to its page, and tells what was done there."""

    def __init__(self, ground: Ground, page: SurfacePage) -> None:
        super().__init__(ground)
        self.page = page
        page.lit.connect(self.lit)
        page.read.connect(self.read)
        page.documentRead.connect(self.documentRead)

    def widget(self) -> QWidget:
        """The page."""
        return self.page

    def show_item(self, opened: Opened, lit: int | None) -> None:
        """Another item, from its start."""
        self.page.show_item(opened)
        self.page.show_state(opened, lit)

    def show_state(self, opened: Opened, lit: int | None) -> None:
        """What is answered now."""
        self.page.show_state(opened, lit)

    def set_lit(self, opened: Opened, lit: int | None) -> None:
        """Another entry; what it rests on is tinted."""
        self.page.set_lit(opened, lit)
        self.page.tint(self.page.rests(lit) or self.ground.panes.focus.places)

    def turn_to(self, opened: Opened, target: int) -> None:
        """A summary of which nothing is asked."""
        self.page.turn_to(opened, target)

    def stops(self) -> list[QWidget]:
        """Texts and lists."""
        return self.page.stops()
