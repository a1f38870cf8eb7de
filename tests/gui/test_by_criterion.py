"""The queue by criterion: one criterion's flags through all items; marks, counts, keys and numbers follow."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from galley.core.definitions.schemes import read_built_in_schemes
from galley.core.review.items import FlagState
from galley.gui.review.order_head import OrderHead
from galley.gui.text_panes.queue_model import ROW
from galley.gui.theme import Mode, Theme
from tests.gui.review_desk import FLAGS, Desk, DeskWindow, desk, flag, item

__all__ = ["desk"]

TWO = (flag("sum-a", 0, "changed-meaning", (0, 3)), flag("sum-a", 0, "changed-meaning", (0, 3), annotator="judge-2"),
       flag("sum-a", 1, "changed-meaning"))  # fmt: skip


def across(desk: Desk, window: DeskWindow) -> None:
    at = next(i for i, entry in enumerate(window.entries) if entry.criterion.id == "changed-meaning")
    window.stage.choose_flag(at)
    with desk.bot.waitSignal(window.stage.queue.flags.filled):
        desk.press(window, Qt.Key.Key_B)
    desk.until(lambda: window.stage.queue.order._counts)


def place(window: DeskWindow) -> tuple[str, int]:
    entry = window.stage.entry
    return window.key(), entry.unit.position


def opened(desk: Desk) -> DeskWindow:
    window = desk.open([item("k-1", FLAGS), item("k-2"), item("k-3", TWO), item("k-4", FLAGS)])
    across(desk, window)
    return window


def test_one_criterion_goes_through_all_items_and_a_decision_leads_to_the_next_flag(desk: Desk) -> None:
    window = opened(desk)
    queue, stage = window.stage.queue, window.stage
    head = queue.order
    assert head.name.text() == "Changed meaning ▾" and head.definition.text()
    assert head.count.text == "0 of 5 flags decided"
    assert {entry.criterion.id for entry in window.entries} == {"changed-meaning"}
    rows = [queue.flags.model.index(at).data(ROW) for at in range(5)]
    assert [(row.key, row.quote) for row in rows[:2]] == [("k-1", "postcards"), ("k-3", "Ada")]
    marks = stage.panes._marks
    assert sum(len(found) for found in marks.values()) == 1  # the other flags of the item have no mark
    walked = [place(window)]
    for key in (Qt.Key.Key_A, Qt.Key.Key_X, Qt.Key.Key_A):
        desk.press(window, key)
        walked.append(place(window))
    # two judges said the same of the same words: that is one decision
    assert walked == [("k-1", 1), ("k-3", 0), ("k-3", 1), ("k-4", 1)]
    desk.until(lambda: head.count.text == "4 of 5 flags decided")
    assert window.rows("SELECT action FROM decision ORDER BY id") == [("accept",), ("override",), ("accept",)]
    assert queue.flags.list.currentIndex().row() == 4
    desk.press(window, Qt.Key.Key_K)
    assert place(window) == ("k-3", 1) and window.stage.entry.state is FlagState.ACCEPTED
    desk.press(window, Qt.Key.Key_J)
    desk.press(window, Qt.Key.Key_U)
    desk.until(lambda: "goes to the next criterion" in window.stage.flags.bar.words)
    for key in (Qt.Key.Key_A, Qt.Key.Key_X):
        desk.press(window, key)
    assert window.session.at_rest and window.rows("SELECT count(*) FROM decision") == [(4,)], "no slip turns it over"
    desk.press(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    desk.until(lambda: window.states() == [FlagState.OPEN])


def test_the_next_item_is_read_ahead_and_its_sentence_stands_over_its_sources_at_once(desk: Desk) -> None:
    """While a second flag of the item in front is open, too; nothing of the sentence before is left meanwhile."""
    window = desk.open([item("k-1", TWO), item("k-2", FLAGS)])
    across(desk, window)
    stage, panel = window.stage, window.stage._centre.alignment
    desk.until(lambda: stage._ahead.following is not None and stage._ahead.following.view.key == "k-2")
    desk.until(lambda: any(key[0] == stage._ahead.following.id for key in panel._passage_cache))
    for _ in range(2):
        desk.press(window, Qt.Key.Key_A)
    assert window.key() == "k-2" and panel.lines[0].marked_text.text == stage.entry.unit.text
    panel.forget()
    stage.open_item(1)
    assert {line.marked_text.text for line in panel.lines} == {""}
    desk.until(lambda: panel.lines[0].marked_text.text == stage.entry.unit.text)


def test_the_numbers_and_the_next_criterion_follow_the_filter(desk: Desk) -> None:
    window = opened(desk)
    queue, head = window.stage.queue, window.stage.queue.order
    by_name = {queue._criteria[row].id: found for row, found in head._counts.items()}
    assert by_name["changed-meaning"] == (5, 5) and by_name["missed-turn"] == (2, 2)
    with desk.bot.waitSignal(queue.flags.filled):
        queue.filters._set("judge", window.entries[0].verdict.annotator)
    desk.until(lambda: head._counts.get(queue.queue_filter.criterion) == (4, 4))
    assert head.count.text == "0 of 4 flags decided"
    texts = [entry.text() for entry in head.criteria_menu().actions()]
    assert any("Missed turn" in text and "2 of 2 open" in text for text in texts)
    before = queue.queue_filter.criterion
    with desk.bot.waitSignal(queue.flags.filled):
        window.dispatcher.run("next-criterion")
    assert queue.queue_filter.criterion > before and place(window)[0] == "k-1"
    assert {entry.criterion.row for entry in window.entries} == {queue.queue_filter.criterion}
    with desk.bot.waitSignal(queue.flags.filled):
        window.dispatcher.run("previous-criterion")
    assert queue.queue_filter.criterion == before


def test_silence_is_not_for_this_order_and_items_come_back_whole(desk: Desk) -> None:
    window = opened(desk)
    desk.press(window, Qt.Key.Key_F)
    assert "unflagged sentences get no answer" in window.stage.flags.bar.words
    desk.press(window, Qt.Key.Key_F, Qt.KeyboardModifier.NoModifier)
    assert window.rows("SELECT count(*) FROM decision") == [(0,)]
    seen = window.session.decision_writer.read_tracker
    others = [v for v in window.stage.item.view.flags() if v.cell not in {e.verdict.cell for e in window.entries}]
    assert others and all(seen.get_seen(window.stage.item.id, v.cell) is not None for v in others)
    with desk.bot.waitSignal(window.stage.queue.filled):
        desk.press(window, Qt.Key.Key_B)
    assert len(window.entries) == 4


def test_flags_of_other_criteria_are_not_counted_as_shown(desk: Desk) -> None:
    """What by criterion was never on the screen is unseen for the decisions that follow."""
    window = desk.open([item("k-1", TWO), item("k-2", FLAGS)])
    across(desk, window)
    desk.press(window, Qt.Key.Key_A)
    desk.press(window, Qt.Key.Key_A)
    desk.until(lambda: window.key() == "k-2")
    view = window.stage.item.view
    here = {entry.verdict.cell for entry in window.entries}
    for verdict in view.flags():
        shown = window.session.decision_writer.read_tracker.get_seen(view.id, verdict.cell)
        assert ("flag" in shown) == (verdict.cell in here)


@pytest.mark.parametrize("text", ["open", "kiosk", "split:test"])
def test_chips_and_metadata_combine_with_the_criterion(desk: Desk, text: str) -> None:
    window = desk.open([item("k-1", FLAGS), item("k-3", TWO, split="test"), item("k-4", FLAGS, split="test")])
    across(desk, window)
    desk.press(window, Qt.Key.Key_A)
    desk.until(lambda: not window.view.decisions.pending)
    with desk.bot.waitSignal(window.stage.queue.flags.filled):
        window.view.search(text)
    walk = window.stage.queue.flags.sequence
    expected = {"open": 4, "kiosk": 5, "split:test": 4}[text]
    assert len(walk.flags) == expected and window.stage.queue.queue_filter.criterion


def test_by_item_a_decision_passes_over_other_judges_flags_on_the_same_cell(desk: Desk) -> None:
    """They are answered by it: the key after it would have decided nothing."""
    window = desk.open([item("k-1", TWO)])
    assert [entry.verdict.cell == window.entries[0].verdict.cell for entry in window.entries] == [True, True, False]
    desk.press(window, Qt.Key.Key_A)
    desk.press(window, Qt.Key.Key_X)
    desk.until(lambda: FlagState.OPEN not in window.states())
    assert window.rows("SELECT action FROM decision ORDER BY id") == [("accept",), ("override",)]


def test_in_a_narrow_column_the_name_is_cut_short_and_the_definition_is_whole(qtbot: QtBot) -> None:
    theme = Theme(Mode.LIGHT)
    words = {"name": "A criterion whose name is longer than any column", "definition": "Seven words. " * 9}
    long = replace(read_built_in_schemes()["dial-summer"].criteria[0], **words)
    host = QWidget()
    qtbot.addWidget(host)
    head, column = OrderHead(theme), QVBoxLayout(host)
    column.addWidget(head)
    column.addStretch(1)
    host.resize(190, 600)
    head.show_order(True, long, "0 of 3 flags decided")
    with qtbot.waitExposed(host):
        host.show()
    assert head.width() <= 190 and head.name.text().endswith("… ▾")
    assert head.definition.height() >= head.definition.heightForWidth(head.definition.width())
    host.resize(600, 600)
    qtbot.waitUntil(lambda: head.name.text() == long.name + " ▾")


def test_the_filter_by_criterion_goes_with_the_order_that_put_it_in(desk: Desk) -> None:
    """B, B left the queue at 198 of 273 items without a word."""
    other = [flag("sum-b", 0, "speaker-misattribution", (0, 3))]
    window = desk.open([item("one", FLAGS), item("two", other), item("three", FLAGS), item("four", [])])
    queue = window.stage.queue

    def held() -> list[int]:
        desk.until(lambda: window.session.at_rest)
        return list(queue.model.ids)

    every = held()
    assert len(every) == 4
    for _ in range(2):
        desk.press(window, Qt.Key.Key_B)
        desk.until(lambda: window.stage.criterion_review.on and window.session.at_rest)
        assert queue.queue_filter.criterion
        desk.press(window, Qt.Key.Key_B)
        assert held() == every and queue.queue_filter.criterion == 0
    mine = window.entries[0].criterion.row  # a filter that the reviewer chose stays
    queue.filters.set_filter(replace(queue.queue_filter, criterion=mine))
    queue._apply_chips()
    chosen = held()
    assert 0 < len(chosen) < 4
    desk.press(window, Qt.Key.Key_B)
    desk.until(lambda: window.stage.criterion_review.on and window.session.at_rest)
    desk.press(window, Qt.Key.Key_B)
    assert held() == chosen and queue.queue_filter.criterion == mine


def test_the_definition_stands_once_and_the_legend_under_the_sentence(desk: Desk) -> None:
    window = desk.open()
    stage = window.stage
    brief = stage.flags.detail._brief
    assert brief.isVisible() and not stage.queue.order.definition.isVisible()
    desk.press(window, Qt.Key.Key_B)
    desk.until(lambda: stage.criterion_review.on and window.session.at_rest)
    assert stage.queue.order.definition.isVisible() and not brief.isVisible()
    panel = stage._centre.alignment
    assert panel.isVisible() and panel.legend.isVisible()
    assert panel.legend.accessibleName() == "Legend: in no source, matched, in the reason, flagged"
    stage.queue.order.criterionChosen.emit(0)  # of any criterion: each flag says its own
    desk.until(lambda: stage.queue.queue_filter.criterion == 0 and window.session.at_rest)
    assert brief.isVisible() and not stage.queue.order.definition.isVisible()
    desk.press(window, Qt.Key.Key_B)
    desk.until(lambda: not stage.criterion_review.on and window.session.at_rest)
    assert brief.isVisible()


def test_b_in_an_empty_project_offers_an_import(desk: Desk) -> None:
    window = desk.open([])
    wanted: list[str] = []
    window.view.viewRequested.connect(wanted.append)
    page, queue = window.stage._empty, window.stage.queue
    desk.until(lambda: window.session.at_rest and page.isVisible())
    assert [button.text() for button in page.action_buttons.values() if button.isVisible()] == [
        "Import data…",
        "Try the example",
    ]
    for action in ("import", "sample"):
        desk.bot.mouseClick(page.action_buttons[action], Qt.MouseButton.LeftButton)
    assert wanted == ["import", "sample"]
    desk.press(window, Qt.Key.Key_B)
    desk.until(lambda: queue.is_by_criterion and window.session.at_rest)
    assert queue._empty._title.text() == "No items yet" and not queue._empty.action_buttons["import"].isHidden()
    assert page.isVisible() or queue._empty.isVisible()
