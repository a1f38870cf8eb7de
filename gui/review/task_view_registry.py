"""Which surfaces there are, and which of them a task has."""

from __future__ import annotations

from dataclasses import replace

from galley.core.registry import Registry
from galley.core.tasks.questions import AskedCells
from galley.gui.review.task_view import SurfaceSpec
from galley.gui.text_panes.item import ReviewItem

REGISTRY: Registry[SurfaceSpec] = Registry("galley.gui.review.task_views", "SURFACE", "surface")


def surface_of(asked_cells: AskedCells) -> SurfaceSpec | None:
    """The surface of a task; None where the panes and the list are enough, as in a project without tasks."""
    if asked_cells.task is None:
        return None
    return next((spec for spec in surfaces() if _is_asked(spec, asked_cells) and spec.fits(asked_cells)), None)


def _is_asked(spec: SurfaceSpec, asked_cells: AskedCells) -> bool:
    """Whether anything is asked that a spec is declared for, so that no code of a paper runs where nothing is."""
    if not spec.asked_units and not spec.asked_schemes:
        return True
    return any(c.unit in spec.asked_units or c.scheme in spec.asked_schemes for c in asked_cells.criteria)


def surface_for(review_item: ReviewItem) -> SurfaceSpec | None:
    """The surface of an item: that of the task, or without one that which the item has anyway."""
    if review_item.asked_cells.task is not None:
        return surface_of(review_item.asked_cells)
    roles = {document.role for document in review_item.view.documents}
    return next((spec for spec in surfaces() if spec.roles & roles and spec.stands(review_item)), None)


def surfaces() -> list[SurfaceSpec]:
    """All of them in their order."""
    return sorted(REGISTRY.all().values(), key=lambda spec: (spec.order, spec.name))


def without_tabs(review_item: ReviewItem) -> ReviewItem:
    """The item without the tabs of the units that the surface of its task shows itself."""
    spec = surface_for(review_item)
    if spec is None or not spec.kinds:
        return review_item
    return replace(review_item, tabs=tuple(tab for tab in review_item.tabs if tab.kind not in spec.kinds))
