"""Which charts there are, in the order of the list at the left."""

from __future__ import annotations

from galley.core.registry import Registry
from galley.gui.charts.base import GROUPS, Chart

REGISTRY: Registry[Chart] = Registry("galley.gui.charts", "CHART", "chart", "charts")


def list_charts() -> list[Chart]:
    """All charts, by group and place within it; groups that only extensions have come last."""
    groups = (*GROUPS, *sorted({chart.group for chart in REGISTRY.all().values()} - {*GROUPS}))
    return sorted(REGISTRY.all().values(), key=lambda chart: (groups.index(chart.group), chart.order, chart.name))


def find(name: str) -> Chart:
    """The chart called ``name``. Raises: InputError that lists those there are."""
    return REGISTRY.get(name)
