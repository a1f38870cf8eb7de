"""Two documents side by side, in an order that is drawn; which is better is answered by digits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from galley.core.tasks.questioning import Asked
from galley.gui.desk.opened import Opened
from galley.gui.review.surface import Ground, Surface, SurfaceSpec

if TYPE_CHECKING:
    from galley.gui.review.pair_page import PairPage


def _fits(asked: Asked) -> bool:
    return asked.compares and bool(asked.cells)


class SideBySide(Surface):
    """The pair that is lit is the one that stands there; a click in a text only reads."""

    def __init__(self, ground: Ground, page: PairPage) -> None:
        super().__init__(ground)
        self.page = page
        page.read.connect(self.read)
        page.documentRead.connect(self.documentRead)

    def widget(self) -> QWidget:
        """The texts."""
        return self.page

    def show_item(self, opened: Opened, lit: int | None) -> None:
        """The sources of another item, and the pair that is lit."""
        self.page.show_item(opened)
        self.set_lit(opened, lit)

    def show_state(self, opened: Opened, lit: int | None) -> None:
        """Say which was chosen."""
        self.set_lit(opened, lit)

    def set_lit(self, opened: Opened, lit: int | None) -> None:
        """Another pair."""
        self.page.show_entry(opened.entries[lit] if lit is not None else None)

    def stops(self) -> list[QWidget]:
        """The texts."""
        return self.page.stops()


def _make(ground: Ground) -> Surface:
    from galley.gui.review.pair_page import PairPage

    return SideBySide(ground, PairPage(ground.session.theme))


SURFACE = SurfaceSpec(name="side-by-side", order=2, fits=_fits, factory=_make)
