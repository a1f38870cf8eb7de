"""Two documents side by side, in an order that is drawn; which is better is answered by digits."""

from __future__ import annotations

from galley.core.tasks.questioning import AskedCells
from galley.gui.review.page_surface import PageSurface
from galley.gui.review.surface import Ground, Surface, SurfaceSpec


def _fits(asked: AskedCells) -> bool:
    return asked.compares and bool(asked.cells)


def _make(ground: Ground) -> Surface:
    from galley.gui.review.pair_page import PairPage

    return PageSurface(ground, PairPage(ground.session.theme))


SURFACE = SurfaceSpec(name="side-by-side", order=2, fits=_fits, factory=_make, page="galley.gui.review.pair_page")
