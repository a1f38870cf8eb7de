"""Which metrics there are."""

from __future__ import annotations

from core.metrics.base import Metric
from core.registry import Registry

REGISTRY: Registry[Metric] = Registry("core.metrics", "METRIC", "metric")


def names() -> list[str]:
    """The names of all metrics."""
    return list(REGISTRY.names())


def find(name: str) -> Metric:
    """The metric called ``name``. Raises: InputError that lists those there are."""
    return REGISTRY.get(name)
