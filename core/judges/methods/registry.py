"""Which judge methods there are."""

from __future__ import annotations

from core.judges.methods.base import Method
from core.registry import Registry

REGISTRY: Registry[Method] = Registry("core.judges.methods", "METHOD", "judge method")


def find(name: str) -> Method:
    """The method called ``name``. Raises: InputError that lists those there are."""
    return REGISTRY.get(name)
