"""Deciding a set: rows are ticked, one answer is asked about and given to all, and undone as one."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from galley.core.domain import ChangeSet
from galley.core.review.blind import Blind, store_blind
from galley.core.review.items import FlagState
from tests.gui.review_desk import Desk, DeskWindow, desk, flag, item

__all__ = ["desk"]

SENTENCE = "The kiosk opens at nine and sells maps of the northern shore."
SHIFT = Qt.KeyboardModifier.ShiftModifier


def twin(key: str, sentence: str = SENTENCE) -> dict[str, Any]:
    documents = [
        {"id": "article", "role": "article", "paragraphs": ["The kiosk opens at ten."]},
        {"id": "sum-a", "role": "summary", "system": "alpha", "sentences": [sentence]},
        {"id": "sum-b", "role": "summary", "system": "beta", "sentences": [SENTENCE.replace("maps", "map")]},
    ]
    flags = [flag("sum-a", 0, "changed-meaning"), flag("sum-b", 0, "changed-meaning")]
    return item(key, flags, documents=documents)


def by_criterion(desk: Desk, count: int = 4) -> DeskWindow:
    window = desk.open([twin(f"k-{n}") for n in range(count)])
    desk.press(window, Qt.Key.Key_B)
    desk.until(lambda: window.stage.queue.flags.sequence is not None)
    return window


def click_row(window: DeskWindow, row: int, modifier: Any = Qt.KeyboardModifier.NoModifier) -> None:
    rows = window.stage.queue.flags.list
    place = rows.visualRect(rows.model().index(row, 0)).center()
    QTest.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, modifier, place)


def card(window: DeskWindow) -> str:
    return str(window.stage.flags.detail.ticked.text())


@pytest.mark.parametrize(
    ("key", "action", "words"),
    [
        (Qt.Key.Key_A, "accept", "Accept 5 flags"),
        (Qt.Key.Key_X, "override", "5 flags are no error"),
        (Qt.Key.Key_U, "unsure", "5 flags are unsure"),
    ],
)
def test_a_range_is_asked_about_decided_and_undone_as_one(desk: Desk, key: Qt.Key, action: str, words: str) -> None:
    window = by_criterion(desk)
    desk.press(window, Qt.Key.Key_T)
    assert card(window) == "1 flag in 1 item, 0 never opened"
    click_row(window, 4, SHIFT)
    assert card(window) == "5 flags in 3 items, 3 never opened"
    assert window.key() == "k-0"  # a click with Shift opens nothing
    desk.press(window, key)
    dialog = window.view.ticked.dialog
    assert dialog.lead.text().startswith("5 flags in 3 items, 3 never opened.") and dialog.go.text() == words
    assert dialog.cancel.isDefault() and window.rows("SELECT * FROM decision") == []
    desk.press(window, Qt.Key.Key_Return)  # the default is Cancel
    assert window.rows("SELECT * FROM decision") == [] and card(window).startswith("5 flags")
    desk.press(window, key)
    desk.bot.mouseClick(window.view.ticked.dialog.go, Qt.MouseButton.LeftButton)
    desk.until(lambda: len(window.rows("SELECT * FROM decision")) == 5)
    assert window.rows("SELECT action, item_id, instr(shown, 'row') > 0 FROM decision ORDER BY id") == [
        (action, 1, 0), (action, 1, 0), (action, 2, 1), (action, 2, 1), (action, 3, 1)
    ]  # fmt: skip
    acts = window.rows("SELECT DISTINCT act FROM decision")
    assert len(acts) == 1 and acts[0][0].startswith("set-")
    assert card(window) == ""
    desk.until(lambda: "5 flags decided" in window.stage.flags.bar.words)
    desk.press(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    desk.until(lambda: window.rows("SELECT count(*) FROM undone") == [(5,)])


def test_ticks_go_with_order_filter_escape_and_reviewer(desk: Desk) -> None:
    window = by_criterion(desk)

    def tick() -> None:
        desk.press(window, Qt.Key.Key_T)
        assert card(window)

    tick()
    desk.press(window, Qt.Key.Key_T)
    assert card(window) == ""  # the same key unticks
    tick()
    desk.press(window, Qt.Key.Key_Escape)
    assert card(window) == ""
    tick()
    desk.press(window, Qt.Key.Key_1)
    assert "Esc unticks" in window.stage.flags.bar.words and window.rows("SELECT * FROM decision") == []
    with desk.bot.waitSignal(window.stage.queue.filled):
        window.stage.queue.reload()
    assert card(window) == ""
    tick()
    with desk.bot.waitSignal(window.stage.queue.filled):
        desk.press(window, Qt.Key.Key_B)
    assert card(window) == ""
    desk.press(window, Qt.Key.Key_T)
    assert card(window) == "" and "B lists the flags" in window.stage.flags.bar.words


def test_decided_flags_are_not_ticked(desk: Desk) -> None:
    window = by_criterion(desk, 1)
    desk.press(window, Qt.Key.Key_A)
    desk.until(lambda: FlagState.ACCEPTED in window.states())
    click_row(window, 0)
    desk.press(window, Qt.Key.Key_T)
    assert card(window) == "" and window.stage.flags.bar.words == "Only open flags can be ticked."
    click_row(window, 1, SHIFT)
    assert card(window) == "1 flag in 1 item, 0 never opened"


def test_nothing_is_ticked_in_blind_mode_or_a_review_sample(desk: Desk) -> None:
    window = by_criterion(desk, 1)
    write = window.session.project.write
    write(lambda c: store_blind(c, Blind(judges=True))).result()
    desk.press(window, Qt.Key.Key_T)
    assert card(window) == "" and window.stage.flags.bar.words.startswith("In blind mode")
    write(lambda c: store_blind(c, Blind())).result()
    write(lambda c: (c.execute("INSERT INTO setting VALUES ('sampling', '[]')"), ChangeSet(settings=True))).result()
    desk.press(window, Qt.Key.Key_T)
    assert card(window) == "" and window.stage.flags.bar.words.startswith("This project has a review sample")


@pytest.mark.parametrize(("key", "action"), [(Qt.Key.Key_A, "accept"), (Qt.Key.Key_X, "override")])
def test_the_same_is_ticked_beforehand_and_undone_as_one(desk: Desk, key: Qt.Key, action: str) -> None:
    window = desk.open([twin("k-1"), twin("k-2", SENTENCE.replace("nine", "eight"))])
    desk.press(window, key)
    desk.until(lambda: window.view.ticked.similar_flags)
    offered = window.view.ticked.similar_flags
    assert [(each.key, each.system) for each in offered] == [("k-1", "beta"), ("k-2", "beta")]  # eight is not nine
    assert window.stage.flags.bar.words == "2 more like this: Shift L ticks them"
    desk.press(window, Qt.Key.Key_L)
    desk.until(lambda: card(window) == "2 flags in 2 items, 1 never opened")
    desk.press(window, key)
    desk.bot.mouseClick(window.view.ticked.dialog.go, Qt.MouseButton.LeftButton)
    desk.until(lambda: window.rows("SELECT action FROM decision ORDER BY id") == [(action,)] * 3)
    desk.press(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    desk.until(lambda: window.rows("SELECT count(*) FROM undone") == [(2,)])


def test_nothing_is_offered_for_unsure_or_where_nothing_is_alike(desk: Desk) -> None:
    window = desk.open([twin("k-1")])
    desk.press(window, Qt.Key.Key_U)
    desk.until(lambda: FlagState.UNSURE in window.states())
    desk.press(window, Qt.Key.Key_L)
    assert window.stage.flags.bar.words == "No other flag is like the one you decided last."
    assert window.rows("SELECT action FROM decision") == [("unsure",)]
