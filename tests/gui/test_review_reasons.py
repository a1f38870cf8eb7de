"""Opinions on a judge's reasons: one key, beside the decision and never in its way."""

from __future__ import annotations

from PySide6.QtCore import Qt

from galley.gui.review.reason_line import ASKED, VALUES
from tests.gui.review_desk import FLAGS, Desk, desk, item  # noqa: F401


def test_one_key_goes_through_the_opinions_and_the_decision_stays_open(desk: Desk) -> None:  # noqa: F811
    window = desk.open([item("kiosk-1", FLAGS)])
    line = window.stage.flags.detail.reason
    assert line.isVisible() and line.text() == ASKED
    first = window.stage.entry.identity
    for value in (*VALUES, VALUES[0]):
        desk.press(window, Qt.Key.Key_R)
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
    for _ in range(3):
        desk.press(window, Qt.Key.Key_R)
    desk.until(lambda: window.rows("SELECT value FROM reason") == [("incorrect",)])
    desk.press(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    desk.until(lambda: window.rows("SELECT value FROM reason") == [("partly",)])
    desk.until(lambda: window.stage.flags.detail.reason.value == "partly")


def test_an_opinion_belongs_to_one_flag(desk: Desk) -> None:  # noqa: F811
    window = desk.open([item("kiosk-1", FLAGS)])
    desk.press(window, Qt.Key.Key_R)
    desk.until(lambda: window.rows("SELECT count(*) FROM reason") == [(1,)])
    entry = window.stage.entry
    desk.press(window, Qt.Key.Key_J)
    assert window.stage.entry.identity != entry.identity
    assert window.stage.flags.detail.reason.value == ""
