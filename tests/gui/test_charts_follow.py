"""Every open chart follows a decision in a project of its size; ``make bench`` says how fast."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import charting
from benchmarks.charting import fill, follow
from galley.gui.charts.registry import list_views

VERDICTS = 5_000
ELSEWHERE = ("Discussions",)
"""Groups of charts that find nothing to draw in that project."""


def test_every_chart_follows_a_decision(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(charting, "TURNS", 3)  # every third decision finishes an item; more only make the median steady
    path = tmp_path / "charts.galley"
    assert fill(path, VERDICTS) > 0.95 * VERDICTS
    mine = [chart.name for chart in list_views() if chart.group not in ELSEWHERE]
    assert follow(path, ",".join(mine)).keys() == set(mine)
