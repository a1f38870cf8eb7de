"""Asking a model again from the Runs view: one call, or all that are listed."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from galley.core.judges.order import Order, order_of
from galley.core.judges.run_report import ShownCalls
from galley.core.project.project import Project
from galley.gui.runs.runs_view import AskAgain
from tests.gui.test_runs import Open, RunsWindow, finished, open_runs, recorded

__all__ = ["open_runs"]


@pytest.fixture
def judged(open_runs: Open, qtbot: QtBot, tmp_path: Path) -> RunsWindow:
    """A run in which the replies about sum-a could not be read; by now the file has better ones."""
    window = open_runs()
    file = tmp_path / "r.jsonl"
    source = recorded(file, {"document": "sum-a", "reply": "Fine."})
    window.view.begin(Order("finesure", source, "m", concurrency=1))
    qtbot.waitUntil(finished(window), timeout=20_000)
    recorded(file)
    qtbot.waitUntil(lambda: len(window.view.calls.ids) == 12)
    return window


def dialog(window: RunsWindow, qtbot: QtBot) -> AskAgain:
    view = window.view
    run = view.table.run
    assert run is not None
    made = AskAgain(window, window.session, run, view.calls.ids[0], view.calls.ids)
    qtbot.addWidget(made)
    made.show()
    return made


def test_all_unscored_are_asked_again_and_nothing_else(judged: RunsWindow, qtbot: QtBot) -> None:
    view = judged.view
    qtbot.mouseClick(view.calls.chips[ShownCalls.UNSCORED], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(view.calls.ids) == 6)
    asking = dialog(judged, qtbot)
    qtbot.waitUntil(asking.go.isEnabled)
    assert asking.much.text().startswith("1 item, 1 request")
    asking.which.setCurrentIndex(1)
    qtbot.waitUntil(lambda: asking.go.isEnabled() and asking.much.text().startswith("6 items, 6 requests"))
    assert "6 more replies are reused and cost nothing" in asking.much.text()
    asking.tokens.setValue(9_000)
    qtbot.waitUntil(asking.go.isEnabled)
    qtbot.mouseClick(asking.go, Qt.MouseButton.LeftButton)
    assert asking.order is not None and asking.order.limit == 9_000
    view.begin(asking.order)
    qtbot.waitUntil(finished(judged, 2), timeout=20_000)
    run = view.table.runs[0]
    assert (run.calls, run.done, run.reused_calls, run.unscored_count, run.unscored_cells) == (12, 6, 6, 0, 0)
    assert run.annotator == view.table.runs[1].annotator


def test_the_button_asks_for_the_chosen_call(judged: RunsWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    view = judged.view
    asked: list[AskAgain] = []

    def press(self: AskAgain) -> int:
        asked.append(self)
        qtbot.waitUntil(self.go.isEnabled)
        self.go.click()
        return 1

    monkeypatch.setattr(AskAgain, "exec", press)
    assert view.calls.again.isEnabled()
    qtbot.mouseClick(view.calls.again, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(finished(judged, 2), timeout=20_000)
    run = view.table.runs[0]
    assert len(order_of(run.settings).again) == 1
    assert (run.done, run.reused_calls, run.unscored_count) == (1, 1, 0), "the other summary of the item is known"
    assert len(asked) == 1


def test_leaving_it_starts_nothing_and_reading_only_offers_nothing(
    judged: RunsWindow, qtbot: QtBot, open_runs: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(AskAgain, "exec", lambda self: 0)
    qtbot.mouseClick(judged.view.calls.again, Qt.MouseButton.LeftButton)
    assert len(judged.view.table.runs) == 1
    other = open_runs(Project.open(judged.session.project.path))
    assert not other.session.project.writable
    qtbot.waitUntil(lambda: len(other.view.calls.ids) == 12)
    assert not other.view.calls.again.isEnabled()
