"""The chart of a screened corpus, and what the other one says of its figures."""

from __future__ import annotations

from pathlib import Path

import pytest

from galley.core.metrics.base import Params
from galley.core.metrics.registry import compute
from galley.core.project.project import Project
from galley.gui.charts.base import ChartRequest, Plane, Rows
from galley.gui.charts.registry import find
from tests.core.made_screening import corpus, review, screen


@pytest.mark.parametrize("when", [("--when", "day"), ()])
def test_a_screened_corpus_shows_both_rates_of_all_its_summaries(tmp_path: Path, when: tuple[str, ...]) -> None:
    paths, path = corpus(tmp_path / "in", 300, 1), tmp_path / "p.galley"
    assert screen(*paths, "--out", tmp_path / "out", "--into", path, "--draw", 8, *when) == 0
    with Project.open(path, read_only=True) as project:
        unread = find("screened-weeks").build(project.read_connection(), ChartRequest())
    assert unread.drawing is not None and "fewer than two drawn summaries" in unread.subtitle
    review(path, tmp_path)
    with Project.open(path, read_only=True) as project:
        picture = find("screened-weeks").build(project.read_connection(), ChartRequest())
        rows = compute("screened", project.read_connection(), Params()).rows
        whole = find("estimate").build(project.read_connection(), ChartRequest(every_judge=("offline",)))
    assert "over all 300 screened summaries" in picture.subtitle
    assert "about all summaries that were screened" in whole.subtitle
    if when:
        wanted = [row for row in rows if row["week"] and row["system"] is None]
        assert isinstance(picture.drawing, Plane) and len(wanted) == 2
        assert [curve.y for curve in picture.drawing.curves] == [
            tuple(row[key] for row in wanted) for key in ("value", "says")
        ]
        held = [(point.mark.low, point.mark.high) for point in picture.drawing.points if point.mark.series == 0]
        assert held == [(row["low"], row["high"]) for row in wanted]
        assert picture.drawing.curves[0].x[1] - picture.drawing.curves[0].x[0] == 7 * 24 * 3600
    else:
        wanted = [row for row in rows if not row["week"]]
        assert isinstance(picture.drawing, Rows) and len(wanted) == 3
        assert [(line.marks[0].value, line.marks[1].value) for line in picture.drawing.lines] == [
            (row["value"], row["says"]) for row in wanted
        ]
    assert len(picture.table.rows) == len(rows)
