"""A project opens on the next open flag, and no key changes an earlier answer before its flag is selected."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from galley.core.domain import ChangeSet
from galley.core.project.project import Project
from galley.core.review import task_choice
from galley.core.review.decision_writer import DecisionWriter as Reviewer
from galley.core.review.items import load_item_view
from galley.core.review.queue import Filter
from galley.gui.settings import Settings
from galley.gui.shell.window import Window
from galley.gui.theme import Mode, Theme
from galley.gui.widgets.chip import Chip
from tests.gui.review_desk import FLAGS, Desk, DeskWindow, desk, item, make_project

__all__ = ["desk"]
K = Qt.Key
BURST = (K.Key_X, K.Key_A, K.Key_U, K.Key_1, K.Key_X)
ROOT = Path(__file__).resolve().parents[2]


def project(folder: Path, decided: dict[str, int], flags: int = 2) -> Path:
    """Items of these names with ``flags`` flags each, of which rea accepted the first so many."""
    path = make_project(folder / "desk.galley", [item(key, FLAGS[:flags]) for key in decided])
    with Project.open(path) as opened:
        rea = Reviewer(opened, "rea")
        for number, count in enumerate(decided.values(), 1):
            for flag in load_item_view(opened.read_connection(), number).flags()[:count]:
                rea.accept(number, flag).result()
    return path


def opened(desk: Desk, path: Path, state: dict[str, Any] | None = None) -> DeskWindow:
    """A window that goes on with ``state``, as it is once the queue is there."""
    window = DeskWindow(path, desk.theme)
    window.view.restore(json.loads(json.dumps(state or {})))
    desk.windows.append(window)
    with desk.bot.waitActive(window):
        window.show()
    with desk.bot.waitSignal(window.view.ready):
        window.view.activate()
    desk.until(lambda: window.session.at_rest)
    return window


def log(desk: Desk, window: DeskWindow) -> list[tuple[Any, ...]]:
    desk.until(lambda: window.session.at_rest)
    return window.rows("SELECT action, flag_id FROM decision ORDER BY id")


@pytest.mark.parametrize(
    ("left", "key"), [(1, "three"), (2, "three"), (3, "three"), (4, "five"), (5, "five"), (6, "three")]
)
def test_it_opens_on_the_next_open_flag_from_where_it_was_left(desk: Desk, tmp_path: Path, left: int, key: str) -> None:
    path = project(tmp_path, {"one": 2, "two": 2, "three": 1, "four": 2, "five": 0, "six": 2})
    window = opened(desk, path, {"item": left})
    assert window.key() == key and window.stage.entry.open
    assert sum(entry.open for entry in window.entries) == (1 if key == "three" else 2)


@pytest.mark.parametrize("across", [False, True])
def test_a_burst_of_keys_on_what_is_all_decided_changes_nothing(desk: Desk, tmp_path: Path, across: bool) -> None:
    """X, then A, were two decisions on a finished flag."""
    path = project(tmp_path, {"one": 2, "two": 2})
    window = opened(desk, path, {"item": 2, "queue": {"across": across, "criterion": 0}})
    assert window.key() == ("one" if across else "two") and window.stage.criterion_review.on is across
    before = log(desk, window)
    for key in BURST:
        desk.press(window, key)
    assert log(desk, window) == before
    assert "choose it first" in window.stage.flags.bar.words
    window.stage.flags.detail.overridden.emit()  # nor does the button
    assert log(desk, window) == before


def test_a_decided_flag_that_is_selected_is_changed(desk: Desk, tmp_path: Path) -> None:
    path = project(tmp_path, {"one": 2, "two": 2})
    window = opened(desk, path)
    before = log(desk, window)
    desk.press(window, K.Key_J)
    desk.press(window, K.Key_X)
    second = window.entries[1].verdict.id
    assert log(desk, window)[len(before) :] == [("override", second)]
    desk.press(window, K.Key_N)  # an item was selected there, and none of its flags
    desk.press(window, K.Key_X)
    assert len(log(desk, window)) == len(before) + 1
    rows = window.stage.flags.list
    at = rows.visualRect(rows.currentIndex()).center()
    desk.bot.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=at)
    desk.press(window, K.Key_X)
    assert log(desk, window)[-1] == ("override", window.stage.entry.verdict.id) and window.key() == "two"


def test_an_answer_of_now_may_be_corrected(desk: Desk, tmp_path: Path) -> None:
    window = opened(desk, project(tmp_path, {"one": 1}))
    last = window.stage.entry.verdict.id
    desk.press(window, K.Key_A)
    desk.until(lambda: window.view.ending.is_shown and window.session.at_rest)
    desk.press(window, K.Key_Escape)
    desk.press(window, K.Key_X)
    assert log(desk, window)[-2:] == [("accept", last), ("override", last)]


def test_bringing_a_summary_to_the_front_selects_none_of_its_flags(desk: Desk, tmp_path: Path) -> None:
    window = opened(desk, project(tmp_path, {"one": 4}, flags=4))
    before = log(desk, window)
    desk.press(window, K.Key_BracketRight)
    desk.press(window, K.Key_X)
    assert log(desk, window) == before


def test_another_reviewer_has_selected_nothing(desk: Desk, tmp_path: Path) -> None:
    path = project(tmp_path, {"one": 2})
    with Project.open(path) as made:
        for flag in load_item_view(made.read_connection(), 1).flags():
            Reviewer(made, "ann").accept(1, flag).result()
    window = opened(desk, path)
    desk.press(window, K.Key_J)
    before = log(desk, window)
    window.session.set_reviewer("ann")
    window.view.apply(ChangeSet(structure=True, settings=True))
    desk.press(window, K.Key_X)
    assert log(desk, window) == before


def test_the_order_and_its_criterion_come_back(desk: Desk, tmp_path: Path) -> None:
    path = project(tmp_path, {"one": 0, "two": 0, "three": 0})
    window = opened(desk, path, {"item": 2})
    other = window.entries[1]
    window.stage.choose_flag(1)
    desk.press(window, K.Key_B)
    desk.until(lambda: window.stage.criterion_review.on and window.session.at_rest)
    state = window.view.state()
    window.close_all()
    again = opened(desk, path, state)
    assert again.stage.criterion_review.on and again.stage.queue.queue_filter.criterion == other.criterion.row
    assert again.key() == "two" and again.stage.entry.criterion.row == other.criterion.row
    desk.press(again, K.Key_B)
    desk.until(lambda: not again.stage.criterion_review.on and again.session.at_rest)
    assert list(again.stage.queue.model.ids) == [1, 2, 3] and again.stage.queue.queue_filter.criterion == 0


def test_a_criterion_that_is_gone_is_passed_over(desk: Desk, tmp_path: Path) -> None:
    window = opened(desk, project(tmp_path, {"one": 0}), {"queue": {"across": True, "criterion": 99_999}})
    assert (
        window.stage.criterion_review.on and window.stage.queue.queue_filter.criterion == 0 and window.stage.entry.open
    )


def test_what_stays_is_shown_as_it_was(desk: Desk, tmp_path: Path) -> None:
    window = opened(desk, project(tmp_path, {"one": 2, "two": 0}), {"item": 1, "stays": True})
    assert window.key() == "one"


def test_items_without_flags_are_passed_over_and_where_none_has_any_the_first_is_there(
    desk: Desk, tmp_path: Path
) -> None:
    path = make_project(tmp_path / "desk.galley", [item("one"), item("two")])
    assert opened(desk, path).key() == "one"
    assert opened(desk, path, {"item": 2}).key() == "two"


BEGIN = """
import sys
from pathlib import Path
from PySide6.QtCore import QEventLoop, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from galley.gui.shell.window import Window
from galley.gui.theme import Mode, Theme
from galley.gui.settings import Settings

app = QApplication([])
theme = Theme(Mode.LIGHT)
theme.apply(app)
settings = Settings(Path(sys.argv[2]))
settings.reviewer = "rea"
settings.save()
window = Window(settings, theme)
assert window.open(Path(sys.argv[1]))
window.show()
session = window.workspace.session
stage = window.workspace.view.stage

def until(check):
    while not check():
        app.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)

def last():
    state = settings.state(session.project.path, "rea")
    return state.get("views", {}).get("review", {})

until(lambda: stage.entry is not None and session.at_rest)
"""
AT_THE_THIRD = """
QTest.keyClick(window, Qt.Key.Key_B)
until(lambda: stage.criterion_review.on and session.at_rest)
for key in (Qt.Key.Key_A, Qt.Key.Key_A):
    QTest.keyClick(window, key)
    until(lambda: session.at_rest)
until(lambda: last().get("item") == stage.item.id == 3)
print("at the third", flush=True)
sys.stdin.read()
"""
FILTERED = """
from PySide6.QtCore import QPoint
queue, sizes = stage.queue, stage._split.sizes()
next(entry for entry in queue.filters.filter_menu().actions() if entry.text() == "Open flags").trigger()
until(lambda: len(queue.model.ids) == 2 and session.at_rest and last().get("queue", {}).get("show") == "open")
handle = stage._split.handle(1)
QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=QPoint(0, 200))
QTest.mouseMove(handle, QPoint(40, 200))
QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=QPoint(40, 200))
assert stage._split.sizes() != sizes
until(lambda: last().get("widths") == stage._split.sizes())
print(stage._split.sizes()[0], flush=True)
sys.stdin.read()
"""


def kill(path: Path, ini: Path, script: str) -> str:
    """Work in a window of its own by ``script`` and kill it once it prints a line; that line."""
    process = subprocess.Popen(
        [sys.executable, "-c", BEGIN + script, path, ini],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)},
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    process.kill()
    _, errors = process.communicate()
    assert line, errors
    return line


def test_after_a_kill_it_goes_on_in_the_same_order_with_the_next_open_flag(
    qapp: QApplication, qtbot: QtBot, tmp_path: Path
) -> None:
    """It opened on item 1, by item, and a burst of keys hit one decided flag again and again."""
    path = project(tmp_path, {"one": 0, "two": 0, "three": 0}, flags=1)
    ini = tmp_path / "window.ini"
    kill(path, ini, AT_THE_THIRD)
    theme = Theme(Mode.LIGHT)
    theme.apply(qapp)
    window = Window(Settings(ini), theme)
    try:
        assert window.open(path) and window.workspace is not None
        window.show()
        session, view = window.workspace.session, window.workspace.view
        stage = view.stage  # type: ignore[union-attr]
        qtbot.waitUntil(lambda: stage.entry is not None and session.at_rest)
        assert session.reviewer_name == "rea" and stage.criterion_review.on
        assert stage.item.view.key == "three" and stage.entry.open
        for key in (K.Key_A, *BURST):
            qtbot.keyClick(QApplication.focusWidget() or window, key)
        qtbot.waitUntil(lambda: session.at_rest)
        made = session.connection().execute("SELECT action, item_id FROM decision ORDER BY id").fetchall()
        assert made == [("accept", 1), ("accept", 2), ("accept", 3)]
    finally:
        window.close()
        window.deleteLater()


def test_after_a_kill_the_filter_is_an_active_chip_and_the_columns_are_as_wide_as_before(
    qapp: QApplication, qtbot: QtBot, tmp_path: Path
) -> None:
    path = project(tmp_path, {"one": 1, "two": 0, "three": 0}, flags=1)
    with Project.open(path) as opened:
        rea = Reviewer(opened, "rea")
        item_view = load_item_view(opened.read_connection(), 1)
        rea.finish(item_view, {document.id for document in item_view.documents}).result()
    ini = tmp_path / "window.ini"
    width = int(kill(path, ini, FILTERED))
    theme = Theme(Mode.LIGHT)
    theme.apply(qapp)
    window = Window(Settings(ini), theme)
    try:
        assert window.open(path) and window.workspace is not None
        window.show()
        session, stage = window.workspace.session, window.workspace.view.stage  # type: ignore[union-attr]
        qtbot.waitUntil(lambda: stage.entry is not None and session.at_rest)
        filters = stage.queue.filters
        chips = [chip.text() for chip in filters.findChildren(Chip) if chip.isVisible() and chip.isChecked()]
        assert chips == ["Open flags ×"] and list(stage.queue.model.ids) == [2, 3] and stage.item.view.key == "two"
        qtbot.waitUntil(lambda: filters._count.text == "2 of 3")
        assert stage._split.sizes()[0] == width
    finally:
        window.close()
        window.deleteLater()


def test_the_next_open_item_is_the_same_near_and_far(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first items are looked at line by line, the others in a list of all: both give one answer."""
    path = project(tmp_path, {"one": 2, "two": 1, "three": 2, "four": 0, "five": 2})
    with Project.open(path) as opened:
        connection = opened.read_connection()
        rea = Reviewer(opened, "rea").reviewer
        held = task_choice.ids(connection, Filter(), rea)
        found = {}
        for near in (100, 1, 0):
            monkeypatch.setattr(task_choice, "_NEAR", near)
            found[near] = [task_choice.next_open(connection, held, Filter(), rea, start) for start in (0, *held)]
        assert found[100] == found[1] == found[0] == [2, 2, 2, 4, 4, 2]
        assert task_choice.next_open(connection, [1, 3, 5], Filter(), rea) == 0
        assert task_choice.next_open(connection, [], Filter(), rea) == 0
