"""Which surfaces there are, and which of them a task has."""

from __future__ import annotations

from dataclasses import replace

from galley.core.registry import Registry
from galley.core.tasks.questioning import Asked
from galley.gui.desk.opened import Opened
from galley.gui.review.surface import SurfaceSpec

REGISTRY: Registry[SurfaceSpec] = Registry("galley.gui.review.surfaces", "SURFACE", "surface")


def surface_of(asked: Asked) -> SurfaceSpec | None:
    """The surface of a task; None where the panes and the list are enough, as in a project without tasks."""
    if asked.task is None:
        return None
    specs = sorted(REGISTRY.all().values(), key=lambda spec: (spec.order, spec.name))
    return next((spec for spec in specs if spec.fits(asked)), None)


def without_tabs(opened: Opened) -> Opened:
    """The item without the tabs of the units that the surface of its task shows itself."""
    spec = surface_of(opened.asked)
    if spec is None or not spec.kinds:
        return opened
    return replace(opened, tabs=tuple(tab for tab in opened.tabs if tab.kind not in spec.kinds))
