"""Versions of a refined summary: each change between what was before and what came, over the sources. A change is a
flag: accepted, the new words stand, else the old ones."""

from __future__ import annotations

from galley.core.tasks.questions import AskedCells
from galley.gui.review.page_view import PageSurface
from galley.gui.review.task_view import Surface, SurfaceContext, SurfaceSpec

_SCHEME = "refinement"


def _can_show(asked_cells: AskedCells) -> bool:
    return bool(asked_cells.criteria) and all(criterion.scheme == _SCHEME for criterion in asked_cells.criteria)


def _create_surface(context: SurfaceContext) -> Surface:
    from galley.gui.papers.longsumeval.version_page import VersionPage

    return PageSurface(context, VersionPage(context.session))


SURFACE = SurfaceSpec(
    name="version-diff", order=1, fits=_can_show, factory=_create_surface,
    page="galley.gui.papers.longsumeval.version_page", asked_schemes=frozenset({_SCHEME}),
)  # fmt: skip
