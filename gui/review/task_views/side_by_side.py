"""Two documents side by side, in an order that is drawn; which is better is answered by digits."""

from __future__ import annotations

from galley.core.tasks.questions import AskedCells
from galley.gui.review.page_view import PageSurface
from galley.gui.review.task_view import Surface, SurfaceContext, SurfaceSpec


def _fits(asked_cells: AskedCells) -> bool:
    return asked_cells.compares and bool(asked_cells.cells)


def _make(context: SurfaceContext) -> Surface:
    from galley.gui.review.task_view_page import PairPage

    return PageSurface(context, PairPage(context.session.theme))


SURFACE = SurfaceSpec(name="side-by-side", order=2, fits=_fits, factory=_make, page="galley.gui.review.task_view_page")
