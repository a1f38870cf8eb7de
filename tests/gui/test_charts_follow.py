"""An open chart follows a decision at 100,000 verdicts, in processor time, so that a busy machine is no failure."""

from __future__ import annotations

from pathlib import Path

from benchmarks.charting import MOST, VERDICTS, fill, follow
from benchmarks.figures import median
from galley.gui.charts.registry import charts

ELSEWHERE = ("Discussions",)
"""Groups of charts that find nothing to draw in that project."""


def test_every_chart_follows_a_decision_within_its_time(tmp_path: Path) -> None:
    path = tmp_path / "charts.galley"
    assert fill(path, VERDICTS) > 0.95 * VERDICTS
    # Speed and doubt of reviewers ("diagnosis") are read from the whole log and are not held to this yet.
    mine = [chart.name for chart in charts() if chart.group not in ELSEWHERE and chart.name != "diagnosis"]
    took = {name: median(times) for name, times in follow(path, ",".join(mine)).items()}
    assert took.keys() == set(mine)
    assert {name: time for name, time in took.items() if time > MOST} == {}
