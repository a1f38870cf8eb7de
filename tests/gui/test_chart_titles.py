"""Titles say what was found, and name a winner only where the test of the comparisons does."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from galley.core.metrics.base import Params
from galley.core.metrics.registry import compute
from galley.core.project.project import Project
from galley.core.storage import names
from galley.gui.charts.base import Chart, Picture
from galley.gui.charts.chart_words import RANKED, describe_figures
from galley.gui.charts.detection_chart import _describe_one
from galley.gui.charts.registry import list_views
from tests.gui import chart_projects

Drawn = list[tuple[Chart, Picture]]


@pytest.fixture(scope="module")
def finesure(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Project, Drawn]]:
    with chart_projects.made("finesure", tmp_path_factory.mktemp("titles")) as project:
        yield project, _draw(project)


def _draw(project: Project) -> Drawn:
    return [(chart, picture) for chart, picture, _ in chart_projects.pictures(project)]


@pytest.fixture(scope="module")
def pictures(finesure: tuple[Project, Drawn]) -> tuple[Project, dict[str, Picture]]:
    project, drawn = finesure
    return project, {chart.name: picture for chart, picture in drawn}


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


RANKS = re.compile(r"\b(best|worst|most|least|highest|lowest|first|leads?|leading)\b", re.IGNORECASE)


@pytest.mark.parametrize("name", chart_projects.PROJECTS)
def test_every_title_is_a_finding(tmp_path: Path, name: str, finesure: tuple[Project, Drawn]) -> None:
    """No title is a chart's name; each has a figure, and says nothing of ranks where all figures rest on few."""
    if name == "finesure":
        drawn = finesure[1]
    else:
        with chart_projects.made(name, tmp_path) as project:
            drawn = _draw(project)
    names_of_charts = {chart.title for chart in list_views()}
    for chart, picture in drawn:
        assert picture.title not in names_of_charts, chart.name
        assert re.search(r"\d", picture.title), f"{chart.name}: {picture.title}"
        assert picture.measure.strip() and picture.measure != picture.title, chart.name
        counts = [row["n"] for row in picture.table.rows if isinstance(row.get("n"), int)]
        if counts and max(counts) < RANKED:
            assert not RANKS.search(re.sub("“.*?”", "", picture.title)), f"{chart.name}: {picture.title}"


def test_a_title_without_a_test_gives_each_figure_or_the_range() -> None:
    rows = [
        {"who": who, "value": value, "low": value - 0.1, "high": value + 0.2, "n": n}
        for who, value, n in (("a", 0.5, 20), ("b", 0.3, 30))
    ]
    one = describe_figures("Share", rows[:1], ("who",))
    assert one == "Share: a 50.0 % [40.0, 70.0], n = 20"
    both = describe_figures("Share", rows, ("who",), guide=(0.55, "chance"))
    figures = "a 50.0 % [40.0, 70.0]; b 30.0 % [20.0, 50.0]"
    assert both == f"Share: {figures}; 1 of 2 intervals exclude 55.0 % (chance), n = 20–30"
    several = describe_figures("Share", [*rows, {"who": "c", "value": 0.9, "n": 4}], ("who",))
    assert several == "Share: 30.0 % to 90.0 %, n = 4–30"
    assert describe_figures("Share", [{"who": "c", "value": None}], ("who",)) == ""


def test_nothing_is_found_where_only_flags_have_gold() -> None:
    """It said "GPT found 10 of 10 errors" where nobody had looked at what GPT did not flag."""
    row = {"judge": "GPT", "name": "Fault", "tp": 10, "fp": 2, "fn": 0, "tn": 0, "recall_low": 0.72, "recall_high": 1.0,
           "precision_low": 0.55, "precision_high": 0.95}  # fmt: skip
    assert _describe_one([row]) == "GPT: 10 of 12 (55 to 95 %) flags on “Fault” were right"
    assert _describe_one([row | {"tn": 3}]) == "“Fault”: GPT found 10 of 10 (72 to 100 %)"
