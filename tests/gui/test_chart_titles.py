"""Titles say what was found, and name a winner only where the test of the comparisons does."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest

from galley.core.metrics.base import Params
from galley.core.metrics.registry import compute
from galley.core.project.project import Project
from galley.core.storage import names
from galley.gui.charts.base import Picture
from tests.gui import chart_projects


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Project, dict[str, Picture]]]:
    with chart_projects.made("finesure", tmp_path_factory.mktemp("titles")) as project:
        yield project, {chart.name: picture for chart, picture, _ in chart_projects.pictures(project)}


@pytest.mark.parametrize(("name", "figure"), [("detection", "bacc"), ("precision-recall", "f1")])
def test_a_judge_wins_in_a_title_only_where_it_beats_every_other(
    pictures: tuple[Project, dict[str, Picture]], name: str, figure: str
) -> None:
    project, drawn = pictures
    result = compute("comparing", project.read_connection(), Params(options=(f"figure={figure}",), resamples=100))
    combined = {(s.id, c.id) for s in names.schemes(project.read_connection()) for c in s.combined_criteria}
    rows = [row for row in result.rows if row["n"] >= 50 and row["value"] is not None]
    rows = [row for row in rows if (row["scheme"], row["criterion"]) not in combined]
    wins = Counter((row["first"] if row["value"] > 0 else row["second"]) for row in rows if row["told"])
    title = drawn[name].title
    if wins:
        (best, count) = wins.most_common(1)[0]
        assert title.startswith(f"{best} is better than every other on {count} of {len(rows)} criteria")
    else:
        assert title.startswith("No judge is better than the others on any of")
    assert not re.search("highest|most often|best", title)


def test_titles_of_trust_are_count_and_interval(pictures: tuple[Project, dict[str, Picture]]) -> None:
    _, drawn = pictures
    for name in ("trust", "trust-curve"):
        assert re.search(r": \d+ of \d+ \(\d+ to \d+ %\) flags on “", drawn[name].title), drawn[name].title


def test_combined_criteria_stand_last(pictures: tuple[Project, dict[str, Picture]]) -> None:
    project, drawn = pictures
    combined = {(s.id, c.id) for s in names.schemes(project.read_connection()) for c in s.combined_criteria}
    for name in ("frequency", "ties"):
        flags = [(row["scheme"], row["criterion"]) in combined for row in drawn[name].table.rows]
        assert flags == sorted(flags), name
