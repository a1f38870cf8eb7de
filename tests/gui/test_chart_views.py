"""Charts that are relatives are one line of the list, with a switch in the head of their page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from galley.core.project.project import Project
from galley.gui.charts.registry import REGISTRY, find_page, list_charts, list_views
from tests.gui import chart_projects, rooms
from tests.gui.test_charts_files import galley


@pytest.fixture(scope="module")
def finesure(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    with chart_projects.made("finesure", tmp_path_factory.mktemp("views")) as project:
        yield project


def test_every_chart_that_there_is_has_one_place() -> None:
    listed, flat = [chart.name for chart in list_charts()], [chart.name for chart in list_views()]
    assert 20 <= len(listed) <= 26
    assert len(flat) == len(set(flat)) and set(flat) == set(REGISTRY.names())
    assert {find_page(name) for name in flat} == set(listed)
    assert find_page("nothing") == ""
    for chart in list_charts():
        names = [name for name, _ in chart.views]
        assert not names or names[0] == chart.name, "the chart itself stands first in its switch"
        assert len({words for _, words in chart.views}) == len(names)


def test_a_switch_shows_the_other_view_and_old_names_lead_to_it(
    finesure: Project, tmp_path: Path, qapp: QApplication, qtbot: QtBot
) -> None:
    with rooms.window(finesure.path, tmp_path, qapp) as window:
        view: Any = rooms.go(window, "scores/detection")
        with qtbot.waitSignal(view.picture_completed, timeout=30_000):
            width = view.page.views.width()
            qtbot.mouseClick(view.page.views, Qt.MouseButton.LeftButton, pos=QPoint(width - 8, 8))
        assert view.chart.name == "reliability" and view.list.name == "detection"
        assert view.state()["chart"] == "reliability"
        with qtbot.waitSignal(view.picture_completed, timeout=30_000):
            view.restore({"chart": "trust-curve"})
        assert view.list.name == "trust" and view.page.views.current == "trust-curve"
        with qtbot.waitSignal(view.picture_completed, timeout=30_000):
            view.show_chart("detection")
        assert view.chart.name == "detection", "its own name leads to its first view"
        with qtbot.waitSignal(view.picture_completed, timeout=30_000):
            view.show_chart("confusion")
        assert view.page.views.isHidden()
        offered = {name for name in view.list.available_names if name.startswith("paper-")}
        assert offered == set(), "a page a paper, where the project has that paper's data (its methods' scores are not)"


def test_the_commands_list_charts_and_take_the_names_of_views(finesure: Project, tmp_path: Path) -> None:
    listed = galley("list", "charts")
    assert "detection" in listed.stdout and "roc-curve" not in listed.stdout
    done = galley("charts", "--project", str(finesure.path), "--out", str(tmp_path), "--format", "csv", "roc-curve")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "roc-curve.csv").exists()
