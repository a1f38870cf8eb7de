"""Answers in the margin: the answers stand beside the texts, clicks and keys decide what is lit, other columns fold."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from galley.core.review.items import FlagState
from galley.gui.review import task_view_registry
from galley.gui.text_panes.answer_margin import margin_room
from tests.core.studies import pack, packed, study
from tests.gui.panes import point_in
from tests.gui.review_desk import Desk, DeskWindow, desk, item
from tests.gui.test_lit import lit_rows, lit_units
from tests.gui.test_task_picker import choose

__all__ = ["desk"]
K, B, M = Qt.Key, Qt.MouseButton, Qt.KeyboardModifier
OPEN, YES, NO, UNSURE = FlagState.OPEN, FlagState.ACCEPTED, FlagState.OVERRIDDEN, FlagState.UNSURE


@pytest.fixture
def window(desk: Desk, tmp_path: Path) -> DeskWindow:
    return desk.open(path=study(tmp_path, count=2))


def said(window: DeskWindow) -> list[tuple[str, FlagState]]:
    """What stands in the margin of the article, unit by unit."""
    view = window.stage.panes.pane("article").view
    return [view._answers[index][:2] for index in sorted(view._answers)]


def agrees(window: DeskWindow) -> None:
    QApplication.processEvents()
    stage = window.stage
    assert lit_units(window) == [stage.entry.unit.id]
    (row,) = lit_rows(stage.flags.list, "flag_edge")
    assert stage.flags.list._flags.entry_at(row) == stage.current
    assert [words for words, _ in said(window)] == window.words()


def test_each_paragraph_has_its_answer_beside_it(desk: Desk, window: DeskWindow) -> None:
    assert said(window) == [("open", OPEN)] * 2
    agrees(window)
    for key, state in ((K.Key_A, YES), (K.Key_U, UNSURE)):
        desk.press(window, key)
        desk.until(lambda state=state: state in window.states() and window.session.at_rest)
    assert said(window) == [("yes", YES), ("unsure", UNSURE)]
    agrees(window)
    assert window.view.ending.is_shown
    desk.press(window, K.Key_X)
    assert NO not in window.states(), "a key too much turns nothing over"
    desk.press(window, K.Key_Escape)
    desk.press(window, K.Key_X)
    desk.until(lambda: NO in window.states())
    agrees(window)
    desk.press(window, K.Key_Z, M.ControlModifier)
    desk.until(lambda: NO not in window.states())
    agrees(window)


def test_the_page_at_the_end_says_the_same_of_what_was_read_above_and_below(desk: Desk, window: DeskWindow) -> None:
    """Of the article each paragraph was answered, so it was read, whatever was painted in between."""
    window.stage.read_tracker.read = lambda: frozenset()
    for _ in range(2):
        desk.press(window, K.Key_A)
    page = window.view.ending.page
    assert page.isVisible() and page.leaves.text() == "Not read: Dialogue."
    heads = {line.title: line.read for line in page.list.lines}
    assert heads == {"Article": True, "Dialogue": False}
    assert "unsure" not in page.lead.text()


def test_an_answer_moves_no_line_and_paints_only_its_unit(desk: Desk, window: DeskWindow) -> None:
    view = window.stage.panes.pane("article").view
    before = [view._extent(index) for index in range(2)]
    desk.press(window, K.Key_A)
    desk.until(lambda: said(window)[0] == ("yes", YES))
    assert [view._extent(index) for index in range(2)] == before


def test_the_margin_is_drawn_and_no_text_lies_in_it(window: DeskWindow) -> None:
    view = window.stage.panes.pane("article").view
    image = view.viewport().grab().toImage()
    ground = image.pixelColor(image.width() // 2, image.height() - 3).name()
    room = round(margin_room(window.session.theme))
    top, bottom = (round(y) for y in view._extent(1))
    box = QRect(image.width() - 6 - room, top + 2, room, bottom - top - 4)
    ink = [
        (x, y)
        for y in range(box.top(), box.bottom())
        for x in range(box.left(), box.right())
        if image.pixelColor(x, y).name() != ground
    ]
    assert ink, "the ring and the word"
    document = view.document().rootFrame().frameFormat()
    assert document.rightMargin() > room


@pytest.mark.parametrize("button", [B.LeftButton, B.RightButton, B.MiddleButton])
def test_every_click_leaves_lit_what_the_keys_decide(desk: Desk, window: DeskWindow, button: Qt.MouseButton) -> None:
    panes, stage = window.stage.panes, window.stage
    article, shown = panes.pane("article"), stage.flags.list
    for index in (1, 0):
        QTest.mouseClick(article.view.viewport(), button, M.NoModifier, point_in(article, index, 2))
        agrees(window)
        if button is B.LeftButton:
            assert stage.entry.unit.id == article.units[index].id
    for index in (1, 0):
        place = shown.visualRect(shown._flags.index(shown._flags.row_of(index))).center()
        QTest.mouseClick(shown.viewport(), button, M.NoModifier, place)
        agrees(window)
        assert stage.current == index
    dialogue = panes.pane("dialogue")
    QTest.mouseClick(dialogue.view.viewport(), button, M.NoModifier, point_in(dialogue, 0, 2))
    agrees(window)
    assert stage.current == 0
    desk.press(window, K.Key_X)
    desk.until(lambda: window.states()[0] is NO)
    agrees(window)


def test_what_the_task_does_not_need_folds_away_and_comes_back(desk: Desk, window: DeskWindow) -> None:
    panes = window.stage.panes
    assert [pane.head.title for pane in panes.visible_panes()] == ["Dialogue", "Article"]
    assert not window.stage.item.tabs
    visible = [column for column in panes.columns() if not column.isHidden()]
    assert len(visible) + 2 <= 4, "queue, texts, list"
    choose(desk, window, "flagged")
    assert [tab.title for tab in window.stage.item.tabs], "its flags are about summaries"
    assert not panes.pane("article").view._answers
    margin = panes.pane("article").view.document().rootFrame().frameFormat().rightMargin()
    choose(desk, window, "supporting")
    assert said(window) == [("open", OPEN)] * 2
    assert panes.pane("article").view.document().rootFrame().frameFormat().rightMargin() > margin


def test_a_task_that_asks_nothing_yet_has_nothing_lit(desk: Desk, window: DeskWindow) -> None:
    stage = window.stage
    choose(desk, window, "key")
    assert stage.item is None and stage.entry is None
    for key in (K.Key_A, K.Key_X, K.Key_U, K.Key_J, K.Key_N, K.Key_F, K.Key_M, K.Key_1):
        desk.press(window, key)
    assert not window.rows("SELECT 1 FROM decision") and not window.failures
    choose(desk, window, "supporting")
    assert said(window) == [("open", OPEN)] * 2
    agrees(window)


def test_the_question_and_the_rule_are_said_in_words(desk: Desk, tmp_path: Path) -> None:
    ask = 'id = "supporting"\nask = "Is it needed?"'
    window = desk.open(path=study(tmp_path, ('id = "supporting"', ask), count=1))
    detail = window.stage.flags.detail
    assert detail._ask.text() == "Is it needed?"
    assert detail._rule.text() == (
        "You are one of 2 reviewers. Gold is what all of them answer; where they differ it stays unresolved. "
        "The other reviewers’ answers are hidden."
    )
    choose(desk, window, "flagged")
    assert detail._ask.text() == "" == detail._rule.text()


def test_a_package_is_answered_in_the_margin_too(desk: Desk, tmp_path: Path) -> None:
    pack(study(tmp_path, count=1), "--task", "supporting", "--for", "rea")
    window = desk.open(path=packed(tmp_path, "rea"))
    assert said(window) == [("open", OPEN)] * 2
    agrees(window)


def test_a_project_of_flags_has_no_surface(desk: Desk) -> None:
    window = desk.open([item("one")])
    assert window.stage.surfaces.current_surface is None
    assert task_view_registry.surface_of(window.stage.item.asked_cells) is None
    assert not window.stage.panes.pane("article").view._has_answers


def test_another_view_and_back_leaves_the_answers_where_they_are(desk: Desk, window: DeskWindow) -> None:
    window.view.deactivate()
    window.view.activate()
    assert said(window) == [("open", OPEN)] * 2
