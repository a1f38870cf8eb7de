"""Which judge methods there are."""

from __future__ import annotations

from galley.core.judges.inquiry.prompts import look_beside
from galley.core.judges.methods.base import Method
from galley.core.registry import Registry

REGISTRY: Registry[Method] = Registry("galley.core.judges.methods", "METHOD", "judge method", "methods")
look_beside(REGISTRY.folder)


def find(name: str) -> Method:
    """The method called ``name``. Raises: InputError that lists those there are."""
    return REGISTRY.get(name)
