"""My decisions: what the reviewer did, newest first; looking back at one and returning."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from galley.core.review.items import FlagState
from galley.gui.dialogs.history_dialog import History
from galley.gui.review.decision_trail import DecisionTrail
from tests.gui.review_desk import FLAGS, Desk, DeskWindow, desk, flag, item

__all__ = ["desk"]
K, M = Qt.Key, Qt.KeyboardModifier


def open_trail(desk: Desk, window: DeskWindow, count: int) -> DecisionTrail:
    trail: DecisionTrail = window.stage.queue.trail
    desk.press(window, K.Key_H)
    desk.until(lambda: len(trail.decisions) == count)
    return trail


def test_the_list_has_each_answer_and_each_finish_the_newest_first(desk: Desk) -> None:
    window = desk.open([item("<b>one</b>", FLAGS[:2]), item("two", FLAGS)])
    desk.read(window)
    trail = window.stage.queue.trail
    assert trail.head.isVisible() and not trail.list.isVisible()
    desk.press(window, K.Key_A)
    desk.press(window, K.Key_X)
    desk.press(window, K.Key_F)
    desk.until(lambda: window.stage.item.is_finished)
    open_trail(desk, window, 3)
    names = [line.name for line in trail.list.lines]
    assert names[0].startswith("Finished <b>one</b>")
    assert "Changed meaning, no, <b>one</b> alpha 2, “postcards”" in names[1], "the words that were flagged"
    assert "Extrinsic context, yes, <b>one</b> alpha 2" in names[2]
    desk.press(window, K.Key_Z, M.ControlModifier)
    desk.until(lambda: len(trail.decisions) == 2)
    desk.press(window, K.Key_H)
    assert not trail.list.isVisible()


def test_the_list_is_open_again_after_a_restart(desk: Desk) -> None:
    window = desk.open()
    desk.press(window, K.Key_A)
    open_trail(desk, window, 1)
    state = window.view.state()
    window.close_all()
    desk.windows.remove(window)
    again = desk.open(path=window.path)
    again.view.restore(state)
    desk.until(lambda: len(again.stage.queue.trail.decisions) == 1)


def test_a_click_looks_back_and_escape_returns(desk: Desk) -> None:
    window = desk.open([item("one", FLAGS[:2]), item("two", FLAGS)])
    desk.press(window, K.Key_A)
    desk.press(window, K.Key_N)
    desk.press(window, K.Key_J)
    start = window.stage.entry.identity
    trail = open_trail(desk, window, 1)
    listed = trail.list
    place = listed.visualRect(listed.model().index(0, 0)).center()
    QTest.mouseClick(listed.viewport(), Qt.MouseButton.LeftButton, pos=place)
    banner = window.view.looking_back.banner
    assert window.key() == "one" and banner.isVisible() and "one" in banner.label.text
    assert window.stage.entry.state is FlagState.ACCEPTED
    desk.press(window, K.Key_Escape)
    assert window.key() == "two" and window.stage.entry.identity == start and not banner.isVisible()


def test_a_changed_answer_of_a_finished_item_returns_and_the_item_stays_finished(desk: Desk) -> None:
    window = desk.open([item("one", FLAGS), item("two", FLAGS)])
    desk.read(window)
    for _ in FLAGS:
        desk.press(window, K.Key_A)
    desk.press(window, K.Key_Return)
    desk.until(lambda: window.key() == "two")
    trail = open_trail(desk, window, 5)
    desk.press(window, K.Key_Left, M.AltModifier)
    assert window.key() == "one" and trail.list.current == 0 and window.stage.item.is_finished
    desk.press(window, K.Key_Left, M.AltModifier)
    banner = window.view.looking_back.banner
    assert trail.list.current == 1 and "stays finished" in banner.label.text
    desk.press(window, K.Key_X)
    assert window.key() == "two" and not banner.isVisible()
    desk.press(window, K.Key_U)  # waits until the place is painted
    desk.until(lambda: not window.view.held_keys.holding and window.session.at_rest)
    assert window.rows("SELECT finished FROM progress WHERE item_id = 1") == [(1,)]
    assert window.states()[0] is FlagState.UNSURE, "the key after it decides where one returned to"
    last = "SELECT action, item_id FROM decision ORDER BY at DESC LIMIT 2"
    assert window.rows(last) == [("unsure", 2), ("override", 1)]


def test_the_step_back_reaches_other_criteria_by_criterion(desk: Desk) -> None:
    window = desk.open([item("one", FLAGS[:2]), item("two", [flag("sum-a", 0, "extrinsic-context")])])
    desk.press(window, K.Key_A)
    desk.press(window, K.Key_A)
    desk.until(lambda: window.session.at_rest)
    window.stage.queue.set_by_criterion(True, window.entries[0].criterion.row)
    desk.until(lambda: window.stage.criterion_review.on and window.session.at_rest)
    desk.press(window, K.Key_Left, M.AltModifier)
    desk.until(lambda: window.view.looking_back.is_on)
    assert window.stage.entry.criterion.id == "changed-meaning"
    desk.press(window, K.Key_Right, M.AltModifier)
    assert not window.view.looking_back.is_on and {e.criterion.id for e in window.entries} == {"extrinsic-context"}


def test_a_line_of_the_log_opens_its_item_and_escape_returns(desk: Desk) -> None:
    window = desk.open([item("one", FLAGS), item("two", FLAGS)])
    desk.press(window, K.Key_A)
    desk.until(lambda: window.session.at_rest)
    first = window.entries[0].identity

    def open_line() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, History)
        QTest.keyClick(dialog.filter, K.Key_Tab)
        dialog.table.choose(0)
        QTest.keyClick(dialog.table, K.Key_Return)

    QTimer.singleShot(0, open_line)
    desk.press(window, K.Key_H, M.ControlModifier)
    assert window.view.looking_back.is_on and window.stage.entry.identity == first
    desk.press(window, K.Key_Escape)
    assert not window.view.looking_back.is_on and window.stage.entry.identity != first


def test_the_decisions_take_the_room_that_a_short_queue_leaves(desk: Desk) -> None:
    criteria = ("changed-meaning", "extrinsic-context", "speaker-misattribution", "missed-turn")
    flags = [flag("sum-a", unit, criterion) for unit in (0, 1) for criterion in criteria[:3]]
    flags += [flag("dialogue", unit, criteria[3], about="sum-a") for unit in (0, 1, 2)]
    window = desk.open([item("one", flags), item("two", flags)])
    queue = window.stage.queue
    window.resize(1440, 900)
    for _ in flags:
        desk.press(window, Qt.Key.Key_A)
    desk.until(lambda: window.session.at_rest)
    whole = queue.list.height()
    desk.press(window, Qt.Key.Key_H)
    desk.until(lambda: queue.trail.is_read and len(queue.trail.decisions) == len(flags))
    desk.until(lambda: queue.trail.height() > whole / 2)
    assert queue.list.verticalScrollBar().maximum() == 0, "both rows of the queue are in sight"
    assert queue.list.height() < whole / 4 or queue.trail.list.verticalScrollBar().maximum() == 0
    desk.press(window, Qt.Key.Key_H)
    desk.until(lambda: queue.list.height() == whole)
