"""The day's pace: a strip in the status bar, and its menu."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from galley.core.project.project import Project
from galley.core.review.pace import OwnPace
from galley.gui.plain_text import Menu
from galley.gui.settings import Settings
from galley.gui.shell.pace_strip import PaceStrip, describe_pace
from galley.gui.shell.window import Window
from galley.gui.theme import Mode, Theme
from tests.gui.review_desk import FLAGS, item, make_project

K = Qt.Key


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> Iterator[Window]:
    """The whole window with two items."""
    theme = Theme(Mode.LIGHT)
    theme.apply(qapp)
    settings = Settings()
    settings.reviewer = "rea"
    made = Window(settings, theme, keep=False)
    made.resize(1280, 720)
    made.show_project(Project.open(make_project(tmp_path / "p.galley", [item("k-1", FLAGS[:1]), item("k-2", FLAGS)])))
    with qtbot.waitActive(made):
        made.show()
    qtbot.waitUntil(lambda: made.workspace.view.stage.entry is not None and made.workspace.session.at_rest)
    yield made
    made.close()
    made.deleteLater()


def press(qtbot: QtBot, window: Window, key: Qt.Key) -> None:
    QTest.keyClick(QApplication.focusWidget() or window, key)
    qtbot.waitUntil(lambda: window.workspace.session.at_rest)


def test_the_strip_counts_the_day_and_what_was_changed_can_be_held_in_the_queue(
    qtbot: QtBot, window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    strip, stage = window.workspace.status.pace, window.workspace.view.stage
    qtbot.waitUntil(lambda: strip.text() == "0 decisions today")
    press(qtbot, window, K.Key_A)
    qtbot.waitUntil(lambda: strip.text() == "1 decision today")
    press(qtbot, window, K.Key_Escape)  # from the end of the item back to its flag
    press(qtbot, window, K.Key_X)
    qtbot.waitUntil(lambda: strip.text() == "2 decisions today" and sum(strip._hours) == 2)
    shown: list[list[str]] = []

    def choose(menu: Menu, _: object) -> None:
        shown.append([entry.text() for entry in menu.actions() if entry.text() and not entry.isEnabled()])
        menu.actions()[-1].trigger()

    monkeypatch.setattr(Menu, "exec", choose)
    with qtbot.waitSignal(stage.queue.filled):
        press(qtbot, window, K.Key_Y)
    assert list(stage.queue.model.ids) == [1] and shown[0][0] == "2 flags answered today."
    with qtbot.waitSignal(stage.queue.filled):
        qtbot.mouseClick(strip, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: len(shown) == 2)
    assert shown[1] == shown[0] and shown[0][-1] == "You changed an answer in 1 item today."
    press(qtbot, window, K.Key_U)
    window.workspace.session.set_reviewer("ann")
    qtbot.waitUntil(lambda: strip.text() == "0 decisions today")


def test_the_strip_has_room_for_eight_hours_and_never_shrinks(qtbot: QtBot) -> None:
    strip = PaceStrip(Theme(Mode.LIGHT))
    qtbot.addWidget(strip)
    empty = strip.sizeHint().width()
    strip.show_hours([3] * 12)
    wide = strip.sizeHint().width()
    assert len(strip._hours) == 8 and strip.text() == "36 decisions today" and wide > empty
    strip.show_hours([1])
    assert strip.sizeHint().width() == wide


def test_it_says_nothing_of_an_hour_before_there_is_enough_to_go_by() -> None:
    assert "after ten answers" in describe_pace(OwnPace(3, 0, 2, 9.0, 40, ()))[3]
    said = describe_pace(OwnPace(31, 2, 30, 900.0, 180, (1,)))
    assert said[2].startswith("120 flags an hour") and said[3] == "180 flags are open: about 1 h 30 min at this pace."
    assert said[4] == "You changed an answer in 1 item today."
