"""The reviewer's own pace, when they ask for it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from galley.core.review.pace import OwnPace
from galley.gui.dialogs.pace import PaceDialog, sentences
from tests.gui.review_desk import FLAGS, Desk, desk, item

__all__ = ["desk"]


def test_what_was_changed_today_can_be_held_in_the_queue(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    window = desk.open([item("k-1", FLAGS[:1]), item("k-2", FLAGS)])
    desk.press(window, Qt.Key.Key_A)
    desk.until(lambda: window.rows("SELECT count(*) FROM decision") == [(1,)])
    desk.press(window, Qt.Key.Key_Escape)  # from the end of the item back to its flag
    desk.press(window, Qt.Key.Key_X)
    desk.until(lambda: window.rows("SELECT count(*) FROM decision") == [(2,)])
    said: list[bool] = []
    monkeypatch.setattr(PaceDialog, "exec", lambda dialog: said.append(dialog.show_changed.isEnabled()) or 1)
    with desk.bot.waitSignal(window.stage.queue.filled):
        desk.press(window, Qt.Key.Key_Y)
    assert said == [True] and list(window.stage.queue.model.ids) == [1]


def test_it_says_nothing_of_an_hour_before_there_is_enough_to_go_by() -> None:
    assert "after ten answers" in sentences(OwnPace(3, 0, 2, 9.0, 40, ()))[3]
    said = sentences(OwnPace(31, 2, 30, 900.0, 180, (1,)))
    assert said[2].startswith("120 flags an hour") and said[3] == "180 flags are open: about 1 h 30 min at this pace."
    assert said[4] == "You changed an answer in 1 item today."
