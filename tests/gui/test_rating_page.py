"""Ratings side by side: a column a summary, digits, what is lit, judges hidden until one has answered."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from galley.core.project.check import check
from galley.core.review.items import FlagState
from galley.gui.review.end_lines import TargetHead
from galley.gui.review.rating_page import RatingPage
from tests.core.asked_projects import RATINGS, SUMMARIES, rated
from tests.gui.panes import point_in
from tests.gui.review_desk import Desk, DeskWindow, desk
from tests.gui.test_settle import told

__all__ = ["desk"]
K, B, M = Qt.Key, Qt.MouseButton, Qt.KeyboardModifier
OPEN, DONE, UNSURE = FlagState.OPEN, FlagState.ACCEPTED, FlagState.UNSURE


def page(window: DeskWindow) -> RatingPage:
    return window.findChild(RatingPage)


def heads(window: DeskWindow) -> list[str]:
    """The titles of the columns in sight."""
    return [column.text.head.title for column in page(window).columns if column.widget.isVisible()]


def lit(window: DeskWindow) -> list[tuple[int, str]]:
    """Column and words of every line that is tinted."""
    lists = [column.answer_list for column in page(window).columns]
    return [(n, each.lines[each.current].name) for n, each in enumerate(lists) if each.current is not None]


def rate(desk: Desk, window: DeskWindow, *keys: Qt.Key) -> None:
    """Press keys that answer, each after the other is on disk."""
    for key in keys:
        with desk.bot.waitSignal(window.session.changed):
            desk.press(window, key)


@pytest.fixture
def window(desk: Desk, tmp_path: Path) -> DeskWindow:
    return desk.open(path=rated(tmp_path))


def test_each_summary_is_a_column_over_its_questions(desk: Desk, window: DeskWindow) -> None:
    assert page(window).isVisible() and not window.stage.panes.isVisible()
    assert heads(window) == list(SUMMARIES)
    columns = [c for c in page(window).columns if c.widget.isVisible()]
    assert [[line.name for line in c.answer_list.lines] for c in columns] == [
        ["Accuracy: open", "Coverage: open", "Overall: open"]
    ] * 3
    assert len({c.answer_list.mapTo(window, QPoint()).y() for c in columns}) == 1, "in line with one another"
    assert all(
        c.answer_list.height() >= c.answer_list.visualRect(c.answer_list.model().index(2, 0)).bottom() for c in columns
    )
    assert [pane.units[0].text[:10] for pane in page(window).sources.values() if pane.isVisible()] == ["The Harrow"]
    assert lit(window) == [(0, "Accuracy: open")] and window.stage.current == 0


def test_digits_answer_what_is_lit_down_the_column_and_on_to_the_next(desk: Desk, window: DeskWindow) -> None:
    rate(desk, window, K.Key_4, K.Key_5)
    assert lit(window) == [(0, "Overall: open")]
    rate(desk, window, K.Key_3)
    assert lit(window) == [(1, "Accuracy: open")] and window.words()[:4] == ["4", "5", "3", "open"]
    for key in (K.Key_6, K.Key_9, K.Key_A, K.Key_X):
        desk.press(window, key)
    assert window.words()[3] == "open" and window.session.at_rest, "no answer of this scale"
    desk.press(window, K.Key_K)
    assert lit(window) == [(0, "Overall: 3")]
    rate(desk, window, K.Key_1)
    assert window.words()[2] == "1" and lit(window) == [(0, "Overall: 1")], "a change stays where it is"
    rate(desk, window, K.Key_U)
    assert window.states()[2] is UNSURE
    desk.press(window, K.Key_BracketRight)
    assert lit(window) == [(1, "Accuracy: open")]
    desk.press(window, K.Key_BracketRight)
    desk.press(window, K.Key_BracketRight)
    assert lit(window) == [(0, "Accuracy: 4")], "round and round"
    said = window.rows("SELECT document.name, criterion.name, value FROM verdict JOIN document ON document.id = "
                       "target_id JOIN criterion ON criterion.id = criterion_id WHERE decision_id IS NOT NULL "
                       "AND value IS NOT NULL ORDER BY 1, criterion.id")  # fmt: skip
    assert said == [("sum-alpha", "accuracy", 4), ("sum-alpha", "coverage", 5)] and not check(window.session.project)


@pytest.mark.parametrize("button", [B.LeftButton, B.RightButton, B.MiddleButton])
def test_a_click_lights_at_once_and_in_a_text_reads(desk: Desk, window: DeskWindow, button: Qt.MouseButton) -> None:
    column = page(window).columns[2]
    at = column.answer_list.visualRect(column.answer_list.model().index(1, 0)).center()
    QTest.mousePress(column.answer_list.viewport(), button, M.NoModifier, at)
    assert lit(window) == [(2, "Coverage: open")] and window.stage.current == 7
    QTest.mouseClick(column.text.view.viewport(), button, M.NoModifier, point_in(column.text, 0, 2))
    assert window.stage.current == 7
    if button is B.LeftButton:
        assert window.stage.selection.reading == column.text.units[0].id
        QTest.mouseClick(window.stage.flags.detail.values.buttons[1], B.LeftButton)
    else:
        desk.press(window, K.Key_2)
    desk.until(lambda: window.words()[7] == "2")
    assert window.stage.current == 8


def test_more_than_four_come_by_key_and_no_column_is_lost(desk: Desk, tmp_path: Path) -> None:
    systems = ("alpha", "beta", "gamma", "delta", "epsilon", "zeta")
    window = desk.open(path=rated(tmp_path, systems))
    assert heads(window) == list(systems[:4])
    assert page(window).columns[3].text.head.summary.endswith("4 of 6")
    for _ in range(4):
        desk.press(window, K.Key_BracketRight)
    assert heads(window) == list(systems[4:]) and lit(window) == [(0, "Accuracy: open")]
    rate(desk, window, K.Key_2)
    assert window.words()[12] == "2" and heads(window) == list(systems[4:])
    desk.press(window, K.Key_BracketLeft)
    assert heads(window) == list(systems[:4]) and lit(window) == [(3, "Accuracy: open")]
    rate(desk, window, K.Key_1, K.Key_2, K.Key_3)
    assert heads(window) == list(systems[4:]) and lit(window) == [(0, "Coverage: open")], "the next open one"


def test_what_judges_say_is_nowhere_until_all_is_answered_and_asked_for(desk: Desk, window: DeskWindow) -> None:
    assert "judge" not in told(window) and "4" not in [word for line in lit(window) for word in line[1].split()]
    desk.press(window, K.Key_G)
    assert "Answer everything first" in window.stage.flags.bar.words and not page(window).shows_judges
    rate(desk, window, *[K.Key_3] * 9)
    assert not page(window).shows_judges and "judges 4" not in str(
        [c.answer_list.lines[0].name for c in page(window).columns[:3]]
    )
    assert window.view.ending.is_shown
    desk.press(window, K.Key_Escape)
    desk.press(window, K.Key_G)
    assert [c.answer_list.lines[0].name for c in page(window).columns[:3]] == ["Accuracy · judges 4: 3"] * 3
    assert page(window).columns[0].answer_list.lines[1].name == "Coverage: 3"
    desk.press(window, K.Key_BracketRight)
    rate(desk, window, K.Key_4)
    shown = window.rows("SELECT value, shown FROM decision ORDER BY id")
    assert shown[0] == (3, "") and shown[-1] == (4, "flag"), "what was changed after it was seen says so"


def test_where_the_task_does_not_show_judges_the_key_says_so(desk: Desk, tmp_path: Path) -> None:
    window = desk.open(path=rated(tmp_path, toml=RATINGS.replace(', "judges"', "")))
    rate(desk, window, *[K.Key_3] * 9)
    desk.press(window, K.Key_Escape)
    desk.press(window, K.Key_G)
    assert "nothing to show" in window.stage.flags.bar.words and not page(window).shows_judges


def test_the_end_of_the_item_says_what_was_not_read_and_one_key_goes_on(desk: Desk, window: DeskWindow) -> None:
    desk.until(lambda: len(window.stage.read_tracker.read()) == 4)
    rate(desk, window, *[K.Key_3] * 8, K.Key_U)
    ending = window.view.ending
    assert ending.is_shown
    desk.until(lambda: window.session.at_rest)
    found = [(line.title, line.read) for line in ending.page.list.lines if isinstance(line, TargetHead)]
    assert found == [("alpha", True), ("beta", True), ("gamma", True)]
    assert [line.name for line in ending.page.list.lines if line.selectable] == ["Overall · The whole summary: unsure"]
    assert ending.page.says.text() == "9 answers are given, 1 of them unsure." and not ending.page.leaves.text()
    desk.press(window, K.Key_Space)
    assert not ending.is_shown and window.stage.current == 8, "what was left unsure is lit"
    desk.press(window, K.Key_Space)
    assert ending.is_shown
    desk.press(window, K.Key_Return)
    desk.until(lambda: window.key() == "bridge-2")
    assert heads(window) == list(SUMMARIES) and lit(window) == [(0, "Accuracy: open")]
    assert window.rows("SELECT count(*) FROM decision WHERE action = 'finish'") == [(1,)]


def test_a_summary_that_was_not_read_to_its_end_is_marked(desk: Desk, window: DeskWindow) -> None:
    desk.until(lambda: len(window.stage.read_tracker.read()) == 4)
    window.stage.read_tracker._documents._read.clear()
    window.stage.read_tracker.mark_read(window.stage.item.entries[0].target.id)
    rate(desk, window, *[K.Key_3] * 9)
    lines = window.view.ending.page.list.lines
    assert [(line.title, line.read) for line in lines] == [
        ("alpha", True), ("beta", False), ("gamma", False), ("Article", False)
    ]  # fmt: skip
    assert window.view.ending.page.leaves.text() == "Not read: beta, gamma, + 1."
    assert window.view.ending.page.open.text() == "Open beta"
