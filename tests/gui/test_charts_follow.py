"""Every open chart follows a decision in a project of its size; ``make bench`` says how fast."""

from __future__ import annotations

from pathlib import Path

from benchmarks.charting import fill, follow
from galley.gui.charts.registry import list_views

VERDICTS = 5_000
ELSEWHERE = ("Discussions",)
"""Groups of charts that find nothing to draw in that project."""


def test_every_chart_follows_a_decision(tmp_path: Path) -> None:
    path = tmp_path / "charts.galley"
    assert fill(path, VERDICTS) > 0.95 * VERDICTS
    mine = [chart.name for chart in list_views() if chart.group not in ELSEWHERE]
    # Every third decision finishes an item; more of them only make a median steady.
    assert follow(path, ",".join(mine), turns=3).keys() == set(mine)
