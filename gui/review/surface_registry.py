"""Which surfaces there are, and which of them a task has."""

from __future__ import annotations

from galley.core.registry import Registry
from galley.core.tasks.questioning import Asked
from galley.gui.review.surface import SurfaceSpec

REGISTRY: Registry[SurfaceSpec] = Registry("galley.gui.review.surfaces", "SURFACE", "surface")


def surface_of(asked: Asked) -> SurfaceSpec | None:
    """The surface of a task; None where the panes and the list are enough, as in a project without tasks."""
    if asked.task is None:
        return None
    specs = sorted(REGISTRY.all().values(), key=lambda spec: (spec.order, spec.name))
    return next((spec for spec in specs if spec.fits(asked)), None)
