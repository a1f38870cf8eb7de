"""Which surfaces there are, and which of them a task has."""

from __future__ import annotations

from dataclasses import replace

from galley.core.registry import Registry
from galley.core.tasks.questioning import AskedCells
from galley.gui.desk.opened import Opened
from galley.gui.review.surface import SurfaceSpec

REGISTRY: Registry[SurfaceSpec] = Registry("galley.gui.review.surfaces", "SURFACE", "surface")


def surface_of(asked: AskedCells) -> SurfaceSpec | None:
    """The surface of a task; None where the panes and the list are enough, as in a project without tasks."""
    return next((spec for spec in surfaces() if asked.task is not None and spec.fits(asked)), None)


def surface_for(opened: Opened) -> SurfaceSpec | None:
    """The surface of an item: that of the task, or without one that which the item has anyway."""
    if opened.asked.task is not None:
        return surface_of(opened.asked)
    roles = {document.role for document in opened.view.documents}
    return next((spec for spec in surfaces() if spec.roles & roles and spec.stands(opened)), None)


def surfaces() -> list[SurfaceSpec]:
    """All of them in their order."""
    return sorted(REGISTRY.all().values(), key=lambda spec: (spec.order, spec.name))


def without_tabs(opened: Opened) -> Opened:
    """The item without the tabs of the units that the surface of its task shows itself."""
    spec = surface_for(opened)
    if spec is None or not spec.kinds:
        return opened
    return replace(opened, tabs=tuple(tab for tab in opened.tabs if tab.kind not in spec.kinds))
