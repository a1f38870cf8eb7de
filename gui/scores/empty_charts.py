"""What helps where a chart has nothing to show: one thing to do, as a button."""

from __future__ import annotations

from collections.abc import Collection

from galley.gui.charts.base import Chart
from galley.gui.translation import tr

IMPORT, RUNS, REVIEW = ("import", tr("Import data…")), ("runs", tr("Open Runs")), ("review", tr("Open Review"))
DRAW = ("draw", tr("Draw a review sample…"))
SCORES = ("correlation", "partial-correlation")
"""Charts of scores, which are imported."""


def remedy(chart: Chart, facts: Collection[str]) -> tuple[str, str]:
    """The name of what the window can do (a view, an entry of the menu), and the words of its button."""
    if "item" not in facts:
        return IMPORT
    lacking = chart.lacks(facts)
    if "judge" in lacking:
        return RUNS
    if lacking == ["draw"]:
        return DRAW
    if chart.name in SCORES:
        return IMPORT
    return RUNS if chart.group == tr("Papers") else REVIEW
