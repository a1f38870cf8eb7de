"""The search box: one query with the chips, its mistakes by place, its hits in the texts, and finding in the item."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from galley.core.review.queue import Show
from galley.gui.shell.window import Window
from galley.gui.text_panes.queue_list import second_line
from galley.gui.text_panes.queue_model import ROW
from tests.gui.review_desk import FLAGS, ITEM, Desk, DeskWindow, desk, item
from tests.gui.test_palette import window

__all__ = ["desk", "window"]


def search(desk: Desk, window: DeskWindow, text: str) -> None:
    with desk.bot.waitSignal(window.stage.queue.filled):
        window.view.search(text)


def other(key: str, words: str) -> dict[str, object]:
    """The kiosk with one more sentence in its second summary."""
    documents = [*ITEM["documents"][:-1], {**ITEM["documents"][-1], "sentences": ["Ben will buy the map.", words]}]
    return {**item(key, FLAGS), "documents": documents}


def test_the_query_and_the_chips_say_one_thing(desk: Desk) -> None:
    window = desk.open([item("kiosk-1", FLAGS), item("kiosk-2"), item("kiosk-3", FLAGS, split="test")])
    queue, said = window.stage.queue, []
    window.view.search_changed.connect(said.append)
    search(desk, window, "judge:judge-1 criterion:missed-turn open kiosk")
    wanted = queue.queue_filter
    assert (wanted.show, wanted.search) == (Show.OPEN, "kiosk") and wanted.judge and wanted.criterion
    assert queue.filters._menus["judge"].isChecked() and queue.filters._shows[Show.OPEN].isChecked()
    assert list(queue.model.ids) == [1, 3] and said == []
    with desk.bot.waitSignal(queue.filled):
        queue.filters._set("judge", 0)  # a chip takes its term out of the query
    assert said == ["criterion:missed-turn open kiosk"] and queue.queue_filter.criterion
    search(desk, window, "split:test")  # what the query had set goes with it
    assert list(queue.model.ids) == [3] and not queue.queue_filter.criterion and queue.queue_filter.show is Show.ALL
    queue.filters._set("system", "alpha")
    search(desk, window, "")
    assert queue.queue_filter.system == "alpha"  # what a chip asks stays
    with desk.bot.waitSignal(queue.filled):
        queue.reset_filter()
    assert len(queue.model.ids) == 3 and said[-1] == ""


def test_a_mistake_names_its_place_and_is_left_out(desk: Desk) -> None:
    window = desk.open()
    queue = window.stage.queue
    search(desk, window, "kiosk")
    window.view.search("kiosk judge:gpt-9")
    assert "character 7, “judge:gpt-9”: the project has no such judge; it has judge-1" in queue.filters.mistake.text()
    assert queue.filters.mistake.isVisible() and queue.queue_filter.search == "kiosk"
    window.view.search('kiosk "by the')
    assert 'character 7, “"by the”: the quote is not closed' in queue.filters.mistake.text()
    for typed in ("criterion", "criterion:", "criterion:nope", "criterion:nope open"):
        window.view.search(typed)
    assert "character 1, “criterion:nope”" in queue.filters.mistake.text()
    assert not queue.queue_filter.search and queue.queue_filter.show is Show.OPEN, (
        "what was searched for on the way is gone"
    )
    window.view.search("colour:red kiosk")
    assert queue.queue_filter.search == "kiosk", "the whole of a term is left out"
    search(desk, window, '"by the"')
    assert not queue.filters.mistake.isVisible()


def test_return_goes_to_what_was_found_and_stays_where_something_is_to_be_mended(qtbot: QtBot, window: Window) -> None:
    """Behind it letters are keys, and would decide."""
    field, stage = window.workspace.top.search, window.workspace.view.stage
    field.setFocus()
    QTest.keyClicks(field, "judge:nobody")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert field.hasFocus() and stage.queue.filters.mistake.isVisible() and stage.queue.queue_filter.search == ""
    qtbot.waitUntil(lambda: len(stage.queue.model.ids) == 3)
    field.selectAll()
    QTest.keyClicks(field, "open")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert not field.hasFocus() and not stage.queue.filters.mistake.isVisible()


def test_the_first_hit_is_opened_and_keys_go_through_all_of_them(desk: Desk) -> None:
    window = desk.open([item("a-1", FLAGS), other("a-2", "A zeppelin, 🏕️ one ZEPPELIN."), other("a-3", "Zeppelins.")])
    stage, finder = window.stage, window.stage.finder
    search(desk, window, "zeppelin")
    desk.until(lambda: window.key() == "a-2")
    assert stage.panes.tab.title == "beta" and finder.bar.isVisible() and finder.bar.count.text == "1 of 2 hits"
    view = stage.panes.pane("summary").view
    texts = [view.units[i].text[span.start : span.end] for i, spans in view._hits.items() for span in spans]
    assert texts == ["zeppelin", "ZEPPELIN"] and view._hit == (1, view._hits[1][0])
    rows = [stage.queue.model.index(at).data(ROW) for at in range(2)]
    assert [second_line(row) for row in rows] == ["Ben will buy the map. A zeppelin, 🏕️ one ZEPPELIN.", rows[1].snippet]
    for key, count in (("a-2", "2 of 2 hits"), ("a-3", "1 of 1 hit")):
        desk.press(window, Qt.Key.Key_F3)
        desk.until(lambda key=key: window.key() == key)
        assert finder.bar.count.text == count
    desk.press(window, Qt.Key.Key_F3, Qt.KeyboardModifier.ShiftModifier)
    assert window.key() == "a-2" and finder.bar.count.text == "2 of 2 hits"
    search(desk, window, "kiosk")
    dialogue = stage.panes.pane("dialogue").view
    before = dict(dialogue._hits)
    stage.open_item(stage.item.id)  # the same once more, as the queue by criterion does when it is read anew
    assert before and dialogue._hits == before
    search(desk, window, "")
    assert not finder.bar.isVisible() and not view._hits


def test_finding_within_the_item_stays_in_it(desk: Desk) -> None:
    window = desk.open()
    stage, finder = window.stage, window.stage.finder
    desk.press(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert finder.bar.field.hasFocus()
    QTest.keyClicks(finder.bar.field, "map")
    assert finder.bar.count.text.startswith("1 of ") and list(stage.queue.model.ids) == [1, 2]
    count = len(finder.hits)
    texts = [unit.text for unit, _ in stage.item.units.values() if unit.kind != "whole"]
    assert count == sum(text.lower().count("map") for text in texts) > 2
    for _ in range(count):
        desk.press(window, Qt.Key.Key_Return)
    assert finder.at == 0 and window.key() == "kiosk-1"
    desk.press(window, Qt.Key.Key_Escape)
    assert not finder.bar.isVisible() and not finder.bar.field.hasFocus() and finder.hits == []


def test_the_queue_and_a_pane_can_be_put_away_and_come_back(desk: Desk) -> None:
    window = desk.open()
    stage, panes = window.stage, window.stage.panes
    stage.queue.list.setFocus()
    desk.press(window, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
    assert stage.queue.isHidden() and panes.pane("summary").view.hasFocus()
    panes.pane("article").view.setFocus()
    desk.press(window, Qt.Key.Key_H, Qt.KeyboardModifier.ShiftModifier)
    assert panes.pane("article").isHidden() and len(panes.visible_panes()) == 2
    desk.press(window, Qt.Key.Key_N)  # it stays so in the next item, and with another tab
    desk.press(window, Qt.Key.Key_BracketRight)
    assert panes.pane("article").isHidden() and window.key() == "kiosk-2"
    desk.press(window, Qt.Key.Key_H, Qt.KeyboardModifier.ShiftModifier)
    desk.press(window, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
    assert not panes.pane("article").isHidden() and not stage.queue.isHidden()
