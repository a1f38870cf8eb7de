"""Opinions on a judge's reasons: one key, beside the decision and never in its way."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from galley.gui.review.flag_detail import ASKED, VALUES
from tests.gui.review_desk import FLAGS, Desk, DeskWindow, desk, item  # noqa: F401


def open_menu(desk: Desk, window: DeskWindow) -> QWidget:  # noqa: F811
    """R, and the menu that it opens, once the platform has told Qt of it: a menu that closes before that leaves no
    window active off screen, and every later key is lost."""
    desk.press(window, Qt.Key.Key_R)
    desk.until(lambda: QApplication.activePopupWidget() is not None)
    menu = QApplication.activePopupWidget()
    desk.until(lambda: QApplication.focusWindow() == menu.windowHandle())
    return menu


def choose(desk: Desk, window: DeskWindow, digit: int) -> None:  # noqa: F811
    """R, then a digit in the menu that it opens."""
    QTest.keyClick(open_menu(desk, window), Qt.Key(Qt.Key.Key_0 + digit))
    desk.until(lambda: QApplication.activePopupWidget() is None)
    assert QApplication.activeWindow() is window, "else no key reaches it"


def test_the_choice_writes_nothing_until_a_digit_and_takes_the_digit_for_itself(desk: Desk) -> None:  # noqa: F811
    """R wrote "correct" at once, and the digit after it relabelled the flag."""
    window = desk.open([item("kiosk-1", FLAGS)])
    state = window.stage.entry.state
    menu = open_menu(desk, window)
    assert menu.actions()[0].words == "Correct" and len(menu.actions()) == len(VALUES)
    QTest.keyClick(menu, Qt.Key.Key_9)
    assert QApplication.activePopupWidget() is menu, "another digit does nothing"
    QTest.keyClick(menu, Qt.Key.Key_Escape)
    desk.until(lambda: QApplication.activePopupWidget() is None and window.session.at_rest)
    assert window.rows("SELECT count(*) FROM decision") == [(0,)]
    choose(desk, window, 3)
    desk.until(lambda: window.rows("SELECT value FROM reason") == [("incorrect",)])
    assert window.rows("SELECT action FROM decision") == [("reason",)] and window.stage.entry.state is state


def test_one_key_goes_through_the_opinions_and_the_decision_stays_open(desk: Desk) -> None:  # noqa: F811
    window = desk.open([item("kiosk-1", FLAGS)])
    line = window.stage.flags.detail.reason
    assert line.isVisible() and line.text() == ASKED
    first = window.stage.entry.identity
    for value in (*VALUES, VALUES[0]):
        choose(desk, window, VALUES.index(value) + 1)
        desk.until(lambda value=value: window.rows("SELECT value FROM reason") == [(value,)])
        assert line.text() == f"Reason: {value}"
    assert window.stage.entry.identity == first and window.stage.entry.open
    assert window.rows("SELECT DISTINCT action FROM decision") == [("reason",)]
    desk.until(lambda: "Its reasons are sound" in window.stage.flags.detail._record.text())


def test_many_judges_of_one_cell_leave_the_record_in_sight(desk: Desk) -> None:  # noqa: F811
    """The published explanations have 43 judges on one sentence."""
    flags = [{**FLAGS[0], "annotator": f"judge-{number}"} for number in range(40)]
    window = desk.open([item("kiosk-1", flags)])
    detail = window.stage.flags.detail
    desk.until(lambda: detail._record.isVisible())
    said = detail._who.text()
    assert "judge-4" in said and "judge-5" not in said and "+ 35." in said


def test_quick_presses_lose_none_and_undo_takes_the_last_back(desk: Desk) -> None:  # noqa: F811
    window = desk.open([item("kiosk-1", FLAGS)])
    for digit in (1, 2, 3):
        choose(desk, window, digit)
    desk.until(lambda: window.rows("SELECT value FROM reason") == [("incorrect",)])
    desk.press(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    desk.until(lambda: window.rows("SELECT value FROM reason") == [("partly",)])
    desk.until(lambda: window.stage.flags.detail.reason.value == "partly")


def test_an_opinion_belongs_to_one_flag(desk: Desk) -> None:  # noqa: F811
    window = desk.open([item("kiosk-1", FLAGS)])
    choose(desk, window, 1)
    desk.until(lambda: window.rows("SELECT count(*) FROM reason") == [(1,)])
    entry = window.stage.entry
    desk.press(window, Qt.Key.Key_J)
    assert window.stage.entry.identity != entry.identity
    assert window.stage.flags.detail.reason.value == ""
