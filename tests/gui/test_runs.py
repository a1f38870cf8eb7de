"""The Runs view with real runs: the built-in judge, recorded replies, and what can be done with them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from galley.core.importers import sample_project
from galley.core.judges.clients.registry import Source
from galley.core.judges.order import Order
from galley.core.judges.run_report import ShownCalls
from galley.core.project.project import Project
from galley.core.review.queue import Filter
from galley.gui.dialogs.base import Label
from galley.gui.runs.run_comparison import CompareRuns
from galley.gui.runs.run_controller import CLOSING
from galley.gui.runs.runs_view import TITLE, RunsView
from galley.gui.session import Session
from galley.gui.shortcuts import Dispatcher
from galley.gui.theme import Mode, Theme
from tests.core import building


class RunsWindow(QWidget):
    """The view with its session; keys go where the window of the program would send them."""

    def __init__(self, project: Project, theme: Theme) -> None:
        super().__init__()
        self.session = Session(project, "rea", theme)
        self.view = RunsView(self.session)
        self.wanted: list[Filter] = []
        self.failures: list[str] = []
        self.session.failed.connect(self.failures.append)
        self.session.changed.connect(self.view.apply)
        self.view.open_queue.connect(self.wanted.append)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.view)
        Dispatcher(self, self.session.keys).set_targets("runs", self.view.actions())
        self.resize(1440, 820)


Open = Callable[..., RunsWindow]


def distinct(number: int) -> dict[str, Any]:
    """An item whose texts no other has: identical calls would be sent once."""
    made = building.record(f"item-{number}", verdicts=[], judged=[])
    made["documents"][0]["turns"][1]["text"] = f"It leaves at {number}."
    return made


@pytest.fixture
def open_runs(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> Iterator[Open]:
    theme = Theme(Mode.LIGHT)
    theme.apply(qapp)
    windows: list[RunsWindow] = []

    def open_(project: Project | None = None) -> RunsWindow:
        if project is None:
            project = building.project(tmp_path, *map(distinct, range(6)))
        window = RunsWindow(project, theme)
        windows.append(window)
        with qtbot.waitActive(window):
            window.show()
        with qtbot.waitSignal(window.view.ready):
            window.view.activate()
        return window

    yield open_
    for window in windows:
        window.close()
        window.session.close()
        window.deleteLater()


def reply(*labels: str) -> str:
    entries = [
        {"number": n, "reason": "So.", "words": [], "quotes": [], "category": c} for n, c in enumerate(labels, 1)
    ]
    return json.dumps({"verdicts": entries})


def recorded(path: Path, *lines: dict[str, Any], after: float = 0.0, items: Sequence[int] = range(6)) -> Source:
    """Replies for each item: those of ``lines``, else one that finds nothing."""
    rows = []
    for number in items:
        for document, labels in (("sum-a", ("no error", "no error")), ("sum-b", ("no error",))):
            own = next((line for line in lines if line.get("document", document) == document), None)
            rows.append(
                {
                    "item": f"item-{number}",
                    "document": document,
                    "after": after,
                    **(own or {"reply": reply(*labels)}),
                }
            )
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return Source("replay", "", str(path))


def finished(window: RunsWindow, count: int = 1) -> Callable[[], bool]:
    def check() -> bool:
        runs = window.view.table.runs
        return len(runs) == count and all(run.over for run in runs) and window.view.live.progress(runs[0].id) is None

    return check


def words(window: RunsWindow, line: int = 0) -> dict[str, str]:
    lines = window.view.table.lines
    return {c.title: lines.index(line, n).data() for n, c in enumerate(lines.columns)}


def test_nothing_is_said_of_runs_before_they_are_read(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> None:
    theme = Theme(Mode.LIGHT)
    theme.apply(qapp)
    window = RunsWindow(building.project(tmp_path, *map(distinct, range(6))), theme)
    try:
        with qtbot.waitActive(window):
            window.show()
        said = [label for label in window.view.findChildren(Label) if TITLE in label.text()]
        assert said and not any(label.isVisible() for label in said), "while it is loading"
        with qtbot.waitSignal(window.view.ready):
            window.view.activate()
        assert all(label.isVisible() for label in said)
        assert window.view.empty.run.hasFocus()
    finally:
        window.close()
        window.session.close()
        window.deleteLater()


def test_the_built_in_judge_runs_on_the_sample_from_the_empty_page(
    open_runs: Open, qtbot: QtBot, tmp_path: Path
) -> None:
    window = open_runs(Project.open(sample_project.make(tmp_path)))
    view = window.view
    assert view.empty.isVisible() and view.empty.run.isEnabled()
    qtbot.mouseClick(view.empty.run, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(finished(window), timeout=20_000)
    said = words(window)
    assert (said["Method"], said["State"], said["Cost"]) == ("Built-in judge", "done", "free")
    assert view.table.runs[0].flags > 0 and not view.empty.isVisible()
    qtbot.waitUntil(lambda: view.breakdown.table.isVisible() and view.breakdown.table.lines.rowCount() > 0)
    qtbot.mouseClick(view.bar.buttons["review"], Qt.MouseButton.LeftButton)
    assert window.wanted == [Filter(judge=view.table.runs[0].annotator)]


def test_a_run_of_recorded_replies_is_followed_and_inspected(open_runs: Open, qtbot: QtBot, tmp_path: Path) -> None:
    window = open_runs()
    view = window.view
    hostile = "<script>alert(1)</script><b>NO</b>\u202e"
    source = recorded(
        tmp_path / "r.jsonl", {"document": "sum-a", "reply": hostile, "tokens_in": 70, "tokens_out": 9}, after=0.2
    )
    view.begin(Order("finesure", source, "m", concurrency=1))
    qtbot.waitUntil(lambda: len(view.calls.ids) > 2)  # listed while it still runs
    assert view.live.progress(view.table.runs[0].id) is not None
    qtbot.waitUntil(finished(window), timeout=20_000)
    qtbot.waitUntil(lambda: len(view.calls.ids) == 12)
    assert words(window)["Progress"] == "6 items  ·  12 calls"
    qtbot.mouseClick(view.calls.chips[ShownCalls.UNSCORED], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(view.calls.ids) == 6 and view.detail.reply.text == hostile)
    assert "<script>alert(1)</script><b>NO</b>" in view.detail.reply.edit.toPlainText()
    assert "\u202e" not in view.detail.reply.edit.toPlainText()
    assert view.detail.why.text().startswith("Unscored:")
    assert "The ferry leaves at nine." in view.detail.prompt.text
    assert "Review" not in view.detail.prompt.text[:20] and "finesure" not in window.failures
    second = view.calls.ids[1]
    qtbot.keyClick(view.table, Qt.Key.Key_BracketRight)
    qtbot.waitUntil(lambda: view.calls.ids[view.calls.table.current] == second)
    qtbot.keyClick(view.table, Qt.Key.Key_O)
    assert window.wanted and window.wanted[-1].items == (2,)


def test_a_judge_that_flags_everything_is_warned_of_on_the_run_page(
    open_runs: Open, qtbot: QtBot, tmp_path: Path
) -> None:
    window = open_runs()
    view = window.view
    wrong = "entity error"
    source = recorded(
        tmp_path / "r.jsonl",
        {"document": "sum-a", "reply": reply(wrong, wrong)},
        {"document": "sum-b", "reply": reply(wrong)},
    )
    view.begin(Order("finesure", source, "m"))
    qtbot.waitUntil(finished(window), timeout=20_000)
    qtbot.waitUntil(view.bar.warning.isVisible)
    assert "flags 18 of 18 sentences (100%) in made-up under entity-error" in view.bar.warning.text
    view.begin(Order("finesure", recorded(tmp_path / "none.jsonl"), "m"))
    qtbot.waitUntil(finished(window, 2), timeout=20_000)
    view.table.choose_run(view.table.runs[0].id)
    qtbot.waitUntil(lambda: not view.bar.warning.isVisible())


def test_a_run_is_paused_and_gone_on_with(open_runs: Open, qtbot: QtBot, tmp_path: Path) -> None:
    window = open_runs()
    view = window.view
    view.begin(Order("finesure", recorded(tmp_path / "slow.jsonl", after=0.2), "m", concurrency=1))
    qtbot.waitUntil(lambda: bool(view.table.runs) and view.bar.buttons["pause"].isVisible())
    run = view.table.runs[0].id
    qtbot.keyClick(view.table, Qt.Key.Key_P)
    assert words(window)["State"] == "paused" and view.bar.buttons["pause"].text() == "Resume"
    qtbot.waitUntil(lambda: [now.in_flight for now in view.live.list_progress()] == [0])
    sent = [now.requests_sent for now in view.live.list_progress()]
    for _ in range(4):  # looks at the run, each longer after the last than a reply takes
        with qtbot.waitSignal(view.live.progressChanged):
            pass
    assert [now.requests_sent for now in view.live.list_progress()] == sent
    qtbot.mouseClick(view.bar.buttons["pause"], Qt.MouseButton.LeftButton)
    assert words(window)["State"] == "running"
    qtbot.waitUntil(finished(window), timeout=20_000)
    assert view.table.runs[0].id == run and words(window)["State"] == "done"


def test_cancel_waits_for_no_reply(open_runs: Open, qtbot: QtBot, tmp_path: Path) -> None:
    """The replies would take minutes."""
    window = open_runs()
    view = window.view
    view.begin(Order("finesure", recorded(tmp_path / "slow.jsonl", after=300), "m", concurrency=2))
    qtbot.waitUntil(lambda: [now.in_flight for now in view.live.list_progress()] == [2])
    qtbot.waitUntil(view.bar.buttons["cancel"].isVisible)  # the run's row is read in the background
    qtbot.mouseClick(view.bar.buttons["cancel"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: view.live.list_progress() == [])
    qtbot.waitUntil(lambda: words(window)["State"] == "cancelled")
    assert not view.bar.buttons["cancel"].isVisible()


def test_closing_the_project_stops_a_run_that_can_be_gone_on_with(
    open_runs: Open, qtbot: QtBot, tmp_path: Path
) -> None:
    """It waits for no reply either: the last ones would take minutes."""
    window = open_runs()
    view, path = window.view, window.session.project.path
    source = recorded(tmp_path / "slow.jsonl", after=0.05, items=(0, 1))
    slow = recorded(tmp_path / "slower.jsonl", after=300, items=(2, 3, 4, 5))
    replies = Path(source.replies)
    quick = replies.read_text("utf-8")
    replies.write_text(quick + Path(slow.replies).read_text("utf-8"), "utf-8")
    view.begin(Order("finesure", source, "m", concurrency=1))
    qtbot.waitUntil(
        lambda: bool(view.table.runs) and [now.replies_received for now in view.live.list_progress()] == [4]
    )
    window.session.close()
    recorded(replies)
    again = open_runs(Project.open(path))
    assert words(again)["State"] == "stopped" and CLOSING.rstrip(".") in again.view.bar.words.text
    assert again.view.table.runs[0].done == 4
    qtbot.mouseClick(again.view.bar.buttons["again"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: words(again)["State"] == "done" and finished(again)(), timeout=20_000)
    (run,) = again.view.table.runs
    assert (run.state, run.calls, run.failed_calls) == ("done", 12, 0)
    assert run.attempts <= 12 + 1  # only what was in flight was asked twice


def test_two_runs_are_compared_and_the_difference_is_reviewed(open_runs: Open, qtbot: QtBot, tmp_path: Path) -> None:
    window = open_runs()
    view = window.view
    one = recorded(tmp_path / "1.jsonl", {"document": "sum-a", "reply": reply("Entity error", "Entity error")})
    two = recorded(tmp_path / "2.jsonl", {"document": "sum-a", "reply": reply("Entity error", "no error")})
    for number, (source, model) in enumerate(((one, "first"), (two, "second")), 1):
        view.begin(Order("finesure", source, model))
        qtbot.waitUntil(finished(window, number), timeout=20_000)
    dialog = CompareRuns(window, window.session, view.table.runs, view.table.run)
    qtbot.addWidget(dialog)
    qtbot.waitUntil(lambda: dialog.comparison is not None)
    assert {change: chip._words() for change, chip in dialog.chips.items()} == {
        "same": "Same 6",
        "new": "New 0",
        "gone": "Gone 6",
        "changed": "Changed 0",
    }
    assert dialog.table.lines.rowCount() == 6
    qtbot.mouseClick(dialog.go, Qt.MouseButton.LeftButton)
    assert dialog.queue_filter == Filter(items=(1, 2, 3, 4, 5, 6), about="new or gone flags")
    dialog.earlier.setCurrentIndex(dialog.later.currentIndex())
    qtbot.waitUntil(lambda: dialog.comparison is not None and "same judge" in dialog.comparison.why)
    assert not dialog.go.isEnabled()


def test_a_refusal_is_told_and_the_page_stays(open_runs: Open, qtbot: QtBot, tmp_path: Path) -> None:
    window = open_runs()
    window.view.begin(Order("finesure", Source("replay", "", str(tmp_path / "none.jsonl")), "m"))
    qtbot.waitUntil(lambda: window.view.empty.error_label.isVisible())
    assert "none.jsonl cannot be read" in window.view.empty.error_label.text()
    assert window.view.empty.run.isEnabled()


def test_a_project_for_reading_shows_runs_and_starts_none(open_runs: Open, qtbot: QtBot, tmp_path: Path) -> None:
    path = sample_project.make(tmp_path)
    window = open_runs(Project.open(path, read_only=True))
    empty = window.view.empty
    assert not empty.run.isEnabled() and not empty.more.isEnabled()
    assert empty.error_label.text() == "sample.galley is open read-only, so no judge can write into it."
