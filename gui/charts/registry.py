"""Which charts there are, in the order of the list at the left."""

from __future__ import annotations

from galley.core.registry import Registry
from galley.gui.charts.base import GROUPS, Chart

REGISTRY: Registry[Chart] = Registry("galley.gui.charts", "CHART", "chart", "charts")


def list_charts() -> list[Chart]:
    """The charts of the list, by group and place within it; groups that only extensions have come last."""
    views = _pages_of_views()
    charts = [chart for chart in REGISTRY.all().values() if views.get(chart.name, chart.name) == chart.name]
    groups = (*GROUPS, *sorted({chart.group for chart in charts} - {*GROUPS}))
    return sorted(charts, key=lambda chart: (groups.index(chart.group), chart.order, chart.name))


def list_views() -> list[Chart]:
    """The charts of the list, each followed by those that its page switches to."""
    return [view for chart in list_charts() for view in views_of(chart)]


def views_of(chart: Chart) -> list[Chart]:
    """What the page of a chart switches between: the chart first."""
    return [chart, *(REGISTRY.get(name) for name, _ in chart.views if name != chart.name)]


def find(name: str) -> Chart:
    """The chart or the view called ``name``. Raises: InputError that lists those there are."""
    return REGISTRY.get(name)


def find_page(name: str) -> str:
    """The name of the chart in the list whose page shows the chart or view called ``name``; "" where there is none."""
    return _pages_of_views().get(name, name if name in REGISTRY.all() else "")


def _pages_of_views() -> dict[str, str]:
    return {view: chart.name for chart in REGISTRY.all().values() for view, _ in chart.views}
